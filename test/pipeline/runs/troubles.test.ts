// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun, LOCAL, type RunParts } from '../../../src/pipeline/runs/do-run.js';
import { openStore, dropIndexes } from '../../../src/pipeline/store/open/open.js';
import { contentsOf, finishTimes } from '../../support/runs/contents.js';
import { writeCsv, withCorpus } from '../../support/csv-corpora.js';
import { ONLY_DEEP, deepTest, depth, temporaryFolder, until } from '../../support/tests.js';
import { controls, requestFor, Recorder } from '../../support/runs/requests.js';
import SqliteDatabase from 'better-sqlite3';
import { remount, smallDisk } from '../../support/small-disk.js';
import { rowsOf } from '../../support/runs/solve-parts.js';
import { killedAt, type Moment } from '../../support/killed.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { writeFileSync, readFileSync } from 'node:fs';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import { ReadingThread } from '../../../src/pipeline/corpus/reader/reading-thread.js';
import { readingHere } from '../../support/runs/reading-here.js';
import { PlainJson } from '../../../src/solver/formats/json/json-splitter.js';
import { MARKED_HEIGHT } from '../../support/packed-batches.js';
import { PoolHere } from '../../support/runs/solve-here.js';

for (const [what, clues] of [
  ['are another puzzle', '{"rows":[[1]],"columns":[[1]]}'],
  ['do not fit the size', '{"rows":[[99]],"columns":[[99]]}'],
  ['are no JSON', '{"rows":[[1'],
]) {
  test(`a retry does not solve stored clues that ${what}`, async (t) => {
    const { corpus, db } = withCorpus(t, { count: 12, width: 25, height: 25 }, 'hard');
    await doRun(requestFor([corpus], db, { maxSteps: 60 }), controls());
    const store = openStore(db, { readonly: false });
    store.db.pragma('ignore_check_constraints = ON');
    store.db
      .prepare(
        `UPDATE puzzle_rows SET clues = ? WHERE puzzle_id =
           (SELECT min(puzzle_id) FROM results WHERE status = 'steps')`,
      )
      .run(clues);
    store.close();
    const mode = { kind: 'retry', statuses: ['steps'], given: [] } as const;
    const expected = /a\.sqlite is damaged: its puzzle .* is not the one that was stored/;
    await assert.rejects(doRun(requestFor([], db, { mode }), controls()), expected);
    assert.equal(contentsOf(db).state, 'complete');
  });
}

const SHAPE = { count: 1500, width: 8, height: 8, brokenEvery: 40 };

