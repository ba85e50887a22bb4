import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoppedEarly } from '../../../src/batch/contract/run-error.js';
import { StopRequest } from '../../../src/batch/contract/stop-request.js';
import { run } from '../../../src/batch/run/do-run.js';
import { openStore } from '../../../src/store/open/open.js';
import { listRuns } from '../../../src/store/runs/read-runs.js';
import { writeCsv } from '../../support/csv-corpora.js';
import { temporaryFolder } from '../../support/temporary.js';
import { Recorder, controls, requestFor } from '../../support/runs/requests.js';

test('a run that is stopped while it hashes its corpora ends there, and leaves no run', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', { count: 2000, width: 9, height: 9 });
  const db = join(folder, 'a.sqlite');
  const stop = new StopRequest();
  stop.request('signal');
  const observer = new Recorder();
  await assert.rejects(run(requestFor([corpus], db), controls(observer, stop)), StoppedEarly);
  assert.deepEqual(observer.starts, []);
  assert.ok(existsSync(db));
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  assert.deepEqual(listRuns(store), []);
});
