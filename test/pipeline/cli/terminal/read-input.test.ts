import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const folder = folderWith({ 'header.csv': 'id,rows,columns\n' });
const file = join(folder, 'header.csv');

for (const [name, ...rest] of [
  ['solve'],
  ['rate'],
  ['fix'],
  ['convert', join(folder, 'out.json')],
  ['convert', `${join(folder, 'out')}/`, '--to', 'non'],
  ['sheets', '--out', join(folder, 'out.pdf')],
]) {
  const how = rest.at(-1) === 'non' ? ' to a folder' : '';
  test(`${name}${how} names the file that holds no puzzle`, async () => {
    const { code, stderr } = await nonomill([name, file, ...rest]);
    assert.equal(code, 1);
    assert.ok(stderr.includes(`${file}: it holds no puzzle (NM_CORPUS_EMPTY)`), stderr);
  });
}
