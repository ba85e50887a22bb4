import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { noneSolved } from '../../../src/pipeline/record/outcome.js';
import {
  type RunOutcome,
  type RunRequest,
  StopRequest,
} from '../../../src/pipeline/runs/request.js';
import { LOCAL, doRun } from '../../../src/pipeline/runs/do-run.js';
import { previewRun } from '../../../src/pipeline/runs/preview.js';
import { begin, ends, nonomill, succeeds } from '../../support/nonomill.js';
import { startRedis, deepRedisTest } from '../../support/redis.js';
import { writeCsv, withCorpus } from '../../support/csv-corpora.js';
import { assertEach, temporaryFolder, eachOf } from '../../support/tests.js';
import { beforeBatches, Recorder, controls, requestFor } from '../../support/runs/requests.js';
import { change, merge, rowsOf, lookIn } from '../../support/runs/solve-parts.js';
import { requireSound } from '../../../src/pipeline/store/queries/damaged-rows.js';

const REUSE = { reuse: { from: null } };

interface Place {
  readonly folder: string;
  readonly db: string;
  /**
   * Last night's puzzles; and tonight's, which are some of them, in another order, with some new
   * ones.
   */
  readonly before: string;
  readonly now: string;
}

const [BEFORE, KEPT, NEW] = [60, 50, 9];

function nights(t: TestContext): Place {
  const folder = temporaryFolder(t);
  const before = writeCsv(folder, 'before', { count: BEFORE, width: 8, height: 8, seed: 1 });
  const more = writeCsv(folder, 'more', { count: NEW, width: 8, height: 8, seed: 2 });
  const [head, ...lines] = readFileSync(before, 'utf8').trim().split('\n');
  const [, ...others] = readFileSync(more, 'utf8').trim().split('\n');
  const now = join(folder, 'now.csv');
  const kept = [...lines.slice(20, KEPT), ...lines.slice(0, 20)];
  const mixed = kept.flatMap((line, i) => (i < NEW ? [line, others[i]] : [line]));
  writeFileSync(now, [head, ...mixed].join('\n'));
  return { folder, db: join(folder, 'a.sqlite'), before, now };
}

function night(
  corpus: string,
  db: string,
  changes: Partial<RunRequest> = {},
  recorder = new Recorder(),
): Promise<RunOutcome> {
  return doRun(requestFor([corpus], db, changes), controls(recorder));
}

const reusedIn = (db: string, runId: number): unknown[] =>
  rowsOf(
    db,
    `SELECT reused_run AS run, reused_from AS other, count(*) AS puzzles FROM results
     WHERE run_id = ${runId} GROUP BY 1, 2 ORDER BY 1, 2`,
  );

/** Of each puzzle of a run by name: all that was found, when and how long included. */
function foundIn(db: string, runId: number): Map<string, Record<string, unknown>> {
  const rows = rowsOf(
    db,
    `SELECT name, results.* FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ${runId}`,
  ) as Record<string, unknown>[];
  return new Map(
    rows.map((row) => {
      const own = { run_id: 0, puzzle_id: 0, reused_run: null, reused_from: null };
      return [String(row.name), { ...row, ...own }];
    }),
  );
}

test('what was solved before is taken over as it is, and the rest is solved', async (t) => {
  const { db, before, now } = nights(t);
  await night(before, db);
  const { solved, reused, state } = await night(now, db, REUSE);
  assert.deepEqual([solved, reused, state], [KEPT + NEW, KEPT, 'complete']);
  assert.deepEqual(reusedIn(db, 2), [
    { run: null, other: null, puzzles: NEW },
    { run: 1, other: null, puzzles: KEPT },
  ]);
  const [first, second] = [foundIn(db, 1), foundIn(db, 2)];
  const same = [...second].filter(([name]) => name.startsWith('before'));
  for (const [name, found] of same) assert.deepEqual(found, first.get(name), name);
  // A third night names the run that has solved them, not the one that took them over.
  assert.equal((await night(now, db, REUSE)).reused, KEPT + NEW);
  assert.deepEqual(reusedIn(db, 3), [
    { run: 1, other: null, puzzles: KEPT },
    { run: 2, other: null, puzzles: NEW },
  ]);
});

test('without --reuse everything is solved, and a database without runs says that nothing is there', async (t) => {
  const { db, before } = nights(t);
  const recorder = new Recorder();
  await night(before, db, REUSE, recorder);
  assert.match(recorder.warnings.join(), /nothing to take over: .* has no earlier run/);
  assert.equal((await night(before, db)).reused, 0);
});

