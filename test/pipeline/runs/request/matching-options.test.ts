import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import {
  asBegun,
  asking,
  matchingDifferences,
  MATCHING_OPTIONS,
  matchingValues,
  NOTHING_ASKED,
  type MatchingValues,
} from '../../../../src/pipeline/runs/request/matching-options.js';
import { runFlags } from '../../../../src/pipeline/cli/running/run-options.js';

/** Another value for each option than the one of a request that says nothing. */
const OTHERS: MatchingValues = {
  timeoutMs: 3000,
  maxSteps: 7,
  memoryMiB: 64,
  count: 'exact',
  guessDepth: 4,
  limit: 5,
  columnsFirst: true,
  crossCheck: 0.5,
  noDifficulty: true,
  prove: true,
  proveTo: resolve('/proofs'),
  proofFormat: 'lrat',
  shard: '2/8',
};

for (const key of MATCHING_OPTIONS) {
  const other = { [key]: OTHERS[key] };

  test(`${key}: what is asked is stored, and asked again when the run goes on`, () => {
    const before = matchingValues(NOTHING_ASKED);
    const asked = asking(NOTHING_ASKED, other);
    assert.deepEqual(matchingValues(asked), { ...before, ...other });
    const stored = JSON.parse(JSON.stringify(matchingValues(asked))) as Record<string, unknown>;
    assert.deepEqual(matchingValues(asBegun(NOTHING_ASKED, stored, [])), matchingValues(asked));
    assert.deepEqual(matchingValues(asBegun(NOTHING_ASKED, stored, [key])), before);
  });

  test(`${key}: the flag that sets it is named if it differs`, () => {
    const [phrase, ...more] = matchingDifferences(matchingValues(NOTHING_ASKED), {
      ...matchingValues(NOTHING_ASKED),
      ...other,
    });
    assert.ok(phrase.startsWith(`--${runFlags[key].name} was `), phrase);
    assert.deepEqual(more, []);
  });
}
