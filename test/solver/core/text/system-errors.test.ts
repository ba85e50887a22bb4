import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { systemReason, type FileWork } from '../../../../src/solver/core/text/system-errors.js';
import { folderWith } from '../../../support/temporary.js';

test('error codes of the operating system are put into words', () => {
  const folder = folderWith({ file: '' });
  const reason = (work: FileWork, attempt: () => void): string => {
    try {
      attempt();
    } catch (error) {
      return systemReason(error, work);
    }
    return 'nothing was wrong';
  };
  assert.equal(
    reason('read', () => readFileSync(`${folder}/missing`)),
    'there is no such file or folder',
  );
  assert.equal(
    reason('read', () => readFileSync(folder)),
    'it is a folder, not a file',
  );
  assert.equal(
    reason('write', () => {
      writeFileSync(`${folder}/missing/file`, '');
    }),
    'there is no such folder',
  );
  assert.equal(
    reason('write', () => {
      writeFileSync(`${folder}/file/inside`, '');
    }),
    // Windows does not tell the one from the other.
    process.platform === 'win32'
      ? 'there is no such folder'
      : 'a part of its path is a file, not a folder',
  );
  assert.equal(systemReason(new Error('something else'), 'read'), 'something else');
});
