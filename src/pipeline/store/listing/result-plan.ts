import { NEEDS, difficultyRankSql } from '../../../solver/core/result/difficulty.js';
import { STATUSES, isUndecided } from '../../../solver/core/result/outcome.js';
import { pieceRowsSql, resultsInOrderSql } from '../layout/result-layout.js';
import { pathSql } from '../pieces.js';
import {
  DENSITY,
  FINDERS,
  OWN_NAME,
  namedIds,
  type Condition,
  type Finder,
  type ResultCriteria,
  type Cursor,
  type ResultSort,
} from './result-filter.js';
import { indexedRowsSql } from './indexed-rows.js';
import { isOfResults, leavesOut, type Along, type Path } from './result-path.js';

/** The sort key of each order, in SQL; `r` is `results`, `p` is `puzzles`. */
export const SORT_KEYS: Record<ResultSort, string> = {
  order: 'r.puzzle_id',
  name: `${OWN_NAME} COLLATE NOCASE`,
  size: 'max(p.width, p.height)',
  time: 'r.solve_ms',
  hard: `CASE WHEN r.status IN (${STATUSES.filter(isUndecided)
    .map((status) => `'${status}'`)
    .join(', ')}) THEN 1e9 ELSE coalesce(${difficultyRankSql('r.')}, -1) END`,
  score: difficultyRankSql('r.'),
  stars: 'r.stars',
  needs: `CASE r.needs ${NEEDS.map((word, i) => `WHEN '${word}' THEN ${i}`).join(' ')} END`,
  // A depth that is only known to be at least d comes after depth d.
  depth: 'coalesce(r.guess_depth, r.guess_depth_min + 0.5)',
  sweeps: 'r.sweeps',
  density: DENSITY,
  file: pathSql('r'),
};

/** The order of the corpora. */
const IN_ORDER = ['r.file', 'r.piece', 'r.puzzle_id'];

/**
 * The query for the first `limit` rows after a cursor along a path: it returns `puzzleId` and
 * `key` (the sort key).
 */
export function planOf(path: Path, after: Cursor | null, limit: number): Condition {
  const { sort, descending, runId } = path.list;
  const key = SORT_KEYS[sort];
  const direction = descending ? 'DESC' : 'ASC';
  const compare = descending ? '<' : '>';
  const arms = armsOf(path).map(({ from, all }): Condition => {
    const id = from.first === 'p' ? 'p.puzzle_id' : 'r.puzzle_id';
    const conditions = [...all];
    const isInOrder = from.inOrder && sort === 'order';
    if (after !== null && isInOrder) {
      const { file, position } = path.placeOf(after.puzzleId);
      const values = [file, position, after.puzzleId];
      conditions.push({ sql: `(${IN_ORDER.join(', ')}) ${compare} (?, ?, ?)`, values });
    } else if (after !== null) {
      const [keys, marks, values] =
        sort === 'order'
          ? [id, '?', [after.puzzleId]]
          : [`(${key}, ${id})`, '(?, ?)', [after.key, after.puzzleId]];
      conditions.push({ sql: `${keys} ${compare} ${marks}`, values });
    }
    const { file } = after === null || !isInOrder ? NOWHERE : path.placeOf(after.puzzleId);
    const bound = `${descending ? '<=' : '>='} ${file ?? (descending ? '9e9' : '0')}`;
    const rows = isInOrder
      ? from.sql.replace(ANY_ORDER, `${resultsInOrderSql(runId, bound)} r`)
      : from.sql;
    const order = isInOrder ? IN_ORDER : sort === 'order' ? [id] : [key, id];
    return {
      sql: `SELECT ${id} AS puzzleId, ${key} AS key FROM ${rows}
      WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
      ORDER BY ${order.map((one) => `${one} ${direction}`).join(', ')} LIMIT ?`,
      values: [...from.values, ...conditions.flatMap(({ values }) => values), limit],
    };
  });
  if (arms.length === 1) return arms[0];
  const collated = sort === 'name' ? 'key COLLATE NOCASE' : 'key';
  return {
    sql: `SELECT puzzleId, key FROM (${unionOf(arms)})
      ORDER BY ${collated} ${direction}, puzzleId ${direction} LIMIT ?`,
    values: [...arms.flatMap(({ values }) => values), limit],
  };
}