test('another solver version is not asked, and the run says so', async (t) => {
  const { db, before } = nights(t);
  await night(before, db);
  change(db, `UPDATE runs SET options = json_set(options, '$.solver', '0123456789abcdef')`);
  const recorder = new Recorder();
  const { reused, solvedWhy } = await night(before, db, REUSE, recorder);
  assert.equal(reused, 0);
  assert.deepEqual(solvedWhy, { ...noneSolved(), otherVersion: BEFORE });
  assert.match(recorder.warnings.join(), /1 run in .* is of other versions of the solver/);
});

test('a run, and its dry run, count why they solve what they do not take over', async (t) => {
  const { db, before, folder } = nights(t);
  await night(before, db);
  const several = rowsOf(
    db,
    `SELECT puzzle_id, name, status FROM results JOIN puzzles USING (puzzle_id)
     WHERE status = 'multiple' ORDER BY puzzle_id`,
  ) as { puzzle_id: number; name: string }[];
  const [failed, changed] = several;
  change(db, `UPDATE result_rows SET error = 'lost' WHERE puzzle_id = ${failed.puzzle_id}`);
  const fresh = writeCsv(folder, 'fresh', { count: 3, width: 8, height: 8, seed: 3 });
  const [head, ...lines] = readFileSync(before, 'utf8').trim().split('\n');
  const [, edit, ...added] = readFileSync(fresh, 'utf8').trim().split('\n');
  const edited = lines.map((line) =>
    line.startsWith(`${changed.name},`) ? edit.replace(/^[^,]*/, changed.name) : line,
  );
  // What was added comes first, so that no puzzle is in its old place.
  writeFileSync(before, [head, ...added, ...edited].join('\n'));
  const asked = { ...REUSE, count: 5 };
  const expected = {
    ...noneSolved(),
    new: added.length,
    changed: 1,
    wentWrong: 1,
    askedForMore: several.length - 2,
  };
  const request = requestFor([before], db, asked);
  const { survey } = await previewRun(request, controls(), {
    makePool: LOCAL.makePool,
    sampleMs: 100,
  });
  assert.deepEqual(eachOf(survey.files, 'solvedWhy'), [expected]);
  const { solvedWhy, solved, reused } = await night(before, db, asked);
  assert.deepEqual(solvedWhy, expected);
  assert.equal(solved - reused, several.length + added.length);
});

test('what had too little time is solved for its larger limits', async (t) => {
  const { db, before } = nights(t);
  const within = (maxSteps: number): Partial<RunRequest> => ({ ...REUSE, maxSteps });
  await night(before, db, within(1));
  const { solved, reused, solvedWhy } = await night(before, db, within(10_000));
  assert.deepEqual(solvedWhy, { ...noneSolved(), largerLimits: solved - reused });
  assert.ok(solved > reused);
});

test('nothing that somebody tampered with is taken over from another database', async (t) => {
  const { db, before, folder } = nights(t);
  await night(before, db);
  const [{ several, one }] = rowsOf(
    db,
    `SELECT max(iif(status = 'multiple', puzzle_id, 0)) AS several,
       max(iif(status = 'unique', puzzle_id, 0)) AS one FROM results`,
  ) as [{ several: number; one: number }];
  const damages: readonly [string, number][] = [
    [`UPDATE result_rows SET status = 'unique', solutions_exact = 1 WHERE puzzle_id = ?`, several],
    [
      `UPDATE result_rows SET status = 'unique', solutions = '1', solutions_exact = 1, second_solution = NULL,
         solution = 'PPPPPPPPPPPPPPPP' WHERE puzzle_id = ?`,
      several,
    ],
    [
      `UPDATE result_rows SET status = 'contradiction', solution = NULL, solutions = '0' WHERE puzzle_id = ?;
       UPDATE puzzle_rows SET fingerprint = (SELECT fingerprint FROM puzzle_rows WHERE puzzle_id = ${several})
         WHERE puzzle_id = ?`,
      one,
    ],
    // The same picture, written otherwise.
    [
      `UPDATE result_rows SET second_solution =
         (SELECT solution FROM results v WHERE v.puzzle_id = result_rows.puzzle_id) WHERE puzzle_id = ?`,
      several,
    ],
    ['UPDATE result_rows SET solution = NULL WHERE puzzle_id = ?', several],
    ['UPDATE result_rows SET guess_depth = -1 WHERE puzzle_id = ?', one],
    ['UPDATE result_rows SET solution = NULL WHERE puzzle_id = ?', one],
    ['UPDATE result_rows SET reused_run = -7 WHERE puzzle_id = ?', one],
  ];
  const verdictsIn = (of: string): unknown[] =>
    rowsOf(of, 'SELECT puzzle_id, status, solution FROM results');
  let seenDamaged = 0;
  for (const [n, [damage, id]] of damages.entries()) {
    const copy = join(folder, `${n}-damaged.sqlite`);
    writeFileSync(copy, readFileSync(db));
    change(copy, damage.replaceAll('?', String(id)));
    const tonight = join(folder, `${n}.sqlite`);
    const { reused, solvedWhy } = await night(before, tonight, { reuse: { from: copy } });
    assert.equal(reused, BEFORE - 1, damage);
    seenDamaged += solvedWhy?.damaged ?? 0;
    assert.deepEqual(verdictsIn(tonight), verdictsIn(db), damage);
  }
  // Of one the fingerprint is another: there is no such puzzle.
  assert.equal(seenDamaged, damages.length - 1);
});

