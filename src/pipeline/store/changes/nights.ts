import { change, queryRows, queryValues, type Store } from '../open/open.js';
import {
  FilePlaces,
  countRun,
  expectedResults,
  listRuns,
  nameKey,
  runSources,
  type Run,
} from '../stored-runs.js';
import {
  compareRun,
  keptStanding,
  readStanding,
  standingOf,
  type Changes,
  type Standing,
  PieceRows,
} from './changes.js';
import { otherSolverOf, KEPT_OPTIONS } from '../../record/options.js';

/** A run with the one that it is compared with. */
export interface Night {
  readonly run: Run;
  /** Whether runs of its name count or, as it has none, runs over its corpora. */
  readonly by: 'name' | 'corpora';
  /** The last complete run over all of its corpora, or of its part; null for a first night. */
  readonly before: Run | null;
  /** The latest one after that which is not complete; null if there is none. */
  readonly broken: Run | null;
  /** Whether a puzzle that it does not have is gone: not of a part, nor of a run with a limit. */
  readonly isWhole: boolean;
  /** What is worse is so compared with all nights since an accepted one. Null for a first night. */
  readonly changes: Changes | null;
}

/** Whether a run is over all of its corpora: those that are not are compared, but not with. */
export function isOfAll({ options }: Run): boolean {
  return typeof options.limit !== 'number';
}

/** The puzzles that somebody accepted one by one in a run: a word for each. */
export function acceptedPuzzles(store: Store, runId: number): readonly string[] {
  const sql = 'SELECT path, name FROM accepted WHERE run_id = ?';
  const accepted = queryRows<{ readonly path: string; readonly name: string }>(store, sql, runId);
  return accepted.map(({ path, name }) => wordOf(path, name));
}

/** Another text once somebody has accepted something else. */
export function acceptances(store: Store): string {
  const sql = `SELECT concat_ws(' ', count(*), max(accepted_at),
    (SELECT max(accepted_at) FROM runs), (SELECT count(accepted_at) FROM runs)) FROM accepted`;
  return queryValues<string>(store, sql)[0];
}

/** A puzzle by its name and its file, or all puzzles of a file. */
function wordOf(path: string, name: string): string {
  return name === '' ? path : `${name} (${path})`;
}

function acceptedIn(store: Store, { runId, acceptedAt }: Run) {
  if (acceptedAt !== null) return () => true;
  const words = new Set(acceptedPuzzles(store, runId));
  return (path: string, name: string | null) => words.has(wordOf(path, name ?? ''));
}

/**
 * Compares runs with those before them. What was found is kept, so that each pair is compared once;
 * what is worse is kept with its run (`standings`), so that the next need not go back to the first.
 */
export class Nights {
  readonly reader: PieceRows;
  private readonly nights = new Map<number, Night>();
  private readonly standings = new Map<number, Standing>();
  /** The runs that others are compared with, the latest first, and the keys of their corpora. */
  private runs: readonly Run[] | null = null;
  private readonly corpora = new Map<number, readonly string[]>();

  constructor(private readonly store: Store) {
    this.reader = new PieceRows(store);
  }

  of(run: Run): Night {
    // Back to a run of which is known how it stands, and from there each with the one before it.
    const chain = [run];
    for (let one = run; !this.nights.has(run.runId);) {
      const { before } = this.before(one);
      if (before === null || this.standing(before) !== null) break;
      chain.push(before);
      one = before;
    }
    for (const one of chain.reverse()) this.compare(one);
    return this.nights.get(run.runId)!;
  }

  /** What `standings` keeps of a run; null for one that was not compared. */
  kept(run: Run): { readonly version: string; readonly losses: string } | null {
    const { before } = this.before(run);
    const standing = this.standings.get(run.runId);
    if (before === null || standing === undefined || !isOfAll(run)) return null;
    const losses = keptStanding(standing);
    return { version: this.version(run, before), losses };
  }

  /** What is worse in a run, as far as that is known without comparing it. */
  standing(run: Run): Standing | null {
    const { runId, acceptedAt } = run;
    const { before } = this.before(run);
    const known = this.standings.get(runId);
    if (known !== undefined) return known;
    const found =
      acceptedAt !== null || before === null
        ? standingOf(this.reader, runId)
        : this.keptStanding(run, before);
    if (found !== null) this.standings.set(runId, found);
    return found;
  }

  private keptStanding(run: Run, before: Run): Standing | null {
    const sql = 'SELECT losses FROM standings WHERE run_id = ? AND version = ?';
    const text = queryValues<string>(this.store, sql, run.runId, this.version(run, before)).at(0);
    return text === undefined ? null : readStanding(this.reader, run.runId, text);
  }

  /**
   * Removes runs by `remove`. What is worse in the others is kept if the runs stay in which it was
   * better: only the runs between know a puzzle that got another name.
   */
  without(remove: () => void): void {
    const { store } = this;
    const known = listRuns(store).filter((run) => {
      const { before } = this.before(run);
      return before !== null && this.keptStanding(run, before) !== null;
    });
    remove();
    const left = new Nights(store);
    const keep = 'UPDATE standings SET version = ? WHERE run_id = ?';
    for (const run of known) {
      const { before } = left.before(run);
      if (before !== null) change(store, keep, left.version(run, before), run.runId);
    }
  }

