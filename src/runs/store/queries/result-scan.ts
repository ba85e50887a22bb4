import { MAX_BLOCK_LENGTH } from '../../../core/puzzle/types.js';
import { NEEDS, type Needs } from '../../../core/result/difficulty.js';
import { STATUSES, TECHNIQUES, type Status, type Technique } from '../../../core/result/outcome.js';
import { mostOf, type Bounds } from '../../../core/result/column.js';
import { CROSS_CHECKS, RESULT_COLUMNS } from '../../../core/result/result-columns.js';
import type { PuzzleResult } from '../../../core/result/result.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import { requireSoundResult } from './damaged-rows.js';
import type { Fit } from './misfits.js';

/**
 * Rows of a larger page would outlive the nursery: with 10,000, a report takes 130 MB more, and a
 * tenth more time.
 */
const PAGE = 500;

/** What a value is in SQL, of a result `r` and its puzzle `p`. */
interface ScannedValue<Value> {
  readonly sql: string;
  /** Says of which type it is; never there. */
  readonly is?: Value;
}

const value = <Value>(sql: string): ScannedValue<Value> => ({ sql });

/** What aggregates need of one result. */
const SCANNED = {
  puzzleId: value<number>('r.puzzle_id'),
  width: value<number>('p.width'),
  height: value<number>('p.height'),
  /** The cells that the clues fill. */
  filled: value<number>('p.filled'),
  /** Hexadecimal digits. */
  shape: value<string>('p.shape'),
  startFit: value<Fit | null>(`CASE WHEN p.start IS NULL THEN NULL
      WHEN r.solution IS NOT NULL THEN 'fits'
      WHEN r.status = 'contradiction' THEN 'wrong' ELSE 'open' END`),
  status: value<Status>('r.status'),
  technique: value<Technique | null>('r.technique'),
  depth: value<number | null>('r.guess_depth'),
  depthMin: value<number | null>('r.guess_depth_min'),
  ms: value<number>('r.solve_ms'),
  /** The limit that the result was found under; null for none. */
  limitMs: value<number | null>('r.limit_ms'),
  crossCheck: value<PuzzleResult['crossCheck']>('r.cross_check'),
  goalMatches: value<0 | 1 | null>('r.goal_matches'),
  isProven: value<0 | 1>('r.proof IS NOT NULL'),
  /** Whether it was taken over from another run, which its time is of. */
  isReused: value<0 | 1>('r.reused_run IS NOT NULL'),
  score: value<number | null>('r.difficulty'),
  /** Null without a score. */
  isBound: value<0 | 1 | null>('r.difficulty_bound'),
  stars: value<number | null>('r.stars'),
  needs: value<Needs | null>('r.needs'),
};

/**
 * Returns the word of a list that equals a text, null for null, and undefined for any other: a
 * million texts are then one of a few, which are counted and compared in a third of the time.
 */
function knownWord<Word extends string>(
  words: readonly Word[],
): <Value extends Word | null>(text: Value) => Value {
  let last: Word | undefined = words[0];
  return <Value extends Word | null>(text: Value) => {
    if (text === null) return text;
    if (text !== last) last = words.find((word) => word === text);
    return last as Value;
  };
}

const knownStatus = knownWord(STATUSES);
const knownTechnique = knownWord(TECHNIQUES);
const knownNeeds = knownWord(NEEDS);
const knownCrossCheck = knownWord(CROSS_CHECKS);

type Scanned = typeof SCANNED;

/** What aggregates need of one result, by the names of `SCANNED`. */
export type ScannedResult = {
  readonly [Name in keyof Scanned]: Scanned[Name] extends ScannedValue<infer Value> ? Value : never;
};

/**
 * The run is a part of the text: with a parameter, which would be passed as a fraction, each row is
 * compared for a sixth longer. So is the size of a page, for which SQLite would prepare the
 * statement anew for each: a fifth of the time of all.
 */
