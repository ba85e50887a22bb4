import { NEEDS, type Needs } from '../../result/difficulty.js';
import { STATUSES, TECHNIQUES, type Status, type Technique } from '../../result/outcome.js';
import { CROSS_CHECKS } from '../../result/result-columns.js';
import { timeLimits } from '../../result/par2.js';
import type { PuzzleResult } from '../../result/result.js';
import { limitOf, sharedCode, valueSql } from '../layout/result-layout.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { runById } from '../runs/read-runs.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import type { Fit } from './misfits.js';

/** What aggregates need of one result. */
export interface ScannedResult {
  puzzleId: number;
  width: number;
  height: number;
  status: Status;
  technique: Technique | null;
  depth: number | null;
  depthMin: number | null;
  ms: number;
  /** The limit that it was found under; null for none. */
  limitMs: number | null;
  crossCheck: PuzzleResult['crossCheck'];
  goalMatches: 0 | 1 | null;
  startFit: Fit | null;
  /** Upper-case hexadecimal digits. */
  shape: string | null;
  /** 1 or 0. */
  isProven: number;
  /** The cells that the clues fill; null in older databases. */
  filled: number | null;
  score: number | null;
  isBound: boolean;
  stars: number | null;
  needs: Needs | null;
}

/** Rows of a larger page would outlive the nursery: with 10,000, a report takes 130 MB more, and a tenth more time. */
const PAGE = 500;

/** What a row of the scan has: words and small columns as rows hold them, which costs least to pass on. */
type Row = [
  puzzleId: number,
  width: number,
  height: number,
  status: number,
  technique: number | null,
  guessDepth: number | null,
  guessDepthMin: number | null,
  solveMs: number,
  startFit: Fit | null,
  shape: string | null,
  isProven: number,
  filled: number | null,
  difficulty: number | null,
  facts: number,
  limitMs: number | null,
];

const SCAN = `SELECT r.puzzle_id, p.width, p.height, r.status, r.technique, r.guess_depth,
    ${valueSql('guess_depth_min', 'r')}, ${valueSql('solve_ms', 'r')},
    CASE WHEN p.start IS NULL THEN NULL WHEN r.solution IS NOT NULL THEN 'fits'
      WHEN r.status = ${STATUSES.indexOf('contradiction')} THEN 'wrong' ELSE 'open' END,
    hex(p.shape), r.proof IS NOT NULL, p.filled, r.difficulty, r.facts, r.limit_ms
  FROM result_rows r JOIN puzzle_rows p USING (puzzle_id)
  WHERE r.run_id = ? AND r.puzzle_id > ? AND r.puzzle_id <= ? ORDER BY r.puzzle_id LIMIT ?`;

/** Some results of a run: those of the puzzles whose ids are greater than `after`, and not greater than `to`. */
export interface IdRange {
  readonly after: number;
  readonly to: number;
}

const ALL: IdRange = { after: 0, to: Number.MAX_SAFE_INTEGER };

/**
 * Hands all results of a run to `add`, or those of some ids, in the order of their puzzle ids: each time the same object, with
 * other values, so that a million of them pass in little over a second. `far` is told after each page how many there were.
 */
export function scanResults(
  store: Store,
  runId: number,
  add: (result: Readonly<ScannedResult>) => void,
  { after: before, to }: IdRange = ALL,
  far: (scanned: number) => void = () => undefined,
): void {
  const page = store.db.prepare<[number, number, number, number], Row>(SCAN).raw();
  const pages = pagesOf(
    (after) => page.all(runId, Math.max(before, after), to, PAGE),
    PAGE,
    ([puzzleId]) => puzzleId,
  );
  const { timeoutMs } = timeLimits(runById(store, runId)?.options ?? {});
  const scanned = {} as ScannedResult;
  let count = 0;
  for (const rows of pages) {
    for (const row of rows) {
      scan(row, scanned, timeoutMs);
      add(scanned);
    }
    far((count += rows.length));
  }
}

/**
 * The id in the middle of the puzzles of a run, about: as many entries are before it as after it. Null if there are fewer than
 * `least`, as far as it is known.
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

const crossCheckOf = sharedCode('cross_check');
const goalMatchesOf = sharedCode('goal_matches');
const boundOf = sharedCode('difficulty_bound');
const starsOf = sharedCode('stars');
const needsOf = sharedCode('needs');

function scan(row: Row, into: ScannedResult, timeoutMs: number | null): void {
  into.puzzleId = row[0];
  into.width = row[1];
  into.height = row[2];
  into.status = STATUSES[row[3]];
  into.technique = row[4] === null ? null : TECHNIQUES[row[4]];
  into.depth = row[5];
  into.depthMin = row[6];
  into.ms = row[7];
  into.startFit = row[8];
  into.shape = row[9] === '' ? null : row[9];
  into.isProven = row[10];
  into.filled = row[11];
  into.score = row[12];
  into.limitMs = limitOf(row[14], timeoutMs);
  const facts = row[13];
  const [cross, goal] = [crossCheckOf(facts), goalMatchesOf(facts)];
  const [stars, needs] = [starsOf(facts), needsOf(facts)];
  into.crossCheck = cross === 0 ? null : CROSS_CHECKS[cross - 1];
  into.goalMatches = goal === 0 ? null : goal === 1 ? 0 : 1;
  into.isBound = boundOf(facts) === 2;
  into.stars = stars === 0 ? null : stars;
  into.needs = needs === 0 ? null : NEEDS[needs - 1];
}
