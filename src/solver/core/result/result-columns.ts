import { DIFFICULTY_VERSION, NEEDS } from './difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from './outcome.js';

/** What a second engine can say about a verdict. */
export const CROSS_CHECKS = ['agree', 'differ', 'unknown'] as const;

/**
 * Where a column's value comes from: the outcome, its counters, the rating, the solving thread,
 * what came with the puzzle, or the run itself. Solving fills all but the last two.
 */
export type Origin = 'outcome' | 'counters' | 'rating' | 'thread' | 'entry' | 'run';

/** The most values that a cell can have: 31 colours and blank. */
const VALUES = 32;

/** The columns of `results` after its key, in order: with null if it is one of their values. */
const KINDS = {
  status: ['outcome', choice(STATUSES)],
  stopped_by: ['outcome', choice(STOPS), null],
  technique: ['outcome', choice(TECHNIQUES), null],
  guess_depth: ['outcome', count({ perCell: 1 }), null],
  guess_depth_min: ['outcome', count({ perCell: 1 }), null],
  search_depth: ['outcome', count({ perCell: VALUES }), null],
  solutions: ['outcome', { is: 'decimal', digits: 100_000 }],
  solutions_exact: ['outcome', { is: 'flag' }],
  sweeps: ['outcome', count({ perCell: 2 }), null],
  line_solves: ['counters', count(), null],
  probes: ['counters', count(), null],
  decisions: ['counters', count(), null],
  conflicts: ['counters', count(), null],
  solve_ms: ['thread', real({ most: 1e12 })],
  difficulty: ['rating', real({ most: 64 }), null],
  difficulty_bound: ['rating', { is: 'flag' }, null],
  effort_line: ['rating', real({ most: 1e15 }), null],
  effort_probe: ['rating', real({ most: 1e15 }), null],
  tries: ['rating', real({ most: 1e15 }), null],
  stars: ['rating', count({ least: 1, most: 5 }), null],
  needs: ['rating', choice(NEEDS), null],
  look_ahead: ['rating', count({ least: 2, most: 65_535 }), null],
  difficulty_version: ['rating', count({ least: 2, most: 1000 }), null],
  opening: ['rating', count(), null],
  narrowest: ['rating', count(), null],
  inner_look_ahead: ['rating', count({ least: 2, most: 65_535 }), null],
  proof: ['thread', count(), null],
  solution: ['outcome', { is: 'cells' }, null],
  second_solution: ['outcome', { is: 'cells' }, null],
  goal_matches: ['entry', { is: 'flag' }, null],
  cross_check: ['thread', choice(CROSS_CHECKS), null],
  attempts: ['run', count({ least: 1, most: 2 ** 31 - 1 })],
  limit_ms: ['run', real({ most: 1e15 }), null],
  reused_run: ['run', count({ least: 1 }), null],
  reused_from: ['run', { is: 'text', bytes: 8000 }, null],
  error: ['thread', { is: 'text', bytes: 8000 }, null],
  finished_at: ['thread', { is: 'time' }],
} as const satisfies Readonly<Record<string, readonly [from: Origin, kind: Kind, isNull?: null]>>;

