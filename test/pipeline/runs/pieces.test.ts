import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { NEEDS } from '../../../src/solver/core/result/difficulty.js';
import { STATUSES, TECHNIQUES } from '../../../src/solver/core/result/outcome.js';
import { withSlashes } from '../../../src/pipeline/files/files.js';
import { mergeParts } from '../../../src/pipeline/runs/merge.js';
import {
  type RunOutcome,
  type RunRequest,
  StopRequest,
} from '../../../src/pipeline/runs/request.js';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import {
  RESULT_SORTS,
  type ResultList,
} from '../../../src/pipeline/store/listing/result-filter.js';
import {
  countResults,
  neighboursOf,
  resultPage,
} from '../../../src/pipeline/store/listing/result-page.js';
import { openStore, type Store } from '../../../src/pipeline/store/open/open.js';
import { sumOfRows } from '../../../src/pipeline/store/queries/damaged-rows.js';
import { countsIn } from '../../../src/pipeline/store/result-tally.js';
import { findDuplicates, findOffenders } from '../../../src/pipeline/store/gates.js';
import { scanResults, statusCounter } from '../../../src/pipeline/store/queries/scan-results.js';
import { removeRuns } from '../../../src/pipeline/store/prune.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { deepTest, depth, temporaryFolder } from '../../support/tests.js';
import { writeCsv, withCorpus } from '../../support/csv-corpora.js';
import { contentsOf } from '../../support/runs/contents.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../support/store-samples.js';
import { figuresIn } from '../../support/tally-figures.js';
import { writeEntries } from '../../support/write-entries.js';
import { Recorder, controls, requestFor } from '../../support/runs/requests.js';
import { change, rowsOf, lookIn, valueOf } from '../../support/runs/solve-parts.js';
import { holds } from '../../support/property.js';

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
  const rounds = { timeoutMs: [60_000, 120_000] };
  await place.night(rounds);
  const recorder = new Recorder();
  await place.night(rounds, recorder);
  const { open, puzzles, decided } = recorder.latest!.round!;
  assert.deepEqual([open, puzzles, decided], [0, 2 * PUZZLES, 2 * PUZZLES]);
});

for (const [asked, changes] of [
  ['more solutions', { count: 5 }],
  ['a larger limit', { timeoutMs: 99_000 }],
] as const) {
  test(`a night that asks for ${asked} reads the files`, async (t) => {
    const place = nights(t);
    await place.night();
    const recorder = new Recorder();
    await place.night(changes, recorder);
    assert.ok((recorder.latest?.bytesRead ?? 0) > 0);
  });
}

