import { deserialize, serialize } from 'node:v8';
import { pack, unpack, wordsOf, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import { fromPosition, inPosition } from '../../../solver/core/puzzle/positions.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { isUndecided, type Outcome } from '../../../solver/core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../solver/engine/model/limits.js';
import { Solver, type Interruption } from '../../../solver/engine/solver/solve.js';

/**
 * One puzzle that takes long, at work in several positions at once: its own thread offers it,
 * others solve it turned or mirrored, and the first verdict counts. How long a search takes is much
 * a matter of chance on such puzzles.
 *
 * What the threads share, in words of 32 bits:
 *
 *   word 0   the state: the number of the offer times STATES, plus 0 if it is over, or OFFERED,
 *            ANSWERING or ANSWERED
 *   word 1   how many positions other threads have taken
 *   word 2   the bytes of what follows
 *   words 4  and 5: until when it may be solved, in milliseconds since 1970, as a double
 *   then     the packed puzzle; once it is answered, the answer as V8 serializes it
 */
export type OfferBuffer = SharedArrayBuffer;

const STATE = 0;
const TAKEN = 1;
const BYTES = 2;
/** In bytes. */
const UNTIL = 16;
const HEADER_BYTES = 24;

const [OFFERED, ANSWERING, ANSWERED, STATES] = [1, 2, 3, 4];

/** A 200x200 with a solution fits. A larger one is not shared. */
const BUFFER_BYTES = 1 << 17;

/**
 * The positions that others take, in this order: first those whose search differs most. Measured in
 * conflicts, on 60 random 25x25 of more than 4,000: if the sooner of the puzzle as it is and
 * position 6 counts, that is 0.54 of the puzzle alone in the mean; with other positions it is 0.59
 * to 0.70, and with all eight 0.26.
 */
const ORDER = [6, 5, 4, 7, 1, 2, 3];

/** How long a thread works on a puzzle before others may help, in milliseconds. */
export const SHARED_AFTER_MS = 1000;

/** How long the copy of an answer may take, in milliseconds. */
const MOST_WAIT_MS = 1000;

/** A buffer for the puzzles of one thread. */
export function newOfferBuffer(): OfferBuffer {
  return new SharedArrayBuffer(BUFFER_BYTES);
}

/**
 * A puzzle in a shared buffer that others may help with, by the number of the offer, and the limits
 * of its solving.
 */
export interface Offer {
  readonly buffer: OfferBuffer;
  readonly offer: number;
  readonly limits: SolveLimits;
}

/**
 * The number of the offer in a buffer that others may help with; null if there is none, or all
 * positions are taken.
 */
export function offerOn(buffer: OfferBuffer): number | null {
  const words = new Int32Array(buffer);
  const state = Atomics.load(words, STATE);
  const isOpen = state % STATES === OFFERED && Atomics.load(words, TAKEN) < ORDER.length;
  return isOpen ? state : null;
}

/**
 * The side of the thread whose puzzle it is: it offers each that takes long, and takes over the
 * answer of another thread.
 */
export class SharedPuzzle implements Interruption {
  private readonly state: Int32Array;
  private words: PackedWords = new Int32Array(0);
  private offset = 0;
  private limits = DEFAULT_SOLVE_LIMITS;
  private isSharable = false;
  /** When it is offered, in milliseconds of the clock; 0 before the first look at that. */
  private offerAt = 0;
  private offer = 0;

  constructor(
    private readonly buffer: OfferBuffer,
    private readonly afterMs: number,
    /** Is called with each offer. */
    private readonly onOffer?: (offer: Offer) => void,
  ) {
    this.state = new Int32Array(buffer);
    // A thread that died on this buffer may have left an offer: whoever helps with it ends.
    Atomics.store(this.state, STATE, nextState(this.state));
  }

  begin(words: PackedWords, offset: number, limits: SolveLimits): void {
    const { maxSteps, count } = limits;
    this.words = words;
    this.offset = offset;
    this.limits = limits;
    // Steps are counted so that results are the same anywhere; an estimate depends on the order of
    // the search.
    this.isSharable = maxSteps === Infinity && count !== 'estimate';
    this.offerAt = 0;
    this.offer = 0;
  }

  isDue(): boolean {
    if (!this.isSharable) return false;
    if (this.offer > 0) return Atomics.load(this.state, STATE) % STATES === ANSWERED;
    const now = performance.now();
    if (this.offerAt === 0) this.offerAt = now + this.afterMs;
    else if (now >= this.offerAt) this.share();
    return false;
  }

  end(): Outcome | null {
    const { state, offer, buffer: buffer } = this;
    this.isSharable = false;
    if (offer === 0) return null;
    this.offer = 0;
    const over = offer - OFFERED + STATES;
    if (Atomics.compareExchange(state, STATE, offer, over) === offer) return null;
    const answering = offer - OFFERED + ANSWERING;
    // Only the copy of the answer is left to do, unless the thread that does it was ended in it.
    Atomics.wait(state, STATE, answering, MOST_WAIT_MS);
    const isWhole = Atomics.load(state, STATE) !== answering;
    const answer = isWhole ? (deserialize(bytesOf(buffer)) as Outcome) : null;
    Atomics.store(state, STATE, over);
    return answer;
  }

  private share(): void {
    const { state, words, offset, buffer: buffer, limits, afterMs } = this;
    const length = wordsOf(words, offset);
    if (HEADER_BYTES + 4 * length > buffer.byteLength) {
      this.isSharable = false;
      return;
    }
    new Int32Array(buffer, HEADER_BYTES).set(words.subarray(offset, offset + length));
    new Float64Array(buffer, UNTIL, 1)[0] = Date.now() + limits.timeoutMs - afterMs;
    state[BYTES] = 4 * length;
    Atomics.store(state, TAKEN, 0);
    this.offer = nextState(state) + OFFERED;
    Atomics.store(state, STATE, this.offer);
    this.onOffer?.({ buffer: buffer, offer: this.offer, limits });
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
  const position = takePosition(state, puzzle);
  if (position === null || isOver()) return;
  const solver = new Solver(undefined, {
    begin: () => undefined,
    isDue: isOver,
    end: () => null,
  });
  const turned = pack(inPosition(puzzle, position));
  const outcome = solver.solve(turned, 0, { ...limits, timeoutMs: until - Date.now() });
  if (!isAnswer(outcome)) return;
  const { width, height } = puzzle;
  const { solution, secondSolution } = outcome;
  const answer = serialize({
    ...outcome,
    solution: solution && fromPosition(solution, width, height, position),
    secondSolution: secondSolution && fromPosition(secondSolution, width, height, position),
  } satisfies Outcome);
  if (HEADER_BYTES + answer.length > buffer.byteLength) return;
  const answering = offer - OFFERED + ANSWERING;
  if (Atomics.compareExchange(state, STATE, offer, answering) !== offer) return;
  new Uint8Array(buffer, HEADER_BYTES).set(answer);
  state[BYTES] = answer.length;
  // Whoever waited may have given up.
  Atomics.compareExchange(state, STATE, answering, offer - OFFERED + ANSWERED);
  Atomics.notify(state, STATE);
}

/** A position that nobody has, and in which the puzzle is another; null if there is none. */
function takePosition(state: Int32Array, puzzle: Puzzle): number | null {
  const laidDown = (position: number): string => String(pack(inPosition(puzzle, position)));
  for (;;) {
    const place = Atomics.add(state, TAKEN, 1);
    if (place >= ORDER.length) return null;
    const before = [0, ...ORDER.slice(0, place)].map(laidDown);
    if (!before.includes(laidDown(ORDER[place]))) return ORDER[place];
  }
}

/** The state in which a buffer has no offer, and never was before. */
function nextState(state: Int32Array): number {
  const now = Atomics.load(state, STATE);
  return now - (now % STATES) + STATES;
}

/** A copy of what is in a buffer. */
function bytesOf(buffer: OfferBuffer): Uint8Array<ArrayBuffer> {
  const length = new Int32Array(buffer)[BYTES];
  return new Uint8Array(buffer, HEADER_BYTES, length).slice();
}

/**
 * Whether nothing is left to find out: a limit ended no part of it. What lines alone decide is told
 * by passes, which depend on the position.
 */
function isAnswer({ status, stoppedBy, technique }: Outcome): boolean {
  if (isUndecided(status) || technique === 'line') return false;
  return stoppedBy === null || stoppedBy === 'count';
}
