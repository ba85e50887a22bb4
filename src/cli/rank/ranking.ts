import { ABOUT_EQUAL } from '../../result/difficulty-words.js';
import type { Status } from '../../result/outcome.js';
import type { RatedResult } from '../../store/queries/rated-results.js';

/** A puzzle with its rank. */
export interface Ranked extends RatedResult {
  /** From 1 for the easiest, shared by puzzles that are about equal; null without a score. */
  readonly rank: number | null;
  /** Why it has no score, or null. */
  readonly reason: string | null;
}

const REASONS: Readonly<Record<Status, string>> = {
  unique: 'not rated: its limits ran out',
  multiple: 'several solutions',
  contradiction: 'no solution',
  solved: 'solved by a program that did not look for more solutions',
  timeout: 'not decided: the time ran out',
  steps: 'not decided: the steps ran out',
  memory: 'not decided: the memory ran out',
  crash: 'not decided: its worker died',
};

/**
 * Ranks puzzles, the easiest first. Puzzles share a rank if their scores differ by less than
 * ABOUT_EQUAL from that of the first one with that rank; the next rank counts all before it. Those
 * without a score come last, in the order of the corpus.
 */
export function rankingOf(results: readonly RatedResult[]): Ranked[] {
  const scored = results
    .filter(({ difficulty }) => difficulty !== null)
    .sort((a, b) => Number(a.difficulty) - Number(b.difficulty) || a.puzzleId - b.puzzleId);
  const ranked: Ranked[] = [];
  let rank = 1;
  let easiest = Number(scored.at(0)?.difficulty);
  scored.forEach((result, i) => {
    if (Number(result.difficulty) - easiest >= ABOUT_EQUAL) {
      rank = i + 1;
      easiest = Number(result.difficulty);
    }
    ranked.push({ ...result, rank, reason: null });
  });
  for (const result of results) {
    if (result.difficulty === null) {
      ranked.push({ ...result, rank: null, reason: REASONS[result.status] });
    }
  }
  return ranked;
}
