import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaySolving } from '../../../../src/solver/craft/replay/replay.js';
import { PAGE_STYLE } from '../../../../src/pipeline/report/html/page-style.js';
import {
  SOLVING_LIMITS,
  Solvings,
  solvingSvg,
} from '../../../../src/pipeline/report/html/solving.js';
import { gatherNumbers } from '../../../../src/pipeline/report/numbers/report-numbers.js';
import { UNTIMED } from '../../../support/untimed.js';
import type { SolvedPuzzle } from '../../../../src/pipeline/store/queries/stored-results.js';
import { temporaryStore } from '../../../support/store-samples.js';
import { writeSampleRun } from '../sample-run.js';

function samples(t: Parameters<typeof temporaryStore>[0]): readonly SolvedPuzzle[] {
  const store = temporaryStore(t);
  return gatherNumbers(store, writeSampleRun(store)).hardest.byTime;
}

function named(solved: readonly SolvedPuzzle[], name: string): SolvedPuzzle {
  const found = solved.find((one) => one.name === name);
  assert.ok(found, `no puzzle ${name}`);
  return found;
}

/** The cells whose path of the given class is to be seen at the end of an animation, sorted. */
function seenAtEnd(svg: string, kind: string): string[] {
  const path = new RegExp(
    `<path class="${kind}"[^>]*? d="([^"]*)"(?:/>|>(<animate[^>]*>)</path>)`,
    'g',
  );
  return [...svg.matchAll(path)]
    .filter(([, , animate]) => (animate ?? 'visible"').includes('visible"'))
    .flatMap(([, d]) => d.split('M').slice(1))
    .map((cell) => cell.split('h')[0])
    .sort();
}

test('an animation ends in the solution, every cell known', (t) => {
  const { puzzle } = named(samples(t), 'cross');
  const { replay } = replaySolving(puzzle, UNTIMED);
  const svg = solvingSvg({ id: 'x', title: 'cross', puzzle, steps: replay.steps });
  assert.deepEqual(seenAtEnd(svg, 'filled'), ['0 10', '10 0', '10 10', '10 20', '20 10']);
  assert.deepEqual(seenAtEnd(svg, 'unknown'), []);
});

test('the times of an animation ascend from 0 and each has its value', (t) => {
  const { puzzle } = named(samples(t), 'two');
  const { replay } = replaySolving(puzzle, UNTIMED);
  const svg = solvingSvg({ id: 'x', title: 'two', puzzle, steps: replay.steps });
  const animations = [...svg.matchAll(/keyTimes="([^"]*)" values="([^"]*)"/g)];
  assert.ok(animations.length > 0);
  for (const [, keyTimes, values] of animations) {
    const times = keyTimes.split(';').map(Number);
    assert.equal(times[0], 0);
    assert.ok(times.every((time, i) => i === 0 || (time > times[i - 1] && time < 1)));
    assert.equal(values.split(';').length, times.length);
  }
});

test('an animation that would take too many steps, or too much room or time, is not shown', (t) => {
  const cross = named(samples(t), 'cross');
  const { length } = new Solvings().show(cross);
  assert.ok(length > 0);
  for (const limit of [{ steps: 1 }, { length: length - 1 }, { timeMs: 0 }, { lineSolves: 1 }]) {
    assert.equal(
      new Solvings({ ...SOLVING_LIMITS, ...limit }).show(cross),
      '',
      JSON.stringify(limit),
    );
  }
  const twice = new Solvings({ ...SOLVING_LIMITS, lengthInAll: 2 * length - 1 });
  assert.equal(twice.show(cross).length, length);
  assert.equal(twice.show(cross), '');
});

test('a puzzle without a solution has no animation', (t) => {
  assert.equal(new Solvings().show(named(samples(t), 'none')), '');
});

test('those who ask for reduced motion get the steps in words, and no animation', (t) => {
  const html = new Solvings().show(named(samples(t), 'cross'));
  assert.match(html, /<ol tabindex="0" aria-label="Steps"><li>row 2: /);
  const reduced = /prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/.exec(PAGE_STYLE)?.[1] ?? '';
  assert.match(reduced, /\.solving svg \{ display: none; \}/);
});

test('if the search is too long, the lines go as far as they can, and the known solutions follow', (t) => {
  const two = named(samples(t), 'two');
  const clues = { rows: [[1], [1], [], [3]], columns: [[1, 1], [1, 1], [1]] };
  const ambiguous: SolvedPuzzle = {
    ...two,
    puzzle: { ...two.puzzle, ...clues, width: 3, height: 4 },
    result: { ...two.result, solution: '#../.#./.../###', secondSolution: '.#./#../.../###' },
  };
  const html = new Solvings({ ...SOLVING_LIMITS, lineSolves: 10 }).show(ambiguous);
  const told = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words);
  assert.match(told[0], /^row 3: the clue is empty/);
  assert.match(told[told.length - 2], /too long to show; it finds this solution$/);
  assert.match(told[told.length - 1], /^another solution: it differs in 4 cells$/);
  // The first of them is to be seen for a good while.
  const [, times] = /keyTimes="([^"]*)" values="hidden;visible;hidden"/.exec(html) ?? [];
  const [, from, to] = times.split(';').map(Number);
  assert.ok(to - from > 0.15, times);
});
