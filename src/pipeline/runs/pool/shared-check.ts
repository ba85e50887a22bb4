import { closeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { ProofChecker, type ProofReport } from '../../../solver/engine/proof-checker.js';
import { builtFile } from '../../files/program.js';
import { openUnnamed, filePieces, writeAt } from '../../files/files.js';

/**
 * One proof that is checked while it is written: at first by the thread that writes it, and if that
 * takes long by others, too. Each reads all of the text, and follows the proofs of the clauses that
 * nobody else has taken: to check a proof takes longer than to find it. It holds if all say so.
 *
 * What the threads share: the text in a file, which has no name, so that nothing of it is left
 * however the process ends; and
 *
 *   word 0   how often the next ones were changed
 *   word 1   1 if no more is written
 *   words 2  and 3: how many bytes are written, as a 64-bit number
 *   then     a byte for each block of clauses: 1 if somebody has taken it
 */
type CheckBuffer = SharedArrayBuffer;

const [CHANGES, ENDED] = [0, 1];
/** In bytes. */
const WRITTEN = 8;
const HEADER_BYTES = 16;

/** Clauses that are taken at once: few, so that nobody waits long for the last. */
const BLOCK = 64;

/** Each thread follows the clauses beyond. The machine gives room as it is used. */
const BLOCKS = 1 << 24;

/** Pieces of some 64 kB before others help: what is hard to solve may be proven soon. */
const FEWEST_PIECES = 2;

/** How long the work may take before others help, in milliseconds. */
const AFTER_MS = 250;

/** Threads that help at most: with more, each mostly reads what others follow. */
const MOST_HELPERS = 3;

/** How long a thread waits for more text before it looks again, in milliseconds. */
const LOOK_MS = 1000;

const HELPER = builtFile('workers/check.js');

interface CheckTask {
  readonly puzzle: Puzzle;
  readonly buffer: CheckBuffer;
  readonly file: number;
}

interface Helping {
  /** How many threads check, with the one that writes. Default: the parallelism of the machine. */
  readonly threads?: number;
  /** Milliseconds after which others help. */
  readonly afterMs?: number;
  /** The compiled entry point of such a thread. */
  readonly helper?: URL;
}

/** The side of the thread that writes the proof. */
export class SharedCheck {
  private readonly buffer: CheckBuffer = new SharedArrayBuffer(HEADER_BYTES + BLOCKS);
  private readonly words = new Int32Array(this.buffer, 0, WRITTEN / 4);
  private readonly written = new BigInt64Array(this.buffer, WRITTEN, 1);
  private checker: ProofChecker;
  /** When others begin to help, in milliseconds of the clock. */
  private shareAt: number;
  /** The text, as long as there is no file. */
  private pieces: string[] = [];
  private file: number | null = null;
  /** How many bytes of the file this thread has checked before it left the rest to others. */
  private checked = 0;
  private helpers: Helper[] = [];
  /** Is kept once all helpers that were dismissed have ended. */
  private dismissed: Promise<void> | null = null;

  private readonly threads: number;
  private readonly helper: URL;

  constructor(
    private readonly puzzle: Puzzle,
    { threads = availableParallelism(), afterMs = AFTER_MS, helper = HELPER }: Helping = {},
  ) {
    this.threads = threads;
    this.helper = helper;
    this.shareAt = threads > 1 ? performance.now() + afterMs : Infinity;
    this.checker = new ProofChecker(puzzle, takenFrom(this.buffer));
  }

  write(text: string): void {
    if (this.file !== null) {
      if (!this.append(this.file, [text])) this.goOnAlone([text]);
      return;
    }
    this.pieces.push(text);
    this.checker.write(text);
    const isLong = this.pieces.length >= FEWEST_PIECES;
    if (isLong && performance.now() > this.shareAt) this.share();
  }

  /** Ends the proof and returns the verdict. */
  async end(): Promise<ProofReport> {
    if (this.file === null) return this.checker.end();
    Atomics.store(this.words, ENDED, 1);
    this.tell();
    for (const piece of this.text(this.checked)) this.checker.write(piece);
    const own = this.checker.end();
    return (await verdictOf(own, this.helpers)) ?? checkPieces(this.puzzle, this.text());
  }

  /** The text from a byte on, in pieces. */
  *text(from = 0): Generator<string> {
    if (this.file === null) yield* this.pieces;
    else yield* readText(this.file, from, this.bytes);
  }

  /** Ends the threads, and gives back the room of the text. */
  async close(): Promise<void> {
    await Promise.all([this.dismissed, this.dismiss()]);
  }

  /** Ends the threads that help, and then closes the file: another may get its number. */
  private async dismiss(): Promise<void> {
    const { helpers, file } = this;
    this.helpers = [];
    this.file = null;
    await Promise.all(helpers.map(({ worker }) => worker.terminate()));
    if (file !== null) closeSync(file);
  }

  /** From now on others check; this thread goes on with that at the end. */
  private share(): void {
    this.shareAt = Infinity;
    const { pieces, puzzle, buffer } = this;
    const file = unnamedFile();
    if (file === null || !this.append(file, pieces)) {
      if (file !== null) closeSync(file);
      return;
    }
    this.file = file;
    this.pieces = [];
    this.checked = this.bytes;
    const task: CheckTask = { puzzle, buffer, file };
    this.helpers = hireAll(Math.min(this.threads - 1, MOST_HELPERS), this.helper, task);
  }

  /** Writes to the file, and tells the others; false if there is no room for it. */
  private append(file: number, pieces: readonly string[]): boolean {
    let at = this.bytes;
    try {
      for (const piece of pieces) {
        const bytes = Buffer.from(piece, 'latin1');
        writeAt(file, bytes, at);
        at += bytes.length;
      }
    } catch {
      return false;
    }
    Atomics.store(this.written, 0, BigInt(at));
    this.tell();
    return true;
  }

  /** There is no room for the file: this thread checks all of it. */
  private goOnAlone(rest: readonly string[]): void {
    const pieces = [...this.text(), ...rest];
    this.dismissed = this.dismiss();
    this.pieces = pieces;
    this.checker = new ProofChecker(this.puzzle);
    for (const piece of pieces) this.checker.write(piece);
  }

  private get bytes(): number {
    return Number(Atomics.load(this.written, 0));
  }

  private tell(): void {
    Atomics.add(this.words, CHANGES, 1);
    Atomics.notify(this.words, CHANGES);
  }
}

/**
 * Checks the first `bytes` of a file that is open, a proof in plain text, by several threads if
 * there is more than one. @pre nobody changes the file meanwhile: each thread reads it for itself.
 */
export async function checkInThreads(
  puzzle: Puzzle,
  file: number,
  bytes: number,
  { threads = availableParallelism(), helper = HELPER }: Helping = {},
): Promise<ProofReport> {
  const buffer: CheckBuffer = new SharedArrayBuffer(HEADER_BYTES + BLOCKS);
  new Int32Array(buffer)[ENDED] = 1;
  new BigInt64Array(buffer, WRITTEN, 1)[0] = BigInt(bytes);
  const helpers = hireAll(Math.min(threads - 1, MOST_HELPERS), helper, { puzzle, buffer, file });
  try {
    const checker = new ProofChecker(puzzle, takenFrom(buffer));
    for (const piece of readText(file, 0, bytes)) {
      checker.write(piece);
      if (checker.failed) break;
      // So that a signal is heard.
      await setImmediate();
    }
    const report = await verdictOf(checker.end(), helpers);
    return report ?? checkPieces(puzzle, readText(file, 0, bytes));
  } finally {
    await Promise.all(helpers.map(({ worker }) => worker.terminate()));
  }
}

/** The inside of a thread that helps: posts its verdict. */
export function serveChecking(): void {
  const { puzzle, buffer, file } = workerData as CheckTask;
  const words = new Int32Array(buffer, 0, WRITTEN / 4);
  const written = new BigInt64Array(buffer, WRITTEN, 1);
  const checker = new ProofChecker(puzzle, takenFrom(buffer));
  for (let at = 0; !checker.failed;) {
    const changes = Atomics.load(words, CHANGES);
    const hasEnded = Atomics.load(words, ENDED) === 1;
    const end = Number(Atomics.load(written, 0));
    for (const piece of readText(file, at, end)) checker.write(piece);
    at = end;
    if (hasEnded) break;
    Atomics.wait(words, CHANGES, changes, LOOK_MS);
  }
  parentPort?.postMessage(checker.end());
}

/** Says of each clause whether it is followed here: in blocks that nobody has taken. */
function takenFrom(buffer: CheckBuffer): (clause: number) => boolean {
  const taken = new Uint8Array(buffer, HEADER_BYTES);
  let block = -1;
  let isOwn = false;
  return (clause) => {
    const next = Math.floor((clause - 1) / BLOCK);
    if (next !== block) {
      block = next;
      isOwn = block >= BLOCKS || Atomics.exchange(taken, block, 1) === 0;
    }
    return isOwn;
  };
}

function checkPieces(puzzle: Puzzle, pieces: Iterable<string>): ProofReport {
  const checker = new ProofChecker(puzzle);
  for (const piece of pieces) checker.write(piece);
  return checker.end();
}

/** The verdict of all; null if nobody knows what one that has died has not followed. */
async function verdictOf(own: ProofReport, helpers: readonly Helper[]) {
  for (const { worker } of helpers) worker.ref();
  const reports = await Promise.all(helpers.map(({ report }) => report));
  const whole = reports.filter((report) => report !== null);
  // Whoever follows what is at fault finds it; what others find comes after it.
  return whole.length < reports.length ? null : whole.reduce(earlier, own);
}

type Helper = ReturnType<typeof hire>;

/** Starts as many threads as the machine lets, up to `count`. */
function hireAll(count: number, helper: URL, task: CheckTask): Helper[] {
  const helpers: Helper[] = [];
  try {
    while (helpers.length < count) helpers.push(hire(helper, task));
  } catch {
    // Those that there are, and the one that asks, check all of it.
  }
  return helpers;
}

/** A thread that helps, and its verdict; null if it has died. */
function hire(helper: URL, task: CheckTask) {
  const worker = new Worker(helper, { workerData: task });
  worker.unref();
  const report = new Promise<ProofReport | null>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(null));
    worker.once('exit', () => resolve(null));
  });
  return { worker, report };
}

/** A file that is gone when it is closed; null if none can be made. */
function unnamedFile(): number | null {
  try {
    return openUnnamed();
  } catch {
    return null;
  }
}

/** The text in a file from one byte to another, in pieces. */
function* readText(file: number, from: number, to: number): Generator<string> {
  for (const piece of filePieces(file, from, to)) yield piece.toString('latin1');
}

/** Of two reports the fault that comes first, or else the first of them. */
function earlier(one: ProofReport, other: ProofReport): ProofReport {
  if (other.valid) return one;
  return one.valid || other.line < one.line ? other : one;
}