  /** Another text once what was kept of a run may be wrong. */
  private version(run: Run, before: Run): string {
    return [run.finishedAt, before.runId, before.finishedAt, acceptances(this.store)].join(' ');
  }

  /** What changed from any run to a later one, whatever was between them or before. */
  between(before: number, run: Run): Changes {
    const then = standingOf(this.reader, before);
    return compareRun(this.reader, then, { ...this.asCompared(run), isAccepted: () => false })
      .changes;
  }

  private asCompared(run: Run) {
    const { runId } = run;
    return {
      runId,
      puzzles: expectedResults(this.store, runId) ?? countRun(this.store, runId).results,
      isWhole: isOfAll(run) && partOf(run) === null && run.state === 'complete',
      isAccepted: acceptedIn(this.store, run),
    };
  }

  private compare(run: Run): void {
    const { runId } = run;
    if (this.nights.has(runId)) return;
    const found = this.before(run);
    const compared = this.asCompared(run);
    const night = { run, ...found, isWhole: compared.isWhole };
    if (found.before === null) {
      this.nights.set(runId, { ...night, changes: null });
      return;
    }
    const then = this.standing(found.before) ?? standingOf(this.reader, found.before.runId);
    const { changes, standing } = compareRun(this.reader, then, compared);
    this.nights.set(runId, { ...night, changes });
    this.standings.set(runId, this.standing(run) ?? standing);
  }

  /** What a run is compared with: an earlier one of its name or, without one, over its corpora. */
  before(run: Run): Pick<Night, 'by' | 'before' | 'broken'> {
    this.runs ??= ownRuns(this.store).filter(isOfAll);
    const part = partOf(run);
    const { name } = run;
    const isLike = (other: Run): boolean =>
      name === null
        ? this.corporaOf(other).some((key) => this.corporaOf(run).includes(key))
        : other.name !== null && nameKey(other.name) === nameKey(name);
    let [broken, whole]: (Run | null)[] = [null, null];
    const by = name === null ? 'corpora' : 'name';
    for (const other of this.runs) {
      if (other.runId >= run.runId || !isLike(other)) continue;
      const isComplete = other.state === 'complete';
      if (partOf(other) !== part) {
        if (isComplete && partOf(other) === null) whole ??= other;
      } else if (isComplete) return { by, before: other, broken };
      else broken ??= other;
    }
    return { by, before: whole, broken };
  }

  private corporaOf(run: Run): readonly string[] {
    const keys = this.corpora.get(run.runId) ?? corporaKeys(this.store, this.reader.files, run);
    this.corpora.set(run.runId, keys);
    return keys;
  }
}

/**
 * Runs of one thing, night after night: those of the same name, in whichever case, or, without a
 * name, over the same corpora, from wherever they were typed. Parts of a run (`--shard`) go with
 * the same part of others. Runs of other solvers, and those that do another one again, are in none.
 */
export interface RunSeries {
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
      const words = name === null ? corporaWords(store, run) : [name];
      series = { by: name === null ? 'corpora' : 'name', words, runs: [run] };
      found.push(series);
    }
    for (const key of keys) byKey.set(key, series);
  }
  return found;
}

/** The runs of a name or, if no run has it, over these corpora; null for none. */
export function seriesOf(store: Store, words: readonly string[]): RunSeries | null {
  const [word] = words;
  const runs = ownRuns(store).reverse();
  const isCalled = ({ name }: Run): boolean => name !== null && nameKey(name) === nameKey(word);
  const named = words.length === 1 ? runs.filter(isCalled) : [];
  if (named.length > 0) return { by: 'name', words, runs: named };
  const files = new FilePlaces(store);
  const wanted = files.corporaKeys(words, {});
  const over = runs.filter((run) =>
    corporaKeys(store, files, run).some((key) => wanted.includes(key)),
  );
  return over.length === 0 ? null : { by: 'corpora', words, runs: over };
}

/** Which part of a run it is, as typed; null if it is whole. */
export function partOf({ options }: Pick<Run, 'options'>): string | null {
  return typeof options.shard === 'string' ? options.shard : null;
}

/** Whether a run may be one of a series. */
export function isOfSeries({ options }: Pick<Run, 'options'>): boolean {
  return otherSolverOf(options) === null && options[KEPT_OPTIONS.again] === undefined;
}

/** The latest first. */
function ownRuns(store: Store): Run[] {
  return listRuns(store).filter(isOfSeries);
}

/** Runs of which one of these is the same are of one series. */
function seriesKeys(store: Store, files: FilePlaces, run: Run): string[] {
  const { name } = run;
  const called = name === null ? corporaKeys(store, files, run) : [nameKey(name)];
  return called.map((key) => JSON.stringify([name === null, key, partOf(run)]));
}

function corporaKeys(store: Store, files: FilePlaces, run: Run): readonly string[] {
  return files.corporaKeys(corporaWords(store, run), run.options);
}

/** The corpora as they were typed; for an older run, the paths of its files. */
function corporaWords(store: Store, { runId, options }: Pick<Run, 'runId' | 'options'>): string[] {
  const { corpora } = options;
  if (Array.isArray(corpora) && corpora.length > 0) return corpora.map(String);
  return runSources(store, runId).map(({ path }) => path);
}
