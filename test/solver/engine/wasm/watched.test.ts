import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EVENTS, type Observer } from '../../../../src/solver/engine/wasm/event-reader.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { depth } from '../../../support/depth.js';
import { randomPuzzle } from '../../../support/grids.js';
import {
  randomNumbers,
  randomPuzzle as randomGrid,
  withSwappedRows,
} from '../../../support/random-puzzle.js';
import { Follower } from './follower.js';
import { LIMITS } from './limits.js';

const solver = new Solver();

const ASSEMBLY = fileURLToPath(
  new URL('../../../../../src/solver/engine/assembly/lines/events.ts', import.meta.url),
);

/** Writes all events down. */
function listOf(events: string[]): Required<Observer> {
  const note = (name: string, rest: readonly unknown[]): void => {
    events.push(JSON.stringify([name, ...rest]));
  };
  return {
    line: (...rest) => note('line', rest),
    lineContradiction: (...rest) => note('lineContradiction', rest),
    probe: (...rest) => note('probe', rest),
    probeEnd: (...rest) => note('probeEnd', rest),
    guess: (...rest) => note('guess', rest),
    back: (...rest) => note('back', rest),
    solution: (cells) => note('solution', [Array.from(cells)]),
  };
}

test('the kinds of events have the same order on both sides', () => {
  const [, names] = /enum Event \{([^}]*)\}/.exec(readFileSync(ASSEMBLY, 'utf8'))!;
  assert.deepEqual(
    names.match(/^ {2}\w+/gm)!.map((name) => name.trim()),
    EVENTS,
  );
});

test('what it is told can be followed line by line', () => {
  const random = randomNumbers(21);
  let [lines, refuted, contradictions] = [0, 0, 0];
  for (let i = 0; i < depth(120, 1500); i++) {
    const colours = i % 3 === 0 ? 1 + (i % 4) : 1;
    const [width, height] = [
      [9, 12],
      [8, 34],
      [66, 6],
    ][i % 3].map((side) => side + Math.floor(random() * 4));
    let puzzle = randomGrid(random, width, height, 0.4 + 0.3 * random(), colours);
    if (i % 2 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
    const follower = new Follower(puzzle);
    const guessDepth = i % 5 === 0 ? 2 : 1;
    const outcome = solver.solve(pack(puzzle), 0, { ...LIMITS, guessDepth }, follower);
    const { solution } = outcome;
    assert.equal(follower.solutions.length > 0, solution !== null);
    if (solution !== null) {
      assert.ok(
        follower.solutions.some((cells) => cells.every((value, k) => value === solution[k])),
      );
    }
    lines += follower.lines;
    refuted += follower.refuted;
    contradictions += follower.contradictions;
  }
  assert.ok(lines > 1000 && refuted > 5 && contradictions > 50);
});

test('who does not watch the lines is told the rest, by fewer line solves', () => {
  const words = pack(randomPuzzle(20, 0.5, 20));
  const [events, all]: string[][] = [[], []];
  const watcher: Observer = listOf(events);
  delete watcher.line;
  const outcome = solver.solve(words, 0, LIMITS, watcher);
  solver.solve(words, 0, LIMITS, listOf(all));
  assert.deepEqual(outcome, solver.solve(words, 0, LIMITS));
  const told = (list: string[]): string[] => list.filter((event) => event.startsWith('["guess'));
  assert.ok(told(events).length > 0);
  assert.deepEqual(told(events), told(all));
});

test('an observer that throws ends the work, and the next puzzle is solved', () => {
  const words = pack(randomPuzzle(20, 0.5, 20));
  const outcome = solver.solve(words, 0, LIMITS);
  for (const name of ['line', 'guess', 'back', 'solution'] as const) {
    const stop = (): never => {
      throw new Error('enough');
    };
    assert.throws(() => solver.solve(words, 0, LIMITS, { [name]: stop }), /enough/);
    assert.deepEqual(solver.solve(words, 0, LIMITS), outcome);
  }
});

test('an observer may solve other puzzles, watch them and have them rated', () => {
  const [words, other] = [pack(randomPuzzle(20, 0.5, 20)), pack(randomPuzzle(15, 0.7, 3))];
  const inner = new Solver();
  const [alone, innerAlone]: string[][] = [[], []];
  const outcome = solver.solve(words, 0, LIMITS, listOf(alone));
  const innerOutcome = inner.solve(other, 0, LIMITS, listOf(innerAlone));
  const innerRated = inner.rate(innerOutcome);
  assert.notEqual(innerRated, null);

  const events: string[] = [];
  let solved = 0;
  const found = solver.solve(words, 0, LIMITS, {
    ...listOf(events),
    solution: (cells) => {
      listOf(events).solution(cells);
      const innerEvents: string[] = [];
      assert.deepEqual(inner.solve(other, 0, LIMITS, listOf(innerEvents)), innerOutcome);
      assert.deepEqual(innerEvents, innerAlone);
      solved++;
    },
  });
  assert.ok(solved > 0);
  assert.deepEqual(found, outcome);
  assert.deepEqual(events, alone);
  assert.deepEqual(inner.rate(innerOutcome), innerRated);
});
