import {
  FIVE_STAR_TRIES,
  MOST_LOOK_AHEAD,
  NEEDS,
  THREE_STAR_EFFORT,
  TWO_STAR_EFFORT,
} from './difficulty.js';
import type { Status } from './outcome.js';
import type { ResultColumnName } from './result-columns.js';

/**
 * What a column of a row is asked to be:
 *
 *   null, known    whether it is null          among, not    one of a list, or none of it
 *   range          least <= it < below         same          what another column is
 *   score          the difficulty of the efforts of the row
 *
 * Null is none of the others, unless they say `orNull`.
 */
export type Ask =
  | { readonly is: 'null' | 'known' | 'score' }
  | { readonly is: 'among' | 'not'; readonly values: readonly Value[]; readonly orNull?: boolean }
  | {
      readonly is: 'range';
      readonly least: number;
      readonly below: number;
      readonly orNull?: boolean;
    }
  | { readonly is: 'same'; readonly column: ResultColumnName };

/** What the columns of a row are asked to be, all of them. */
export type Asks = Readonly<Partial<Record<ResultColumnName, Ask>>>;

/** A value as a row has it: flags are 0 and 1, counts of solutions are texts. */
type Value = string | number;

/** What ties columns of a row together: where `if` holds, `then` does. */
export interface RowRule {
  readonly if: Asks;
  readonly then: Asks;
}

const NULL = { is: 'null' } as const;
const KNOWN = { is: 'known' } as const;
const NO = among(0);
const YES = among(1);
const NONE = ['0'];
const FEW = ['0', '1'];

/** The needs of puzzles that lines alone solve. */
const READINGS = NEEDS.slice(0, NEEDS.indexOf('lookahead'));

/** What rating fills besides `difficulty`: all of it, or nothing. */
const RATING = [
  'difficulty_bound',
  'effort_line',
  'effort_probe',
  'tries',
  'stars',
  'needs',
] as const satisfies readonly ResultColumnName[];

/** What is counted besides `line_solves` while a puzzle is solved: all of it, or nothing. */
const COUNTED = [
  'probes',
  'decisions',
  'conflicts',
  'search_depth',
] as const satisfies readonly ResultColumnName[];

/** The verdicts, and what stays open: what ended the work is then the status. */
const PROVEN = ['unique', 'multiple', 'contradiction'] as const satisfies readonly Status[];
const OPEN = ['timeout', 'steps', 'memory', 'crash'] as const satisfies readonly Status[];
const AT_MOST_ONE = among('unique', 'contradiction');

/**
 * What ties the columns of `results` together, for every row that any run writes: also with answers
 * of other solvers (no technique, no counters, perhaps no picture), and also from older databases.
 * That a value is one of its column says the table of columns. What another program sends and what
 * a database holds is checked by these rules, in JavaScript and in SQL.
 */
