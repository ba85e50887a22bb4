import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { UNKNOWN, type Puzzle, type Cells } from '../../../../src/solver/core/puzzle/types.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Outcome } from '../../../../src/solver/core/result/outcome.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import {
  randomNumbers,
  randomPuzzle,
  withSwappedRows,
  puzzleOfPicture,
  randomPicture,
} from '../../../support/random-puzzle.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { triangles, withMargin } from '../../../support/long-puzzles.js';
import type { SolveLimits } from '../../../../src/solver/engine/model/limits.js';

/** How a search ended: nothing is left to search, enough was found, or the budget is spent. */
type SearchEnd = 'exhausted' | 'wanted' | 'stopped';

/**
 * Lets the search that learns decide all puzzles that propagation does not, one after the other;
 * or, if it `probes`, what probing leaves open.
 */
class Rig {
  private readonly solver = new Solver();
  /** All solutions found; if two are wanted, those that the outcome has. */
  shown: Cells[] = [];
  outcome: Outcome | null = null;

  constructor(private readonly probes = false) {}

  /** Propagates and searches; null if propagation alone decides. */
  run(puzzle: Puzzle, wanted: number, limits: Partial<SolveLimits> = {}): SearchEnd | null {
    const usual = { ...SETTINGS };
    // The first conflict ends what comes before.
    SETTINGS.briefConflicts = 0;
    SETTINGS.aheadBlocks = this.probes ? 0 : Infinity;
    SETTINGS.aheadSample = 0;
    const given = { ...UNTIMED, count: wanted, guessDepth: 0 };
    this.shown = [];
    // What was found before the search that learns may be found again.
    const solution = (cells: Cells): void => {
      if (!this.shown.some((one) => one.join() === cells.join())) this.shown.push(cells);
    };
    // Who watches is shown no probing before a search.
    const observer = wanted === 2 ? undefined : { solution };
    try {
      this.outcome = this.solver.solve(pack(puzzle), 0, { ...given, ...limits }, observer);
    } finally {
      Object.assign(SETTINGS, usual);
    }
    const { technique, stoppedBy, solution: first, secondSolution } = this.outcome;
    if (wanted === 2) this.shown = [first, secondSolution].filter((cells) => cells !== null);
    if (technique === 'line') return null;
    if (stoppedBy === null) return 'exhausted';
    return stoppedBy === 'count' ? 'wanted' : 'stopped';
  }
}

/** With turns so short that searches of a few conflicts take several. */
const SHORT_TURNS = { firstProving: 0, finding: 3, proving: 2, turnGrowth: 1 };
function change(context: TestContext, settings: Partial<typeof SETTINGS>): void {
  const usual = { ...SETTINGS };
  context.after(() => Object.assign(SETTINGS, usual));
  Object.assign(SETTINGS, settings);
}

const KINDS: readonly {
  title: string;
  colours: number;
  maxSide: number;
  count: number;
  settings?: Partial<typeof SETTINGS>;
  probes?: boolean;
}[] = [
  { title: 'black and white', colours: 1, maxSide: 6, count: 1500 },
  { title: '2 colours', colours: 2, maxSide: 6, count: 1000 },
  { title: '4 colours', colours: 4, maxSide: 5, count: 600 },
  {
    title: 'black and white, in short turns,',
    colours: 1,
    maxSide: 6,
    count: 600,
    settings: SHORT_TURNS,
  },
  {
    title: '3 colours, in short turns,',
    colours: 3,
    maxSide: 5,
    count: 600,
    settings: SHORT_TURNS,
  },
  { title: 'black and white, probed first,', colours: 1, maxSide: 6, count: 800, probes: true },
  { title: '3 colours, probed first,', colours: 3, maxSide: 5, count: 600, probes: true },
];

