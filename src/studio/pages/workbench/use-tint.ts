import { useEffect, useMemo, useState } from 'preact/hooks';
import { UNKNOWN, type Puzzle } from '../../../solver/core/puzzle/types.js';
import { askAdvice } from '../../../pipeline/pages/client/solve/ask-advice.js';
import type { JudgedPuzzle, Replayed } from '../../../pipeline/pages/client/solve/latest-solver.js';
import { solutionsOf } from '../../../pipeline/pages/client/solve/solve-request.js';

/** The cells that vary between the solutions of a drawing's puzzle, to be tinted on the board. */
export interface Tint {
  /**
   * All that are known; empty if there is one solution, and while the hand that draws does not
   * rest.
   */
  readonly varying: ReadonlySet<number>;
  /** Whether these are all; else there are at least as many. */
  readonly isWhole: boolean;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
}

/**
 * Finds the cells that vary once the hand that draws rests: at once those in which the two
 * solutions of the verdict differ, and then all others.
 */
export function useTint(
  puzzle: Puzzle | null,
  rests: boolean,
  {
    judged,
    replayed,
  }: { readonly judged: JudgedPuzzle | null; readonly replayed: Replayed | null },
): Tint {
  const [isOn, turn] = useState(true);
  const [mapped, setMapped] = useState<Mapped | null>(null);
  // Of a puzzle that has changed since, nothing is shown.
  const shown = rests && judged?.puzzle === puzzle ? judged : null;
  const isReplayed = replayed?.puzzle === puzzle && replayed.outcome.status === 'multiple';
  const asked = rests && isOn && isReplayed ? puzzle : null;
  useEffect(() => {
    if (asked === null) return undefined;
    const stop = new AbortController();
    void askAdvice({ kind: 'map', puzzle: asked }, stop.signal).then((answer) => {
      if (answer?.kind !== 'map' || answer.map === null) return;
      const { settled, undecided } = answer.map;
      const open = new Set(undecided);
      const cells = [...settled.keys()].filter((i) => settled[i] === UNKNOWN && !open.has(i));
      setMapped({ puzzle: asked, cells, isWhole: open.size === 0 });
    });
    return () => stop.abort();
  }, [asked]);
  const known = shown !== null && shown.puzzle === mapped?.puzzle ? mapped : null;
  const varying = useMemo(
    () => new Set([...differing(shown), ...(known?.cells ?? [])]),
    [shown, known],
  );
  return { varying, isWhole: known?.isWhole === true, isOn, turn };
}

/** The cells of a puzzle that are known to vary. */
interface Mapped {
  readonly puzzle: Puzzle;
  readonly cells: readonly number[];
  readonly isWhole: boolean;
}

/** The cells in which the two solutions of a verdict differ. */
function differing(judged: JudgedPuzzle | null): number[] {
  const both = judged === null ? null : solutionsOf(judged.verdict.outcome);
  if (both === null) return [];
  const [first, second] = both;
  return [...first.keys()].filter((i) => first[i] !== second[i]);
}
