import { DIFFICULTY_VERSION, NEEDS } from './difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from './outcome.js';

/** What a second engine can say about a verdict. */
export const CROSS_CHECKS = ['agree', 'differ', 'unknown'] as const;

/**
 * Where a column's value comes from: the outcome, its counters, the rating, the solving thread,
 * what came with the puzzle, or the run itself. Solving fills all but the last two.
 */
export type Origin = 'outcome' | 'counters' | 'rating' | 'thread' | 'entry' | 'run';

/** A column of `results` that is not of its key. */
export interface ResultColumn extends TypedColumn {
  readonly from: Origin;
}

const KILLED = 'the thread was ended or died';
const NOT_RATED = 'it was not rated';
/** The most values that a cell can have: 31 colours and blank. */
const VALUES = 32;

/** The columns of `results` after its key, in their order. */
export const RESULT_COLUMNS = {
  status: {
    field: 'status',
    kind: choice(STATUSES),
    from: 'outcome',
    meaning: 'What is proven of the puzzle, or what ended the work before anything was.',
    values: listOf(STATUSES),
    how: 'A verdict is a proof: the search has gone through every case. Each solution that is shown was checked against the clues by code that the solver does not use.',
  },
  stopped_by: {
    field: 'stoppedBy',
    kind: choice(STOPS),
    from: 'outcome',
    meaning: 'What ended the work before everything that was asked is known.',
    values: listOf(STOPS),
    isNull: 'nothing ended it',
    how: 'With `multiple` and `timeout`, two solutions were found and time ran out while more were counted.',
  },
  technique: {
    field: 'technique',
    kind: choice(TECHNIQUES),
    from: 'outcome',
    meaning:
      'What it takes to solve the puzzle: lines alone (line), contradictions of one assumed cell at a time (probe), or more (search).',
    values: listOf(TECHNIQUES),
    isNull: 'nothing is proven, or the limits ended the work before it was known',
    how: '`line` for guess depth 0, `probe` for 1, `search` for more or where the depth is not known; `multiple` is always `search`.',
  },
  guess_depth: {
    field: 'guessDepth',
    kind: count({ perCell: 1 }),
    from: 'outcome',
    meaning:
      'The least level of contradictions that solves the puzzle: 0 is propagation; level d assumes a cell and closes the rest under level d - 1.',
    values: '0 or more; --guess-depth at most',
    isNull:
      'the puzzle has several solutions, nothing is proven, it is deeper than `--guess-depth`, or the limits ended the work',
    how: 'Level d assumes one value of one cell, closes it under level d - 1, and removes the value on a contradiction, again and again until nothing changes. Only contradictions count: nothing is learned or merged from both values. Each step is monotone, so that no order of work changes the depth: it is a property of the puzzle. Level 0 and 1 are the simple and the 1-reducible puzzles of K. J. Batenburg and W. A. Kosters, On the difficulty of nonograms, ICGA Journal 35 (2012).',
  },
  guess_depth_min: {
    field: 'guessDepthMin',
    kind: count({ perCell: 1 }),
    from: 'outcome',
    meaning: 'What the guess depth is at least.',
    values: '0 or more',
    isNull: 'the puzzle has several solutions, or ' + KILLED,
    how: 'The deepest level that was closed without solving the puzzle, plus 1. It equals `guess_depth` where that is known.',
  },
  search_depth: {
    field: 'searchDepth',
    kind: count({ perCell: VALUES }),
    from: 'outcome',
    meaning:
      "The deepest nesting of guesses that the search had open: the engine's own figure, which another version may change.",
    values: '0 or more guesses',
    isNull: KILLED,
  },
  solutions: {
    field: 'solutions',
    kind: { is: 'decimal', digits: 100_000 },
    from: 'outcome',
    meaning: 'How many solutions the puzzle has: exact, or a proven lower bound.',
    values: 'a decimal of any length, as text',
    how: 'Two are enough to know that a puzzle is ambiguous; `--count` looks for more, and `--count exact` counts all of them, by counting the pictures of parts that do not touch each other.',
  },
  solutions_exact: {
    field: 'solutionsExact',
    kind: { is: 'flag' },
    from: 'outcome',
    meaning: 'Whether solutions is exact.',
    values: '1 if it is, 0 if it is a lower bound',
  },
  sweeps: {
    field: 'sweeps',
    kind: count({ perCell: 2 }),
    from: 'outcome',
    meaning:
      'Passes over all rows or all columns, in turn, until the last cell is known; for line-solvable puzzles.',
    values: '1 or more passes; 0 if the start position gives every cell',
    isNull: 'the puzzle is not `unique` by `line`',
    how: 'Complete line solving of all rows, then all columns, in turn, rows first: the difficulty of simple puzzles in K. J. Batenburg, S. Henstra, W. A. Kosters and W. J. Palenstijn, Constructing simple nonograms of varying difficulty, Pure Mathematics and Applications 20 (2009).',
  },
  line_solves: {
    field: 'lineSolves',
    kind: count(),
    from: 'counters',
    meaning: 'Calls of complete line solving.',
    values: '0 or more',
    isNull: KILLED,
  },
  probes: {
    field: 'probes',
    kind: count(),
    from: 'counters',
    meaning: 'Cell values that were assumed and propagated.',
    values: '0 or more',
    isNull: KILLED,
  },
  decisions: {
    field: 'decisions',
    kind: count(),
    from: 'counters',
    meaning: 'Guesses of the search.',
    values: '0 or more',
    isNull: KILLED,
  },
  conflicts: {
    field: 'conflicts',
    kind: count(),
    from: 'counters',
    meaning: 'Contradictions that the search met.',
    values: '0 or more',
    isNull: KILLED,
    how: 'With those of a thread that helped and had the verdict first, as all counters. The search learns a clause from each: J. P. Marques-Silva and K. A. Sakallah, GRASP: a search algorithm for propositional satisfiability, IEEE Transactions on Computers 48 (1999).',
  },
  solve_ms: {
    field: 'solveMs',
    kind: real({ most: 1e12 }),
    from: 'thread',
    meaning:
      'From the unpacked puzzle to the verdict, in the thread, without check, rating and storage.',
    values: 'milliseconds of wall time, 0 or more, with a fraction',
    how: 'Of a thread that was ended: how long it was seen to work on the puzzle.',
  },
  difficulty: {
    field: 'difficulty',
    kind: real({ most: 64 }),
    from: 'rating',
    meaning: 'How hard the puzzle is for people: one more is twice the effort.',
    values: '0 or more, not rounded',
    isNull: NOT_RATED,
    how: 'log2(1 + effort_line + 10 effort_probe), as [difficulty.md](../solver/difficulty.md) defines it and the columns after it. Rated is what is `unique`, unless the run had `--no-difficulty` or the limits ended the rating.',
  },
  difficulty_bound: {
    field: 'difficultyBound',
    kind: { is: 'flag' },
    from: 'rating',
    meaning: 'Whether difficulty is a lower bound: somewhere two assumptions at once are needed.',
    values: '1 if it is, else 0',
    isNull: NOT_RATED,
  },
  effort_line: {
    field: 'effortLine',
    kind: real({ most: 1e15 }),
    from: 'rating',
    meaning: 'The effort of reading lines.',
    values: '0 or more, with a fraction',
    isNull: NOT_RATED,
    how: 'The costs of all rounds in which lines are read, added up.',
  },
  effort_probe: {
    field: 'effortProbe',
    kind: real({ most: 1e15 }),
    from: 'rating',
    meaning: 'The effort of assumptions.',
    values: '0 or more, with a fraction',
    isNull: NOT_RATED,
    how: 'The costs of the assumptions that are made until one tells something, added up.',
  },
  tries: {
    field: 'tries',
    kind: real({ most: 1e15 }),
    from: 'rating',
    meaning: 'How many assumptions one makes until one tells something, over the whole puzzle.',
    values: '0 or more, with a fraction',
    isNull: NOT_RATED,
  },
  stars: {
    field: 'stars',
    kind: count({ least: 1, most: 5 }),
    from: 'rating',
    meaning: '1 to 3: lines alone, by the effort. 4 and 5: one or more assumptions.',
    values: '1 to 5',
    isNull: NOT_RATED,
  },
  needs: {
    field: 'needs',
    kind: choice(NEEDS),
    from: 'rating',
    meaning: 'The weakest technique of people that solves it, with all those before it.',
    values: listOf(NEEDS),
    isNull: NOT_RATED,
  },
  look_ahead: {
    field: 'lookAhead',
    kind: count({ least: 2, most: 65_535 }),
    from: 'rating',
    meaning:
      'How far one has to look ahead where lines are stuck: within how many rounds an assumption must contradict to be of use.',
    values: '2 or more rounds; up to 3, needs is `lookahead`, beyond that `assumption`',
    isNull:
      'lines alone solve it, single assumptions do not, it has no score, or that is of version 1',
    how: 'In round 1 the row and the column of the assumed cell are solved, then all lines whose cells the round before has changed.',
  },
  difficulty_version: {
    field: 'difficultyVersion',
    kind: count({ least: 2, most: 1000 }),
    from: 'rating',
    meaning: 'The definition by which the puzzle was rated.',
    values: `${DIFFICULTY_VERSION} today`,
    isNull: 'it has no score, or that of version 1',
    how: 'Compare techniques (`needs`) of one version alone. Version 2 tells `lookahead` from `assumption`; scores, efforts, tries and stars are those of version 1.',
  },
  opening: {
    field: 'opening',
    kind: count(),
    from: 'rating',
    meaning: 'How the puzzle opens: how many lines tell something at first, each by itself.',
    values: '0 or more lines',
    isNull: NOT_RATED + ', or by a version without the column',
    how: 'The productive lines of the first round.',
  },
  narrowest: {
    field: 'narrowest',
    kind: count(),
    from: 'rating',
    meaning:
      'The narrowest place: the fewest lines that tell something in any round before the last.',
    values: '0 or more lines; 0 if an assumption is needed',
    isNull: NOT_RATED + ', or by a version without the column',
    how: 'A puzzle of a single round has that of its opening.',
  },
  inner_look_ahead: {
    field: 'innerLookAhead',
    kind: count({ least: 2, most: 65_535 }),
    from: 'rating',
    meaning:
      'How far one has to look ahead inside an assumption, where two at once are needed: within how many rounds inner assumptions must contradict to be of use.',
    values: '2 or more rounds',
    isNull:
      'its guess depth is not 2, or `--guess-depth` is 1, it was not rated, or the limits ended the look ahead',
    how: 'An outer assumption is followed by lines and by inner assumptions that contradict within so many rounds; all that single assumptions tell is known before. See [difficulty.md](../solver/difficulty.md).',
  },
  proof: {
    field: 'proof',
    kind: count(),
    from: 'thread',
    meaning: 'Steps of the proof of the verdict, each of them checked (--prove).',
    values: '0 or more steps',
    isNull:
      'the run had no `--prove`, the puzzle is neither `unique` nor `contradiction`, or the limits ended the proof',
    how: 'See [proofs.md](../lab/proofs.md).',
  },
  solution: {
    field: 'solution',
    kind: { is: 'cells' },
    from: 'outcome',
    meaning: 'A solution: rows joined by /, # filled, . blank, colours as digits and letters.',
    values: 'width x height cells as text, in base 32 for colours: 1 to 9, a to v',
    isNull: 'none was found',
    how: 'It is kept as well if the status stays open. Which two of several are kept may depend on the number of threads if a puzzle takes more than a twentieth of a second: the first verdict counts, and one thread may have solved it turned or mirrored (never with `--max-steps`). Verdict, depth, score and counts do not.',
  },
  second_solution: {
    field: 'secondSolution',
    kind: { is: 'cells' },
    from: 'outcome',
    meaning: 'Another solution.',
    values: 'as solution',
    isNull: 'no second one was found',
  },
  goal_matches: {
    field: 'goalMatches',
    kind: { is: 'flag' },
    from: 'entry',
    meaning: 'Whether the picture that came with the puzzle fits its clues.',
    values: '1 if it does, else 0',
    isNull: 'no picture came with it',
    how: 'The picture must also keep the cells of the start position.',
  },
  cross_check: {
    field: 'crossCheck',
    kind: choice(CROSS_CHECKS),
    from: 'thread',
    meaning: 'What a second, independent engine says of the verdict (--cross-check).',
    values: listOf(CROSS_CHECKS),
    isNull: 'it was not asked',
    how: 'The clues become a formula (DIMACS) that CaDiCaL solves within the time of the puzzle; `unknown` if that does not suffice. For `unique` it must find no other solution.',
  },
  attempts: {
    field: 'attempts',
    kind: count({ least: 1, most: 2 ** 31 - 1 }),
    from: 'run',
    meaning: 'How often it was tried, rounds and retries included.',
    values: '1 or more',
    how: 'Of what was taken over without a verdict: for how many rounds of the run the limit that it was found under would do; the rounds after these try it again.',
  },
  limit_ms: {
    field: 'limitMs',
    kind: real({ most: 1e15 }),
    from: 'run',
    meaning:
      'The time limit that it was found under: --timeout of the run, or of the round or the retry that found it.',
    values: 'milliseconds, more than 0',
    isNull: 'there was no limit',
    how: 'The table `retries` has the limits of each retry.',
  },
  reused_run: {
    field: 'reusedRun',
    kind: count({ least: 1 }),
    from: 'run',
    meaning:
      'The run that solved it, from which this one has taken over the result (`--reuse`): times, counters and limits are those of that run.',
    values: '`runs.run_id` of this database, or of the one that reused_from names',
    isNull: 'this run solved it',
    how: 'The solver version has equal results, the questions are the same or wider ones, and the pictures were checked once more against the clues. The run may be gone since (`nonomill prune`): the result stays what it is.',
  },
  reused_from: {
    field: 'reusedFrom',
    kind: { is: 'text', bytes: 8000 },
    from: 'run',
    meaning:
      'The other database that reused_run is a run of (`--reuse-from`, or a part that was merged).',
    values: 'a path',
    isNull: 'it is a run of this database, or this run solved it',
  },
  error: {
    field: 'error',
    kind: { is: 'text', bytes: 8000 },
    from: 'thread',
    meaning:
      'Why the thread was ended or died, why the checker refused a solution, why a proof failed, or how the two engines differ.',
    values: 'text',
    isNull: 'there is nothing to say',
  },
  finished_at: {
    field: 'finishedAt',
    kind: { is: 'time' },
    from: 'thread',
    meaning: 'When its solving ended.',
    values: 'UTC, ISO 8601 with milliseconds',
  },
} as const satisfies Readonly<Record<string, ResultColumn>>;