test('a part of a run, and the first entries of one, read the files', async (t) => {
  for (const changes of [{ limit: 3 }, { shard: '1/2' }]) {
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
  const hurried = { maxSteps: 5 };
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
  const found = [state, proof.results, proof.rejects];
  assert.deepEqual(found, ['complete', 2 * PUZZLES + 1, 2 * BROKEN]);
  assert.deepEqual(written(place.db).length, 2);
});

test('a night that goes on after a later one has solved the same takes single puzzles over, and no pieces', async (t) => {
  const place = nights(t);
  await place.night();
  change(
    place.db,
    `UPDATE runs SET state = 'running'; DELETE FROM run_pieces; DELETE FROM result_rows;
     UPDATE run_sources SET entries = NULL`,
  );
  await place.night();
  const { runId, state, proof, reused } = await place.night({ mode: { kind: 'resume' } });
  const found = [runId, state, proof.results, reused];
  assert.deepEqual(found, [1, 'complete', 2 * PUZZLES, 2 * PUZZLES]);
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
  for (const filter of (
    [
      {},
      { status: 'unique' },
      { technique: ['line', 'probe'] },
      { minMs: 0.001 },
      { name: 'a-1' },
      { name: '*b' },
      { size: { minSide: 6, maxSide: 6 } },
      { file: 'b.csv' },
      { status: ['unique', 'multiple'], file: 'a.csv' },
    ] as const
  ).filter((_, i) => i % depth(4, 1) === 0)) {
    for (const sort of RESULT_SORTS) {
      let ascending: number[] | undefined;
      for (const descending of [false, true]) {
        const list: ResultList = { runId: 3, filter, sort, descending };
        const what = JSON.stringify(list);
        const found = allPages(store, list);
        ascending ??= found;
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

const COPIED = { count: 40, width: 5, height: 5, brokenEvery: 8 };
/** Of a file of 40 entries and two copies of it. */
const ALL = { entries: 120, results: 35, rejects: 5, copied: 80, holds: true };

/** A corpus of three files with the same bytes. */
function withCopies(folder: string): string[] {
  const first = writeCsv(folder, 'a', COPIED);
  return [
    first,
    ...['b', 'c'].map((name) => {
      copyFileSync(first, join(folder, `${name}.csv`));
      return join(folder, `${name}.csv`);
    }),
  ];
}

test('copies of a file are solved once, and their entries are in the account of every run', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = withCopies(folder);
  const db = join(folder, 'r.sqlite');
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onStart = () => stop.request('signal');
  await doRun(requestFor(corpora, db), controls(observer, stop));
  assert.equal(observer.starts[0].sources.length, 3);
  const resumed = await doRun(requestFor([], db, RESUME), controls());
  assert.deepEqual([resumed.kind, resumed.proof], ['resumed', ALL]);
  const untouched = await doRun(requestFor(corpora, db, RESUME), controls());
  assert.deepEqual([untouched.kind, untouched.proof], ['untouched', ALL]);
  const mode = { kind: 'retry', statuses: ['unique'], given: [] } as const;
  const retried = await doRun(requestFor([], db, { mode }), controls());
  assert.deepEqual([retried.kind, retried.proof], ['retried', ALL]);
});

test('a merged run accounts for the entries of copies, too', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = withCopies(folder);
  const parts = [1, 2].map((part) => ({
    db: join(folder, `${part}.sqlite`),
    shard: `${part}/2`,
  }));
  let entries = 0;
  for (const { db, shard } of parts) {
    const { proof } = await doRun(requestFor(corpora, db, { shard }), controls());
    entries += proof.entries!;
  }
  // Each part has its share of the puzzles, and all rejects, of three files.
  assert.equal(entries, ALL.entries + 3 * ALL.rejects);
  const { proof } = await mergeParts(
    { parts: parts.map(({ db }) => db), db: join(folder, 'all.sqlite'), partial: false },
    { stop: new StopRequest(), warn: () => undefined },
  );
  assert.deepEqual(proof, ALL);
});

test('a file that is named twice is one file, and that is said', async (t) => {
  const { folder, corpus } = withCorpus(t, COPIED, 'a');
  const observer = new Recorder();
  const request = requestFor([corpus, join(folder, '.', 'a.csv')], join(folder, 'r.sqlite'));
  const { proof } = await doRun(request, controls(observer));
  assert.deepEqual(proof, { entries: 40, results: 35, rejects: 5, copied: 0, holds: true });
  const named = withSlashes(corpus);
  assert.deepEqual(observer.warnings, [`named more than once, and read once: ${named}`]);
});

/** The counts and sums that are stored with the pieces of a run are those of their rows. */
function assertCounted(store: Store, runId: number): void {
  const written = store.db
    .prepare<[number], [number, Uint8Array]>(
      'SELECT piece_id, counts FROM piece_counts WHERE run_id = ?',
    )
    .raw();
  for (const [pieceId, counts] of written.all(runId)) {
    assert.equal(countsIn(counts)?.rowsSum, sumOfRows(store, runId, pieceId));
  }
  const counted = figuresIn(scanResults(store, runId));
  store.db.exec('BEGIN; DELETE FROM piece_counts');
  const scanned = figuresIn(scanResults(store, runId));
  store.db.exec('ROLLBACK');
  assert.deepEqual(counted, scanned);
}

function idsInOrder(store: Store, runId: number): number[] {
  const ids = store.db.prepare<[number], number>(
    'SELECT puzzle_id FROM places WHERE run_id = ? ORDER BY entry',
  );
  return ids.pluck().all(runId);
}

test('what is counted while rows are made is what their rows say, of puzzles of every kind, taken over or not', async (t) => {
  const folder = temporaryFolder(t);
  const [db, other] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')];
  const corpora = [
    'data/classics.json',
    'data/colours.json',
    'data/gallery.json',
    'data/broken.ndjson',
    ...depth<string[]>([], ['data/random-small.csv']),
  ];
  const more = writeCsv(folder, 'more', { count: 30, width: 9, height: 9 });
  const nights = [
    requestFor(corpora, db),
    requestFor(corpora, join(folder, 'part.sqlite'), { shard: '1/2' }),
    requestFor([...corpora, more], other, { reuse: { from: db } }),
    requestFor([more, ...corpora], other, { reuse: { from: null } }),
  ];
  for (const request of nights) {
    const { runId } = await doRun(request, controls(new Recorder()));
    lookIn(request.db, (store) => assertCounted(store, runId), false);
  }
});

test('runs are counted right after the run that wrote their rows is removed', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'nights.sqlite');
  const corpora = [writeCsv(folder, 'large', { width: 6, height: 6, count: 300, seed: 1 })];
  const night = async (): Promise<number> => {
    const request = requestFor(corpora, db, { name: 'nightly', reuse: { from: null } });
    return (await doRun(request, controls(new Recorder()))).runId;
  };
  await night();
  const runId = await night();
  const store = openStore(db, { readonly: false });
  const before = figuresIn(scanResults(store, runId));
  removeRuns(store, [1]);
  assert.deepEqual(figuresIn(scanResults(store, runId)), before);
  assertCounted(store, runId);
  const heirs = store.db.prepare('SELECT DISTINCT held_by FROM run_pieces').pluck().all();
  assert.deepEqual(heirs, [runId]);
  store.close();
});

test('what a run that is not complete takes over from one that is removed is counted, too', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'nights.sqlite');
  const corpora = [writeCsv(folder, 'large', { width: 6, height: 6, count: 300, seed: 1 })];
  for (const name of ['book', 'other', 'book']) {
    await doRun(requestFor(corpora, db, { name, reuse: { from: null } }), controls(new Recorder()));
  }
  const store = openStore(db, { readonly: false });
  store.db.exec("UPDATE runs SET state = 'interrupted' WHERE run_id = 2");
  removeRuns(store, [1]);
  const heirs = store.db.prepare('SELECT DISTINCT held_by FROM run_pieces').pluck().all();
  assert.deepEqual(heirs, [2]);
  assertCounted(store, 2);
  store.close();
  const request = requestFor(corpora, db, { name: 'book', reuse: { from: null } });
  assert.equal((await doRun(request, controls(new Recorder()))).reused, 300);
  assert.equal(valueOf(db, 'SELECT count(*) FROM result_rows WHERE run_id = 4'), 0);
});

