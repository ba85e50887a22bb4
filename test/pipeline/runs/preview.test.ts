import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { withSlashes } from '../../../src/pipeline/files/files.js';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import { LoadWatch } from '../../../src/pipeline/runs/pool/rest.js';
import { StoppedEarly, type RunRequest, StopRequest } from '../../../src/pipeline/runs/request.js';
import { LOCAL, doRun } from '../../../src/pipeline/runs/do-run.js';
import { previewRun, type RunPreview } from '../../../src/pipeline/runs/preview.js';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { countRun } from '../../../src/pipeline/store/stored-runs.js';
import { writeCsv, withCorpus } from '../../support/csv-corpora.js';
import { temporaryFolder, until, eachOf } from '../../support/tests.js';
import { Recorder, controls, requestFor } from '../../support/runs/requests.js';
import { forecast, type Forecast } from '../../../src/pipeline/runs/forecast.js';
import { GROWS } from '../../../src/pipeline/record/options.js';
import { rateOf } from '../../../src/pipeline/corpus/reader/corpus-reader.js';
import { diskWarning } from '../../../src/pipeline/runs/room.js';
import { lookIn, valueOf, change } from '../../support/runs/solve-parts.js';

type TimedPuzzle = Parameters<typeof forecast>[0]['like'][number];

const SMALL = { count: 300, width: 5, height: 5, brokenEvery: 50 };

const preview = (request: RunRequest, stop = new StopRequest()): Promise<RunPreview> =>
  previewRun(request, controls(new Recorder(), stop), {
    makePool: (asked, needs) => LOCAL.makePool(asked, needs),
    // Small puzzles are solved long before, on whatever machine.
    sampleMs: 600_000,
  });

const RESUME = { mode: { kind: 'resume', given: [] } } as const;

/** Names and contents of a folder. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'base64')]),
  );
}

/** The messages of all refusals. */
const whyNot = ({ refusals }: RunPreview): string => refusals.map(({ message }) => message).join();

test('a preview of a new run says what a run then does, and writes nothing', async (t) => {
  const folder = temporaryFolder(t);
  const one = writeCsv(folder, 'one', SMALL);
  const copy = join(folder, 'two.csv');
  copyFileSync(one, copy);
  const db = join(folder, 'a.sqlite');
  const request = requestFor([one, copy], db, { limit: 250 });
  const before = filesIn(folder);
  const { kind, survey, forecast, basis, room } = await preview(request);
  assert.deepEqual(filesIn(folder), before);
  const { proof } = await doRun(request, controls());
  assert.equal(kind, 'started');
  assert.equal(survey.all.puzzles, proof.results);
  assert.equal(survey.all.rejects, proof.rejects);
  assert.deepEqual(eachOf(survey.files, 'entries', 'puzzles', 'copyOf'), [
    [250, 245, null],
    [0, 0, withSlashes(one)],
  ]);
  assert.match(survey.rejects[0].reason, /./);
  assert.equal(forecast?.ends, 'complete');
  assert.deepEqual(forecast.open, { from: 0, to: 0 });
  assert.equal(basis.solved, 245);
  assert.ok(room.database.adds > 0 && room.disk.free !== null);
});

test('the latest run of the name, or of the same corpora, tells how long puzzles take', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'a.sqlite');
  const [one, two] = [1, 2].map((seed) => writeCsv(folder, `${seed}`, { ...SMALL, seed }));
  await doRun(requestFor([one], db, { name: 'book' }), controls());
  await doRun(requestFor([one], db), controls());
  const told = async (corpus: string, changes: Partial<RunRequest> = {}): Promise<unknown> => {
    const { basis } = await preview(requestFor([corpus], db, changes));
    return [basis.run, basis.solved];
  };
  assert.deepEqual(await told(one), [2, 0]);
  assert.deepEqual(await told(two, { name: 'book' }), [1, 0]);
  assert.deepEqual(await told(two), [null, 294]);
  assert.deepEqual(await told(one, { guessDepth: 3 }), [null, 294]);
});