function parts(lockWaitMs: number): RunParts {
  return { ...LOCAL, openStore: ({ db }) => openStore(db, { readonly: false }), lockWaitMs };
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
  const { folder, corpora, db } = withCorpus(t, SHAPE);
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

deepTest('a run stops cleanly if its database is held too long, and can be resumed', async (t) => {
  const { folder, corpora, db } = withCorpus(t, SHAPE);
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

const LARGE_SHAPE = { count: depth(8000, 12_000), width: 6, height: 6, brokenEvery: 30 };

test('a database at its limit ends the run cleanly, and --resume finishes it once there is room', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [
    writeCsv(folder, 'one', { ...LARGE_SHAPE, count: depth(2000, LARGE_SHAPE.count) }),
  ];
  const db = join(folder, 'a.sqlite');
  const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
  const small: RunParts = {
    ...LOCAL,
    openStore() {
      const store = openStore(db, { readonly: false });
      store.db.pragma(`max_page_count = ${depth(72, 200)}`);
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
  const { corpora, db } = withCorpus(t, { ...LARGE_SHAPE, count: 500 });
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
  const expected = /The run is complete, but its indexes cannot be made: .* full/;
  assert.match(observer.warnings.join(), expected);
});

deepTest('a nearly full disk is reported before, and a full one ends the run well', async (t) => {
  const folder = temporaryFolder(t);
  const disk = smallDisk(t, '2m');
  if (disk === null) return;
  const corpora = [writeCsv(folder, 'one', LARGE_SHAPE)];
  const db = join(disk, 'a.sqlite');
  const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
  const observer = new Recorder();
  const full = await doRun(request, controls(observer));
  assert.equal(full.stoppedBy, 'disk-full');
  const expected = /The run may need about \d+ MiB in .*disk.*, and \d MiB are free/;
  assert.match(observer.warnings.join('\n'), expected);
  remount(disk, 'size=64m');
  const outcome = await doRun(request, controls());
  assert.equal(outcome.kind, 'resumed');
  assert.equal(outcome.state, 'complete');
  const undisturbed = join(folder, 'b.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

/** A run of `corpora` that goes on with what is there, and may be killed. */
function resuming(corpora: readonly string[], db: string, ...more: readonly string[]): string[] {
  return [
    'run',
    ...corpora,
    ...['--db', db, '--threads', '2', '--resume', '--json', '--quiet'],
    ...more,
  ];
}

/** Runs to the end, and returns the number of puzzles in its summary. */
async function runToEnd(words: readonly string[]): Promise<number> {
  const { stdout } = await succeeds(words);
  return (JSON.parse(stdout) as { puzzles: number }).puzzles;
}

test('after every kill -9 --resume finishes exactly what is missing', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [
    writeCsv(folder, 'small', { count: depth(600, 14_000), width: 6, height: 6, brokenEvery: 40 }),
    writeCsv(folder, 'large', { count: depth(15, 500), width: 22, height: 22, brokenEvery: 7 }),
  ];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);

  const db = join(folder, 'killed.sqlite');
  const words = resuming(corpora, db, '--no-report');
  const moments: readonly Moment[] = [
    'results:1:after',
    ...depth<Moment[]>([], ['transaction:1:end', 'results:1:end', 'transaction:1:begin']),
    ...depth<Moment[]>([], ['results:1:after', 'transaction:2:end', 'results:2:end']),
    ...depth<Moment[]>([], ['results:3:after']),
  ];
  let kept = new Map<number, string>();
  for (const moment of moments) {
    assert.ok(await killedAt(moment, words), `it ended before ${moment}`);
    const now = hasRuns(db) ? finishTimes(db) : new Map<number, string>();
    for (const [id, time] of kept) assert.equal(now.get(id), time, 'a result was lost or redone');
    if (/^results.*after$/.test(moment)) assert.ok(now.size > kept.size, 'a commit was lost');
    kept = now;
  }
  assert.equal(await runToEnd(words), expected.results.length);
  assert.deepEqual(contentsOf(db), expected);
});

deepTest('a killed run that takes over results finishes with each of them once', async (t) => {
  const folder = temporaryFolder(t);
  const shape = { count: 600, width: 10, height: 10 };
  const [before, more] = [1, 2].map((seed) => writeCsv(folder, `${seed}`, { ...shape, seed }));
  const db = join(folder, 'killed.sqlite');
  await doRun(requestFor([before], db), controls());
  const words = resuming([more, before], db, '--no-report', '--reuse');
  for (const moment of ['transaction:1:after', 'results:1:end'] as const) {
    assert.ok(await killedAt(moment, words), `it ended before ${moment}`);
  }
  assert.equal(await runToEnd(words), 1200);
  assert.deepEqual(
    rowsOf(
      db,
      'SELECT reused_run AS run, count(*) AS puzzles FROM results WHERE run_id = 2 GROUP BY 1',
    ),
    [
      { run: null, puzzles: 600 },
      { run: 1, puzzles: 600 },
    ],
  );
});

deepTest('a kill while the database is created does no harm', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6, brokenEvery: 40 })];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);
  for (const nth of [1, 2, 3]) {
    for (const when of ['begin', 'end', 'after'] as const) {
      const db = join(folder, `killed-${nth}-${when}.sqlite`);
      const words = resuming(corpora, db, '--no-report');
      assert.ok(await killedAt(`transaction:${nth}:${when}`, words));
      assert.equal(await runToEnd(words), expected.results.length);
      assert.deepEqual(contentsOf(db), expected);
    }
  }
});

deepTest('a kill while the report is written leaves a run to be reported again', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6 })];
  for (const nth of [1, 2, 3]) {
    const db = join(folder, `killed-${nth}.sqlite`);
    const words = resuming(corpora, db, '--report', join(folder, `report-${nth}`));
    assert.ok(await killedAt(`rename:${nth}`, words), 'it was not killed');
    assert.equal(contentsOf(db).state, 'complete');
    assert.equal(await runToEnd(words), 200);
  }
});

/** Whether the file is a database by now, with its tables. */
function hasRuns(db: string): boolean {
  try {
    finishTimes(db);
    return true;
  } catch {
    return false;
  }
}

const MARKED = [0, 1, 2, 40, 299];

type Results = ReturnType<typeof contentsOf>['results'];
/** What a run finds where nothing misbehaves. */
let known: Promise<Results> | null = null;

