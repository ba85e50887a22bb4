import {
  FIVE_STAR_TRIES,
  MOST_LOOK_AHEAD,
  NEEDS,
  PROBE_WEIGHT,
  THREE_STAR_EFFORT,
  TWO_STAR_EFFORT,
} from '../../solver/core/result/difficulty.js';
import type { Status } from '../../solver/core/result/outcome.js';
import {
  isSolved,
  kindReason,
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../solver/core/result/result-columns.js';
import type { PuzzleResult, ResultInCells } from '../../solver/core/result/result.js';

/**
 * What a column of a row is asked to be:
 *
 *   null, known    whether it is null          among, not    one of a list, or none of it
 *   range          least <= it < below         same          what another column is
 *   score          the difficulty of the efforts of the row
 *
 * Null is none of the others, unless they say `orNull`.
 */
type Ask =
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
type Asks = Readonly<Partial<Record<ResultColumnName, Ask>>>;

/** A value as a row has it: flags are 0 and 1, counts of solutions are texts. */
type Value = string | number;

/** What ties columns of a row together: where `if` holds, `then` does. */
interface RowRule {
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
 * of other solvers (no technique, no counters, perhaps no picture). That a value is one of its
 * column says the table of columns. What another program sends and what a database holds is checked
 * by these rules.
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
  { if: { status: AT_MOST_ONE, line_solves: KNOWN }, then: { guess_depth_min: KNOWN } },
  { if: { status: among('unique'), line_solves: KNOWN }, then: { solution: KNOWN } },
  {
    if: { status: among('multiple'), line_solves: KNOWN },
    then: { technique: among('search'), solution: KNOWN, second_solution: KNOWN },
  },
  // The technique is the guess depth in a word.
  {
    if: { guess_depth: KNOWN },
    then: { status: AT_MOST_ONE, guess_depth_min: { is: 'same', column: 'guess_depth' } },
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
  { if: { technique: among('search'), status: AT_MOST_ONE }, then: { guess_depth_min: from(2) } },
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
  {
    if: { difficulty: NULL },
    then: each([...RATING, 'difficulty_version', 'opening', 'narrowest', 'inner_look_ahead'], NULL),
  },
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

/** A value of a column, as a row of the database has it; of a picture only whether it is one. */
export type RowValue = string | number | Uint8Array | null;

/** How much a score may differ from that of its efforts: logarithms are not the same everywhere. */
const SCORE_ERROR = 1e-6;

/** The rules as lists, which are faster to go through. */
const LISTED = ROW_RULES.map((rule) => ({ if: asksOf(rule.if), then: asksOf(rule.then) }));

function asksOf(asks: Asks): readonly (readonly [column: ResultColumnName, ask: Ask])[] {
  return Object.entries(asks) as [ResultColumnName, Ask][];
}

/** Why no run can have written a row of these values, each one of its column, or null. */
export function brokenRule(valueOf: (column: ResultColumnName) => RowValue): string | null {
  for (const rule of LISTED) {
    if (!rule.if.every(([column, ask]) => holds(ask, valueOf(column), valueOf))) continue;
    const broken = rule.then.find(([column, ask]) => !holds(ask, valueOf(column), valueOf));
    if (broken === undefined) continue;
    const [column, ask] = broken;
    const where = [...new Set([...rule.if.map(([name]) => name), 'status' as const])]
      .filter((name) => name !== column)
      .map((name) => `${name} is ${shown(valueOf(name))}`)
      .join(' and ');
    return `${column} is ${shown(valueOf(column))} where ${where}: expected ${askText(ask)}`;
  }
  return null;
}

function holds(
  ask: Ask,
  value: RowValue,
  valueOf: (column: ResultColumnName) => RowValue,
): boolean {
  switch (ask.is) {
    case 'null':
      return value === null;
    case 'known':
      return value !== null;
    case 'among':
      return value === null ? ask.orNull === true : ask.values.includes(value as string | number);
    case 'not':
      return value !== null && !ask.values.includes(value as string | number);
    case 'range':
      if (value === null) return ask.orNull === true;
      return typeof value === 'number' && value >= ask.least && value < ask.below;
    case 'same':
      return value === valueOf(ask.column);
    case 'score': {
      const effort =
        Number(valueOf('effort_line')) + PROBE_WEIGHT * Number(valueOf('effort_probe'));
      return Math.abs(Number(value) - Math.log2(1 + effort)) <= SCORE_ERROR;
    }
  }
}

/** What is asked, in words: `0`, `one of "unique", "contradiction"`, `2 or more`. */
function askText(ask: Ask): string {
  switch (ask.is) {
    case 'null':
      return 'null';
    case 'known':
      return 'a value';
    case 'among': {
      const words = ask.values.map(shown);
      const text = words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
      return ask.orNull === true ? `${text}, or null` : text;
    }
    case 'not':
      return `a value other than ${ask.values.map(shown).join(' and ')}`;
    case 'range': {
      const most = `less than ${ask.below}`;
      const least = `${ask.least} or more`;
      const text = ask.below === Infinity ? least : ask.least === 0 ? most : `${least}, ${most}`;
      return ask.orNull === true ? `${text}, or null` : text;
    }
    case 'same':
      return `what ${ask.column} is`;
    case 'score':
      return `log2(1 + effort_line + ${PROBE_WEIGHT} effort_probe)`;
  }
}

function shown(value: RowValue): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  }
  return value instanceof Uint8Array ? 'a picture' : String(value);
}

/** The columns that solving fills, in the order of the table. */
const SOLVED = RESULT_COLUMN_LIST.filter(isSolved);

/** Those whose bounds depend on the size of the puzzle. */
const SIZED = SOLVED.filter(
  ({ kind }) => (kind.is === 'count' || kind.is === 'real') && Number.isFinite(kind.perCell),
);

/** Why a result cannot be that of a puzzle of `cells` cells, or null. */
export function sizeReason(result: ResultInCells, cells: number): string | null {
  for (const { field, kind } of SIZED) {
    const value = result[field as keyof PuzzleResult];
    const reason = value === null ? null : kindReason(kind, value, cells);
    if (reason !== null) return `its ${field} is ${String(value)}, expected ${reason}`;
  }
  return null;
}

const FIELDS: Readonly<Partial<Record<ResultColumnName, string>>> = Object.fromEntries(
  SOLVED.map(({ name, field }) => [name, field]),
);

/** Why no solver can have found a result whose values are those of their columns, or null. */
export function ruleBrokenBy(result: PuzzleResult | ResultInCells): string | null {
  return brokenRule((column) => {
    const field = FIELDS[column];
    // What belongs to the run and the entry is not there yet.
    const value = field === undefined ? null : result[field as keyof PuzzleResult];
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
