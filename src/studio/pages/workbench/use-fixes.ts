import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Change, FixGoal, Fixed, NotFixed } from '../../../solver/craft/fix/fix.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { askAdvice } from '../../../pipeline/pages/client/solve/ask-advice.js';
import { drawnWith, type Drawn } from '../drawing/drawn.js';
import type { Replayed } from '../../../pipeline/pages/client/solve/latest-solver.js';

/** The fewest changes that make a drawing's puzzle good, offered one set after the other. */
export interface Fixes {
  /** What they are for; null if the puzzle needs none. */
  readonly goal: FixGoal | null;
  /** The goals that the puzzle misses. */
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
