import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ANY_COLUMNS, RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
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

/** So many entries are one text: 30 KB of small puzzles, 30 MB of the largest. */
const AT_ONCE = 250;

/** After so many texts others have their turn: 40 ms. */
const TEXTS = 100;

/** Which run wrote a row does not count: `prune` may hand it over to another. */
const OF_RUN = ['run_id', 'reused_run', 'reused_from'];

const SUMMED = RESULT_ROW_COLUMNS.filter((name) => !OF_RUN.includes(name));
const isWord = (name: string): boolean => !ANY_COLUMNS.includes(name);
const WORDS = SUMMED.filter(isWord).join(', ');
/** JSON has no word for bytes. */
const OTHERS = SUMMED.filter((name) => !isWord(name)).join(", '|', ");
const ROW = `concat(json_array(${WORDS}), ${OTHERS})`;

/**
 * Sums up the rows of a source in `result_rows`: SQLite puts their values into one text, 1.5 us for
 * each row of a small puzzle, where handing them over one by one takes ten times as long. A list of
 * JSON costs a third less than the values with something between each two.
 */
export function rowsOfSource({
  db,
}: Store): (heldBy: number, sourceId: number) => Promise<RowsOfSource> {
  const last = db
    .prepare<[number, number, number], number | null>(
      'SELECT max(puzzle_id) FROM result_rows WHERE run_id = ? AND puzzle_id BETWEEN ? AND ?',
    )
    .pluck();
  // Rows come in the order of the key, as SQLite finds them by it.
  const read = db.prepare<
    [number, number, number],
    { readonly count: number; readonly text: Uint8Array | null; readonly wrong: number }
  >(
    `SELECT count(*) AS count, CAST(group_concat(${ROW}, char(30)) AS BLOB) AS text,
       total(error IS NOT NULL OR status IN ('crash', 'solved') OR stopped_by IS 'crash'
         OR status IN ('unique', 'multiple') AND solution IS NULL
         OR status = 'multiple' AND second_solution IS NULL) AS wrong
     FROM result_rows NOT INDEXED WHERE run_id = ? AND puzzle_id >= ? AND puzzle_id < ?`,
  );
  return async (heldBy, sourceId) => {
    const hash = createHash('sha256');
    const first = puzzleId(sourceId, 0);
    const end = last.get(heldBy, first, puzzleId(sourceId, MAX_ENTRIES - 1)) ?? -1;
    let [count, wrong, texts] = [0, 0, 0];
    for (let at = first; at <= end; at += AT_ONCE) {
      const part = read.get(heldBy, at, at + AT_ONCE)!;
      hash.update(part.text ?? '');
      count += part.count;
      wrong += part.wrong;
      if (++texts % TEXTS === 0) await setImmediate();
    }
    return { count, sum: hash.digest('hex'), wentWrong: wrong > 0 };
  };
}
