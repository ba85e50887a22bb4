import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStore, type Store, readSnapshot } from '../store/open/open.js';
import { studyOf, otherSolverOf } from '../record/options.js';
import { type ShownState, gatesOf, hasGates, timeLimits } from '../record/outcome.js';
import {
  runRetries,
  findRun,
  listRuns,
  type Run,
  runProgress,
  shownState,
  corporaOf,
} from '../store/stored-runs.js';
import { countRejects } from '../store/queries/rejects.js';
import { compareRuns, conditionDifferences, puzzlesAtTimes } from '../store/compare.js';
import { countResults, listsAll } from '../store/listing/result-page.js';
import type { ResultList } from '../store/listing/result-filter.js';
import { difficultyClass, type Rated } from '../../solver/core/result/difficulty.js';
import { countedFigures, plainFigures, type PlainFigures } from '../report/summary/numbers.js';
import { statusCounter, scanResults } from '../store/queries/scan-results.js';
import { messageOf } from '../../solver/core/text/plain-text.js';
import type { NumberList } from '../store/number-lists.js';
import { ifPossible, type ErrorCode } from '../../solver/core/text/error-codes.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';

/** An open database with everything that is kept about it. */
type Served = ReturnType<typeof serve>;

/** The database that is served. Open files outlive their names: every request checks first. */
export class ServedDatabase {
  readonly path: string;
  private served: Served;
  /** Which file is open; null if that is not known. */
  private file: string | null;

  constructor(store: Store) {
    this.path = store.path;
    this.served = serve(store);
    this.file = fileAt(store.path);
  }

  /** The database at the path, opened anew if replaced. @throws BadRequest (503) if it is gone. */
  now(): Served {
    const file = fileAt(this.path);
    if (file === null) {
      throw new BadRequest(
        `${this.path} is not there any more. Put it back, or start "nonomill serve" over another database.`,
        503,
        'NM_DATABASE_ABSENT',
      );
    }
    if (file !== this.file) this.reopen(file);
    return this.served;
  }

  close(): void {
    this.served.store.close();
  }

  private reopen(file: string): void {
    let store: Store;
    try {
      store = openStore(this.path, { readonly: true });
    } catch (error) {
      const message = `${this.path} was replaced, and cannot be opened: ${messageOf(error)}`;
      throw new BadRequest(message, 503, 'NM_DATABASE_ACCESS');
    }
    this.served.store.close();
    this.served = serve(store);
    this.file = file;
  }
}

function serve(store: Store) {
  const figures = new FiguresOfRuns(store);
  return {
    store,
    entries: new RunEntries(store),
    comparisons: comparisons(store, figures),
    figures,
    counts: new ResultCounts(store),
    since: new KeptOfRuns<SinceAnswer>(),
  };
}

/**
 * What changed in a run since the last complete night before it, whose number is `before`; null if
 * there is none. Of those that are worse, which the gate `no-worse` counts, `rejected` are no
 * puzzles of the run any more, so that no list has them.
 */
export const NOTHING_SINCE = {
  before: null as number | null,
  new: 0,
  gone: 0,
  worse: 0,
  rejected: 0,
  rejects: 0,
};

export type SinceAnswer = typeof NOTHING_SINCE;

/** Tells files at the same path apart; null if there is none. */
function fileAt(path: string): string | null {
  const found = ifPossible(() => statSync(resolve(path), { bigint: true }), null);
  return found && `${found.dev} ${found.ino}`;
}

/** Of a run that works, results are counted for this share of the time at most. */
const SHARE_OF_TIME = 0.1;

interface Kept<T> {
  readonly version: string | null;
  readonly isRunning: boolean;
  readonly value: T;
  /** When it was found, and how long that took. */
  readonly at: number;
  readonly costMs: number;
}

/** What was found of each run, kept until the run changes. */
class KeptOfRuns<T> {
  private readonly known = new Map<number, Kept<T>>();

  /** What takes less than `quickMs` is found whenever a run that works has changed. */
  constructor(private readonly quickMs = 0) {}

  /** `version` is another one once the run changes; null if nobody knows, as while it works. */
  of(runId: number, version: string | null, isRunning: boolean, find: () => T): T {
    const known = this.known.get(runId);
    const began = performance.now();
    if (known !== undefined) {
      if (version !== null && known.version === version) return known.value;
      const isFresh = began - known.at < known.costMs / SHARE_OF_TIME;
      const isDear = known.costMs > this.quickMs;
      if (isRunning && known.isRunning && isDear && isFresh) return known.value;
    }
    const value = find();
    const at = performance.now();
    this.known.set(runId, { version, isRunning, value, at, costMs: at - began });
    return value;
  }
}

