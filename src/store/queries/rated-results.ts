import type { DifficultyColumns } from '../../result/difficulty.js';
import type { ListedPuzzle } from '../../result/listed-puzzle.js';
import type { Status } from '../../result/outcome.js';
import type { Store } from '../open/open.js';
import { MAX_ENTRIES } from '../../result/puzzle-id.js';
import { pagesOf } from '../rows/pages-of.js';
import { SOURCE_PATH } from '../rows/result-columns.js';

/** A result with its difficulty, without clues and solutions. */
export interface RatedResult extends ListedPuzzle, DifficultyColumns {
  readonly width: number;
  readonly height: number;
  readonly status: Status;
}

type Row = Omit<RatedResult, 'difficultyBound'> & { readonly difficultyBound: number | null };

const PAGE = 5000;

/** All results of a run with their difficulties, in the order of sources and entries, in pages. */
export function* ratedResults(
  store: Store,
  runId: number,
): Generator<RatedResult, void, undefined> {
  const page = store.db.prepare<[number, number, number], Row>(
    `SELECT puzzle_id AS puzzleId, name, title, ${SOURCE_PATH} AS path,
       puzzle_id % ${MAX_ENTRIES} AS ordinal, width, height, status, difficulty,
       difficulty_bound AS difficultyBound, effort_line AS effortLine,
       effort_probe AS effortProbe, tries, stars, needs
     FROM results JOIN puzzles USING (puzzle_id)
     WHERE run_id = ? AND puzzle_id > ? ORDER BY puzzle_id LIMIT ?`,
  );
  const read = (after: number): Row[] => page.all(runId, after, PAGE);
  for (const rows of pagesOf(read, PAGE, ({ puzzleId }) => puzzleId)) {
    for (const row of rows) {
      const { difficultyBound } = row;
      yield { ...row, difficultyBound: difficultyBound === null ? null : difficultyBound === 1 };
    }
  }
}