export const ROW_RULES: readonly RowRule[] = [
  // What each status says.
  {
    if: { status: among('unique') },
    then: { solutions: among('1'), solutions_exact: YES, second_solution: NULL },
  },
  {
    if: { status: among('contradiction') },
    then: { solutions: among('0'), solutions_exact: YES, solution: NULL, second_solution: NULL },
  },
  {
    if: { status: among('multiple') },
    then: { solutions: { is: 'not', values: FEW }, guess_depth_min: NULL },
  },
  {
    if: { status: among('solved') },
    then: {
      solutions: { is: 'not', values: NONE },
      solutions_exact: NO,
      solution: KNOWN,
      second_solution: NULL,
    },
  },
  {
    if: { status: among(...OPEN) },
    then: {
      stopped_by: { is: 'same', column: 'status' },
      solutions_exact: NO,
      second_solution: NULL,
    },
  },
  { if: { solution: KNOWN }, then: { solutions: { is: 'not', values: NONE } } },
  { if: { second_solution: KNOWN }, then: { status: among('multiple'), solution: KNOWN } },
  // What ended the work.
  {
    if: { stopped_by: among('count') },
    then: { status: among('multiple', 'solved'), solutions_exact: NO },
  },
  { if: { stopped_by: among('crash') }, then: { status: among('crash') } },
  // What this solver has decided comes with its counters, its depth and its pictures.
  { if: { technique: KNOWN }, then: { status: among(...PROVEN), line_solves: KNOWN } },
  { if: { line_solves: KNOWN }, then: each(COUNTED, KNOWN) },
  { if: { line_solves: NULL }, then: each(COUNTED, NULL) },
  {
    if: { status: AT_MOST_ONE, line_solves: KNOWN },
    then: { guess_depth_min: KNOWN },
  },
  { if: { status: among('unique'), line_solves: KNOWN }, then: { solution: KNOWN } },
  {
    if: { status: among('multiple'), line_solves: KNOWN },
    then: { technique: among('search'), solution: KNOWN, second_solution: KNOWN },
  },
  // The technique is the guess depth in a word.
  {
    if: { guess_depth: KNOWN },
    then: {
      status: AT_MOST_ONE,
      guess_depth_min: { is: 'same', column: 'guess_depth' },
    },
  },
  {
    if: { technique: among('line') },
    then: {
      guess_depth: among(0),
      search_depth: among(0),
      probes: among(0),
      decisions: among(0),
      conflicts: among(0),
    },
  },
  { if: { technique: among('probe') }, then: { guess_depth: among(1) } },
  { if: { technique: among('search') }, then: { guess_depth: from(2, { orNull: true }) } },
  {
    if: { technique: among('search'), status: AT_MOST_ONE },
    then: { guess_depth_min: from(2) },
  },
  { if: { technique: NULL }, then: { guess_depth: NULL } },
  {
    if: { technique: NULL, status: AT_MOST_ONE },
    then: { guess_depth_min: { is: 'among', values: [1], orNull: true } },
  },
  { if: { sweeps: KNOWN }, then: { status: among('unique'), technique: among('line') } },
  { if: { status: among('unique'), technique: among('line') }, then: { sweeps: KNOWN } },
  // Difficulty.
  {
    if: { difficulty: KNOWN },
    then: {
      status: among('unique'),
      line_solves: KNOWN,
      ...each(RATING, KNOWN),
      difficulty: { is: 'score' },
    },
  },
  { if: { difficulty: NULL }, then: each([...RATING, 'difficulty_version'], NULL) },
  // Rows from before there were these have none of them.
  { if: { difficulty: NULL }, then: { opening: NULL, narrowest: NULL, inner_look_ahead: NULL } },
  {
    if: { needs: among('lookahead', 'assumption', 'nested') },
    then: { narrowest: { is: 'among', values: [0], orNull: true } },
  },
  {
    if: { needs: among(...READINGS) },
    then: {
      technique: among('line'),
      difficulty_bound: NO,
      effort_probe: among(0),
      tries: among(0),
      stars: among(1, 2, 3),
    },
  },
  {
    if: { needs: among('lookahead', 'assumption') },
    then: {
      technique: { is: 'among', values: ['probe'], orNull: true },
      guess_depth_min: among(1),
      difficulty_bound: NO,
      stars: among(4, 5),
    },
  },
  // The first version had no look-ahead.
  {
    if: { needs: among('lookahead') },
    then: { look_ahead: below(MOST_LOOK_AHEAD + 1), difficulty_version: KNOWN },
  },
  {
    if: { needs: among('assumption'), difficulty_version: KNOWN },
    then: { look_ahead: from(MOST_LOOK_AHEAD + 1) },
  },
  {
    if: { look_ahead: KNOWN },
    then: { needs: among('lookahead', 'assumption'), difficulty_version: KNOWN },
  },
  {
    if: { needs: among('nested') },
    then: {
      technique: { is: 'among', values: ['search'], orNull: true },
      guess_depth_min: from(1),
      difficulty_bound: YES,
      stars: among(5),
    },
  },
  { if: { inner_look_ahead: KNOWN }, then: { needs: among('nested'), guess_depth: among(2) } },
  { if: { stars: among(1) }, then: { effort_line: below(TWO_STAR_EFFORT) } },
  {
    if: { stars: among(2) },
    then: { effort_line: from(TWO_STAR_EFFORT, { below: THREE_STAR_EFFORT }) },
  },
  { if: { stars: among(3) }, then: { effort_line: from(THREE_STAR_EFFORT) } },
  { if: { stars: among(4) }, then: { tries: below(FIVE_STAR_TRIES) } },
  {
    if: { stars: among(5), needs: among('lookahead', 'assumption') },
    then: { tries: from(FIVE_STAR_TRIES) },
  },
  // What else is asked.
  { if: { proof: KNOWN }, then: { status: AT_MOST_ONE } },
  { if: { cross_check: among('agree') }, then: { status: among(...PROVEN) } },
  { if: { cross_check: among('differ') }, then: { error: KNOWN } },
  { if: { reused_from: KNOWN }, then: { reused_run: KNOWN } },
];

function each(columns: readonly ResultColumnName[], ask: Ask): Asks {
  return Object.fromEntries(columns.map((column) => [column, ask]));
}

function among(...values: readonly Value[]): Ask {
  return { is: 'among', values };
}

function from(
  least: number,
  { below: most = Infinity, orNull = false }: { below?: number; orNull?: boolean } = {},
): Ask {
  return { is: 'range', least, below: most, orNull };
}

function below(most: number): Ask {
  return from(0, { below: most });
}
