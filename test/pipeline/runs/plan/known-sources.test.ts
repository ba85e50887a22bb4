import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { knowSources } from '../../../../src/pipeline/runs/plan/known-sources.js';
import { folderWith } from '../../../support/temporary.js';

const REQUEST = { ignoreStart: false, columnsFirst: false };

test('a file of a folder that vanished since it was found is left out; the others are known', async () => {
  const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n' });
  const there = { path: join(folder, 'a.csv'), format: 'csv', found: true };
  const gone = { path: join(folder, 'b.csv'), format: 'csv', found: true };
  for (const sources of [
    [there, gone],
    [gone, there],
  ]) {
    const { sources: known, leftOut } = await knowSources(sources, REQUEST, new StopRequest());
    assert.deepEqual(
      known.map(({ path }) => path),
      [there.path],
    );
    assert.deepEqual(leftOut, [{ path: gone.path, reason: 'there is no such file or folder' }]);
  }
});

test('a file that was named itself must be there, and one of a folder at least', async () => {
  const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n' });
  const there = { path: join(folder, 'a.csv'), format: 'csv', found: true };
  const gone = { path: join(folder, 'b.csv'), format: 'csv' };
  const reason = { message: `${gone.path}: there is no such file or folder` };
  const stop = new StopRequest();
  await assert.rejects(knowSources([gone, there], REQUEST, stop), reason);
  await assert.rejects(knowSources([{ ...gone, found: true }], REQUEST, stop), reason);
});