test('what would be taken over is counted, and not solved', async (t) => {
  const { folder, corpora, db } = withCorpus(t, SMALL);
  await doRun(requestFor(corpora, db), controls());
  const both = [...corpora, writeCsv(folder, 'two', { ...SMALL, count: 50, seed: 2 })];
  const { survey } = await preview(requestFor(both, db, { reuse: { from: null } }));
  assert.deepEqual(eachOf(survey.files, 'takenOver', 'puzzles'), [
    [294, 0],
    [0, 49],
  ]);
  assert.deepEqual([survey.all.takenOver, survey.takenOpen], [294, 0]);
  const elsewhere = requestFor(corpora, join(folder, 'b.sqlite'), { reuse: { from: db } });
  const all = await preview(elsewhere);
  assert.deepEqual([all.survey.all.takenOver, all.survey.all.puzzles], [294, 0]);
  assert.equal(all.forecast?.open.to, 0);
});

test('files that would be passed over take no room', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', SMALL), writeCsv(folder, 'two', { ...SMALL, seed: 2 })];
  const db = join(folder, 'a.sqlite');
  const asked = { name: 'book', reuse: { from: null }, maxSteps: 3 };
  await doRun(requestFor(corpora, db, asked), controls());
  const { survey, room, basis } = await preview(requestFor(corpora, db, asked));
  const night = await doRun(requestFor(corpora, db, asked), controls());
  const steps = `SELECT count(*) FROM results WHERE run_id = 2 AND status = 'steps'`;
  const open = valueOf(db, steps) as number;
  assert.ok(open > 0);
  assert.deepEqual([survey.all.takenOver, survey.takenOpen], [night.reused, open]);
  assert.deepEqual([survey.all.puzzles, room.database.adds, basis.solved], [0, 0, 0]);
});

test('what is done of a run that goes on is not counted again', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', SMALL), writeCsv(folder, 'two', { ...SMALL, seed: 2 })];
  const db = join(folder, 'a.sqlite');
  await doRun(requestFor(corpora, db), controls());
  change(
    db,
    `DELETE FROM result_rows WHERE puzzle_id % 3 = 0; DELETE FROM piece_counts;
     UPDATE run_sources SET entries = NULL; UPDATE runs SET state = 'interrupted'`,
  );
  const { results } = lookIn(db, (store) => countRun(store, 1));
  const { kind, survey, run: goesOn } = await preview(requestFor(corpora, db, RESUME));
  assert.deepEqual([kind, goesOn?.runId], ['resumed', 1]);
  assert.equal(survey.all.done, results);
  assert.equal(survey.all.done + survey.all.puzzles + survey.all.rejects, 600);
});

test('a round that goes on, and a retry, look at the puzzles that they try', async (t) => {
  const { folder, corpora, db } = withCorpus(t, SMALL);
  const one = { maxSteps: 1 };
  await doRun(requestFor(corpora, db, one), controls());
  const mode = { kind: 'retry', statuses: ['steps'], given: ['maxSteps'] } as const;
  const again = await preview(requestFor([], db, { mode, maxSteps: 1000 }));
  assert.equal(again.kind, 'retried');
  assert.equal(again.round, null);
  assert.ok(again.survey.all.puzzles > 0 && again.survey.all.puzzles <= 294);
  const inRounds = join(folder, 'b.sqlite');
  await doRun(requestFor(corpora, inRounds, one), controls());
  const options = `json_set(options, '$.maxSteps', json('[1,1000]'))`;
  change(inRounds, `UPDATE runs SET options = ${options}, state = 'interrupted'`);
  const round = await preview(requestFor(corpora, inRounds, { ...RESUME, maxSteps: [1, 1000] }));
  assert.deepEqual([round.kind, round.round], ['resumed', 2]);
  assert.equal(round.survey.all.puzzles, again.survey.all.puzzles);
});

test('nothing is to be done for a complete run', async (t) => {
  const { corpora, db } = withCorpus(t, SMALL);
  await doRun(requestFor(corpora, db), controls());
  const { kind, forecast, survey } = await preview(requestFor(corpora, db, RESUME));
  assert.deepEqual([kind, forecast, survey.all.puzzles], ['untouched', null, 0]);
});

test('what would be refused is said, with all reasons, and the rest all the same', async (t) => {
  const { folder, corpora, db } = withCorpus(t, SMALL);
  const holder = openStore(db, { readonly: false });
  const held = await preview(requestFor(corpora, db));
  holder.close();
  assert.equal(held.kind, 'refused');
  assert.match(whyNot(held), /is in use by another run/);
  assert.equal(held.survey.all.puzzles, 294);

  const foreign = join(folder, 'foreign.sqlite');
  writeFileSync(foreign, 'something else');
  assert.match(whyNot(await preview(requestFor(corpora, foreign))), /is not an SQLite database/);
  const noFolder = join(foreign, 'below', 'a.sqlite');
  assert.match(whyNot(await preview(requestFor(corpora, noFolder))), /No file can be made in/);
  const proveTo = join(foreign, 'proofs');
  const asked = { prove: true, proveTo };
  const proofs = await preview(requestFor(corpora, join(folder, 'b.sqlite'), asked));
  assert.match(whyNot(proofs), /The folder for the proofs cannot be used/);
});

