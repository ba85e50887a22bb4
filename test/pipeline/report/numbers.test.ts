import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  STATUSES,
  TECHNIQUES,
  type Status,
  type Technique,
} from '../../../src/solver/core/result/outcome.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { answerOf } from '../../../src/pipeline/report/answers.js';
import { gatherNumbers, summaryOf } from '../../../src/pipeline/report/summary/numbers.js';
import { measureName, readMeasures } from '../../../src/pipeline/report/statistics/question.js';
import type { Store } from '../../../src/pipeline/store/open/open.js';
import { puzzleIdOf } from '../../../src/pipeline/record/puzzle-id.js';
import type { RunAnswer } from '../../../src/pipeline/pages/answers.js';
import { createApp } from '../../../src/pipeline/pages/app.js';
import { ServedDatabase } from '../../../src/pipeline/pages/served-database.js';
import { columnsOf, rejectOf, resultOf, startedRun } from '../../support/store-samples.js';
import { finishSource, writeEntries } from '../../support/write-entries.js';

/** Each is a value of its column, though no run has written such a row: it counts the same. */
const IMPOSSIBLE = ['guess_depth = 1', 'sweeps = NULL', "solutions = '0'", 'difficulty_bound = 9'];

const PUZZLES = 40;

function runWith(t: TestContext, changes: readonly string[]): { store: Store; runId: number } {
  const { store, writer, runId, sourceId } = startedRun(t);
  const results = Array.from({ length: PUZZLES }, (_, i): PuzzleResult => {
    return resultOf({ solveMs: i + 1, difficulty: 1 + i / 10, stars: 1, needs: 'count' });
  });
  writeEntries(writer, sourceId, columnsOf(...results.keys()), results, []);
  writer.finishRun('complete');
  store.db.pragma('ignore_check_constraints = ON');
  changes.forEach((change, i) => {
    store.db.exec(`UPDATE result_rows SET ${change} WHERE puzzle_id =
      (SELECT puzzle_id FROM result_rows ORDER BY puzzle_id LIMIT 1 OFFSET ${3 * i})`);
  });
  return { store, runId };
}

const HOST = '127.0.0.1';
const PAGE = { headers: { host: HOST } };

/** The same figures as the report, the page of a run, its metrics and `stats` have them. */
async function accounts(store: Store, runId: number): Promise<Record<string, object>> {
  const report = gatherNumbers(store, runId);
  const summary = summaryOf(report);
  const app = createApp({ database: new ServedDatabase(store), assets: new Map(), host: HOST });
  const response = await app.request(`/api/runs/${runId}`, PAGE);
  const { figures: page } = (await response.json()) as RunAnswer;
  const metrics = await (await app.request('/metrics', PAGE)).text();
  const metric = (name: string): number =>
    Number(new RegExp(`^nonomill_${name}[^}]*} (.*)$`, 'm').exec(metrics)?.[1] ?? 0);
  const known = STATUSES.filter((status) => status !== 'solved');
  const of = readMeasures(
    [
      ...known,
      ...['line', 'probe', 'search', 'solve_ms:median', 'solve_ms:p95', 'solve_ms:max'],
      ...['score:median', 'score:min', 'score:max', 'reused_run:sum'],
    ].join(),
  );
  const { total } = answerOf(store, { runIds: [runId], filter: {} }, { by: [], of });
  const { puzzles } = total;
  const value = (name: string): number =>
    total.figures[of.findIndex((measure) => measureName(measure) === name)]?.value ?? 0;
  const share = (name: string): number => Math.round(value(name) * puzzles);
  const statuses = (counts: (status: Status) => number | undefined): object =>
    Object.fromEntries(known.map((status) => [status, counts(status) ?? 0]));
  const uniqueBy = new Map(new Map(page.byStatusAndTechnique).get('unique'));
  const sizes = (name: 'puzzles' | 'unique' | 'line' | 'open'): number =>
    page.sizes.reduce((sum, one) => sum + one[name], 0);
  const { byTechnique, bySize, difficulty } = report;
  const ofTechniques = (count: (name: Technique) => number | undefined): object =>
    Object.fromEntries(TECHNIQUES.map((name) => [name, count(name) ?? 0]));
  const { median, lowest, highest } = difficulty;
  const told = (
    { puzzles: n, byStatus, solveMs }: Pick<typeof page, 'puzzles' | 'byStatus' | 'solveMs'>,
    techniques: (name: Technique) => number | undefined,
    reused: number,
  ): object => ({
    puzzles: n,
    statuses: statuses((status) => byStatus[status]),
    techniques: ofTechniques(techniques),
    times: [solveMs.median, solveMs.p95, solveMs.max],
    scores: [median, lowest, highest],
    reused,
  });
  return {
    report: told(report, (name) => byTechnique[name], report.reused),
    summary: told(summary, (name) => summary.byTechnique[name], report.reused),
    page: told(page, (name) => uniqueBy.get(name), page.reused),
    stats: {
      puzzles,
      statuses: statuses(share),
      techniques: ofTechniques(share),
      times: [value('solve_ms:median'), value('solve_ms:p95'), value('solve_ms:max')],
      scores: [value('difficulty:median'), value('difficulty:min'), value('difficulty:max')],
      // All of them are taken over from run 1.
      reused: value('reused_run:sum'),
    },
    metrics: {
      statuses: statuses((status) => metric(`results_total{run="${runId}",status="${status}"`)),
      rejects: metric(`rejects_total{run="${runId}"`),
      reused: metric(`reused_total{run="${runId}"`),
    },
    'metrics of the report': {
      statuses: statuses((status) => report.byStatus[status]),
      rejects: report.rejects,
      reused: report.reused,
    },
    'charts of the page': {
      depths: page.byDepth,
      stars: page.byStars,
      needs: page.byNeeds,
      bounds: page.bounds,
      scores: page.scoreBins.reduce((sum, count) => sum + count, 0),
      sizes: [sizes('puzzles'), sizes('unique'), sizes('line'), sizes('open')],
      decided: page.timeBins.reduce((sum, count) => sum + count, 0),
    },
    'charts of the report': {
      depths: report.byDepth,
      stars: report.byStars,
      needs: report.byNeeds,
      bounds: difficulty.bounds,
      scores: difficulty.rated,
      sizes: (['puzzles', 'unique', 'line', 'open'] as const).map((name) =>
        bySize.reduce((sum, one) => sum + one[name], 0),
      ),
      decided: report.decidedMs.length,
    },
  };
}

