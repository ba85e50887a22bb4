import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solveLine } from '../../../../src/solver/engine/solver/line.js';
import { UNKNOWN, block } from '../../../../src/solver/core/puzzle/types.js';
import { cellsToText, textToCells } from '../../../../src/solver/core/puzzle/text.js';
import { clueOf } from '../../../support/grids.js';
import { narrow, placements } from '../../../support/naive/naive-solver.js';
import { randomNumbers } from '../../../support/random-puzzle.js';

function line(clue: readonly number[], text: string, colours = 1): string | null {
  const cells = solveLine(clue, textToCells(text, text.length, 1));
  return cells === null ? null : cellsToText(cells, text.length, 1, colours);
}

test('a block longer than half its line is known in the middle', () => {
  assert.equal(line([8], '??????????'), '??######??');
});

test('blocks of different colours may touch, equal ones need a blank', () => {
  assert.equal(line([block(3, 1), block(2, 2)], '?????', 2), '11122');
  assert.equal(line([block(2, 1), block(2, 1)], '?????', 2), '11.11');
});

test('known cells that no placement fits return null, and so does a clue that is too long', () => {
  assert.equal(line([1], '#?#'), null);
  assert.equal(line([3, 3], '??????'), null);
});

test('random lines, some of them spoiled, show what their placements show', () => {
  const random = randomNumbers(31);
  let refuted = 0;
  for (let i = 0; i < 3000; i++) {
    const colours = 1 + (i % 3);
    const length = 1 + Math.floor(random() * 11);
    const picture = Array.from({ length }, () =>
      random() < 0.6 ? 1 + Math.floor(random() * colours) : 0,
    );
    const cells = Uint8Array.from(picture, (value) => (random() < 0.3 ? value : UNKNOWN));
    if (i % 5 === 0) cells[Math.floor(random() * length)] = Math.floor(random() * (colours + 1));
    const clue = clueOf(picture);
    const all = (2 << colours) - 1;
    const domains = Array.from(cells, (cell) => (cell === UNKNOWN ? all : 1 << cell));
    const expected = narrow(placements(clue, length), domains);
    const found = solveLine(clue, cells);
    if (expected === null) refuted++;
    const known = expected?.map((domain) =>
      (domain & (domain - 1)) === 0 ? 31 - Math.clz32(domain) : UNKNOWN,
    );
    assert.deepEqual(found === null ? null : Array.from(found), known ?? null);
  }
  assert.ok(refuted > 20, `${refuted}`);
});
