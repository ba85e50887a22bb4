import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSlashes } from '../../../src/pipeline/files/with-slashes.js';

test('paths of Windows are kept with slashes, and those of others as they are', () => {
  assert.equal(withSlashes('C:\\puzzles\\a/b.csv', 'win32'), 'C:/puzzles/a/b.csv');
  assert.equal(withSlashes('puzzles/back\\slash.csv', 'linux'), 'puzzles/back\\slash.csv');
});