/** A run with what it has found so far; its progress is null if it is complete, or unknown. */
export type RunEntry = ReturnType<RunEntries['of']>;

/** The runs with their counts, kept: ended ones are not counted again, others not all the time. */
class RunEntries {
  private readonly known = new KeptOfRuns<ReturnType<typeof countedRun>>();

  constructor(private readonly store: Store) {}

  /** All runs, the latest first. */
  all(): RunEntry[] {
    const statusesOf = statusCounter(this.store);
    return listRuns(this.store).map((run) => this.of(run, statusesOf));
  }

  one(runId: number): RunEntry | null {
    const run = listRuns(this.store).find((candidate) => candidate.runId === runId);
    return run === undefined ? null : this.of(run);
  }

  of(run: Run, statusesOf = statusCounter(this.store)) {
    const state = shownState(this.store, run);
    const isRunning = state === 'running';
    // A run that was killed, went on and was killed again has worked for longer.
    const worked = `${run.wallMs} ${String(run.failedGates)}`;
    const version = `${state} ${run.finishedAt ?? ''} ${run.startedAt} ${worked}`;
    const entry = this.known.of(run.runId, isRunning ? null : version, isRunning, () =>
      countedRun(this.store, run, state, statusesOf(run.runId)),
    );
    return { ...entry, progress: runProgress(this.store, run, state, entry) };
  }
}

function countedRun(
  store: Store,
  run: Run,
  state: ShownState,
  byStatus: ReturnType<ReturnType<typeof statusCounter>>,
) {
  const { runId, name, startedAt, finishedAt, wallMs, options, failedGates } = run;
  const results = Object.values(byStatus).reduce((total, count) => total + count, 0);
  const isJudged = state === 'complete' && hasGates(gatesOf(options));
  return {
    runId,
    name,
    state,
    /** The command that made it. */
    command: commandOf(run),
    startedAt,
    finishedAt,
    wallMs,
    corpora: corporaOf(store, run),
    results,
    rejects: countRejects(store, runId),
    byStatus,
    /** The names of gates that did not hold, null if not judged; null without any. */
    gates: isJudged ? { failed: failedGates } : null,
  };
}

function commandOf({ options }: Run) {
  const study = studyOf(options);
  if (study !== null) return `study ${study.kind}` as const;
  const kind = otherSolverOf(options)?.kind;
  return kind === 'race' || kind === 'referee' ? kind : 'run';
}

/** Does things one after the other, whatever becomes of those before. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();

  next<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

export type CompareAnswer = Awaited<ReturnType<typeof compareAnswer>>;

async function compareAnswer(
  store: Store,
  figures: FiguresOfRuns,
  left: RunEntry,
  right: RunEntry,
) {
  const [one, other] = [left, right].map(({ runId }) => findRun(store, String(runId)));
  /** The times of a run's puzzles with a verdict, and of how many puzzles they are. */
  const timesOf = (run: RunEntry) => {
    const { timeBins, puzzles, reused } = figures.of(run);
    return { timeBins, puzzles, reused };
  };
  return {
    left,
    right,
    comparison: await compareRuns(store, left.runId, right.runId),
    conditions: conditionDifferences(one, other),
    leftTimes: timesOf(left),
    rightTimes: timesOf(right),
  };
}

/** Compares one after the other (they share temporary tables), and keeps the last comparison. */
function comparisons(store: Store, figures: FiguresOfRuns) {
  const turns = new Turns();
  const last = new LastAnswer<CompareAnswer>();
  return {
    of(left: RunEntry, right: RunEntry) {
      const versions = [left, right].map(versionOfRun);
      const compare = () => compareAnswer(store, figures, left, right);
      return turns.next(() => last.of(versions, compare));
    },
    /** The first puzzles of one dot of the comparison, by the bins of their times. */
    puzzlesAt(left: RunEntry, right: RunEntry, bins: Parameters<typeof puzzlesAtTimes>[3]) {
      return turns.next(async () => ({
        rows: await puzzlesAtTimes(store, left.runId, right.runId, bins),
      }));
    },
  };
}

/** The answer that was asked for last, kept until what it depends on changes. */
export class LastAnswer<T> {
  private cached: { readonly key: string; readonly answer: Promise<T> } | null = null;

