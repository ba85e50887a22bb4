import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { askAdvice, type Replayed } from '../../../pipeline/pages/client/solve/solver.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { Change, Fixed, FixGoal, NotFixed } from '../../../solver/craft/fix/fix.js';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import { type Drawn, drawnWith } from '../drawing/drawn.js';

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

/** The fewest changes that make a drawing's puzzle good, offered one set after the other. */
export interface Fixes {
  /** What they are for; null if the puzzle needs none. */
  readonly goal: FixGoal | null;
  readonly goals: readonly FixGoal[];
  readonly aim: (goal: FixGoal) => void;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
  /** Null while they are looked for. */
  readonly found: Fixed | NotFixed | null;
  /** The set that is shown, which of how many it is, and the cells that it changes. */
  readonly shown: readonly Change[];
  readonly number: number;
  readonly count: number;
  readonly ghosts: ReadonlyMap<number, number>;
  readonly next: () => void;
  /** The drawing with the shown set. */
  readonly taken: (drawn: Drawn) => Drawn;
}

/** Milliseconds after which the best fix found is offered. */
const PATIENCE_MS = 5000;

/** How many other sets of changes are offered. */
const ALTERNATIVES = 7;

const NO_GHOSTS: ReadonlyMap<number, number> = new Map();

/** Looks for fixes of a drawing once the hand rests; cells that are locked stay. */
export function useFixes(
  drawing: { readonly drawn: Drawn; readonly puzzle: Puzzle | null; readonly rests: boolean },
  replayed: Replayed | null,
): Fixes {
  const [isOn, turn] = useState(true);
  const [wanted, aim] = useState<FixGoal>('unique');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [index, setIndex] = useState(0);
  const { drawn, puzzle, rests } = drawing;
  // Of a puzzle that has changed since, nothing is offered.
  const current = rests && replayed?.puzzle === puzzle ? replayed : null;
  const goals = useMemo(() => missedBy(current), [current]);
  const goal = goals.includes(wanted) ? wanted : (goals[0] ?? null);
  useEffect(() => {
    if (!isOn || goal === null || puzzle === null) return undefined;
    const stop = new AbortController();
    setIndex(0);
    const options = {
      for: goal,
      by: 'pixels',
      keep: drawn.locked,
      alternatives: ALTERNATIVES,
      prefer: 'symmetry',
      timeoutMs: PATIENCE_MS,
    } as const;
    const pictured = { puzzle, goal: drawn.cells };
    void askAdvice({ kind: 'fix', pictured, options }, stop.signal).then((given) => {
      if (given?.kind === 'fix') setAnswer({ puzzle, goal, found: given.fixed });
    });
    return () => stop.abort();
  }, [current, goal, isOn]);
  const isOf = answer !== null && answer.puzzle === puzzle && answer.goal === goal && isOn;
  const found = isOf ? answer.found : null;
  const sets = found?.kind === 'fixed' ? [found.changes, ...found.alternatives] : [];
  const shown = sets[index % Math.max(1, sets.length)] ?? [];
  const ghosts = useMemo(() => ghostsOf(shown, drawn.width), [shown, drawn.width]);
  return {
    goal,
    goals,
    aim,
    isOn,
    turn,
    found,
    shown,
    number: (index % Math.max(1, sets.length)) + 1,
    count: sets.length,
    ghosts,
    next: () => setIndex(index + 1),
    taken: (now) =>
      drawnWith(now, (cells) => {
        for (const [cell, value] of ghosts) cells[cell] = value;
      }),
  };
}

interface Answer {
  readonly puzzle: Puzzle;
  readonly goal: FixGoal;
  readonly found: Fixed | NotFixed;
}

/** The goals that a puzzle misses; none of one that is good, empty, or undecided. */
function missedBy(replayed: Replayed | null): readonly FixGoal[] {
  const outcome = replayed?.outcome;
  if (outcome?.status === 'multiple') return ['unique', 'line'];
  return outcome?.status === 'unique' && outcome.technique !== 'line' ? ['line'] : [];
}

function ghostsOf(changes: readonly Change[], width: number): ReadonlyMap<number, number> {
  if (changes.length === 0) return NO_GHOSTS;
  return new Map(changes.map(({ row, column, to }) => [(row - 1) * width + column - 1, to]));
}

/** How many cells a fix changes, and whether fewer would do; of `shown`, one of its sets. */
export function fixTitle(fixed: Fixed, shown = fixed.changes): string {
  const { by, atLeast, forSymmetry } = fixed;
  if (shown.length === 0) return 'Nothing to change.';
  const one = by === 'pixels' ? '1 cell changes' : '1 cell is given';
  const many = by === 'pixels' ? 'cells change' : 'cells are given';
  const count = shown.length === 1 ? one : `${shown.length} ${many}`;
  if (forSymmetry !== undefined && shown === fixed.changes) {
    return `${count}, ${forSymmetry} more than it takes without keeping the symmetry.`;
  }
  return atLeast >= shown.length
    ? `${count}, the fewest possible.`
    : `${count}, the best found; at least ${atLeast} ${atLeast === 1 ? 'is' : 'are'} needed.`;
}

/** How many changes are told one by one. */
const TOLD = 12;

/** The changes of a fix, as sentences. */
export function changesText(changes: readonly Change[], puzzle: Puzzle): string {
  const lines = changes
    .slice(0, TOLD)
    .map(({ row, column, to }) => `Row ${row}, cell ${column}: ${cellValueText(to, puzzle)}.`);
  return [...lines, ...(changes.length > TOLD ? ['And more, as marked.'] : [])].join(' ');
}
