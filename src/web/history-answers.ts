import type { Hono } from 'hono';
import { changesBetween, historyOf } from '../runs/store/history/run-history.js';
import { listRuns, shownState } from '../runs/store/stored-runs/read-runs.js';
import { allSeries, seriesOf } from '../runs/store/stored-runs/run-series.js';
import type { ChangesAnswer, HistoryAnswer } from './api.js';
import { BadRequest } from './read-query.js';
import { runOf } from './run-routes.js';
import type { ServedDatabase } from './served-database.js';

/** The most puzzles of each kind of change that are named. */
const LISTED = 100;

/**
 * Requests about runs night after night: `/api/history` and `/api/history/changes`. The last answer
 * is kept for the next request.
 */
export function addHistoryRoutes(app: Hono, database: ServedDatabase): void {
  let kept: { readonly key: string; readonly answer: Promise<HistoryAnswer> } | null = null;
  app.get('/api/history', async ({ req, json }) => {
    const { store } = database.now();
    const words = req.queries('of') ?? [];
    const runs = listRuns(store).map((run) => [
      run.runId,
      shownState(store, run),
      run.finishedAt,
      run.options,
    ]);
    const key = JSON.stringify([words, runs]);
    if (kept?.key !== key) kept = { key, answer: historyAnswer(database, words) };
    return json(await kept.answer, 200, NOT_KEPT);
  });
  app.get('/api/history/changes', ({ req, json }) => {
    const served = database.now();
    const [before, after] = [req.query('before'), req.query('after')].map((word) =>
      runOf(served, word),
    );
    const answer: ChangesAnswer = changesBetween(served.store, before.runId, after.runId, LISTED);
    return json(answer, 200, NOT_KEPT);
  });
}

const NOT_KEPT = { 'cache-control': 'no-store' } as const;

async function historyAnswer(
  database: ServedDatabase,
  words: readonly string[],
): Promise<HistoryAnswer> {
  const { store } = database.now();
  const all = allSeries(store);
  const series = all.map(({ words: own, runs }) => ({ words: own, runs: runs.length }));
  if (all.length === 0) return { series, shown: -1, lines: [] };
  const found = words.length === 0 ? all[0] : seriesOf(store, words);
  if (found === null)
    throw new BadRequest(`of: no run is named ${words.join(' ')}, nor was one begun over it`, 404);
  const lines = await historyOf(store, found.runs, { listed: 0 });
  const shown = all.findIndex((one) => JSON.stringify(one.words) === JSON.stringify(found.words));
  return { series, shown, lines };
}