for (const { title, colours, maxSide, count: most, settings = {}, probes } of KINDS) {
  const count = depth(most / 4, most);
  test(`random puzzles in ${title} have the solutions that brute force finds`, (context) => {
    change(context, settings);
    const random = randomNumbers(7 + colours);
    const rig = new Rig(probes);
    let searched = 0;
    for (let i = 0; i < count; i++) {
      const width = 2 + Math.floor(random() * (maxSide - 1));
      const height = 2 + Math.floor(random() * (maxSide - 1));
      let puzzle = randomPuzzle(random, width, height, 0.2 + 0.6 * random(), colours);
      if (i % 3 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
      const expected = solutionsOf(puzzle)
        .map((cells) => cells.join())
        .sort();
      const label = JSON.stringify(puzzle);
      const end = rig.run(puzzle, 2);
      if (end === null) continue;
      searched++;
      assert.equal(end, expected.length > 1 ? 'wanted' : 'exhausted', label);
      assert.equal(rig.shown.length, Math.min(2, expected.length), label);
      for (const cells of rig.shown) assert.equal(checkSolution(puzzle, cells), null, label);

      assert.equal(rig.run(puzzle, Infinity), 'exhausted');
      assert.deepEqual(rig.shown.map((cells) => cells.join()).sort(), expected, label);
      const some = Math.max(3, expected.length >> 1);
      rig.run(puzzle, some);
      assert.equal(rig.shown.length, Math.min(some, expected.length), label);
    }
    assert.ok(searched > count / 20, `${searched} of ${count} were searched`);
  });
}

test('long lines are searched as short ones are', () => {
  const random = randomNumbers(11);
  const narrow = new Rig();
  const wide = new Rig();
  for (let i = 0; i < depth(20, 60); i++) {
    const puzzle = randomPuzzle(random, 12, 12, 0.5);
    // Forty blank columns make the rows longer than a word and change nothing else.
    const padded = withMargin(puzzle, 40);
    const end = narrow.run(puzzle, 2);
    assert.equal(wide.run(padded, 2), end);
    if (end === null) continue;
    assert.equal(wide.shown.length, narrow.shown.length);
    for (const cells of wide.shown) assert.equal(checkSolution(padded, cells), null);
  }
});

test('a start position is kept', () => {
  const random = randomNumbers(5);
  const rig = new Rig();
  for (let i = 0; i < depth(100, 300); i++) {
    const puzzle = randomPuzzle(random, 5, 5, 0.5);
    const start = new Uint8Array(25).fill(UNKNOWN);
    start[Math.floor(random() * 25)] = Math.floor(random() * 2);
    const given = { ...puzzle, start };
    const expected = solutionsOf(given)
      .map((cells) => cells.join())
      .sort();
    if (rig.run(given, Infinity) === null) continue;
    assert.deepEqual(rig.shown.map((cells) => cells.join()).sort(), expected);
  }
});

test('a puzzle is searched in the same way whatever was solved before', () => {
  const random = randomNumbers(21);
  const used = new Rig();
  const trace = (rig: Rig, puzzle: Puzzle): string => {
    const end = rig.run(puzzle, 2);
    const { counters, searchDepth } = rig.outcome!;
    return [end, searchDepth, ...Object.values<number>({ ...counters }), ...rig.shown].join();
  };
  for (let i = 0; i < depth(20, 40); i++) {
    const colours = 1 + (i % 2);
    const size = 10 + (i % 5) * 6;
    const puzzle = randomPuzzle(random, size, size, colours === 1 ? 0.5 : 0.7, colours);
    assert.equal(trace(used, puzzle), trace(new Rig(), puzzle));
  }
});

test('a budget of steps stops the search and keeps the first solution', () => {
  const rig = new Rig();
  const puzzle = randomPuzzle(randomNumbers(4), 25, 25, 0.4);
  assert.equal(rig.run(puzzle, 2), 'wanted');
  const all = rig.outcome!.counters.lineSolves;
  let kept = 0;
  for (let share = 1; share <= 20; share++) {
    const maxSteps = Math.floor((all * share) / 20) - 1;
    assert.equal(rig.run(puzzle, 2, { maxSteps }), maxSteps < all ? 'stopped' : 'wanted');
    assert.equal(rig.outcome!.stoppedBy, 'steps');
    assert.ok(rig.outcome!.counters.lineSolves <= maxSteps + 1);
    assert.ok(rig.shown.length < 2);
    if (rig.shown.length === 1) kept++;
    for (const cells of rig.shown) assert.equal(checkSolution(puzzle, cells), null);
  }
  assert.ok(kept > 0);
});

test('a deadline in the past and too little memory stop the search', () => {
  const rig = new Rig();
  const puzzle = randomPuzzle(randomNumbers(4), 25, 25, 0.4);
  assert.equal(rig.run(puzzle, Infinity, { timeoutMs: 20 }), 'stopped');
  assert.equal(rig.outcome!.stoppedBy, 'timeout');
  assert.equal(rig.run(puzzle, Infinity, { memoryBytes: 1000 }), 'stopped');
  assert.equal(rig.outcome!.stoppedBy, 'memory');
  // What large puzzles took before does not count.
  rig.run(randomPuzzle(randomNumbers(4), 60, 60, 0.5), 2, { maxSteps: 30_000 });
  assert.equal(rig.run(puzzle, 2, { memoryBytes: 10_000_000 }), 'wanted');
});

for (const { title, colours, margin } of [
  { title: 'black and white', colours: 1, margin: 0 },
  { title: 'lines of several words', colours: 1, margin: 50 },
  { title: '2 colours', colours: 2, margin: 0 },
]) {
  test(`probing amid a long proof changes neither verdict nor depth, in ${title}`, (context) => {
    change(context, {});
    const random = randomNumbers(23);
    let helped = 0;
    for (let i = 0; i < depth(80, 400); i++) {
      const drawn = triangles(random, 20 + (i % 15), 14 + (i % 11), colours);
      const puzzle = withMargin(drawn, margin);
      const alone = solveWith({ amidConflicts: Infinity }, puzzle);
      const outcome = solveWith({ amidConflicts: 0.1, amidShare: 0.2 }, puzzle);
      assert.equal(outcome.status, alone.status);
      assert.equal(outcome.guessDepth, alone.guessDepth);
      if (outcome.status === 'unique') assert.deepEqual(outcome.solution, alone.solution);
      helped += Number(outcome.counters.probes !== alone.counters.probes);
    }
    assert.ok(helped > 3, `${helped} were helped`);
  });
}

function solveWith(settings: Partial<typeof SETTINGS>, puzzle: Puzzle): Outcome {
  Object.assign(SETTINGS, settings);
  return new Solver().solve(pack(puzzle), 0, UNTIMED);
}

const SIDE = 6;
/** By symmetry of a square: the cell that a cell is taken to. */
const SYMMETRIES: Record<string, (y: number, x: number) => [number, number]> = {
  'left to right': (y, x) => [y, SIDE - 1 - x],
  'upside down': (y, x) => [SIDE - 1 - y, x],
  'by half a turn': (y, x) => [SIDE - 1 - y, SIDE - 1 - x],
  'across one diagonal': (y, x) => [x, y],
  'across the other': (y, x) => [SIDE - 1 - x, SIDE - 1 - y],
  'by a quarter turn': (y, x) => [x, SIDE - 1 - y],
};

/** A random picture that stays the same under a symmetry. */
function symmetricPicture(random: () => number, name: string, colours: number): Cells {
  const cells = randomPicture(random, SIDE * SIDE, colours === 1 ? 0.45 : 0.6, colours);
  for (let cell = 0; cell < cells.length; cell++) {
    let [y, x] = [Math.floor(cell / SIDE), cell % SIDE];
    for (let k = 0; k < 4; k++) {
      [y, x] = SYMMETRIES[name](y, x);
      cells[y * SIDE + x] = cells[cell];
    }
  }
  return cells;
}

for (const name of Object.keys(SYMMETRIES)) {
  test(`puzzles that are the same ${name} have the solutions that brute force finds`, () => {
    const random = randomNumbers(name.length);
    const rig = new Rig();
    let searched = 0;
    for (let i = 0; i < depth(60, 200); i++) {
      const colours = 1 + (i % 2);
      const puzzle = puzzleOfPicture(symmetricPicture(random, name, colours), SIDE, SIDE, colours);
      const end = rig.run(puzzle, 2);
      if (end === null) continue;
      searched++;
      const expected = solutionsOf(puzzle);
      const label = JSON.stringify(puzzle);
      assert.equal(end, expected.length > 1 ? 'wanted' : 'exhausted', label);
      assert.equal(rig.shown.length, Math.min(2, expected.length), label);
      for (const cells of rig.shown) assert.equal(checkSolution(puzzle, cells), null, label);
    }
    assert.ok(searched > depth(6, 20), `${searched} were searched`);
  });
}

test('symmetric clues without a solution are refuted', () => {
  const random = randomNumbers(8);
  const rig = new Rig();
  let refuted = 0;
  for (let i = 0; i < depth(200, 400); i++) {
    const { rows } = puzzleOfPicture(
      symmetricPicture(random, 'across one diagonal', 1),
      SIDE,
      SIDE,
    );
    const [a, b] = [Math.floor(random() * SIDE), Math.floor(random() * SIDE)];
    const clues = [...rows];
    [clues[a], clues[b]] = [clues[b], clues[a]];
    const puzzle: Puzzle = {
      ...puzzleOfPicture(new Uint8Array(SIDE * SIDE), SIDE, SIDE),
      rows: clues,
      columns: clues,
    };
    const end = rig.run(puzzle, 2);
    if (end === null) continue;
    const expected = Math.min(2, solutionsOf(puzzle).length);
    if (expected === 0) refuted++;
    assert.equal(rig.shown.length, expected, JSON.stringify(puzzle));
  }
  assert.ok(refuted > depth(1, 3), `${refuted} had no solution`);
});

test('a start position that breaks the symmetry of the clues leaves none', () => {
  const random = randomNumbers(9);
  const rig = new Rig();
  let broken = 0;
  for (let i = 0; i < depth(100, 300); i++) {
    const cells = symmetricPicture(random, 'left to right', 1);
    const start = new Uint8Array(cells.length).fill(255);
    const cell = Math.floor(random() * cells.length);
    start[cell] = 1 - cells[cell];
    const puzzle = { ...puzzleOfPicture(cells, SIDE, SIDE), start };
    if (rig.run(puzzle, 2) === null) continue;
    broken++;
    assert.equal(rig.shown.length, Math.min(2, solutionsOf(puzzle).length));
  }
  assert.ok(broken > 0);
});
