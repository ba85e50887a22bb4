import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  isShareKnown,
  knownPoints,
  mostOpen,
  PHASE_QUESTION,
  phaseChart,
  puzzlesFor,
  puzzlesNeeded,
} from '../../src/lab/phase.js';
import { runStudy } from '../../src/lab/study.js';
import type { KeptStudy } from '../../src/pipeline/record/options.js';
import { chartFile } from '../../src/pipeline/report/html/chart-svg.js';
import type { Answer } from '../../src/pipeline/report/statistics/answer.js';
import { grouped } from '../../src/pipeline/report/statistics/question.js';
import { Moments, shareOf } from '../../src/pipeline/report/statistics/intervals.js';
import { type RunOutcome, type StudyStep, StopRequest } from '../../src/pipeline/runs/request.js';
import { doRun, type LOCAL } from '../../src/pipeline/runs/do-run.js';
import { openStore } from '../../src/pipeline/store/open/open.js';
import { writeCsv } from '../support/csv-corpora.js';
import { assertGolden, deepTest, temporaryFolder, eachOf } from '../support/tests.js';
import { killedAt } from '../support/killed.js';
import { start } from '../support/nonomill.js';
import { contentsOf } from '../support/runs/contents.js';
import { beforeBatches, controls, Recorder, requestFor } from '../support/runs/requests.js';
import { lookIn, valueOf, change } from '../support/runs/solve-parts.js';

type StopReason = NonNullable<StopRequest['reason']>;

type StudyRequest = Parameters<typeof runStudy>[0];

const STUDY: KeptStudy = {
  kind: 'phase',
  sizes: ['4x4', '6x5'],
  densities: [0.3, 0.5],
  error: 0.1,
  seed: 7,
};

/**
 * Twelve puzzles of each point, then as many again where fewer than half are unique, until there
 * are a hundred.
 */
const wanted: StudyRequest['wanted'] = (counts) =>
  counts.map(({ puzzles, unique }) =>
    puzzles === 0 ? 12 : puzzles < 100 && unique < puzzles / 2 ? puzzles * 2 : puzzles,
  );

function asked(db: string, changes: Partial<StudyRequest> = {}): StudyRequest {
  const limits = { timeoutMs: null, noDifficulty: true };
  return { ...requestFor([], db, limits), study: STUDY, given: [], wanted, ...changes };
}

const RESUME: Partial<StudyRequest> = { mode: { kind: 'resume', given: [] } };

const place = (t: TestContext): string => join(temporaryFolder(t), 'a.sqlite');

/** How many puzzles each source of the latest run has. */
function countsIn(db: string): Record<string, number> {
  const counts = lookIn(db, (store) =>
    store.db
      .prepare<[], [string, number]>(
        `SELECT path, (SELECT count(*) FROM places p WHERE p.run_id = f.run_id AND p.path = f.path)
           FROM run_sources f WHERE run_id = (SELECT max(run_id) FROM runs) ORDER BY position`,
      )
      .raw()
      .all(),
  );
  return Object.fromEntries(counts);
}

/** Asks for a stop before the `nth` batch is solved. */
function stoppedBefore(nth: number, reason: StopReason): [typeof LOCAL, StopRequest] {
  const stop = new StopRequest();
  let batches = 0;
  const parts = beforeBatches(() => {
    if (++batches === nth) stop.request(reason);
  });
  return [parts, stop];
}

test('a study goes on where more puzzles are wanted, as one run, until none are', async (t) => {
  const db = place(t);
  const steps: StudyStep[] = [];
  const observer = Object.assign(new Recorder(), { step: (step: StudyStep) => steps.push(step) });
  const outcome = await runStudy(asked(db), controls(observer));
  assert.deepEqual([outcome.kind, outcome.state, outcome.left], ['started', 'complete', null]);
  const counts = countsIn(db);
  assert.deepEqual(Object.keys(counts), [
    ...['4x4-d0.300-s7', '4x4-d0.500-s7', '6x5-d0.300-s7', '6x5-d0.500-s7'],
  ]);
  assert.equal(counts['4x4-d0.500-s7'], 12);
  assert.equal(counts['6x5-d0.300-s7'], 192);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  assert.deepEqual([outcome.solved, outcome.proof.entries, outcome.proof.holds], [all, all, true]);
  assert.deepEqual(steps[0], { step: 1, puzzles: 48, points: 4, of: 4 });
  assert.deepEqual(eachOf(steps, 'step'), [1, 2, 3, 4, 5]);
  const tried = steps.reduce((sum, { puzzles }) => sum + puzzles, 0);
  assert.equal(tried, all);
  assert.equal(observer.starts.length, 1);
});

