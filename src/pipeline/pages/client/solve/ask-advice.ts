import type { Ambiguity } from '../../../../solver/craft/advice/ambiguity.js';
import type { Checked, Misfit, SolvedWithGoal } from '../../../../solver/craft/advice/mistake.js';
import type {
  FixOptions,
  Fixed,
  NotFixed,
  PicturedPuzzle,
} from '../../../../solver/craft/fix/fix.js';
import type { Hint } from '../../../../solver/craft/advice/hint.js';
import type { PlayedGame } from '../../../../solver/craft/replay/played-game.js';
import type { CertificateAnswer, CertificateRequest } from './make-certificate.js';
import type { Cells, Puzzle } from '../../../../solver/core/puzzle/types.js';

/**
 * Asks for advice in a worker thread of the page; null if the worker could not be started, or
 * `signal` ended it.
 */
export function askAdvice(
  request: AdviceRequest,
  signal?: AbortSignal,
): Promise<AdviceAnswer | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
    const end = (answer: AdviceAnswer | null): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<AdviceAnswer>) => end(data);
    worker.onerror = () => end(null);
    signal?.addEventListener('abort', () => end(null));
    worker.postMessage(request);
  });
}

/** What a page asks its advice worker. */
export type AdviceRequest =
  | { readonly kind: 'hint'; readonly puzzle: Puzzle; readonly cells: Cells }
  | { readonly kind: 'check'; readonly puzzle: Puzzle; readonly cells: Cells }
  | { readonly kind: 'solution'; readonly puzzle: Puzzle }
  | { readonly kind: 'fix'; readonly pictured: PicturedPuzzle; readonly options: FixOptions }
  | { readonly kind: 'map'; readonly puzzle: Puzzle }
  | {
      readonly kind: 'random';
      readonly side: number;
      readonly stars: number;
      readonly seed: number;
    }
  | { readonly kind: 'misfits'; readonly solved: SolvedWithGoal }
  | ({ readonly kind: 'certificate' } & CertificateRequest)
  | { readonly kind: 'ratings'; readonly puzzles: readonly Puzzle[] };

export type AdviceAnswer =
  | { readonly kind: 'hint'; readonly hint: Hint }
  | { readonly kind: 'check'; readonly checked: Checked }
  /** The only solution; null if there is none, or if there are several. */
  | { readonly kind: 'solution'; readonly solution: Cells | null }
  | { readonly kind: 'fix'; readonly fixed: Fixed | NotFixed }
  | { readonly kind: 'map'; readonly map: Ambiguity | null }
  | { readonly kind: 'random'; readonly puzzle: Puzzle }
  | { readonly kind: 'misfits'; readonly misfits: readonly Misfit[] }
  | { readonly kind: 'certificate'; readonly certificate: CertificateAnswer }
  /** Null for a puzzle without a score, undefined for one that takes too long. */
  | { readonly kind: 'ratings'; readonly ratings: readonly PlayedGame['rating'][] };
