import type { PuzzleAnswer } from '../../api.js';
import { durationText } from '../../../text/durations.js';
import { bigCountText, countText } from '../../../text/numbers.js';
import { moment } from '../moment.js';

/** A figure of a result: its name, its value in words, and what it means. */
export interface FigureRow {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

type Result = PuzzleAnswer['result'];

/** Everything that a run stores of a result, with its meaning. */
export function figureRows(result: Result): FigureRow[] {
  const number = (value: number | null): string => (value === null ? '-' : countText(value));
  return [
    {
      name: 'technique',
      value: result.technique ?? 'not known',
      meaning:
        'line: propagation alone solves it. probe: contradictions of one assumed cell do. search: it takes more.',
    },
    {
      name: 'guess depth',
      value: depthWords(result),
      meaning:
        'The least level of contradictions that solves the puzzle: 0 is propagation; level d assumes a cell and closes the rest under level d - 1.',
    },
    {
      name: 'solutions',
      value: `${result.solutionsExact ? '' : 'at least '}${bigCountText(result.solutions)}`,
      meaning: 'How many solutions the puzzle has: exact, or a proven lower bound.',
    },
    {
      name: 'time',
      value: durationText(result.solveMs),
      meaning: 'From the unpacked puzzle to the verdict, without checking and storing.',
    },
    {
      name: 'stopped by',
      value: result.stoppedBy ?? 'nothing',
      meaning:
        'What ended the work before everything asked was known: count means enough solutions were found.',
    },
    {
      name: 'sweeps',
      value: number(result.sweeps),
      meaning:
        'Passes over all rows or all columns, in turn, until the last cell is known; for line-solvable puzzles.',
    },
    {
      name: 'search depth',
      value: number(result.searchDepth),
      meaning:
        'The deepest nesting of guesses that the search had open. The engine\u2019s own figure.',
    },
    {
      name: 'line solves',
      value: number(result.lineSolves),
      meaning: 'Calls of complete line solving.',
    },
    {
      name: 'probes',
      value: number(result.probes),
      meaning: 'Cell values assumed and propagated.',
    },
    { name: 'decisions', value: number(result.decisions), meaning: 'Guesses of the search.' },
    {
      name: 'conflicts',
      value: number(result.conflicts),
      meaning: 'Contradictions that the search met.',
    },
    {
      name: 'goal picture',
      value: goalWords(result),
      meaning:
        'Whether the picture that came with the puzzle fulfils its clues, and whether it is the only one that does.',
    },
    {
      name: 'cross-check',
      value: result.crossCheck ?? 'not done',
      meaning: 'What an independent engine said of the same puzzle.',
    },
    {
      name: 'attempts',
      value: countText(result.attempts),
      meaning: 'How often it was tried, retries included.',
    },
    { name: 'finished', value: moment(result.finishedAt), meaning: 'When its solving ended.' },
    ...(result.error === null
      ? []
      : [{ name: 'error', value: result.error, meaning: 'Why the worker was ended or died.' }]),
  ];
}

function depthWords({ guessDepth, guessDepthMin }: Result): string {
  if (guessDepth !== null) return String(guessDepth);
  return guessDepthMin === null ? '-' : `at least ${guessDepthMin}`;
}

function goalWords({ goalMatches, status }: Result): string {
  if (goalMatches === null) return 'none given';
  if (!goalMatches) return 'is no solution';
  if (status === 'unique') return 'is the only solution';
  return status === 'multiple' ? 'is one of the solutions' : 'is a solution';
}
