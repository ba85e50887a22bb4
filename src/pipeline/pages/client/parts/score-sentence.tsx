import type { JSX } from 'preact';
import { type DifficultyColumns } from '../../../../solver/core/result/difficulty.js';
import { NEEDS_MEANINGS, scoreText } from '../../../../solver/core/result/difficulty-words.js';
import { countText } from '../../../../solver/core/text/numbers.js';
import { Stars } from './badge.js';

/** How hard a puzzle is, in a sentence with a link to the definition; nothing without a score. */
export function ScoreSentence(props: {
  readonly difficulty: Pick<
    DifficultyColumns,
    'difficulty' | 'difficultyBound' | 'stars' | 'needs'
  >;
  readonly rank: { readonly below: number; readonly rated: number } | null;
  /** Where the definition is; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element | null {
  const { difficulty, difficultyBound, stars, needs } = props.difficulty;
  if (difficulty === null || stars === null || needs === null) return null;
  const { rank, definition } = props;
  return (
    <p>
      <Stars stars={stars} /> Score {scoreText({ difficulty, difficultyBound })}: one more is twice
      the effort. It takes {NEEDS_MEANINGS[needs]}.{' '}
      {rank !== null && rank.rated > 1 && `${rankText(rank)} `}
      {definition !== null && <a href={definition}>What the score means</a>}
    </p>
  );
}

function rankText({ below, rated }: { readonly below: number; readonly rated: number }): string {
  const others = rated - 1;
  const percent = Math.floor((100 * below) / others);
  return `It is harder than ${percent} % of the ${countText(others)} other rated puzzles of this run.`;
}