/** What they say. The values of a choice are those of its list. */
const TEXTS = columnsIn([
  'status | What is proven of the puzzle, or what ended the work before anything was. | | | A verdict is a proof: the search has gone through every case. Each solution that is shown was checked against the clues by code that the solver does not use.',
  'stopped_by | What ended the work before everything that was asked is known. | | nothing ended it | With `multiple` and `timeout`, two solutions were found and time ran out while more were counted.',
  'technique | What it takes to solve the puzzle: lines alone (line), contradictions of one assumed cell at a time (probe), or more (search). | | nothing is proven, or the limits ended the work before it was known | `line` for guess depth 0, `probe` for 1, `search` for more or where the depth is not known; `multiple` is always `search`.',
  'guess_depth | The least level of contradictions that solves the puzzle: 0 is propagation; level d assumes a cell and closes the rest under level d - 1. | 0 or more; --guess-depth at most | the puzzle has several solutions, nothing is proven, it is deeper than `--guess-depth`, or the limits ended the work | Level d assumes one value of one cell, closes it under level d - 1, and removes the value on a contradiction, again and again until nothing changes. Only contradictions count: nothing is learned or merged from both values. Each step is monotone, so that no order of work changes the depth: it is a property of the puzzle. Level 0 and 1 are the simple and the 1-reducible puzzles of K. J. Batenburg and W. A. Kosters, On the difficulty of nonograms, ICGA Journal 35 (2012).',
  'guess_depth_min | What the guess depth is at least. | 0 or more | the puzzle has several solutions, or the thread was ended or died | The deepest level that was closed without solving the puzzle, plus 1. It equals `guess_depth` where that is known.',
  "search_depth | The deepest nesting of guesses that the search had open: the engine's own figure, which another version may change. | 0 or more guesses | the thread was ended or died",
  'solutions | How many solutions the puzzle has: exact, or a proven lower bound. | a decimal of any length, as text | | Two are enough to know that a puzzle is ambiguous; `--count` looks for more, and `--count exact` counts all of them, by counting the pictures of parts that do not touch each other.',
  'solutions_exact | Whether solutions is exact. | 1 if it is, 0 if it is a lower bound',
  'sweeps | Passes over all rows or all columns, in turn, until the last cell is known; for line-solvable puzzles. | 1 or more passes; 0 if the start position gives every cell | the puzzle is not `unique` by `line` | Complete line solving of all rows, then all columns, in turn, rows first: the difficulty of simple puzzles in K. J. Batenburg, S. Henstra, W. A. Kosters and W. J. Palenstijn, Constructing simple nonograms of varying difficulty, Pure Mathematics and Applications 20 (2009).',
  'line_solves | Calls of complete line solving. | 0 or more | the thread was ended or died',
  'probes | Cell values that were assumed and propagated. | 0 or more | the thread was ended or died',
  'decisions | Guesses of the search. | 0 or more | the thread was ended or died',
  'conflicts | Contradictions that the search met. | 0 or more | the thread was ended or died | With those of a thread that helped and had the verdict first, as all counters. The search learns a clause from each: J. P. Marques-Silva and K. A. Sakallah, GRASP: a search algorithm for propositional satisfiability, IEEE Transactions on Computers 48 (1999).',
  'solve_ms | From the unpacked puzzle to the verdict, in the thread, without check, rating and storage. | milliseconds of wall time, 0 or more, with a fraction | | Of a thread that was ended: how long it was seen to work on the puzzle.',
  'difficulty | How hard the puzzle is for people: one more is twice the effort. | 0 or more, not rounded | it was not rated | log2(1 + effort_line + 10 effort_probe), as [difficulty.md](../solver/difficulty.md) defines it and the columns after it. Rated is what is `unique`, unless the run had `--no-difficulty` or the limits ended the rating.',
  'difficulty_bound | Whether difficulty is a lower bound: somewhere two assumptions at once are needed. | 1 if it is, else 0 | it was not rated',
  'effort_line | The effort of reading lines. | 0 or more, with a fraction | it was not rated | The costs of all rounds in which lines are read, added up.',
  'effort_probe | The effort of assumptions. | 0 or more, with a fraction | it was not rated | The costs of the assumptions that are made until one tells something, added up.',
  'tries | How many assumptions one makes until one tells something, over the whole puzzle. | 0 or more, with a fraction | it was not rated',
  'stars | 1 to 3: lines alone, by the effort. 4 and 5: one or more assumptions. | 1 to 5 | it was not rated',
  'needs | The weakest technique of people that solves it, with all those before it. | | it was not rated',
  'look_ahead | How far one has to look ahead where lines are stuck: within how many rounds an assumption must contradict to be of use. | 2 or more rounds; up to 3, needs is `lookahead`, beyond that `assumption` | lines alone solve it, single assumptions do not, it has no score, or that is of version 1 | In round 1 the row and the column of the assumed cell are solved, then all lines whose cells the round before has changed.',
  `difficulty_version | The definition by which the puzzle was rated. | ${DIFFICULTY_VERSION} today | it has no score, or that of version 1 | Compare techniques (\`needs\`) of one version alone. Version 2 tells \`lookahead\` from \`assumption\`; scores, efforts, tries and stars are those of version 1.`,
  'opening | How the puzzle opens: how many lines tell something at first, each by itself. | 0 or more lines | it was not rated, or by a version without the column | The productive lines of the first round.',
  'narrowest | The narrowest place: the fewest lines that tell something in any round before the last. | 0 or more lines; 0 if an assumption is needed | it was not rated, or by a version without the column | A puzzle of a single round has that of its opening.',
  'inner_look_ahead | How far one has to look ahead inside an assumption, where two at once are needed: within how many rounds inner assumptions must contradict to be of use. | 2 or more rounds | its guess depth is not 2, or `--guess-depth` is 1, it was not rated, or the limits ended the look ahead | An outer assumption is followed by lines and by inner assumptions that contradict within so many rounds; all that single assumptions tell is known before. See [difficulty.md](../solver/difficulty.md).',
  'proof | Steps of the proof of the verdict, each of them checked (--prove). | 0 or more steps | the run had no `--prove`, the puzzle is neither `unique` nor `contradiction`, or the limits ended the proof | See [proofs.md](../lab/proofs.md).',
  'solution | A solution: rows joined by /, # filled, . blank, colours as digits and letters. | width x height cells as text, in base 32 for colours: 1 to 9, a to v | none was found | It is kept as well if the status stays open. Which two of several are kept may depend on the number of threads if a puzzle takes more than a twentieth of a second: the first verdict counts, and one thread may have solved it turned or mirrored (never with `--max-steps`). Verdict, depth, score and counts do not.',
  'second_solution | Another solution. | as solution | no second one was found',
  'goal_matches | Whether the picture that came with the puzzle fits its clues. | 1 if it does, else 0 | no picture came with it | The picture must also keep the cells of the start position.',
  'cross_check | What a second, independent engine says of the verdict (--cross-check). | | it was not asked | The clues become a formula (DIMACS) that CaDiCaL solves within the time of the puzzle; `unknown` if that does not suffice. For `unique` it must find no other solution.',
  'attempts | How often it was tried, rounds and retries included. | 1 or more | | Of what was taken over without a verdict: for how many rounds of the run the limit that it was found under would do; the rounds after these try it again.',
  'limit_ms | The time limit that it was found under: --timeout of the run, or of the round or the retry that found it. | milliseconds, more than 0 | there was no limit | The table `retries` has the limits of each retry.',
  'reused_run | The run that solved it, from which this one has taken over the result (`--reuse`): times, counters and limits are those of that run. | `runs.run_id` of this database, or of the one that reused_from names | this run solved it | The solver version has equal results, the questions are the same or wider ones, and the pictures were checked once more against the clues. The run may be gone since (`nonomill prune`): the result stays what it is.',
  'reused_from | The other database that reused_run is a run of (`--reuse-from`, or a part that was merged). | a path | it is a run of this database, or this run solved it',
  'error | Why the thread was ended or died, why the checker refused a solution, why a proof failed, or how the two engines differ. | text | there is nothing to say',
  'finished_at | When its solving ended. | UTC, ISO 8601 with milliseconds',
]);

