import { normalize } from 'node:path';
import { otherSolverOf } from '../../../core/run-record/who-solves.js';
import type { Store } from '../open/open.js';
import { listRuns, runSources, type Run } from './read-runs.js';

/**
 * Runs of one thing, night after night: those of the same name or, without a name, over the same
 * corpora as they were typed. Parts of a run (`--shard`) go with the same part of others. Runs of
 * other solvers are in none.
 */
export interface RunSeries {
  /** What it goes by. */
  readonly by: 'name' | 'corpora';
  /** The name, or the corpora as they were typed. */
  readonly words: readonly string[];
  /** The earliest first. */
  readonly runs: readonly Run[];
}

/** All series of a database, that of the latest run first. */
export function allSeries(store: Store): readonly RunSeries[] {
  const found = new Map<string, { readonly by: RunSeries['by']; words: string[]; runs: Run[] }>();
  for (const run of ownRuns(store)) {
    const key = seriesKey(store, run);
    const series = found.get(key);
    if (series !== undefined) series.runs.unshift(run);
    else if (run.name !== null) found.set(key, { by: 'name', words: [run.name], runs: [run] });
    else found.set(key, { by: 'corpora', words: corporaWords(store, run), runs: [run] });
  }
  return [...found.values()];
}

/**
 * The runs that somebody means by some words: those of a name or, if no run has it, over these
 * corpora; null for none.
 */
export function seriesOf(store: Store, words: readonly string[]): RunSeries | null {
  const [word] = words;
  const runs = ownRuns(store).reverse();
  const named = words.length === 1 ? runs.filter(({ name }) => name === word) : [];
  if (named.length > 0) return { by: 'name', words, runs: named };
  const wanted = corporaKey(words);
  const over = runs.filter((run) => corporaKey(corporaWords(store, run)) === wanted);
  return over.length === 0 ? null : { by: 'corpora', words, runs: over };
}

/** The last complete run before this one in its series, to compare it with; null for the first. */
export function runBefore(store: Store, run: Pick<Run, 'runId' | 'name' | 'options'>): Run | null {
  const key = seriesKey(store, run);
  const isBefore = (other: Run): boolean =>
    other.runId < run.runId && other.state === 'complete' && seriesKey(store, other) === key;
  return ownRuns(store).find(isBefore) ?? null;
}

/** Which part of a run it is, as typed; null if it is whole. */
export function partOf({ options }: Pick<Run, 'options'>): string | null {
  return typeof options.shard === 'string' ? options.shard : null;
}

/** The latest first. */
function ownRuns(store: Store): Run[] {
  return listRuns(store).filter(({ options }) => otherSolverOf(options) === null);
}

function seriesKey(store: Store, run: Pick<Run, 'runId' | 'name' | 'options'>): string {
  const called = run.name === null ? corporaKey(corporaWords(store, run)) : run.name;
  return JSON.stringify([run.name === null, called, partOf(run)]);
}

/** The corpora as they were typed; for an older run, the paths of its files. */
function corporaWords(store: Store, { runId, options }: Pick<Run, 'runId' | 'options'>): string[] {
  const { corpora } = options;
  if (Array.isArray(corpora) && corpora.length > 0) return corpora.map(String);
  return runSources(store, runId).map(({ path }) => path);
}

/** `book`, `./book` and `book/` are one corpus. */
function corporaKey(words: readonly string[]): string {
  const plain = words.map((word) => normalize(word).replace(/(?<=.)[\\/]+$/, ''));
  return JSON.stringify(plain.sort());
}
