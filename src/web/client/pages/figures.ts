import { NEEDS_MEANINGS, scoreText, starsText } from '../../../text/difficulty.js';
import { durationText } from '../../../text/durations.js';
import { bigCountText, countText } from '../../../text/numbers.js';
import { plainText } from '../../../text/plain-text.js';
import type { PuzzleAnswer } from '../../api.js';
import { moment } from '../moment.js';

type Result = PuzzleAnswer['result'];

/** A figure of a result. */
export interface Figure {
  readonly name: string;
  readonly meaning: string;
  /** The value in words; null if there is nothing to say. */
  readonly value: (result: Result) => string | null;
}

const number = (value: number | null): string => (value === null ? '-' : countText(value));

/** Everything that a run stores about a result, with its meaning. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'technique',
    meaning:
      'line: propagation alone solves it. probe: contradictions of one assumed cell do. search: it takes more.',
    value: ({ technique }) => technique ?? 'not known',
  },
  {
    name: 'guess depth',
    meaning:
      'The least level of contradictions that solves the puzzle: 0 is propagation; level d assumes a cell and closes the rest under level d - 1.',
    value: ({ guessDepth, guessDepthMin }) =>
      guessDepth !== null
        ? String(guessDepth)
        : guessDepthMin === null
          ? '-'
          : `at least ${guessDepthMin}`,
  },
  {
    name: 'score',
    meaning:
      'How hard it is for people, as the logarithm of the effort: one more is twice the effort. With a + it is a lower bound.',
    value: ({ difficulty, difficultyBound }) =>
      difficulty === null ? null : scoreText(difficulty, difficultyBound === true),
  },
  {
    name: 'stars',
    meaning: '1 to 3: lines alone, by the effort. 4 and 5: one or more assumptions.',
    value: ({ stars }) => (stars === null ? null : starsText(stars)),
  },
  {
    name: 'needs',
    meaning: 'The weakest technique that solves it, with all those before it.',
    value: ({ needs }) => (needs === null ? null : `${needs}: ${NEEDS_MEANINGS[needs]}`),
  },
  {
    name: 'tries',
    meaning: 'How many assumptions one makes until one tells something, over the whole puzzle.',
    value: ({ tries }) => (tries === null || tries === 0 ? null : tries.toFixed(1)),
  },
  {
    name: 'solutions',
    meaning: 'How many solutions the puzzle has: exact, or a proven lower bound.',
    value: ({ solutions, solutionsExact }) =>
      `${solutionsExact ? '' : 'at least '}${bigCountText(solutions)}`,
  },
  {
    name: 'time',
    meaning: 'From the unpacked puzzle to the verdict, without checking and storing.',
    value: ({ solveMs }) => durationText(solveMs),
  },
  {
    name: 'stopped by',
    meaning:
      'What ended the work before everything asked was known: count means enough solutions were found.',
    value: ({ stoppedBy }) => stoppedBy ?? 'nothing',
  },
  {
    name: 'sweeps',
    meaning:
      'Passes over all rows or all columns, in turn, until the last cell is known; for line-solvable puzzles.',
    value: ({ sweeps }) => number(sweeps),
  },
  {
    name: 'search depth',
    meaning: 'The deepest nesting of guesses that the search had open. The engine’s own figure.',
    value: ({ searchDepth }) => number(searchDepth),
  },
  {
    name: 'line solves',
    meaning: 'Calls of complete line solving.',
    value: ({ lineSolves }) => number(lineSolves),
  },
  {
    name: 'probes',
    meaning: 'Cell values assumed and propagated.',
    value: ({ probes }) => number(probes),
  },
  {
    name: 'decisions',
    meaning: 'Guesses of the search.',
    value: ({ decisions }) => number(decisions),
  },
  {
    name: 'conflicts',
    meaning: 'Contradictions that the search met.',
    value: ({ conflicts }) => number(conflicts),
  },
  {
    name: 'goal picture',
    meaning:
      'Whether the picture that came with the puzzle fits its clues, and whether it is the only one that does.',
    value: goalWords,
  },
  {
    name: 'cross-check',
    meaning: 'What a second engine found of the same puzzle.',
    value: ({ crossCheck }) => crossCheck ?? 'not done',
  },
  {
    name: 'proof',
    meaning: 'Steps of the proof of the verdict, each of them checked (run --prove).',
    value: ({ proof }) => (proof === null ? null : `${countText(proof)} steps, checked`),
  },
  {
    name: 'attempts',
    meaning: 'How often it was tried, retries included.',
    value: ({ attempts }) => countText(attempts),
  },
  {
    name: 'finished',
    meaning: 'When its solving ended.',
    value: ({ finishedAt }) => moment(finishedAt),
  },
  {
    name: 'error',
    meaning: 'Why the worker was ended or died, or what failed a check.',
    value: ({ error }) => (error === null ? null : plainText(error)),
  },
];

function goalWords({ goalMatches, status }: Result): string {
  if (goalMatches === null) return 'none given';
  if (!goalMatches) return 'does not fit the clues';
  if (status === 'unique') return 'is the only solution';
  return status === 'multiple' ? 'is one of the solutions' : 'is a solution';
}
