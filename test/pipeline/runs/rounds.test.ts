import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  type RoundStart,
  type RunOutcome,
  type RunMode,
  type RunRequest,
  StopRequest,
} from '../../../src/pipeline/runs/request.js';
import { type LOCAL, doRun } from '../../../src/pipeline/runs/do-run.js';
import { deepTest, depth, eachOf } from '../../support/tests.js';
import { begin, succeeds } from '../../support/nonomill.js';
import { startRedis, deepRedisTest } from '../../support/redis.js';
import { contentsOf } from '../../support/runs/contents.js';
import { withCorpus } from '../../support/csv-corpora.js';
import { beforeBatches, Recorder, controls, requestFor } from '../../support/runs/requests.js';
import { merge, rowsOf, solveParts } from '../../support/runs/solve-parts.js';

type StopReason = NonNullable<StopRequest['reason']>;

/**
 * Steps, unlike times, decide the same everywhere: 7 of 48 puzzles need more than the first limit,
 * 3 more than the second.
 */
const STEPS = [60, 300, 100_000];

function asking(steps: readonly number[]): Partial<RunRequest> {
  return { maxSteps: steps.length > 1 ? steps : steps[0], timeoutMs: null };
}

interface Place {
  readonly corpus: string;
  readonly db: string;
}

function placeOf(t: TestContext): Place {
  const { folder, corpus } = withCorpus(t, { count: 48, width: 14, height: 14, brokenEvery: 9 });
  return { corpus, db: join(folder, 'a.sqlite') };
}

const RESUME: RunMode = { kind: 'resume', given: [] };

/** What of a result a later round changes, or must not. */
interface Tried {
  readonly puzzle_id: number;
  readonly status: string;
  readonly attempts: number;
}

const triedIn = (db: string): Tried[] =>
  rowsOf(db, 'SELECT puzzle_id, status, attempts FROM results ORDER BY 1') as Tried[];

interface RoundRow {
  readonly round: number;
  readonly max_steps: number;
  readonly puzzles: number;
  readonly tried: number;
  readonly decided: number;
}

const roundsIn = (db: string): RoundRow[] =>
  rowsOf(
    db,
    'SELECT round, max_steps, puzzles, tried, decided FROM retries ORDER BY position',
  ) as RoundRow[];

const openIn = (db: string): number =>
  triedIn(db).filter(({ status }) => status === 'steps').length;

/**
 * A pool that asks for a stop, or does anything else, before it solves the `nth` puzzle of a later
 * round.
 */
function before(nth: number, act: () => void): typeof LOCAL {
  let count = 0;
  return beforeBatches((rounds) => {
    if (rounds > 1 && ++count === nth) act();
  });
}

test('each round gives what is open the next limit: one run, one row a puzzle, and the report at the end', async (t) => {
  const { corpus, db } = placeOf(t);
  const observer = new Recorder();
  const rounds: RoundStart[] = [];
  const told = Object.assign(observer, { round: (round: RoundStart) => rounds.push(round) });
  const outcome = await doRun(requestFor([corpus], db, asking(STEPS)), controls(told));
  const single = join(db, '..', 'single.sqlite');
  await doRun(requestFor([corpus], single, asking([STEPS[2]])), controls());
  assert.deepEqual(verdictsIn(db), verdictsIn(single));
  const rows = roundsIn(db);
  assert.deepEqual(eachOf(rows, 'round', 'max_steps'), [
    [2, STEPS[1]],
    [3, STEPS[2]],
  ]);
  for (const { puzzles, tried } of rows) assert.equal(tried, puzzles);
  assert.ok(rows[0].puzzles > rows[1].puzzles && rows[1].puzzles > 0, JSON.stringify(rows));
  assert.equal(rows[0].decided, rows[0].puzzles - rows[1].puzzles);
  const tried = triedIn(db);
  assert.equal(tried.filter(({ attempts }) => attempts >= 2).length, rows[0].puzzles);
  assert.equal(tried.filter(({ attempts }) => attempts === 3).length, rows[1].puzzles);
  assert.deepEqual([outcome.kind, outcome.state, outcome.stoppedBy], ['started', 'complete', null]);
  assert.equal(outcome.solved, tried.length + rows[0].puzzles + rows[1].puzzles);
  assert.equal(observer.starts.length, 1);
  const found = rounds.map(({ round, of, left }) => ({ round, of, left }));
  const expected = rows.map(({ round, puzzles: left }) => ({ round, of: 3, left }));
  assert.deepEqual(found, expected);
  const { round } = observer.latest!;
  assert.deepEqual(
    { ...round },
    {
      round: 3,
      of: 3,
      open: openIn(db),
      puzzles: tried.length,
      decided: rows[1].decided,
      mostMs: null,
    },
  );
});

