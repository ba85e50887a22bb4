import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoadWatch } from '../../../../src/pipeline/runs/pool/machine-load.js';

/**
 * A machine on which `others` run something besides the threads at work; looks are half a second
 * apart.
 */
function machine(most: number): {
  others: number;
  readonly look: (threads: number, atWork: number, looks?: number) => number;
} {
  let [time, busy] = [0, 0];
  const load = { running: () => seen.others + busy, memoryMs: 5000 };
  const watch = new LoadWatch(most, load, () => time);
  const seen = {
    others: 0,
    look(threads: number, atWork: number, looks = 1): number {
      let allowed = threads;
      for (let i = 0; i < looks; i++) {
        busy = Math.min(atWork, allowed);
        time += 500;
        allowed = watch.allowed(threads, busy);
      }
      return allowed;
    },
  };
  return seen;
}

test('as long as nobody else needs the machine, as many threads work as the load may be', () => {
  assert.equal(machine(6).look(4, 4), 4);
  assert.equal(machine(6).look(8, 8, 20), 6);
});

test('as many threads rest as others need processors, all of them if need be', () => {
  const four = machine(6);
  assert.equal(four.look(4, 4), 4);
  four.others = 4;
  assert.equal(four.look(4, 4, 60), 2);
  four.others = 9;
  assert.equal(four.look(4, 4, 60), 0);
  four.others = 0;
  assert.equal(four.look(4, 4, 60), 4);
});

test('what others do for a moment lets no thread rest', () => {
  const one = machine(6);
  assert.equal(one.look(4, 4, 20), 4);
  one.others = 5;
  assert.equal(one.look(4, 4), 4);
  one.others = 0;
  assert.equal(one.look(4, 4), 4);
});

test('the threads that work do not count as others', () => {
  const own = machine(2);
  assert.equal(own.look(2, 2, 200), 2);
});