test('a newer database and other options are refused', async (t) => {
  const { corpora, db } = withCorpus(t, SMALL);
  await doRun(requestFor(corpora, db), controls());
  const mode = { kind: 'retry', statuses: ['unique'], given: ['count'] } as const;
  const other = await preview(requestFor([], db, { mode, count: 3 }));
  assert.match(whyNot(other), /was begun with other options: --count was 2, now 3/);
  const setVersion = (version: number): void => {
    const open = new SqliteDatabase(db);
    open.pragma(`user_version = ${version}`);
    open.close();
  };
  setVersion(99);
  assert.match(whyNot(await preview(requestFor(corpora, db))), /schema version 99/);
});

test('a preview that is asked to stop says that nothing was begun', async (t) => {
  const folder = temporaryFolder(t);
  const stop = new StopRequest();
  stop.request('signal');
  const request = requestFor([writeCsv(folder, 'one', SMALL)], join(folder, 'a.sqlite'));
  await assert.rejects(preview(request, stop), /Stopped before the first puzzle/);
});

/** A pool all of whose threads rest for ever, since others need the machine. */
function restingPool(): LocalPool {
  const loadWatch = new LoadWatch(1, { running: () => 100, memoryMs: 1 });
  return new LocalPool({ threads: 2, memoryMiB: null, loadWatch });
}

test('a sample does not wait for other programs', async (t) => {
  const folder = temporaryFolder(t);
  const asked = { maxLoad: 0.01 };
  const request = requestFor([writeCsv(folder, 'one', SMALL)], join(folder, 'a.sqlite'), asked);
  const { basis, forecast } = await preview(request);
  assert.equal(basis.solved, 294);
  assert.equal(forecast?.ends, 'complete');
});

test('a sample whose threads rest ends as soon as it is asked to stop', async (t) => {
  const folder = temporaryFolder(t);
  const request = requestFor([writeCsv(folder, 'one', SMALL)], join(folder, 'a.sqlite'));
  const stop = new StopRequest();
  const previewing = previewRun(request, controls(new Recorder(), stop), {
    makePool: async () => {
      const pool = restingPool();
      await until(() => pool.health.resting === 2);
      setImmediate(() => stop.request('signal'));
      return pool;
    },
    // Longer than any test may take.
    sampleMs: 3_600_000,
  });
  await assert.rejects(previewing, StoppedEarly);
});

/** A puzzle that took so long, and was solved then. */
function timed(ms: number, changes: Partial<TimedPuzzle> = {}): TimedPuzzle {
  return { ms, isOver: true, steps: 100 * ms, count: 1, weight: 1, ...changes };
}

/** Nine of ten puzzles take a tenth of a second, and each tenth 8 s: all of them were tried. */
const HARD = Array.from({ length: 1000 }, (_, i) => timed(i % 10 === 0 ? 8000 : 100));

const LIMITS = { timeoutMs: 10_000 };

function foreseen(changes: Partial<Parameters<typeof forecast>[0]> = {}): Forecast {
  const task = { threads: 2, cores: 4, limits: LIMITS, firstRound: 1 };
  const times = { budgetMs: null, otherMs: 0 };
  return forecast({ like: HARD, puzzles: 1000, ...task, ...times, ...changes });
}

function isWithin({ ms }: Forecast, wanted: number): void {
  assert.ok(ms.to !== null && ms.from < wanted && wanted < ms.to, JSON.stringify([ms, wanted]));
  assert.ok(ms.to < 1.6 * ms.from, JSON.stringify(ms));
}

/** How many puzzles each round tries. */
const tried = ({ rounds }: Forecast): number[][] =>
  rounds.map(({ puzzles: { from, to } }) => [from, to]);

test('the time is that of all puzzles, on all threads that the machine can run', () => {
  isWithin(foreseen(), 445_000);
  isWithin(foreseen({ threads: 4 }), 223_000);
  isWithin(foreseen({ threads: 16 }), 223_000);
  assert.deepEqual(foreseen().open, { from: 0, to: 0 });
});

