import { fileURLToPath } from 'node:url';
import { diedDeath, stuckDeath } from '../../runs/pool/thread-death.js';
import { threadsOfPiscina } from '../../runs/pool/threads-of-piscina.js';
import {
  rejected,
  unanswered,
  type StreamAnswers,
  type StreamQuestion,
  type StreamTask,
} from './answers.js';
import { builtFile } from '../../files/built-file.js';
import { LINE_FEED, RETURN } from '../../../solver/core/text/codes.js';

/**
 * Answers a stream of lines on several threads, in the order of the lines:
 *
 *   bytes -> lines -> batches -> threads -> answers -> in order
 *
 * A line goes to a thread at once if one has room, and with others if they come faster than they
 * are answered. Answers come back as soon as they are known, those of a moment together; the lines
 * after them go to a thread again. At most a window of lines is under way: reading goes on when
 * answers are taken.
 */

/** How many lines and bytes may be under way for each thread. */
const MOST_LINES = 2048;
const MOST_BYTES = 4 * 2 ** 20;

/** The most lines that go to a thread together. */
const MOST_TOGETHER = 256;

/** How many batches are under way for each thread: one to work on, and one at hand. */
const BATCHES_A_THREAD = 2;

/** How often it looks for threads that do not come back, in milliseconds. */
const WATCH_MS = 500;

export interface StreamOptions {
  readonly threads: number;
  /**
   * Milliseconds for each line, after which its thread should have come back; Infinity for no
   * limit.
   */
  readonly timeoutMs: number;
  /** How long after that a thread is ended. */
  readonly graceMs: number;
  /** What threads run. */
  readonly module: URL;
}

export const STREAM_OPTIONS: Pick<StreamOptions, 'graceMs' | 'module'> = {
  graceMs: 10_000,
  module: builtFile('workers/stream.cjs'),
};

/** Lines that travel together, and the answers to the first of them. */
interface Batch {
  readonly lines: Uint8Array[];
  readonly bytes: number;
  readonly answers: string[];
  /** The answers to lines that ended their thread: such a line is empty from then on. */
  readonly dead: Map<number, string>;
  /** How many answers were taken. */
  taken: number;
  /** While a thread has it: how many lines that has begun, and how to end it. */
  begun: Int32Array;
  abort: AbortController;
  /** What `begun` was when it was last looked at, and since when. */
  seen: { readonly lines: number; readonly since: number };
}

/** The answers to a stream of lines. */
export class Answers {
  /** How many lines were not understood, or ended their thread, so far. */
  failed = 0;

  private readonly waiting: Line[] = [];
  /** In the order of their lines, answered or not; the answers of the first are taken next. */
  private readonly underWay: Batch[] = [];
  /** Lines and bytes of both. */
  private readonly window = { lines: 0, bytes: 0 };
  private readonly pool: ReturnType<typeof threadsOfPiscina<StreamTask, StreamAnswers>>;
  /** The batches that threads have, or will have next. */
  private readonly given = new Set<Batch>();
  /** How many lines go to a thread together now: about twice as many as it answers in a moment. */
  private together = MOST_TOGETHER;
  private isOver = false;
  private isStopped = false;
  /** Whether nobody takes answers any more. */
  private isLeft = false;
  private failure: { readonly error: unknown } | null = null;
  private wakeTaker: (() => void) | null = null;
  private wakeReader: (() => void) | null = null;

