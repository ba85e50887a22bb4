import assert from 'node:assert/strict';
import fs, { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreError } from '../../../../src/pipeline/store/open/store-error.js';
import { isLocked as isHeld, takeLock } from '../../../../src/pipeline/store/open/lock.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { temporaryFolder } from '../../../support/tests.js';
import { holdOpenFiles, NO_OPEN_FILES } from '../../../support/windows-files.js';

const WRITE = { readonly: false };
const windows = process.platform === 'win32' && 'Windows has no links without rights';

function isLocked(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'NM_DATABASE_LOCKED';
}

test('a second name of a database by a symbolic link has the same lock', { skip: windows }, (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'real.sqlite');
  openStore(path, WRITE).close();
  symlinkSync(path, join(folder, 'link.sqlite'));
  symlinkSync(folder, join(folder, 'here'));
  for (const [one, other] of [
    [path, join(folder, 'link.sqlite')],
    [join(folder, 'link.sqlite'), join(folder, 'here', 'real.sqlite')],
  ]) {
    const store = openStore(one, WRITE);
    assert.throws(() => openStore(other, WRITE), isLocked);
    store.close();
  }
});

test('a link to a database that is still to be made is followed', { skip: windows }, (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'disk'));
  symlinkSync(join('disk', 'n.sqlite'), join(folder, 'link.sqlite'));
  const store = openStore(join(folder, 'link.sqlite'), WRITE);
  assert.throws(() => openStore(join(folder, 'disk', 'n.sqlite'), WRITE), isLocked);
  store.close();
  assert.deepEqual(readdirSync(join(folder, 'disk')), ['n.sqlite']);
});

test('a database with two hard links is refused for writing', { skip: windows }, (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'one.sqlite');
  openStore(path, WRITE).close();
  linkSync(path, join(folder, 'two.sqlite'));
  assert.throws(() => openStore(path, WRITE), /one\.sqlite has a second name \(a hard link\)/);
  openStore(path, { readonly: true }).close();
});

test('it shows whether a database is written; no lock file stays', { skip: windows }, (t) => {
  const path = join(temporaryFolder(t), 'n.sqlite');
  const writing = openStore(path, WRITE);
  const reading = openStore(path, { readonly: true });
  assert.equal(reading.isWritten(), true);
  writing.close();
  assert.equal(reading.isWritten(), false);
  assert.equal(existsSync(`${path}.lock`), false);
  reading.close();
  openStore(path, WRITE).close();
});

test('a database is locked where the file system gives the last write as the time of birth', (t) => {
  const path = join(temporaryFolder(t), 'n.sqlite');
  const { statSync } = fs;
  t.mock.method(fs, 'statSync', (...words: Parameters<typeof statSync>) => {
    const found = statSync(...words);
    // Each look finds another write.
    return found && Object.assign(found, { birthtimeNs: process.hrtime.bigint() });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  takeLock(path).release();
});

test('a lock whose file was deleted before it was taken is taken again on the new one', (t) => {
  const path = join(temporaryFolder(t), 'n.sqlite');
  const { openSync } = fs;
  let deletions = 0;
  t.mock.method(fs, 'openSync', (...words: Parameters<typeof openSync>) => {
    if (deletions++ === 0) {
      fs.unlinkSync(`${path}.lock`);
      fs.writeFileSync(`${path}.lock`, '');
    }
    return openSync(...words);
  });
  syncBuiltinESMExports();
  const lock = takeLock(path);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(deletions, 2);
  assert.throws(() => takeLock(path), isLocked);
  lock.release();
  assert.equal(isHeld(path), false);
  assert.equal(existsSync(`${path}.lock`), false);
});

test('where no open file can be deleted, it is closed first', { skip: NO_OPEN_FILES }, (t) => {
  holdOpenFiles(t);
  const path = join(temporaryFolder(t), 'n.sqlite');
  takeLock(path, 'win32').release();
  assert.equal(existsSync(`${path}.lock`), false);
});
