import { useEffect, useMemo, useState } from 'preact/hooks';
import { UNKNOWN, type Puzzle } from '../../../puzzle/types.js';
import { askAdvice } from '../advice/ask-advice.js';
import type { Judged, Replayed } from '../solve/latest-solver.js';
import { solutionsOf } from '../solve/solve-request.js';

/** The cells that vary between the solutions of a drawing's puzzle, to be tinted on the board. */
export interface Tint {
  /** All that are known; empty if there is one solution. */
  readonly varying: ReadonlySet<number>;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
}

/**
 * Finds the cells that vary: at once those in which the two solutions of the newest verdict differ, and all others once
 * drawing pauses.
 */
export function useTint(judged: Judged | null, replayed: Replayed | null): Tint {
  const [isOn, turn] = useState(true);
  const [mapped, setMapped] = useState<Mapped | null>(null);
  const paused = replayed?.outcome.status === 'multiple' ? replayed.puzzle : null;
  useEffect(() => {
    if (paused === null || !isOn) return undefined;
    const stop = new AbortController();
    void askAdvice({ kind: 'map', puzzle: paused }, stop.signal).then((answer) => {
      if (answer?.kind !== 'map' || answer.map === null) return;
      const { settled, undecided } = answer.map;
      const open = new Set(undecided);
      const cells = [...settled.keys()].filter((i) => settled[i] === UNKNOWN && !open.has(i));
      setMapped({ puzzle: paused, cells });
    });
    return () => stop.abort();
  }, [paused, isOn]);
  const varying = useMemo(() => {
    const known = judged?.puzzle === mapped?.puzzle ? mapped?.cells : undefined;
    return new Set([...differing(judged), ...(known ?? [])]);
  }, [judged, mapped]);
  return { varying, isOn, turn };
}

/** The cells of a puzzle that are known to vary. */
interface Mapped {
  readonly puzzle: Puzzle;
  readonly cells: readonly number[];
}

/** The cells in which the two solutions of a verdict differ. */
function differing(judged: Judged | null): number[] {
  const both = judged === null ? null : solutionsOf(judged.verdict.outcome);
  if (both === null) return [];
  const [first, second] = both;
  return [...first.keys()].filter((i) => first[i] !== second[i]);
}
