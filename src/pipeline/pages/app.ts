import { Hono, type Context } from 'hono';
import { studyOf } from '../record/options.js';
import { runMetrics } from '../record/metrics.js';
import { nightsOf } from '../store/history.js';
import { bytesOfDatabase } from '../store/open/open.js';
import { runWorkers } from '../store/stored-runs.js';
import { isLoopback } from '../../solver/core/text/typed.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { addAnswers, type RunsAnswer, runsAnswer, sinceOf } from './answers.js';
import {
  type ErrorAnswer,
  errorAnswer,
  type ServedDatabase,
  BadRequest,
} from './served-database.js';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { streamSSE } from 'hono/streaming';
import { hostname } from 'node:os';
import { isIP } from 'node:net';
import { FilterError } from '../store/listing/result-filter.js';
import { QuestionError } from '../report/statistics/question.js';

interface Site {
  readonly database: ServedDatabase;
  /** Other databases, whose runs can be compared with those of the first. */
  readonly others?: readonly ServedDatabase[];
  readonly assets: ReadonlyMap<string, Asset>;
  /** The folder of the sample corpora; null if they are not there. */
  readonly samples?: string | null;
  readonly host: string;
  /** The workbench on the web that links to share lead to; null if there is none. */
  readonly shareBase?: string | null;
}

/** The pages and their data as one web application, without a socket: it answers requests. */
export function createApp(site: Site): Hono {
  const { database, others = [], samples = null, host, shareBase = null } = site;
  const assets = shareBase === null ? site.assets : withShareBase(site.assets, shareBase);
  const app = new Hono();
  app.use(async (context, next) => {
    if (!isOwnHost(context.req.header('host'), host)) {
      context.res = refused(context, 'This server does not answer to that name.', 421);
    } else if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      context.res = refused(context, 'This server only answers GET.', 405);
    } else {
      await next();
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      context.res.headers.set(name, value);
  });
  app.onError((error, context) => {
    const [answer, status] = [errorAnswer(error), statusOf(error)];
    const why = status === 500 ? 'The database could not be read: ' : '';
    return context.json({ ...answer, error: why + answer.error }, status);
  });

  const allRuns = (): RunsAnswer => runsAnswer(database, samples);
  app.get('/api/runs', ({ json }) => json(allRuns(), 200, { 'cache-control': 'no-store' }));
  addLive(app, allRuns);
  app.get('/metrics', (context) =>
    context.body(metricsOf(database), 200, {
      'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      'cache-control': 'no-store',
    }),
  );
  addAnswers(app, database, others);
  app.get('/api/*', notFound);
  app.get('*', (context) => page(context, assets));
  return app;
}

function refused(context: Context, error: string, status: 404 | 405 | 421): Response {
  const code = status === 404 ? 'NM_REQUEST_NOT_FOUND' : 'NM_REQUEST_INVALID';
  return context.json({ error, code } satisfies ErrorAnswer, status);
}

function notFound(context: Context): Response {
  return refused(context, `There is no ${context.req.path}.`, 404);
}

/** The runs that go on, or else the latest one, and the last nights of all names. */
function metricsOf(database: ServedDatabase): string {
  const served = database.now();
  const { entries, figures: counted, store } = served;
  const all = entries.all();
  const active = all.filter(({ state }) => state === 'running');
  const latest = all.toSorted((a, b) => b.runId - a.runId).slice(0, 1);
  const databaseBytes = bytesOfDatabase(database.path);
  const figures = (active.length > 0 ? active : latest).map((run) => ({
    ...run,
    active: run.state === 'running',
    entries: run.results + run.rejects,
    byStatus: counted.of(run).byStatus,
    reused: counted.of(run).reused,
    perSecond: run.progress?.perSecond ?? 0,
    round: run.progress?.round,
    workers: run.state === 'running' ? runWorkers(store, run.runId).length : 0,
    databaseBytes,
  }));
  const nights = nightsOf(store, (run) => {
    if (studyOf(run.options) !== null) return undefined;
    const { before, new: fresh, gone, worse, rejects } = sinceOf(served, entries.of(run));
    return before === null ? undefined : Object.entries({ new: fresh, gone, worse, rejects });
  });
  return runMetrics(figures, 'openmetrics', nights);
}

