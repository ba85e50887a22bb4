import { useRef } from 'preact/hooks';
import type { JudgedPuzzle } from '../../../pipeline/pages/client/solve/latest-solver.js';

/**
 * By how much the last stroke changed the score; null while there is no score to compare.
 * @param stroke what is another object with each stroke
 */
export function useScoreChange(stroke: unknown, judged: JudgedPuzzle | null): number | null {
  const score = judged?.verdict.difficulty?.difficulty ?? null;
  const last = useRef({ stroke, judged, score });
  // When a stroke begins, the newest verdict is still of what was there before it.
  if (last.current.stroke !== stroke) last.current = { stroke, judged, score };
  const before = last.current;
  if (score === null || before.score === null || judged === before.judged) return null;
  return score - before.score;
}

/** `The last stroke made it 0.4 harder.`; nothing of a change that does not show in the score. */
export function scoreChangeText(change: number | null): string {
  const size = Math.abs(change ?? 0).toFixed(1);
  if (change === null || size === '0.0') return '';
  return `The last stroke made it ${size} ${change > 0 ? 'harder' : 'easier'}.`;
}