type Columns = typeof RESULT_COLUMNS;

export type ResultColumnName = keyof Columns;

/** The columns whose values come from some origins. */
type ColumnsFrom<From extends Origin> = {
  readonly [
    Name in ResultColumnName as Columns[Name]['from'] extends From ? Name : never
  ]: Columns[Name];
};

/** Those that solving fills; the others are known without it. */
export type SolvedColumns = ColumnsFrom<'outcome' | 'counters' | 'rating' | 'thread'>;

/** The fields of the columns of some origins. */
export type SolvedField<From extends Origin> = ColumnsFrom<From>[keyof ColumnsFrom<From>]['field'];

export interface NamedColumn extends ResultColumn {
  readonly name: ResultColumnName;
  readonly field: Columns[ResultColumnName]['field'];
}

/** All columns with their names, in their order. */
export const RESULT_COLUMN_LIST: readonly NamedColumn[] = Object.entries<Columns[ResultColumnName]>(
  RESULT_COLUMNS,
).map(([name, column]) => ({
  ...column,
  name: name as ResultColumnName,
}));

export function isSolved({ from }: ResultColumn): boolean {
  return from !== 'entry' && from !== 'run';
}

function listOf(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

/** What people should know of a column: help, pages and docs/pipeline/results.md say it so. */
export interface Column {
  /** What it says, in one sentence or two. */
  readonly meaning: string;
  /** Which values it has, and in which unit. */
  readonly values: string;
  /** When it is null; left out if it never is. */
  readonly isNull?: string;
  /** How it is worked out, with the paper if there is one; left out if `meaning` says enough. */
  readonly how?: string;
}

/** A number from `least` to `most`, and for a puzzle of n cells to n x `perCell` at most. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly perCell: number;
}

/**
 * What the values of a column are:
 *
 *   count    a whole number               choice   one of a list
 *   real     a number with a fraction     decimal  a whole number of any length, as text
 *   flag     true or false                text     anything, in at most `bytes` bytes of UTF-8
 *   time     milliseconds since 1970      cells    a picture: rows joined by '/'
 */
export type Kind =
  | ({ readonly is: 'count' } & Bounds)
  | ({ readonly is: 'real' } & Bounds)
  | { readonly is: 'flag' }
  | { readonly is: 'time' }
  | { readonly is: 'choice'; readonly choices: readonly string[] }
  | { readonly is: 'decimal'; readonly digits: number }
  | { readonly is: 'text'; readonly bytes: number }
  | { readonly is: 'cells' };

/** A column whose values this program works out, checks and sends. */
interface TypedColumn extends Column {
  /** What it is called in JavaScript and in JSON. */
  readonly field: string;
  readonly kind: Kind;
}

function count(bounds?: Partial<Bounds>): { readonly is: 'count' } & Bounds {
  return { is: 'count', least: 0, most: Number.MAX_SAFE_INTEGER, perCell: Infinity, ...bounds };
}

function real(bounds?: Partial<Bounds>): { readonly is: 'real' } & Bounds {
  return { is: 'real', least: 0, most: Number.MAX_VALUE, perCell: Infinity, ...bounds };
}

function choice<const Choices extends readonly string[]>(
  choices: Choices,
): { readonly is: 'choice'; readonly choices: Choices } {
  return { is: 'choice', choices };
}

/** The values of a kind, as JavaScript has them. */
type ValueOf<K extends Kind> = K extends {
  readonly is: 'choice';
  readonly choices: readonly (infer Choice)[];
}
  ? Choice
  : K extends { readonly is: 'flag' }
    ? boolean
    : K extends { readonly is: 'count' | 'real' | 'time' }
      ? number
      : string;

/** The fields of some columns; those that say when they are null may be null. */
export type FieldsOf<Columns extends Readonly<Record<string, TypedColumn>>> = {
  readonly [Name in keyof Columns as Columns[Name]['field']]:
    | ValueOf<Columns[Name]['kind']>
    | (Columns[Name] extends { readonly isNull: string } ? null : never);
};

/** What was expected instead of a `value` that is not null, for so many cells; null if it fits. */
export function kindReason(kind: Kind, value: unknown, cells: number): string | null {
  switch (kind.is) {
    case 'count':
    case 'real': {
      const most = mostOf(kind, cells);
      const isRight =
        typeof value === 'number' &&
        value >= kind.least &&
        value <= most &&
        (kind.is === 'real' || Number.isInteger(value));
      const what = kind.is === 'real' ? 'a number' : 'a whole number';
      return isRight ? null : `${what} from ${kind.least} to ${most}`;
    }
    case 'flag':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'time': {
      const isRight = typeof value === 'number' && value >= 0 && value <= LAST_MS;
      return isRight ? null : 'milliseconds since 1970';
    }
    case 'choice':
      return typeof value === 'string' && kind.choices.includes(value)
        ? null
        : `one of ${kind.choices.join(', ')}`;
    case 'decimal': {
      const isRight =
        typeof value === 'string' && value.length <= kind.digits && /^(0|[1-9]\d*)$/.test(value);
      return isRight ? null : `a whole number of at most ${kind.digits} digits`;
    }
    case 'text':
      return typeof value === 'string' && new TextEncoder().encode(value).length <= kind.bytes
        ? null
        : `text of at most ${kind.bytes} bytes`;
    case 'cells':
      return typeof value === 'string' ? null : 'a picture as text';
  }
}

/** The most that a number may be for a puzzle of `cells` cells. */
export function mostOf({ most, perCell }: Bounds, cells: number): number {
  return Math.min(most, perCell * cells);
}

/** The latest time that a Date can hold. */
export const LAST_MS = 8.64e15;