test('a run in which a check has found a changed row is not asked', async (t) => {
  const { db, before } = nights(t);
  await night(before, db);
  change(db, 'UPDATE result_rows SET solve_ms = solve_ms + 1 WHERE puzzle_id % 2 = 0');
  assert.throws(() => lookIn(db, requireSound), /what run 1 wrote of .* was changed/);
  assert.equal((await night(before, db, REUSE)).reused, 0);
  assert.equal((await night(before, db, REUSE)).reused, BEFORE);
});

test('another database is asked as well, and its path is kept', async (t) => {
  const { db, before, now, folder } = nights(t);
  const other = join(folder, 'other.sqlite');
  await night(before, other);
  assert.equal((await night(now, db, { reuse: { from: other } })).reused, KEPT);
  assert.deepEqual(reusedIn(db, 1), [
    { run: null, other: null, puzzles: NEW },
    { run: 1, other, puzzles: KEPT },
  ]);
  assert.equal((await night(now, db, REUSE)).reused, KEPT + NEW);
  assert.deepEqual(reusedIn(db, 2), [
    { run: 1, other: null, puzzles: NEW },
    { run: 1, other, puzzles: KEPT },
  ]);
  await assert.rejects(night(now, db, { reuse: { from: join(folder, 'none') } }), /no database/);
  assert.equal(rowsOf(db, 'SELECT * FROM runs').length, 2);
  const fresh = join(folder, 'fresh.sqlite');
  await assert.rejects(night(now, fresh, { reuse: { from: join(folder, 'none') } }), /no database/);
  assert.ok(!existsSync(fresh));
});

test('a run that is stopped goes on taking over when it is resumed, with or without the flag', async (t) => {
  const { db, before, now } = nights(t);
  await night(before, db);
  const stop = new StopRequest();
  const recorder = new Recorder();
  const stopping = beforeBatches(() => stop.request('signal'));
  const request = requestFor([now], db, { ...REUSE, threads: 1 });
  const stopped = await doRun(request, controls(recorder, stop), stopping);
  assert.equal(stopped.state, 'interrupted');
  const resumed = await night(now, db, { mode: { kind: 'resume', given: [] } });
  assert.deepEqual([resumed.state, stopped.reused + resumed.reused], ['complete', KEPT]);
});

test('rounds try what was taken over without a verdict only with more than it has had', async (t) => {
  const { corpus, db } = withCorpus(t, { count: 48, width: 14, height: 14 });
  const asking = (steps: readonly number[]): Partial<RunRequest> => ({
    maxSteps: steps,
    timeoutMs: null,
  });
  await night(corpus, db, asking([60, 300]));
  const openAfter = (runId: number): unknown =>
    rowsOf(
      db,
      `SELECT count(*) AS open, max(attempts) AS attempts, min(attempts) AS least FROM results
       WHERE run_id = ${runId} AND status = 'steps'`,
    )[0];
  const { open } = openAfter(1) as { open: number };
  assert.ok(open > 0);
  // The same rounds find nothing to do.
  assert.equal((await night(corpus, db, { ...asking([60, 300]), ...REUSE })).reused, 48);
  assert.deepEqual(openAfter(2), { open, attempts: 2, least: 2 });
  assert.deepEqual(rowsOf(db, 'SELECT * FROM retries WHERE run_id = 2'), []);
  // One more round goes there at once.
  const { reused, solved } = await night(corpus, db, { ...asking([60, 300, 1e6]), ...REUSE });
  assert.deepEqual([reused, solved], [48, 48 + open]);
  assert.deepEqual(openAfter(3), { open: 0, attempts: null, least: null });
  assert.deepEqual(rowsOf(db, 'SELECT round, puzzles, decided FROM retries WHERE run_id = 3'), [
    { round: 3, puzzles: open, decided: open },
  ]);
  // What a round has found is its own.
  assert.deepEqual(reusedIn(db, 3), [
    { run: null, other: null, puzzles: open },
    { run: 1, other: null, puzzles: 48 - open },
  ]);
});

