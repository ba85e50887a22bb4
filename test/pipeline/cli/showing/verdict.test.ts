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
};

test('what was counted is exact or a lower bound', () => {
  assert.equal(
    verdictInWords({ ...COUNTED, stoppedBy: null, solutionsExact: true }, false),
    'exactly 12,345 solutions',
  );
  assert.equal(verdictInWords(COUNTED, false), 'at least 12,345 solutions');
});
