// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOCAL, doRun, type RunParts } from '../../../../src/pipeline/runs/stages/do-run.js';
import { dropIndexes } from '../../../../src/pipeline/store/open/indexes.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { remount, smallDisk } from '../../../support/small-disk.js';
import { contentsOf } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { depth } from '../../../support/depth.js';

const SHAPE = { count: depth(8000, 12_000), width: 6, height: 6, brokenEvery: 30 };

test('a database at its limit ends the run cleanly, and --resume finishes it once there is room', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', { ...SHAPE, count: depth(4000, SHAPE.count) })];
  const db = join(folder, 'a.sqlite');
  const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
  const small: RunParts = {
    ...LOCAL,
    openStore() {
      const store = openStore(db, { readonly: false });
      store.db.pragma(`max_page_count = ${depth(90, 200)}`);
      return store;
    },
  };
  const observer = new Recorder();
  const full = await doRun(request, controls(observer), small);
  assert.equal(full.state, 'interrupted');
  assert.equal(full.stoppedBy, 'disk-full');
  assert.equal(full.resumable, true);
  assert.match(observer.warnings.join(), /full/);
  assert.ok(full.proof.results > 0, 'nothing was kept');

  const outcome = await doRun(request, controls());
  assert.equal(outcome.kind, 'resumed');
  assert.equal(outcome.state, 'complete');
  assert.equal(outcome.solved, outcome.proof.results - full.proof.results);
  const undisturbed = join(folder, 'b.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

test('a complete run without room for its indexes is reported all the same', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', { ...SHAPE, count: 1500 })];
  const db = join(folder, 'a.sqlite');
  await doRun(requestFor(corpora, db), controls());
  const before = openStore(db, { readonly: false });
  dropIndexes(before);
  before.db.exec('VACUUM');
  before.close();
  const full: RunParts = {
    ...LOCAL,
    openStore() {
      const store = openStore(db, { readonly: false });
      store.db.pragma(
        `max_page_count = ${String(store.db.pragma('page_count', { simple: true }))}`,
      );
      return store;
    },
  };
  const observer = new Recorder();
  const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
  const outcome = await doRun(request, controls(observer), full);
  assert.equal(outcome.kind, 'untouched');
  assert.equal(outcome.proof.holds, true);
  assert.match(
    observer.warnings.join(),
    /There is no room for the indexes of the database: .* full/,
  );
});

test('a nearly full disk is reported before the work, and a full one ends the run cleanly without harm', async (t) => {
  const folder = temporaryFolder(t);
  const disk = smallDisk(t, '2m');
  if (disk === null) return;
  const corpora = [writeCsv(folder, 'one', SHAPE)];
  const db = join(disk, 'a.sqlite');
  const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
  const observer = new Recorder();
  const full = await doRun(request, controls(observer));
  assert.equal(full.stoppedBy, 'disk-full');
  assert.match(
    observer.warnings.join('\n'),
    /The run may need about \d+ MiB in .*disk.*, and \d MiB are free/,
  );
  remount(disk, 'size=64m');
  const outcome = await doRun(request, controls());
  assert.equal(outcome.kind, 'resumed');
  assert.equal(outcome.state, 'complete');
  const undisturbed = join(folder, 'b.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});
