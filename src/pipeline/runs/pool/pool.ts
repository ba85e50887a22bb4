import type { ProofFormat } from '../../../solver/engine/certificate/lemma-text.js';
import type { SolveLimits } from '../../../solver/engine/model/limits.js';
import type { PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import type { EntryRows, RowPlace } from '../../store/packed/entry-rows.js';
import {
  type PuzzleResult,
  type RowsBeside,
  partsOf,
  type ResultParts,
  valueIn,
  resultWith,
} from '../../../solver/core/result/result.js';
import type { PoolMember, RunWorker } from '../../record/options.js';
import { textToCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { SOLVED_COLUMNS } from '../../../solver/core/result/result-columns.js';
import type { RestingThread } from './rest.js';
import type { OfferBuffer, Offer } from './shared-puzzle.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

/** What solves batches of puzzles: threads, or many machines. All that it says is plain data. */
export interface Pool {
  /**
   * How many batches it can use at the same time, including those that keep whoever solves
   * from waiting. The caller makes sure that no more are under way: a pool holds none back.
   */
  readonly capacity: number;
  /** How many times longer than in threads of this process a batch should take: 1 for those. */
  readonly patience: number;
  /** Calls `listener` whenever `capacity` changes; absent if it never does. */
  readonly onCapacity?: (listener: () => void) => void;
  /** The machines that solve for it; absent if there is only this one. */
  readonly members?: readonly PoolMember[];
  /** How its threads are; absent if they are elsewhere. */
  readonly health?: PoolHealth;
  /**
   * Solves the puzzles of `batch` in order. It may stop early, after `limits.sliceMs`, with at
   * least one result; the caller sends the rest again. A puzzle that kills its thread has a result,
   * too (`timeout`, `memory` or `crash`); the promise rejects only if the pool itself cannot go on.
   * The batch still belongs to the caller, who must not change it meanwhile. With a `form`,
   * whoever solves it gives the results that form, if it can.
   */
  solve(batch: PackedBatch, limits: BatchLimits, form?: ResultForm): Promise<SolvedBatch>;
  /** Ends all work at once, also what is under way: its promises reject. */
  close(): Promise<void>;
}

/** With a place, rows of the puzzles and their results; or what travels through a queue. */
export type ResultForm = RowPlace | 'packed';

/** How the threads of this process are. */
export interface PoolHealth {
  /** The longest that a thread has been on its puzzle, in milliseconds; null if none is. */
  readonly oldestMs: number | null;
  /** How many threads died, or were ended, and were replaced. */
  readonly threadDeaths: number;
  /** How many threads rest, since others need the machine; absent if none ever does. */
  readonly resting?: number;
}

/** What a pool found about the first puzzles of a batch. */
export interface SolvedBatch {
  /** How many puzzles, at least one. */
  readonly count: number;
  /** A result for each, in order; none if they have another form. */
  readonly results: readonly PuzzleResult[];
  /** Their rows, in order, if a place was given and the pool makes rows; else none. */
  readonly rows: readonly EntryRows[];
  /** The results packed, in order, if that was asked for and the pool packs; else left out. */
  readonly packed?: readonly PackedResults[];
  /** Milliseconds for which they occupied threads, without the time they waited for one. */
  readonly heldMs: number;
  /** Who solved them, if it was another machine that said who it is. */
  readonly by?: RunWorker | null;
  /** Is called once the results are committed, or not needed; absent if nobody asks. */
  readonly onCommitted?: () => void;
  /** What is written beside the results; absent if nothing is. A pool always has it, or never. */
  readonly extra?: RowsBeside;
}

export function solvedBatch(
  results: readonly PuzzleResult[],
  heldMs: number,
  extra?: RowsBeside,
): SolvedBatch {
  return { count: results.length, results, rows: [], heldMs, ...(extra && { extra }) };
}

/** What the solver should find out about each puzzle, and which verdicts are checked. */
export interface PuzzleLimits extends SolveLimits {
  /** The share of the puzzles, by content, that a second engine solves as well; absent: none. */
  readonly crossCheck?: number | undefined;
  /** Whether unique puzzles are rated, in the rest of their limits; absent: they are. */
  readonly difficulty?: boolean | undefined;
  /** Whether verdicts are proven and proofs checked, each in as much time again; absent: not. */
  readonly prove?: boolean | undefined;
  /** The folder of this machine that keeps the proofs; left out: none. Never sent elsewhere. */
  readonly proveTo?: string | undefined;
  /** How the proofs there are written; left out: in the own format. */
  readonly proofFormat?: ProofFormat | undefined;
}

/** The limits of each puzzle, and how long a batch may occupy a thread. */
export interface BatchLimits extends PuzzleLimits {
  /** Milliseconds after which a thread returns what it has between two puzzles. */
  readonly sliceMs: number;
}

/** Results on their way through the queue, column by column: little has to be said twice. */
export interface PackedResults {
  readonly count: number;
  /**
   * The columns that solving fills, in the order of the table. A column with one value is that
   * value, any other is an array with an element for each result. Of a picture there is only how
   * many cells it has; less than 0 if each takes a byte of `pictures`, not a bit.
   */
  readonly columns: readonly unknown[];
  /** The pictures of one column after the other, each from a byte of its own on, in base64. */
  readonly pictures: string;
}

/** Packs results one by one: what is asked of a thread whose results are to travel. */
export class ResultPacker {
  private columns = SOLVED_COLUMNS.map(() => new PackedColumn());
  private count = 0;

  /** Adds a result, of which nothing is kept that its solver may change. */
  add(parts: ResultParts): void {
    for (let i = 0; i < SOLVED_COLUMNS.length; i++) {
      const { from, field } = SOLVED_COLUMNS[i];
      this.columns[i].add(valueIn(parts[from as keyof ResultParts], field));
    }
    this.count++;
  }

  /** The results that were added since the last call, at least one. */
  take(): PackedResults {
    const { columns, count } = this;
    this.columns = SOLVED_COLUMNS.map(() => new PackedColumn());
    this.count = 0;
    const bytes = Buffer.concat(columns.flatMap((one) => one.pictures ?? []));
    return { count, columns: columns.map((one) => one.packed), pictures: bytes.toString('base64') };
  }
}

/** Packs results that have their pictures as text, at least one. */
export function packResults(results: readonly PuzzleResult[]): PackedResults {
  const packer = new ResultPacker();
  for (const result of results) {
    const solution = cellsOf(result.solution);
    const secondSolution = cellsOf(result.secondSolution);
    packer.add(partsOf({ ...result, solution, secondSolution }));
  }
  return packer.take();
}

function cellsOf(text: string | null): Cells | null {
  if (text === null) return null;
  const rows = text.split('/');
  return textToCells(text, rows[0].length, rows.length);
}

type PartValue = ReturnType<typeof valueIn>;

class PackedColumn {
  private readonly values: unknown[] = [];
  private areSame = true;
  private shown: PictureBytes | null = null;

  add(value: PartValue): void {
    const sent = this.sentOf(value);
    this.values.push(sent);
    if (sent !== this.values[0]) this.areSame = false;
  }

  get packed(): unknown {
    return this.areSame ? this.values[0] : this.values;
  }

  /** The bytes of its pictures; null if it has none. */
  get pictures(): Uint8Array | null {
    return this.shown?.written ?? null;
  }

  private sentOf(value: PartValue): string | number | boolean | null {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    this.shown ??= new PictureBytes();
    return this.shown.add(value);
  }
}

class PictureBytes {
  private bytes = Buffer.alloc(1 << 12);
  private length = 0;

  get written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Adds a picture; returns what its column says of it. */
  add(cells: Cells): number {
    this.reserve(cells.length);
    const { bytes } = this;
    let [at, byte, used] = [this.length, 0, 0];
    for (let i = 0; i < cells.length; i++) {
      used |= cells[i];
      byte = (byte << 1) | cells[i];
      if ((i & 7) === 7) bytes[at++] = byte;
    }
    if (used > 1) return this.addColours(cells);
    const rest = cells.length & 7;
    if (rest > 0) bytes[at++] = byte << (8 - rest);
    this.length = at;
    return cells.length;
  }

  private addColours(cells: Cells): number {
    this.bytes.set(cells, this.length);
    this.length += cells.length;
    return -cells.length;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const longer = Buffer.alloc(2 * this.bytes.length + more);
    longer.set(this.bytes);
    this.bytes = longer;
  }
}

/** What a solving thread is told when it starts. */
export interface SolvingThread {
  /** Its place among the threads that may have to rest; null if none ever has. */
  readonly rest: RestingThread | null;
  /** Where and when it offers puzzles that take long to other threads; null if there is none. */
  readonly sharing: { readonly buffer: OfferBuffer; readonly afterMs: number } | null;
  /** Whether it solves the puzzles of its first batch for nothing before, so that times count. */
  readonly warmsUp: boolean;
}

/** What a solving thread is sent for a batch. The answer is null for one taken back. */
export interface SolveTask {
  readonly batch: PackedBatch;
  readonly limits: BatchLimits;
  /** What the results are made into; null if they are wanted as they are. */
  readonly form: ResultForm | null;
  /** Of a TaskProgress. */
  readonly progress: SharedArrayBuffer;
}

/** What an idle thread is sent, to help another (see shared-puzzle.ts). The answer is null. */
export interface HelpTask extends Offer {
  readonly progress: SharedArrayBuffer;
}

/** What a thread found about the first puzzles of a batch, in the form that the task wants. */
export interface ThreadAnswer extends SolvedBatch {
  /** The longest time that one of the puzzles took, Infinity if the limit ended one. */
  readonly longestMs: number;
}

/** The task waits: its thread has not come to it. */
export const NOT_BEGUN = -1;

/** Every puzzle has its result; the answer is on its way. */
export const ALL_SOLVED = -2;

/** Another thread is going to take the batch; this one must leave it alone. */
const TAKEN_BACK = -3;

const PLACE = 0;
const RECALLED = 1;

/**
 * How far a thread is with a task, in two 32-bit words that are shared: the index of the puzzle
 * under work, or one of the values above; and 1 if a thread that helps is to come back. They belong
 * to one task alone, so that a thread that is slow to die cannot write into the next one's.
 *
 *     NOT_BEGUN --the thread comes to it--> 0, 1, ... --> ALL_SOLVED
 *     NOT_BEGUN --the pool wants it back--> TAKEN_BACK
 */
export class TaskProgress {
  private readonly words: Int32Array<SharedArrayBuffer>;

  /** @param shared What a thread is sent; left out for a new task. */
  constructor(shared?: SharedArrayBuffer) {
    this.words = new Int32Array(shared ?? new SharedArrayBuffer(8));
    if (shared === undefined) this.words[PLACE] = NOT_BEGUN;
  }

  get buffer(): SharedArrayBuffer {
    return this.words.buffer;
  }

  /** The index of the puzzle under work, or one of the values above. */
  get place(): number {
    return Atomics.load(this.words, PLACE);
  }

  get hasBegun(): boolean {
    return this.place !== NOT_BEGUN && this.place !== TAKEN_BACK;
  }

  /** The thread begins the task; false if it was taken back: only one of the two succeeds. */
  begin(): boolean {
    return Atomics.compareExchange(this.words, PLACE, NOT_BEGUN, 0) === NOT_BEGUN;
  }

  /** The pool takes back a task that no thread has begun; false if one has. */
  takeBack(): boolean {
    return Atomics.compareExchange(this.words, PLACE, NOT_BEGUN, TAKEN_BACK) === NOT_BEGUN;
  }

  /** Calls a thread back that helps another. */
  recall(): void {
    Atomics.store(this.words, RECALLED, 1);
  }

  get isRecalled(): boolean {
    return Atomics.load(this.words, RECALLED) === 1;
  }

  /** Notes the index of the puzzle under work, or that all are solved. */
  note(index: number): void {
    Atomics.store(this.words, PLACE, index);
  }
}

/** How a puzzle ended the thread that worked on it. */
export interface ThreadDeath {
  readonly status: 'timeout' | 'memory' | 'crash';
  readonly reason: string;
  /** How long the thread was seen on the puzzle. */
  readonly solveMs: number;
}

/** The watchdog ended the thread because it did not come back from the puzzle `at`. */
export function stuckDeath(at: number, timeoutMs: number, solveMs: number): ThreadDeath {
  const reason =
    at === NOT_BEGUN
      ? `no thread began the work within ${seconds(solveMs)}`
      : `the thread did not come back ${seconds(solveMs - timeoutMs)} after the time limit and was ended`;
  return { status: 'timeout', reason, solveMs };
}

/** The thread ended by itself. */
export function diedDeath(error: unknown, solveMs: number): ThreadDeath {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { status: 'memory', reason: 'the thread ran out of memory', solveMs };
  }
  const what = messageOf(error);
  return { status: 'crash', reason: `the thread died: ${what}`, solveMs };
}

/** The result of the puzzle that a thread was working on when it was ended, or died. */
export function resultOfDeath(death: ThreadDeath): PuzzleResult {
  return resultWith({
    status: death.status,
    stoppedBy: death.status,
    solveMs: Math.max(0, death.solveMs),
    error: death.reason,
    finishedAt: Date.now(),
  });
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
