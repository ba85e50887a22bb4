import assert from 'node:assert/strict';
import fs, { existsSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  removeEmptyFolder,
  removeFile,
  removeIfThere,
  renameFile,
} from '../../../src/pipeline/files/remove-rename.js';
import { systemReason } from '../../../src/solver/core/text/error-codes.js';
import { temporaryFolder } from '../../support/temporary.js';

/** The first `times` tries fail with this code, until the test ends; `tries` counts them all. */
function failing(t: TestContext, name: 'renameSync' | 'unlinkSync', code: string, times: number) {
  const real = fs[name] as (...words: unknown[]) => void;
  const count = { tries: 0 };
  t.mock.method(fs, name, (...words: unknown[]) => {
    if (count.tries++ < times) throw Object.assign(new Error(`${code}: raw`), { code });
    real(...words);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return count;
}

for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
  test(`on Windows a file that another program has open for a moment (${code}) is renamed after it`, (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'a'), '');
    failing(t, 'renameSync', code, 2);
    renameFile(join(folder, 'a'), join(folder, 'b'), 'win32');
    assert.equal(existsSync(join(folder, 'b')), true);
  });
}

test('on Windows a file that stays open is said to be open in another program', (t) => {
  const path = join(temporaryFolder(t), 'a');
  writeFileSync(path, '');
  failing(t, 'unlinkSync', 'EPERM', Infinity);
  assert.throws(
    () => removeFile(path, 'win32'),
    (error) => systemReason(error, 'write') === 'another program has it open',
  );
});

test('what is not due to another program fails at once, and so does everything elsewhere', (t) => {
  const path = join(temporaryFolder(t), 'a');
  writeFileSync(path, '');
  const count = failing(t, 'unlinkSync', 'EPERM', 1);
  assert.throws(() => removeFile(path, 'linux'), { code: 'EPERM' });
  assert.equal(count.tries, 1);
  removeFile(path, 'linux');
  assert.throws(() => removeFile(path, 'win32'), { code: 'ENOENT' });
  removeIfThere(path, 'win32');
  assert.throws(() => removeEmptyFolder(path, 'win32'), { code: 'ENOENT' });
});
