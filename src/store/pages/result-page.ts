import type { Status, StoppedBy, Technique } from '../../result/outcome.js';
import type { Store } from '../open/open.js';
import { planOf } from './result-plan.js';
import type { Place, ResultQuery } from './result-query.js';

/** One row of the table of a run's puzzles. */
export interface ResultRow {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly palette: string | null;
  readonly status: Status;
  readonly stoppedBy: StoppedBy;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly guessDepthMin: number | null;
  readonly solutions: string;
  readonly solutionsExact: number;
  readonly solveMs: number;
  /** Rows joined by `/`; null where there is none, or where the picture is too large for a table. */
  readonly solution: string | null;
}

export interface ResultPage {
  readonly rows: readonly ResultRow[];
  /** The place to go on behind, or null where these are the last rows. */
  readonly next: Place | null;
  /** How many rows the filter leaves; null where counting them would cost more than the page. */
  readonly found: number | null;
  /** Whether `found` is only the least that there are. */
  readonly foundAtLeast: boolean;
}

/** A solution with more cells is no picture for a table. */
const LARGEST_THUMBNAIL = 2_500;

const COLUMNS = `r.puzzle_id AS puzzleId, p.name, p.title, p.width, p.height, p.colours, p.palette,
  r.status, r.stopped_by AS stoppedBy, r.technique, r.guess_depth AS guessDepth,
  r.guess_depth_min AS guessDepthMin, r.solutions, r.solutions_exact AS solutionsExact,
  r.solve_ms AS solveMs,
  iif(p.width * p.height <= ${LARGEST_THUMBNAIL}, r.solution, NULL) AS solution`;

/**
 * One page of a run's results, in two steps: the ids, which an index gives without a look at
 * the wide rows, then the rows.
 */
export function resultPage(store: Store, query: ResultQuery): ResultPage {
  // One transaction, so that a run that begins in between cannot drop an index under the plan.
  return store.db.transaction(() => pageOf(store, query))();
}

function pageOf(store: Store, query: ResultQuery): ResultPage {
  const { limit, runId } = query;
  const plan = planOf(store, query);
  const ids = store.db
    .prepare<(string | number)[], { puzzleId: number; value: string | number }>(plan.sql)
    .all(...plan.values, limit + 1);
  const wanted = ids.slice(0, limit);
  const rowOf = store.db.prepare<[number, number], ResultRow>(
    `SELECT ${COLUMNS} FROM results r JOIN puzzles p ON p.puzzle_id = r.puzzle_id
     WHERE r.run_id = ? AND r.puzzle_id = ?`,
  );
  const rows = wanted.flatMap(({ puzzleId }) => rowOf.get(runId, puzzleId) ?? []);
  const next = ids.length > limit ? (wanted.at(-1) ?? null) : null;
  return { rows, next, found: plan.found, foundAtLeast: plan.foundAtLeast };
}

/** The rows that a filter leaves, page by page; between two pages no query is open. */
export function* resultPages(
  store: Store,
  query: Omit<ResultQuery, 'after'>,
): Generator<readonly ResultRow[], void, undefined> {
  for (let after: Place | null = null; ;) {
    const page = resultPage(store, { ...query, after });
    if (page.rows.length > 0) yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}