test('its puzzles are those that generate draws, by name', async (t) => {
  const db = place(t);
  await runStudy(asked(db), controls());
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  const puzzle = store.db
    .prepare('SELECT clues FROM puzzles WHERE name = ?')
    .pluck()
    .get('6x5-d0.300-s7-100');
  const { drawnFor } = await import('../../src/solver/craft/random-puzzles.js');
  const { cluesToJson } = await import('../../src/solver/core/puzzle/clues-json.js');
  const point = { size: { width: 6, height: 5 }, density: 0.3, seed: 7 };
  const { rows, columns } = drawnFor(point, 100).next().value.puzzle;
  assert.equal(puzzle, cluesToJson(rows, columns, 1));
});

test('it comes to the same puzzles and results on one thread, and wherever it is stopped', async (t) => {
  const whole = place(t);
  await runStudy(asked(whole, { threads: 1 }), controls());
  const expected = contentsOf(whole);
  const ends = new Set<RunOutcome['stoppedBy']>();
  // The fourth batch is the last of the first step.
  for (const [nth, reason] of [
    ...[1, 4, 8].map((nth) => [nth, 'signal'] as const),
    ...[4, 7].map((nth) => [nth, 'stop-after'] as const),
  ] as const) {
    const db = place(t);
    const [parts, stop] = stoppedBefore(nth, reason);
    const outcome = await runStudy(asked(db), controls(new Recorder(), stop), parts);
    ends.add(outcome.stoppedBy);
    if (outcome.state === 'interrupted') {
      assert.equal(outcome.resumable, true);
      assert.equal(contentsOf(db).state, 'interrupted');
      const resumed = await runStudy(asked(db, RESUME), controls());
      assert.deepEqual([resumed.kind, resumed.state], ['resumed', 'complete']);
    }
    assert.deepEqual(contentsOf(db), expected, `stopped before ${nth}`);
  }
  assert.deepEqual(ends, new Set(['signal', 'stop-after']));
});

deepTest('it comes to the same after kills', async (t) => {
  const words = ['study', 'phase', '--sizes', '5,8', '--densities', '0.3..0.5:0.1'];
  const options = ['--until-error', '2%', '--quiet'];
  const whole = place(t);
  await start([...words, ...options, '--db', whole]).ended;
  const db = place(t);
  for (const moment of [
    ...(['transaction:1:end', 'transaction:2:after', 'results:1:end', 'results:1:after'] as const),
    ...(['results:2:end', 'results:1:after', 'transaction:2:begin'] as const),
  ]) {
    const killed = await killedAt(moment, [...words, ...options, '--db', db, '--resume']);
    assert.ok(killed, `it ended before ${moment}`);
  }
  await start([...words, ...options, '--db', db, '--resume']).ended;
  assert.deepEqual(contentsOf(db), contentsOf(whole));
});

test('a study that was killed after its last result is complete once it is resumed', async (t) => {
  const db = place(t);
  await runStudy(asked(db), controls());
  change(db, "UPDATE runs SET state = 'running', finished_at = NULL");
  const outcome = await runStudy(asked(db, RESUME), controls());
  assert.deepEqual([outcome.kind, outcome.state, outcome.solved], ['resumed', 'complete', 0]);
});

test('a complete study is left as it is; one of other options begins', async (t) => {
  const db = place(t);
  await runStudy(asked(db), controls());
  const again = await runStudy(asked(db, RESUME), controls());
  assert.deepEqual([again.kind, again.state, again.runId], ['untouched', 'complete', 1]);
  const observer = new Recorder();
  const other = { ...STUDY, seed: 8, sizes: ['4x4'] };
  const begun = await runStudy(
    asked(db, { ...RESUME, study: other, given: ['seed', 'sizes'] }),
    controls(observer),
  );
  assert.deepEqual([begun.kind, begun.runId], ['started', 2]);
  assert.match(observer.warnings.join(), /No unfinished study has these options/);
  // What is not given is as in the study that goes on: the latest that has what is given.
  const first = await runStudy(asked(db, { ...RESUME, study: STUDY, given: ['seed'] }), controls());
  assert.deepEqual([first.kind, first.runId], ['untouched', 1]);
});

test('a resume begins a study if it says what to draw, and otherwise needs one, and makes no database', async (t) => {
  const db = place(t);
  await assert.rejects(runStudy(asked(db, RESUME), controls()), /There is no database/);
  assert.ok(!existsSync(db));
  const begun = await runStudy(asked(db, { ...RESUME, given: ['sizes'] }), controls());
  assert.deepEqual([begun.kind, begun.state], ['started', 'complete']);
  const none = place(t);
  const corpus = writeCsv(temporaryFolder(t), 'one', { count: 1, width: 2, height: 2 });
  await doRun(requestFor([corpus], none), controls());
  const expected = /There is no study to go on with/;
  await assert.rejects(runStudy(asked(none, RESUME), controls()), expected);
});

test('a second study with the same points has the same puzzles in the database', async (t) => {
  const db = place(t);
  const countPuzzles = (): number => valueOf(db, 'SELECT count(*) FROM puzzles') as number;
  await runStudy(asked(db), controls());
  const before = countPuzzles();
  await runStudy(asked(db, { study: { ...STUDY, error: 0.2 } }), controls());
  assert.equal(countPuzzles(), before);
});

