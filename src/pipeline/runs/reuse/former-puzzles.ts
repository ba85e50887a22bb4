import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../../store/open/open.js';

/** A file as the latest run read it. */
interface FormerFile {
  /** The source that it was, after those that it was before it grew. */
  readonly sourceIds: readonly number[];
  readonly entries: number;
}

/**
 * How many names of a file are kept: 20 MB in each thread. Puzzles of a file of more are compared
 * by their place alone.
 */
const MOST_NAMES = 200_000;

/** Knows which puzzles files had when they were last read. */
export class FormerPuzzles {
  private files: ReadonlyMap<string, FormerFile> | null = null;
  private readonly nameAt: (puzzleId: number) => string | undefined;
  /** Of the file that was asked about last. */
  private names: { readonly of: FormerFile; readonly all: ReadonlySet<string> } | null = null;

  /** @param without the run that asks, whose own rows do not count; null if it is none of these */
  constructor(
    private readonly store: Store,
    private readonly without: number | null,
  ) {
    const name = store.db
      .prepare<[number], string>('SELECT name FROM puzzles WHERE puzzle_id = ?')
      .pluck();
    this.nameAt = (puzzleId) => name.get(puzzleId);
  }

  /**
   * Whether the file had a puzzle of this name; of one without a name of its own, whether it had
   * one at this place.
   */
  has(path: string, name: string | null, ordinal: number): boolean {
    this.files ??= this.latestFiles();
    const file = this.files.get(path);
    if (file === undefined) return false;
    const called = name ?? `${path}#${ordinal}`;
    const isCalled = (id: number): boolean => this.nameAt(id * MAX_ENTRIES + ordinal) === called;
    if (file.sourceIds.some(isCalled)) return true;
    return name !== null && this.namesOf(file).has(called);
  }

  private latestFiles(): ReadonlyMap<string, FormerFile> {
    const rows = this.store.db
      .prepare<[number], [string, string, number]>(
        `SELECT path, json_group_array(source_id), max(iif(position < 0, 0, coalesce(entries, 9e999)))
         FROM run_sources JOIN (SELECT path, max(run_id) AS run_id FROM run_sources
           WHERE run_id <> ? GROUP BY path) USING (run_id, path)
         GROUP BY path`,
      )
      .raw()
      .all(this.without ?? 0);
    return new Map(
      rows.map(([path, ids, entries]) => [
        path,
        { sourceIds: JSON.parse(ids) as number[], entries },
      ]),
    );
  }

  private namesOf(file: FormerFile): ReadonlySet<string> {
    if (this.names?.of === file) return this.names.all;
    const names =
      file.entries > MOST_NAMES ? [] : file.sourceIds.flatMap((id) => this.readNames(id));
    const all = new Set(names);
    this.names = { of: file, all };
    return all;
  }

  private readNames(sourceId: number): string[] {
    return this.store.db
      .prepare<[number, number], string>('SELECT name FROM puzzles WHERE puzzle_id BETWEEN ? AND ?')
      .pluck()
      .all(sourceId * MAX_ENTRIES, sourceId * MAX_ENTRIES + MAX_ENTRIES - 1);
  }
}
