import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlaneTable } from '../../../src/solver/count/plane-table.js';

test('each state keeps its number, also when the table grows, until all are forgotten', () => {
  const table = new PlaneTable();
  const numbers = (): number[] =>
    Array.from({ length: 5000 }, (_, i) => table.numberOf(i % 50, i, Math.imul(i, 0x9e3779b1)));
  for (let puzzle = 0; puzzle < 2; puzzle++) {
    table.reset();
    assert.deepEqual(
      numbers(),
      Array.from({ length: 5000 }, (_, i) => i),
    );
    const asked = table.size;
    assert.equal(asked, 5000);
    numbers();
    assert.equal(table.size, asked, 'no state is new any more');
  }
});