const RESULT = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    technique: fc.constantFrom(null, ...TECHNIQUES),
    guessDepth: fc.constantFrom(null, 0, 1, 2),
    guessDepthMin: fc.constantFrom(null, 0, 1, 2),
    solveMs: fc.constantFrom(0.25, 1.5, 20, 300, 4000),
    difficulty: fc.constantFrom(null, 0.5, 3.25),
    difficultyBound: fc.constantFrom(null, false, true),
    stars: fc.constantFrom(null, 1, 5),
    needs: fc.constantFrom(null, ...NEEDS),
    proof: fc.constantFrom(null, 3),
  })
  .map(resultOf);

/** Batches in the order in which they are committed, and times that are shortened afterwards. */
const WORK = fc.record({
  batches: fc.array(fc.array(RESULT, { minLength: 1, maxLength: 30 }), { maxLength: 8 }),
  turns: fc.infiniteStream(fc.nat()),
  shortened: fc.array(fc.nat(), { maxLength: 12 }),
});

test('batches that are committed in any order, and puzzles that are timed again, are counted as a scan counts them', (t) => {
  const store = temporaryStore(t);
  let named = 0;
  holds(depth(12, 400), [WORK], ({ batches, turns, shortened }) => {
    const { writer, sourceId } = begun(store, String(named++));
    let ordinal = 0;
    const numbered = batches.map((results) => {
      const ordinals = results.map(() => ordinal++);
      return { results, ordinals, at: turns.next().value as number };
    });
    numbered.sort((a, b) => a.at - b.at);
    for (const { results, ordinals } of numbered) {
      writeEntries(writer, sourceId, columnsOf(...ordinals), results, []);
    }
    const ids = idsInOrder(store, writer.runId);
    const all = numbered.flatMap(({ results, ordinals }) =>
      results.map((result, i) => ({ id: ids[ordinals[i]], result })),
    );
    for (const place of all.length === 0 ? [] : shortened) {
      const { id, result } = all[place % all.length];
      const isDecided = ['unique', 'multiple', 'contradiction'].includes(result.status);
      if (isDecided) writer.shortenTime(id, 0.125 * (1 + (place % 9)));
    }
    writer.finishRun('complete');
    assertCounted(store, writer.runId);
  });
});

