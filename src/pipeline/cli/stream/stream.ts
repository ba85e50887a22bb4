import { Worker } from 'node:worker_threads';
import { diedDeath, stuckDeath, type ThreadDeath } from '../../runs/pool/pool.js';
import {
  rejected,
  unanswered,
  type FromThread,
  type StreamQuestion,
  type StreamThreadData,
  type ToThread,
} from './answers.js';
import { builtFile } from '../../files/program.js';
import type { ScoreSummary } from './score-summary.js';
import { LINE_FEED, RETURN } from '../../../solver/core/text/codes.js';

/**
 * Answers a stream of lines on several threads, in the order of the lines:
 *
 *   bytes -> lines -> batches -> threads -> answers -> in order
 *
 * A line goes to a thread at once if one has room, and with others if they come faster than they
 * are answered. Answers come back as soon as they are known, those of a moment together. At most a
 * window of lines is under way: reading goes on when answers are taken.
 */

/** How many lines and bytes may be under way for each thread. */
const MOST_LINES = 2048;
const MOST_BYTES = 4 * 2 ** 20;

/** The most lines that go to a thread together, and how many milliseconds they should take. */
const MOST_TOGETHER = 256;
const TOGETHER_MS = 20;

/** How often it looks for threads that do not come back, in milliseconds. */
const WATCH_MS = 500;

interface StreamOptions {
  readonly threads: number;
  /** Milliseconds within which a thread should come back from a line; Infinity for no limit. */
  readonly timeoutMs: number;
  /** How long after that a thread is ended. */
  readonly graceMs: number;
  /** What threads run. */
  readonly module: URL;
}

export const STREAM_OPTIONS: Pick<StreamOptions, 'graceMs' | 'module'> = {
  graceMs: 10_000,
  module: builtFile('workers/stream.js'),
};

interface Batch {
  readonly lines: readonly Uint8Array[];
  /** How many of them are answered, the first ones. */
  answered: number;
  /** The answers that were not taken yet, each with its line break. */
  text: string;
}

function batchOf(lines: readonly Uint8Array[]): Batch {
  return { lines, answered: 0, text: '' };
}

/** A line that no thread answers any more. */
function answeredBatch(line: Uint8Array, answer: string): Batch {
  return { lines: [line], answered: 1, text: `${answer}\n` };
}

export class Answers {
  /** How many lines were not understood, or ended their thread, so far. */
  failed = 0;

  private readonly waiting: Line[] = [];
  /** In the order of their lines, answered or not; the answers of the first are taken next. */
  private readonly underWay: Batch[] = [];
  /** Lines and bytes of both. */
  private readonly window = { lines: 0, bytes: 0 };
  private readonly threads: LineThread[];
  private isOver = false;
  private isStopped = false;
  private failure: { readonly error: unknown } | null = null;
  private wakeTaker: (() => void) | null = null;
  private wakeReader: (() => void) | null = null;

  constructor(
    question: StreamQuestion,
    private readonly options: StreamOptions,
    /** Takes what threads count, if they count scores and answer nothing. */
    private readonly summary: ScoreSummary | null = null,
  ) {
    this.threads = Array.from(
      { length: options.threads },
      () => new LineThread(question, options, this),
    );
  }

  /** Takes what a thread says of the next lines of its first batch. */
  hear({ notUnderstood, counts }: Pick<FromThread, 'notUnderstood' | 'counts'>): void {
    this.failed += notUnderstood;
    if (counts !== null) this.summary!.add(counts);
    // What comes together is taken together.
    if (this.wakeTaker !== null) setImmediate(this.wakeTaker);
    this.wakeTaker = null;
  }

  /** Puts parts of a batch in its place. */
  divide(batch: Batch, parts: readonly Batch[]): void {
    this.underWay.splice(this.underWay.indexOf(batch), 1, ...parts);
  }

  /**
   * The answers to the lines of `input`, with their line breaks: all that are known. Empty lines
   * are passed over. Leaving the iteration ends the threads.
   * @throws what reading the input throws, after the answers to the lines before.
   */
  async *to(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
    void this.read(input);
    const watch = setInterval(() => this.watch(), WATCH_MS);
    try {
      for (;;) {
        const text = this.take();
        if (this.isStopped) return;
        if (!this.isFull) this.wakeReader?.();
        if (text !== '') yield text;
        else if (this.isOver && this.window.lines === 0) break;
        else await new Promise<void>((resolve) => (this.wakeTaker = resolve));
      }
      if (this.failure !== null) throw this.failure.error;
    } finally {
      clearInterval(watch);
      this.isOver = true;
      this.wakeReader?.();
      await Promise.all(this.threads.map((thread) => thread.close()));
    }
  }

