import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/do-run.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { earlierTimes } from '../../../../src/pipeline/runs/forecast.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { controls, requestFor } from '../../../support/runs/requests.js';

test('an earlier run tells how long its puzzles took and how they look, or a part of them', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'a.sqlite');
  const corpora = [
    writeCsv(folder, 'small', { count: 200, width: 5, height: 5, brokenEvery: 0 }),
    writeCsv(folder, 'large', { count: 30, width: 17, height: 12, brokenEvery: 0 }),
  ];
  await doRun(requestFor(corpora, db), controls());
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  const times = [...earlierTimes(store, 1, 230, 1000)];
  assert.equal(times.length, 230);
  assert.equal(times.filter(({ width, height }) => width === 17 && height === 12).length, 30);
  assert.ok(times.every(({ filled, blocks }) => filled > 0 && blocks > 0));
  assert.ok(times.every(({ ms, isOver, steps }) => ms >= 0 && isOver && steps !== null));
  assert.ok([...earlierTimes(store, 1, 230, 50)].length < 120);
});