/** What tells the pages where links to share lead, as it is in their sources. */
const OWN_SHARE_BASE = '<meta name="share-base" content="/try"';

/** The pages, told of another place where links to share lead. */
function withShareBase(assets: Site['assets'], shareBase: string): Site['assets'] {
  const page = assets.get('/index.html')!;
  const address = OWN_SHARE_BASE.replace('/try', () => shareBase.replaceAll('"', '%22'));
  const html = Buffer.from(page.body)
    .toString()
    .replace(OWN_SHARE_BASE, () => address);
  return new Map(assets).set('/index.html', { ...page, body: new TextEncoder().encode(html) });
}

/** A file of the pages; every other address is a page, which the client renders. */
function page(context: Context, assets: ReadonlyMap<string, Asset>): Response {
  const { path } = context.req;
  const asset = assets.get(path);
  if (asset === undefined && path.startsWith('/assets/')) return notFound(context);
  const { body, type, lasting } = asset ?? assets.get('/index.html')!;
  return context.body(body, 200, {
    'content-type': type,
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Whether its name changes with its content, so that it may be cached for ever. */
  readonly lasting: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

/**
 * The built pages by their path in an address, all read at the start: no request opens a file.
 * @throws NonomillError if they are not built.
 */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    const message = `The pages are not in ${folder}: "npm run build" builds them.`;
    throw new NonomillError('NM_PAGES_MISSING', message, { cause: error });
  }
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const path = join(folder, name);
    const body = new Uint8Array(readFileSync(path));
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    assets.set(address, { body, type, lasting: address.startsWith('/assets/') });
  }
  return assets;
}

const POLL_MS = 1000;

/** Proxies and browsers give up on a connection that is silent for a minute. */
const SILENCE_MS = 20_000;

/** GET /api/live: the runs as events, one at once and after each change; `problem` says why not. */
function addLive(app: Hono, runs: () => RunsAnswer): void {
  app.get('/api/live', (context) =>
    streamSSE(context, async (stream) => {
      let last = '';
      let saidAt = 0;
      while (!stream.aborted && !stream.closed) {
        const message = messageOf(runs);
        if (message.data !== last) {
          await stream.writeSSE(message);
          [last, saidAt] = [message.data, Date.now()];
        } else if (Date.now() - saidAt > SILENCE_MS) {
          await stream.writeSSE({ event: 'still', data: '' });
          saidAt = Date.now();
        }
        await stream.sleep(POLL_MS);
      }
    }),
  );
}

function messageOf(runs: () => RunsAnswer): { readonly event: string; readonly data: string } {
  try {
    return { event: 'runs', data: JSON.stringify(runs()) };
  } catch (error) {
    return { event: 'problem', data: JSON.stringify(errorAnswer(error)) };
  }
}

/**
 * Only this server's own files, no inline scripts and styles, no frames. WebAssembly may be
 * compiled, as the solver is: this does not allow `eval` of text, in spite of the name.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/**
 * Whether a request may call this server by that name: its address, localhost, the name it was told
 * to listen on or, if it listens beyond loopback, the machine's name. Any other name may belong to
 * a page elsewhere that lets its name resolve to this machine (DNS rebinding).
 */
function isOwnHost(header: string | undefined, listeningOn: string): boolean {
  if (header === undefined) return false;
  const name = header
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  if (name === 'localhost' || name === listeningOn.toLowerCase()) return true;
  if (name === '127.0.0.1' || name === '::1') return true;
  if (isLoopback(listeningOn)) return false;
  return isIP(name) !== 0 || name === hostname().toLowerCase();
}

/** The HTTP status that an error is answered with: 500 for what is not about the request. */
function statusOf(error: unknown): BadRequest['status'] | 500 {
  if (error instanceof BadRequest) return error.status;
  return error instanceof FilterError || error instanceof QuestionError ? 400 : 500;
}
