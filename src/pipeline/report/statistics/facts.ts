import { NEEDS, difficultyRankSql } from '../../../solver/core/result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from '../../../solver/core/result/outcome.js';
import { CROSS_CHECKS } from '../../../solver/core/result/result-columns.js';
import { DRAWN_DENSITY } from '../../../solver/core/result/drawn-density.js';

/**
 * Something that is known of each puzzle of a run, and that puzzles are grouped by or measured by.
 */
export interface Fact {
  readonly name: string;
  /** What axes and columns call it. */
  readonly label: string;
  /** Words in their order; `any` for words that are not known before, such as sizes. */
  readonly words?: readonly string[] | 'any';
  /** Whether it is a whole number, or one of a few others, which need no bins. */
  readonly whole?: boolean;
  readonly unit?: 'ms';
  /** The least that it can be; 0 without it. */
  readonly least?: number;
  /** The most that it can be: the last bin that begins below it has that, too. */
  readonly most?: number;
  /** What words of `any` kind are sorted by, in SQL: a number. Without it, by their characters. */
  readonly order?: string;
  /** Its value in SQL, from the columns that `export` writes: a number, a word, or null. */
  readonly sql: string;
  /** Whether a value is only a lower bound, in SQL: 1 or 0. Without it, none is. */
  readonly isBound?: string;
  /** What puzzles are ordered by, from the least to the most; left out if it is the value. */
  readonly rank?: string;
}

const CELLS = '(width * height)';
const FILLED = `round(density * ${CELLS})`;

// Clues are `{"rows":[[1,2],[]],"columns":[[3]]}`: all commas but those between lines are between
// blocks. A block in colour is an object of its own, `{"n":1,"c":2}`.
const COMMAS = "(length(clues) - length(replace(clues, ',', '')))";
const EMPTY_LINES = "(length(clues) - length(replace(clues, '[]', ''))) / 2";
const COLOURED_BLOCKS = `(length(clues) - length(replace(clues, '"n"', ''))) / 3`;
const BLOCKS = `CASE colours WHEN 1 THEN ${COMMAS} + 1 - ${EMPTY_LINES} ELSE ${COLOURED_BLOCKS} END`;
/** Of black-and-white puzzles alone: between blocks of two colours there need be no room. */
const SLACK = `CASE colours WHEN 1 THEN 1 - (2 * ${FILLED} + ${COMMAS} + 1 - width - height) / (2.0 * ${CELLS}) END`;

/** The score of a puzzle that needs nested assumptions, and what it is made of, may be more. */
const RATED_BOUND = 'difficulty_bound IS 1';

const word = (name: string, label: string, words: readonly string[]): Fact => ({
  name,
  label,
  words,
  sql: name,
});
const whole = (name: string, label: string): Fact => ({
  name,
  label,
  whole: true,
  sql: name,
});
const real = (name: string, label: string): Fact => ({ name, label, sql: name });

/**
 * All of them: the columns of results and puzzles that are words or numbers, and what follows from
 * these.
 */
