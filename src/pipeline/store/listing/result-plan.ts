import { NEEDS } from '../../../solver/core/result/difficulty.js';
import { pathSql } from '../rows/stored-puzzle-id.js';
import {
  DENSITY,
  FINDERS,
  namedIds,
  type Condition,
  type Finder,
  type ResultCriteria,
  type Cursor,
  type ResultSort,
} from './result-filter.js';
import { UNINDEXED, isOfResults, type Along, type Path } from './result-path.js';

/** The sort key of each order, in SQL; `r` is `results`, `p` is `puzzles`. */
export const SORT_KEYS: Record<ResultSort, string> = {
  order: 'r.puzzle_id',
  name: 'p.name COLLATE NOCASE',
  size: 'max(p.width, p.height)',
  time: 'r.solve_ms',
  score: 'r.difficulty',
  stars: 'r.stars',
  needs: `CASE r.needs ${NEEDS.map((word, i) => `WHEN '${word}' THEN ${i}`).join(' ')} END`,
  // A depth that is only known to be at least d comes after depth d.
  depth: 'coalesce(r.guess_depth, r.guess_depth_min + 0.5)',
  sweeps: 'r.sweeps',
  density: DENSITY,
  file: pathSql('r'),
};

/**
 * The query for the rows after a cursor along a path: it returns `puzzleId` and `key` (the sort
 * key), and takes the number of rows as its last parameter.
 */
export function planOf(path: Path, after: Cursor | null): Condition {
  const { sort, descending } = path.list;
  const key = SORT_KEYS[sort];
  const { from, all } = matching(path);
  const id = from.first === 'p' ? 'p.puzzle_id' : 'r.puzzle_id';
  const direction = descending ? 'DESC' : 'ASC';
  const compare = descending ? '<' : '>';
  if (after !== null) {
    all.push(
      sort === 'order'
        ? { sql: `${id} ${compare} ?`, values: [after.puzzleId] }
        : { sql: `(${key}, ${id}) ${compare} (?, ?)`, values: [after.key, after.puzzleId] },
    );
  }
  const order = sort === 'order' ? `${id} ${direction}` : `${key} ${direction}, ${id} ${direction}`;
  return {
    sql: `SELECT ${id} AS puzzleId, ${key} AS key FROM ${from.sql}
      WHERE ${all.map(({ sql }) => sql).join(' AND ')} ORDER BY ${order} LIMIT ?`,
    values: [...from.values, ...all.flatMap(({ values }) => values)],
  };
}

/** The tables of a path, and the conditions that rows of the list meet, that of the run first. */
function matching({ list, conditions, along }: Path): {
  readonly from: From;
  readonly all: Condition[];
} {
  const { sort, runId, filter } = list;
  const needsPuzzles =
    !isOfResults(sort) ||
    conditions.size.length + conditions.name.length > 0 ||
    conditions.others.some(({ sql }) => sql.includes('p.'));
  const from = tables(along, needsPuzzles, filter);
  const all: Condition[] = [{ sql: 'r.run_id = ?', values: [runId] }];
  for (const finder of FINDERS) if (finder !== from.serves) all.push(...conditions[finder]);
  all.push(...conditions.others);
  if (UNINDEXED.has(sort)) all.push({ sql: `${SORT_KEYS[sort]} IS NOT NULL`, values: [] });
  return { from, all };
}

/** The query that counts all rows of a path. */
export function countOf(path: Path): Condition {
  const { from, all } = matching(path);
  return {
    sql: `SELECT count(*) FROM ${from.sql} WHERE ${all.map(({ sql }) => sql).join(' AND ')}`,
    values: [...from.values, ...all.flatMap(({ values }) => values)],
  };
}

/**
 * The query that counts the rows of a list among the next results of its run, in the order of the
 * corpora: it takes the id of the puzzle to go on after and how many results to look at, and
 * returns how many these were, the last of them, and how many match.
 */
export function sliceOf(path: Path): Condition {
  const { from, all } = matching({ ...path, along: { sort: 'order' } });
  const [ofRun, ...others] = all;
  const matches = others.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
  return {
    sql: `SELECT count(*) AS seen, max(id) AS last, coalesce(sum(matches), 0) AS found FROM (
      SELECT r.puzzle_id AS id, ${matches} AS matches FROM ${from.sql}
      WHERE ${ofRun.sql} AND r.puzzle_id > ? ORDER BY r.puzzle_id LIMIT ?)`,
    values: [...others.flatMap(({ values }) => values), ...ofRun.values],
  };
}

/** The tables in the order in which they are read; CROSS JOIN makes SQLite keep it. */
interface From extends Condition {
  readonly first: 'r' | 'p';
  /** The part of the filter whose conditions the path already meets. */
  readonly serves: Finder | null;
}

function tables(along: Along | null, needsPuzzles: boolean, filter: ResultCriteria): From {
  const results = 'CROSS JOIN results r ON r.puzzle_id = p.puzzle_id';
  const puzzles = needsPuzzles ? 'CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id' : '';
  const from = (sql: string, first: 'r' | 'p'): From => ({ sql, values: [], first, serves: null });
  if (along === null) return from(`results r ${puzzles.replace('CROSS ', '')}`, 'r');
  if ('finder' in along && along.finder === 'name') {
    const named = namedIds(filter, 'UNION');
    return {
      sql: `(${named.sql}) n CROSS JOIN puzzles p ON p.puzzle_id = n.puzzle_id ${results}`,
      values: named.values,
      first: 'p',
      serves: 'name',
    };
  }
  const index = 'finder' in along ? along.finder : along.sort;
  switch (index) {
    case 'verdict':
    case 'time':
      return from(`result_rows r INDEXED BY results_by_${index} ${puzzles}`, 'r');
    case 'order':
    case 'score':
    case 'stars':
    case 'needs':
    case 'depth':
    case 'sweeps':
    case 'density':
    case 'file':
      return from(`results r ${puzzles}`, 'r');
    case 'size':
    case 'name':
      return from(`puzzles p INDEXED BY puzzles_by_${index} ${results}`, 'p');
  }
}