  constructor(
    question: StreamQuestion,
    private readonly options: StreamOptions,
  ) {
    this.pool = threadsOfPiscina({
      filename: fileURLToPath(options.module),
      minThreads: 0,
      maxThreads: options.threads,
      idleTimeout: Infinity,
      workerData: question,
    });
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
        if (text !== '') {
          this.wakeReader?.();
          yield text;
        } else if (this.isOver && this.window.lines === 0) break;
        else await new Promise<void>((resolve) => (this.wakeTaker = resolve));
      }
      if (this.failure !== null) throw this.failure.error;
    } finally {
      clearInterval(watch);
      this.isOver = this.isLeft = true;
      this.wakeReader?.();
      await this.pool.destroy();
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
      const { answers, lines } = first;
      while (first.taken < answers.length) text += `${answers[first.taken++]}\n`;
      if (answers.length < lines.length) break;
      this.underWay.shift();
      this.window.lines -= lines.length;
      this.window.bytes -= first.bytes;
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
      this.window.bytes += bytesOf(line);
    }
    this.dispatch();
  }

  /** Gives waiting lines to threads that have room. */
  private dispatch(): void {
    while (this.waiting.length > 0 && !this.isLeft) {
      if (this.waiting[0] === TOO_LONG) {
        this.waiting.shift();
        const { text } = rejected(`the line is longer than ${LONGEST_LINE} bytes`);
        this.failed++;
        this.underWay.push(batchOf([NOTHING], [text]));
        this.wakeTaker?.();
        continue;
      }
      if (this.given.size >= BATCHES_A_THREAD * this.options.threads) return;
      const share = Math.ceil(this.waiting.length / this.options.threads);
      const most = Math.min(share, this.together);
      const end = this.waiting.slice(0, most).indexOf(TOO_LONG);
      const batch = batchOf(this.waiting.splice(0, end < 0 ? most : end) as Uint8Array[]);
      this.underWay.push(batch);
      this.given.add(batch);
      void this.answer(batch);
    }
  }

  /** Has a batch answered, a part at a time. */
  private async answer(batch: Batch): Promise<void> {
    const { lines, answers, dead } = batch;
    while (answers.length < lines.length && !this.isLeft) {
      batch.begun = new Int32Array(new SharedArrayBuffer(4));
      batch.abort = new AbortController();
      batch.seen = NOT_SEEN;
      const { begun } = batch;
      const part = lines.slice(answers.length, answers.length + this.together);
      const task = { lines: joined(part), begun };
      try {
        const { text, failed } = await this.pool.run(task, { signal: batch.abort.signal });
        const some = text.split('\n');
        for (const one of some) answers.push(one || dead.get(answers.length)!);
        const pace = some.length < part.length ? some.length : this.together;
        this.together = Math.min(MOST_TOGETHER, 2 * pace);
        this.failed += failed;
      } catch (error) {
        this.died(batch, error);
      }
      // What comes together is taken together.
      if (this.wakeTaker !== null) setImmediate(this.wakeTaker);
      this.wakeTaker = null;
    }
    this.given.delete(batch);
    this.dispatch();
  }

  /**
   * The line that its thread was on has its reason as its answer; another thread answers the lines
   * after it, and those before it whose answers did not come back.
   */
  private died({ lines, answers, dead, begun, seen }: Batch, error: unknown): void {
    if (this.isLeft) return;
    const at = answers.length + Math.max(0, Atomics.load(begun, 0) - 1);
    const isStuck = error instanceof Error && error.name === 'AbortError';
    const { timeoutMs } = this.options;
    const { status, reason } = isStuck
      ? stuckDeath(0, timeoutMs, performance.now() - seen.since)
      : diedDeath(error, 0);
    dead.set(at, unanswered(lines[at], status, reason));
    lines[at] = NOTHING;
    this.failed++;
  }

  private lastWatch = performance.now();

  /**
   * Ends threads that have not come back from a line for too long. Time in which this process stood
   * still does not count.
   */
  private watch(): void {
    const { timeoutMs, graceMs } = this.options;
    const now = performance.now();
    const stoodStill = now - this.lastWatch > 3 * WATCH_MS;
    this.lastWatch = now;
    for (const batch of this.given) {
      const lines = Atomics.load(batch.begun, 0);
      if (lines === 0) continue;
      if (stoodStill || lines !== batch.seen.lines) batch.seen = { lines, since: now };
      else if (now - batch.seen.since >= timeoutMs + graceMs) batch.abort.abort();
    }
  }
}

const NOT_SEEN = { lines: 0, since: 0 };

function batchOf(lines: Uint8Array[], answers: string[] = []): Batch {
  return {
    lines,
    bytes: lines.reduce((sum, line) => sum + line.length, 0),
    answers,
    dead: new Map(),
    taken: 0,
    begun: new Int32Array(1),
    abort: new AbortController(),
    seen: NOT_SEEN,
  };
}

/** The longest line, in bytes: as long as those of corpora. */
const LONGEST_LINE = 40 * 2 ** 20;

const TOO_LONG = 'too long';
const NOTHING = new Uint8Array(0);

/** A line without its end. */
type Line = Uint8Array | typeof TOO_LONG;

function bytesOf(line: Line): number {
  return line === TOO_LONG ? 0 : line.length;
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

/** Lines in one piece, with a line break between them. */
function joined(lines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, -1));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
    if (at < bytes.length) bytes[at++] = LINE_FEED;
  }
  return bytes;
}
