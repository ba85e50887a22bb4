import assert from 'node:assert/strict';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, makeWritableFolder } from '../../../src/pipeline/files/make-folder.js';
import { folderWith } from '../../support/temporary.js';

test('a folder is made with those above it, and one that is there is left alone', () => {
  const folder = join(folderWith({}), 'a', 'b', 'c');
  makeFolder(folder);
  assert.ok(existsSync(folder));
  makeFolder(`${folder}/`);
});

const linux = process.platform === 'linux' ? false : 'needs /proc';
for (const [path, where] of [
  ['/proc/none', '/proc'],
  ['/proc/none/below', '/proc'],
  ['/proc/self/none/below', '/proc/self'],
]) {
  test(`${path} cannot be made, which is said at once`, { skip: linux }, () => {
    assert.throws(() => makeFolder(path), { message: `no folder can be made in ${where}` });
  });
}

test('a folder in which no file can be made is an error, and a trial leaves nothing, not even that of a killed command', () => {
  const folder = folderWith({});
  makeWritableFolder(folder);
  assert.deepEqual(readdirSync(folder), []);
  const killed = folderWith({ '.nonomill-trial.part': '' });
  makeWritableFolder(killed);
  assert.deepEqual(readdirSync(killed), []);
  if (linux !== false) return;
  assert.throws(() => makeWritableFolder('/proc'), { message: 'no file can be made in /proc' });
});

test('a file, or a link that leads nowhere, in the place of a folder is an error', () => {
  const folder = folderWith({ file: '' });
  // Windows does not tell the one from the other.
  const code = process.platform === 'win32' ? 'EEXIST' : 'ENOTDIR';
  assert.throws(() => makeFolder(join(folder, 'file', 'below')), { code });
  assert.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' });
  symlinkSync('nowhere', join(folder, 'link'));
  assert.throws(() => makeFolder(join(folder, 'link')), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(folder, 'link', 'below')));
});
