import type { Database } from 'better-sqlite3';
import { RESULT_COLUMN_LIST } from '../../result/result-columns.js';
import type { StoredResult } from '../../result/result.js';
import { packPicture } from './packed-picture.js';
import { PUZZLE_ROWS, packClues } from './puzzle-layout.js';
import { RESULT_ROWS, STORED_COLUMNS, storedValues } from './result-layout.js';

/** What version 3 changes besides the rows: what refers to results refers to their new table. */
const REFERENCES = `
  ALTER TABLE solved_by RENAME TO old_solved_by;
  CREATE TABLE solved_by (
    run_id     INTEGER NOT NULL REFERENCES runs,
    puzzle_id  INTEGER NOT NULL,
    worker_id  INTEGER NOT NULL REFERENCES workers,
    PRIMARY KEY (run_id, puzzle_id),
    FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
  ) WITHOUT ROWID;
  INSERT INTO solved_by SELECT * FROM old_solved_by;
  DROP TABLE old_solved_by;

  ALTER TABLE claims RENAME TO old_claims;
  CREATE TABLE claims (
    run_id        INTEGER NOT NULL REFERENCES runs,
    puzzle_id     INTEGER NOT NULL,
    said          TEXT,
    judged        TEXT NOT NULL CHECK (judged IN ('right', 'wrong', 'open')),
    cpu_ms        REAL,
    memory_bytes  INTEGER,
    PRIMARY KEY (run_id, puzzle_id),
    FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
  ) WITHOUT ROWID;
  INSERT INTO claims SELECT * FROM old_claims;
  DROP TABLE old_claims;

  DROP TABLE results;
  DROP TABLE puzzles;
`;

/**
 * Version 3: `puzzles` and `results` are views over `puzzle_rows` and `result_rows`, which hold the same in half
 * the bytes. Every column reads the same as before.
 */
export function toLeanRows(db: Database): void {
  db.exec(PUZZLE_ROWS);
  db.exec(RESULT_ROWS);
  copyPuzzles(db);
  copyResults(db);
  db.exec(REFERENCES);
}

function copyPuzzles(db: Database): void {
  const deterministic = true;
  db.function('pack_clues', { deterministic }, (text) => packClues(text as string));
  db.function('pack_cells', { deterministic }, (text) =>
    text === null ? null : packPicture(text as string),
  );
  db.exec(`INSERT INTO puzzle_rows (puzzle_id, name, title, width, height, colours, palette, clues, start,
      goal, filled, fingerprint, shape)
    SELECT puzzle_id, name, title, width, height, colours, palette, pack_clues(clues), pack_cells(start),
      pack_cells(goal), filled, unhex(fingerprint), unhex(shape) FROM puzzles ORDER BY puzzle_id`);
}

/** A result as version 2 has it, by its fields. */
type OldResult = { readonly [Field in keyof StoredResult]: string | number | null } & {
  readonly run_id: number;
  readonly puzzle_id: number;
};

const PAGE = 5000;

function copyResults(db: Database): void {
  const known = new Set(columnsOf(db, 'results'));
  const columns = RESULT_COLUMN_LIST.map(
    ({ name, field }) => `${known.has(name) ? name : 'NULL'} AS ${field}`,
  );
  const page = db.prepare<[number, number, number], OldResult>(
    `SELECT run_id, puzzle_id, ${columns.join(', ')} FROM results
     WHERE (run_id, puzzle_id) > (?, ?) ORDER BY run_id, puzzle_id LIMIT ?`,
  );
  const stored = ['run_id', 'puzzle_id', 'exact_ms', ...STORED_COLUMNS];
  const insert = db.prepare(
    `INSERT INTO result_rows (${stored.join(', ')}) VALUES (${stored.map(() => '?').join(', ')})`,
  );
  for (let last: readonly [number, number] = [0, 0]; ;) {
    const rows = page.all(...last, PAGE);
    for (const row of rows) {
      const ms = row.solveMs as number;
      const exact = Math.round(ms * 1e6) / 1e6 === ms ? null : ms;
      const values = storedValues(toResult(row), {
        goalMatches: flagOf(row.goalMatches),
        attempts: row.attempts as number,
        limitMs: null,
      });
      insert.run(row.run_id, row.puzzle_id, exact, ...values);
    }
    if (rows.length < PAGE) return;
    const { run_id, puzzle_id } = rows[rows.length - 1];
    last = [run_id, puzzle_id];
  }
}

function toResult(row: OldResult): Parameters<typeof storedValues>[0] {
  const finishedAt = Date.parse(String(row.finishedAt));
  return {
    ...(row as unknown as Parameters<typeof storedValues>[0]),
    solutionsExact: row.solutionsExact === 1,
    difficultyBound: flagOf(row.difficultyBound),
    // Only a time that nobody wrote cannot be read.
    finishedAt: Number.isNaN(finishedAt) ? 0 : finishedAt,
  };
}

function flagOf(value: string | number | null): boolean | null {
  return value === null ? null : value === 1;
}

function columnsOf(db: Database, table: string): string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}
