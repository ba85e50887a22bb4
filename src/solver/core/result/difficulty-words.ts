import { NEEDS, type DifficultyColumns, type Needs } from './difficulty.js';
import { numberOf, starsText } from '../text/numbers.js';

export const NEEDS_WORDS: Readonly<Record<Needs, string>> = {
  count: 'counting',
  overlap: 'overlap',
  bounds: 'block bounds',
  runs: 'runs of cells',
  line: 'whole lines',
  lookahead: 'looking ahead',
  assumption: 'one assumption',
  nested: 'several assumptions',
};

/** What each technique is, in words that follow "it takes". */
export const NEEDS_MEANINGS: Readonly<Record<Needs, string>> = {
  count: 'counting filled and blank cells',
  overlap: 'packing blocks to both ends of a line',
  bounds: 'the first and the last place of each block',
  runs: 'joining and capping runs of filled cells',
  line: 'all that follows in one line',
  lookahead: 'assuming a cell and looking at the lines nearest to it',
  assumption: 'assuming a cell and following lines to a contradiction',
  nested: 'more than one assumption at once',
};

/** Scores that differ by less say nothing about which puzzle people find harder. */
export const ABOUT_EQUAL = 0.5;

/** `7.3`, or `7.3+` for a lower bound; `-` if there is no score. */
export function scoreText({
  difficulty,
  difficultyBound,
}: Pick<DifficultyColumns, 'difficulty' | 'difficultyBound'>): string {
  if (difficulty === null) return '-';
  return difficulty.toFixed(1) + (difficultyBound === true ? '+' : '');
}

/** Whether a technique is more than reading lines. */
export function takesAssumptions(needs: Needs): boolean {
  return NEEDS.indexOf(needs) > NEEDS.indexOf('line');
}

/** How much guessing a puzzle takes, by the technique that it needs. */
export function guessingText(needs: Needs): string {
  if (needs === 'nested') return 'several assumptions at once';
  return takesAssumptions(needs) ? 'one assumption at a time' : 'no guessing';
}

/** `2 rounds of look-ahead`. */
function lookAheadText(lookAhead: number): string {
  return `${numberOf(lookAhead, 'round')} of look-ahead`;
}

/** `difficulty 7.3, ★★☆☆☆, no guessing, needs block bounds`; null if there is no score. */
export function difficultyText(columns: DifficultyColumns): string | null {
  const { stars, needs, lookAhead, innerLookAhead } = columns;
  if (needs === null) return null;
  const start = `difficulty ${scoreText(columns)}, ${starsText(stars)}, ${guessingText(needs)}`;
  if (lookAhead !== null) return `${start}, ${lookAheadText(lookAhead)}`;
  if (innerLookAhead !== null) return `${start}, ${lookAheadText(innerLookAhead)} inside one`;
  return takesAssumptions(needs) ? start : `${start}, needs ${NEEDS_WORDS[needs]}`;
}

/** What a proof shows: `no solution`, `exactly one solution` or `exactly 12 solutions`. */
export function exactlyText(solutions: number): string {
  if (solutions === 0) return 'no solution';
  return solutions === 1 ? 'exactly one solution' : `exactly ${numberOf(solutions, 'solution')}`;
}
