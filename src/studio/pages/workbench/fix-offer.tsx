import type { JSX } from 'preact';
import type { FixGoal } from '../../../solver/craft/fix/fix.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { changesText, fixTitle } from '../adviser/fix-words.js';
import type { Fixes } from './use-fixes.js';

const FIX_GOALS = ['unique', 'line'] as const;

/** What each goal is called; one that is reached stays in sight. */
const GOALS: Readonly<Record<FixGoal, string>> = {
  unique: 'One solution',
  line: 'No guessing',
};

/**
 * The fix whose ghosts are on the board, in words: it can be taken, and others shown. Nothing for a
 * good puzzle.
 */
export function FixOffer(props: {
  readonly puzzle: Puzzle;
  readonly fixes: Fixes;
  readonly onTake: () => void;
}): JSX.Element | null {
  const { puzzle, fixes, onTake } = props;
  const { goal, goals, aim, isOn, turn, found, shown, number, count, next } = fixes;
  if (goal === null) return null;
  return (
    <section class="offer" aria-label="Fix it">
      <div class="row apart">
        <label class="tick">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          <strong>Show a fix on the board</strong>
        </label>
      </div>
      {isOn && (
        <>
          <div class="row tight" role="group" aria-label="What the fix is for">
            {FIX_GOALS.map((one) => (
              <button
                key={one}
                type="button"
                disabled={!goals.includes(one)}
                aria-pressed={one === goal}
                onClick={() => aim(one)}
              >
                {goals.includes(one) ? GOALS[one] : `${GOALS[one]} ✓`}
              </button>
            ))}
          </div>
          <p class="small" aria-live="polite">
            {found === null && <span class="late">Looking for the fewest changes …</span>}
            {found?.kind === 'none' && `Not fixed: ${found.reason}.`}
            {found?.kind === 'fixed' && `${fixTitle(found, shown)} ${changesText(shown, puzzle)}`}
          </p>
          {count > 0 && shown.length > 0 && (
            <div class="row tight">
              <button type="button" class="strong" onClick={onTake}>
                Take it
              </button>
              <button type="button" disabled={count === 1} onClick={next}>
                {count === 1 ? 'There is no other' : `Show another (${number} of ${count})`}
              </button>
            </div>
          )}
        </>
      )}
    </section>
  );
}
