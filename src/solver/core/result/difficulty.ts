/** What a person has to see, the weakest first; five ways to read a line come first. */
export const NEEDS = [
  'count',
  'overlap',
  'bounds',
  'runs',
  'line',
  'lookahead',
  'assumption',
  'nested',
] as const;

/** The weakest level that solves a puzzle, or that a step needs. */
export type Needs = (typeof NEEDS)[number];

/** How hard a puzzle with one solution is for people: see docs/solver/difficulty.md. */
export interface Difficulty {
  /** log2(1 + effortLine + 10 effortProbe): one more is twice the effort. Not rounded. */
  readonly difficulty: number;
  /** Whether that is a lower bound: at some point, more than one assumption at once is needed. */
  readonly difficultyBound: boolean;
  /** The cost of all rounds of reading lines. */
  readonly effortLine: number;
  /** The cost of all assumptions made until one tells something. */
  readonly effortProbe: number;
  /** How many assumptions are made until one tells something, in total. */
  readonly tries: number;
  /** 1 (lines alone, little work) to 5 (many assumptions, or several at once). */
  readonly stars: number;
  readonly needs: Needs;
  /**
   * Within how many rounds assumptions must contradict to be of use; null where lines alone are
   * enough, or single assumptions are not.
   */
  readonly lookAhead: number | null;
  /** The definition of all that: DIFFICULTY_VERSION. */
  readonly difficultyVersion: number;
  /** How it opens: the lines that tell something at first, each by itself. */
  readonly opening: number;
  /** The fewest lines that tell something in a round before the last; 0 with assumptions. */
  readonly narrowest: number;
  /**
   * Within how many rounds assumptions inside an assumption must contradict to be of use; null
   * unless two at once are needed and enough, which is looked at if guess depth 2 is asked for.
   */
  readonly innerLookAhead: number | null;
}

/** The columns of a difficulty, all null if there is none. */
export type DifficultyColumns = { readonly [Field in keyof Difficulty]: Difficulty[Field] | null };

/** The difficulty of a puzzle that has none, or whose rating was ended by its limits. */
export const NO_DIFFICULTY: DifficultyColumns = {
  difficulty: null,
  difficultyBound: null,
  effortLine: null,
  effortProbe: null,
  tries: null,
  stars: null,
  needs: null,
  lookAhead: null,
  difficultyVersion: null,
  opening: null,
  narrowest: null,
  innerLookAhead: null,
};

/** What an order by difficulty looks at. */
export type Rated = Pick<DifficultyColumns, 'difficulty' | 'difficultyBound' | 'stars'>;

/** The class of a rated puzzle: its stars, and last those whose scores are lower bounds. */
export function difficultyClass({ stars, difficultyBound }: Omit<Rated, 'difficulty'>): number {
  return (stars ?? 0) + Number(difficultyBound);
}

/** How many classes there are; 0 is of damaged rows alone. */
export const DIFFICULTY_CLASSES = 7;

/** The one order by difficulty: by class, then by score. Null without a score. */
export function difficultyRank(rated: Rated): number | null {
  return rated.difficulty === null ? null : 1000 * difficultyClass(rated) + rated.difficulty;
}

/** The same of a row of results, in SQL. */
export function difficultyRankSql(row = ''): string {
  return `1000 * (${row}stars + ${row}difficulty_bound) + ${row}difficulty`;
}

/** Compares two puzzles by difficulty, the easier one first, and those without a score last. */
export function byDifficulty(a: Rated, b: Rated): number {
  return (difficultyRank(a) ?? Infinity) - (difficultyRank(b) ?? Infinity) || 0;
}

/** The definition of the score. 2 tells `lookahead` from `assumption`; all else is as in 1. */
export const DIFFICULTY_VERSION = 2;

/** The most rounds of `lookahead`; what takes more is `assumption`. */
export const MOST_LOOK_AHEAD = 3;

/** What scores and stars are worked out by. */
export const SCORING = {
  /** What following an assumption weighs, compared with reading lines: the only fitted constant. */
  probeWeight: 10,
  /** Two and three stars begin at these efforts of lines alone. */
  twoStarEffort: 250,
  threeStarEffort: 1000,
  /** Five stars begin at so many tries, if single assumptions suffice. */
  fiveStarTries: 5,
} as const;
