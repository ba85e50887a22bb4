import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DATABASE_START, whyTaken } from '../../../src/pipeline/files/database-files.js';
import { makeFolder } from '../../../src/pipeline/files/make-folder.js';
import { whyNotReplaced } from '../../../src/pipeline/files/replace-file.js';
import { folderWith } from '../../support/temporary.js';

test('a name that a database needs for itself is given to no file and no folder', () => {
  const folder = folderWith({ 'night.sqlite': `${DATABASE_START}…`, 'notes.txt': 'a text' });
  const reason =
    /^night\.sqlite-journal is a name that the database night\.sqlite needs for itself$/;
  const path = join(folder, 'night.sqlite-journal');
  assert.match(whyTaken(path) ?? '', reason);
  assert.match(whyNotReplaced(path, '# ') ?? '', reason);
  assert.throws(() => makeFolder(path), { message: reason });
  for (const free of ['night.sqlite', 'night.sqlite.gz', 'notes.txt-wal', 'none.sqlite-wal']) {
    assert.equal(whyTaken(join(folder, free)), null, free);
  }
});
