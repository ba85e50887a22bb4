import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RunOutcome } from '../../../../src/pipeline/runs/request/run-observer.js';
import type { RunRequest } from '../../../../src/pipeline/runs/request/run-request.js';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { withSlashes } from '../../../../src/pipeline/files/with-slashes.js';
import { grownFiles } from '../../../../src/pipeline/runs/reuse/grown-files.js';
import { reuseWish } from '../../../../src/pipeline/runs/stages/prepare-reuse.js';
import { describeSource } from '../../../../src/pipeline/corpus/sources.js';
import { LOCAL, doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { previewRun } from '../../../../src/pipeline/runs/stages/preview-run.js';
import { compareAgain } from '../../../../src/pipeline/store/compare/same-results.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { removeRuns } from '../../../../src/pipeline/store/prune/prune-runs.js';
import { FilesInParts } from '../../../../src/pipeline/store/stored-runs/file-beginnings.js';
import { knownSources } from '../../../../src/pipeline/store/write/run-sources.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { temporaryFolder } from '../../../support/temporary.js';

const SHAPE = { width: 6, height: 6, brokenEvery: 5 };

/** A file of twelve entries, of which two are broken, and lines to add to it. */
function growing(t: TestContext): { file: string; db: string; more: readonly string[] } {
  const folder = temporaryFolder(t);
  const file = writeCsv(folder, 'a', { ...SHAPE, count: 12 });
  const others = writeCsv(folder, 'b', { ...SHAPE, count: 6, seed: 2 });
  const [, ...more] = readFileSync(others, 'utf8').trim().split('\n');
  return { file, db: join(folder, 'nights.sqlite'), more };
}

function night(file: string, db: string, changes: Partial<RunRequest> = {}): Promise<RunOutcome> {
  const asked = { name: 'nightly', reuse: { from: null }, ...changes };
  return doRun(requestFor([file], db, asked), controls(new Recorder()));
}

function append(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}${lines.join('\n')}\n`);
}

/** Whether a file is taken for one that only grew since a run of the database read it. */
async function hasGrown(file: string, db: string): Promise<boolean> {
  const store = openStore(db, { readonly: false });
  try {
    const wish = reuseWish(requestFor([file], db, { reuse: { from: null } }), 0)!;
    const described = await describeSource({ path: file, format: null });
    const source = { ...described, path: withSlashes(file), reading: '', sourceId: 99 };
    assert.equal(knownSources(store)(source), null);
    return (await grownFiles(store, wish, [source], new FilesInParts([99]))).grown.length === 1;
  } finally {
    store.close();
  }
}

test('of a file that only grew, the rest is read, and what it begins with is there as it was', async (t) => {
  const { file, db, more } = growing(t);
  await night(file, db);
  append(file, more);
  assert.equal(await hasGrown(file, db), true);
  const { state, solved, reused, proof } = await night(file, db);
  assert.deepEqual([state, solved, reused], ['complete', 15, 10]);
  assert.deepEqual([proof.entries, proof.results, proof.rejects], [18, 15, 3]);
  const of = (run: number, columns: string): unknown[] =>
    rowsOf(
      db,
      `SELECT ${columns} FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ${run} AND ordinal < 12 ORDER BY ordinal`,
    );
  const said =
    'ordinal, name, clues, fingerprint, status, difficulty, solution, solve_ms, finished_at';
  assert.deepEqual(of(2, said), of(1, said));
  assert.deepEqual(rowsOf(db, 'SELECT DISTINCT reused_run FROM results WHERE run_id = 2'), [
    { reused_run: 1 },
    { reused_run: null },
  ]);
  const rejects = (run: number): unknown[] =>
    rowsOf(
      db,
      `SELECT ordinal, line, name, reason FROM rejects WHERE run_id = ${run} AND ordinal < 12`,
    );
  assert.deepEqual(rejects(2), rejects(1));
  // It is a file like any other from then on.
  append(file, ['last,1,1,"1","1"']);
  assert.deepEqual([(await night(file, db)).reused, (await night(file, db)).reused], [15, 16]);
  // Each night has written what was new.
  assert.deepEqual(
    rowsOf(db, 'SELECT run_id AS run, count(*) AS rows FROM result_rows GROUP BY 1'),
    [
      { run: 1, rows: 10 },
      { run: 2, rows: 5 },
      { run: 3, rows: 1 },
    ],
  );
  for (const run of [3, 4]) {
    const files = `SELECT position, entries FROM run_sources WHERE run_id = ${run} ORDER BY position`;
    assert.deepEqual(rowsOf(db, files), [
      { position: -2, entries: 12 },
      { position: -1, entries: 6 },
      { position: 0, entries: 19 },
    ]);
  }
});

/** Reads three nights of a file: as it is, with lines added, and with one more. */
async function threeNights(t: TestContext): Promise<ReturnType<typeof growing>> {
  const grown = growing(t);
  const { file, db, more } = grown;
  await night(file, db);
  append(file, more);
  await night(file, db);
  append(file, ['last,1,1,"1","1"']);
  await night(file, db);
  return grown;
}

/** The places and verdicts of a run, in their order. */
function verdicts(db: string, run: number): unknown[] {
  return rowsOf(
    db,
    `SELECT path, ordinal, puzzles.name, status FROM results JOIN puzzles USING (puzzle_id)
       JOIN run_sources USING (run_id, source_id)
     WHERE run_id = ${run} ORDER BY ordinal`,
  );
}

test('a file that grew again and again has the results of one that is read as a whole', async (t) => {
  const { file, db } = await threeNights(t);
  const fresh = join(dirname(db), 'fresh.sqlite');
  await night(file, fresh);
  assert.deepEqual(verdicts(db, 3), verdicts(fresh, 1));
  // Whoever does not take anything over reads all of it, beside them.
  const { solved, reused, proof } = await night(file, db, { reuse: null });
  assert.deepEqual([solved, reused, proof.holds], [16, 0, true]);
  assert.deepEqual(verdicts(db, 4), verdicts(fresh, 1));
  assert.deepEqual(verdicts(db, 3), verdicts(fresh, 1));
  assert.equal((await night(file, db)).reused, 16);
});

test('it is compared with a run that reads it as a whole, place by place', async (t) => {
  const { file, db } = await threeNights(t);
  await night(file, db, { reuse: null });
  const compare = (before: number, after: number): ReturnType<typeof compareAgain> => {
    const store = openStore(db, { readonly: true });
    try {
      return compareAgain(store, before, after, 5);
    } finally {
      store.close();
    }
  };
  for (const [before, after] of [
    [3, 4],
    [4, 3],
  ] as const) {
    const { puzzles, differing, rejects } = compare(before, after);
    assert.deepEqual([puzzles, differing, rejects], [16, 0, 0]);
  }
  const fourth = `puzzle_id = (SELECT puzzle_id FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = 4 AND ordinal = 3)`;
  change(
    db,
    `UPDATE result_rows SET solutions = '3' WHERE run_id = 4 AND ${fourth};
     DELETE FROM result_rows WHERE run_id = 2;
     DELETE FROM rejects WHERE run_id = 3 AND ordinal = 4`,
  );
  const { puzzles, differing, first, rejects } = compare(3, 4);
  assert.deepEqual([puzzles, differing, rejects], [16, 6, 1]);
  assert.deepEqual(
    first
      .slice(0, 2)
      .map(({ name, figures, before }) => [name, figures.length > 1, before === null]),
    [
      ['a-3', false, false],
      ['b-0', true, true],
    ],
  );
});

test('what a run would do says how many entries it need not read', async (t) => {
  const { file, db } = await threeNights(t);
  const asked = { reuse: { from: null } };
  const preview = (): ReturnType<typeof previewRun> =>
    previewRun(requestFor([file], db, asked), controls(), {
      makePool: (request, needs) => LOCAL.makePool(request, needs),
      sampleMs: 600_000,
    });
  const whole = (await preview()).survey;
  assert.deepEqual([whole.puzzles, whole.takenOver.count, whole.passedOver], [0, 16, 16]);
  append(file, ['more,2,1,"2","1;1"', 'known,1,1,"1","1"']);
  const { survey } = await preview();
  assert.deepEqual([survey.puzzles, survey.takenOver.count, survey.passedOver], [1, 17, 16]);
  const { solved, reused } = await night(file, db);
  assert.deepEqual([solved, reused], [18, 17]);
});

test('of what it was, only what comes after a change of somebody is read again', async (t) => {
  const { file, db } = await threeNights(t);
  change(db, 'UPDATE result_rows SET solve_ms = solve_ms + 1 WHERE run_id = 2');
  append(file, ['more,2,1,"2","1;1"']);
  const { solved, reused, solvedWhy, proof } = await night(file, db);
  assert.deepEqual([solved, reused, solvedWhy?.damaged, proof.holds], [17, 11, 5, true]);
});

test('the runs that hold what it began with may be removed', async (t) => {
  const { file, db } = await threeNights(t);
  const said = verdicts(db, 3);
  for (const gone of [1, 2]) {
    const store = openStore(db, { readonly: false });
    removeRuns(store, [gone]);
    assert.deepEqual(store.db.pragma('foreign_key_check'), []);
    store.close();
    assert.deepEqual(verdicts(db, 3), said);
  }
  append(file, ['more,2,1,"2","1;1"']);
  assert.deepEqual([(await night(file, db)).reused, (await night(file, db)).reused], [16, 17]);
});

test('a night that was stopped while it read what had been added goes on with that', async (t) => {
  const { file, db, more } = growing(t);
  await night(file, db);
  append(file, more);
  const stop = new StopRequest();
  const recorder = new Recorder();
  recorder.onStart = () => stop.request('signal');
  const asked = { name: 'nightly', reuse: { from: null } };
  const stopped = await doRun(requestFor([file], db, asked), controls(recorder, stop));
  assert.equal(stopped.state, 'interrupted');
  // Also if the next does not ask to take anything over.
  const { state, proof } = await night(file, db, {
    mode: { kind: 'resume', given: [] },
    reuse: null,
  });
  assert.deepEqual([state, proof.entries, proof.results], ['complete', 18, 15]);
  assert.deepEqual(
    rowsOf(db, 'SELECT run_id AS run, count(*) AS rows FROM result_rows GROUP BY 1'),
    [
      { run: 1, rows: 10 },
      { run: 2, rows: 5 },
    ],
  );
  assert.equal((await night(file, db)).reused, 15);
});

test('what it began with may be tried again, and the night before keeps what it had', async (t) => {
  const { file, db, more } = growing(t);
  const hurried = { limits: { ...requestFor([], '').limits, maxSteps: 5 } };
  await night(file, db, hurried);
  append(file, more);
  await night(file, db, hurried);
  const open = `SELECT count(*) AS open FROM results WHERE status = 'steps' AND run_id = `;
  const before = rowsOf(db, `${open} 1`);
  assert.notDeepEqual(before, [{ open: 0 }]);
  const retry = { kind: 'retry', statuses: ['steps'], given: [] } as const;
  await doRun(requestFor([], db, { mode: retry }), controls());
  assert.deepEqual(rowsOf(db, `${open} 1`), before);
  assert.deepEqual(rowsOf(db, `${open} 2`), [{ open: 0 }]);
  assert.equal(verdicts(db, 2).length, 15);
});

test('a file whose former content is there besides, or comes twice, is read as a whole', async (t) => {
  const { file, db, more } = growing(t);
  const [old, copy] = ['old.csv', 'copy.csv'].map((name) => join(dirname(file), name));
  const before = readFileSync(file);
  await night(file, db);
  append(file, more);
  for (const [path, content] of [
    [old, before],
    [copy, readFileSync(file)],
  ] as const) {
    writeFileSync(path, content);
    const { state, proof } = await doRun(
      requestFor([file, path], db, { name: 'nightly', reuse: { from: null } }),
      controls(),
    );
    assert.deepEqual(
      [state, proof.holds, proof.entries],
      ['complete', true, path === old ? 30 : 36],
    );
  }
});

test('a file that grew keeps its parts under another name, and is not read on from there', async (t) => {
  const { file, db } = await threeNights(t);
  const moved = join(dirname(file), 'moved.csv');
  renameSync(file, moved);
  assert.equal((await night(moved, db)).reused, 16);
  append(moved, ['more,2,1,"2","1;1"']);
  assert.equal(await hasGrown(moved, db), false);
  const { reused, proof } = await night(moved, db);
  assert.deepEqual([reused, proof.holds], [16, true]);
});

/** Runs over several files, in this order. */
function nightOf(files: readonly string[], db: string): Promise<RunOutcome> {
  return doRun(requestFor(files, db, { name: 'nightly', reuse: { from: null } }), controls());
}

test('what two files begin with belongs to the first, and the other is read as a whole', async (t) => {
  const { file, db, more } = growing(t);
  const other = join(dirname(file), 'other.csv');
  await night(file, db);
  append(file, more);
  await night(file, db);
  // As it was last night, and with one line less.
  writeFileSync(other, readFileSync(file));
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\n]*\n$/, ''));
  const third = await nightOf([file, other], db);
  assert.deepEqual([third.state, third.proof.holds, third.proof.entries], ['complete', true, 35]);
  // Both may be passed over from then on.
  const fourth = await nightOf([file, other], db);
  assert.deepEqual([fourth.reused, fourth.proof], [third.proof.results, third.proof]);
});

test('two files that were passed over by themselves may have the same beginning', async (t) => {
  const { file, db, more } = growing(t);
  const [begin, moved] = [readFileSync(file), join(dirname(file), 'moved.csv')];
  await night(file, db);
  append(file, more.slice(0, 3));
  await night(file, db);
  writeFileSync(moved, readFileSync(file));
  writeFileSync(file, begin);
  append(file, more.slice(3));
  await night(file, db);
  for (let i = 0; i < 2; i++) {
    const { state, proof } = await nightOf([file, moved], db);
    assert.deepEqual([state, proof.holds, proof.entries], ['complete', true, 30]);
  }
});

test('the entries of a file come in its order, whichever content the database had first', async (t) => {
  const { file, db, more } = growing(t);
  const small = readFileSync(file);
  append(file, more);
  const { limits } = requestFor([], '');
  await night(file, db, { limits: { ...limits, count: 5 } });
  const large = readFileSync(file);
  for (const content of [small, large]) {
    writeFileSync(file, content);
    await night(file, db);
  }
  const ordinals = rowsOf(
    db,
    'SELECT ordinal FROM results_in_order JOIN puzzles USING (puzzle_id) WHERE run_id = 3 ORDER BY at_source, puzzle_id',
  ).map((row) => (row as { ordinal: number }).ordinal);
  assert.deepEqual(
    ordinals,
    ordinals.toSorted((a, b) => a - b),
  );
});

test('a change that somebody made to a file in parts is said once', async (t) => {
  const { file, db } = await threeNights(t);
  change(db, 'UPDATE result_rows SET solve_ms = solve_ms + 1 WHERE run_id = 1');
  const recorder = new Recorder();
  const asked = { name: 'nightly', reuse: { from: null } };
  await doRun(requestFor([file], db, asked), controls(recorder));
  assert.match(recorder.warnings.join(), /found of 1 file is not what it had/);
});

for (const [what, begin, end, grows] of [
  ['opens a quote in a comment', '# see, "rows\n', '# by hand"\n', false],
  ['had a broken quote that its line settles', 'zz,1,1,"1;2\nnext,1,1,"1","1"\n', '', true],
  ['has a byte order mark and names its separator', null, '', true],
] as const) {
  test(`a file that ${what} is ${grows ? 'read on' : 'read as a whole'}`, async (t) => {
    const { file, db, more } = growing(t);
    if (begin === null) {
      const text = readFileSync(file, 'utf8').replaceAll(';', '|').replaceAll(',', ';');
      writeFileSync(file, `\ufeffsep=;\n${text.replaceAll('|', ';')}`);
    } else appendFileSync(file, begin);
    await night(file, db);
    if (begin === null) append(file, [more[0].replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';')]);
    else appendFileSync(file, `${more[0]}\n${end}${more[1]}\n`);
    assert.equal(await hasGrown(file, db), grows);
    const fresh = join(dirname(db), 'fresh.sqlite');
    const [again, whole] = [await night(file, db), await night(file, fresh, { reuse: null })];
    assert.deepEqual(again.proof, whole.proof);
  });
}

test('what was added may close a quote: then all is read', async (t) => {
  const { file, db } = growing(t);
  append(file, ['open,1,1,"1","1']);
  await night(file, db);
  append(file, ['","1"', 'more,1,1,"1","1"']);
  assert.equal(await hasGrown(file, db), false);
});

test('a compressed file to which another was added is read as a whole', async (t) => {
  const { file, db, more } = growing(t);
  const packed = `${file}.gz`;
  writeFileSync(packed, gzipSync(readFileSync(file)));
  await night(packed, db);
  appendFileSync(packed, gzipSync(`${more.join('\n')}\n`));
  assert.equal(await hasGrown(packed, db), false);
  assert.equal((await night(packed, db)).proof.entries, 18);
});

for (const [what, edit] of [
  ['was edited, too', (text: string) => text.replace('a-3', 'a-three')],
  ['became shorter', (text: string) => text.split('\n').slice(0, 5).join('\n')],
  ['had no end of its last line', (text: string) => text],
] as const) {
  test(`a file that ${what} is read as a whole`, async (t) => {
    const { file, db, more } = growing(t);
    if (what.startsWith('had')) writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    await night(file, db);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
    if (what !== 'became shorter') append(file, more);
    assert.equal(await hasGrown(file, db), false);
    const { state, proof } = await night(file, db);
    assert.deepEqual([state, proof.holds], ['complete', true]);
  });
}

test('what somebody has changed of its beginning is not copied', async (t) => {
  const { file, db, more } = growing(t);
  await night(file, db);
  append(file, more);
  change(db, 'UPDATE result_rows SET solve_ms = solve_ms + 1');
  assert.equal(await hasGrown(file, db), false);
  // Nor is any of it taken over puzzle by puzzle.
  const { reused, solvedWhy } = await night(file, db);
  assert.deepEqual([reused, solvedWhy?.damaged], [0, 10]);
});

test('puzzles without names keep being called after their file and place', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.ndjson');
  writeFileSync(file, '{"rows":[[1]],"columns":[[1]]}\n{"rows":[[2]],"columns":[[1],[1]]}\n');
  const db = join(folder, 'nights.sqlite');
  await night(file, db);
  append(file, ['{"rows":[[3]],"columns":[[1],[1],[1]]}']);
  assert.equal(await hasGrown(file, db), true);
  assert.deepEqual([(await night(file, db)).reused], [2]);
  assert.deepEqual(
    rowsOf(db, 'SELECT name FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = 2'),
    [0, 1, 2].map((place) => ({ name: `${withSlashes(file)}#${place}` })),
  );
});
