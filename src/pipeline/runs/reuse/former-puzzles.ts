import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../../store/open/open.js';

/** A file as the latest run read it. */
interface FormerFile {
  readonly sourceId: number;
  readonly entries: number;
}

/**
 * How many names of a file are kept: 20 MB in each thread. Puzzles of a file of more are compared
 * by their place alone.
 */
const MOST_NAMES = 200_000;

const PUZZLES_OF_SOURCE = `FROM source_pieces s CROSS JOIN puzzles p
  ON p.puzzle_id >= s.piece_id * ${PIECE_ENTRIES} AND p.puzzle_id < (s.piece_id + 1) * ${PIECE_ENTRIES} WHERE s.source_id = ?`;

/** Knows which puzzles files had when they were last read. */
export class FormerPuzzles {
  private files: ReadonlyMap<string, FormerFile> | null = null;
  /** Of the file that was asked about last. */
  private names: { readonly of: FormerFile; readonly all: ReadonlySet<string> } | null = null;
  private readonly nameAt: (sourceId: number, ordinal: number) => string | null | undefined;

  /** @param without the run that asks, whose own rows do not count; null if it is none of these */
  constructor(
    private readonly store: Store,
    private readonly without: number | null,
  ) {
    const name = store.db
      .prepare<[number, number], string | null>(
        `SELECT p.name ${PUZZLES_OF_SOURCE} AND s.first_entry + p.puzzle_id % ${PIECE_ENTRIES} = ? LIMIT 1`,
      )
      .pluck();
    this.nameAt = (sourceId, ordinal) => name.get(sourceId, ordinal);
  }

  /**
   * Whether the file had a puzzle of this name; of one without a name of its own, whether it had
   * one at this place.
   */
  has(path: string, name: string | null, ordinal: number): boolean {
    this.files ??= this.latestFiles();
    const file = this.files.get(path);
    if (file === undefined) return false;
    if (name !== null && file.entries <= MOST_NAMES) return this.namesOf(file).has(name);
    return this.nameAt(file.sourceId, ordinal) === name;
  }

  private latestFiles(): ReadonlyMap<string, FormerFile> {
    const rows = this.store.db
      .prepare<[number], [string, number, number]>(
        `SELECT path, source_id, coalesce(entries, 9e999)
         FROM run_sources JOIN (SELECT path, max(run_id) AS run_id FROM run_sources
           WHERE run_id <> ? GROUP BY path) USING (run_id, path)`,
      )
      .raw()
      .all(this.without ?? 0);
    return new Map(rows.map(([path, sourceId, entries]) => [path, { sourceId, entries }]));
  }

  private namesOf(file: FormerFile): ReadonlySet<string> {
    if (this.names?.of === file) return this.names.all;
    const names = this.store.db
      .prepare<[number], string>(`SELECT p.name ${PUZZLES_OF_SOURCE} AND p.name IS NOT NULL`)
      .pluck()
      .all(file.sourceId);
    const all = new Set(names);
    this.names = { of: file, all };
    return all;
  }
}
