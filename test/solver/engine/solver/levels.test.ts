import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { type Clue, type Puzzle, UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { type Difficulty, NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { solveLine } from '../../../../src/solver/engine/solver/line.js';
import { steppedGrid } from '../../../../src/solver/engine/wasm/stepped-grid.js';
import { placementsOf } from '../../../support/naive/brute-force.js';
import { naiveRead } from '../../../support/naive/naive-levels.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  randomPuzzle,
} from '../../../support/random-puzzle.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { naiveInnerLookAhead } from '../../../support/naive/naive-difficulty.js';
import { symmetries } from '../../../support/symmetries.js';

const [COUNT, OVERLAP, BOUNDS, RUNS] = NEEDS.keys();
const LEVELS = [COUNT, OVERLAP, BOUNDS, RUNS];
const grid = steppedGrid();

/** What one reading leaves of the cells. */
function readOnce(level: number, clue: Clue, colours: number, cells: readonly number[]): number[] {
  const width = cells.length;
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: null };
  assert.ok(grid.load(pack(puzzle)));
  cells.forEach((values, cell) => assert.ok(grid.keep(cell, values)));
  const isNew = grid.readLine(0, level);
  const after = cells.map((_, cell) => grid.values(cell));
  const hasChanged = after.some((values, cell) => values !== cells[cell]);
  assert.equal(isNew, hasChanged);
  return after;
}

/** What reading over and over leaves. */
function close(read: (cells: readonly number[]) => number[], cells: readonly number[]): number[] {
  for (let before = cells; ;) {
    const after = read(before);
    if (after.every((values, i) => values === before[i])) return after;
    before = after;
  }
}

interface Position {
  readonly clue: Clue;
  readonly cells: number[];
  /** Which cells all placements that fit agree on. */
  readonly complete: number[];
}

/** Sides of the words of 32 and 64 cells that lines are made of. */
const LONG = [31, 32, 33, 63, 64, 65];

/**
 * Random clues of up to ten cells, and some of two blocks in many cells; some cells of a solution
 * are known.
 */
function* positions(count: number, colours: number, seed: number): Generator<Position> {
  const random = randomNumbers(seed);
  for (let i = 0; i < count; i++) {
    const isLong = i % 20 === 19;
    const length = isLong ? LONG[((i - 19) / 20) % LONG.length] : 1 + Math.floor(random() * 10);
    const picture = isLong
      ? twoBlocks(random, length, colours)
      : randomPicture(random, length, 0.3 + 0.5 * random(), colours);
    const clue = puzzleOfPicture(picture, length, 1, colours).rows[0];
    const known = random() * 0.7;
    const all = 2 ** (colours + 1) - 1;
    const cells = Array.from(picture, (value) => (random() < known ? 1 << value : all));
    const fitting = placementsOf(clue, length).filter((placement) =>
      placement.every((value, k) => (cells[k] >> value) & 1),
    );
    const complete = cells.map((_, k) => fitting.reduce((set, one) => set | (1 << one[k]), 0));
    yield { clue, cells, complete };
  }
}

/** A line with two blocks of random colours. */
function twoBlocks(random: () => number, length: number, colours: number): Uint8Array {
  const line = new Uint8Array(length);
  const below = (most: number): number => Math.floor(random() * most);
  const middle = 2 + below(length - 3);
  for (const [from, to] of [
    [0, middle - 1],
    [middle, length],
  ]) {
    const start = from + below(to - from);
    line.fill(1 + below(colours), start, start + 1 + below(to - start));
  }
  return line;
}

