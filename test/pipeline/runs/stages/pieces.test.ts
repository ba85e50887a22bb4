import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { RunOutcome } from '../../../../src/pipeline/runs/request/run-observer.js';
import type { RunRequest } from '../../../../src/pipeline/runs/request/run-request.js';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import {
  RESULT_SORTS,
  type ResultList,
} from '../../../../src/pipeline/store/listing/result-filter.js';
import { countResults } from '../../../../src/pipeline/store/listing/result-count.js';
import { neighboursOf, resultPage } from '../../../../src/pipeline/store/listing/result-page.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { removeRuns } from '../../../../src/pipeline/store/prune/prune-runs.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { temporaryFolder } from '../../../support/temporary.js';

const COUNT = 12;

interface Nights {
  readonly db: string;
  readonly folder: string;
  /** Solves what lies in the folder. */
  readonly night: (changes?: Partial<RunRequest>, recorder?: Recorder) => Promise<RunOutcome>;
}

/** A folder of two files, in each of which every fifth entry is broken. */
function nights(t: TestContext): Nights {
  const folder = temporaryFolder(t);
  const corpora = ['a', 'b'].map((name, i) =>
    writeCsv(folder, name, { count: COUNT, width: 6, height: 6, seed: i + 1, brokenEvery: 5 }),
  );
  const db = join(folder, 'nights.sqlite');
  return {
    db,
    folder,
    night: (changes = {}, recorder = new Recorder()) =>
      doRun(
        requestFor(corpora, db, { name: 'nightly', reuse: { from: null }, ...changes }),
        controls(recorder),
      ),
  };
}

const BROKEN = Math.floor(COUNT / 5);
const PUZZLES = COUNT - BROKEN;

/** How many rows each run has written. */
const written = (db: string): unknown[] =>
  rowsOf(db, 'SELECT run_id AS run, count(*) AS rows FROM result_rows GROUP BY 1 ORDER BY 1');

/** What a run says of all its puzzles and rejects, but for whose results these are. */
function saidBy(db: string, runId: number): unknown {
  const results = rowsOf(
    db,
    `SELECT name, results.* FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ${runId} ORDER BY name`,
  ) as object[];
  const rejects = rowsOf(db, `SELECT * FROM rejects WHERE run_id = ${runId}`) as object[];
  const others = { run_id: 0, reused_run: 0 };
  return [...results, ...rejects].map((row) => Object.assign(row, others));
}

