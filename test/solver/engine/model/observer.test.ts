import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { UNTIMED } from '../../../support/untimed.js';
import type { Observer } from '../../../../src/solver/engine/wasm/event-reader.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomPuzzle } from '../../../support/grids.js';
import { depth } from '../../../support/depth.js';

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
  const solver = new Solver();
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
