import type { Database } from 'better-sqlite3';
import { cluesJsonSql } from '../../../solver/core/puzzle/clues-json.js';
import { MAX_BLOCK_LENGTH, MAX_COLOURS } from '../../../solver/core/puzzle/types.js';
import { PIECE_ENTRIES } from '../../record/puzzle-id.js';
import { EVERY_PLACE, IS_FIRST_PLACE, RESULT_ROWS, RESULT_VIEWS } from '../result-layout.js';

/** Marks a file as nonomill's ("nnm1" in ASCII); SQLite keeps it in the file's header. */
export const APPLICATION_ID = 0x6e6e6d31;

/** What marked the databases of builds that were never given out. */
export const IDS_BEFORE_RELEASE: readonly number[] = [0x6e6f6e6f, 0x6e6e6d6c];

/**
 * Bytes of a page. As fast as 4096 for puzzles of 5x5, and a row of 50x50 (2700 bytes and more)
 * wastes less of it.
 */
export const PAGE_SIZE = 8192;

/** A table with a key of several columns. */
const KEYED = 'WITHOUT ROWID, STRICT';

/** A number that counts something. */
const COUNT = (name: string): string => `${name} INTEGER CHECK (${name} >= 0)`;

/** Milliseconds of work. */
const WALL = 'wall_ms REAL NOT NULL DEFAULT 0 CHECK (wall_ms >= 0)';

/** A side of a puzzle, and a picture of it as text: a letter for each cell, rows joined by '/'. */
const SIDE = (name: string): string =>
  `${name} INTEGER NOT NULL CHECK (${name} BETWEEN 1 AND ${MAX_BLOCK_LENGTH})`;
const PICTURE = (name: string): string =>
  `${name} TEXT CHECK (length(${name}) = width * height + height - 1)`;

/**
 * The tables of a database, each after the tables that it refers to; what their columns say is in
 * `src/solver/core/result/`. `puzzle_rows` and `result_rows` refer to no others, which would slow a
 * run down. What cannot be true no program can write into them, unless it switches off the checks,
 * as the writer of a run does for rows that its threads have made (see `EntryWriter`).
 */
export const SCHEMA_TABLES = {
  runs: `(
  run_id INTEGER PRIMARY KEY, name TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'interrupted')),
  started_at TEXT NOT NULL, finished_at TEXT, ${WALL},
  options TEXT NOT NULL CHECK (json_valid(options)),
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, host TEXT NOT NULL, cpu TEXT NOT NULL,
  queue_key TEXT, timeout_ms REAL CHECK (timeout_ms >= 0), progress TEXT, accepted_at TEXT, accepted_by TEXT, failed_gates TEXT, damage TEXT
) STRICT`,
  retries: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, started_at TEXT NOT NULL, finished_at TEXT,
  statuses TEXT NOT NULL, timeout_ms REAL CHECK (timeout_ms >= 0), ${COUNT('max_steps')}, ${COUNT('memory_mib')},
  puzzles INTEGER NOT NULL, tried INTEGER NOT NULL CHECK (tried BETWEEN 0 AND puzzles),
  decided INTEGER NOT NULL CHECK (decided BETWEEN 0 AND tried), round INTEGER CHECK (round >= 2), ${WALL},
  ${COUNT('reused')},
  PRIMARY KEY (run_id, position)
) ${KEYED}`,
  sources: `(
  source_id INTEGER PRIMARY KEY, sha256 TEXT, format TEXT NOT NULL, reading TEXT NOT NULL DEFAULT '', reader TEXT NOT NULL,
  ${COUNT('bytes')}, ${COUNT('entries')}, UNIQUE (sha256, format, reading, reader)
) STRICT`,
  run_sources: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, source_id INTEGER NOT NULL REFERENCES sources,
  path TEXT NOT NULL, ${COUNT('entries')}, ${COUNT('all_entries')},
  PRIMARY KEY (run_id, position)
) ${KEYED}`,
  pieces: `(
  piece_id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
  entries INTEGER NOT NULL CHECK (entries BETWEEN 1 AND ${PIECE_ENTRIES}), rejects INTEGER NOT NULL CHECK (rejects BETWEEN 0 AND entries)
) STRICT`,
  source_pieces: `(
  source_id INTEGER NOT NULL REFERENCES sources, position INTEGER NOT NULL, piece_id INTEGER NOT NULL REFERENCES pieces,
  first_entry INTEGER NOT NULL CHECK (first_entry >= 0), first_line INTEGER CHECK (first_line >= 1),
  PRIMARY KEY (source_id, position)
) ${KEYED}`,
  run_pieces: `(
  run_id INTEGER NOT NULL REFERENCES runs, piece_id INTEGER NOT NULL REFERENCES pieces,
  held_by INTEGER NOT NULL REFERENCES runs CHECK (held_by <= run_id), counts BLOB,
  PRIMARY KEY (run_id, piece_id)
) ${KEYED}`,
  left_out: `(
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (run_id, path)
) ${KEYED}`,
  standings: `(
  run_id INTEGER PRIMARY KEY REFERENCES runs, version TEXT NOT NULL, losses TEXT NOT NULL CHECK (json_valid(losses))
) STRICT`,
  accepted: `(
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, name TEXT NOT NULL,
  accepted_at TEXT NOT NULL, accepted_by TEXT,
  PRIMARY KEY (run_id, path, name)
) ${KEYED}`,
  puzzle_rows: `(
  puzzle_id INTEGER PRIMARY KEY,
  name TEXT, title TEXT, ${SIDE('width')}, ${SIDE('height')},
  colours INTEGER NOT NULL CHECK (colours BETWEEN 1 AND ${MAX_COLOURS}), palette TEXT CHECK (palette IS NOT NULL OR colours = 1),
  clues TEXT NOT NULL CHECK (json_valid(${cluesJsonSql('clues')})), ${PICTURE('start')}, ${PICTURE('goal')},
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  shape BLOB NOT NULL CHECK (length(shape) = 8), filled INTEGER NOT NULL CHECK (filled BETWEEN 0 AND width * height)
) STRICT`,
  label_rows: `(puzzle_id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT`,
  result_rows: RESULT_ROWS,
  piece_rejects: `(
  piece_id INTEGER NOT NULL REFERENCES pieces, place INTEGER NOT NULL CHECK (place BETWEEN 0 AND ${PIECE_ENTRIES - 1}),
  line INTEGER CHECK (line >= 0), name TEXT, reason TEXT NOT NULL, excerpt TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'clues', 'cells')),
  PRIMARY KEY (piece_id, place)
) ${KEYED}`,
  workers: `(
  worker_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, name TEXT NOT NULL,
  host TEXT NOT NULL, cpu TEXT NOT NULL, threads INTEGER NOT NULL,
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, puzzles INTEGER NOT NULL DEFAULT 0, seen_at TEXT,
  UNIQUE (run_id, name)
) STRICT`,
  solved_by: `(
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, worker_id INTEGER NOT NULL REFERENCES workers,
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) ${KEYED}`,
  claims: `(
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, said TEXT,
  judged TEXT NOT NULL CHECK (judged IN ('right', 'wrong', 'open')), cpu_ms REAL CHECK (cpu_ms >= 0), ${COUNT('memory_bytes')},
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) ${KEYED}`,
} as const;

