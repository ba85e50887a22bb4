import type { Statement } from 'better-sqlite3';
import { pieceOf, placeOf } from '../../record/puzzle-id.js';
import type { Status, Technique } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { isUntrueSql, EVERY_PLACE } from '../result-layout.js';
import { idsOfPiece, nameAt } from '../pieces.js';
import { FilePlaces } from '../stored-runs.js';

/*
 * All that comparing runs reads of their rows. A run is a list of units: stretches of a file, each
 * known by its content, whose results one run has written. A unit is a piece.
 */

/**
 * A verdict of the table `results` as one figure, the lower, the better: unique by lines, unique,
 * several solutions, none, open. A row that cannot be true proves nothing.
 */
export function verdictSql(results: string): string {
  return `CASE WHEN ${isUntrueSql(results)} THEN 4 ELSE CASE ${results}.status
  WHEN 'unique' THEN iif(${results}.technique = 'line', 0, 1)
  WHEN 'multiple' THEN 2 WHEN 'contradiction' THEN 3 ELSE 4 END END`;
}
export const [LINE, UNIQUE, MULTIPLE, OPEN] = [0, 1, 2, 4];

/** Entries of a run that follow each other in a file. */
export interface Unit {
  readonly runId: number;
  /** Units with the same number hold the same entries; their puzzles have the same ids. */
  readonly content: number;
  /** The run that wrote the rows of its results. */
  readonly heldBy: number;
  /** As the run was given it. */
  readonly path: string;
  readonly sourceId: number;
  /** Which entry of the file is its first, and the line on which that begins. */
  readonly firstEntry: number;
  readonly firstLine: number | null;
  /** Whether the run has its entries from another file, too: they are stored and counted once. */
  readonly isCopy: boolean;
}

/** A puzzle of a unit. */
export interface Row {
  readonly unit: Unit;
  /** Its place in the file, from 0. */
  readonly entry: number;
  readonly puzzleId: number;
  /** As it is shown; without a name of its own that of its place. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly fingerprint: string;
  /** See `verdictSql`. */
  readonly verdict: number;
}

/** An entry of a unit that is no puzzle. */
export interface UnitReject extends Pick<Row, 'unit' | 'entry'> {
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  readonly excerpt: string;
}

/** What is said of a puzzle of a run besides its row. */
interface RowDetails {
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  readonly status: Status;
  readonly technique: Technique | null;
}

/**
 * The rows of a unit. SQLite plans a statement anew whenever a bare parameter of a range changes,
 * which takes a hundred times as long as it takes to find a row.
 */
const RANGE = 'r.run_id = ? + 0 AND r.puzzle_id >= ? + 0 AND r.puzzle_id < ? + 0';
type Range = [heldBy: number, from: number, to: number];
type RawRow = [puzzleId: number, name: string | null, print: string, verdict: number];

/** Reads units and their rows. */
export class UnitRows {
  readonly files: FilePlaces;
  private readonly statements = new Map<string, Statement>();
  private readonly byContent = new Map<number, ReadonlyMap<number, Unit>>();

  constructor(readonly store: Store) {
    this.files = new FilePlaces(store);
  }

  /** The units of a run, in the order of its corpora. */
  unitsOf(runId: number): Unit[] {
    const seen = new Set<number>();
    const sql = `SELECT f.run_id AS runId, s.piece_id AS content, h.held_by AS heldBy, f.path,
        f.source_id AS sourceId, s.first_entry AS firstEntry, s.first_line AS firstLine
      ${EVERY_PLACE} WHERE f.run_id = ? ORDER BY f.position, s.position`;
    return this.prepared<[number], Omit<Unit, 'isCopy'>>(sql)
      .all(runId)
      .map((unit) => {
        const isCopy = seen.has(unit.content);
        seen.add(unit.content);
        return { ...unit, isCopy };
      });
  }

  /** The file of a unit, the same for all paths that lead to it. */
  fileOf({ runId, path }: Pick<Unit, 'runId' | 'path'>): string {
    return this.files.realFile(runId, path);
  }

  /** The same for units of the same bytes, however these were read; null if nobody knows. */
  bytesOf({ sourceId }: Unit): string | null {
    const sql = `SELECT sha256 || ' ' || format FROM sources WHERE source_id = ?`;
    return this.prepared<[number], string | null>(sql).pluck().get(sourceId) ?? null;
  }

  /** How many results of each verdict a unit has, and how many its writer took over. */
  verdictCounts(unit: Unit): { readonly counts: readonly number[]; readonly reused: number } {
    const counts = [0, 0, 0, 0, 0];
    let sum = 0;
    const rows = this.prepared<Range, [number, number, number]>(COUNTS_SQL).raw();
    for (const [verdict, count, reused] of rows.all(...rangeOf(unit))) {
      counts[verdict] = count;
      sum += reused;
    }
    return { counts, reused: sum };
  }

  countOf(unit: Unit): number {
    const sql = `SELECT count(*) FROM result_rows r WHERE ${RANGE}`;
    return this.prepared<Range, number>(sql)
      .pluck()
      .get(...rangeOf(unit))!;
  }

  /** The puzzles of a unit, in their order. */
  rowsOf(unit: Unit): Row[] {
    return this.prepared<Range, RawRow>(ROWS_SQL)
      .raw()
      .all(...rangeOf(unit))
      .map((row) => rowOfUnit(unit, row));
  }

