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

/**
 * The tables of a database, each after the tables that it refers to; what their columns say is in
 * `src/core/result/`. `puzzles` and `result_rows` refer to no others, which would slow a run down.
 */
export const SCHEMA_TABLES = {
  runs: `(
  run_id INTEGER PRIMARY KEY, name TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'interrupted')),
  started_at TEXT NOT NULL, finished_at TEXT, wall_ms REAL NOT NULL DEFAULT 0, options TEXT NOT NULL,
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, host TEXT NOT NULL, cpu TEXT NOT NULL,
  queue_key TEXT, timeout_ms REAL, progress TEXT, accepted_at TEXT, accepted_by TEXT, failed_gates TEXT
)`,
  retries: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, started_at TEXT NOT NULL, finished_at TEXT,
  statuses TEXT NOT NULL, timeout_ms REAL, max_steps INTEGER, memory_mib INTEGER,
  puzzles INTEGER NOT NULL, tried INTEGER NOT NULL, decided INTEGER NOT NULL,
  round INTEGER, wall_ms REAL NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, position)
) WITHOUT ROWID`,
  sources: `(
  source_id INTEGER PRIMARY KEY CHECK (source_id BETWEEN 1 AND 2097151),
  sha256 TEXT, format TEXT NOT NULL, reading TEXT NOT NULL DEFAULT '', bytes INTEGER,
  UNIQUE (sha256, format, reading)
)`,
  run_sources: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, source_id INTEGER NOT NULL REFERENCES sources,
  path TEXT NOT NULL, entries INTEGER, all_entries INTEGER,
  PRIMARY KEY (run_id, position)
) WITHOUT ROWID`,
  left_out: `(
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (run_id, path)
) WITHOUT ROWID`,
  puzzles: `(
  puzzle_id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, name TEXT NOT NULL, title TEXT,
  width INTEGER NOT NULL, height INTEGER NOT NULL, colours INTEGER NOT NULL, palette TEXT,
  clues TEXT NOT NULL, start TEXT, goal TEXT, fingerprint TEXT NOT NULL,
  shape TEXT NOT NULL, filled INTEGER NOT NULL
)`,
  result_rows: RESULT_ROWS,
  rejects: `(
  run_id INTEGER NOT NULL REFERENCES runs, source_id INTEGER NOT NULL REFERENCES sources, ordinal INTEGER NOT NULL,
  line INTEGER, name TEXT, reason TEXT NOT NULL, excerpt TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'clues', 'cells')),
  PRIMARY KEY (run_id, source_id, ordinal)
) WITHOUT ROWID`,
  workers: `(
  worker_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, name TEXT NOT NULL,
  host TEXT NOT NULL, cpu TEXT NOT NULL, threads INTEGER NOT NULL,
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, puzzles INTEGER NOT NULL DEFAULT 0, seen_at TEXT,
  UNIQUE (run_id, name)
)`,
  solved_by: `(
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, worker_id INTEGER NOT NULL REFERENCES workers,
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) WITHOUT ROWID`,
  claims: `(
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, said TEXT,
  judged TEXT NOT NULL CHECK (judged IN ('right', 'wrong', 'open')), cpu_ms REAL, memory_bytes INTEGER,
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) WITHOUT ROWID`,
} as const;

/**
 * A source is looked up by its run without a scan of all sources of the run, of which there may be
 * 50,000. SQLite takes the primary key where the order of the positions is asked for: `ORDER BY
 * +position` keeps it from that.
 */
export const SOURCE_INDEX = 'CREATE INDEX run_sources_by_source ON run_sources (run_id, source_id)';
