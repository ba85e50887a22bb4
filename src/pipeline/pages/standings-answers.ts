import { standingConditions } from '../store/compare/conditions.js';
import { standingsOf, type RunOfStore } from '../store/compare/standings.js';
import { findRun } from '../store/stored-runs/read-runs.js';
import type { ComparableAnswer, ComparableRun, RunEntry, StandingsAnswer } from './api.js';
import { BadRequest, readId } from './read-query.js';
import { versionOfRun } from './figures-of-runs.js';
import type { Served, ServedDatabase } from './served-database.js';
import type { Context, Hono } from 'hono';
import { runOf } from './run-routes.js';

/** The most runs that one request may ask for. */
const MOST_RUNS = 20;

interface FoundRun extends RunOfStore {
  readonly shown: ComparableRun;
  /** Changes whenever the run does. */
  readonly version: string;
}

/**
 * How several runs stand, of the database that is served and of others that the server was told of.
 * The last answer is kept for the next request.
 */
class StandingsAnswers {
  private cached: { readonly key: string; readonly answer: StandingsAnswer } | null = null;

  constructor(
    private readonly own: ServedDatabase,
    private readonly others: readonly ServedDatabase[],
  ) {}

  /** All runs that can be compared, those of the served database first. */
  comparable(): ComparableAnswer {
    const own = this.own.now().entries.all();
    return {
      runs: [
        ...own.map((entry) => shownRun(entry, null)),
        ...this.others.flatMap((other) =>
          other
            .now()
            .entries.all()
            .map((entry) => shownRun(entry, other.path)),
        ),
      ],
    };
  }

  /**
   * How the runs at these addresses stand; `x` and `y` are the places of two of them, whose times
   * are paired.
   * @throws BadRequest if they are too few, too many, or not there
   */
  async of(addresses: readonly string[], x: number, y: number): Promise<StandingsAnswer> {
    if (addresses.length < 2 || addresses.length > MOST_RUNS) {
      throw new BadRequest(
        'NM_REQUEST_INVALID',
        `run: expected 2 to ${MOST_RUNS} runs, got ${addresses.length}`,
      );
    }
    if (x >= addresses.length || y >= addresses.length) {
      throw new BadRequest(
        'NM_REQUEST_INVALID',
        `x, y: expected the places of two of the runs, counted from 0`,
      );
    }
    const found = addresses.map((address) => this.find(address));
    const key = [...found.map(({ version }) => version), x, y].join('\n');
    if (this.cached?.key === key) return this.cached.answer;
    const runs = found.map(({ run }) => run);
    const answer: StandingsAnswer = {
      runs: found.map(({ shown, run: { host, cpu } }) => ({ ...shown, host, cpu })),
      standings: await standingsOf(found, [x, y]),
      conditions: standingConditions(runs),
    };
    this.cached = { key, answer };
    return answer;
  }

  /** `3` is a run of the served database, `other.sqlite:3` one of another. */
  private find(address: string): FoundRun {
    const [, path, number] = /^(?:(.*):)?([^:]*)$/s.exec(address) ?? [];
    const other = this.others.find((database) => database.path === path);
    if (path !== undefined && other === undefined) {
      throw new BadRequest(
        'NM_DATABASE_ABSENT',
        `run: "${path}" is not among the databases that this server was started with ` +
          '(nonomill serve --also <file>)',
        404,
      );
    }
    const served: Served = (other ?? this.own).now();
    const entry = served.entries.one(readId(number, 'run'));
    if (entry === null) {
      throw new BadRequest(
        'NM_RUN_UNKNOWN',
        `There is no run ${number ?? ''} in ${served.store.path}.`,
        404,
      );
    }
    return {
      store: served.store,
      run: findRun(served.store, String(entry.runId)),
      shown: shownRun(entry, path ?? null),
      version: `${address} ${versionOfRun(entry)}`,
    };
  }
}

function shownRun({ runId, name, corpora }: RunEntry, database: string | null): ComparableRun {
  const address = database === null ? String(runId) : `${database}:${runId}`;
  return { address, runId, name, database, corpora };
}

/** Requests about several runs: `/api/compare`, `/api/comparable` and `/api/standings`. */
export function addCompareRoutes(
  app: Hono,
  database: ServedDatabase,
  others: readonly ServedDatabase[],
): void {
  const standings = new StandingsAnswers(database, others);
  const answer = (path: string, answerOf: (context: Context) => object | Promise<object>): void => {
    app.get(path, async (context) =>
      context.json(await answerOf(context), 200, { 'cache-control': 'no-store' }),
    );
  };
  answer('/api/compare', ({ req }) => {
    const served = database.now();
    const [left, right] = [req.query('left'), req.query('right')];
    return served.comparisons.of(runOf(served, left), runOf(served, right));
  });
  answer('/api/compare/puzzles', ({ req }) => {
    const served = database.now();
    const [left, right] = [req.query('left'), req.query('right')];
    const bins = { left: readId(req.query('x'), 'x'), right: readId(req.query('y'), 'y') };
    return served.comparisons.puzzlesAt(runOf(served, left), runOf(served, right), bins);
  });
  answer('/api/comparable', () => standings.comparable());
  answer('/api/standings', ({ req }) => {
    const place = (name: string, fallback: string): number =>
      readId(req.query(name) ?? fallback, name);
    return standings.of(req.queries('run') ?? [], place('x', '0'), place('y', '1'));
  });
}