test('what a limit ends stays open, and takes the limit', () => {
  const found = foreseen({ limits: { timeoutMs: 1000 } });
  assert.deepEqual(found.open, { from: 100, to: 100 });
  isWithin(found, 95_000);
  assert.deepEqual(tried(found), [[1000, 1000]]);
});

test('rounds try again what is open, and begin anew with it', () => {
  const found = foreseen({ limits: { timeoutMs: [1000, 10_000] } });
  const limits = found.rounds.map(({ round, limitMs }) => [round, limitMs]);
  assert.deepEqual(limits, [
    [1, 1000],
    [2, 10_000],
  ]);
  assert.deepEqual(tried(found), [
    [1000, 1000],
    [100, 100],
  ]);
  isWithin(found, 95_000 + 400_000);
  assert.equal(found.open.to, 0);
});

test('rounds that go on end once nothing is open', () => {
  const { rounds, ends } = foreseen({ limits: { timeoutMs: [1000, GROWS] } });
  assert.deepEqual(eachOf(rounds, 'limitMs'), [1000, 4000, 16_000]);
  assert.equal(ends, 'complete');
});

test('a run whose time is up in its first round is interrupted', () => {
  const { ms, ends, open } = foreseen({ budgetMs: 220_000 });
  assert.equal(ends, 'interrupted');
  assert.deepEqual(ms, { from: 220_000, to: 220_000 });
  assert.ok(
    open.from > 400 && open.from < 500 && open.to > 500 && open.to < 620,
    JSON.stringify(open),
  );
});

test('in a later round open puzzles fill the time, and the run is complete', () => {
  const budgetMs = 95_000 + 200_000;
  const { ends, open } = foreseen({ budgetMs, limits: { timeoutMs: [1000, 10_000] } });
  assert.equal(ends, 'time-up');
  assert.ok(open.from < 50 && open.to > 50 && open.to < 70, JSON.stringify(open));
});

test('a limit of steps lasts as long as steps do', () => {
  const { open } = foreseen({ limits: { ...LIMITS, maxSteps: 100_000 } });
  assert.deepEqual(open, { from: 100, to: 100 });
});

test('a round that goes on tries what it was given', () => {
  const like = HARD.filter(({ ms }) => ms > 1000);
  const changes = { puzzles: 100, firstRound: 2, limits: { timeoutMs: [1000, 10_000] } };
  const found = foreseen({ like, ...changes });
  assert.deepEqual([found.rounds[0].round, tried(found)], [2, [[100, 100]]]);
});

test('reading can be what takes longest', () => {
  assert.ok(foreseen({ otherMs: 1e6 }).ms.to! >= 1e6);
});

test('some puzzles tell less about the others than all of them do', () => {
  const some = HARD.slice(0, 100).map((one) => ({ ...one, weight: 10 }));
  const { ms } = foreseen({ like: some });
  assert.ok(ms.from < 445_000 && 445_000 < ms.to!);
  assert.ok(ms.to! > 1.6 * ms.from);
});

test('what was given up may have been over at once, or may take any limit', () => {
  const like = [...HARD.slice(1, 100), timed(25, { isOver: false })];
  const found = foreseen({ like, puzzles: 100, limits: { timeoutMs: [1000, GROWS] } });
  assert.equal(found.ends, 'endless');
  assert.equal(found.ms.to, null);
  assert.deepEqual(found.open.to, 1);
});

/** More than any disk has. */
const HUGE = 1e14;

test('a run that needs more room than there is says so, as far as it is still to do', async (t) => {
  const folder = temporaryFolder(t);
  const path = writeCsv(folder, 'one', { count: 100, width: 5, height: 5, brokenEvery: 0 });
  const request = { db: join(folder, 'a.sqlite'), limit: null, shard: null };
  const sources = [{ path, format: 'csv', bytes: HUGE }];
  const warned = (changes: object, done = 0): Promise<string | null> =>
    diskWarning({ ...request, ...changes }, sources, done);
  assert.match((await warned({}))!, /^The run may need about [\d,]+ MiB in .*It starts anyway/);
  assert.equal(await warned({ limit: 1000 }), null);
  assert.equal(await warned({ shard: '1/100000' }), null);
  const all = HUGE * (await rateOf(sources[0]))!;
  assert.match((await warned({}, all / 2))!, /The run may need/);
  assert.equal(await warned({}, all), null);
  const two = [...sources, { ...sources[0] }];
  assert.match((await diskWarning(request, two, all))!, /The run may need/);
  assert.equal(await diskWarning(request, two, 2 * all), null);
});
