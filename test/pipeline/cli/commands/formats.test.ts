import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMAT_DESCRIPTIONS, FORMAT_USERS } from '../../../../src/solver/formats/descriptions.js';
import { FORMATS } from '../../../../src/solver/formats/registry.js';
import { nonomill } from '../../../support/nonomill.js';

test('every format is listed, as text and as JSON', async () => {
  const text = await nonomill(['formats']);
  const json = await nonomill(['formats', '--json']);
  const listed = JSON.parse(json.stdout) as { name: string; read: boolean; write: boolean }[];
  assert.deepEqual(
    listed.map(({ name }) => name),
    FORMATS.map(({ name }) => name),
  );
  assert.deepEqual(
    Object.keys(FORMAT_DESCRIPTIONS),
    FORMATS.map(({ name }) => name),
  );
  assert.ok(listed.every(({ read, write }) => read || write));
  for (const { name } of listed) assert.match(text.stdout, new RegExp(`^${name} `, 'm'));
});

test('each format that is written is offered once, under those who use it', () => {
  const written = FORMATS.filter(({ write }) => write !== null).map(({ name }) => name);
  assert.deepEqual(FORMAT_USERS.flatMap(([, names]) => names).toSorted(), written.toSorted());
});
