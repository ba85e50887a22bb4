import { editDistance } from '../../text/suggest.js';
import type { Store } from '../open/open.js';
import { puzzleIdSql } from '../rows/stored-puzzle-id.js';

/** A puzzle that fits what was asked for. */
interface FoundPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
}

/** The result of looking up a puzzle. */
export interface PuzzleSearch {
  /** What fits: several if a name or a beginning is not unique (at most `limit`). */
  readonly found: readonly FoundPuzzle[];
  /** If nothing fits: names that resemble the wanted one, the nearest first. */
  readonly suggestions: readonly string[];
}

const COLUMNS = 'puzzle_id AS puzzleId, name, title, width, height';

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
export function findPuzzle(store: Store, wanted: string, limit = 10): PuzzleSearch {
  for (const way of WAYS) {
    const found = way(store, wanted, limit);
    if (found.length > 0) return { found, suggestions: [] };
  }
  return { found: [], suggestions: resembling(store, wanted) };
}

type Way = (store: Store, wanted: string, limit: number) => FoundPuzzle[];

function byCondition(condition: string, value: (wanted: string) => string | number | null): Way {
  return (store, wanted, limit) => {
    const bound = value(wanted);
    if (bound === null) return [];
    return store.db
      .prepare<[string | number, number], FoundPuzzle>(
        `SELECT ${COLUMNS} FROM puzzles WHERE ${condition} ORDER BY puzzle_id LIMIT ?`,
      )
      .all(bound, limit);
  };
}

const WAYS: readonly Way[] = [
  byCondition('name = ?', (wanted) => wanted),
  byCondition('puzzle_id = ?', (wanted) => (/^\d{1,16}$/.test(wanted) ? Number(wanted) : null)),
  byPlace,
  byCondition('title = ? COLLATE NOCASE', (wanted) => wanted),
  byCondition('fingerprint GLOB ?', (wanted) =>
    /^[0-9a-f]{6,32}$/i.test(wanted) ? `${wanted.toLowerCase()}*` : null,
  ),
  byCondition(`name LIKE ? ESCAPE '\\'`, (wanted) =>
    wanted === '' ? null : `${wanted.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`,
  ),
];

function byPlace(store: Store, wanted: string, limit: number): FoundPuzzle[] {
  const [, path, ordinal] = /^(.+)#(\d{1,10})$/.exec(wanted) ?? [];
  if (path === undefined) return [];
  return store.db
    .prepare<[number, string, string, number], FoundPuzzle>(
      `SELECT ${COLUMNS} FROM puzzles
       WHERE puzzle_id IN (
         SELECT ${puzzleIdSql('source_id', '?')} FROM run_sources
         WHERE path = ? OR replace(path, '\\', '/') LIKE ? ESCAPE '\\')
       ORDER BY puzzle_id LIMIT ?`,
    )
    .all(Number(ordinal), path, `%/${path.replace(/[\\%_]/g, (mark) => `\\${mark}`)}`, limit);
}

const SUGGESTIONS = 5;

/**
 * Names among which suggestions are looked for: enough for any corpus that a person knows by name.
 */
const CANDIDATES = 20_000;

function resembling(store: Store, wanted: string): string[] {
  const names = store.db
    .prepare<[number], string>('SELECT name FROM puzzles ORDER BY puzzle_id DESC LIMIT ?')
    .pluck()
    .all(CANDIDATES);
  const lower = wanted.toLowerCase();
  const atMost = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return [...new Set(names)]
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase(), atMost) }))
    .filter(({ distance }) => distance <= atMost)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
}