const scanSql = (runId: number): string => `SELECT ${Object.entries(SCANNED)
  .map(([name, { sql }]) => `${sql} AS ${name}`)
  .join(', ')}
  FROM results r JOIN puzzles p USING (puzzle_id)
  WHERE r.run_id = ${runId} AND r.puzzle_id > ? AND r.puzzle_id <= ? ORDER BY r.puzzle_id LIMIT ${PAGE}`;

/**
 * Some results of a run: those of the puzzles whose ids are greater than `after`, and not greater
 * than `to`.
 */
export interface IdRange {
  readonly after: number;
  readonly to: number;
}

const ALL: IdRange = { after: 0, to: Number.MAX_SAFE_INTEGER };

const { guess_depth, guess_depth_min, solve_ms, limit_ms, difficulty, stars } = RESULT_COLUMNS;

/**
 * Whether all values that go into figures are ones of their columns. The tables hold no others,
 * unless somebody switched off their checks: to look takes a thirtieth of a scan.
 */
function areFigures(row: ScannedResult): boolean {
  const cells = row.width * row.height;
  return (
    row.status != null &&
    row.technique !== undefined &&
    row.needs !== undefined &&
    row.crossCheck !== undefined &&
    row.width <= MAX_BLOCK_LENGTH &&
    row.height <= MAX_BLOCK_LENGTH &&
    row.filled >= 0 &&
    row.filled <= cells &&
    isWithin(guess_depth.kind, row.depth, cells) &&
    isWithin(guess_depth_min.kind, row.depthMin, cells) &&
    isWithin(solve_ms.kind, row.ms, cells) &&
    isWithin(limit_ms.kind, row.limitMs, cells) &&
    isWithin(difficulty.kind, row.score, cells) &&
    isWithin(stars.kind, row.stars, cells)
  );
}

function isWithin(bounds: Bounds, value: number | null, cells: number): boolean {
  return value === null || (value >= bounds.least && value <= mostOf(bounds, cells));
}

/**
 * Hands all results of a run to `add`, or those of some ids, in the order of their puzzle ids: a
 * million pass in a second. `far` is told after each page how many there were.
 * @throws StoreError of the kind `damaged` at one that no run has written.
 */
export function scanResults(
  store: Store,
  runId: number,
  add: (result: ScannedResult) => void,
  { after: before, to }: IdRange = ALL,
  far: (scanned: number) => void = () => undefined,
): void {
  const page = store.db.prepare<
    [number, number],
    { -readonly [Name in keyof ScannedResult]: ScannedResult[Name] }
  >(scanSql(runId));
  const pages = pagesOf(
    (after) => page.all(Math.max(before, after), to),
    PAGE,
    ({ puzzleId }) => puzzleId,
  );
  let count = 0;
  for (const rows of pages) {
    for (const row of rows) {
      row.status = knownStatus(row.status);
      row.technique = knownTechnique(row.technique);
      row.needs = knownNeeds(row.needs);
      row.crossCheck = knownCrossCheck(row.crossCheck);
      if (!areFigures(row)) requireSoundResult(store, runId, row.puzzleId);
      add(row);
    }
    far((count += rows.length));
  }
}

/**
 * The id in the middle of the puzzles of a run, about: as many entries are before it as after it.
 * Null if there are fewer than `least`, as far as it is known.
 */
export function middleOf(store: Store, runId: number, least: number): number | null {
  const sources = store.db
    .prepare<[number], { readonly id: number; readonly entries: number }>(
      `SELECT source_id AS id, entries FROM run_sources
       WHERE run_id = ? AND entries IS NOT NULL ORDER BY source_id`,
    )
    .all(runId);
  const all = sources.reduce((sum, { entries }) => sum + entries, 0);
  if (all < least) return null;
  let left = Math.floor(all / 2);
  for (const { id, entries } of sources) {
    if (left < entries) return puzzleId(id, left);
    left -= entries;
  }
  return null;
}
