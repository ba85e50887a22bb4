import { deserialize, serialize } from 'node:v8';
import { unpack, wordsOf, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import { POSITIONS } from '../../../solver/core/puzzle/fingerprint.js';
import type { Outcome } from '../../../solver/core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../solver/engine/model/limits.js';
import {
  type Interruption,
  otherPositions,
  solveInPosition,
  Solver,
} from '../../../solver/engine/solver/solve.js';
import { availableParallelism } from 'node:os';
import { Worker, workerData } from 'node:worker_threads';
import { sharableModule, useModule } from '../../../solver/engine/wasm/instance.js';
import { builtFile } from '../../files/program.js';

/**
 * One puzzle that takes long, at work in several positions at once: its own thread offers it,
 * others solve it turned or mirrored, and the first verdict counts.
 *
 * What the threads share, in words of 32 bits:
 *
 *   word 0   the state: the number of the offer times STATES, plus 0 if it is over, or NEAR,
 *            OFFERED, ANSWERING or ANSWERED
 *   word 1   how many positions other threads have taken
 *   word 2   the bytes of what follows
 *   words 4 and 5: until when it may be solved, in milliseconds since 1970, as a double
 *   then     the packed puzzle; once it is answered, the answer as V8 serializes it
 */
export type OfferBuffer = SharedArrayBuffer;

const STATE = 0;
const TAKEN = 1;
const BYTES = 2;
/** In bytes. */
const UNTIL = 16;
const HEADER_BYTES = 24;

const [NEAR, OFFERED, ANSWERING, ANSWERED, STATES] = [1, 2, 3, 4, 5];

/** A 200x200 with a solution fits. A larger one is not shared. */
const BUFFER_BYTES = 1 << 17;

/**
 * How long a thread works on a puzzle before others may help, in milliseconds. Simulated over 18
 * slow puzzles, two, four and eight threads take 1.82, 2.97 and 3.32 times less than one with 50,
 * and 1.70, 2.65 and 2.92 with 100, for as much processor time.
 */
export const SHARED_AFTER_MS = 50;

/** The share of that after which threads that are to help may start: that takes them 40 ms. */
const NEAR_SHARE = 0.5;

/** How long the copy of an answer may take, in milliseconds. */
const MOST_WAIT_MS = 1000;

export function newOfferBuffer(): OfferBuffer {
  return new SharedArrayBuffer(BUFFER_BYTES);
}

/** A puzzle that others may help with, by the number of its offer, and its limits. */
export interface Offer {
  readonly buffer: OfferBuffer;
  readonly offer: number;
  readonly limits: SolveLimits;
}

/** The offer that others may help with; null if there is none, or all positions are taken. */
export function offerOn(buffer: OfferBuffer): number | null {
  const words = new Int32Array(buffer);
  const state = Atomics.load(words, STATE);
  const isOpen = state % STATES === OFFERED && Atomics.load(words, TAKEN) < POSITIONS - 1;
  return isOpen ? state : null;
}

/** Whether there will be an offer in a buffer soon, unless its puzzle ends before. */
export function isOfferNear(buffer: OfferBuffer): boolean {
  return Atomics.load(new Int32Array(buffer), STATE) % STATES === NEAR;
}

/** Waits for an offer that is near; false if its puzzle has ended before. */
export function untilOffered({ buffer, offer }: Offer): boolean {
  const state = new Int32Array(buffer);
  const near = offer - OFFERED + NEAR;
  while (Atomics.load(state, STATE) === near) Atomics.wait(state, STATE, near);
  return Atomics.load(state, STATE) === offer;
}

/** The thread whose puzzle it is: it offers what takes long, and takes over an answer. */
export class SharedPuzzle implements Interruption {
  private readonly state: Int32Array;
  private words: PackedWords = new Int32Array(0);
  private offset = 0;
  private limits = DEFAULT_SOLVE_LIMITS;
  private isSharable = false;
  /** When the clock was first looked at, in milliseconds of it; 0 before that. */
  private since = 0;
  /** The number of the offer, from the time when it is near; 0 before that. */
  private offer = 0;
  private isOffered = false;

  constructor(
    private readonly buffer: OfferBuffer,
    private readonly afterMs: number,
    /** Is called with each offer when it is near. */
    private readonly onNear?: (offer: Offer) => void,
  ) {
    this.state = new Int32Array(buffer);
    // A thread that died on this buffer may have left an offer: whoever helps with it ends.
    Atomics.store(this.state, STATE, nextState(this.state));
  }

  begin(words: PackedWords, offset: number, limits: SolveLimits): void {
    const { maxSteps } = limits;
    this.words = words;
    this.offset = offset;
    this.limits = limits;
    // Steps are counted so that results are the same anywhere.
    this.isSharable = maxSteps === Infinity;
    this.since = 0;
    this.offer = 0;
    this.isOffered = false;
  }

  isDue(): boolean {
    if (!this.isSharable) return false;
    if (this.isOffered) return Atomics.load(this.state, STATE) % STATES === ANSWERED;
    const now = performance.now();
    if (this.since === 0) this.since = now;
    const ms = now - this.since;
    if (this.offer === 0 && ms >= this.afterMs * NEAR_SHARE) this.announce();
    if (this.offer > 0 && ms >= this.afterMs) this.share();
    return false;
  }

  end(): Outcome | null {
    const { state, offer, buffer } = this;
    this.isSharable = false;
    if (offer === 0) return null;
    this.offer = 0;
    const over = offer - OFFERED + STATES;
    const own = this.isOffered ? offer : offer - OFFERED + NEAR;
    if (Atomics.compareExchange(state, STATE, own, over) === own) {
      Atomics.notify(state, STATE);
      return null;
    }
    const answering = offer - OFFERED + ANSWERING;
    // Only the copy of the answer is left to do, unless the thread that does it was ended in it.
    Atomics.wait(state, STATE, answering, MOST_WAIT_MS);
    const isWhole = Atomics.load(state, STATE) !== answering;
    const answer = isWhole ? (deserialize(bytesOf(buffer)) as Outcome) : null;
    Atomics.store(state, STATE, over);
    return answer;
  }

  private announce(): void {
    const { state, words, offset, buffer, limits } = this;
    if (HEADER_BYTES + 4 * wordsOf(words, offset) > buffer.byteLength) {
      this.isSharable = false;
      return;
    }
    this.offer = nextState(state) + OFFERED;
    Atomics.store(state, STATE, this.offer - OFFERED + NEAR);
    this.onNear?.({ buffer, offer: this.offer, limits });
  }

  private share(): void {
    const { state, words, offset, buffer, limits, afterMs } = this;
    const length = wordsOf(words, offset);
    new Int32Array(buffer, HEADER_BYTES).set(words.subarray(offset, offset + length));
    new Float64Array(buffer, UNTIL, 1)[0] = Date.now() + limits.timeoutMs - afterMs;
    state[BYTES] = 4 * length;
    Atomics.store(state, TAKEN, 0);
    this.isOffered = true;
    Atomics.store(state, STATE, this.offer);
    Atomics.notify(state, STATE);
  }
}

/**
 * The side of a thread that helps: solves the puzzle of an offer in a position that nobody has, and
 * answers if it is the first. It ends early when the offer is over, or `isRecalled` says so.
 */
export function helpWith(
  buffer: OfferBuffer,
  offer: number,
  limits: SolveLimits,
  isRecalled: () => boolean,
): void {
  const state = new Int32Array(buffer);
  const packed = bytesOf(buffer);
  const until = new Float64Array(buffer, UNTIL, 1)[0];
  const isOver = (): boolean => Atomics.load(state, STATE) !== offer || isRecalled();
  // Looked at after the copy, which is of another puzzle if the offer ended meanwhile.
  if (Atomics.load(state, STATE) !== offer) return;
  const puzzle = unpack(new Int32Array(packed.buffer), 0);
  const position = otherPositions(puzzle)[Atomics.add(state, TAKEN, 1)];
  if (position === undefined || isOver()) return;
  const solver = new Solver(undefined, { begin: () => undefined, isDue: isOver, end: () => null });
  const left = { ...limits, timeoutMs: until - Date.now() };
  const outcome = solveInPosition(solver, puzzle, position, left);
  if (outcome === null) return;
  const answer = serialize(outcome);
  if (HEADER_BYTES + answer.length > buffer.byteLength) return;
  const answering = offer - OFFERED + ANSWERING;
  if (Atomics.compareExchange(state, STATE, offer, answering) !== offer) return;
  new Uint8Array(buffer, HEADER_BYTES).set(answer);
  state[BYTES] = answer.length;
  // Whoever waited may have given up.
  Atomics.compareExchange(state, STATE, answering, offer - OFFERED + ANSWERED);
  Atomics.notify(state, STATE);
}

/** The state in which a buffer has no offer, and never was before. */
function nextState(state: Int32Array): number {
  const now = Atomics.load(state, STATE);
  return now - (now % STATES) + STATES;
}

function bytesOf(buffer: OfferBuffer): Uint8Array<ArrayBuffer> {
  const length = new Int32Array(buffer)[BYTES];
  return new Uint8Array(buffer, HEADER_BYTES, length).slice();
}

const HELPER = builtFile('workers/help.cjs');

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

export function serveHelp(): void {
  const { module, more, ...offer } = workerData as Hiring;
  for (let i = 0; i < more; i++) hire({ ...offer, module, more: 0 });
  if (module !== null) useModule(module);
  // Makes its engine, for the one that helps.
  new Solver();
  if (untilOffered(offer)) helpWith(offer.buffer, offer.offer, offer.limits, () => false);
}

/** Null if the machine lets none start. */
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
