import { byDifficulty, difficultyClass } from '../../solver/core/result/difficulty.js';
import {
  ABOUT_EQUAL,
  NEEDS_WORDS,
  guessingText,
  scoreText,
  starsText,
} from '../../solver/core/result/difficulty-words.js';
import type { Status } from '../../solver/core/result/outcome.js';
import type { RatedResult } from '../../pipeline/store/queries/stored-results.js';
import { calledText } from '../../pipeline/report/summary/result-words.js';
import { csvLine } from '../../solver/core/text/escape.js';
import { tableText } from '../../pipeline/cli/terminal/table-text.js';

export type Ranked = RatedResult & {
  /** From 1 for the easiest, shared by puzzles that are about equal; null without a score. */
  readonly rank: number | null;
  /** Why it has no score, or null. */
  readonly reason: string | null;
};

const REASONS: Readonly<Record<Status, string>> = {
  unique: 'not rated: its limits ran out',
  multiple: 'several solutions',
  contradiction: 'no solution',
  solved: 'solved by a program that did not look for more solutions',
  timeout: 'not decided: the time ran out',
  steps: 'not decided: the steps ran out',
  memory: 'not decided: the memory ran out',
  crash: 'not decided: its thread died',
};

/**
 * Ranks puzzles, the easiest first. Puzzles share a rank if they have as many stars, and scores
 * that differ by less than ABOUT_EQUAL from that of the first one with that rank; lower bounds
 * share the last one, as they tell nothing of each other. The next rank counts all before it. Those
 * without a score come last, in the order of the corpus.
 */
export function rankingOf(results: readonly RatedResult[]): Ranked[] {
  const scored = results
    .filter(({ difficulty }) => difficulty !== null)
    .sort((a, b) => byDifficulty(a, b) || a.puzzleId - b.puzzleId);
  const ranked: Ranked[] = [];
  let rank = 1;
  let easiest = scored.at(0);
  scored.forEach((result, i) => {
    if (!areAboutEqual(easiest!, result)) [rank, easiest] = [i + 1, result];
    ranked.push({ ...result, rank, reason: null });
  });
  for (const result of results) {
    if (result.difficulty === null) {
      ranked.push({ ...result, rank: null, reason: REASONS[result.status] });
    }
  }
  return ranked;
}

function areAboutEqual(a: RatedResult, b: RatedResult): boolean {
  if (difficultyClass(a) !== difficultyClass(b)) return false;
  return b.difficultyBound === true || b.difficulty! - a.difficulty! < ABOUT_EQUAL;
}

const HEAD = [
  { title: 'rank', right: true },
  { title: 'stars' },
  { title: 'score', right: true },
  { title: 'guessing' },
  { title: 'needs' },
  { title: 'size', right: true },
  { title: 'puzzle' },
];

/** The ranking as a table of at most `columns` characters a line, with a note on equal ranks. */
export function rankingText(ranking: readonly Ranked[], columns: number): string {
  const rows = ranking.map((ranked) => [
    ranked.rank === null ? '-' : String(ranked.rank),
    starsText(ranked.stars),
    scoreText(ranked),
    ranked.needs === null ? (ranked.reason ?? '') : guessingText(ranked.needs),
    ranked.needs === null ? '' : NEEDS_WORDS[ranked.needs],
    `${ranked.width}x${ranked.height}`,
    calledText(ranked),
  ]);
  const shares = ranking.some(({ rank }, i) => rank !== null && rank === ranking[i + 1]?.rank);
  const note = shares
    ? '\nPuzzles of the same rank are about equal: as many stars, and scores that differ by less than 0.5' +
      (ranking.some(({ difficultyBound }) => difficultyBound === true)
        ? ';\nscores with a + are lower bounds, which share the last rank.\n'
        : '.\n')
    : '';
  return tableText(HEAD, rows, columns) + note;
}

/** The JSON object of a puzzle. */
type Field = keyof Ranked;

/** The columns of the CSV, named as in the database, and the field of each. */
const COLUMNS: readonly (readonly [column: string, field: Field])[] = [
  ['rank', 'rank'],
  ['name', 'name'],
  ['title', 'title'],
  ['path', 'path'],
  ['ordinal', 'ordinal'],
  ['width', 'width'],
  ['height', 'height'],
  ['status', 'status'],
  ['difficulty', 'difficulty'],
  ['difficulty_bound', 'difficultyBound'],
  ['effort_line', 'effortLine'],
  ['effort_probe', 'effortProbe'],
  ['tries', 'tries'],
  ['stars', 'stars'],
  ['needs', 'needs'],
  ['look_ahead', 'lookAhead'],
  ['opening', 'opening'],
  ['narrowest', 'narrowest'],
  ['inner_look_ahead', 'innerLookAhead'],
  ['difficulty_version', 'difficultyVersion'],
  ['reason', 'reason'],
];

export function* rankingCsv(ranking: readonly Ranked[]): Generator<string> {
  yield csvLine(COLUMNS.map(([column]) => column));
  for (const ranked of ranking) {
    const cells = COLUMNS.map(([, field]) => {
      const value = ranked[field];
      return typeof value === 'boolean' ? Number(value) : value;
    });
    yield csvLine(cells);
  }
}

export function rankingJson(ranking: readonly Ranked[]): string {
  const shown = ranking.map((ranked) =>
    Object.fromEntries(COLUMNS.map(([, field]) => [field, ranked[field]])),
  );
  return JSON.stringify(shown, null, 2) + '\n';
}
