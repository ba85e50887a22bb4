import { useEffect, useState } from 'preact/hooks';
import { BLANK } from '../../../solver/core/puzzle/types.js';
import type { Drawn } from '../drawing/drawn.js';

/**
 * How long a drawing must stay as it is, in milliseconds, before anything is marked on it that
 * changes with every stroke.
 */
const REST_MS = 1000;

/**
 * The share of cells that must be filled: before, nearly all of them vary, and a fix would draw the
 * picture.
 */
const LEAST_FILLED = 0.1;

/**
 * Whether it helps to look at a drawing: a tenth of it is filled, and the hand has rested, neither
 * drawing nor pressing anything, for a second.
 */
export function useRest(drawn: Drawn): boolean {
  const [rested, setRested] = useState<Drawn | null>(null);
  const isHeld = useHeld();
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => setRested(drawn), REST_MS);
    return () => clearTimeout(timer);
  }, [drawn, isHeld]);
  return rested === drawn && filledShare(drawn) >= LEAST_FILLED;
}

/** Whether a finger, a pen or a button of the mouse is down. */
function useHeld(): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('pointerdown', () => setHeld(true), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(end, () => setHeld(false), { signal });
    }
    return () => stop.abort();
  }, []);
  return isHeld;
}

function filledShare({ cells }: Drawn): number {
  return cells.filter((cell) => cell !== BLANK).length / cells.length;
}
