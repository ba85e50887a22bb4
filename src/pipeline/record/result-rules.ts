import { MOST_LOOK_AHEAD, NEEDS, SCORING } from '../../solver/core/result/difficulty.js';
import {
  kindReason,
  RESULT_COLUMNS,
  SOLVED_COLUMNS,
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
type Ask = { readonly orNull?: boolean } & (
  | { readonly is: 'null' | 'known' | 'score' }
  | { readonly is: 'among' | 'not'; readonly values: readonly Value[] }
  | { readonly is: 'range'; readonly least: number; readonly below: number }
  | { readonly is: 'same'; readonly column: ResultColumnName }
);

/** A value as a row has it: flags are 0 and 1, counts of solutions are texts. */
type Value = string | number;

/** The needs of puzzles that lines alone solve. */
const READINGS = NEEDS.slice(0, NEEDS.indexOf('lookahead')).join('/');

/** What rating fills besides `difficulty`: all of it, or nothing. */
const RATING = ['difficulty_bound', 'effort_line', 'effort_probe', 'tries', 'stars', 'needs'];

/** What is counted besides `line_solves` while a puzzle is solved: all of it, or nothing. */
const COUNTED = ['probes', 'decisions', 'conflicts', 'search_depth'];

/** The verdicts, and what stays open: what ended the work is then the status. */
const PROVEN = 'unique/multiple/contradiction';
const OPEN = 'timeout/steps/memory/crash';
const AT_MOST_ONE = 'unique/contradiction';

/**
 * What ties the columns of `results` together, for every row that any run writes: where `if` holds,
 * `then` does, also with answers of other solvers (no technique, no counters, perhaps no picture).
 * That a value is one of its column says the table of columns. What another program sends and what
 * a database holds is checked by these rules.
 */
export const ROW_RULES = [
  // What each status says.
  'status = unique: solutions = 1, solutions_exact = 1, second_solution = null',
  'status = contradiction: solutions = 0, solutions_exact = 1, solution = null, second_solution = null',
  'status = multiple: solutions <> 0/1, guess_depth_min = null',
  'status = solved: solutions <> 0, solutions_exact = 0, solution known, second_solution = null',
  `status = ${OPEN}: stopped_by = status, solutions_exact = 0, second_solution = null`,
  'solution known: solutions <> 0',
  'second_solution known: status = multiple, solution known',
  // What ended the work.
  'stopped_by = count: status = multiple/solved, solutions_exact = 0',
  'stopped_by = crash: status = crash',
  // What this solver has decided comes with its counters, its depth and its pictures.
  `technique known: status = ${PROVEN}, line_solves known`,
  `line_solves known: ${each(COUNTED, 'known')}`,
  `line_solves = null: ${each(COUNTED, '= null')}`,
  `status = ${AT_MOST_ONE}, line_solves known: guess_depth_min known`,
  'status = unique, line_solves known: solution known',
  'status = multiple, line_solves known: technique = search, solution known, second_solution known',
  // The technique is the guess depth in a word.
  `guess_depth known: status = ${AT_MOST_ONE}, guess_depth_min = guess_depth`,
  `technique = line: ${each(['guess_depth', 'search_depth', 'probes', 'decisions', 'conflicts'], '= 0')}`,
  'technique = probe: guess_depth = 1',
  'technique = search: guess_depth >= 2 or null',
  `technique = search, status = ${AT_MOST_ONE}: guess_depth_min >= 2`,
  'technique = null: guess_depth = null',
  `technique = null, status = ${AT_MOST_ONE}: guess_depth_min = 1 or null`,
  'sweeps known: status = unique, technique = line',
  'status = unique, technique = line: sweeps known',
  // Difficulty.
  `difficulty known: status = unique, line_solves known, ${each(RATING, 'known')}, difficulty = score`,
  `difficulty = null: ${each([...RATING, 'difficulty_version', 'opening', 'narrowest', 'inner_look_ahead'], '= null')}`,
  'needs = lookahead/assumption/nested: narrowest = 0 or null',
  `needs = ${READINGS}: technique = line, difficulty_bound = 0, effort_probe = 0, tries = 0, stars = 1/2/3`,
  'needs = lookahead/assumption: technique = probe or null, guess_depth_min = 1, difficulty_bound = 0, stars = 4/5',
  // The first version had no look-ahead.
  `needs = lookahead: look_ahead < ${MOST_LOOK_AHEAD + 1}, difficulty_version known`,
  `needs = assumption, difficulty_version known: look_ahead >= ${MOST_LOOK_AHEAD + 1}`,
  'look_ahead known: needs = lookahead/assumption, difficulty_version known',
  'needs = nested: technique = search or null, guess_depth_min >= 1, difficulty_bound = 1, stars = 5',
  'inner_look_ahead known: needs = nested, guess_depth = 2',
  `stars = 1: effort_line < ${SCORING.twoStarEffort}`,
  `stars = 2: effort_line >= ${SCORING.twoStarEffort} < ${SCORING.threeStarEffort}`,
  `stars = 3: effort_line >= ${SCORING.threeStarEffort}`,
  `stars = 4: tries < ${SCORING.fiveStarTries}`,
  `stars = 5, needs = lookahead/assumption: tries >= ${SCORING.fiveStarTries}`,
  // What else is asked.
  `proof known: status = ${AT_MOST_ONE}`,
  `cross_check = agree: status = ${PROVEN}`,
  'cross_check = differ: error known',
  'reused_from known: reused_run known',
].map((rule) => {
  const [when, then] = rule.split(': ').map((asks) => asks.split(', ').map(askIn));
  return { if: when, then };
});

function each(columns: readonly string[], ask: string): string {
  return columns.map((column) => `${column} ${ask}`).join(', ');
}

/** Reads `status = unique/multiple` or `tries >= 2 < 5 or null`; `=` another column is the same. */
function askIn(text: string): readonly [column: ResultColumnName, ask: Ask] {
  const [name, sign, value, ...rest] = text.split(' ');
  const column = name as ResultColumnName;
  const { kind } = RESULT_COLUMNS[column];
  const orNull = rest.at(-1) === 'null';
  const isWord = kind.is === 'choice' || kind.is === 'decimal';
  if (sign === 'known') return [column, { is: 'known' }];
  if (sign === '<') return [column, { is: 'range', least: 0, below: Number(value), orNull }];
  if (sign === '>=') {
    const below = rest[0] === '<' ? Number(rest[1]) : Infinity;
    return [column, { is: 'range', least: Number(value), below, orNull }];
  }
  if (value === 'null' || value === 'score') return [column, { is: value }];
  if (value in RESULT_COLUMNS) return [column, { is: 'same', column: value as ResultColumnName }];
  const values = value.split('/').map((word) => (isWord ? word : Number(word)));
  return [column, { is: sign === '=' ? 'among' : 'not', values, orNull }];
}

/** A value of a column, as a row of the database has it; of a picture only whether it is one. */
export type RowValue = string | number | Uint8Array | null;

/** How much a score may differ from that of its efforts: logarithms are not the same everywhere. */
const SCORE_ERROR = 1e-6;

/** Why no run can have written a row of these values, each one of its column, or null. */
export function brokenRule(valueOf: (column: ResultColumnName) => RowValue): string | null {
  for (const rule of ROW_RULES) {
    if (!rule.if.every(([column, ask]) => holds(ask, valueOf(column), valueOf))) continue;
    const broken = rule.then.find(([column, ask]) => !holds(ask, valueOf(column), valueOf));
    if (broken === undefined) continue;
    const [column, ask] = broken;
    const where = [...new Set([...rule.if.map(([name]) => name), 'status' as const])]
      .filter((name) => name !== column)
      .map((name) => `${name} is ${shown(valueOf(name))}`)
      .join(' and ');
    const expected = `${askText(ask)}${ask.orNull === true ? ', or null' : ''}`;
    return `${column} is ${shown(valueOf(column))} where ${where}: expected ${expected}`;
  }
  return null;
}

function holds(ask: Ask, value: RowValue, valueOf: (column: ResultColumnName) => RowValue) {
  if (value === null && ask.orNull === true) return true;
  switch (ask.is) {
    case 'null':
      return value === null;
    case 'known':
      return value !== null;
    case 'among':
      return ask.values.includes(value as string | number);
    case 'not':
      return value !== null && !ask.values.includes(value as string | number);
    case 'range':
      return typeof value === 'number' && value >= ask.least && value < ask.below;
    case 'same':
      return value === valueOf(ask.column);
    case 'score': {
      const effort =
        Number(valueOf('effort_line')) + SCORING.probeWeight * Number(valueOf('effort_probe'));
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
      return words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
    }
    case 'not':
      return `a value other than ${ask.values.map(shown).join(' and ')}`;
    case 'range': {
      const most = `less than ${ask.below}`;
      const least = `${ask.least} or more`;
      return ask.below === Infinity ? least : ask.least === 0 ? most : `${least}, ${most}`;
    }
    case 'same':
      return `what ${ask.column} is`;
    case 'score':
      return `log2(1 + effort_line + ${SCORING.probeWeight} effort_probe)`;
  }
}

function shown(value: RowValue): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  }
  return value instanceof Uint8Array ? 'a picture' : String(value);
}

/** Those whose bounds depend on the size of the puzzle. */
const SIZED = SOLVED_COLUMNS.filter(
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
  SOLVED_COLUMNS.map(({ name, field }) => [name, field]),
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
