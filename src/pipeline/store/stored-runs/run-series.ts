import { otherSolverOf } from '../../record/options.js';
import type { Store } from '../open/open.js';
import { FilePlaces } from './file-places.js';
import { listRuns, runSources, type Run } from './read-runs.js';

/**
 * Runs of one thing, night after night: those of the same name, in whichever case, or, without a
 * name, over the same corpora, from wherever they were typed. Parts of a run (`--shard`) go with
 * the same part of others. Runs of other solvers, and those that do another one again, are in none.
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
  const files = new FilePlaces(store);
  const found: { readonly by: RunSeries['by']; words: readonly string[]; runs: Run[] }[] = [];
  const byKey = new Map<string, (typeof found)[number]>();
  for (const run of ownRuns(store)) {
    const keys = seriesKeys(store, files, run);
    let series = keys.map((key) => byKey.get(key)).find((one) => one !== undefined);
    if (series !== undefined) series.runs.unshift(run);
    else {
      const { name } = run;
      series =
        name === null
          ? { by: 'corpora', words: corporaWords(store, run), runs: [run] }
          : { by: 'name', words: [name], runs: [run] };
      found.push(series);
    }
    for (const key of keys) byKey.set(key, series);
  }
  return found;
}

/**
 * The runs that somebody means by some words: those of a name or, if no run has it, over these
 * corpora; null for none.
 */
export function seriesOf(store: Store, words: readonly string[]): RunSeries | null {
  const [word] = words;
  const runs = ownRuns(store).reverse();
  const isCalled = ({ name }: Run): boolean => name !== null && nameKey(name) === nameKey(word);
  const named = words.length === 1 ? runs.filter(isCalled) : [];
  if (named.length > 0) return { by: 'name', words, runs: named };
  const files = new FilePlaces(store);
  const wanted = files.corporaKeys(words, {});
  const over = runs.filter((run) =>
    files.corporaKeys(corporaWords(store, run), run.options).some((key) => wanted.includes(key)),
  );
  return over.length === 0 ? null : { by: 'corpora', words, runs: over };
}

/** Which part of a run it is, as typed; null if it is whole. */
export function partOf({ options }: Pick<Run, 'options'>): string | null {
  return typeof options.shard === 'string' ? options.shard : null;
}

/** The option of a run that does another one again (`rerun`): what that is called. */
export const DOES_AGAIN = 'again';

/** Whether a run may be one of a series. */
export function isOfSeries({ options }: Pick<Run, 'options'>): boolean {
  return otherSolverOf(options) === null && options[DOES_AGAIN] === undefined;
}

/** The latest first. */
function ownRuns(store: Store): Run[] {
  return listRuns(store).filter(isOfSeries);
}

/** A name as it is compared: `Book` is `book`. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** Runs of which one of these is the same are of one series. */
function seriesKeys(store: Store, files: FilePlaces, run: Run): string[] {
  const part = partOf(run);
  const called =
    run.name === null
      ? files.corporaKeys(corporaWords(store, run), run.options)
      : [nameKey(run.name)];
  return called.map((key) => JSON.stringify([run.name === null, key, part]));
}

/** The corpora as they were typed; for an older run, the paths of its files. */
export function corporaWords(
  store: Store,
  { runId, options }: Pick<Run, 'runId' | 'options'>,
): string[] {
  const { corpora } = options;
  if (Array.isArray(corpora) && corpora.length > 0) return corpora.map(String);
  return runSources(store, runId).map(({ path }) => path);
}
