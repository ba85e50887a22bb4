import type { ResultCriteria } from '../../runs/store/listing/result-filter.js';
import { DENSITY, conditionsOf } from '../../runs/store/listing/result-filter.js';

/** Which results a question is about. */
export interface Night {
  readonly runId: number;
  readonly filter: ResultCriteria;
}

/**
 * The beginning of a query that calls these results `night`: the columns of `results` and `puzzles` side by side,
 * with the density and the `path` of the file.
 */
export function nightSql({ runId, filter }: Night): { sql: string; values: unknown[] } {
  const conditions = Object.values(conditionsOf(filter)).flat();
  return {
    sql: `WITH night AS (SELECT *, ${DENSITY} AS density, (SELECT path FROM run_sources AS s INDEXED BY run_sources_by_source
        WHERE s.run_id = r.run_id AND s.source_id = p.source_id ORDER BY position LIMIT 1) AS path
      FROM results r JOIN puzzles p USING (puzzle_id)
      WHERE ${[{ sql: 'r.run_id = ?' }, ...conditions].map(({ sql }) => sql).join(' AND ')})`,
    values: [runId, ...conditions.flatMap(({ values }) => values)],
  };
}
