import type { Store } from '../open/open.js';
import { countRun, expectedResults, listRuns, type Run } from '../stored-runs/read-runs.js';
import { corporaWords, isOfSeries, nameKey, partOf } from '../stored-runs/run-series.js';
import {
  compareRun,
  standingOf,
  type Changes,
  type ComparedRun,
  type Standing,
} from './changes.js';
import { UnitRows } from './unit-rows.js';

/** A run with the one that it is compared with. */
export interface Night {
  readonly run: Run;
  /** Whether runs of its name count or, as it has none, runs over its corpora. */
  readonly by: 'name' | 'corpora';
  /**
   * The latest complete run before it over all of its corpora, of the same part if it is a part;
   * null for a first night.
   */
  readonly before: Run | null;
  /** The latest one after that which is not complete; null if there is none. */
  readonly broken: Run | null;
  /** Whether a puzzle that it does not have is gone: not of a part, nor of a run with a limit. */
  readonly isWhole: boolean;
  /**
   * What changed since then. What is worse is so in comparison with all nights before, from the
   * last one on that somebody accepted. Null for a first night.
   */
  readonly changes: Changes | null;
}

/** Whether a run is over all of its corpora: those that are not are compared, but not with. */
export function isOfAll({ options }: Run): boolean {
  return typeof options.limit !== 'number';
}

/** The puzzles that somebody accepted one by one in a run: a word for each. */
export function acceptedPuzzles({ db }: Store, runId: number): readonly string[] {
  return db
    .prepare<[number], [path: string, name: string]>(
      'SELECT path, name FROM accepted WHERE run_id = ?',
    )
    .raw()
    .all(runId)
    .map(([path, name]) => wordOf(path, name));
}

/** Another text once somebody has accepted something else. */
export function acceptances({ db }: Store): string {
  const sql = `SELECT concat_ws(' ', count(*), max(accepted_at),
    (SELECT max(accepted_at) FROM runs), (SELECT count(accepted_at) FROM runs)) FROM accepted`;
  return db.prepare<[], string>(sql).pluck().get()!;
}

/** A puzzle by its name and its file, or all puzzles of a file. */
function wordOf(path: string, name: string): string {
  return name === '' ? path : `${name} (${path})`;
}

function acceptedIn(store: Store, { runId, acceptedAt }: Run): ComparedRun['isAccepted'] {
  if (acceptedAt !== null) return () => true;
  const words = new Set(acceptedPuzzles(store, runId));
  return (path, name) => words.has(wordOf(path, name ?? ''));
}

/**
 * Compares runs with those before them. Of each what was found is kept, so that who asks about many
 * runs compares each pair of them once.
 */
export class Nights {
  readonly reader: UnitRows;
  private runs: readonly Run[] | null = null;
  private readonly known = new Map<number, { night: Night; standing: Standing }>();
  private readonly keys = new Map<number, readonly string[]>();

  constructor(private readonly store: Store) {
    this.reader = new UnitRows(store);
  }

  of(run: Run): Night {
    // From the first run on that matters: each is compared with the one before it.
    const chain: { readonly run: Run; readonly found: Found }[] = [];
    for (let one: Run | null = run; one !== null && !this.known.has(one.runId);) {
      const found = this.before(one);
      chain.push({ run: one, found });
      one = found.before?.acceptedAt == null ? found.before : null;
    }
    for (const { run: one, found } of chain.reverse()) this.compare(one, found);
    return this.known.get(run.runId)!.night;
  }

  /** What changed from any run to a later one, whatever was between them or before. */
  between(before: number, run: Run): Changes {
    const then = standingOf(this.reader, before);
    return compareRun(this.reader, then, { ...this.asCompared(run), isAccepted: () => false })
      .changes;
  }

  private asCompared(run: Run): ComparedRun {
    const { runId } = run;
    return {
      runId,
      puzzles: expectedResults(this.store, runId) ?? countRun(this.store, runId).results,
      isWhole: isOfAll(run) && partOf(run) === null && run.state === 'complete',
      isAccepted: acceptedIn(this.store, run),
    };
  }

  private compare(run: Run, found: Found): void {
    const { reader } = this;
    const { runId } = run;
    const compared = this.asCompared(run);
    const night = { run, ...found, isWhole: compared.isWhole };
    const { before } = found;
    if (before === null) {
      this.known.set(runId, {
        night: { ...night, changes: null },
        standing: standingOf(reader, runId),
      });
      return;
    }
    const then = this.known.get(before.runId)?.standing ?? standingOf(reader, before.runId);
    const { changes, standing } = compareRun(reader, then, compared);
    this.known.set(runId, { night: { ...night, changes }, standing });
  }

  /** The run that another is compared with. */
  before(run: Run): Found {
    this.runs ??= listRuns(this.store).filter(isOfSeries).reverse();
    const by = run.name === null ? 'corpora' : 'name';
    const isAlike = by === 'name' ? this.hasName(run) : this.hasCorpora(run);
    const part = partOf(run);
    const alike = this.runs.filter(
      (other) => other.runId < run.runId && isOfAll(other) && isAlike(other),
    );
    const own = alike.filter((other) => partOf(other) === part);
    const whole = part === null ? [] : alike.filter((other) => partOf(other) === null);
    const [before = null] = [own, whole].flatMap(
      (some) => some.findLast(({ state }) => state === 'complete') ?? [],
    );
    const after = own.filter(({ runId }) => runId > (before?.runId ?? 0));
    return { by, before, broken: after.findLast(({ state }) => state !== 'complete') ?? null };
  }

  private hasName({ name }: Run): (other: Run) => boolean {
    const key = nameKey(name!);
    return (other) => other.name !== null && nameKey(other.name) === key;
  }

  /** Whatever it is called: who forgets the name once means the same corpora. */
  private hasCorpora(run: Run): (other: Run) => boolean {
    const keys = this.keysOf(run);
    return (other) => this.keysOf(other).some((key) => keys.includes(key));
  }

  private keysOf(run: Run): readonly string[] {
    let keys = this.keys.get(run.runId);
    if (keys === undefined) {
      keys = this.reader.files.corporaKeys(corporaWords(this.store, run), run.options);
      this.keys.set(run.runId, keys);
    }
    return keys;
  }
}

type Found = Pick<Night, 'by' | 'before' | 'broken'>;
