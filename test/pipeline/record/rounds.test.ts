import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  curedStatuses,
  hasRound,
  limitIn,
  limitListText,
  roundCount,
  storedLimit,
  type RoundLists,
} from '../../../src/pipeline/record/rounds.js';

/** The limits of the first rounds, as long as they grow. */
function limitsOf(name: 'timeoutMs' | 'memoryMiB', lists: RoundLists): number[] {
  const limits: number[] = [];
  for (let round = 1; hasRound(lists, round); round++) {
    limits.push(limitIn(name, lists[name]!, round));
  }
  return limits;
}

test('a list has a round for each of its limits', () => {
  const lists: RoundLists = { timeoutMs: [1000, 30_000, 600_000] };
  assert.deepEqual(limitsOf('timeoutMs', lists), [1000, 30_000, 600_000]);
  assert.equal(roundCount(lists), 3);
});

test('a list that grows has four times as much each round, up to what a limit can be', () => {
  const lists: RoundLists = { memoryMiB: [16, 100, 'x4'] };
  const limits = limitsOf('memoryMiB', lists);
  assert.deepEqual(limits.slice(0, 4), [16, 100, 400, 1600]);
  assert.equal(limits.at(-1), 2 ** 20);
  assert.equal(roundCount(lists), null);
});

test('with several lists there are as many rounds as the longest has, and the others stay at their last limit', () => {
  const lists: RoundLists = { timeoutMs: [1, 2, 3], maxSteps: [10, 20] };
  assert.equal(roundCount(lists), 3);
  assert.equal(limitIn('maxSteps', lists.maxSteps!, 3), 20);
  assert.ok(hasRound(lists, 3) && !hasRound(lists, 4));
  assert.deepEqual(curedStatuses(lists), ['timeout', 'steps']);
});

test('without lists there is one round, whose results no other one changes', () => {
  assert.equal(roundCount({}), 1);
  assert.ok(!hasRound({}, 2));
  assert.deepEqual(curedStatuses({}), []);
});

test('limits are told as they are typed; of what is stored the first counts, whatever others wrote', () => {
  assert.equal(
    limitListText([1000, 4000, 'x4'], (ms) => `${ms}ms`),
    '1000ms,4000ms..',
  );
  assert.deepEqual([5, [7, 'x4'], null, ['x4'], 'x', {}].map(storedLimit), [5, 7, ...Array<null>(4).fill(null)]); // prettier-ignore
});
