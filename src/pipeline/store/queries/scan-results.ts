import { UNWATCHED, type Watch } from '../../record/counted-work.js';
import type { Store } from '../open/open.js';
import { inOrderSql } from '../layout/place-sql.js';
import { rowsBeyondSql } from '../layout/result-layout.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import { pagesOf } from '../rows/pages-of.js';
import { expectedResults } from '../stored-runs/read-runs.js';
import { KIND_SQL, kindOfNumber, takenOverKind, type ResultKind } from '../tally/result-kinds.js';
import { ResultTally, type CountedResult } from '../tally/result-tally.js';
import { MAX_BLOCK_LENGTH } from '../../../solver/core/puzzle/types.js';
import { type Bounds, mostOf, RESULT_COLUMNS } from '../../../solver/core/result/result-columns.js';
import { requireSoundResult } from './damaged-rows.js';

/**
 * Rows of a larger page would outlive the nursery: with 10,000, a report takes 130 MB more, and a
 * tenth more time.
 */
const PAGE = 500;

interface ScannedRow extends CountedResult {
  /** Hexadecimal digits. */
  shape: string;
}

/** What a value is in SQL, of a result `r` and its puzzle `p`. */
const SCANNED: Readonly<Record<keyof ScannedRow, string>> = {
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

const COLUMNS = `SELECT ${Object.entries(SCANNED)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}`;
const WITH_PUZZLES = 'r CROSS JOIN puzzles p USING (puzzle_id)';

/**
 * The run is a part of the text: with a parameter, which would be passed as a fraction, each row is
 * compared for a sixth longer. So is the size of a page, for which SQLite would prepare the
 * statement anew for each: a fifth of the time of all.
 */
const scanSql = (runId: number): string => `${COLUMNS}
  FROM ${rowsBeyondSql('held_rows')} ${WITH_PUZZLES}
  WHERE r.run_id = ${runId} ORDER BY ${inOrderSql('r')} LIMIT ${PAGE}`;

const { guess_depth, guess_depth_min, solve_ms, limit_ms, difficulty, stars } = RESULT_COLUMNS;

/**
 * Whether all values that go into figures are ones of their columns. The tables hold no others,
 * unless somebody switched off their checks: to look takes a thirtieth of a scan.
 */
function areFigures(row: CountedResult, kind: ResultKind): boolean {
  const cells = row.width * row.height;
  return (
    kind.status != null &&
    kind.technique !== undefined &&
    kind.needs !== undefined &&
    kind.crossCheck !== undefined &&
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
 * Counts all results that are stored of a run, in the order of their puzzle ids.
 * @throws StoreError of the code NM_DATABASE_DAMAGED at one that no run has written.
 */
export function scanResults(store: Store, runId: number, watch: Watch = UNWATCHED): ResultTally {
  const page = store.db.prepare<[number, number], ScannedRow>(scanSql(runId));
  const total = expectedResults(store, runId);
  watch.stage('counting the results');
  const reached = (count: number): void => watch.reached(count, total);
  return countRows(store, runId, (after) => page.all(after, after), reached);
}

/**
 * Counts the results that a run has written of a source, as those of a run that takes them over.
 * @throws StoreError as `scanResults`.
 */
export function sourceScanner(store: Store): (heldBy: number, sourceId: number) => ResultTally {
  const ofSource = store.db.prepare<[number, number, number], ScannedRow>(
    `${COLUMNS} FROM result_rows ${WITH_PUZZLES}
     WHERE r.run_id = ? AND r.puzzle_id > ? AND r.puzzle_id < ? ORDER BY r.puzzle_id LIMIT ${PAGE}`,
  );
  return (heldBy, sourceId) => {
    const [first, end] = [puzzleId(sourceId, 0), puzzleId(sourceId + 1, 0)];
    return countRows(store, heldBy, (after) => {
      const rows = ofSource.all(heldBy, Math.max(after, first - 1), end);
      for (const row of rows) row.kind = takenOverKind(row.kind);
      return rows;
    });
  };
}

function countRows(
  store: Store,
  runId: number,
  read: (after: number) => ScannedRow[],
  reached: (count: number) => void = () => undefined,
): ResultTally {
  const tally = new ResultTally();
  const kinds = new Map<number, ResultKind>();
  const kindOf = (number: number): ResultKind => {
    const known = kinds.get(number) ?? kindOfNumber(number);
    kinds.set(number, known);
    return known;
  };
  let count = 0;
  for (const rows of pagesOf(read, PAGE, ({ puzzleId: id }) => id)) {
    for (const row of rows) {
      if (!areFigures(row, kindOf(row.kind))) requireSoundResult(store, runId, row.puzzleId);
      tally.shapes.add(row.puzzleId, row.shape);
      tally.add(row);
    }
    reached((count += rows.length));
  }
  return tally;
}

/** One of them. */
export function scanResult({ db }: Store, runId: number, id: number): CountedResult {
  return db
    .prepare<[number, number], CountedResult>(
      `${COLUMNS} FROM held_rows ${WITH_PUZZLES} WHERE r.run_id = ? AND r.puzzle_id = ?`,
    )
    .get(runId, id)!;
}