export const FACTS: readonly Fact[] = [
  {
    name: 'size',
    label: 'size',
    words: 'any',
    // By their cells, so that 5x5 comes before 10x10.
    order: `${CELLS} + width / 1e6`,
    sql: `width || 'x' || height`,
  },
  { name: 'width', label: 'width', whole: true, sql: `width` },
  { name: 'height', label: 'height', whole: true, sql: `height` },
  { name: 'cells', label: 'cells', whole: true, sql: CELLS },
  {
    name: 'side',
    label: 'longer side',
    whole: true,
    sql: `CASE WHEN width > height THEN width ELSE height END`,
  },
  { name: 'aspect', label: 'width / height', sql: `1.0 * width / height` },
  { name: 'colours', label: 'colours', whole: true, sql: `colours` },
  { name: 'filled', label: 'filled cells', whole: true, sql: FILLED },
  {
    name: 'density',
    label: 'share of filled cells',
    most: 1,
    sql: 'density',
  },
  {
    name: 'drawn_density',
    label: 'drawn share of filled cells',
    whole: true,
    most: 1,
    sql: DRAWN_DENSITY,
  },
  { name: 'blocks', label: 'blocks', whole: true, sql: BLOCKS },
  {
    name: 'slack',
    label: 'share of cells beyond what blocks need',
    most: 1,
    sql: SLACK,
  },
  { name: 'file', label: 'file', words: 'any', sql: `path` },
  { name: 'corpus', label: 'corpus', words: 'any', sql: `corpus` },
  { name: 'run', label: 'run', words: 'any', sql: `run_id` },
  { name: 'shape', label: 'shape', words: 'any', sql: `shape` },
  word('status', 'status', STATUSES),
  word('stopped_by', 'stopped by', STOPS),
  word('technique', 'technique', TECHNIQUES),
  word('needs', 'needs', NEEDS),
  word('cross_check', 'cross-check', CROSS_CHECKS),
  { ...whole('stars', 'stars'), least: 1, most: 5 },
  {
    ...real('difficulty', 'score'),
    most: 64,
    isBound: RATED_BOUND,
    rank: difficultyRankSql(),
  },
  whole('guess_depth', 'guess depth'),
  {
    ...whole('guess_depth_min', 'guess depth at least'),
    isBound: 'CASE WHEN guess_depth IS NULL THEN 1 ELSE 0 END',
  },
  whole('search_depth', 'search depth'),
  whole('sweeps', 'sweeps'),
  whole('line_solves', 'line solves'),
  whole('probes', 'probes'),
  whole('decisions', 'decisions'),
  whole('conflicts', 'conflicts'),
  // What was taken over from another run has the time of that run, maybe on another machine.
  {
    name: 'solve_ms',
    label: 'time',
    unit: 'ms',
    sql: 'CASE WHEN reused_run IS NULL THEN solve_ms END',
  },
  real('effort_line', 'effort of lines'),
  { ...real('effort_probe', 'effort of assumptions'), isBound: RATED_BOUND },
  { ...real('tries', 'tries'), isBound: RATED_BOUND },
  whole('look_ahead', 'look-ahead'),
  whole('difficulty_version', 'version of the score'),
  whole('opening', 'lines that open it'),
  whole('narrowest', 'lines at the narrowest place'),
  whole('inner_look_ahead', 'look-ahead inside an assumption'),
  whole('proof', 'steps of the proof'),
  {
    name: 'solutions',
    label: 'solutions',
    sql: `CAST(solutions AS DOUBLE)`,
    isBound: 'CASE WHEN solutions_exact = 1 THEN 0 ELSE 1 END',
  },
  { ...whole('solutions_exact', 'solutions exact'), most: 1 },
  { ...whole('difficulty_bound', 'score is a bound'), most: 1 },
  { ...whole('goal_matches', 'picture fits'), most: 1 },
  whole('attempts', 'attempts'),
  whole('reused_run', 'taken over from run'),
  { ...real('limit_ms', 'time limit'), unit: 'ms' },
];

/** Other names of facts, those that people use. */
export const ALIASES: Readonly<Record<string, string>> = {
  score: 'difficulty',
  depth: 'guess_depth',
  time: 'solve_ms',
};

/** What a puzzle either is or is not: its share is asked for by this word. */
export interface Property {
  readonly name: string;
  readonly label: string;
  /** Whether it holds, in SQL: 1 or 0, never null. */
  readonly sql: string;
}

const uniqueBy = (name: (typeof TECHNIQUES)[number], label: string): Property => ({
  name,
  label,
  sql: `CASE WHEN status = 'unique' AND technique = '${name}' THEN 1 ELSE 0 END`,
});

/**
 * All properties: the statuses, the techniques of unique puzzles, and `open` for those without a
 * verdict.
 */
export const PROPERTIES: readonly Property[] = [
  ...STATUSES.map((name) => ({
    name,
    label: name,
    sql: `CASE WHEN status = '${name}' THEN 1 ELSE 0 END`,
  })),
  uniqueBy('line', 'by lines'),
  uniqueBy('probe', 'by probing'),
  uniqueBy('search', 'by search'),
  {
    name: 'open',
    label: 'open',
    sql: `CASE WHEN status IN ('unique', 'multiple', 'contradiction') THEN 0 ELSE 1 END`,
  },
];