// What the pool makes of each of them has its tests: one thread that dies and one that lies show
// that runs do the same.
for (const { thread, status, memoryMiB = null, timeoutMs = 60_000, skip = false } of [
  { thread: 'stuck-thread', status: 'timeout', timeoutMs: 300, skip: ONLY_DEEP },
  { thread: 'heap-eating-thread', status: 'memory', memoryMiB: 48, skip: ONLY_DEEP },
  { thread: 'exiting-thread', status: 'crash', skip: ONLY_DEEP },
  { thread: 'wrong-picture-thread', status: 'crash', skip: ONLY_DEEP },
  { thread: 'unpackable-thread', status: 'crash', skip: ONLY_DEEP },
]) {
  test(`with the ${thread} a run loses only marked puzzles: "${status}"`, { skip }, async (t) => {
    const folder = temporaryFolder(t);
    const corpus = corpusWithMarks(folder);
    const threadFile = new URL(`../../fixtures/threads/${thread}.js`, import.meta.url);
    const found = async (name: string, makePool: RunParts['makePool']): Promise<Results> => {
      const db = join(folder, name);
      const parts = { openStore: () => openStore(db, { readonly: false }), makePool };
      const outcome = await doRun(requestFor([corpus], db, { timeoutMs }), controls(), parts);
      assert.equal(outcome.state, 'complete');
      assert.equal(outcome.proof.holds, true);
      return contentsOf(db).results;
    };
    known ??= found('good.sqlite', () => new PoolHere());
    const good = await known;
    const bad = await found(
      'bad.sqlite',
      ({ threads }) => new LocalPool({ threads, memoryMiB, graceMs: 200, threadFile }),
    );
    assert.equal(bad.length, 300);
    for (const { ordinal, status: found } of bad) {
      if (MARKED.includes(ordinal)) assert.equal(found, status);
    }
    const others = (all: typeof good): typeof good =>
      all.filter(({ ordinal }) => !MARKED.includes(ordinal));
    assert.deepEqual(others(bad), others(good));
  });
}

test('entries that the program fails on are named, the others are done, and the exit code says so', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'some.ndjson');
  const lines = [5, 5, MARKED_HEIGHT].map((height) => {
    const rows = Array.from({ length: height }, () => [1]);
    return JSON.stringify({ rows, columns: [[height]] });
  });
  writeFileSync(corpus, `${lines.join('\n')}\n`);
  const threadFile = new URL('../../fixtures/threads/throwing-thread.js', import.meta.url);
  t.mock.method(
    LOCAL,
    'makePool',
    () => new LocalPool({ threads: 1, memoryMiB: null, threadFile }),
  );
  t.mock.method(ReadingThread, 'start', readingHere);
  const sound = new PlainJson();
  const fields = sound.fields.bind(sound);
  let read = 0;
  t.mock.method(PlainJson.prototype, 'fields', (text: string) => {
    if (read++ === 1) throw new TypeError('a fault on purpose');
    return fields(text);
  });
  const words = ['run', corpus, '--db', join(folder, 'a.sqlite'), '--no-report'];
  const { stdout, stderr } = await ends(1, [...words, '--require', 'line']);
  assert.match(stdout, /3 entries = 2 results \+ 1 reject\n/);
  assert.match(
    stderr,
    /the program failed on 1 puzzle; "--retry crash" tries again\. .*\(NM_UNEXPECTED\):\n {2}\S+some\.ndjson#2, 1x7: crash; .*the solver failed: TypeError: a bug on purpose/,
  );
  assert.match(stderr, /the program failed on 1 entry of the rejects\. .*\(NM_UNEXPECTED\)\n/);
  const found = (await nonomill([...words, '--resume', '--quiet'])).code;
  assert.equal(found, 1, 'as long as they are there');
});

/** 300 puzzles of 5x5, but those with a mark, which are higher. */
function corpusWithMarks(folder: string): string {
  const lines = (height: number): string[] =>
    readFileSync(writeCsv(folder, 'lines', { count: 300, width: 5, height }), 'utf8').split('\n');
  const marked = lines(MARKED_HEIGHT);
  const plain = lines(5);
  const path = join(folder, 'marked.csv');
  // Line 0 is the header.
  const text = plain.map((line, i) => (MARKED.includes(i - 1) ? marked[i] : line)).join('\n');
  writeFileSync(path, text);
  return path;
}
