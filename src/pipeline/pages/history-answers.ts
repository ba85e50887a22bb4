import type { Hono } from 'hono';
import { changesBetween, historyOf, type HistoryLine } from '../store/history/history.js';
import { acceptances } from '../store/changes/nights.js';
import type { Store } from '../store/open/open.js';
import { shownState, type Run } from '../store/stored-runs/read-runs.js';
import { allSeries, seriesOf } from '../store/stored-runs/run-series.js';
import type { ChangesAnswer, HistoryAnswer } from './api.js';
import { BadRequest } from './read-query.js';
import { runOf } from './run-routes.js';
import type { ServedDatabase } from './served-database.js';

/** The most puzzles of each kind of change that are named. */
const LISTED = 100;

/** Requests about runs night after night: `/api/history` and `/api/history/changes`. */
export function addHistoryRoutes(app: Hono, database: ServedDatabase): void {
  const ended = new KeptLines();
  const live = new KeptLines();
  app.get('/api/history', async ({ req, json }) => {
    const { store } = database.now();
    const { runs, ...answer } = askedSeries(store, req.queries('of') ?? []);
    const states = runs.map((run) => shownState(store, run));
    // A run under way is looked at again with each of its commits, and those before it are not.
    const firstLive = states.indexOf('running');
    const done = firstLive < 0 ? runs.length : firstLive;
    const before = runs.slice(0, done);
    const lines = await ended.of(
      [store.path, before, states.slice(0, done), acceptances(store)],
      () => historyOf(store, before, { listed: 0 }),
    );
    const later =
      done === runs.length
        ? []
        : await live.of([store.path, runs, states, acceptances(store)], () => {
            const since = runs[done].startedAt;
            return historyOf(store, runs, { since, listed: 0 });
          });
    const shown = new Set(lines.map(({ runId }) => runId));
    const all = [...lines, ...later.filter(({ runId }) => !shown.has(runId))];
    return json({ ...answer, lines: all } satisfies HistoryAnswer, 200, NOT_KEPT);
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

/** The lines that were asked for last, kept until any of their runs changes. */
class KeptLines {
  private cached: { readonly key: string; readonly lines: Promise<HistoryLine[]> } | null = null;

  /** `runs` with all that is known of them is what the lines depend on. */
  of(runs: readonly unknown[], find: () => Promise<HistoryLine[]>): Promise<HistoryLine[]> {
    const key = JSON.stringify(runs);
    if (this.cached?.key === key) return this.cached.lines;
    const cached = { key, lines: find() };
    this.cached = cached;
    // What failed may succeed the next time.
    cached.lines.catch(() => {
      if (this.cached === cached) this.cached = null;
    });
    return cached.lines;
  }
}

/** The runs that are asked for, and what else there is a history of. */
function askedSeries(
  store: Store,
  words: readonly string[],
): Omit<HistoryAnswer, 'lines'> & { readonly runs: readonly Run[] } {
  const all = allSeries(store);
  const series = all.map(({ words: own, runs }) => ({ words: own, runs: runs.length }));
  if (all.length === 0) return { series, shown: -1, runs: [] };
  const found = words.length === 0 ? all[0] : seriesOf(store, words);
  if (found === null)
    throw new BadRequest(
      'NM_RUN_UNKNOWN',
      `of: no run is named ${words.join(' ')}, and none was started with these corpora`,
      404,
    );
  const shown = all.findIndex((one) => JSON.stringify(one.words) === JSON.stringify(found.words));
  return { series, shown, runs: found.runs };
}
