import type { Hono } from 'hono';
import { WORSE, countWorse } from '../record/outcome.js';
import { studyOf } from '../record/options.js';
import { isUndecided, STATUSES } from '../../solver/core/result/outcome.js';
import { Nights, acceptances } from '../store/changes/nights.js';
import { nightName } from '../store/history/history.js';
import type { Store } from '../store/open/open.js';
import { runById, type Run } from '../store/stored-runs/read-runs.js';
import { allSeries } from '../store/stored-runs/run-series.js';
import type { NightEntry, NightsAnswer, NightsOfName, RunEntry, SinceAnswer } from './api.js';
import { versionOfRun } from './figures-of-runs.js';
import { runOf } from './run-routes.js';
import type { Served, ServedDatabase } from './served-database.js';

/** How many names are shown, and how many nights of each. */
const NAMES = 12;
const NIGHTS = 30;

/** Requests about the last nights: `/api/nights` and `/api/runs/:run/since`. */
export function addNightRoutes(app: Hono, database: ServedDatabase): void {
  app.get('/api/nights', ({ json }) => json(lastNights(database.now()), 200, NOT_KEPT));
  app.get('/api/runs/:run/since', ({ req, json }) => {
    const served = database.now();
    return json(sinceOf(served, runOf(served, req.param('run'))), 200, NOT_KEPT);
  });
}

const NOT_KEPT = { 'cache-control': 'no-store' } as const;

/** From what is known of each run: no result is looked at. */
function lastNights({ store, entries }: Served): NightsAnswer {
  const series = allSeries(store).flatMap(({ by, words, runs }) => {
    const nights = runs.filter(({ options }) => studyOf(options) === null);
    // A single run without a name may never be made again.
    return nights.length > (by === 'name' ? 0 : 1) ? [{ words, nights }] : [];
  });
  const others = series.slice(NAMES);
  const failed = others.filter(({ nights }) => (nights.at(-1)!.failedGates ?? []).length > 0);
  return {
    names: series.slice(0, NAMES).map(({ words, nights }): NightsOfName => {
      const last = nights.at(-1)!;
      const complete = nights.findLast(({ state }) => state === 'complete');
      const night = (run: Run): NightEntry => nightOf(entries.of(run));
      return {
        name: nightName(words, last),
        words,
        total: nights.length,
        last: entries.of(last),
        lastComplete: complete === undefined || complete === last ? null : night(complete),
        nights: nights.slice(-NIGHTS).map(night),
      };
    }),
    more: { names: others.length, failed: failed.length },
  };
}

function nightOf({ runId, startedAt, state, gates, results, byStatus }: RunEntry): NightEntry {
  const open = STATUSES.filter(isUndecided).reduce((sum, of) => sum + (byStatus[of] ?? 0), 0);
  return { runId, startedAt, state, gates, puzzles: results, open };
}

interface KeptSince {
  /** Another one once either of both runs has other results. */
  readonly version: string;
  readonly answer: SinceAnswer;
}

const KEPT = new WeakMap<Store, Map<number, KeptSince>>();

/** What changed in a run since the one before it, compared once. */
export function sinceOf({ store, entries }: Served, run: RunEntry): SinceAnswer {
  const known = KEPT.get(store) ?? new Map<number, KeptSince>();
  KEPT.set(store, known);
  const { runId } = run;
  const nights = new Nights(store);
  const stored = runById(store, runId)!;
  const { before } = nights.before(stored);
  if (before === null || run.state !== 'complete') return NOTHING_BEFORE;
  const version = [...[run, entries.of(before)].map(versionOfRun), acceptances(store)].join(' ');
  const found = known.get(runId);
  if (found?.version === version) return found.answer;
  const { list, counts, rejects } = nights.of(stored).changes!;
  const listed = list.filter(({ kind, after }) => {
    return WORSE.includes(kind) && after !== null && 'puzzleId' in after;
  });
  const worse = countWorse(counts);
  const answer = {
    before: before.runId,
    new: counts.new,
    gone: counts.gone,
    worse,
    rejected: worse - listed.length,
    rejects: rejects.length,
  };
  known.set(runId, { version, answer });
  return answer;
}

const NOTHING_BEFORE: SinceAnswer = {
  before: null,
  new: 0,
  gone: 0,
  worse: 0,
  rejected: 0,
  rejects: 0,
};