  /**
   * The rows of two units; none if both are of one content, all verdicts are the same, and the left
   * one has no entry of `kept`.
   */
  differingRows(left: Unit, right: Unit, kept: readonly number[]): [Row[], Row[]] {
    const text = this.prepared<Range, string>(VERDICTS_SQL).pluck();
    const isSame =
      kept.length === 0 &&
      left.content === right.content &&
      text.get(...rangeOf(left)) === text.get(...rangeOf(right));
    return isSame ? [[], []] : [this.rowsOf(left), this.rowsOf(right)];
  }

  /** A puzzle of a run; null if it is not there any more. */
  rowOf(runId: number, id: number): Row | null {
    const unit = this.unitOf(runId, pieceOf(id));
    if (unit === undefined) return null;
    const row = this.prepared<Range, RawRow>(ROWS_SQL)
      .raw()
      .get(unit.heldBy, id, id + 1);
    return row === undefined ? null : rowOfUnit(unit, row);
  }

  /** The first unit of a run with a content. */
  unitOf(runId: number, content: number): Unit | undefined {
    let units = this.byContent.get(runId);
    if (units === undefined) {
      const all = this.unitsOf(runId).filter(({ isCopy }) => !isCopy);
      units = new Map(all.map((unit) => [unit.content, unit]));
      this.byContent.set(runId, units);
    }
    return units.get(content);
  }

  /** The entries of a unit that are no puzzles, in their order. */
  rejectsOf(unit: Unit): UnitReject[] {
    const { content, firstEntry, firstLine } = unit;
    return this.prepared<
      [Pick<Unit, 'content' | 'firstEntry' | 'firstLine'>],
      Omit<UnitReject, 'unit'>
    >(REJECTS_SQL)
      .all({ content, firstEntry, firstLine })
      .map((reject) => ({ unit, ...reject }));
  }

  /** What a run says of a puzzle; null if somebody removed its row. */
  detailsOf({ unit, puzzleId: id }: Row): RowDetails | null {
    const sql = `SELECT title, width, height, status, technique
      FROM result_rows r CROSS JOIN puzzles USING (puzzle_id) WHERE r.run_id = ? AND r.puzzle_id = ?`;
    return this.prepared<[number, number], RowDetails>(sql).get(unit.heldBy, id) ?? null;
  }

  /** The files of a run that hold nothing, or were left out, as `fileOf` names them. */
  emptyFiles(runId: number): ReadonlyMap<string, 'empty' | 'left out'> {
    const sql = `SELECT path, 'empty' FROM run_sources
      WHERE run_id = @runId AND ifnull(all_entries, entries) = 0
      UNION ALL SELECT path, 'left out' FROM left_out WHERE run_id = @runId`;
    const files = this.prepared<[{ runId: number }], [string, 'empty' | 'left out']>(sql).raw();
    return new Map(
      files.all({ runId }).map(([path, why]) => [this.files.realFile(runId, path), why]),
    );
  }

  private prepared<Parameters extends unknown[], Result>(
    sql: string,
  ): Statement<Parameters, Result> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.store.db.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement as Statement<Parameters, Result>;
  }
}

// Each is one text for all calls: they are long.
const VERDICT = verdictSql('r');
const COUNTS_SQL = `SELECT ${VERDICT}, count(*), count(reused_run)
  FROM result_rows r WHERE ${RANGE} GROUP BY 1`;
const ROWS_SQL = `SELECT p.puzzle_id, p.name, p.fingerprint, ${VERDICT}
  FROM result_rows r CROSS JOIN puzzles p USING (puzzle_id) WHERE ${RANGE} ORDER BY r.puzzle_id`;
const REJECTS_SQL = `SELECT place + @firstEntry AS entry, line + @firstLine AS line, CAST(name AS TEXT) AS name, reason, excerpt
  FROM piece_rejects WHERE piece_id = @content ORDER BY place`;

/** What all rows of a unit find, as one text. */
const VERDICTS_SQL = `SELECT concat(count(*), ' ', total(puzzle_id), group_concat(verdict, ''))
  FROM (SELECT puzzle_id, ${VERDICT} AS verdict FROM result_rows r WHERE ${RANGE} ORDER BY puzzle_id)`;

function rowOfUnit(unit: Unit, [puzzleId, own, fingerprint, verdict]: RawRow): Row {
  const entry = unit.firstEntry + placeOf(puzzleId);
  const name = own ?? nameAt({ path: unit.path, ordinal: entry });
  return { unit, entry, puzzleId, name, isNamed: own !== null, fingerprint, verdict };
}

/** The same entry in another unit of its content, which may be elsewhere in a file. */
export function entryIn<Entry extends Row | UnitReject>(now: Entry, unit: Unit): Entry {
  const entry = now.entry - now.unit.firstEntry + unit.firstEntry;
  const isNameless = 'isNamed' in now && !now.isNamed;
  const name = isNameless ? nameAt({ path: unit.path, ordinal: entry }) : now.name;
  const by = unit.firstLine !== null ? unit.firstLine - (now.unit.firstLine ?? NaN) : 0;
  return {
    ...now,
    unit,
    entry,
    name,
    ...('line' in now && now.line !== null && { line: now.line + by }),
  };
}

function rangeOf({ content, heldBy }: Unit): Range {
  return [heldBy, ...idsOfPiece(content)];
}
