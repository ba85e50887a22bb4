import { isUndecided, STATUSES } from '../../../solver/core/result/outcome.js';
import { pairRuns, pairedIdSql } from '../changes/match-runs.js';
import type { Store } from '../open/open.js';
import { nameSql, placeOrderSql, rowJoinSql } from '../pieces.js';

/** What two runs of the same puzzles must agree on, and the columns that say it. */
const FIGURES = {
  verdict: ['status'],
  solutions: ['solutions', 'solutions_exact'],
  guessDepth: ['guess_depth', 'guess_depth_min'],
  score: ['difficulty', 'difficulty_bound', 'stars', 'needs', 'look_ahead'],
} as const;

export type ComparedFigure = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly ComparedFigure[];

/** A puzzle of which two runs do not say the same. */
export interface DifferingResult {
  readonly puzzleId: number;
  readonly name: string;
  /** In which figures they differ. */
  readonly figures: readonly ComparedFigure[];
  /** What each says of these, as `unique`, `2+`; null if it has no result. */
  readonly before: string | null;
  readonly after: string | null;
}

/** How the results of two runs over the same files compare. */
export interface ResultsAgain {
  /** Puzzles that one of them has, at least. */
  readonly puzzles: number;
  readonly differing: number;
  /** In how many puzzles each figure differs; one may differ in several. */
  readonly byFigure: Readonly<Record<ComparedFigure, number>>;
  /** How many of them have no verdict, depth or score in one of the runs, where the other has. */
  readonly undecided: number;
  /** The first in the order of the corpora. */
  readonly first: readonly DifferingResult[];
  /** Entries that only one of the runs has rejected, or for another reason. */
  readonly rejects: number;
}

/** Techniques are compared only if both are of one version of the definition. */
const VERSIONED: readonly string[] = ['needs', 'look_ahead'];

const differsSql = (figure: ComparedFigure): string =>
  `(${FIGURES[figure].map(columnDiffersSql).join(' OR ')})`;

function columnDiffersSql(column: string): string {
  const differs = `a.${column} IS NOT b.${column}`;
  if (!VERSIONED.includes(column)) return differs;
  return `(${differs} AND a.difficulty_version IS b.difficulty_version)`;
}

/** The columns of a run's side, by names of their own. */
const columnsOf = (run: 'a' | 'b'): string =>
  [...FIGURE_NAMES.flatMap((figure) => FIGURES[figure]), 'difficulty_version']
    .map((column) => `${run}.${column} AS ${run}_${column}`)
    .join(', ');

/** The ids of the puzzles of both runs, side by side; null where one of them has none. */
const IDS = `(SELECT run_id, puzzle_id, puzzle_id AS before, ${pairedIdSql('puzzle_id')} AS after
    FROM held_rows WHERE run_id = @before
    UNION ALL SELECT @after, right_id, NULL, right_id FROM temp.pairs WHERE left_id IS NULL)`;

const PAIRS = `FROM ${IDS} AS ids
  ${rowJoinSql('a', '@before', 'ids.before')}
  ${rowJoinSql('b', '@after', 'ids.after')}`;

const OPEN = `(${STATUSES.filter(isUndecided)
  .map((status) => `'${status}'`)
  .join(', ')})`;

/** Whether one of them had too little time for what the other has found. */
const RAN_OUT = `a.status IN ${OPEN} OR b.status IN ${OPEN}
  OR (a.difficulty IS NULL) <> (b.difficulty IS NULL)
  OR (a.guess_depth IS NULL) <> (b.guess_depth IS NULL)`;

/** Compares the results of two runs of the same files; times, counters and techniques aside. */
export function compareAgain(
  store: Store,
  before: number,
  after: number,
  most: number,
): ResultsAgain {
  const { rejects, oldRejects } = pairRuns(store, before, after);
  const runs = { before, after };
  const differs = FIGURE_NAMES.map(differsSql).join(' OR ');
  const counts = store.db
    .prepare<[typeof runs], Record<string, number | null>>(
      `SELECT count(*) AS puzzles, sum(${differs}) AS differing,
         sum((${differs}) AND (${RAN_OUT})) AS undecided,
         ${FIGURE_NAMES.map((figure) => `sum(${differsSql(figure)}) AS "${figure}"`).join(', ')}
       ${PAIRS}`,
    )
    .get(runs)!;
  const rows = store.db
    .prepare<[typeof runs & { most: number }], Row>(
      `SELECT ids.puzzle_id AS puzzleId, ${nameSql('ids')} AS name, ${columnsOf('a')}, ${columnsOf('b')}
       ${PAIRS} JOIN puzzles ON puzzles.puzzle_id = ids.puzzle_id
       WHERE ${differs} ORDER BY ids.before IS NULL, ${placeOrderSql('ids')}, ids.puzzle_id LIMIT @most`,
    )
    .all({ ...runs, most });
  return {
    puzzles: counts.puzzles ?? 0,
    differing: counts.differing ?? 0,
    undecided: counts.undecided ?? 0,
    byFigure: Object.fromEntries(
      FIGURE_NAMES.map((figure) => [figure, counts[figure] ?? 0]),
    ) as Record<ComparedFigure, number>,
    first: rows.map(differingResult),
    rejects: rejects.length + oldRejects.length,
  };
}

type Row = Readonly<Record<string, string | number | null>>;

function differingResult(row: Row): DifferingResult {
  const figures = FIGURE_NAMES.filter((figure) =>
    FIGURES[figure].some((column) => columnDiffers(row, column)),
  );
  const said = (run: 'a' | 'b'): string | null => {
    if (row[`${run}_status`] === null) return null;
    return figures.map((figure) => WORDS[figure]((column) => row[`${run}_${column}`])).join(', ');
  };
  const { puzzleId, name } = row;
  return {
    puzzleId: Number(puzzleId),
    name: String(name),
    figures,
    before: said('a'),
    after: said('b'),
  };
}

/** As `columnDiffersSql`. */
function columnDiffers(row: Row, column: string): boolean {
  const isCompared =
    !VERSIONED.includes(column) || row.a_difficulty_version === row.b_difficulty_version;
  return isCompared && row[`a_${column}`] !== row[`b_${column}`];
}

type Value = (column: string) => string | number | null;

/** A figure of a result in words; `of` gives the values of its columns. */
const WORDS: Readonly<Record<ComparedFigure, (of: Value) => string>> = {
  verdict: (of) => String(of('status')),
  solutions: (of) => `solutions ${of('solutions')}${of('solutions_exact') === 1 ? '' : '+'}`,
  guessDepth: (of) => `depth ${of('guess_depth') ?? `${of('guess_depth_min') ?? 0}+`}`,
  score: (of) => {
    const [score, needs, rounds] = [of('difficulty'), of('needs'), of('look_ahead')];
    if (score === null) return 'no score';
    const technique = rounds === null ? needs : `${needs}, look-ahead ${rounds}`;
    return `score ${score}${of('difficulty_bound') === 1 ? '+' : ''} (${technique})`;
  },
};
