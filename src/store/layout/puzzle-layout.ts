import { unpackedSql } from './packed-picture.js';

/**
 * `puzzle_rows` holds the columns of `puzzles`, which is a view over it: the clues of a puzzle in black and
 * white as `1,2;;3|4;1` (lines by ';', rows and columns by '|'), pictures as `packPicture` writes them, hashes as
 * bytes.
 */
export const PUZZLE_ROWS = `CREATE TABLE puzzle_rows (
    puzzle_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL, title TEXT,
    width INTEGER NOT NULL, height INTEGER NOT NULL, colours INTEGER NOT NULL, palette TEXT,
    clues TEXT NOT NULL, start TEXT, goal TEXT, filled INTEGER,
    fingerprint BLOB NOT NULL, shape BLOB
  )`;

const CLUES = `CASE WHEN substr(clues, 1, 1) = '{' THEN clues ELSE
    '{"rows":[[' || replace(replace(clues, ';', '],['), '|', ']],"columns":[[') || ']]}' END`;

/** The view of this name over `puzzle_rows`. */
export const PUZZLES_VIEW = `CREATE VIEW puzzles AS SELECT puzzle_id,
    puzzle_id >> 32 AS source_id, puzzle_id & 4294967295 AS ordinal,
    name, title, width, height, colours, palette, ${CLUES} AS clues,
    ${unpackedSql('start')} AS start, ${unpackedSql('goal')} AS goal,
    lower(hex(fingerprint)) AS fingerprint, nullif(lower(hex(shape)), '') AS shape, filled
  FROM puzzle_rows`;

/** Clues as JSON in the form in which rows hold them. */
export function packClues(json: string): string {
  return json.includes('{"n"')
    ? json
    : json
        .slice('{"rows":[['.length, -']]}'.length)
        .replace(']],"columns":[[', '|')
        .replaceAll('],[', ';');
}