/** Adds a puzzle to the second file. */
function growSecond({ folder }: Nights): void {
  const more = writeCsv(folder, 'c', { count: 1, width: 6, height: 6, seed: 9 });
  const [, line] = readFileSync(more, 'utf8').split('\n');
  const file = join(folder, 'b.csv');
  writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`);
}

test('a file of the night before is passed over: no row is written, and all say the same of it', async (t) => {
  const place = nights(t);
  const first = await place.night();
  const second = await place.night();
  assert.deepEqual([first.solved, first.reused], [2 * PUZZLES, 0]);
  assert.deepEqual([second.solved, second.reused], [2 * PUZZLES, 2 * PUZZLES]);
  assert.deepEqual(second.proof, first.proof);
  assert.deepEqual(written(place.db), [{ run: 1, rows: 2 * PUZZLES }]);
  assert.deepEqual(saidBy(place.db, 2), saidBy(place.db, 1));
  // Of a file that grew, the piece that is another is written again, and no puzzle solved again.
  growSecond(place);
  const third = await place.night();
  assert.deepEqual([third.solved, third.reused], [2 * PUZZLES + 1, 2 * PUZZLES]);
  assert.deepEqual(written(place.db), [
    { run: 1, rows: 2 * PUZZLES },
    { run: 3, rows: PUZZLES + 1 },
  ]);
  const whose = `SELECT reused_run AS run, count(*) AS puzzles FROM results WHERE run_id = 3 GROUP BY 1 ORDER BY 1`;
  assert.deepEqual(rowsOf(place.db, whose), [
    { run: null, puzzles: 1 },
    { run: 1, puzzles: 2 * PUZZLES },
  ]);
});

test('files are not even opened for their puzzles', async (t) => {
  const place = nights(t);
  await place.night();
  const recorder = new Recorder();
  await place.night({}, recorder);
  assert.equal(recorder.latest?.bytesRead, 0);
  assert.equal(recorder.latest?.reused, 2 * PUZZLES);
  assert.equal(recorder.latest?.done, 2 * COUNT);
});

test('what is taken over counts once in the first round', async (t) => {
  const place = nights(t);
  const rounds = { rounds: { timeoutMs: [60_000, 120_000] } };
  await place.night(rounds);
  const recorder = new Recorder();
  await place.night(rounds, recorder);
  const { open, puzzles, decided } = recorder.latest!.round!;
  assert.deepEqual([open, puzzles, decided], [0, 2 * PUZZLES, 2 * PUZZLES]);
});

for (const [asked, changes] of [
  ['more solutions', { limits: { count: 5 } }],
  ['a larger limit', { limits: { timeoutMs: 99_000 } }],
] as const) {
  test(`a night that asks for ${asked} reads the files`, async (t) => {
    const place = nights(t);
    await place.night();
    const { limits } = requestFor([], '');
    const recorder = new Recorder();
    await place.night({ limits: { ...limits, ...changes.limits } }, recorder);
    assert.ok((recorder.latest?.bytesRead ?? 0) > 0);
  });
}

test('a part of a run, and the first entries of one, read the files', async (t) => {
  for (const changes of [{ limit: 3 }, { shard: { part: 1, of: 2 } }]) {
    const place = nights(t);
    await place.night();
    const recorder = new Recorder();
    await place.night(changes, recorder);
    assert.ok((recorder.latest?.bytesRead ?? 0) > 0);
    // Nor is what they have all that there is.
    await place.night();
    assert.deepEqual(rowsOf(place.db, 'SELECT count(*) AS results FROM results WHERE run_id = 3'), [
      { results: 2 * PUZZLES },
    ]);
  }
});

test('to try some again copies the rows of their file, and leaves those of the earlier run', async (t) => {
  const place = nights(t);
  const { limits } = requestFor([], '');
  const hurried = { limits: { ...limits, maxSteps: 5 } };
  await place.night(hurried);
  await place.night(hurried);
  const before = saidBy(place.db, 1);
  const open = rowsOf(place.db, `SELECT 1 FROM results WHERE run_id = 2 AND status = 'steps'`);
  assert.ok(open.length > 0);
  await doRun(
    requestFor([], place.db, { mode: { kind: 'retry', statuses: ['steps'], given: [] } }),
    controls(),
  );
  assert.deepEqual(saidBy(place.db, 1), before);
  const left = `SELECT count(*) AS open FROM results WHERE run_id = 2 AND status = 'steps'`;
  assert.deepEqual(rowsOf(place.db, left), [{ open: 0 }]);
  const results = `SELECT count(*) AS results FROM results WHERE run_id = 2`;
  assert.deepEqual(rowsOf(place.db, results), [{ results: 2 * PUZZLES }]);
});

test('a run that is removed hands its rows over to the next that refers to them', async (t) => {
  const place = nights(t);
  for (let i = 0; i < 3; i++) await place.night();
  const [second, third] = [saidBy(place.db, 2), saidBy(place.db, 3)];
  const whose =
    'SELECT run_id, reused_run, count(*) AS puzzles FROM results WHERE run_id > 1 GROUP BY 1, 2';
  const reused = rowsOf(place.db, whose);
  for (const [gone, heir] of [
    [1, 2],
    [2, 3],
  ]) {
    const store = openStore(place.db, { readonly: false });
    removeRuns(store, [gone]);
    assert.deepEqual(store.db.pragma('foreign_key_check'), []);
    store.close();
    assert.deepEqual(written(place.db), [{ run: heir, rows: 2 * PUZZLES }]);
    assert.deepEqual(saidBy(place.db, 3), third);
    if (gone === 1) {
      assert.deepEqual(saidBy(place.db, 2), second);
      assert.deepEqual(rowsOf(place.db, whose), reused);
    }
  }
  // The sums went with them: nothing is solved, or taken for changed.
  const recorder = new Recorder();
  assert.equal((await place.night({}, recorder)).reused, 2 * PUZZLES);
  assert.deepEqual(recorder.warnings, []);
});

test('a night that was stopped goes on with what it had passed over', async (t) => {
  const place = nights(t);
  await place.night();
  growSecond(place);
  const stop = new StopRequest();
  const recorder = new Recorder();
  recorder.onStart = () => stop.request('signal');
  const corpora = ['a', 'b'].map((name) => join(place.folder, `${name}.csv`));
  const asked = { name: 'nightly', reuse: { from: null } };
  const stopped = await doRun(requestFor(corpora, place.db, asked), controls(recorder, stop));
  assert.equal(stopped.state, 'interrupted');
  const { state, proof } = await place.night({ mode: { kind: 'resume' } });
  assert.deepEqual(
    [state, proof.results, proof.rejects],
    ['complete', 2 * PUZZLES + 1, 2 * BROKEN],
  );
  assert.deepEqual(written(place.db).length, 2);
});

test('a night that was killed before it had passed anything over does so when it goes on', async (t) => {
  const place = nights(t);
  await place.night();
  await place.night();
  change(
    place.db,
    `UPDATE runs SET state = 'running' WHERE run_id = 2; DELETE FROM run_pieces WHERE run_id = 2;
     UPDATE run_sources SET entries = NULL WHERE run_id = 2`,
  );
  const { state, proof } = await place.night({ mode: { kind: 'resume' } });
  assert.deepEqual([state, proof.results], ['complete', 2 * PUZZLES]);
  assert.deepEqual(written(place.db), [{ run: 1, rows: 2 * PUZZLES }]);
});

test('the table of a night lists rows of several runs in every order, by every filter', async (t) => {
  const place = nights(t);
  await place.night();
  growSecond(place);
  await place.night();
  await place.night();
  const store = openStore(place.db, { readonly: true });
  t.after(() => store.close());
  for (const filter of [
    {},
    { status: 'unique' },
    { technique: ['line', 'probe'] },
    { minMs: 0.001 },
    { name: 'a-1' },
    { name: '*b' },
    { size: { minSide: 6, maxSide: 6 } },
    { file: 'b.csv' },
    { status: ['unique', 'multiple'], file: 'a.csv' },
  ] as const) {
    for (const sort of RESULT_SORTS) {
      for (const descending of [false, true]) {
        const list: ResultList = { runId: 3, filter, sort, descending };
        const what = JSON.stringify(list);
        const found = allPages(store, list);
        const ascending = allPages(store, { ...list, descending: false });
        assert.deepEqual(descending ? found.toReversed() : found, ascending, what);
        assert.equal(await countResults(store, list), found.length, what);
        assert.equal(new Set(found).size, found.length, what);
        if (found.length > 2) {
          const { previous, next } = neighboursOf(store, list, found[1]);
          assert.deepEqual([previous, next], [found[0], found[2]], what);
        }
      }
    }
    const counts = RESULT_SORTS.slice(0, 4).map(
      (sort) => allPages(store, { runId: 3, filter, sort, descending: false }).length,
    );
    assert.deepEqual(new Set(counts).size, 1, JSON.stringify(filter));
  }
});

/** The ids of a list, read in small pages. */
function allPages(store: ReturnType<typeof openStore>, list: ResultList): number[] {
  const ids: number[] = [];
  let after: Parameters<typeof resultPage>[1]['after'] = null;
  do {
    const { rows, next } = resultPage(store, { ...list, limit: 5, after });
    ids.push(...rows.map(({ puzzleId }) => puzzleId));
    after = next;
  } while (after !== null);
  return ids;
}

test('thirty nights of the same take little more room than one', async (t) => {
  const place = nights(t);
  await place.night();
  const { size } = statSync(place.db);
  for (let i = 0; i < 5; i++) await place.night();
  assert.ok(statSync(place.db).size < 1.3 * size);
});
