import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { estimatedEntries } from '../../../../src/pipeline/corpus/reader/entries-per-byte.js';
import { diskWarning } from '../../../../src/pipeline/runs/stages/disk-warning.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';

/** More than any disk has. */
const HUGE = 1e16;

test('a run that needs more room than there is says so, as far as it is still to do', async (t) => {
  const folder = temporaryFolder(t);
  const path = writeCsv(folder, 'one', { count: 100, width: 5, height: 5, brokenEvery: 0 });
  const request = { db: join(folder, 'a.sqlite'), limit: null, shard: null };
  const sources = [{ path, format: 'csv', bytes: HUGE }];
  const warned = (changes: object, done = 0): Promise<string | null> =>
    diskWarning({ ...request, ...changes }, sources, done);
  assert.match((await warned({}))!, /^The run may need about [\d,]+ MiB in .*It starts anyway/);
  assert.equal(await warned({ limit: 1000 }), null);
  assert.equal(await warned({ shard: { part: 1, of: 1e12 } }), null);
  const all = (await estimatedEntries(sources[0], HUGE))!;
  assert.match((await warned({}, all / 2))!, /The run may need/);
  assert.equal(await warned({}, all), null);
  const two = [...sources, { ...sources[0] }];
  assert.match((await diskWarning(request, two, all))!, /The run may need/);
  assert.equal(await diskWarning(request, two, 2 * all), null);
});
