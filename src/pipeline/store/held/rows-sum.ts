import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';

/** What the rows of a source are, as a run has written them. */
export interface RowsOfSource {
  readonly count: number;
  /** SHA-256 of all that they say, in hexadecimal digits. */
  readonly sum: string;
  /**
   * Whether something went wrong with one of them, or it lacks the pictures of its verdict, so that
   * it is looked at again.
   */
  readonly wentWrong: boolean;
}

/** So many rows are one text: 30 KB of small puzzles, 30 MB of the largest. */
const AT_ONCE = 250;

/** After so many texts others have their turn: 50 ms. */
const TEXTS = 100;

/** Which run wrote a row does not count: `prune` may hand it over to another. */
const OF_RUN = ['run_id', 'reused_run', 'reused_from'];

const SUMMED = RESULT_ROW_COLUMNS.filter((name) => !OF_RUN.includes(name));

/**
 * Sums up the rows of a source in `result_rows`: SQLite puts their values into one text, 2 us for
 * each row of a small puzzle, where handing them over one by one takes ten times as long.
 */
export function rowsOfSource({
  db,
}: Store): (heldBy: number, sourceId: number) => Promise<RowsOfSource> {
  const read = db.prepare<
    [number, number, number, number],
    {
      readonly count: number;
      readonly last: number;
      readonly text: Uint8Array | null;
      readonly wrong: number;
    }
  >(
    `SELECT count(*) AS count, max(puzzle_id) AS last, total(wrong) AS wrong,
       CAST(group_concat(row, char(30)) AS BLOB) AS text
     FROM (SELECT puzzle_id, concat(${SUMMED.join(", '|', ")}) AS row,
         error IS NOT NULL OR status IN ('crash', 'solved') OR stopped_by IS 'crash'
           OR status IN ('unique', 'multiple') AND solution IS NULL
           OR status = 'multiple' AND second_solution IS NULL AS wrong
       FROM result_rows WHERE run_id = ? AND puzzle_id > ? AND puzzle_id < ?
       ORDER BY puzzle_id LIMIT ?)`,
  );
  return async (heldBy, sourceId) => {
    const hash = createHash('sha256');
    const end = puzzleId(sourceId, MAX_ENTRIES - 1);
    let [count, wrong] = [0, 0];
    let after = puzzleId(sourceId, 0) - 1;
    for (let texts = 1; ; texts++) {
      const part = read.get(heldBy, after, end + 1, AT_ONCE)!;
      hash.update(part.text ?? '');
      count += part.count;
      wrong += part.wrong;
      if (part.count < AT_ONCE) break;
      after = part.last;
      if (texts % TEXTS === 0) await setImmediate();
    }
    return { count, sum: hash.digest('hex'), wentWrong: wrong > 0 };
  };
}
