import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { readPuzzles } from '../../../../src/solver/craft/library/puzzles.js';
import { colourNames } from '../../../../src/solver/craft/replay/colour-name.js';
import { replaySolving, Timeline } from '../../../../src/solver/craft/replay/replay.js';
import {
  allows,
  knownCells,
  startDomains,
  type Step,
} from '../../../../src/solver/craft/replay/step.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { puzzleOfClues, randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';
import { holds } from '../../../support/property.js';

/** The puzzle of a picture of `#` and `.`. */
function puzzleOf(rows: readonly string[]): Puzzle {
  const clue = (cells: string): number[] =>
    cells
      .split('.')
      .map((run) => run.length)
      .filter((length) => length > 0);
  const width = rows[0].length;
  const column = (x: number): string => rows.map((row) => row[x]).join('');
  return puzzleOfClues(
    rows.map(clue),
    Array.from({ length: width }, (_, x) => clue(column(x))),
  );
}

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc.array(fc.array(fc.constantFrom('#', '.'), { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  )
  .map((rows) => rows.map((row) => row.join('')));

test('a replay of a unique puzzle ends in its solution, and every step can be undone', () => {
  let unique = 0;
  holds(depth(150, 400), [picture], (rows) => {
    const puzzle = puzzleOf(rows);
    const { outcome, replay } = replaySolving(puzzle, UNTIMED);
    const timeline = new Timeline(puzzle, replay.steps);
    const start = Array.from(timeline.domains);
    const ends: number[][] = [];
    for (let i = 1; i <= replay.steps.length; i++) {
      timeline.seek(i);
      ends.push(Array.from(timeline.domains));
    }
    const cells = knownCells(timeline.domains);
    if (outcome.status === 'unique' && outcome.technique !== 'search') {
      unique++;
      assert.equal(checkSolution(puzzle, cells), null);
      assert.equal(replay.steps.at(-1)?.kind, 'solution');
    }
    for (let i = replay.steps.length; i >= 1; i--) {
      timeline.seek(i);
      assert.deepEqual(Array.from(timeline.domains), ends[i - 1]);
    }
    timeline.seek(0);
    assert.deepEqual(Array.from(timeline.domains), start);
    assert.ok(replay.steps.every(({ words }) => words !== ''));
  });
  assert.ok(unique > 20, `only ${unique} unique puzzles`);
});

test('a replay of probes after a search takes over nothing from its guesses', () => {
  const csv = readFileSync(
    new URL('../../../../../data/random-search.csv', import.meta.url),
    'utf8',
  );
  const { puzzles } = readPuzzles(csv, { format: 'csv' });
  assert.ok(puzzles.length > 0);
  for (const { puzzle } of puzzles) {
    const { outcome, replay } = replaySolving(puzzle, UNTIMED);
    assert.equal(outcome.status, 'unique');
    const timeline = new Timeline(puzzle, replay.steps);
    for (const [i, { depth, kind }] of replay.steps.entries()) {
      timeline.seek(i + 1);
      assert.ok(!timeline.domains.includes(0), `after step ${i + 1} a cell has no value left`);
      if (depth > 0 || kind === 'contradiction') continue;
      const lost = timeline.domains.findIndex(
        (domain, cell) => !allows(domain, outcome.solution![cell]),
      );
      assert.equal(lost, -1, `step ${i + 1} takes its value from cell ${lost}`);
    }
  }
});

test('the two solutions of an ambiguous puzzle are both steps of its replay', () => {
  const { outcome, replay } = replaySolving(puzzleOf(['#.', '.#']), UNTIMED);
  assert.equal(outcome.status, 'multiple');
  assert.equal(replay.steps.filter(({ kind }) => kind === 'solution').length, 2);
});

test('the replay of an ambiguous puzzle ends on its second solution', () => {
  let ambiguous = 0;
  holds(depth(150, 400), [picture], (rows) => {
    const puzzle = puzzleOf(rows);
    const { outcome, replay } = replaySolving(puzzle, UNTIMED);
    if (outcome.status !== 'multiple') return;
    ambiguous++;
    assert.match(replay.steps.at(-1)!.words, /^another solution: /);
    const timeline = new Timeline(puzzle, replay.steps);
    timeline.seek(replay.steps.length);
    assert.deepEqual(knownCells(timeline.domains), outcome.secondSolution);
  });
  assert.ok(ambiguous > 20, `only ${ambiguous} ambiguous puzzles`);
});

test('a replay is cut off when it grows beyond its limit', () => {
  const rows = ['###..', '#.#..', '#####', '..#.#', '..###'];
  const { replay } = replaySolving(puzzleOf(rows), UNTIMED, { maxWords: Infinity, maxSteps: 3 });
  assert.equal(replay.cut, true);
  assert.equal(replay.steps.length, 3);
});

test('steps say in words what a line settles and why', () => {
  const { replay } = replaySolving(puzzleOf(['####.', '.....']), UNTIMED);
  assert.equal(replay.steps[0].words, 'row 1: the block of 4 must cover cells 2 to 4');
});

test('every step that finds something names a known technique that it needs', () => {
  const random = randomNumbers(11);
  const seen = new Set<string>();
  for (let i = 0; i < 60; i++) {
    const puzzle = randomPuzzle(random, 12, 12, 0.5);
    const { outcome, replay } = replaySolving(puzzle, UNTIMED);
    if (outcome.status !== 'unique') continue;
    for (const { kind, needs, changes } of replay.steps) {
      if (kind === 'line') {
        assert.ok(changes.length > 0);
        assert.ok(NEEDS.indexOf(needs!) <= NEEDS.indexOf('line'));
      } else if (kind !== 'removed') {
        assert.equal(needs, null);
      }
      if (needs !== null) seen.add(needs);
    }
    const solver = new Solver();
    const rated = solver.rate(solver.solve(pack(puzzle), 0, UNTIMED));
    if (rated?.lookAhead != null) {
      const removed = replay.steps.filter(({ kind }) => kind === 'removed');
      assert.ok(removed.length > 0);
      assert.ok(removed.every(({ needs }) => needs === 'lookahead' || needs === 'assumption'));
    }
  }
  for (const needs of ['overlap', 'bounds', 'runs', 'lookahead']) {
    assert.ok(seen.has(needs), `no step needs ${needs}`);
  }
});

test('an assumption that contradicts within three rounds is shown in lines that all are needed for it', () => {
  const random = randomNumbers(12);
  let shown = 0;
  for (let i = 0; i < 40; i++) {
    const puzzle = randomPuzzle(random, 12, 12, 0.5);
    const { steps } = replaySolving(puzzle, UNTIMED).replay;
    steps.forEach(({ needs, cell }, end) => {
      if (needs !== 'lookahead') return;
      const start = steps.findLastIndex(({ kind }, at) => at < end && kind === 'probe');
      const inside = steps.slice(start + 1, end);
      assert.equal(steps[start].cell, cell);
      assert.equal(inside.at(-1)?.kind, 'contradiction');
      assert.ok(inside.slice(0, -1).every(({ kind, depth }) => kind === 'line' && depth === 1));
      const lines = inside.map(({ line }) => line!);
      assert.equal(new Set(lines.slice(0, -1)).size, lines.length - 1);
      shown++;
    });
    assertPlayable(puzzle, steps);
  }
  assert.ok(shown >= 5, String(shown));
});

/** Fails unless each step begins with what the steps before it have left. */
function assertPlayable(puzzle: Puzzle, steps: readonly Step[]): void {
  const domains = startDomains(puzzle);
  for (const { changes } of steps) {
    for (let i = 0; i < changes.length; i += 3) {
      assert.equal(domains[changes[i]], changes[i + 1]);
      domains[changes[i]] = changes[i + 2];
    }
  }
}

test('colours have the names that people would give them', () => {
  const called = {
    '#3d4550': 'dark grey',
    '#1f2430': 'black',
    '#6b4226': 'brown',
    '#d7263d': 'red',
    '#f5a800': 'orange',
    '#2e9e4f': 'green',
    '#9ec9e2': 'light blue',
    '#7b4fa3': 'purple',
  };
  const names = colourNames(['#ffffff', ...Object.keys(called)]);
  assert.deepEqual(names, ['white', ...Object.values(called)]);
});

test('a dull colour keeps its hue, and a grey one has none', () => {
  const called = {
    '#3f7d4e': 'green',
    '#5f7d63': 'green',
    '#4a6b8a': 'blue',
    '#2b4a6f': 'dark blue',
    '#d2b48c': 'beige',
    '#a0522d': 'brown',
    '#808a80': 'grey',
    '#f0f0f0': 'white',
  };
  for (const [colour, name] of Object.entries(called)) {
    assert.equal(colourNames(['#123456', colour, '#00ffff'])?.[1], name, colour);
  }
});

test('colours with the same name get their number, and black on white needs no names', () => {
  const names = colourNames(['#ffffff', '#d7263d', '#c8102e', '#000000']);
  assert.deepEqual(names, ['white', 'red (colour 1)', 'red (colour 2)', 'black']);
  assert.equal(colourNames(['#ffffff', '#000000']), null);
});
