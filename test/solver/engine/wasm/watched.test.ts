import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EVENTS, type Observer } from '../../../../src/solver/engine/wasm/event-reader.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { assertEach, UNTIMED, depth } from '../../../support/tests.js';
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
  assertEach(names.match(/^ {2}\w+/gm)!, (name) => name.trim(), EVENTS);
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

/** The grid as an observer's events describe it: by cell, the values that are removed. */
class Replay implements Observer {
  gone: Set<string>[] = [new Set()];
  probes: { cell: number; value: number; contradiction: boolean }[] = [];
  solutions = 0;

  line = (_line: number, removed: readonly { cell: number; value: number }[]): void => {
    for (const { cell, value } of removed) this.gone.at(-1)!.add(`${cell}:${value}`);
  };
  probe = (): void => {
    this.gone.push(new Set(this.gone.at(-1)));
  };
  probeEnd = (cell: number, value: number, _level: number, contradiction: boolean): void => {
    this.gone.pop();
    this.probes.push({ cell, value, contradiction });
    if (contradiction) this.gone.at(-1)!.add(`${cell}:${value}`);
  };
  solution = (): void => {
    this.solutions++;
  };
}

test('the events of a puzzle that needs probing add up to its solution', () => {
  let probed = 0;
  for (let seed = 1; seed < depth(250, 800); seed++) {
    const bicolour = seed % 2 === 0;
    const side = 8 + (seed % 6);
    const puzzle = randomPuzzle(side, bicolour ? 0.8 : 0.5, seed, bicolour ? 2 : 1);
    const replay = new Replay();
    const outcome = solver.solve(pack(puzzle), 0, UNTIMED, replay);
    const unwatched = solver.solve(pack(puzzle), 0, UNTIMED);
    assert.ok(unwatched.counters.lineSolves <= outcome.counters.lineSolves);
    unwatched.counters.lineSolves = outcome.counters.lineSolves;
    assert.deepEqual(unwatched, outcome);
    assert.ok(replay.solutions >= (outcome.status === 'unique' ? 1 : 2));
    assert.equal(replay.probes.length, outcome.counters.probes);
    if (outcome.technique !== 'probe' && outcome.technique !== 'line') continue;
    if (outcome.technique === 'probe') {
      probed++;
      assert.ok(replay.probes.some((probe) => probe.contradiction));
    }
    for (const { cell, value, contradiction } of replay.probes) {
      if (contradiction) assert.notEqual(outcome.solution![cell], value);
    }
    if (outcome.technique === 'probe') continue;
    outcome.solution!.forEach((value, cell) => {
      for (let other = 0; other <= puzzle.colours; other++) {
        assert.equal(replay.gone[0].has(`${cell}:${other}`), other !== value);
      }
    });
  }
  assert.ok(probed > depth(1, 5), `${probed} puzzles needed probing`);
});
