import { PIECE_ENTRIES, pieceOf } from '../../record/puzzle-id.js';
import { editDistance } from '../../../solver/core/text/typed.js';
import { withSlashes } from '../../files/files.js';
import type { Store } from '../open/open.js';
import { nameAt, pieceFinder, placeIn, type PuzzlePlace } from '../pieces.js';

/** A puzzle that fits what was asked for. */
interface FoundPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  /** The file that it is from, as the run was given it, or else the latest run that was. */
  readonly path: string;
  /** Its place in that file, from 0. */
  readonly ordinal: number;
}

/** Where a puzzle is looked for. */
interface SearchRange {
  /** The run that must have a result of it; null for any. */
  readonly runId: number | null;
  /** The most puzzles to find. */
  readonly limit: number;
}

/** The result of looking up a puzzle. */
interface PuzzleSearch {
  /** What fits: several if a name or a beginning is not unique (at most `limit`). */
  readonly found: readonly FoundPuzzle[];
  /** If nothing fits: names that resemble the wanted one, the nearest first. */
  readonly suggestions: readonly string[];
}

type Row = Omit<FoundPuzzle, 'path' | 'ordinal' | 'name'> & { readonly name: string | null };

const COLUMNS = 'puzzle_id AS puzzleId, name, title, width, height';

/** Whether a puzzle is within the range. */
const IN_RANGE = `(@runId IS NULL OR EXISTS (
  SELECT 1 FROM results WHERE run_id = @runId AND results.puzzle_id = puzzles.puzzle_id))`;

/**
 * Finds the puzzles that a user means by `wanted`: the first of these ways that finds any.
 *
 *   1. the name, exactly       2. the puzzle_id                3. `<path>#<ordinal>`, the path
 *   4. the title, exactly      5. the fingerprint, or at       as a run was given it, or its
 *      (in any case)              least 6 digits of it         last part
 *   6. the beginning of the name (in any case)
 *
 * Names are not unique. Without an index this reads all puzzles, about 0.2 s for a million.
 */
export function findPuzzle(
  store: Store,
  wanted: string,
  { runId = null, limit = 10 }: Partial<SearchRange> = {},
): PuzzleSearch {
  for (const way of WAYS) {
    const rows = way(store, wanted, { runId, limit });
    const found = rows.map((row) => {
      const place = placeOf(store, row.puzzleId, runId);
      return { ...row, ...place, name: row.name ?? nameAt(place) };
    });
    if (found.length > 0) return { found, suggestions: [] };
  }
  return { found: [], suggestions: resembling(store, wanted, runId) };
}

/** Where a puzzle is in the corpora of a run, or else of the latest run that has it. */
function placeOf(store: Store, puzzleId: number, runId: number | null): PuzzlePlace {
  const run =
    runId ??
    store.db
      .prepare<[number], number>('SELECT max(run_id) FROM run_pieces WHERE piece_id = ?')
      .pluck()
      .get(pieceOf(puzzleId)) ??
    0;
  const piece = pieceFinder(store)(run, puzzleId);
  return piece === null ? { path: '', ordinal: 0 } : placeIn(piece, puzzleId);
}

type Way = (store: Store, wanted: string, range: SearchRange) => Row[];

function byCondition(condition: string, value: (wanted: string) => string | number | null): Way {
  return (store, wanted, range) => {
    const bound = value(wanted);
    if (bound === null) return [];
    return store.db
      .prepare<SearchRange & { readonly bound: string | number }, Row>(
        `SELECT ${COLUMNS} FROM puzzles WHERE ${condition} AND ${IN_RANGE}
         ORDER BY puzzle_id LIMIT @limit`,
      )
      .all({ ...range, bound });
  };
}

const WAYS: readonly Way[] = [
  byCondition('name = @bound', (wanted) => wanted),
  byCondition('puzzle_id = @bound', (wanted) =>
    /^\d{1,16}$/.test(wanted) ? Number(wanted) : null,
  ),
  byPlace,
  byCondition('title = @bound COLLATE NOCASE', (wanted) => wanted),
  byCondition('fingerprint GLOB @bound', (wanted) =>
    /^[0-9a-f]{6,32}$/i.test(wanted) ? `${wanted.toLowerCase()}*` : null,
  ),
  byCondition(`name LIKE @bound ESCAPE '\\'`, (wanted) =>
    wanted === '' ? null : `${wanted.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`,
  ),
];

function byPlace(store: Store, wanted: string, range: SearchRange): Row[] {
  const [, path, ordinal] = /^(.+)#(\d{1,10})$/.exec(wanted) ?? [];
  if (path === undefined) return [];
  return store.db
    .prepare<
      SearchRange & { readonly at: number; readonly path: string; readonly end: string },
      Row
    >(
      `SELECT ${COLUMNS} FROM puzzles
       WHERE ${IN_RANGE} AND puzzle_id IN (
         SELECT piece_id * ${PIECE_ENTRIES} + @at - first_entry FROM run_sources JOIN source_pieces USING (source_id)
         WHERE (@runId IS NULL OR run_id = @runId) AND @at BETWEEN first_entry AND first_entry + ${PIECE_ENTRIES - 1}
           AND (path = @path OR replace(path, '\\', '/') LIKE @end ESCAPE '\\'))
       ORDER BY puzzle_id LIMIT @limit`,
    )
    .all({
      ...range,
      at: Number(ordinal),
      path: withSlashes(path),
      end: `%/${withSlashes(path).replace(/[\\%_]/g, (mark) => `\\${mark}`)}`,
    });
}

const SUGGESTIONS = 5;

/**
 * Names among which suggestions are looked for: enough for any corpus that a person knows by name.
 */
const CANDIDATES = 20_000;

function resembling(store: Store, wanted: string, runId: number | null): string[] {
  const names = store.db
    .prepare<SearchRange, string>(
      `SELECT name FROM puzzles WHERE name IS NOT NULL AND ${IN_RANGE} ORDER BY puzzle_id DESC LIMIT @limit`,
    )
    .pluck()
    .all({ runId, limit: CANDIDATES });
  const lower = wanted.toLowerCase();
  const atMost = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return [...new Set(names)]
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase(), atMost) }))
    .filter(({ distance }) => distance <= atMost)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
}
