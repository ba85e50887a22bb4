import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  NotReplaced,
  replaceFile,
  whyNotReplaced,
} from '../../../src/pipeline/files/replace-file.js';
import { temporaryFolder } from '../../support/temporary.js';

const START = '# Ours ';
const TEXT = '# Ours 2\n';

for (const [what, before] of [
  ['nothing', null],
  ['an empty file', ''],
  ['one that begins in the same way', '# Ours 1\n'],
  ['one that was cut off within its beginning', '# Ou'],
] as const) {
  test(`a file takes the place of ${what}, and nothing is left beside it`, (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'file');
    if (before !== null) writeFileSync(path, before);
    replaceFile(path, TEXT, START, `${path}.part`);
    assert.equal(readFileSync(path, 'utf8'), TEXT);
    assert.deepEqual(readdirSync(folder), ['file']);
  });
}

for (const name of ['file', 'file.part']) {
  test(`what somebody else has written as ${name} stays, byte by byte`, (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'file');
    writeFileSync(join(folder, name), 'theirs');
    assert.throws(() => replaceFile(path, TEXT, START, `${path}.part`), NotReplaced);
    assert.deepEqual(readdirSync(folder), [name]);
    assert.equal(readFileSync(join(folder, name), 'utf8'), 'theirs');
  });
}

test('folders, links and devices are never replaced', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'ours'), TEXT);
  symlinkSync(join(folder, 'ours'), join(folder, 'link'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dead-link'));
  const paths = ['folder', 'link', 'dead-link'].map((name) => join(folder, name));
  if (process.platform !== 'win32') paths.push('/dev/null');
  for (const path of paths) {
    assert.equal(whyNotReplaced(path, START), `${path} is not a plain file`);
    assert.throws(() => replaceFile(path, TEXT, START, `${folder}/aside`), NotReplaced);
  }
});
