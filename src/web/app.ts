import { Hono, type Context } from 'hono';
import type { Store } from '../store/open/open.js';
import { countRejects, rejectPage } from '../store/pages/reject-page.js';
import { resultPage } from '../store/pages/result-page.js';
import { placedResult } from '../store/pages/placed-result.js';
import type { PuzzleAnswer, RejectsAnswer, ResultsAnswer, RunEntry, RunsAnswer } from './api.js';
import type { Asset } from './assets.js';
import { BadRequest } from './bad-request.js';
import { CompareAnswers } from './compare-answers.js';
import { addDownloads } from './downloads.js';
import { addLive } from './live.js';
import { readFilter, readId, readPlace, readSort, writePlace } from './read-query.js';
import { RunAnswers } from './run-answers.js';
import { RunEntries } from './run-entries.js';
import { SECURITY_HEADERS, isOwnHost } from './security.js';

/** What the pages are made of. */
export interface Site {
  /** Open for reading. */
  readonly store: Store;
  readonly assets: ReadonlyMap<string, Asset>;
  /** The host that the server listens on. */
  readonly host: string;
}

const PAGE_ROWS = 50;

/** The pages and their data as one web application, without a socket: it answers requests. */
export function createApp({ store, assets, host }: Site): Hono {
  const app = new Hono();
  const entries = new RunEntries(store);
  const answers = new RunAnswers(store);
  const comparisons = new CompareAnswers(store);

  app.use(async (context, next) => {
    if (!isOwnHost(context.req.header('host'), host)) {
      context.res = context.json({ error: 'This server does not answer to that name.' }, 421);
    } else if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      context.res = context.json({ error: 'This server only answers GET.' }, 405);
    } else {
      await next();
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      context.res.headers.set(name, value);
  });
  app.onError((error, context) => {
    if (error instanceof BadRequest) return context.json({ error: error.message }, error.status);
    return context.json({ error: `The database could not be read: ${error.message}` }, 500);
  });

  const allRuns = (): RunsAnswer => ({ database: store.path, runs: entries.all() });
  const runOf = (text: string | undefined): RunEntry => {
    const runId = readId(text, 'run');
    const run = entries.one(runId);
    if (run === null) throw new BadRequest(`There is no run ${runId} in ${store.path}.`, 404);
    return run;
  };

  app.get('/api/runs', (context) => fresh(context, allRuns()));
  addLive(app, allRuns);
  app.get('/api/runs/:run', (context) =>
    fresh(context, answers.of(runOf(context.req.param('run')))),
  );
  app.get('/api/runs/:run/results', (context) => {
    const { runId } = runOf(context.req.param('run'));
    const get = (name: string): string | undefined => context.req.query(name);
    const after = readPlace(get('after'));
    const query = { runId, filter: readFilter(get), ...readSort(get), limit: PAGE_ROWS, after };
    const page = resultPage(store, query);
    const answer: ResultsAnswer = { ...page, next: writePlace(page.next) };
    return fresh(context, answer);
  });
  addDownloads(app, store, runOf);
  app.get('/api/runs/:run/rejects', (context) => {
    const { runId } = runOf(context.req.param('run'));
    const place = readPlace(context.req.query('after'));
    const after =
      place === null ? null : { sourceId: Number(place.value), ordinal: place.puzzleId };
    const { rows, next } = rejectPage(store, runId, after, PAGE_ROWS);
    const answer: RejectsAnswer = {
      rows,
      next: next && writePlace({ value: next.sourceId, puzzleId: next.ordinal }),
      total: countRejects(store, runId),
    };
    return fresh(context, answer);
  });
  app.get('/api/runs/:run/puzzles/:puzzle', (context) => {
    const run = runOf(context.req.param('run'));
    const puzzleId = readId(context.req.param('puzzle'), 'puzzle');
    const result = placedResult(store, run.runId, puzzleId);
    if (result === null) {
      throw new BadRequest(`Run ${run.runId} has no result for puzzle ${puzzleId}.`, 404);
    }
    const { runId, name: runName, options } = run;
    const answer: PuzzleAnswer = { runId, runName, options, result };
    return fresh(context, answer);
  });
  app.get('/api/compare', async (context) => {
    const left = runOf(context.req.query('left'));
    const right = runOf(context.req.query('right'));
    return fresh(context, await comparisons.of(left, right));
  });
  app.get('/api/*', (context) => context.json({ error: `There is no ${context.req.path}.` }, 404));
  app.get('*', (context) => page(context, assets));
  return app;
}

/** Data of the moment, which nobody should keep. */
function fresh(context: Context, answer: object): Response {
  return context.json(answer, 200, { 'cache-control': 'no-store' });
}

/** A file of the pages; every address without one is a page, which the client finds its way in. */
function page(context: Context, assets: ReadonlyMap<string, Asset>): Response {
  const { path } = context.req;
  const asset = assets.get(path);
  if (asset === undefined && path.startsWith('/assets/')) {
    return context.json({ error: `There is no ${path}.` }, 404);
  }
  const { body, type, lasting } = asset ?? assets.get('/index.html')!;
  return context.body(body, 200, {
    'content-type': type,
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}
