import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import type { Difficulty } from '../../../../src/solver/core/result/difficulty.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { depth } from '../../../support/depth.js';
import { naiveInnerLookAhead } from '../../../support/naive/naive-difficulty.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';
import { symmetries } from '../../../support/symmetries.js';
import { UNTIMED } from '../../../support/untimed.js';

interface Expected extends Pick<Puzzle, 'rows' | 'columns' | 'colours'> {
  readonly inner_look_ahead: number;
}

/** Puzzles of guess depth 2, with what `naiveInnerLookAhead` found. */
const EXPECTED = readFileSync(join('test', 'fixtures', 'inner-look-ahead.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected);

/** Those that enumeration solves within a second or two; in deep tests, all of them. */
const SMALL = EXPECTED.filter(
  ({ rows, columns }) => rows.length * columns.length <= depth(64, 100),
);

const solver = new Solver();

function rate(puzzle: Puzzle, guessDepth = 2, maxSteps = Infinity): Difficulty | null {
  return solver.rate(solver.solve(pack(puzzle), 0, { ...UNTIMED, guessDepth, maxSteps }));
}

function puzzleOf({ rows, columns, colours }: Expected): Puzzle {
  const [width, height] = [columns.length, rows.length];
  return { width, height, rows, columns, colours, palette: null, start: null };
}

test('how far to look ahead inside an assumption is what enumeration of placements found for 240 puzzles', () => {
  for (const [i, expected] of EXPECTED.entries()) {
    const found = rate(puzzleOf(expected))?.innerLookAhead;
    assert.equal(found, expected.inner_look_ahead, `puzzle ${i}`);
  }
});

test('it is the same however a puzzle lies', () => {
  const step = depth(16, 1);
  for (let i = 0; i < EXPECTED.length; i += step) {
    for (const [position, puzzle] of symmetries(puzzleOf(EXPECTED[i])).entries()) {
      const found = rate(puzzle)?.innerLookAhead;
      assert.equal(found, EXPECTED[i].inner_look_ahead, `puzzle ${i}, position ${position}`);
    }
  }
});

test('it is the same in lines of up to 64 cells, and in longer ones', () => {
  for (const expected of EXPECTED.slice(0, 24)) {
    for (const more of [30, 60]) {
      const columns = [...expected.columns, ...Array.from({ length: more }, () => [])];
      const found = rate(puzzleOf({ ...expected, columns }))?.innerLookAhead;
      assert.equal(found, expected.inner_look_ahead);
    }
  }
});

test('enumeration of placements finds that again', () => {
  for (const expected of SMALL.slice(0, depth(2, 240))) {
    assert.equal(naiveInnerLookAhead(puzzleOf(expected)), expected.inner_look_ahead);
  }
});

test('the given cells of a start position count as known', () => {
  const random = randomNumbers(3);
  let compared = 0;
  for (const expected of SMALL) {
    const puzzle = puzzleOf(expected);
    const { solution } = solver.solve(pack(puzzle), 0, UNTIMED);
    const start = Uint8Array.from(solution!, (cell) => (random() < 0.02 ? cell : 255));
    const found = rate({ ...puzzle, start })?.innerLookAhead;
    if (found == null) continue;
    assert.equal(found, naiveInnerLookAhead({ ...puzzle, start }));
    if (++compared === depth(1, 20)) break;
  }
  assert.equal(compared, depth(1, 20));
});

test('it is told only where two assumptions are needed, and guess depth 2 is asked for', () => {
  const puzzle = puzzleOf(EXPECTED[0]);
  const { innerLookAhead, ...others } = rate(puzzle)!;
  assert.equal(innerLookAhead, 3);
  assert.deepEqual(rate(puzzle, 1), { ...others, innerLookAhead: null });
  const random = randomNumbers(8);
  for (let i = 0; i < 300; i++) {
    const found = rate(randomPuzzle(random, 10, 10, 0.5));
    assert.ok(found === null || found.needs === 'nested' || found.innerLookAhead === null);
  }
});

test('a puzzle whose limits end the look inside keeps its score', () => {
  const puzzle = puzzleOf(EXPECTED[0]);
  const free = solver.solve(pack(puzzle), 0, { ...UNTIMED, guessDepth: 2 });
  const rated = solver.rate(free)!;
  const seen = new Set<number | null>();
  for (let maxSteps = free.counters.lineSolves; seen.size < 2; maxSteps += 100) {
    const found = rate(puzzle, 2, maxSteps);
    if (found === null) continue;
    assert.deepEqual({ ...found, innerLookAhead: rated.innerLookAhead }, rated);
    seen.add(found.innerLookAhead);
  }
  assert.deepEqual([...seen], [null, rated.innerLookAhead]);
});
