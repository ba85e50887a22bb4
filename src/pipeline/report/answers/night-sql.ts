import { sqlLiteral } from '../../../solver/core/text/escape.js';
import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../../store/open/open.js';
import { nameSql } from '../../store/pieces.js';
import { DENSITY, conditionsOf, type ResultCriteria } from '../../store/listing/result-filter.js';
import { runWords } from './run-words.js';

/** Which results a question is about. */
export interface AskedResults {
  /** One run, or several, each once. */
  readonly runIds: readonly number[];
  readonly filter: ResultCriteria;
}

/**
 * The files of the runs, piece by piece: the first path of each, and the corpus that it belongs to,
 * which is the longest of those that were typed and begin it. Made once for a query that asks for
 * one of them, and not at all for others.
 */
const filesSql = (runs: string): string => `files AS MATERIALIZED (
  SELECT run_id, piece_id, path, coalesce(
      (SELECT value FROM json_each(runs.options, '$.corpora') AS typed
       WHERE path = value OR substr(path, 1, length(rtrim(value, '/')) + 1) = rtrim(value, '/') || '/'
       ORDER BY length(value) DESC LIMIT 1), path) AS corpus
  FROM (SELECT run_id, piece_id, path, min(f.position) FROM run_sources f JOIN source_pieces USING (source_id)
    WHERE run_id IN (${runs}) GROUP BY run_id, piece_id)
    JOIN runs USING (run_id)
)`;

/**
 * The beginning of a query that calls these results `night`: the columns of `results` and `puzzles`
 * side by side, with the density, the `path` of the file and its `corpus`.
 */
export function nightSql(results: AskedResults): { sql: string; values: unknown[] } {
  const { where, values } = conditionsSql(results);
  return {
    sql: `WITH ${filesSql(results.runIds.join(', '))}, ${resultsSql(where, true)}`,
    values,
  };
}

function resultsSql(where: string, withFiles: boolean): string {
  const ofFile = (column: string): string =>
    `,\n    (SELECT ${column} FROM files f WHERE f.run_id = r.run_id AND f.piece_id = r.puzzle_id / ${PIECE_ENTRIES}) AS ${column}`;
  const files = withFiles ? ofFile('path') + ofFile('corpus') : '';
  return `night AS (
  SELECT ${nameSql('r', 'p')} AS name, *, ${DENSITY} AS density${files}
  FROM results r JOIN puzzles p USING (puzzle_id)
  WHERE ${where}
)`;
}

/** What goes on after the results of a query that is pasted. */
const TO_REPLACE =
  '-- For DuckDB, WITH night AS (SELECT * FROM \'night.parquet\'), stands in place of all above: a file of "nonomill export --with clues".';

/**
 * A whole query to be pasted into `sqlite3` on this database: `end` is what asks `night`. It says
 * first which runs it is about.
 */
export function pastedSql(store: Store, results: AskedResults, end: string): string {
  const { where, values } = conditionsSql(results);
  const left = values.values();
  const filled = where.replaceAll('?', () => sqlLiteral(left.next().value!));
  const asksFiles = /\b(?:path|corpus)\b/.test(end);
  const parts = [
    ...(asksFiles ? [filesSql(results.runIds.join(', '))] : []),
    resultsSql(filled, asksFiles),
  ];
  return `-- ${runWords(store, results.runIds).join('; ')}\nWITH ${parts.join(',\n')},\n${TO_REPLACE}\n${end}`;
}

/**
 * Runs are a part of the text: with parameters, which would be passed as fractions, each row is
 * compared for longer.
 */
function conditionsSql({ runIds, filter }: AskedResults): {
  readonly where: string;
  readonly values: (string | number)[];
} {
  const conditions = Object.values(conditionsOf(filter)).flat();
  return {
    where: [{ sql: `r.run_id IN (${runIds.join(', ')})` }, ...conditions]
      .map(({ sql }) => sql)
      .join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}
