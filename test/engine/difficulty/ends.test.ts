import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../src/core/puzzle/packed.js';
import { blockColour, blockLength, type Cells, type Clue } from '../../../src/core/puzzle/types.js';
import { Ends } from '../../../src/engine/difficulty/ends.js';
import { addRange } from '../../../src/engine/model/bits.js';
import { Problem } from '../../../src/engine/model/problem.js';
import { depth } from '../../support/depth.js';
import { placementsOf } from '../../support/naive/brute-force.js';
import { randomNumbers } from '../../support/random-puzzle.js';

const problem = new Problem();
const ends = new Ends(problem);
/** By value: the cells that can have it, in so many words each. */
let planes = new Int32Array(0);
let words = 0;

function can(cell: number, value: number): boolean {
  return ((planes[value * words + (cell >> 5)] >>> (cell & 31)) & 1) === 1;
}

function load(clue: Clue, colours: number, width: number): void {
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: null };
  assert.ok(problem.load(pack(puzzle), 0));
  words = (width + 31) >>> 5;
  planes = new Int32Array(problem.values * words);
  for (let value = 0; value <= colours; value++) addRange(planes, value * words, 0, width);
  ends.start(0, 1);
}

/** Takes each wrong value from each cell of the line with this probability. */
function learn(random: () => number, solution: Cells, share: number): void {
  solution.forEach((right, cell) => {
    for (let value = 0; value < problem.values; value++) {
      if (value === right || random() >= share) continue;
      planes[value * words + (cell >> 5)] &= ~(1 << (cell & 31));
    }
  });
}

/** By cell: the values, bit v for value v, that the ends of all placements that fit leave to it. */
function expected(clue: Clue, placements: readonly Cells[]): number[] {
  const width = placements[0].length;
  const fitting = placements.filter((line) => line.every((v, i) => can(i, v)));
  const starts = fitting.map((line) =>
    Array.from(line.keys()).filter((i) => line[i] > 0 && line[i] !== (i > 0 ? line[i - 1] : 0)),
  );
  const values = new Array<number>(width).fill(1);
  const sure = new Array<number>(width).fill(0);
  clue.forEach((block, b) => {
    const places = starts.map((places) => places[b]);
    const [first, last] = [Math.min(...places), Math.max(...places)];
    for (let i = first; i < last + blockLength(block); i++) {
      values[i] |= 1 << blockColour(block);
      if (i >= last && i < first + blockLength(block)) sure[i] = 1 << blockColour(block);
    }
  });
  return values.map((set, i) => sure[i] || set);
}

for (const colours of [1, 3]) {
  test(`the ends of a line are those of all placements that fit, in ${colours} colours`, () => {
    const random = randomNumbers(colours);
    const below = (most: number): number => Math.floor(random() * most);
    const out = new Int32Array(16);
    for (let i = 0; i < depth(200, 1000); i++) {
      const width = [9, 20, 31, 32, 33, 40][i % 6];
      const clue = Array.from(
        { length: below(width > 10 ? 4 : 3) },
        () => 1 + below(width / 5) + 0x10000 * below(colours),
      );
      const placements = placementsOf(clue, width);
      if (placements.length === 0) continue;
      const solution = placements[below(placements.length)];
      load(clue, colours, width);
      const move = (bounds: boolean): boolean => ends.move(0, planes, 0, words, bounds);
      learn(random, solution, 0.3 * random());
      // They go on from where they were.
      move(i % 2 === 0);
      learn(random, solution, 0.3 * random());
      move(true);
      ends.leave(0, words, out);
      const found = Array.from({ length: width }, (_, cell) => {
        let values = 0;
        for (let value = 0; value <= colours; value++) {
          values |= ((out[value * words + (cell >> 5)] >>> (cell & 31)) & 1) << value;
        }
        return values;
      });
      assert.deepEqual(found, expected(clue, placements), `${JSON.stringify(clue)} in ${width}`);
      assert.equal(move(true), false, 'nothing new');
    }
  });
}
