CREATE TABLE runs (
  run_id INTEGER PRIMARY KEY, name TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'interrupted')),
  started_at TEXT NOT NULL, finished_at TEXT, wall_ms REAL NOT NULL DEFAULT 0 CHECK (wall_ms >= 0),
  options TEXT NOT NULL CHECK (json_valid(options)),
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, host TEXT NOT NULL, cpu TEXT NOT NULL,
  queue_key TEXT, timeout_ms REAL CHECK (timeout_ms >= 0), progress TEXT, accepted_at TEXT, accepted_by TEXT, failed_gates TEXT, damage TEXT
) STRICT;
CREATE TABLE retries (
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, started_at TEXT NOT NULL, finished_at TEXT,
  statuses TEXT NOT NULL, timeout_ms REAL CHECK (timeout_ms >= 0), max_steps INTEGER CHECK (max_steps >= 0), memory_mib INTEGER CHECK (memory_mib >= 0),
  puzzles INTEGER NOT NULL, tried INTEGER NOT NULL CHECK (tried BETWEEN 0 AND puzzles),
  decided INTEGER NOT NULL CHECK (decided BETWEEN 0 AND tried), round INTEGER CHECK (round >= 2), wall_ms REAL NOT NULL DEFAULT 0 CHECK (wall_ms >= 0),
  reused INTEGER CHECK (reused >= 0),
  PRIMARY KEY (run_id, position)
) WITHOUT ROWID, STRICT;
CREATE TABLE sources (
  source_id INTEGER PRIMARY KEY, sha256 TEXT, format TEXT NOT NULL, reading TEXT NOT NULL DEFAULT '', reader TEXT NOT NULL,
  bytes INTEGER CHECK (bytes >= 0), entries INTEGER CHECK (entries >= 0), UNIQUE (sha256, format, reading, reader)
) STRICT;
CREATE TABLE run_sources (
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, source_id INTEGER NOT NULL REFERENCES sources,
  path TEXT NOT NULL, entries INTEGER CHECK (entries >= 0), all_entries INTEGER CHECK (all_entries >= 0),
  PRIMARY KEY (run_id, position)
) WITHOUT ROWID, STRICT;
CREATE TABLE pieces (
  piece_id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
  entries INTEGER NOT NULL CHECK (entries BETWEEN 1 AND 2048), rejects INTEGER NOT NULL CHECK (rejects BETWEEN 0 AND entries),
  puzzles INTEGER NOT NULL AS (entries - rejects)
) STRICT;
CREATE TABLE source_pieces (
  source_id INTEGER NOT NULL REFERENCES sources, position INTEGER NOT NULL, piece_id INTEGER NOT NULL REFERENCES pieces,
  first_entry INTEGER NOT NULL CHECK (first_entry >= 0), first_line INTEGER CHECK (first_line >= 1),
  PRIMARY KEY (source_id, position)
) WITHOUT ROWID, STRICT;
CREATE TABLE run_pieces (
  run_id INTEGER NOT NULL REFERENCES runs, piece_id INTEGER NOT NULL REFERENCES pieces,
  held_by INTEGER NOT NULL REFERENCES runs CHECK (held_by <= run_id),
  PRIMARY KEY (run_id, piece_id)
) WITHOUT ROWID, STRICT;
CREATE TABLE piece_counts (
  run_id INTEGER NOT NULL REFERENCES runs, piece_id INTEGER NOT NULL REFERENCES pieces, counts BLOB NOT NULL,
  PRIMARY KEY (run_id, piece_id)
) STRICT;
CREATE TABLE left_out (
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (run_id, path)
) WITHOUT ROWID, STRICT;
CREATE TABLE standings (
  run_id INTEGER PRIMARY KEY REFERENCES runs, version TEXT NOT NULL, losses TEXT NOT NULL CHECK (json_valid(losses))
) STRICT;
CREATE TABLE accepted (
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, name TEXT NOT NULL,
  accepted_at TEXT NOT NULL, accepted_by TEXT,
  PRIMARY KEY (run_id, path, name)
) WITHOUT ROWID, STRICT;
CREATE TABLE puzzle_rows (
  puzzle_id INTEGER PRIMARY KEY,
  name TEXT, title TEXT, width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 65535), height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 65535),
  colours INTEGER NOT NULL CHECK (colours BETWEEN 1 AND 31), palette TEXT CHECK (palette IS NOT NULL OR colours = 1),
  clues TEXT NOT NULL CHECK (json_valid('{"rows":[[' || replace(replace(clues, '|', ']],"columns":[['), ';', '],[') || ']]}')), start TEXT CHECK (length(start) = width * height + height - 1), goal TEXT CHECK (length(goal) = width * height + height - 1),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  shape BLOB NOT NULL CHECK (length(shape) = 8), filled INTEGER NOT NULL CHECK (filled BETWEEN 0 AND width * height)
) STRICT;
CREATE TABLE label_rows (puzzle_id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT;
CREATE TABLE result_rows (
  run_id INTEGER NOT NULL, puzzle_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status = 'unique' OR status = 'multiple' OR status = 'contradiction' OR status = 'solved' OR status = 'timeout' OR status = 'steps' OR status = 'memory' OR status = 'crash'),
  stopped_by TEXT CHECK (stopped_by = 'count' OR stopped_by = 'timeout' OR stopped_by = 'steps' OR stopped_by = 'memory' OR stopped_by = 'crash'),
  technique TEXT CHECK (technique = 'line' OR technique = 'probe' OR technique = 'search'),
  guess_depth INTEGER CHECK (guess_depth BETWEEN 0 AND 4294836225),
  guess_depth_min INTEGER CHECK (guess_depth_min BETWEEN 0 AND 4294836225),
  search_depth INTEGER CHECK (search_depth BETWEEN 0 AND 137434759200),
  solutions TEXT NOT NULL CHECK (solutions = '1' OR solutions = '2' OR solutions = '0' OR (solutions GLOB '[1-9]*' AND solutions NOT GLOB '*[^0-9]*' AND length(solutions) <= 100000)),
  solutions_exact INTEGER NOT NULL CHECK (solutions_exact = 0 OR solutions_exact = 1),
  sweeps INTEGER CHECK (sweeps BETWEEN 0 AND 8589672450),
  line_solves INTEGER CHECK (line_solves BETWEEN 0 AND 9007199254740991),
  probes INTEGER CHECK (probes BETWEEN 0 AND 9007199254740991),
  decisions INTEGER CHECK (decisions BETWEEN 0 AND 9007199254740991),
  conflicts INTEGER CHECK (conflicts BETWEEN 0 AND 9007199254740991),
  solve_ms REAL NOT NULL CHECK (solve_ms BETWEEN 0 AND 1000000000000),
  difficulty REAL CHECK (difficulty BETWEEN 0 AND 64),
  difficulty_bound INTEGER CHECK (difficulty_bound = 0 OR difficulty_bound = 1),
  effort_line REAL CHECK (effort_line BETWEEN 0 AND 1000000000000000),
  effort_probe ANY CHECK (effort_probe BETWEEN 0 AND 1000000000000000),
  tries ANY CHECK (tries BETWEEN 0 AND 1000000000000000),
  stars INTEGER CHECK (stars BETWEEN 1 AND 5),
  needs TEXT CHECK (needs = 'count' OR needs = 'overlap' OR needs = 'bounds' OR needs = 'runs' OR needs = 'line' OR needs = 'lookahead' OR needs = 'assumption' OR needs = 'nested'),
  look_ahead INTEGER CHECK (look_ahead BETWEEN 2 AND 65535),
  difficulty_version INTEGER CHECK (difficulty_version BETWEEN 2 AND 1000),
  opening INTEGER CHECK (opening BETWEEN 0 AND 9007199254740991),
  narrowest INTEGER CHECK (narrowest BETWEEN 0 AND 9007199254740991),
  inner_look_ahead INTEGER CHECK (inner_look_ahead BETWEEN 2 AND 65535),
  proof INTEGER CHECK (proof BETWEEN 0 AND 9007199254740991),
  solution ANY CHECK (solution > ''),
  second_solution ANY CHECK (second_solution > ''),
  goal_matches INTEGER CHECK (goal_matches = 0 OR goal_matches = 1),
  cross_check TEXT CHECK (cross_check = 'agree' OR cross_check = 'differ' OR cross_check = 'unknown'),
  attempts INTEGER NOT NULL CHECK (attempts BETWEEN 1 AND 2147483647),
  limit_ms ANY CHECK (limit_ms BETWEEN 0 AND 1000000000000000),
  reused_run INTEGER CHECK (reused_run BETWEEN 1 AND 9007199254740991),
  reused_from TEXT CHECK (length(CAST(reused_from AS BLOB)) <= 8000),
  error TEXT CHECK (length(CAST(error AS BLOB)) <= 8000),
  finished_at INTEGER NOT NULL CHECK (finished_at BETWEEN 0 AND 8640000000000000),
  PRIMARY KEY (run_id, puzzle_id)
) WITHOUT ROWID, STRICT;
CREATE TABLE piece_rejects (
  piece_id INTEGER NOT NULL REFERENCES pieces, place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 2047),
  line INTEGER CHECK (line >= 0), name TEXT, reason TEXT NOT NULL, excerpt TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'clues', 'cells')),
  PRIMARY KEY (piece_id, place)
) WITHOUT ROWID, STRICT;
CREATE TABLE workers (
  worker_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, name TEXT NOT NULL,
  host TEXT NOT NULL, cpu TEXT NOT NULL, threads INTEGER NOT NULL,
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, puzzles INTEGER NOT NULL DEFAULT 0, seen_at TEXT,
  UNIQUE (run_id, name)
) STRICT;
CREATE TABLE solved_by (
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, worker_id INTEGER NOT NULL REFERENCES workers,
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) WITHOUT ROWID, STRICT;
CREATE TABLE claims (
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, said TEXT,
  judged TEXT NOT NULL CHECK (judged IN ('right', 'wrong', 'open')), cpu_ms REAL CHECK (cpu_ms >= 0), memory_bytes INTEGER CHECK (memory_bytes >= 0),
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) WITHOUT ROWID, STRICT;
CREATE INDEX run_sources_by_source ON run_sources (run_id, source_id);
CREATE INDEX source_pieces_by_piece ON source_pieces (piece_id);
CREATE VIEW held_rows AS SELECT
  h.run_id AS run_id, r.puzzle_id AS puzzle_id,
  r.status AS status, r.stopped_by AS stopped_by, r.technique AS technique, r.guess_depth AS guess_depth,
  r.guess_depth_min AS guess_depth_min, r.search_depth AS search_depth, r.solutions AS solutions,
  r.solutions_exact AS solutions_exact, r.sweeps AS sweeps, r.line_solves AS line_solves,
  r.probes AS probes, r.decisions AS decisions, r.conflicts AS conflicts, r.solve_ms AS solve_ms,
  r.difficulty AS difficulty, r.difficulty_bound AS difficulty_bound, r.effort_line AS effort_line,
  r.effort_probe AS effort_probe, r.tries AS tries, r.stars AS stars, r.needs AS needs,
  r.look_ahead AS look_ahead, r.difficulty_version AS difficulty_version, r.opening AS opening,
  r.narrowest AS narrowest, r.inner_look_ahead AS inner_look_ahead, r.proof AS proof,
  r.solution AS solution, r.second_solution AS second_solution, r.goal_matches AS goal_matches,
  r.cross_check AS cross_check, r.attempts AS attempts, r.limit_ms AS limit_ms,
  ifnull(r.reused_run, nullif(h.held_by, h.run_id)) AS reused_run, r.reused_from AS reused_from,
  r.error AS error, r.finished_at AS finished_at
