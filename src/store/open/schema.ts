/** Marks a file as nonomill's ("nono" in ASCII); SQLite keeps it in the file's header. */
export const APPLICATION_ID = 0x6e6f6e6f;

/**
 * Bytes of a page. As fast as 4096 for puzzles of 5x5, and a row of 50x50 (2700 bytes and more)
 * wastes less of it.
 */
export const PAGE_SIZE = 8192;

/**
 * Version 1. `results` keeps its rowid: without one, rows are 3 % smaller for 5x5, but rows of more
 * than a quarter of a page need overflow pages, and 50x50 takes 13,500 bytes a puzzle instead of
 * 7,700. Both are written and read at the same speed. Columns beyond the design's:
 * `sources.reading` (what besides the format decided how the content was read),
 * `run_sources.position` and `.entries`, and `runs.wall_ms`, which adds up the sessions of a run,
 * while finished_at - started_at would count the nights between.
 */
export const VERSION_1 = `
  CREATE TABLE runs (
    run_id        INTEGER PRIMARY KEY,
    name          TEXT,
    state         TEXT NOT NULL CHECK (state IN ('running', 'complete', 'interrupted')),
    started_at    TEXT NOT NULL,
    finished_at   TEXT,
    wall_ms       REAL NOT NULL DEFAULT 0,
    options       TEXT NOT NULL,
    tool_version  TEXT NOT NULL,
    node_version  TEXT NOT NULL,
    host          TEXT NOT NULL,
    cpu           TEXT NOT NULL
  );

  CREATE TABLE sources (
    source_id  INTEGER PRIMARY KEY CHECK (source_id BETWEEN 1 AND 2097151),
    sha256     TEXT,
    format     TEXT NOT NULL,
    reading    TEXT NOT NULL DEFAULT '',
    bytes      INTEGER,
    UNIQUE (sha256, format, reading)
  );

  CREATE TABLE run_sources (
    run_id     INTEGER NOT NULL REFERENCES runs,
    position   INTEGER NOT NULL,
    source_id  INTEGER NOT NULL REFERENCES sources,
    path       TEXT NOT NULL,
    entries    INTEGER,
    PRIMARY KEY (run_id, position)
  ) WITHOUT ROWID;

  CREATE TABLE puzzles (
    puzzle_id    INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL REFERENCES sources,
    ordinal      INTEGER NOT NULL,
    name         TEXT NOT NULL,
    title        TEXT,
    width        INTEGER NOT NULL,
    height       INTEGER NOT NULL,
    colours      INTEGER NOT NULL,
    palette      TEXT,
    clues        TEXT NOT NULL,
    start        TEXT,
    goal         TEXT,
    fingerprint  TEXT NOT NULL,
    CHECK (puzzle_id = source_id * 4294967296 + ordinal)
  );

  CREATE TABLE results (
    run_id           INTEGER NOT NULL REFERENCES runs,
    puzzle_id        INTEGER NOT NULL REFERENCES puzzles,
    status           TEXT NOT NULL,
    stopped_by       TEXT,
    technique        TEXT,
    guess_depth      INTEGER,
    guess_depth_min  INTEGER,
    search_depth     INTEGER,
    solutions        TEXT NOT NULL,
    solutions_exact  INTEGER NOT NULL,
    sweeps           INTEGER,
    line_solves      INTEGER,
    probes           INTEGER,
    decisions        INTEGER,
    conflicts        INTEGER,
    solve_ms         REAL NOT NULL,
    solution         TEXT,
    second_solution  TEXT,
    goal_matches     INTEGER,
    cross_check      TEXT,
    attempts         INTEGER NOT NULL DEFAULT 1,
    error            TEXT,
    finished_at      TEXT NOT NULL,
    PRIMARY KEY (run_id, puzzle_id)
  );

  CREATE TABLE rejects (
    run_id     INTEGER NOT NULL REFERENCES runs,
    source_id  INTEGER NOT NULL REFERENCES sources,
    ordinal    INTEGER NOT NULL,
    line       INTEGER,
    name       TEXT,
    reason     TEXT NOT NULL,
    excerpt    TEXT NOT NULL,
    PRIMARY KEY (run_id, source_id, ordinal)
  ) WITHOUT ROWID;
`;

