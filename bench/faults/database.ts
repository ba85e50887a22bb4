import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** What holds of a database at any moment, by SQL alone: nothing of the program's own code. */
export interface Contents {
  readonly state: string;
  /** Every result with its puzzle, one line of JSON each, without times, ids and attempts. */
  readonly results: readonly string[];
  readonly rejects: readonly string[];
}

/** Columns that differ between two runs over the same corpora. */
const OWN_TO_A_RUN = new Set([
  ...['run_id', 'source_id', 'host_id', 'host', 'solve_ms', 'cross_check_ms', 'finished_at'],
  ...['attempts', 'limit_ms'],
]);

/** Does something with a database that is only read; `undefined` if it is not a database yet. */
export function reading<T>(db: string, work: (open: SqliteDatabase.Database) => T): T | undefined {
  if (!existsSync(db)) return undefined;
  let open: SqliteDatabase.Database | null = null;
  try {
    open = new SqliteDatabase(db, { readonly: true, timeout: 2000 });
    const tables = open.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'runs'`).pluck();
    return tables.get() === 0 ? undefined : work(open);
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && isNotYet(error.code)) return undefined;
    throw error;
  } finally {
    open?.close();
  }
}

/** While it is made, or while somebody else is about to recover its log. */
function isNotYet(code: string): boolean {
  return /^SQLITE_(CANTOPEN|BUSY|READONLY)/.test(code);
}

/** @throws Error if SQLite finds the file damaged, or a row that points nowhere. */
export function checkDatabase(db: string): void {
  reading(db, (open) => {
    const found = open.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new Error(`${db}: integrity_check says ${String(found)}`);
    const orphans = open.pragma('foreign_key_check') as readonly unknown[];
    if (orphans.length > 0) throw new Error(`${db}: ${orphans.length} rows point nowhere`);
    for (const [what, sql] of Object.entries(STRANGE)) {
      const count = open.prepare(sql).pluck().get();
      if (count !== 0) throw new Error(`${db}: ${String(count)} ${what}`);
    }
  });
}

/** What must not be there, by how many there are. */
const STRANGE: Readonly<Record<string, string>> = {
  'entries are both result and reject': `SELECT count(*) FROM piece_rejects AS r
     JOIN result_rows AS s ON s.puzzle_id = r.piece_id * 2048 + r.place`,
  'results have a limit that nobody set': `SELECT count(*) FROM results AS s
     JOIN runs AS r USING (run_id)
     WHERE s.reused_run IS NULL AND s.limit_ms IS NOT r.timeout_ms AND NOT EXISTS (
       SELECT 1 FROM retries AS t WHERE t.run_id = s.run_id AND t.timeout_ms IS s.limit_ms)`,
  'results were taken over from nowhere': `SELECT count(*) FROM result_rows AS s
     JOIN puzzle_rows AS p USING (puzzle_id)
     WHERE s.reused_run IN (SELECT run_id FROM runs) AND s.reused_from IS NULL AND NOT EXISTS (
       SELECT 1 FROM result_rows AS t JOIN puzzle_rows AS q USING (puzzle_id)
       WHERE t.run_id = s.reused_run AND q.fingerprint = p.fingerprint
         AND t.status = s.status AND t.solution IS s.solution AND t.finished_at = s.finished_at)`,
};

/** What the latest run left; undefined if there is none. */
export function contentsOf(db: string): Contents | undefined {
  return reading(db, (open) => {
    const run = open.prepare('SELECT max(run_id) FROM runs').pluck().get() as number | null;
    if (run === null) return undefined;
    const rows = (sql: string): string[] =>
      open
        .prepare<[number], Record<string, unknown>>(sql)
        .all(run)
        .map((row) =>
          JSON.stringify(row, (key, value: unknown) => (OWN_TO_A_RUN.has(key) ? undefined : value)),
        );
    return {
      state: open.prepare('SELECT state FROM runs WHERE run_id = ?').pluck().get(run) as string,
      results: rows(
        `SELECT sha256, format, first_entry + puzzle_id % 2048 AS ordinal, puzzles.*, results.*, 0 AS puzzle_id
         FROM results JOIN puzzles USING (puzzle_id) JOIN source_pieces ON piece_id = puzzle_id / 2048
           JOIN sources USING (source_id)
         WHERE run_id = ? AND source_id IN (SELECT source_id FROM run_sources f WHERE f.run_id = results.run_id)
         ORDER BY sha256, ordinal`,
      ),
      rejects: rows(
        `SELECT sha256, rejects.* FROM rejects JOIN sources USING (source_id)
         WHERE run_id = ? ORDER BY sha256, ordinal`,
      ),
    };
  });
}

/**
 * When each result of the latest run was found: one that is lost or done again shows. Undefined if
 * there is nothing to read, or not now.
 */
export function finishTimes(db: string): Map<number, string> | undefined {
  const rows = reading(db, (open) =>
    open
      .prepare<[], [number, string]>(
        `SELECT puzzle_id, finished_at || ' ' || attempts FROM results
         WHERE run_id = (SELECT max(run_id) FROM runs)`,
      )
      .raw()
      .all(),
  );
  return rows && new Map(rows);
}

/** @throws Error that says how the latest run of `db` differs from `expected`. */
export function checkSame(
  db: string,
  expected: Contents,
  besides: ReadonlySet<string> = new Set(),
): void {
  checkDatabase(db);
  const all = contentsOf(db);
  if (all === undefined) throw new Error(`${db} holds no run`);
  const found = withoutColumns(all, besides);
  if (found.state !== expected.state) throw new Error(`${db}: the run is ${found.state}`);
  compareRows(db, 'results', found.results, withoutColumns(expected, besides).results);
  compareRows(db, 'rejects', found.rejects, expected.rejects);
}

/** Contents without some columns of their results. */
function withoutColumns(contents: Contents, columns: ReadonlySet<string>): Contents {
  const results = contents.results.map((row) =>
    JSON.stringify(JSON.parse(row), (key, value: unknown) =>
      columns.has(key) ? undefined : value,
    ),
  );
  return { ...contents, results };
}

function compareRows(
  db: string,
  what: string,
  found: readonly string[],
  expected: readonly string[],
): void {
  if (found.length !== expected.length) {
    throw new Error(`${db}: ${found.length} ${what} instead of ${expected.length}`);
  }
  for (const [i, row] of found.entries()) {
    if (row === expected[i]) continue;
    throw new Error(`${db}: ${what} differ:\n${row}\ninstead of\n${expected[i]}`);
  }
}