  /** Ends the iteration: what is under way is not answered. */
  stop(): void {
    this.isStopped = true;
    this.wakeTaker?.();
  }

  /** All answers that are known and whose turn it is. */
  private take(): string {
    let text = '';
    for (let first = this.underWay.at(0); first !== undefined; first = this.underWay.at(0)) {
      const { lines, answered } = first;
      text += first.text;
      first.text = '';
      if (answered < lines.length) break;
      this.underWay.shift();
      this.window.lines -= lines.length;
      this.window.bytes -= bytesIn(lines);
    }
    return text;
  }

  private async read(input: AsyncIterable<Uint8Array>): Promise<void> {
    const cut = new LineCutter();
    try {
      for await (const piece of input) {
        if (this.isOver) return;
        this.add(cut.write(piece));
        while (this.isFull) await new Promise<void>((resolve) => (this.wakeReader = resolve));
      }
      this.add(cut.end());
    } catch (error) {
      this.failure = { error };
    } finally {
      this.isOver = true;
      this.wakeTaker?.();
    }
  }

  private get isFull(): boolean {
    const { lines, bytes } = this.window;
    const { threads } = this.options;
    return !this.isOver && (lines >= MOST_LINES * threads || bytes >= MOST_BYTES * threads);
  }

  private add(lines: readonly Line[]): void {
    for (const line of lines) {
      this.waiting.push(line);
      this.window.lines++;
      this.window.bytes += line === TOO_LONG ? 0 : line.length;
    }
    this.dispatch();
  }

  /** Gives waiting lines to threads that have room. */
  dispatch(): void {
    while (this.waiting.length > 0) {
      if (this.waiting[0] === TOO_LONG) {
        this.waiting.shift();
        const { text } = rejected(`the line is longer than ${LONGEST_LINE} bytes`);
        this.failed++;
        this.underWay.push(answeredBatch(NOTHING, text));
        this.wakeTaker?.();
        continue;
      }
      const thread = this.threads.reduce((a, b) => (b.load < a.load ? b : a));
      if (thread.load >= MOST_LOAD) return;
      const share = Math.ceil(this.waiting.length / this.threads.length);
      const most = Math.max(1, Math.min(share, MOST_TOGETHER, TOGETHER_MS / thread.pace));
      const end = this.waiting.slice(0, most).indexOf(TOO_LONG);
      const lines = this.waiting.splice(0, end < 0 ? most : end) as Uint8Array[];
      const batch = batchOf(lines);
      this.underWay.push(batch);
      thread.give(batch);
    }
  }

  private lastWatch = performance.now();

  /** Ends threads that do not come back. Time in which this process stood still does not count. */
  private watch(): void {
    const now = performance.now();
    const stoodStill = now - this.lastWatch > 3 * WATCH_MS;
    this.lastWatch = now;
    for (const thread of this.threads) thread.watch(stoodStill);
  }
}

/** One batch to work on, and one at hand. */
const MOST_LOAD = 2;

/**
 * A thread that answers lines, started again if it dies; Piscina took up to twice the time here.
 */
class LineThread {
  /** Milliseconds for a line, of late. */
  pace = 1;
  private worker: Worker | null = null;
  /** In their order; the first is under work. */
  private readonly batches: Batch[] = [];
  /** How many lines the worker has begun, as it tells, and how many it has answered. */
  private linesBegun: Int32Array = new Int32Array(1);
  private linesAnswered = 0;
  /** How many it had begun when it was looked at last. */
  private linesSeen = 0;
  /** When the line under work was begun, up to a moment, and the batch. */
  private begun = 0;
  private batchBegun = 0;
  private death: ThreadDeath | null = null;

  constructor(
    private readonly question: StreamQuestion,
    private readonly options: StreamOptions,
    private readonly stream: Pick<Answers, 'hear' | 'divide' | 'dispatch'>,
  ) {}

  get load(): number {
    return this.batches.length;
  }

  give(batch: Batch): void {
    if (this.batches.push(batch) === 1) this.begun = this.batchBegun = performance.now();
    this.send(batch);
  }

