import { availableParallelism } from 'node:os';
import { Worker, workerData } from 'node:worker_threads';
import { POSITIONS } from '../../../solver/core/puzzle/fingerprint.js';
import { Solver } from '../../../solver/engine/solver/solve.js';
import { sharableModule, useModule } from '../../../solver/engine/wasm/instance.js';
import {
  SHARED_AFTER_MS,
  SharedPuzzle,
  helpWith,
  newOfferBuffer,
  untilOffered,
  type Offer,
} from './shared-puzzle.js';
import { builtFile } from '../../files/program.js';

const HELPER = builtFile('workers/help.cjs');

/** What a thread that helps is given. */
interface Hiring extends Offer {
  /** The compiled engine; null if it has to compile that itself. */
  readonly module: WebAssembly.Module | null;
  /** How many more threads it starts: each costs the one that starts it 2 ms. */
  readonly more: number;
}

/**
 * A solver for a thread that solves one puzzle after the other: if one takes long, threads of its
 * own solve it as well, one in each position, as many as the machine has processors. They begin
 * although this thread is busy, and end with the puzzle.
 */
export function solverWithThreads(): Solver {
  const threads = Math.min(availableParallelism(), POSITIONS);
  if (threads === 1) return new Solver();
  const onNear = (offer: Offer): void =>
    hire({ ...offer, module: sharableModule(), more: threads - 2 })?.unref();
  return new Solver(undefined, new SharedPuzzle(newOfferBuffer(), SHARED_AFTER_MS, onNear));
}

/** The inside of such a thread. */
export function serveHelp(): void {
  const { module, more, ...offer } = workerData as Hiring;
  for (let i = 0; i < more; i++) hire({ ...offer, module, more: 0 });
  if (module !== null) useModule(module);
  // Makes its engine, for the one that helps.
  new Solver();
  if (untilOffered(offer)) helpWith(offer.buffer, offer.offer, offer.limits, () => false);
}

/** Starts a thread; null if the machine lets none start. */
function hire(hiring: Hiring): Worker | null {
  // Without its help the puzzle takes as long as it takes.
  try {
    const worker = new Worker(HELPER, { workerData: hiring });
    worker.on('error', () => undefined);
    return worker;
  } catch {
    return null;
  }
}
