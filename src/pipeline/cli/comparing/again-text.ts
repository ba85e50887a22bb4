import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { DifferingFigure } from './former-summary.js';
import type { ConditionDifference } from '../../store/compare/conditions.js';
import {
  FIGURE_NAMES,
  type DifferingResult,
  type ComparedFigure,
  type ResultsAgain,
} from '../../store/compare/same-results.js';

/** Lines of puzzles on a terminal; `--json` has more. */
const LISTED = 20;

/** A run that was done again, and what came of it. */
export interface RunAgain extends ResultsAgain {
  /** The numbers of the runs. */
  readonly before: number;
  readonly after: number;
  /** In which versions and machines they differ. */
  readonly conditions: readonly ConditionDifference[];
}

const FIGURE_WORDS: Readonly<Record<ComparedFigure, string>> = {
  verdict: 'verdict',
  solutions: 'number of solutions',
  guessDepth: 'guess depth',
  score: 'score',
};

/** Whether nothing differs that must not. */
export function isSame({ differing, rejects }: ResultsAgain): boolean {
  return differing === 0 && rejects === 0;
}

/** What came of a run that was done again, for people. */
export function againText(found: RunAgain): string {
  const { before, after, puzzles, differing, byFigure, undecided, rejects, conditions } = found;
  const lines = [
    `run ${after} against run ${before}: ${numberOf(puzzles, 'puzzle')}`,
    ...conditions.map(
      ({ name, left, right }) => `${name}: ${plainText(left)} before, ${plainText(right)} after`,
    ),
  ];
  if (isSame(found)) {
    lines.push('All are equal: verdicts, numbers of solutions, guess depths, scores and rejects.');
    return `${lines.join('\n')}\n`;
  }
  const figures = FIGURE_NAMES.filter((figure) => byFigure[figure] > 0).map(
    (figure) => `${FIGURE_WORDS[figure]} ${countText(byFigure[figure])}`,
  );
  if (differing > 0)
    lines.push(`${numberOf(differing, 'puzzle differs', 'puzzles differ')}: ${figures.join(', ')}`);
  if (rejects > 0) lines.push(`${numberOf(rejects, 'reject')} of one run alone`);
  if (undecided > 0) {
    lines.push(
      `${countText(undecided)} of them without a verdict, depth or score in one of the runs: a busy or slow machine ` +
        'runs out of time sooner. --max-steps is a limit that is the same everywhere.',
    );
  }
  lines.push(...found.first.slice(0, LISTED).map(differingText));
  if (differing > LISTED) lines.push(`  and ${countText(differing - LISTED)} more`);
  return `${lines.join('\n')}\n`;
}

function differingText({ name, before, after }: DifferingResult): string {
  return `  ${plainText(name)}  ${before ?? 'no result'} -> ${after ?? 'no result'}`;
}

/** What came of a run that was done again by its summary, for people. */
export function figuresText(
  label: string,
  after: number,
  differing: readonly DifferingFigure[],
): string {
  const head = `run ${after} against ${label}`;
  if (differing.length === 0) return `${head}\nAll figures are equal.\n`;
  const lines = differing.map(
    ({ name, before, after: now }) =>
      `  ${plainText(name)}: ${before ?? 'none'} before, ${now ?? 'none'} after`,
  );
  return `${[head, `${numberOf(differing.length, 'figure differs', 'figures differ')}:`, ...lines].join('\n')}\n`;
}
