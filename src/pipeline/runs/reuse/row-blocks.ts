import type { Store } from '../../store/open/open.js';
import type { ColumnValue } from '../../store/rows/row-inserter.js';
import { COPIED_COLUMNS } from '../../store/stored-runs/part-rows.js';

/** A result as it is stored, pictures packed, with what tells which puzzle it is of. */
export interface StoredRow {
  readonly fingerprint: ColumnValue;
  readonly start: ColumnValue;
  /** In the order of the table of columns. */
  readonly values: readonly ColumnValue[];
}

/** How many rows are read at once, if they are asked for one after the other. */
const MOST_AT_ONCE = 64;

type Puzzle = [puzzleId: number, fingerprint: ColumnValue, start: ColumnValue];
/**
 * The values of a row in the order of the table of columns, and the id of its puzzle at the end.
 */
type Result = ColumnValue[];

/**
 * Reads results of runs. Corpora of two nights mostly have the same order: rows that are asked for
 * one after the other are read in blocks, which takes a third of the time of single ones. The two
 * tables are read by statements of their own: of a join of both with parameters SQLite makes a new
 * plan each time, which takes six times as long as the rows.
 */
export class RowBlocks {
  private readonly puzzles: (from: number, to: number) => Puzzle[];
  private readonly results: (runId: number, from: number, to: number) => Result[];
  private runId = 0;
  /** The ids of the block, and what was found of them. */
  private from = 0;
  private to = -1;
  private rows = new Map<number, StoredRow>();

  constructor({ db }: Store) {
    const values = COPIED_COLUMNS.results.join(', ');
    const puzzles = 'SELECT puzzle_id, fingerprint, start FROM puzzles WHERE puzzle_id';
    const results = `SELECT ${values}, puzzle_id FROM result_rows WHERE run_id = ? AND puzzle_id`;
    const onePuzzle = db.prepare<[number], Puzzle>(`${puzzles} = ?`).raw();
    const somePuzzles = db.prepare<[number, number], Puzzle>(`${puzzles} BETWEEN ? AND ?`).raw();
    const oneResult = db.prepare<[number, number], Result>(`${results} = ?`).raw();
    const someResults = db
      .prepare<[number, number, number], Result>(`${results} BETWEEN ? AND ?`)
      .raw();
    this.puzzles = (from, to) => (from === to ? onePuzzle.all(from) : somePuzzles.all(from, to));
    this.results = (runId, from, to) =>
      from === to ? oneResult.all(runId, from) : someResults.all(runId, from, to);
  }

  /** What a run found of a puzzle; undefined if it has nothing of it. */
  at(runId: number, puzzleId: number): StoredRow | undefined {
    const isSame = runId === this.runId;
    if (!isSame || puzzleId < this.from || puzzleId > this.to) {
      const isNext = isSame && puzzleId === this.to + 1;
      const size = isNext ? Math.min(MOST_AT_ONCE, 2 * (this.to + 1 - this.from)) : 1;
      this.read(runId, puzzleId, puzzleId + size - 1);
    }
    return this.rows.get(puzzleId);
  }

  private read(runId: number, from: number, to: number): void {
    Object.assign(this, { runId, from, to });
    this.rows.clear();
    const results = this.results(runId, from, to);
    if (results.length === 0) return;
    const found = new Map(results.map((row) => [row.pop(), row]));
    for (const [puzzleId, fingerprint, start] of this.puzzles(from, to)) {
      const values = found.get(puzzleId);
      if (values === undefined) continue;
      this.rows.set(puzzleId, { fingerprint, start, values });
    }
  }
}