  /** Ends it if it has not come back from a line for too long. */
  watch(stoodStill: boolean): void {
    const now = performance.now();
    const { timeoutMs, graceMs } = this.options;
    const lines = Atomics.load(this.linesBegun, 0);
    if (stoodStill || lines !== this.linesSeen) this.begun = now;
    this.linesSeen = lines;
    if (this.worker === null || this.load === 0) return;
    if (now - this.begun < timeoutMs + graceMs) return;
    this.death = stuckDeath(0, timeoutMs, now - this.begun);
    void this.worker.terminate();
  }

  /** Ends it; nothing is answered any more. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.batches.length = 0;
    worker?.removeAllListeners().on('error', () => undefined);
    await worker?.terminate();
  }

  private send({ lines, answered }: Batch): void {
    this.worker ??= this.start();
    this.worker.postMessage(joined(lines.slice(answered)) satisfies ToThread);
  }

  private start(): Worker {
    this.linesBegun = new Int32Array(new SharedArrayBuffer(4));
    this.linesAnswered = 0;
    const { question, linesBegun: begun } = this;
    const worker = new Worker(this.options.module, {
      workerData: { question, begun } satisfies StreamThreadData,
    });
    // On a busy machine it takes a while to start: that is not the time of its first line.
    worker.once('online', () => (this.begun = this.batchBegun = performance.now()));
    worker.on('message', (some: FromThread) => this.answered(some));
    worker.on('error', (error) => (this.death ??= diedDeath(error, 0)));
    worker.on('exit', (code) => this.died(new Error(`it ended with the exit code ${code}`)));
    return worker;
  }

  private answered(some: FromThread): void {
    const [batch] = this.batches;
    batch.text += some.text;
    batch.answered += some.lines;
    this.linesAnswered += some.lines;
    this.stream.hear(some);
    const now = performance.now();
    const { length } = batch.lines;
    if (batch.answered < length) return;
    this.batches.shift();
    const pace = (now - this.batchBegun) / length;
    this.pace = Math.max(0.01, (this.pace + pace) / 2);
    this.batchBegun = now;
    this.stream.dispatch();
  }

  /** The line that it was on gets the reason; another thread answers all that is unanswered. */
  private died(error: Error): void {
    const { status, reason } = this.death ?? diedDeath(error, 0);
    this.death = null;
    this.worker = null;
    if (this.load === 0) return;
    const unheard = Atomics.load(this.linesBegun, 0) - this.linesAnswered;
    let at = this.batches[0].answered + Math.max(0, unheard - 1);
    let nth = 0;
    // Its answers to all of the first batch may have been lost with it.
    for (; at >= this.batches[nth].lines.length; nth++) at -= this.batches[nth].lines.length;
    const batch = this.batches[nth];
    const lines = batch.lines.slice(at);
    const dead = answeredBatch(lines[0], unanswered(lines[0], status, reason));
    const parts = [{ ...batch, lines: batch.lines.slice(0, at) }, dead, batchOf(lines.slice(1))];
    this.stream.divide(batch, parts);
    this.batches.splice(nth, 1, ...parts.filter((part) => part.answered < part.lines.length));
    this.begun = this.batchBegun = performance.now();
    for (const rest of this.batches) this.send(rest);
    this.stream.hear({ notUnderstood: 1, counts: null });
    this.stream.dispatch();
  }
}

/** The longest line, in bytes: as long as those of corpora. */
const LONGEST_LINE = 40 * 2 ** 20;

const TOO_LONG = 'too long';
const NOTHING = new Uint8Array(0);

type Line = Uint8Array | typeof TOO_LONG;

function bytesIn(lines: readonly Uint8Array[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}

/** Cuts bytes into lines; it holds no more of a line than the longest may have. */
class LineCutter {
  private parts: Uint8Array[] = [];
  private length = 0;

  /** The lines that end in `piece`; empty ones are left out. */
  write(piece: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      this.hold(piece.subarray(from, at));
      lines.push(...this.end());
      from = at + 1;
    }
    this.hold(piece.subarray(from));
    return lines;
  }

  /** The line that was begun, if it has anything. */
  end(): Line[] {
    const { length, parts } = this;
    this.parts = [];
    this.length = 0;
    if (length > LONGEST_LINE) return [TOO_LONG];
    const line = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const bare = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
    return bare.length === 0 ? [] : [bare];
  }

  private hold(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length > LONGEST_LINE) this.parts = [];
    else this.parts.push(part);
  }
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(bytesIn(lines) + lines.length - 1);
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
    if (at < bytes.length) bytes[at++] = LINE_FEED;
  }
  return bytes;
}
