// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { LOCAL, doRun, type RunParts } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { contentsOf } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { until } from '../../../support/until.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';

const SHAPE = { count: 1500, width: 8, height: 8, brokenEvery: 40 };

function parts(lockWaitMs: number): RunParts {
  return {
    ...LOCAL,
    openStore: ({ db }) => openStore(db, { readonly: false }),
    lockWaitMs,
  };
}

/** Has another connection hold the database from the start of a run on, until something holds. */
function lockAtStart(observer: Recorder, db: string, isOver: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    observer.onStart = () => {
      const other = new SqliteDatabase(db, { timeout: 1000 });
      other.exec('BEGIN EXCLUSIVE');
      const free = (): void => {
        other.exec('ROLLBACK');
        other.close();
      };
      until(isOver).finally(free).then(resolve, reject);
    };
  });
}

test('a run waits for a program that holds its database, says so, and loses nothing', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', SHAPE)];
  const db = join(folder, 'a.sqlite');
  const observer = new Recorder();
  const free = lockAtStart(observer, db, () => observer.warnings.length > 0);
  const outcome = await doRun(requestFor(corpora, db), controls(observer), parts(30_000));
  await free;
  assert.equal(outcome.state, 'complete');
  assert.match(observer.warnings.join(), /locked by another program.*The run waits for it, 30 s/);
  const undisturbed = join(folder, 'b.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

test('a run stops cleanly if its database is held for too long, and can be resumed', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', SHAPE)];
  const db = join(folder, 'a.sqlite');
  const observer = new Recorder();
  let hasStopped = false;
  const free = lockAtStart(observer, db, () => hasStopped);
  const outcome = await doRun(requestFor(corpora, db), controls(observer), parts(300));
  hasStopped = true;
  assert.equal(outcome.stoppedBy, 'locked');
  assert.equal(outcome.resumable, true);
  await free;
  const mode = { kind: 'resume' } as const;
  assert.equal((await doRun(requestFor(corpora, db, { mode }), controls())).state, 'complete');
  const undisturbed = join(folder, 'b.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});
