import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  verdictInWords,
  type VerdictColumns,
} from '../../../../src/pipeline/cli/showing/verdict.js';

const COUNTED: VerdictColumns = {
  status: 'multiple',
  stoppedBy: 'timeout',
  technique: 'search',
  guessDepth: null,
  guessDepthMin: null,
  solutions: '12345',
  solutionsExact: false,
  countEstimate: null,
  countEstimateError: null,
};

test('what was counted is exact, a lower bound, or a lower bound beside an estimate', () => {
  const estimate = { countEstimate: 9.5, countEstimateError: 0.2 };
  assert.equal(
    verdictInWords({ ...COUNTED, stoppedBy: null, solutionsExact: true }, false),
    'exactly 12,345 solutions',
  );
  assert.equal(verdictInWords(COUNTED, false), 'at least 12,345 solutions');
  assert.equal(
    verdictInWords({ ...COUNTED, ...estimate }, false),
    'at least 12,345 solutions; their number is estimated at 3.2 × 10^9 (between 2.0 × 10^9 and 5.0 × 10^9)',
  );
});