function unionOf(arms: readonly Condition[]): string {
  return arms.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ');
}

/** The tables of a path, and the conditions that rows of the list meet, that of the run first. */
interface Arm {
  readonly from: From;
  readonly all: Condition[];
}

/** One for each run that holds rows of the list, where an index of their table finds them. */
function armsOf(path: Path): readonly Arm[] {
  const { list, conditions, along, holders } = path;
  const { sort, runId, filter } = list;
  const needsPuzzles =
    !isOfResults(sort) ||
    conditions.size.length + conditions.name.length > 0 ||
    conditions.others.some(({ sql }) => sql.includes('p.'));
  return tables(along, needsPuzzles, filter, { runId, holders }).map((from) => {
    const all: Condition[] = [{ sql: 'r.run_id = ?', values: [runId] }];
    for (const finder of FINDERS) if (finder !== from.serves) all.push(...conditions[finder]);
    all.push(...conditions.others);
    if (leavesOut(sort)) all.push({ sql: `${SORT_KEYS[sort]} IS NOT NULL`, values: [] });
    return { from, all };
  });
}

/** The query that counts all rows of a path. */
export function countOf(path: Path): Condition {
  const arms = armsOf(path).map(({ from, all }) => ({
    sql: `SELECT count(*) AS count FROM ${from.sql} WHERE ${all.map(({ sql }) => sql).join(' AND ')}`,
    values: [...from.values, ...all.flatMap(({ values }) => values)],
  }));
  return {
    sql: `SELECT sum(count) FROM (${unionOf(arms)})`,
    values: arms.flatMap(({ values }) => values),
  };
}

/** The query that counts the rows of a list in one piece of its run, for `pieceRowsSql`. */
export function countInPieceOf(path: Path): Condition {
  const [{ from, all }] = armsOf({ ...path, along: { sort: 'order' } });
  const [, ...others] = all;
  const matches = others.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
  return {
    sql: `SELECT count(*) FROM ${from.sql.replace(ANY_ORDER, `${pieceRowsSql('results')} r`)} WHERE ${matches}`,
    values: others.flatMap(({ values }) => values),
  };
}

const ANY_ORDER = 'results r';

/** Before the first file. */
const NOWHERE = { file: null };

/** The tables in the order in which they are read; CROSS JOIN makes SQLite keep it. */
interface From extends Condition {
  readonly first: 'r' | 'p';
  /** Whether all rows of the run are looked at, in whichever order. */
  readonly inOrder: boolean;
  /** The part of the filter whose conditions the path already meets. */
  readonly serves: Finder | null;
}

function tables(
  along: Along | null,
  needsPuzzles: boolean,
  filter: ResultCriteria,
  { runId, holders }: { readonly runId: number; readonly holders: readonly number[] },
): readonly From[] {
  const results = 'CROSS JOIN results r ON r.puzzle_id = p.puzzle_id';
  const puzzles = needsPuzzles ? 'CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id' : '';
  const from = (sql: string, first: 'r' | 'p', inOrder = false): From => ({
    sql,
    values: [],
    first,
    inOrder,
    serves: null,
  });
  const ordered = [from(`${ANY_ORDER} ${puzzles}`, 'r', true)];
  if (along === null) return ordered;
  if ('finder' in along && along.finder === 'name') {
    const named = namedIds(filter, 'UNION');
    const sql = `(${named.sql}) n CROSS JOIN puzzles p ON p.puzzle_id = n.puzzle_id ${results}`;
    return [{ sql, values: named.values, first: 'p', inOrder: false, serves: 'name' }];
  }
  const index = 'finder' in along ? along.finder : along.sort;
  switch (index) {
    case 'verdict':
    case 'time':
      return holders.map((holder) =>
        from(`${indexedRowsSql(index, runId, holder, holders.length === 1)} ${puzzles}`, 'r'),
      );
    case 'order':
    case 'hard':
    case 'score':
    case 'stars':
    case 'needs':
    case 'depth':
    case 'sweeps':
    case 'density':
    case 'file':
      return ordered;
    case 'size':
    case 'name':
      return [from(`puzzle_rows p INDEXED BY puzzles_by_${index} ${results}`, 'p')];
  }
}