async function requireAgreement(store: Store, runId: number): Promise<Record<string, object>> {
  const found = await accounts(store, runId);
  for (const name of ['summary', 'page', 'stats']) {
    assert.deepEqual(found[name], found.report, `the ${name}`);
  }
  assert.deepEqual(found.metrics, found['metrics of the report']);
  assert.deepEqual(found['charts of the page'], found['charts of the report']);
  return found;
}

for (const [what, changes] of [
  ['sound', []],
  ['impossible', IMPOSSIBLE],
] as const) {
  test(`the report, the page, metrics and stats count the same of a run with ${what} rows`, async (t) => {
    const { store, runId } = runWith(t, changes);
    const { report } = await requireAgreement(store, runId);
    assert.equal((report as { puzzles: number }).puzzles, PUZZLES);
  });
}

/** The puzzles are as wide as this, in the order of their results. */
const widthAt = (i: number): number => 2 + (i % 3);

/** Those of the picture of a puzzle: its first row, and the first cell of its second one. */
const cluesOf = (width: number): string =>
  JSON.stringify({
    rows: [[width], [1]],
    columns: [[2], ...Array.from({ length: width - 1 }, () => [1])],
  });

/** Results of every kind: each status and technique, rated or not, with every size of puzzle. */
function resultsOfAllKinds(): PuzzleResult[] {
  const open = {
    technique: null,
    guessDepth: null,
    solutions: '0',
    solutionsExact: false,
  } as const;
  const kinds: Partial<PuzzleResult>[] = [
    { difficulty: 3.2, difficultyBound: false, stars: 1, needs: 'count' },
    {
      technique: 'probe',
      guessDepth: 1,
      difficulty: 8,
      difficultyBound: false,
      stars: 4,
      needs: 'assumption',
    },
    {
      technique: 'search',
      guessDepth: 2,
      difficulty: 11,
      difficultyBound: true,
      stars: 5,
      needs: 'nested',
    },
    { technique: 'search', guessDepth: null, guessDepthMin: 3, crossCheck: 'agree', proof: 7 },
    {
      status: 'multiple',
      technique: 'search',
      guessDepth: null,
      guessDepthMin: null,
      crossCheck: 'differ',
    },
    { status: 'contradiction', solutions: '0', solution: null },
    { status: 'timeout', stoppedBy: 'timeout', guessDepthMin: 2, ...open },
    { status: 'steps', stoppedBy: 'steps', guessDepthMin: 1, crossCheck: 'unknown', ...open },
    { status: 'memory', stoppedBy: 'memory', guessDepthMin: null, ...open },
    { status: 'crash', stoppedBy: 'crash', guessDepthMin: null, ...open },
  ];
  return kinds.map((kind, i) => {
    const solution = `${'#'.repeat(widthAt(i))}/#${'.'.repeat(widthAt(i) - 1)}`;
    return resultOf({ solveMs: 1.5 * (i + 1), solution, ...kind });
  });
}

test('the report, the page, metrics and stats agree on rows of all kinds, while a run works, when it has ended and when puzzles are tried again', async (t) => {
  const { store, writer, runId, sourceId } = startedRun(t, {
    options: { timeoutMs: 10_000, reuse: true },
  });
  const results = resultsOfAllKinds();
  const write = (from: number): void => {
    const columns = columnsOf(...results.keys());
    columns.ordinals.forEach((_, i) => {
      columns.ordinals[i] = from + i;
      columns.widths[i] = widthAt(i);
      columns.colours[i] = 1 + (i % 2);
      columns.palettes[i] = i % 2 === 0 ? null : '#ffffff #cc2200 #0055aa';
      columns.clues[i] = cluesOf(widthAt(i));
      columns.filled[i] = i % 4;
      columns.starts[i] =
        i % 2 === 0 ? `#${'?'.repeat(widthAt(i) - 1)}/${'?'.repeat(widthAt(i))}` : null;
      columns.goalMatches[i] = [null, true, false][i % 3];
    });
    writeEntries(writer, sourceId, columns, results, [rejectOf(from + results.length)]);
  };
  write(0);
  const first = await requireAgreement(store, runId);
  write(100);
  store.db.exec(`UPDATE result_rows SET reused_run = 1 WHERE puzzle_id % 4294967296 IN (101, 106)`);
  const live = await requireAgreement(store, runId);
  assert.notDeepEqual(live.report, first.report);
  finishSource(writer, sourceId, { entries: 2 * (results.length + 1) });
  writer.finishRun('complete');
  const ended = await requireAgreement(store, runId);
  assert.deepEqual(ended.report, live.report);
  const limits = { timeoutMs: 20_000, maxSteps: null, memoryMiB: null };
  writer.resumeRun(runId, { statuses: ['timeout'], ...limits, puzzles: 1 });
  writer.updateResults([{ puzzleId: puzzleIdOf(1, 6), result: resultOf({ solveMs: 99 }) }]);
  const retried = await requireAgreement(store, runId);
  assert.notDeepEqual(retried.report, ended.report);
});