test('run goes on with no study, and tries nothing of an unfinished one again', async (t) => {
  const db = place(t);
  const [parts, stop] = stoppedBefore(3, 'signal');
  await runStudy(asked(db), controls(new Recorder(), stop), parts);
  await assert.rejects(
    doRun(requestFor([], db, { mode: { kind: 'resume', given: [] } }), controls()),
    /Run 1 is a study: go on with "nonomill study phase --resume"/,
  );
  const retry = { kind: 'retry', statuses: ['steps'], given: [] } as const;
  await assert.rejects(doRun(requestFor([], db, { mode: retry }), controls()), /not finished/);
});

test('what the limits left open in a complete study can be tried again', async (t) => {
  const db = place(t);
  await runStudy(asked(db, { maxSteps: 25 }), controls());
  const open = (): number =>
    contentsOf(db).results.filter(({ status }) => status === 'steps').length;
  assert.ok(open() > 0);
  const retry = { kind: 'retry', statuses: ['steps'], given: [] } as const;
  const outcome = await doRun(requestFor([], db, { mode: retry }), controls());
  assert.deepEqual([outcome.kind, outcome.state, open()], ['retried', 'complete', 0]);
});

const [SIZE, DENSITY] = PHASE_QUESTION.by.map((by) => grouped(by, { by: 'value' }));

/** More are unique the smaller and the fuller they are; of the last there are none. */
const ANSWER: Answer = {
  question: PHASE_QUESTION,
  rows: ['5x5', '10x10', '15x15'].flatMap((size, i) =>
    [0.2, 0.5, 0.75].map((density, j) => {
      const n = 100 * (i + 1);
      const unique = Math.max(0, n - 50 * i * (3 - j));
      const depths = Moments.of(Array.from({ length: unique }, (_, at) => [at % (4 - j), 1]));
      return {
        groups: [SIZE.groupOf(size), DENSITY.groupOf(density)],
        puzzles: n,
        figures: [
          { value: n, low: null, high: null, n },
          shareOf(Math.floor(unique * 0.9), n),
          shareOf(unique, n),
          shareOf(i, n),
          unique === 0 ? null : depths.figure(),
        ],
      };
    }),
  ),
  total: { groups: [], puzzles: 1800, figures: [] },
  isBeside: false,
};

test('a phase diagram has a map of the lines, of uniqueness and of the guess depth, one above the other', () => {
  assertGolden('charts/phase.svg', chartFile(phaseChart(ANSWER)));
});

test('points are known whose two shares are, whatever comes of what is open', () => {
  assert.equal(knownPoints(ANSWER, 0.2), 9);
  assert.equal(knownPoints(ANSWER, 0.06), 6);
  assert.equal(knownPoints(ANSWER, 0.005), 0);
  assert.equal(mostOpen(ANSWER), 2 / 300);
  const half = shareOf(50, 100);
  const row = { ...ANSWER.rows[0], puzzles: 100 };
  const known = (open: number): number =>
    knownPoints(
      { ...ANSWER, rows: [{ ...row, figures: [half, half, half, shareOf(open, 100), null] }] },
      0.1,
    );
  assert.deepEqual([known(0), known(10)], [1, 0]);
});

test('as many puzzles as a share takes are enough, and some fewer are not', () => {
  for (const error of [0.1, 0.01, 0.001]) {
    for (const share of [0, 0.001, 0.1, 0.5, 0.8, 1]) {
      const n = puzzlesFor(share, error);
      const known = (puzzles: number): boolean =>
        isShareKnown(shareOf(share * puzzles, puzzles), error + 1e-12);
      assert.ok(known(n), `${share} to ${error}: ${n}`);
      assert.ok(!known(Math.floor(n * 0.98)), `${share} to ${error}: fewer than ${n}`);
    }
  }
  // The textbook's (1.96 / 0.01)^2 / 4, less z^2.
  assert.equal(puzzlesFor(0.5, 0.01), 9600);
});

test('the first puzzles are as many as it takes if all of them are alike, then up to four times as many', () => {
  assert.equal(puzzlesNeeded(0, [0, 0], 0.01), puzzlesFor(0, 0.01));
  assert.equal(puzzlesNeeded(200, [0, 200], 0.01), 200);
  assert.equal(puzzlesNeeded(200, [0, 100], 0.01), 800);
  assert.equal(puzzlesNeeded(5000, [0, 2500], 0.01), puzzlesFor(0.5, 0.01));
});

test('what is nearly known takes a twentieth more, so that it comes to an end', () => {
  const n = puzzlesFor(0.5, 0.01) - 1;
  assert.equal(puzzlesNeeded(n, [Math.round(n / 2)], 0.01), Math.ceil(n * 1.05));
});
