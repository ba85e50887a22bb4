import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { listRuns } from '../../../../src/pipeline/store/stored-runs.js';
import { remount, smallDisk } from '../../../support/small-disk.js';
import { NEW_RUN, temporaryStore } from '../../../support/store-samples.js';

const READ = { readonly: true };

/** A database that holds one run. */
function withOneRun(t: TestContext): string {
  const store = temporaryStore(t);
  new RunWriter(store).startRun(NEW_RUN);
  store.close();
  return store.path;
}

/** A folder that cannot be written to, but once by `fill`; null if none can be made. */
function readonlyFolder(t: TestContext, fill: (folder: string) => void): string | null {
  const disk = smallDisk(t, '4m');
  if (disk === null) return null;
  fill(disk);
  remount(disk, 'ro');
  return disk;
}

test('reading leaves no log behind, unless somebody else reads or writes', (t) => {
  const path = withOneRun(t);
  const files = (): string[] => readdirSync(join(path, '..')).sort();
  const before = files();
  const [one, other] = [openStore(path, READ), openStore(path, READ)];
  assert.equal(listRuns(one).length, 1);
  assert.notDeepEqual(files(), before);
  one.close();
  assert.equal(listRuns(other).length, 1);
  other.close();
  assert.deepEqual(files(), before);

  const writing = openStore(path, { readonly: false });
  const writer = new RunWriter(writing);
  writer.startRun(NEW_RUN);
  openStore(path, READ).close();
  writer.finishRun('complete');
  writing.close();
  assert.deepEqual(files(), before);
});

test('a database can be read where nothing can be written', (t) => {
  const path = withOneRun(t);
  const disk = readonlyFolder(t, (folder) => copyFileSync(path, join(folder, 'a.sqlite')));
  if (disk === null) return;
  const store = openStore(join(disk, 'a.sqlite'), READ);
  assert.equal(listRuns(store).length, 1);
  store.close();
  assert.deepEqual(readdirSync(disk), ['a.sqlite']);
});

test('a log that cannot be restored is not passed over', (t) => {
  const writing = temporaryStore(t);
  new RunWriter(writing).startRun(NEW_RUN);
  const disk = readonlyFolder(t, (folder) => {
    for (const end of ['', '-wal']) {
      copyFileSync(writing.path + end, join(folder, `a.sqlite${end}`));
    }
  });
  if (disk === null) return;
  const expected = /a\.sqlite-wal holds results .* Copy both/;
  assert.throws(() => openStore(join(disk, 'a.sqlite'), READ), expected);
});
