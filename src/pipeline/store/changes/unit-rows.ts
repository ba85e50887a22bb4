import type { Statement } from 'better-sqlite3';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Status, Technique } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { isUntrueSql } from '../queries/untrue-rows.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import { FilePlaces } from '../stored-runs/file-places.js';

/*
 * All that comparing runs reads of their rows. A run is a list of units: stretches of a file, each
 * known by its content, whose results one run has written. Today a unit is a source.
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
export interface RowDetails {
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  readonly status: Status;
  readonly technique: Technique | null;
}

/** So many entries at the same places of two units are compared as one text. */
const AT_ONCE = 1000;

/**
 * A stretch of a unit. SQLite plans a statement anew whenever a bare parameter of a range changes,
 * which takes a hundred times as long as it takes to find a row.
 */
const RANGE = 'r.run_id = ? + 0 AND r.puzzle_id >= ? + 0 AND r.puzzle_id < ? + 0';
type Range = [heldBy: number, from: number, to: number];
type RawRow = [puzzleId: number, entry: number, name: string, print: string, verdict: number];

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
    const sql = `SELECT source_id, held_by, path FROM run_sources JOIN held_results USING (run_id, source_id)
      WHERE run_id = ? ORDER BY position`;
    return this.prepared<[number], [number, number, string]>(sql)
      .raw()
      .all(runId)
      .map(([content, heldBy, path]) => {
        const isCopy = seen.has(content);
        seen.add(content);
        return { runId, content, heldBy, path, isCopy };
      });
  }

  /** The file of a unit, the same for all paths that lead to it. */
  fileOf({ runId, path }: Pick<Unit, 'runId' | 'path'>): string {
    return this.files.realFile(runId, path);
  }

  /** The same for units of the same bytes, however these were read; null if nobody knows. */
  bytesOf({ content }: Unit): string | null {
    const sql = `SELECT sha256 || ' ' || format FROM sources WHERE source_id = ?`;
    return this.prepared<[number], string | null>(sql).pluck().get(content) ?? null;
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

  /** The puzzles of a unit, or of a part of it, in their order. */
  rowsOf(unit: Unit, from = 0, to = MAX_ENTRIES): Row[] {
    return this.prepared<Range, RawRow>(ROWS_SQL)
      .raw()
      .all(...rangeOf(unit, from, to))
      .map(([id, entry, name, fingerprint, verdict]) => {
        const isNamed = !name.endsWith(`#${entry}`);
        return { unit, entry, puzzleId: id, name, isNamed, fingerprint, verdict };
      });
  }

  /**
   * The rows of two units, but for stretches that are alike in both, place by place, and in which
   * the left one has no entry of `kept`.
   */
  differingRows(left: Unit, right: Unit, kept: readonly number[]): [Row[], Row[]] {
    const last = Math.max(this.lastEntryOf(left), this.lastEntryOf(right));
    if (last < AT_ONCE) return [this.rowsOf(left), this.rowsOf(right)];
    const stretches = new Set(kept.map((entry) => Math.floor(entry / AT_ONCE)));
    const text = this.prepared<Range, string>(
      left.content === right.content ? VERDICTS_SQL : CONTENTS_SQL,
    ).pluck();
    const found: [Row[], Row[]] = [[], []];
    for (let from = 0; from <= last; from += AT_ONCE) {
      const to = from + AT_ONCE;
      const isSame =
        !stretches.has(from / AT_ONCE) &&
        text.get(...rangeOf(left, from, to)) === text.get(...rangeOf(right, from, to));
      if (isSame) continue;
      found[0].push(...this.rowsOf(left, from, to));
      found[1].push(...this.rowsOf(right, from, to));
    }
    return found;
  }

  private lastEntryOf(unit: Unit): number {
    const sql = `SELECT max(puzzle_id) FROM result_rows r WHERE ${RANGE}`;
    const [heldBy, from, to] = rangeOf(unit);
    const last = this.prepared<Range, number | null>(sql).pluck().get(heldBy, from, to);
    return last == null ? -1 : last - from;
  }

  /** A puzzle of a run; null if it is not there any more. */
  rowOf(runId: number, id: number): Row | null {
    const sql = `SELECT source_id FROM puzzles WHERE puzzle_id = ?`;
    const content = this.prepared<[number], number>(sql).pluck().get(id);
    const unit = content === undefined ? undefined : this.unitOf(runId, content);
    if (unit === undefined) return null;
    const from = id - puzzleId(unit.content, 0);
    return this.rowsOf(unit, from, from + 1).at(0) ?? null;
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

  /** The entries of a unit, or of a part of it, that are no puzzles, in their order. */
  rejectsOf(unit: Unit, from = 0, to = MAX_ENTRIES): UnitReject[] {
    const sql = `SELECT ordinal AS entry, line, CAST(name AS TEXT) AS name, reason, excerpt FROM rejects
      WHERE run_id = ? + 0 AND source_id = ? + 0 AND ordinal >= ? + 0 AND ordinal < ? + 0 ORDER BY ordinal`;
    return this.prepared<[number, number, number, number], Omit<UnitReject, 'unit'>>(sql)
      .all(unit.runId, unit.content, from, to)
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
      WHERE run_id = @runId AND position >= 0 AND ifnull(all_entries, entries) = 0
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
const ROWS_SQL = `SELECT p.puzzle_id, p.ordinal, p.name, p.fingerprint, ${VERDICT}
  FROM result_rows r CROSS JOIN puzzles p USING (puzzle_id) WHERE ${RANGE} ORDER BY r.puzzle_id`;

/** What all rows of a stretch find, and what the puzzles are, too, each as one text. */
const VERDICTS_SQL = `SELECT concat(count(*), ' ', total(puzzle_id), group_concat(verdict, ''))
  FROM (SELECT puzzle_id, ${VERDICT} AS verdict FROM result_rows r WHERE ${RANGE} ORDER BY puzzle_id)`;
const CONTENTS_SQL = `SELECT group_concat(concat(ordinal, fingerprint, name, verdict), char(30))
  FROM (SELECT ordinal, fingerprint, name, ${VERDICT} AS verdict
    FROM result_rows r CROSS JOIN puzzles USING (puzzle_id) WHERE ${RANGE} ORDER BY r.puzzle_id)`;

function rangeOf({ content, heldBy }: Unit, from = 0, to = MAX_ENTRIES): Range {
  const first = puzzleId(content, 0);
  return [heldBy, first + from, first + to];
}