/** Limits are those of rating and of guess depths, too; verdicts are the same. */
function verdictsIn(db: string): unknown[] {
  return rowsOf(db, 'SELECT puzzle_id, status, solution FROM results ORDER BY 1');
}

/** Runs until a stop in a later round. */
async function stopped(
  { corpus, db }: Place,
  reason: StopReason,
  changes: Partial<RunRequest> = {},
): Promise<RunOutcome> {
  const stop = new StopRequest();
  const parts = before(3, () => stop.request(reason));
  const request = requestFor([corpus], db, { ...asking(STEPS), ...changes });
  return doRun(request, controls(new Recorder(), stop), parts);
}

for (const reason of ['stop-after', 'until'] as const) {
  deepTest(`a run out of time (${reason}) after a round is complete, and goes on`, async (t) => {
    const place = placeOf(t);
    const outcome = await stopped(place, reason);
    assert.deepEqual([outcome.state, outcome.stoppedBy, outcome.left], ['complete', null, null]);
    assert.equal(contentsOf(place.db).state, 'complete');
    const [first, ...more] = roundsIn(place.db);
    assert.deepEqual(more, []);
    assert.ok(first.tried >= 2 && first.tried < first.puzzles, JSON.stringify(first));
    const resumed = await doRun(requestFor([], place.db, { mode: RESUME }), controls());
    assert.deepEqual([resumed.kind, resumed.state], ['resumed', 'complete']);
    await requireWhole(place);
    const again = await doRun(requestFor([], place.db, { mode: RESUME }), controls());
    assert.equal(again.kind, 'untouched');
  });
}

test('a signal in a round interrupts the run, and resume goes on in its round, with its corpora or without', async (t) => {
  for (const named of [true, false]) {
    const place = placeOf(t);
    const outcome = await stopped(place, 'signal');
    assert.deepEqual([outcome.state, outcome.stoppedBy], ['interrupted', 'signal']);
    assert.equal(contentsOf(place.db).state, 'interrupted');
    const corpora = named ? [place.corpus] : [];
    await doRun(requestFor(corpora, place.db, { mode: RESUME }), controls());
    await requireWhole(place);
  }
});

/**
 * Whether a run that was stopped, or killed, came to the same as one that was not, and tried
 * nothing twice in a round.
 */
async function requireWhole({ corpus, db }: Place): Promise<void> {
  const undisturbed = join(db, '..', 'undisturbed.sqlite');
  if (!existsSync(undisturbed)) {
    await doRun(requestFor([corpus], undisturbed, asking(STEPS)), controls());
  }
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
  assert.deepEqual(triedIn(db), triedIn(undisturbed));
  assert.deepEqual(roundsIn(db), roundsIn(undisturbed));
}