for (const colours of [1, 3]) {
  test(`each level finds what enumeration finds, in ${colours} colours`, () => {
    for (const { clue, cells } of positions(depth(200, 1500), colours, colours)) {
      for (const level of LEVELS) {
        const found = close((from) => readOnce(level, clue, colours, from), cells);
        const naive = close((from) => naiveRead(level, clue, colours, from), cells);
        const what = `level ${level}, ${JSON.stringify(clue)}, ${JSON.stringify(cells)}`;
        assert.deepEqual(found, naive, what);
      }
    }
  });

  test(`each level finds all that the one before it finds, and nothing that is wrong, in ${colours} colours`, () => {
    const beyond = [0, 0, 0, 0];
    for (const { clue, cells, complete } of positions(depth(600, 4000), colours, 10 + colours)) {
      let before = cells;
      for (const level of [...LEVELS, null]) {
        const found =
          level === null ? complete : close((from) => readOnce(level, clue, colours, from), cells);
        assert.ok(found.every((values, i) => (values & ~before[i]) === 0));
        assert.ok(found.every((values, i) => (complete[i] & ~values) === 0));
        if (level !== COUNT && found.some((values, i) => values !== before[i])) {
          beyond[level === null ? 3 : level - 1]++;
        }
        before = found;
      }
    }
    // What only complete line solving finds takes lines longer than most of these.
    const rarest = Math.min(...beyond.slice(0, 3));
    assert.ok(rarest > depth(6, 20), `a level finds more: ${beyond.join(', ')} times`);
  });
}

test('knowing more cells never makes a level find less', () => {
  const random = randomNumbers(5);
  for (const { clue, cells, complete } of positions(depth(400, 3000), 1, 6)) {
    const more = cells.map((values, i) => (random() < 0.3 ? complete[i] & values : values));
    for (const level of LEVELS) {
      const few = close((from) => readOnce(level, clue, 1, from), cells);
      const many = close((from) => readOnce(level, clue, 1, from), more);
      assert.ok(many.every((values, i) => (values & ~few[i]) === 0));
    }
  }
});

/** Reads a line as `#`, `.` and `?`. */
function read(level: number, clue: Clue, text: string): string {
  const cells = Array.from(text, (cell) => ({ '#': 2, '.': 1 })[cell] ?? 3);
  const found = close((from) => readOnce(level, clue, 1, from), cells);
  return found.map((values) => ['', '.', '#', '?'][values]).join('');
}

test('a level finds what its rule says, which the level before it does not find', () => {
  const cases: readonly (readonly [number, Clue, string, string])[] = [
    [COUNT, [1, 2], '#??##', '#..##'],
    [COUNT, [3], '.???.', '.###.'],
    // The middle of a long block; a blank that leaves one side too short for any.
    [OVERLAP, [2], '???.', '?#?.'],
    [OVERLAP, [2], '?.?#', '..##'],
    // Cells out of the reach of the block that a filled cell belongs to.
    [BOUNDS, [2], '?#??', '?#?.'],
    [BOUNDS, [3], '?#????', '?##?..'],
    // A run as long as any block that it can be of.
    [RUNS, [1, 1], '??#??', '?.#.?'],
    // Two runs that would make too long a one, and grow away from each other then.
    [RUNS, [2, 2, 2], '?????#?#???????', '???.##.##.?????'],
    // A run beside a blank cell.
    [RUNS, [2, 2], '???.#?????', '???.##.???'],
    // A gap too short for any block.
    [RUNS, [2, 2], '???.?.?????', '???...?????'],
  ];
  for (const [level, clue, before, after] of cases) {
    assert.equal(read(level, clue, before), after);
    if (level > COUNT) assert.notEqual(read(level - 1, clue, before), after);
  }
});

test('runs do not find what takes several blocks together', () => {
  // The filled cell is the 1, or the end of the 2 with the 1 at the edge: cell 1 is blank in both
  // cases.
  assert.equal(read(RUNS, [1, 2], '???#.??'), '???#.??');
  const cells = Uint8Array.of(UNKNOWN, UNKNOWN, UNKNOWN, 1, 0, UNKNOWN, UNKNOWN);
  const complete = Uint8Array.of(UNKNOWN, 0, UNKNOWN, 1, 0, UNKNOWN, UNKNOWN);
  assert.deepEqual(solveLine([1, 2], cells), complete);
});

interface Expected extends Pick<Puzzle, 'rows' | 'columns' | 'colours'> {
  readonly inner_look_ahead: number;
}

/** Puzzles of guess depth 2, with what `naiveInnerLookAhead` found. */
const EXPECTED = readFileSync(join('test', 'fixtures', 'inner-look-ahead.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected);

/** Those that enumeration solves, the last of which take it least; in deep tests, all of them. */
const SMALL = EXPECTED.filter(
  ({ rows, columns }) => rows.length * columns.length <= depth(64, 100),
).reverse();

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
  for (const expected of SMALL.slice(0, depth(5, 240))) {
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
