import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPuzzles } from '../../../../src/solver/craft/library/read-puzzles.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { allows, knownCells } from '../../../../src/solver/craft/replay/step.js';
import { Timeline, replaySolving } from '../../../../src/solver/craft/replay/replay.js';
import { UNTIMED } from '../../../support/untimed.js';
import { depth } from '../../../support/depth.js';

/** The puzzle of a picture of `#` and `.`. */
function puzzleOf(rows: readonly string[]): Puzzle {
  const clue = (cells: string): number[] =>
    cells
      .split('.')
      .map((run) => run.length)
      .filter((length) => length > 0);
  const width = rows[0].length;
  const column = (x: number): string => rows.map((row) => row[x]).join('');
  return {
    width,
    height: rows.length,
    rows: rows.map(clue),
    columns: Array.from({ length: width }, (_, x) => clue(column(x))),
    colours: 1,
    palette: null,
    start: null,
  };
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
  fc.assert(
    fc.property(picture, (rows) => {
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
    }),
    { numRuns: depth(150, 400) },
  );
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
  fc.assert(
    fc.property(picture, (rows) => {
      const puzzle = puzzleOf(rows);
      const { outcome, replay } = replaySolving(puzzle, UNTIMED);
      if (outcome.status !== 'multiple') return;
      ambiguous++;
      assert.match(replay.steps.at(-1)!.words, /^another solution: /);
      const timeline = new Timeline(puzzle, replay.steps);
      timeline.seek(replay.steps.length);
      assert.deepEqual(knownCells(timeline.domains), outcome.secondSolution);
    }),
    { numRuns: depth(150, 400) },
  );
  assert.ok(ambiguous > 20, `only ${ambiguous} ambiguous puzzles`);
});

test('a replay is cut off when it grows beyond its limit', () => {
  const rows = ['###..', '#.#..', '#####', '..#.#', '..###'];
  const { replay } = replaySolving(puzzleOf(rows), UNTIMED, { maxSteps: 3 });
  assert.equal(replay.cut, true);
  assert.equal(replay.steps.length, 3);
});

test('steps say in words what a line settles and why', () => {
  const { replay } = replaySolving(puzzleOf(['####.', '.....']), UNTIMED);
  assert.equal(replay.steps[0].words, 'row 1: the block of 4 must cover cells 2 to 4');
});