test('parts take over as well, and once they are merged the results say from where', async (t) => {
  const { db, before, now, folder } = nights(t);
  await night(before, db);
  const parts = [1, 2].map((part) => ({
    db: join(folder, `${part}.sqlite`),
    shard: `${part}/2`,
  }));
  for (const { db: own, shard } of parts) {
    // What one of them knows itself comes first; what the whole knew is its own again.
    if (shard === '2/2') await night(before, own);
    await night(now, own, { shard, reuse: { from: db } });
  }
  await merge(
    parts.map((part) => part.db),
    db,
  );
  const origins = reusedIn(db, 2) as {
    run: number | null;
    other: string | null;
    puzzles: number;
  }[];
  const reused = origins.slice(1);
  assert.deepEqual(origins[0], { run: null, other: null, puzzles: NEW });
  assertEach(reused, ({ run: one, other }) => [one, other], [
    [1, null],
    [1, parts[1].db],
  ]);
  const kept = reused.reduce((sum, { puzzles }) => sum + puzzles, 0);
  assert.equal(kept, KEPT);
});

deepRedisTest('workers of a queue see only what is left', async (t) => {
  const redis = await startRedis(t);
  const { db, before, now } = nights(t);
  await night(before, db);
  const worker = begin(['worker', '--threads', '1', '--queue', redis.url]);
  redis.users.push(async () => {
    worker.signal('SIGTERM');
    await worker.ended;
  });
  await worker.said('waits for puzzles');
  const words = ['--no-report', '--quiet', '--reuse', '--queue', redis.url];
  await succeeds(['run', now, '--db', db, ...words]);
  assert.deepEqual(reusedIn(db, 2), [
    { run: null, other: null, puzzles: NEW },
    { run: 1, other: null, puzzles: KEPT },
  ]);
  const solved = rowsOf(db, 'SELECT puzzles FROM workers') as { puzzles: number }[];
  const fresh = solved.reduce((sum, { puzzles }) => sum + puzzles, 0);
  assert.equal(fresh, NEW);
  const [{ credited }] = rowsOf(
    db,
    `SELECT count(*) AS credited FROM solved_by JOIN results USING (run_id, puzzle_id) WHERE reused_run IS NULL`,
  ) as [{ credited: number }];
  assert.equal(credited, NEW);
});

test('summary, comparison and history count what was taken over, and leave its times out', async (t) => {
  const { db, before, now } = nights(t);
  const run = async (corpus: string, ...words: readonly string[]): Promise<string> => {
    const { stdout } = await succeeds([...['run', corpus, '--db', db, '--no-report'], ...words]);
    return stdout;
  };
  await run(before);
  // Times that nobody can overlook.
  change(db, 'UPDATE result_rows SET solve_ms = 1e6');
  const text = await run(now, '--reuse');
  assert.match(text, /taken over {3}50 taken over, 9 solved; times are of what was solved/);
  assert.match(text, /^59 puzzles {3}50 taken over, 9 solved {3}\S.* {3}[\d.,]+\/s solved$/m);
  assert.doesNotMatch(text, /16m/);
  const summary = JSON.parse(await run(now, '--reuse', '--json')) as {
    puzzles: number;
    reused: number;
    puzzlesPerSecond: number | null;
    solveMs: Record<string, number | null>;
    sizes: { medianMs: number | null }[];
    hardest: { byTime: unknown[]; byScore: unknown[] };
  };
  assert.deepEqual([summary.puzzles, summary.reused, summary.puzzlesPerSecond], [59, 59, null]);
  const { median, max, total, par2 } = summary.solveMs;
  assert.deepEqual([median, max, total, par2], [null, null, 0, null]);
  assert.equal(summary.sizes[0].medianMs, null);
  assert.deepEqual(summary.hardest.byTime, []);
  assert.ok(summary.hardest.byScore.length > 0);
  const compared = await nonomill(['compare', '1', '2', '--db', db]);
  assert.match(
    compared.stdout,
    /taken over 50 from other runs[^]*time {7}none: no puzzle was solved in both runs/,
  );
  const shown = await nonomill(['show', 'before-20', '--run', '2', '--db', db]);
  assert.match(shown.stdout, /Taken over from run 1, which has solved it/);
  const history = await nonomill(['history', '--db', db, '--json']);
  assert.match(history.stdout, /"reused": ?50/);
});

test('gates look at what was taken over as at any result', async (t) => {
  const { db, before, now } = nights(t);
  await night(before, db);
  const words = [
    ...['--no-report', '--quiet', '--reuse', '--require', 'unique,no-worse', '--name', 'x'],
  ];
  const { stderr } = await ends(3, ['run', now, '--db', db, ...words]);
  const open = rowsOf(db, `SELECT * FROM results WHERE run_id = 2 AND status <> 'unique'`).length;
  assert.match(stderr, new RegExp(`${open} of 59 puzzles`));
});
