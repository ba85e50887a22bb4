import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineFits } from '../../../../src/solver/craft/advice/line-fits.js';
import { UNKNOWN, block, type Clue } from '../../../../src/solver/core/puzzle/types.js';
import { depth } from '../../../support/depth.js';
import { randomNumbers } from '../../../support/random-puzzle.js';

/** All placements of the blocks of a clue in a line. */
function placements(clue: Clue, length: number): number[][] {
  if (clue.length === 0) return [new Array<number>(length).fill(0)];
  const [first, ...rest] = clue;
  const [size, colour] = [first & 0xffff, (first >>> 16) + 1];
  const found: number[][] = [];
  for (let start = 0; start + size <= length; start++) {
    const gap = rest.length > 0 && rest[0] >>> 16 === first >>> 16 ? 1 : 0;
    const end = start + size + gap;
    if (end > length) continue;
    const before = [
      ...new Array<number>(start).fill(0),
      ...new Array<number>(size).fill(colour),
      ...new Array<number>(gap).fill(0),
    ];
    for (const behind of placements(rest, length - end)) found.push([...before, ...behind]);
  }
  return found;
}

function fits(clue: Clue, cells: readonly number[], colours: number): boolean {
  const columns = cells.map(() => []);
  const puzzle = { width: cells.length, height: 1, rows: [clue], columns, colours };
  return lineFits({ ...puzzle, palette: null, start: null }, cells, 0);
}

for (const colours of [1, 3]) {
  test(`a line of ${colours} colours fits if and only if a placement agrees with its known cells`, () => {
    const random = randomNumbers(colours);
    const upTo = (most: number): number => Math.floor(random() * (most + 1));
    for (let time = 0; time < depth(3000, 100_000); time++) {
      const length = 1 + upTo(8);
      const clue = Array.from({ length: upTo(3) }, () => block(1 + upTo(2), 1 + upTo(colours - 1)));
      const cells = Array.from({ length }, () =>
        random() < 0.4 ? UNKNOWN : random() < 0.5 ? 0 : 1 + upTo(colours - 1),
      );
      const wanted = placements(clue, length).some((line) =>
        line.every((cell, i) => cells[i] === UNKNOWN || cells[i] === cell),
      );
      assert.equal(fits(clue, cells, colours), wanted, JSON.stringify({ clue, cells }));
    }
  });
}

test('lines of 31 cells, and longer ones, are read to their last cell', () => {
  for (const length of [30, 31, 32, 33, 64, 65]) {
    const cells = new Array<number>(length).fill(UNKNOWN);
    assert.ok(fits([length], cells, 1));
    assert.ok(fits([1, length - 2], cells, 1));
    assert.ok(!fits([2, length - 2], cells, 1));
    cells[length - 1] = 0;
    assert.ok(!fits([length], cells, 1));
    assert.ok(fits([length - 1], cells, 1));
    assert.ok(fits([], cells, 1));
  }
});