test('a run that is killed at any moment goes on with --resume: nothing is lost, nothing tried twice', async (t) => {
  const { corpus, db } = placeOf(t);
  const copies: string[] = [];
  // What a kill leaves are the files as they are at that moment.
  const snapshot = (nth: number): void => {
    const copy = join(db, '..', `killed-${nth}.sqlite`);
    for (const end of ['', '-wal']) if (existsSync(db + end)) copyFileSync(db + end, copy + end);
    copies.push(copy);
  };
  let nth = 0;
  const parts = beforeBatches(() => snapshot(nth++));
  await doRun(requestFor([corpus], db, asking(STEPS)), controls(), parts);
  assert.ok(copies.length > 8, `${copies.length} moments`);
  const every = Math.ceil(copies.length / depth(3, copies.length));
  for (const copy of copies.filter((_, i) => i % every === 0)) {
    const corpora = existsSync(copy) ? [corpus] : [];
    await doRun(requestFor(corpora, copy, { mode: RESUME }), controls());
    await requireWhole({ corpus, db: copy });
  }
});

test('a retry is one more round, after which those of the run are over', async (t) => {
  const place = placeOf(t);
  await stopped(place, 'stop-after');
  const open = openIn(place.db);
  const mode: RunMode = { kind: 'retry', statuses: ['steps'], given: [] };
  await doRun(requestFor([], place.db, { ...asking([STEPS[2]]), mode }), controls());
  const rows = rowsOf(place.db, 'SELECT round, tried, wall_ms > 0 AS took FROM retries');
  assert.deepEqual(rows.at(-1), { round: null, tried: open, took: 1 });
  const again = await doRun(requestFor([], place.db, { mode: RESUME }), controls());
  assert.equal(again.kind, 'untouched');
});

test('limits that grow go on until nothing is open', async (t) => {
  const { corpus, db } = placeOf(t);
  await doRun(requestFor([corpus], db, { ...asking([40]), maxSteps: [40, 'x4'] }), controls());
  assert.equal(openIn(db), 0);
  const limits = roundsIn(db).map(({ max_steps }) => max_steps);
  const wanted = limits.map((_, i) => 40 * 4 ** (i + 1));
  assert.deepEqual(limits, wanted);
});

test('a puzzle that no larger limit helps begins no further round', async (t) => {
  const { corpus, db } = placeOf(t);
  // All are open because of their steps, and only the time grows.
  const limits = { maxSteps: 20, timeoutMs: [60_000, 'x4'] } as const;
  await doRun(requestFor([corpus], db, limits), controls());
  assert.ok(openIn(db) > 0);
  assert.deepEqual(roundsIn(db), []);
});

deepTest('parts of a run have rounds of their own, and together they are as one run', async (t) => {
  const { corpus, db } = placeOf(t);
  const parts = await solveParts([corpus], join(db, '..'), 2, asking(STEPS));
  const merged = join(db, '..', 'merged.sqlite');
  await merge(parts, merged);
  await doRun(requestFor([corpus], db, asking(STEPS)), controls());
  assert.deepEqual(contentsOf(merged), contentsOf(db));
  assert.deepEqual(triedIn(merged), triedIn(db));
  const sums = 'SELECT round, sum(puzzles) AS p, sum(decided) AS d FROM retries GROUP BY round';
  assert.deepEqual(rowsOf(merged, sums), rowsOf(db, sums));
});

deepRedisTest('a run through a queue has rounds: its workers get the limits of each', async (t) => {
  const redis = await startRedis(t);
  const { corpus, db } = placeOf(t);
  const worker = begin(['worker', '--threads', '1', '--queue', redis.url]);
  redis.users.push(async () => {
    worker.signal('SIGTERM');
    await worker.ended;
  });
  await worker.said('waits for puzzles');
  const steps = STEPS.join(',');
  const words = ['run', corpus, '--db', db, '--no-report', '--quiet', '--timeout', '24h'];
  await succeeds([...words, '--max-steps', steps, '--queue', redis.url]);
  const local = join(db, '..', 'undisturbed.sqlite');
  await doRun(requestFor([corpus], local, asking(STEPS)), controls());
  assert.deepEqual(triedIn(db), triedIn(local));
  assert.deepEqual(roundsIn(db), roundsIn(local));
});
