import { UNWATCHED, type Watch } from '../../../core/progress/counted-work.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { expectedResults } from '../stored-runs/read-runs.js';
import { KIND_SQL, kindOfNumber, type ResultKind } from '../../tally/result-kinds.js';
import { ResultTally, type CountedResult } from '../../tally/result-tally.js';
import { areFigures } from './damaged-rows.js';

/**
 * Rows of a larger page would outlive the nursery: with 10,000, a report takes 130 MB more, and a
 * tenth more time.
 */
const PAGE = 500;

/** What a value is in SQL, of a result `r` and its puzzle `p`. */
const SCANNED: Readonly<Record<keyof CountedResult, string>> = {
  puzzleId: 'r.puzzle_id',
  width: 'p.width',
  height: 'p.height',
  filled: 'p.filled',
  shape: 'p.shape',
  kind: KIND_SQL,
  depth: 'r.guess_depth',
  depthMin: 'r.guess_depth_min',
  ms: 'r.solve_ms',
  limitMs: 'r.limit_ms',
  score: 'r.difficulty',
  stars: 'r.stars',
};

const SELECTED = `SELECT ${Object.entries(SCANNED)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}
  FROM results r JOIN puzzles p USING (puzzle_id)`;

/**
 * The run is a part of the text: with a parameter, which would be passed as a fraction, each row is
 * compared for a sixth longer. So is the size of a page, for which SQLite would prepare the
 * statement anew for each: a fifth of the time of all.
 */
const scanSql = (runId: number): string => `${SELECTED}
  WHERE r.run_id = ${runId} AND r.puzzle_id > ? ORDER BY r.puzzle_id LIMIT ${PAGE}`;

/** Counts all results that are stored of a run, in the order of their puzzle ids. */
export function scanResults(store: Store, runId: number, watch: Watch = UNWATCHED): ResultTally {
  const tally = new ResultTally();
  const kinds = new Map<number, ResultKind>();
  const isSound = (row: CountedResult): boolean => {
    const { width, height, filled, depth, depthMin, ms, limitMs, score, stars, kind } = row;
    const known = kinds.get(kind) ?? kindOfNumber(kind);
    kinds.set(kind, known);
    const { status, technique, needs, crossCheck } = known;
    const figures = { width, height, filled, depth, depthMin, ms, limitMs, score, stars };
    return areFigures({ ...figures, status, technique, needs, crossCheck });
  };
  const page = store.db.prepare<[number], CountedResult>(scanSql(runId));
  const total = expectedResults(store, runId);
  watch.doing('counting the results');
  let count = 0;
  for (const rows of pagesOf(
    (after) => page.all(after),
    PAGE,
    ({ puzzleId }) => puzzleId,
  )) {
    for (const row of rows) tally.add(row, isSound(row));
    watch.far((count += rows.length), total);
  }
  return tally;
}

/** One of them. */
export function scanResult({ db }: Store, runId: number, puzzleId: number): CountedResult {
  return db
    .prepare<[number, number], CountedResult>(`${SELECTED} WHERE r.run_id = ? AND r.puzzle_id = ?`)
    .get(runId, puzzleId)!;
}
