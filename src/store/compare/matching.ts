import { puzzleIdSql } from '../rows/stored-puzzle-id.js';
import type { Store } from '../open/open.js';

/** Whether two runs read the same sources in the same way: then ids are the same. */
export function readSameSources(store: Store, left: number, right: number): boolean {
  const list = store.db
    .prepare<[number], string>(
      `SELECT group_concat(source_id) FROM
         (SELECT DISTINCT source_id FROM run_sources WHERE run_id = ? ORDER BY source_id)`,
    )
    .pluck();
  return list.get(left) === list.get(right);
}

/**
 * Matches the puzzles of two runs over different sources in the table `temp.pairs` (left_id,
 * right_id), which SQLite allows in a database that is open for reading, too. A puzzle's partner is
 *
 *   1. the one at the same place of the same file, if the runs only read it in different ways
 *      (one without start positions): it is the same puzzle, though its fingerprint differs
 *   2. else one of the same content and name, so that an edited puzzle counts as gone and new
 */
export function matchPuzzles({ db }: Store, left: number, right: number): void {
  db.exec(`DROP TABLE IF EXISTS temp.pairs; DROP TABLE IF EXISTS temp.content;
    CREATE TEMP TABLE content (fingerprint, name, right_id);
    CREATE TEMP TABLE pairs (left_id INTEGER PRIMARY KEY, right_id INTEGER UNIQUE)`);
  db.prepare<[number, number]>(
    `INSERT INTO temp.pairs SELECT p.puzzle_id, b.puzzle_id
     FROM results a JOIN puzzles p USING (puzzle_id) JOIN sources s USING (source_id)
       JOIN sources t ON t.sha256 = s.sha256 AND t.format = s.format
       JOIN results b ON b.run_id = ? AND b.puzzle_id = ${puzzleIdSql('t.source_id', 'p.ordinal')}
     WHERE a.run_id = ?`,
  ).run(right, left);
  db.prepare<[number]>(
    `INSERT INTO temp.content SELECT fingerprint, name, puzzle_id
     FROM results JOIN puzzles USING (puzzle_id)
     WHERE run_id = ? AND puzzle_id NOT IN (SELECT right_id FROM temp.pairs)`,
  ).run(right);
  db.exec('CREATE INDEX temp.by_content ON content (fingerprint, name)');
  db.prepare<[number]>(
    `INSERT OR IGNORE INTO temp.pairs SELECT p.puzzle_id, min(c.right_id)
     FROM results r JOIN puzzles p USING (puzzle_id)
       JOIN temp.content c ON c.fingerprint = p.fingerprint AND c.name = p.name
     WHERE r.run_id = ? GROUP BY p.puzzle_id`,
  ).run(left);
}

/**
 * Which of two runs left start positions out of its puzzles, unlike the other; null for neither or
 * both.
 */
export function withoutStart({ db }: Store, left: number, right: number): 'left' | 'right' | null {
  const reading = db
    .prepare<[number], string>(
      `SELECT max(reading) FROM run_sources JOIN sources USING (source_id) WHERE run_id = ?`,
    )
    .pluck();
  const [ofLeft, ofRight] = [left, right].map((runId) => reading.get(runId) === 'ignore-start');
  if (ofLeft === ofRight) return null;
  return ofLeft ? 'left' : 'right';
}