/**
 * Version 2: `left_out`, the files of a run's folders in which nothing looked like a puzzle; the cells
 * that the clues of a puzzle fill, the difficulty of results, the steps of their proofs and estimated counts, all
 * null in older rows; and `workers`, the other machines of a run, with the results that each found in `solved_by`. A source
 * is looked up by its run without a scan of all sources of the run, of which there may be 50,000;
 * queries name the index, since SQLite takes the primary key otherwise. A run that is one part of
 * several notes in `all_entries` how many entries a source has for all parts together.
 */
export const VERSION_2 = `
  CREATE TABLE left_out (
    run_id  INTEGER NOT NULL REFERENCES runs,
    path    TEXT NOT NULL,
    reason  TEXT NOT NULL,
    PRIMARY KEY (run_id, path)
  ) WITHOUT ROWID;

  ALTER TABLE results ADD COLUMN difficulty REAL;
  ALTER TABLE results ADD COLUMN difficulty_bound INTEGER;
  ALTER TABLE results ADD COLUMN effort_line REAL;
  ALTER TABLE results ADD COLUMN effort_probe REAL;
  ALTER TABLE results ADD COLUMN tries REAL;
  ALTER TABLE results ADD COLUMN stars INTEGER;
  ALTER TABLE results ADD COLUMN needs TEXT;
  ALTER TABLE results ADD COLUMN proof INTEGER;
  ALTER TABLE results ADD COLUMN count_estimate REAL;
  ALTER TABLE results ADD COLUMN count_estimate_error REAL;

  ALTER TABLE puzzles ADD COLUMN shape TEXT;
  ALTER TABLE puzzles ADD COLUMN filled INTEGER;

  ALTER TABLE run_sources ADD COLUMN all_entries INTEGER;

  CREATE INDEX run_sources_by_source ON run_sources (run_id, source_id);

  ALTER TABLE runs ADD COLUMN queue_key TEXT;

  CREATE TABLE workers (
    worker_id     INTEGER PRIMARY KEY,
    run_id        INTEGER NOT NULL REFERENCES runs,
    name          TEXT NOT NULL,
    host          TEXT NOT NULL,
    cpu           TEXT NOT NULL,
    threads       INTEGER NOT NULL,
    tool_version  TEXT NOT NULL,
    node_version  TEXT NOT NULL,
    puzzles       INTEGER NOT NULL DEFAULT 0,
    seen_at       TEXT,
    UNIQUE (run_id, name)
  );

  CREATE TABLE solved_by (
    run_id     INTEGER NOT NULL REFERENCES runs,
    puzzle_id  INTEGER NOT NULL,
    worker_id  INTEGER NOT NULL REFERENCES workers,
    PRIMARY KEY (run_id, puzzle_id),
    FOREIGN KEY (run_id, puzzle_id) REFERENCES results (run_id, puzzle_id)
  ) WITHOUT ROWID;

  CREATE TABLE claims (
    run_id        INTEGER NOT NULL REFERENCES runs,
    puzzle_id     INTEGER NOT NULL,
    said          TEXT,
    judged        TEXT NOT NULL CHECK (judged IN ('right', 'wrong', 'open')),
    cpu_ms        REAL,
    memory_bytes  INTEGER,
    PRIMARY KEY (run_id, puzzle_id),
    FOREIGN KEY (run_id, puzzle_id) REFERENCES results (run_id, puzzle_id)
  ) WITHOUT ROWID;
`;

/**
 * Version 4: `retries`, and the limit of each result in a column of its own, which is null in older rows: they have the
 * limit of their run. That is a column, too, since JSON would be read again for every result.
 */
export const VERSION_4 = `
  ALTER TABLE runs ADD COLUMN timeout_ms REAL;
  UPDATE runs SET timeout_ms = json_extract(options, '$.timeoutMs')
    WHERE CASE WHEN json_valid(options) THEN json_type(options, '$.timeoutMs') IN ('integer', 'real') END;

  CREATE TABLE retries (
    run_id       INTEGER NOT NULL REFERENCES runs,
    position     INTEGER NOT NULL,
    started_at   TEXT NOT NULL,
    finished_at  TEXT,
    statuses     TEXT NOT NULL,
    timeout_ms   REAL,
    max_steps    INTEGER,
    memory_mib   INTEGER,
    puzzles      INTEGER NOT NULL,
    tried        INTEGER NOT NULL,
    decided      INTEGER NOT NULL,
    PRIMARY KEY (run_id, position)
  ) WITHOUT ROWID;
`;

/** Version 5: how far each run is, as its process last noted it; null in older rows. */
export const VERSION_5 = `
  ALTER TABLE runs ADD COLUMN progress TEXT;
`;
