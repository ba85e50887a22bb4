import { MAX_BLOCK_LENGTH, MAX_COLOURS } from '../../../solver/core/puzzle/types.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import { RESULT_ROWS } from '../layout/result-layout.js';

/** Marks a file as nonomill's ("nnml" in ASCII); SQLite keeps it in the file's header. */
export const APPLICATION_ID = 0x6e6e6d6c;

/** What marked the databases of the versions that were never released. */
export const BEFORE_RELEASE_ID = 0x6e6f6e6f;

/**
 * Bytes of a page. As fast as 4096 for puzzles of 5x5, and a row of 50x50 (2700 bytes and more)
 * wastes less of it.
 */
export const PAGE_SIZE = 8192;

/** A table with a key of several columns. */
const KEYED = 'WITHOUT ROWID, STRICT';

/** A number that counts something. */
export const COUNT = (name: string): string => `${name} INTEGER CHECK (${name} >= 0)`;

/** Milliseconds of work. */
const WALL = 'wall_ms REAL NOT NULL DEFAULT 0 CHECK (wall_ms >= 0)';

/** A side of a puzzle, and a picture of it as text: a letter for each cell, rows joined by '/'. */
const SIDE = (name: string): string =>
  `${name} INTEGER NOT NULL CHECK (${name} BETWEEN 1 AND ${MAX_BLOCK_LENGTH})`;
const PICTURE = (name: string): string =>
  `${name} TEXT CHECK (length(${name}) = width * height + height - 1)`;

/**
 * The tables of a database, each after the tables that it refers to; what their columns say is in
 * `src/solver/core/result/`. `puzzles` and `result_rows` refer to no others, which would slow a
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
  queue_key TEXT, timeout_ms REAL CHECK (timeout_ms >= 0), progress TEXT, accepted_at TEXT, accepted_by TEXT, failed_gates TEXT
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
  source_id INTEGER PRIMARY KEY CHECK (source_id BETWEEN 1 AND 2097151),
  sha256 TEXT, format TEXT NOT NULL, reading TEXT NOT NULL DEFAULT '', ${COUNT('bytes')},
  UNIQUE (sha256, format, reading)
) STRICT`,
  run_sources: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, source_id INTEGER NOT NULL REFERENCES sources,
  path TEXT NOT NULL, ${COUNT('entries')}, ${COUNT('all_entries')},
  PRIMARY KEY (run_id, position)
) ${KEYED}`,
  held_results: `(
  run_id INTEGER NOT NULL REFERENCES runs, source_id INTEGER NOT NULL,
  held_by INTEGER NOT NULL REFERENCES runs CHECK (held_by <= run_id), rows_sum TEXT,
  PRIMARY KEY (run_id, source_id)
) ${KEYED}`,
  source_counts: `(
  run_id INTEGER NOT NULL REFERENCES runs, source_id INTEGER NOT NULL, counts BLOB NOT NULL,
  PRIMARY KEY (run_id, source_id)
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
  puzzles: `(
  puzzle_id INTEGER PRIMARY KEY CHECK (puzzle_id = source_id * ${MAX_ENTRIES} + ordinal),
  source_id INTEGER NOT NULL, ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 0 AND ${MAX_ENTRIES - 1}),
  name TEXT NOT NULL, title TEXT, ${SIDE('width')}, ${SIDE('height')},
  colours INTEGER NOT NULL CHECK (colours BETWEEN 1 AND ${MAX_COLOURS}), palette TEXT CHECK (palette IS NOT NULL OR colours = 1),
  clues TEXT NOT NULL CHECK (json_valid(clues)), ${PICTURE('start')}, ${PICTURE('goal')},
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 32),
  shape TEXT NOT NULL CHECK (length(shape) = 16), filled INTEGER NOT NULL CHECK (filled BETWEEN 0 AND width * height)
) STRICT`,
  result_rows: RESULT_ROWS,
  rejects: `(
  run_id INTEGER NOT NULL REFERENCES runs, source_id INTEGER NOT NULL REFERENCES sources,
  ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 0 AND ${MAX_ENTRIES - 1}),
  line INTEGER CHECK (line >= 1), name TEXT, reason TEXT NOT NULL, excerpt TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'clues', 'cells')),
  PRIMARY KEY (run_id, source_id, ordinal)
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
 * A source is looked up by its run without a scan of all sources of the run, of which there may be
 * 50,000. SQLite takes the primary key where the order of the positions is asked for: `ORDER BY
 * +position` keeps it from that.
 */
export const SOURCE_INDEX = 'CREATE INDEX run_sources_by_source ON run_sources (run_id, source_id)';