  /** `versions` is all that the answer depends on. */
  of(versions: readonly unknown[], find: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(versions);
    if (this.cached?.key === key) return this.cached.answer;
    const cached = { key, answer: find() };
    this.cached = cached;
    // What failed may succeed the next time.
    cached.answer.catch(() => {
      if (this.cached === cached) this.cached = null;
    });
    return cached.answer;
  }
}

const KEPT = 100;

/** Counts lists one after the other; counts are kept while the results of their run stay. */
class ResultCounts {
  private readonly cached = new Map<string, number>();
  private readonly turns = new Turns();

  constructor(private readonly store: Store) {}

  /** Null if nobody waits for it any more. */
  of(run: RunEntry, list: ResultList, isWanted: () => boolean): Promise<number | null> {
    const { state, finishedAt, results } = run;
    // Of a run under way, too, it is known how many results there are.
    if (listsAll(list)) return Promise.resolve(results);
    const key = JSON.stringify([state, finishedAt, results, list]);
    return this.turns.next(async () => {
      const known = this.cached.get(key);
      if (known !== undefined || !isWanted()) return known ?? null;
      const count = await countResults(this.store, list, isWanted);
      if (count === null) return null;
      this.cached.set(key, count);
      const [oldest] = this.cached.keys();
      if (this.cached.size > KEPT) this.cached.delete(oldest);
      return count;
    });
  }
}

/** What takes less, in milliseconds, is counted whenever it is asked for. */
const QUICK_MS = 20;

/** The figures of runs, kept for each version, and the scores of the last run, 8 bytes each. */
class FiguresOfRuns {
  private readonly known = new KeptOfRuns<PlainFigures>(QUICK_MS);
  /** By the class of the puzzle, ascending. */
  private scores: { readonly version: string; readonly byClass: readonly NumberList[] } | null =
    null;

  constructor(private readonly store: Store) {}

  of(run: RunEntry): PlainFigures {
    const version = this.versionOf(run);
    const isRunning = run.state === 'running';
    return this.known.of(run.runId, version, isRunning, () => this.count(run, version));
  }

  /** How many rated puzzles a run has, and how many are easier than one; null without a score. */
  rankOf(run: RunEntry, rated: Rated) {
    const { difficulty } = rated;
    if (difficulty === null) return null;
    const version = this.versionOf(run);
    if (this.scores?.version !== version) this.count(run, version);
    const { byClass } = this.scores!;
    const at = difficultyClass(rated);
    const sum = (lists: readonly NumberList[]): number =>
      lists.reduce((total, { length }) => total + length, 0);
    return {
      below: sum(byClass.slice(0, at)) + byClass[at].below(difficulty),
      rated: sum(byClass),
    };
  }

  private versionOf(run: RunEntry): string {
    const retries = runRetries(this.store, run.runId);
    return `${versionOfRun(run)} ${retries.reduce((sum, { tried }) => sum + tried, 0)}`;
  }

  private count({ runId }: RunEntry, version: string): PlainFigures {
    const { options, retries } = findRun(this.store, String(runId));
    const tally = readSnapshot(this.store, () => scanResults(this.store, runId));
    this.scores = { version, byClass: tally.scores };
    const figures = countedFigures(tally, timeLimits(options, retries).bySteps);
    return plainFigures(figures, tally.scores.at(-1)!.length);
  }
}

/**
 * Changes whenever the results of a run do: every answer that is kept is kept under it. The time of
 * work goes up with each commit, also of a retry, which changes results without adding any.
 */
export function versionOfRun(run: Omit<RunEntry, 'progress'>): string {
  const { runId, state, startedAt, finishedAt, wallMs, results, rejects } = run;
  return [runId, state, startedAt, finishedAt, wallMs, results, rejects].join();
}

/** A request that cannot be answered, with the message and the HTTP status. */
export class BadRequest extends NonomillError {
  override readonly name = 'BadRequest';

  constructor(
    message: string,
    readonly status: 400 | 404 | 503 = 400,
    code: ErrorCode = 'NM_REQUEST_INVALID',
  ) {
    super(code, message);
  }
}

/** Every answer with a status of 400 and above; its code is one of docs/pipeline/errors.md. */
export type ErrorAnswer = ReturnType<typeof errorAnswer>;

/** What an error is answered with. */
export function errorAnswer(error: unknown) {
  const code: ErrorCode = error instanceof NonomillError ? error.code : 'NM_UNEXPECTED';
  return { error: messageOf(error), code };
}
