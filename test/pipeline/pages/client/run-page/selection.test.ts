import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withChanged } from '../../../../../src/pipeline/pages/client/run-page/selection.js';

test('puzzles are selected and taken out, in the order in which they were selected', () => {
  const some = withChanged(new Set([5, 3]), [9, 3, 1], true);
  assert.deepEqual([...some], [5, 3, 9, 1]);
  assert.deepEqual([...withChanged(some, [3, 7], false)], [5, 9, 1]);
});