/**
 * Looked up by: the source of a run, of which there may be 50,000 (SQLite takes the primary key
 * where the order of the positions is asked for: `ORDER BY +position` keeps it from that), and the
 * places of a piece.
 */
const SCHEMA_INDEXES = {
  run_sources_by_source: 'run_sources (run_id, source_id)',
  source_pieces_by_piece: 'source_pieces (piece_id)',
} as const;

/** The views, by their names, each after those that it reads. */
const SCHEMA_VIEWS: Readonly<Record<string, string>> = {
  ...RESULT_VIEWS,
  puzzles: `CREATE VIEW puzzles AS SELECT puzzle_id, name, title,
  (SELECT label FROM label_rows l WHERE l.puzzle_id = p.puzzle_id) AS label, width, height, colours, palette,
  ${cluesJsonSql('clues')} AS clues, start, goal,
  lower(hex(fingerprint)) AS fingerprint, lower(hex(shape)) AS shape, filled FROM puzzle_rows p`,
  places: `CREATE VIEW places AS SELECT f.run_id AS run_id, f.path AS path,
  s.first_entry + p.puzzle_id % ${PIECE_ENTRIES} AS entry, p.puzzle_id AS puzzle_id
${EVERY_PLACE} JOIN puzzles p ON p.puzzle_id >= s.piece_id * ${PIECE_ENTRIES} AND p.puzzle_id < (s.piece_id + 1) * ${PIECE_ENTRIES}
  AND s.piece_id = p.puzzle_id / ${PIECE_ENTRIES}`,
  rejects: `CREATE VIEW rejects AS SELECT f.run_id AS run_id, f.source_id AS source_id, s.first_entry + j.place AS ordinal,
  s.first_line + j.line AS line, j.name AS name, j.reason AS reason, j.excerpt AS excerpt, j.kind AS kind
${EVERY_PLACE} JOIN piece_rejects j ON j.piece_id = s.piece_id
WHERE ${IS_FIRST_PLACE}`,
};

/** The version that this program writes, in the header of the database. */
export const SCHEMA_VERSION = 1;

/** The version that the database's header names; 0 for an empty database. */
export function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Makes the tables and views of an empty database, in one transaction. */
export function makeSchema(db: Database): void {
  db.transaction(() => {
    for (const [name, definition] of Object.entries(SCHEMA_TABLES)) {
      db.exec(`CREATE TABLE ${name} ${definition}`);
    }
    for (const [name, columns] of Object.entries(SCHEMA_INDEXES)) {
      db.exec(`CREATE INDEX ${name} ON ${columns}`);
    }
    for (const view of Object.values(SCHEMA_VIEWS)) db.exec(view);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}
