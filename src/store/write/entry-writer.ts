import type { Statement } from 'better-sqlite3';
import { PUZZLES as PUZZLE_TABLE } from '../../result/columns/corpus-tables.js';
import type { PuzzleColumns, Reject } from '../../puzzle/puzzle-columns.js';
import type { PuzzleResult, RowsBeside } from '../../result/result.js';
import { viewResults } from '../../packed/packed-results.js';
import { StoreError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import { RESULT_ROW_COLUMNS, resultValues } from '../layout/result-layout.js';
import { rejectInserter, rejectRow } from '../rows/rejects.js';
import { RowInserter, type ColumnValue } from '../rows/row-inserter.js';
import {
  addPuzzleRows,
  addResultRows,
  type OfRun,
  type PackedEntries,
} from '../rows/packed-rows.js';
import { StagedRows } from '../rows/staged-rows.js';
import type { RunWorker } from '../../result/run/who-solves.js';

/** Some entries of one source that are written together. */
export interface SourceEntries {
  readonly sourceId: number;
  readonly columns: PuzzleColumns;
  /** Element i belongs to element i of each column. */
  readonly results: readonly PuzzleResult[];
  /** The same as `columns` and `results`, which are then only asked for in rare cases. */
  readonly packed?: PackedEntries;
  readonly rejects: readonly Reject[];
  /** Element i says which other machine solved puzzle i, if one did. */
  readonly by?: readonly (RunWorker | null | undefined)[];
  readonly beside?: RowsBeside;
  /** Once the source was read to its end. */
  readonly finished?: FinishedSource;
}

/** How many results entries have. */
export function resultCount(entries: SourceEntries): number {
  const { packed } = entries;
  return packed === undefined ? entries.results.length : viewResults(packed.results).count;
}

/** The same, and what its puzzles are called after that have no name. */
export interface LabelledEntries {
  readonly label: string;
  readonly entries: SourceEntries;
}

/** What the results of a run have in common. */
export type WrittenRun = Omit<OfRun, 'sourceId'>;

/** From this many results on, staging their rows takes less time than inserting them. */
const WORTH_STAGING = 256;

/** The columns of `puzzles`, in their order. */
export const PUZZLE_COLUMNS = Object.keys(PUZZLE_TABLE.columns);

/** The tables of staged rows. */
const [PUZZLES, RESULTS] = [0, 1];

/** What is known about a source once it was read to its end. */
export interface FinishedSource {
  readonly entries: number;
  /** In one part of a run: those of all parts together. */
  readonly allEntries?: number;
  /** Only for standard input: the sizes of files are known before. */
  readonly bytes?: number;
}

/**
 * Writes entries of a run into the tables; every method but `stage` runs within a transaction of the caller.
 */
export class EntryWriter {
  private readonly puzzles: RowInserter;
  private readonly results: RowInserter;
  private readonly staged: StagedRows;
  private readonly rejects: RowInserter;
  /** Made with the first such rows: most runs have none. */
  private beside: RowInserter | null = null;
  private readonly setEntries: Statement<[number, number | null, number, number]>;
  private readonly setBytes: Statement<[number, number]>;

  constructor(private readonly store: Store) {
    const { db } = store;
    const puzzles = {
      table: 'puzzles',
      columns: PUZZLE_COLUMNS,
      tail: 'ON CONFLICT (puzzle_id) DO NOTHING',
    };
    const results = {
      table: 'result_rows',
      columns: RESULT_ROW_COLUMNS,
      tail: '',
    };
    this.puzzles = new RowInserter(db, puzzles.table, puzzles.columns, puzzles.tail);
    this.results = new RowInserter(db, results.table, results.columns);
    this.staged = new StagedRows(db, [puzzles, results]);
    store.whenClosed(() => this.staged.close());
    this.rejects = rejectInserter(db);
    this.setEntries = db.prepare(
      'UPDATE run_sources INDEXED BY run_sources_by_source SET entries = ?, all_entries = ? WHERE run_id = ? AND source_id = ?',
    );
    this.setBytes = db.prepare('UPDATE sources SET bytes = ? WHERE source_id = ?');
  }

  /**
   * Makes the rows of many results ready before the transaction in which `write` gets the same groups. Without it,
   * and for few results, `write` inserts row by row.
   */
  stage(run: WrittenRun, groups: readonly LabelledEntries[]): void {
    const { staged } = this;
    staged.clear();
    const results = groups.reduce((sum, { entries }) => sum + resultCount(entries), 0);
    if (results < WORTH_STAGING || !staged.isUsable) return;
    const fits = groups.every((group) =>
      group.entries.packed === undefined
        ? rowsOf(
            run,
            group,
            (puzzle, result) => staged.add(PUZZLES, puzzle) && staged.add(RESULTS, result),
          )
        : this.stagePacked(run, group, group.entries.packed),
    );
    if (!fits || !staged.stage()) staged.clear();
  }

  /** Writes some groups of entries. */
  write(run: WrittenRun, groups: readonly LabelledEntries[]): void {
    const { runId } = run;
    this.writeRows(run, groups);
    for (const { entries } of groups) {
      const { sourceId, rejects, beside, finished } = entries;
      if (beside !== undefined) this.writeBeside(runId, entries, beside);
      for (const reject of rejects) this.rejects.push(rejectRow(runId, sourceId, reject));
      if (finished !== undefined) this.noteFinished(runId, sourceId, finished);
    }
    this.beside?.flush();
    this.rejects.flush();
  }

  private stagePacked(
    run: WrittenRun,
    { label, entries }: LabelledEntries,
    packed: PackedEntries,
  ): boolean {
    const { sourceId } = entries;
    const { image } = this.staged;
    return (
      addPuzzleRows(image, PUZZLES, { sourceId, label }, packed) &&
      addResultRows(image, RESULTS, { ...run, sourceId }, packed)
    );
  }

  /** Notes what is known about a source that was read to its end. */
  noteFinished(
    runId: number,
    sourceId: number,
    { entries, allEntries, bytes }: FinishedSource,
  ): void {
    this.setEntries.run(entries, allEntries ?? null, runId, sourceId);
    if (bytes !== undefined) this.setBytes.run(bytes, sourceId);
  }

  /** Forgets rows of a transaction that failed. */
  reset(): void {
    this.staged.clear();
    this.puzzles.reset();
    this.results.reset();
    this.rejects.reset();
    this.beside?.reset();
  }

  private writeBeside(
    runId: number,
    { sourceId, columns: { ordinals } }: SourceEntries,
    { table, columns, rows }: RowsBeside,
  ): void {
    this.beside ??= new RowInserter(this.store.db, table, ['run_id', 'puzzle_id', ...columns]);
    for (const [i, row] of rows.entries()) {
      this.beside.push([runId, puzzleId(sourceId, ordinals[i]), ...row]);
    }
  }

  private writeRows(run: WrittenRun, groups: readonly LabelledEntries[]): void {
    const staged = this.staged.countOf(RESULTS);
    if (staged > 0) {
      const added = this.staged.insert(PUZZLES);
      if (added < staged) for (const group of groups) this.checkSame(group);
      this.staged.insert(RESULTS);
      return;
    }
    let puzzles = 0;
    for (const group of groups) {
      rowsOf(run, group, (puzzle, result) => {
        this.puzzles.push(puzzle);
        this.results.push(result);
        puzzles++;
        return true;
      });
    }
    const added = this.puzzles.flush();
    if (added < puzzles) for (const group of groups) this.checkSame(group);
    this.results.flush();
  }

  /** Some puzzles were already there: they must be the same, or their results would be wrong. */
  private checkSame({ label, entries }: LabelledEntries): void {
    const { sourceId, columns } = entries;
    const { ordinals, fingerprints } = columns;
    const stored = this.store.db
      .prepare<[number], string>('SELECT fingerprint FROM puzzles WHERE puzzle_id = ?')
      .pluck();
    for (let i = 0; i < ordinals.length; i++) {
      if (stored.get(puzzleId(sourceId, ordinals[i])) === fingerprints[i]) continue;
      throw new StoreError(
        'mismatch',
        `${this.store.path}: entry ${ordinals[i]} of ${label} ` +
          `is another puzzle than the one that an earlier run read there, though the file is the ` +
          `same. Another version of nonomill may have read it: use a new database.`,
      );
    }
  }
}

/**
 * Makes the rows of some entries, of puzzles and of results, as long as `take` returns true; returns whether it did.
 */
function rowsOf(
  run: WrittenRun,
  { label, entries }: LabelledEntries,
  take: (puzzle: ColumnValue[], result: ColumnValue[]) => boolean,
): boolean {
  const { sourceId, columns, results } = entries;
  if (results.length !== columns.ordinals.length) {
    throw new RangeError(`${results.length} results for ${columns.ordinals.length} puzzles`);
  }
  for (let i = 0; i < results.length; i++) {
    const puzzle = puzzleValues(sourceId, label, columns, i);
    if (!take(puzzle, resultRow(run, entries, i))) return false;
  }
  return true;
}

/** The row of the result at index `i`. */
function resultRow(
  { runId, limitMs }: WrittenRun,
  { sourceId, columns, results }: SourceEntries,
  i: number,
): ColumnValue[] {
  const id = puzzleId(sourceId, columns.ordinals[i]);
  const unsolved = { goalMatches: columns.goalMatches[i], attempts: 1, limitMs };
  return [runId, id, ...resultValues(results[i], unsolved)];
}

/** The puzzle at index `i` as the values of PUZZLE_COLUMNS; `label` names puzzles without a name. */
export function puzzleValues(
  sourceId: number,
  label: string,
  columns: PuzzleColumns,
  i: number,
): ColumnValue[] {
  const ordinal = columns.ordinals[i];
  return [
    puzzleId(sourceId, ordinal),
    sourceId,
    ordinal,
    columns.names[i] ?? `${label}#${ordinal}`,
    columns.titles[i],
    columns.widths[i],
    columns.heights[i],
    columns.colours[i],
    columns.palettes[i],
    columns.clues[i],
    columns.starts[i],
    columns.goals[i],
    columns.fingerprints[i],
    columns.shapes[i],
    columns.filled[i],
  ];
}
