import { PIECE_ENTRIES, puzzleIdOf } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../../store/open/open.js';

/** A file as the latest run read it. */
interface FormerFile {
  readonly sourceId: number;
  readonly entries: number;
}

interface FormerPiece {
  readonly pieceId: number;
  readonly firstEntry: number;
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
  private pieces: { readonly of: FormerFile; readonly all: readonly FormerPiece[] } | null = null;
  private readonly nameOf: (puzzleId: number) => string | null | undefined;

  /** @param without the run that asks, whose own rows do not count; null if it is none of these */
  constructor(
    private readonly store: Store,
    private readonly without: number | null,
  ) {
    const name = store.db
      .prepare<[number], string | null>('SELECT name FROM puzzles WHERE puzzle_id = ?')
      .pluck();
    this.nameOf = (puzzleId) => name.get(puzzleId);
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
    return this.nameAt(file, ordinal) === name;
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

  /** Undefined if the file had no puzzle there. */
  private nameAt(file: FormerFile, ordinal: number): string | null | undefined {
    const pieces = this.piecesOf(file);
    let [low, high] = [0, pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle].firstEntry <= ordinal) low = middle + 1;
      else high = middle;
    }
    const piece = pieces.at(low - 1);
    const place = low === 0 || piece === undefined ? Infinity : ordinal - piece.firstEntry;
    return place < PIECE_ENTRIES ? this.nameOf(puzzleIdOf(piece!.pieceId, place)) : undefined;
  }

  private piecesOf(file: FormerFile): readonly FormerPiece[] {
    if (this.pieces?.of === file) return this.pieces.all;
    const all = this.store.db
      .prepare<[number], FormerPiece>(
        `SELECT piece_id AS pieceId, first_entry AS firstEntry FROM source_pieces
         WHERE source_id = ? ORDER BY position`,
      )
      .all(file.sourceId);
    this.pieces = { of: file, all };
    return all;
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