type Kinds = typeof KINDS;
export type ResultColumnName = keyof Kinds;

/** `guessDepth` for `guess_depth`. */
type FieldOf<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FieldOf<Rest>>}`
  : Name;

/** The fields of the columns of some origins. */
export type FieldsFrom<From extends Origin> = {
  readonly [Name in ResultColumnName as Kinds[Name][0] extends From ? FieldOf<Name> : never]:
    | ValueOf<Kinds[Name][1]>
    | (Kinds[Name] extends readonly [unknown, unknown, null] ? null : never);
};

/** A column whose values this program works out, checks and sends. */
export interface NamedColumn extends Column {
  readonly name: ResultColumnName;
  /** What it is called in JavaScript and in JSON. */
  readonly field: FieldOf<ResultColumnName>;
  readonly from: Origin;
  readonly kind: Kind;
}

/** All columns, in their order. */
export const RESULT_COLUMN_LIST: readonly NamedColumn[] = Object.entries(KINDS).map(
  ([key, [from, kind, mayBeNull]]) => {
    const name = key as ResultColumnName;
    const field = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const said = TEXTS[name];
    if ((mayBeNull === null) !== (said.isNull !== undefined))
      throw new RangeError(`the column ${name} does not say when it is null`);
    const values =
      kind.is === 'choice' ? kind.choices.map((word) => `\`${word}\``).join(', ') : said.values;
    return { ...said, name, field: field as NamedColumn['field'], from, kind, values };
  },
);

/** The same by their names. */
export const RESULT_COLUMNS = Object.fromEntries(
  RESULT_COLUMN_LIST.map((column) => [column.name, column]),
) as Readonly<Record<ResultColumnName, NamedColumn>>;

/** The columns that solving fills, in the order of the table. */
export const SOLVED_COLUMNS = RESULT_COLUMN_LIST.filter(
  ({ from }) => from !== 'entry' && from !== 'run',
);

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

/** Columns, each a line `name | meaning | values | when it is null | how`, by their names. */
export function columnsIn(lines: readonly string[]): Readonly<Record<string, Column>> {
  const columns = lines.map((line): [string, Column] => {
    const [name, meaning, values, isNull, how] = line.split('|').map((one) => one.trim());
    return [name, { meaning, values, ...(isNull && { isNull }), ...(how && { how }) }];
  });
  return Object.fromEntries(columns);
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

function count(bounds?: Partial<Bounds>): { readonly is: 'count' } & Bounds {
  return { is: 'count', least: 0, most: Number.MAX_SAFE_INTEGER, perCell: Infinity, ...bounds };
}

function real(bounds?: Partial<Bounds>): { readonly is: 'real' } & Bounds {
  return { is: 'real', least: 0, most: Number.MAX_VALUE, perCell: Infinity, ...bounds };
}

function choice<const Choices extends readonly string[]>(choices: Choices) {
  return { is: 'choice', choices } as const;
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