FROM run_pieces h JOIN result_rows r ON r.run_id = h.held_by
  AND r.puzzle_id >= h.piece_id * 2048 AND r.puzzle_id < (h.piece_id + 1) * 2048
  AND h.piece_id = r.puzzle_id / 2048;
CREATE VIEW results AS SELECT
  run_id, puzzle_id, status, stopped_by, technique, guess_depth, guess_depth_min, search_depth, solutions, solutions_exact,
  sweeps, line_solves, probes, decisions, conflicts, solve_ms, difficulty, difficulty_bound, effort_line,
  effort_probe, tries, stars, needs, look_ahead, difficulty_version, opening, narrowest,
  inner_look_ahead, proof,
  CASE typeof(solution) WHEN 'blob' THEN rtrim(
    replace(replace(replace(replace(replace(replace(replace(hex(solution), '0', '..'), '1', '.#'), '2', '#.'), '3', '##'), '4', './'), '5', '#/'), 'F', '/'),
    '/') ELSE solution END AS solution,
  CASE typeof(second_solution) WHEN 'blob' THEN rtrim(
    replace(replace(replace(replace(replace(replace(replace(hex(second_solution), '0', '..'), '1', '.#'), '2', '#.'), '3', '##'), '4', './'), '5', '#/'), 'F', '/'),
    '/') ELSE second_solution END AS second_solution,
  goal_matches, cross_check, attempts, limit_ms, reused_run, reused_from, error,
  strftime('%Y-%m-%dT%H:%M:%fZ', finished_at / 1000.0, 'unixepoch') AS finished_at
