import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoppedEarly } from '../../../../src/pipeline/runs/request/run-error.js';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { listRuns, runProgress } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';

test('a run that is stopped while it hashes its corpora ends there, and leaves no run', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', { count: 2000, width: 9, height: 9 });
  const db = join(folder, 'a.sqlite');
  const stop = new StopRequest();
  stop.request('signal');
  const observer = new Recorder();
  await assert.rejects(doRun(requestFor([corpus], db), controls(observer, stop)), StoppedEarly);
  assert.deepEqual(observer.starts, []);
  assert.ok(existsSync(db));
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  assert.deepEqual(listRuns(store), []);
});

test('a run that is stopped leaves in the database how far it is, as its observer has heard it last', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', { count: 30_000, width: 5, height: 5, brokenEvery: 9 });
  const db = join(folder, 'a.sqlite');
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onProgress = ({ done }) => done > 0 && stop.request('signal');
  const outcome = await doRun(requestFor([corpus], db), controls(observer, stop));
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  const [stored] = listRuns(store);
  const counts = { results: outcome.proof.results, rejects: outcome.proof.rejects };
  const found = runProgress(store, stored, stored.state, counts);
  // It may have been quicker than the signal.
  if (outcome.state === 'complete') {
    assert.equal(found, null);
    return;
  }
  const { done, total, isEstimate } = observer.latest!;
  assert.deepEqual(found, { done, total, isEstimate, perSecond: 0, timeLeft: null });
  assert.equal(done, counts.results + counts.rejects);
});
