import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SETTINGS } from '../../../../../src/solver/engine/model/settings.js';
import { checkSolution } from '../../../../../src/solver/core/puzzle/check.js';
import { UNKNOWN, type Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import { pack } from '../../../../../src/solver/core/puzzle/packed.js';
import type { Outcome } from '../../../../../src/solver/core/result/outcome.js';
import { UNTIMED } from '../../../../support/untimed.js';
import { solutionsOf } from '../../../../support/naive/brute-force.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../../support/random-puzzle.js';
import { Solver } from '../../../../../src/solver/engine/solver/solve.js';
import { triangles, withMargin } from '../../../../support/long-puzzles.js';
import { Rig } from './rig.js';
import { depth } from '../../../../support/depth.js';

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