function begun(store: Store, sha256: string): { writer: RunWriter; sourceId: number } {
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256, format: 'csv', bytes: 1 };
  return { writer, sourceId: writer.addSources([source])[0].sourceId };
}

const RESUME = { mode: { kind: 'resume', given: [] } } as const;

/** What is done to two files between nights; places and lengths are taken modulo what is there. */
const EDIT = fc.record({
  what: fc.constantFrom('insert', 'remove', 'change', 'move', 'copy', 'sort', 'nothing'),
  file: fc.nat(1),
  from: fc.nat(),
  to: fc.nat(),
  length: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 2, max: 60 }),
    fc.integer({ min: 300, max: 900 }),
  ),
});

type Edit = typeof EDIT extends fc.Arbitrary<infer One> ? One : never;

const NIGHTS = fc.record({
  edits: fc.array(fc.array(EDIT, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
  stopped: fc.infiniteStream(fc.boolean()),
  pruned: fc.infiniteStream(fc.boolean()),
});

/** The lines of two files, and more of the kind, which `edit` takes from the end. */
interface Lines {
  readonly files: string[][];
  readonly more: string[];
}

function edit({ files, more }: Lines, { what, file, from, to, length }: Edit): void {
  const [lines, other] = [files[file], files[1 - file]];
  const at = from % (lines.length + 1);
  if (what === 'insert') lines.splice(at, 0, ...more.splice(0, Math.min(length, 60)));
  else if (what === 'remove') lines.splice(at, Math.min(length, 60));
  else if (what === 'change') lines.splice(at, 1, ...more.splice(0, 1));
  else if (what === 'move') other.splice(to % (other.length + 1), 0, ...lines.splice(at, length));
  else if (what === 'copy')
    other.splice(to % (other.length + 1), 0, ...lines.slice(at, at + length));
  else if (what === 'sort') lines.sort();
}

/** All that a run says, by path and entry, but whose results they are and how long they took. */
function everythingIn(db: string): unknown {
  const { results, ...rest } = contentsOf(db);
  const own = { reused_run: null, reused_from: null };
  return { ...rest, results: results.map((row) => ({ ...row, ...own })) };
}

test('whatever happens to files overnight, a night equals a fresh run row by row, and writes only pieces that are new', async (t) => {
  const folder = temporaryFolder(t);
  const long = depth(400, 1000);
  const pool = readFileSync(
    writeCsv(folder, 'pool', { count: 4 * long, width: 4, height: 4, brokenEvery: 9 }),
    'utf8',
  );
  const [head, ...all] = pool.trimEnd().split('\n');
  const paths = ['a', 'b'].map((name) => join(folder, `${name}.csv`));
  let named = 0;
  await fc.assert(
    fc.asyncProperty(NIGHTS, async ({ edits, stopped, pruned }) => {
      const db = join(folder, `${named++}.sqlite`);
      const lines: Lines = {
        files: [all.slice(0, long), all.slice(long, 2 * long)],
        more: all.slice(2 * long),
      };
      let known = new Set<string>();
      for (const [night, changes] of [[], ...edits].entries()) {
        for (const one of changes) edit(lines, one);
        for (const [i, path] of paths.entries())
          writeFileSync(path, [head, ...lines.files[i], ''].join('\n'));
        const asked = { name: 'nightly', reuse: { from: null } };
        const stop = new StopRequest();
        const recorder = new Recorder();
        if (stopped.next().value as boolean) recorder.onProgress = () => stop.request('signal');
        const begun = await doRun(requestFor(paths, db, asked), controls(recorder, stop));
        const ended =
          begun.state === 'complete'
            ? begun
            : await doRun(requestFor(paths, db, { ...asked, ...RESUME }), controls());
        assert.deepEqual([ended.state, ended.proof.holds], ['complete', true]);
        const fresh = join(folder, `fresh-${named++}.sqlite`);
        await doRun(requestFor(paths, fresh), controls());
        assert.deepEqual(everythingIn(db), everythingIn(fresh));
        const { runId } = ended;
        const hasRun = `SELECT hex(sha256) AS piece, held_by = run_id AS own FROM run_pieces JOIN pieces USING (piece_id) WHERE run_id = ${runId}`;
        const pieces = rowsOf(db, hasRun) as { readonly piece: string; readonly own: number }[];
        for (const { piece, own } of pieces) assert.equal(own === 1, !known.has(piece));
        const store = openStore(db, { readonly: false });
        assertCounted(store, runId);
        assert.deepEqual(store.db.pragma('foreign_key_check'), []);
        if (night > 0 && (pruned.next().value as boolean)) {
          removeRuns(store, [runId - 1]);
          assertCounted(store, runId);
          known = new Set();
        }
        store.close();
        if (known.size === 0) assert.deepEqual(everythingIn(db), everythingIn(fresh));
        const left = rowsOf(
          db,
          'SELECT hex(sha256) AS piece FROM run_pieces JOIN pieces USING (piece_id)',
        );
        known = new Set((left as { readonly piece: string }[]).map(({ piece }) => piece));
      }
    }),
    // To look for a shorter book of nights would take longer than a test may.
    { numRuns: depth(1, 20), endOnFailure: true },
  );
});

test('what gates and summaries list comes in the order of the corpus, though earlier nights have a part of it', async (t) => {
  const folder = temporaryFolder(t);
  const files = ['a', 'b', 'c'].map((name, i) =>
    writeCsv(folder, name, { count: 60, width: 3, height: 3, seed: 7 + i }),
  );
  const [first, again] = ['first', 'again'].map((name) => join(folder, `${name}.sqlite`));
  const reuse = { from: null };
  for (const corpora of [[files[2]], [files[1], files[2]], files])
    await doRun(requestFor(corpora, again, { name: 'nightly', reuse }), controls(new Recorder()));
  await doRun(requestFor(files, first), controls(new Recorder()));
  const listed = [first, again].map((db) => {
    const store = openStore(db, { readonly: true });
    t.after(() => store.close());
    const runId = db === first ? 1 : 3;
    const { groups, first: equal } = findDuplicates(store, runId, { groups: 5, members: 3 });
    assert.ok(groups > 5);
    const namesOf = (of: readonly { readonly name: string; readonly path: string }[]): string[] =>
      of.map(({ name, path }) => `${name} in ${path}`);
    return [
      ...equal.map((group) => namesOf(group.first)),
      namesOf(findOffenders(store, runId, 'line', 9).first),
      namesOf(findOffenders(store, runId, 'unique', 1000).first),
    ];
  });
  assert.deepEqual(listed[1], listed[0]);
});

test('an entry that is changed, inserted or removed in a long file changes its own piece, and no file that is equal', async (t) => {
  const folder = temporaryFolder(t);
  const path = writeCsv(folder, 'long', { count: depth(6000, 9000), width: 5, height: 5 });
  const other = writeCsv(folder, 'other', { count: 100, width: 5, height: 5, seed: 2 });
  const db = join(folder, 'nights.sqlite');
  const night = (): Promise<RunOutcome> =>
    doRun(requestFor([path, other], db, { reuse: { from: null } }), controls());
  await night();
  const [{ pieces }] = rowsOf(db, 'SELECT count(*) AS pieces FROM run_pieces') as {
    readonly pieces: number;
  }[];
  assert.ok(pieces > depth(5, 10), `${pieces} pieces`);
  const text = readFileSync(path, 'utf8').split('\n');
  const [line] = readFileSync(other, 'utf8').split('\n').slice(1);
  const edits: ((lines: string[]) => unknown)[] = [
    (lines) => lines.splice(4000, 1, line),
    (lines) => lines.splice(4000, 0, line),
    (lines) => lines.splice(4000, 1),
  ];
  for (const change of edits) {
    const lines = [...text];
    change(lines);
    writeFileSync(path, lines.join('\n'));
    const { runId } = await night();
    const own = `SELECT count(*) AS own FROM run_pieces WHERE run_id = ${runId} AND held_by = run_id`;
    const [found] = rowsOf(db, own) as { readonly own: number }[];
    assert.ok(found.own <= 2, `${found.own} of ${pieces} pieces`);
  }
});

/** What statements are called and rows they give, while something is done. */
async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  const statement = new SqliteDatabase(':memory:').prepare('SELECT 1');
  const prototype = Object.getPrototypeOf(statement) as Record<
    'run' | 'get' | 'all',
    (...args: unknown[]) => unknown
  >;
  let steps = 0;
  const own = { ...Object.getOwnPropertyDescriptors(prototype) };
  for (const name of ['run', 'get', 'all'] as const) {
    const call = own[name].value as (...args: unknown[]) => unknown;
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      const found = call.apply(this, args);
      steps += 1 + (Array.isArray(found) ? found.length : 0);
      return found;
    };
  }
  try {
    await work();
  } finally {
    for (const name of ['run', 'get', 'all'] as const)
      Object.defineProperty(prototype, name, own[name]);
  }
  return steps;
}

