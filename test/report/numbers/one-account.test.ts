import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PuzzleResult } from '../../../src/core/result/result.js';
import { answerOf } from '../../../src/report/answers/answer-question.js';
import { gatherNumbers } from '../../../src/report/numbers/report-numbers.js';
import { readMeasures } from '../../../src/report/statistics/question.js';
import type { Store } from '../../../src/runs/store/open/open.js';
import { RunWriter } from '../../../src/runs/store/write/run-writer.js';
import type { RunAnswer } from '../../../src/web/api.js';
import { createApp } from '../../../src/web/app.js';
import { ServedDatabase } from '../../../src/web/served-database.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';

/** Each value is one of its column, though no run has written such a row: it counts the same for all. */
const IMPOSSIBLE = ['guess_depth = 1', 'sweeps = NULL', "solutions = '0'", 'difficulty_bound = 9'];

const PUZZLES = 40;

function runWith(t: TestContext, changes: readonly string[]): { store: Store; runId: number } {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a', format: 'csv', bytes: 1, label: 'a' };
  const { sourceId } = writer.addSource(source);
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

/** The same figures as the report, the page of a run and `stats` have them. */
async function accounts(store: Store, runId: number): Promise<Record<string, unknown>[]> {
  const report = gatherNumbers(store, runId);
  const of = readMeasures('puzzles,unique,line,open,solve_ms,solve_ms:max,score:max');
  const { total } = answerOf(store, { runIds: [runId], filter: {} }, { by: [], of });
  const [puzzles, unique, line, open, median, longest, highest] = total.figures.map(
    (figure) => figure?.value ?? null,
  );
  const database = new ServedDatabase(store);
  const app = createApp({ database, assets: new Map(), host: '127.0.0.1' });
  const response = await app.request(`/api/runs/${runId}`, { headers: { host: '127.0.0.1' } });
  const page = (await response.json()) as RunAnswer;
  const classes = page.sizes.classes;
  const all = (name: 'puzzles' | 'unique' | 'line' | 'open'): number =>
    classes.reduce((sum, one) => sum + one[name], 0);
  const inVerdicts = page.verdicts.reduce((sum, { count }) => sum + count, 0);
  const counted = report.bySize[0];
  return [
    {
      puzzles: report.puzzles,
      unique: report.byStatus.get('unique'),
      line: counted.line,
      open: counted.open,
      median: report.solveMs.median,
      longest: report.solveMs.max,
    },
    {
      puzzles,
      unique: Math.round(unique! * puzzles!),
      line: Math.round(line! * puzzles!),
      open: Math.round(open! * puzzles!),
      median,
      longest,
    },
    {
      puzzles: inVerdicts,
      unique: all('unique'),
      line: all('line'),
      open: all('open'),
      median: page.solveMs.median,
      longest: page.solveMs.max,
    },
    { highest: report.difficulty.highest },
    { highest },
    { puzzles: all('puzzles') },
  ];
}

for (const [what, changes] of [
  ['sound', []],
  ['impossible', IMPOSSIBLE],
] as const) {
  test(`the report, the page and stats count the same of a run with ${what} rows`, async (t) => {
    const { store, runId } = runWith(t, changes);
    const [report, stats, page, highest, inStats, sizes] = await accounts(store, runId);
    assert.equal(report.puzzles, PUZZLES);
    assert.deepEqual(stats, report);
    assert.deepEqual(page, report);
    assert.deepEqual(inStats, highest);
    assert.equal(sizes.puzzles, PUZZLES);
  });
}