FROM held_rows;
CREATE VIEW puzzles AS SELECT puzzle_id, name, title,
  (SELECT label FROM label_rows l WHERE l.puzzle_id = p.puzzle_id) AS label, width, height, colours, palette,
  '{"rows":[[' || replace(replace(clues, '|', ']],"columns":[['), ';', '],[') || ']]}' AS clues, start, goal,
  lower(hex(fingerprint)) AS fingerprint, lower(hex(shape)) AS shape, filled FROM puzzle_rows p;
CREATE VIEW places AS SELECT f.run_id AS run_id, f.path AS path,
  s.first_entry + p.puzzle_id % 2048 AS entry, p.puzzle_id AS puzzle_id
FROM run_sources f CROSS JOIN source_pieces s ON s.source_id = f.source_id
  CROSS JOIN run_pieces h ON h.run_id = f.run_id AND h.piece_id = s.piece_id JOIN puzzles p ON p.puzzle_id >= s.piece_id * 2048 AND p.puzzle_id < (s.piece_id + 1) * 2048
  AND s.piece_id = p.puzzle_id / 2048;
CREATE VIEW rejects AS SELECT f.run_id AS run_id, f.source_id AS source_id, s.first_entry + j.place AS ordinal,
  s.first_line + j.line AS line, j.name AS name, j.reason AS reason, j.excerpt AS excerpt, j.kind AS kind
FROM run_sources f CROSS JOIN source_pieces s ON s.source_id = f.source_id
  CROSS JOIN run_pieces h ON h.run_id = f.run_id AND h.piece_id = s.piece_id JOIN piece_rejects j ON j.piece_id = s.piece_id
WHERE NOT EXISTS (SELECT 1 FROM source_pieces t INDEXED BY source_pieces_by_piece
  CROSS JOIN run_sources g INDEXED BY run_sources_by_source ON g.run_id = f.run_id AND g.source_id = t.source_id
  WHERE t.piece_id = s.piece_id AND (g.position, t.position) < (f.position, s.position));