test('of nights that share their pieces each piece is counted once', async (t) => {
  const { db, night } = nights(t);
  for (let count = 0; count < 3; count++) await night();
  let statements = 0;
  const counted = new SqliteDatabase(db, { readonly: true, verbose: () => (statements += 1) });
  t.after(() => counted.close());
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  const [first, ...others] = [1, 2, 3].map((runId) => statusCounter(store)(runId));
  const results = Object.values(first).reduce((sum, n) => sum + n);
  assert.equal(results, 2 * PUZZLES);
  const together = statusCounter({ ...store, db: counted });
  const costs = [1, 2, 3].map((runId) => {
    const before = statements;
    assert.deepEqual(together(runId), first);
    return statements - before;
  });
  assert.deepEqual(others, [first, first]);
  assert.deepEqual(costs, [costs[0], costs[0] - 2, costs[0] - 2]);
});

interface Size {
  readonly files?: number;
  readonly entries?: number;
  readonly runs?: number;
  readonly equal?: number;
}

/** The steps of a first night, and of one after some others in which a file was edited. */
async function stepsOfNights(
  t: TestContext,
  { files = 12, entries = 1500, runs = 2, equal = 150 }: Size,
): Promise<number[]> {
  const folder = temporaryFolder(t);
  const shape = { width: 4, height: 4 };
  const corpora = Array.from({ length: files }, (_, i) =>
    writeCsv(folder, `f${i}`, { ...shape, count: 3, seed: i + 1 }),
  );
  corpora.push(writeCsv(folder, 'long', { ...shape, count: entries, seed: 99 }));
  corpora.push(join(folder, 'equal.ndjson'));
  writeFileSync(corpora.at(-1)!, '{"rows":[[1],[]],"columns":[[1],[]]}\n'.repeat(equal));
  const db = join(folder, 'nights.sqlite');
  const night = (): Promise<unknown> =>
    doRun(requestFor(corpora, db, { name: 'book', reuse: { from: null } }), controls());
  const first = await stepsOf(night);
  for (let run = 1; run < runs; run++) await night();
  writeFileSync(corpora[0], readFileSync(corpora[0], 'utf8').split('\n').slice(0, -2).join('\n'));
  return [first, await stepsOf(night)];
}

deepTest('statements of a night grow no faster than its files, pieces and runs', async (t) => {
  const once = await stepsOfNights(t, {});
  for (const [what, size] of Object.entries({
    files: { files: 24 },
    entries: { entries: 3000 },
    runs: { runs: 4 },
    'equal puzzles': { equal: 300 },
  })) {
    const twice = await stepsOfNights(t, size);
    for (const [i, steps] of twice.entries())
      assert.ok(steps <= 2.1 * once[i], `${steps} steps for ${once[i]} with twice as many ${what}`);
  }
});
