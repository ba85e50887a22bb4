import type { Readable } from 'node:stream';
import { type MessagePort, Worker } from 'node:worker_threads';
import { type ErrorCode, fileErrorCode } from '../../../solver/core/text/error-codes.js';
import { CorpusReader, type CorpusPiece, type CorpusReading } from './corpus-reader.js';
import { CorpusError } from '../bytes.js';
import type { Source } from '../sources.js';
import { builtFile } from '../../files/program.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

/** How many answers are read before they are asked for: enough that nobody waits for the disk. */
const READ_AHEAD = 2;

/** V8's own, 48 MiB in Node 24, costs 20 MB more and saves nothing that can be measured. */
const NURSERY_MIB = 24;

/** Reads a corpus in a thread; little is read ahead, so that memory stays flat. */
export class ReadingThread {
  private readonly thread: Worker;
  /** Those who wait for an answer, the oldest first. */
  private readonly ahead: Promise<readonly CorpusPiece[]>[] = [];
  private readonly waiting: PromiseWithResolvers<readonly CorpusPiece[]>[] = [];
  private failure: Error | null = null;
  private input: AsyncIterator<Buffer> | null = null;
  /** Those of the last answer that nobody has taken yet. */
  private pieces: CorpusPiece[] = [];

  constructor(
    sources: readonly Source[],
    options: CorpusReading,
    private readonly standardInput: () => Readable = () => process.stdin,
  ) {
    this.thread = ReadingThread.start({ sources, options });
    this.thread.on('message', (answer: ReadingAnswer) => this.take(answer));
    this.thread.on('error', (error) => this.fail(error));
    this.thread.on('exit', () => this.fail(new Error('the reading thread ended early')));
  }

  static readonly start = (workerData: ReadingTask): Worker =>
    new Worker(builtFile('workers/read.js'), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MIB },
      // The socket of a pipe closes it. Node does not know of that, and would close the same number
      // again when the thread ends: by then it may be that of another file, such as the database.
      trackUnmanagedFds: false,
    });

  /** The next piece; null after the last source. @throws CorpusError if one cannot be read. */
  async next(): Promise<CorpusPiece | null> {
    if (this.pieces.length === 0) {
      while (this.ahead.length < 1 + READ_AHEAD) this.ask();
      this.pieces.push(...(await this.ahead.shift()!));
    }
    return this.pieces.shift() ?? null;
  }

  /** Ends the thread, whatever it is doing. */
  async close(): Promise<void> {
    this.pieces = [];
    this.fail(new Error('the reading thread is closed'));
    await this.thread.terminate();
    if (this.input !== null) this.standardInput().destroy();
  }

  private ask(): void {
    const pieces = Promise.withResolvers<readonly CorpusPiece[]>();
    if (this.failure !== null) pieces.reject(this.failure);
    else this.waiting.push(pieces);
    // What was read ahead and is never taken must not become an unhandled rejection.
    pieces.promise.catch(() => undefined);
    this.ahead.push(pieces.promise);
    this.send({ kind: 'next' });
  }

  private send(request: ReadingRequest): void {
    this.thread.postMessage(request);
  }

  private take(answer: ReadingAnswer): void {
    if (answer.kind === 'pieces') this.waiting.shift()?.resolve(answer.pieces);
    else if (answer.kind === 'input') void this.giveInput();
    else {
      const { code, message } = answer;
      this.fail(code === null ? new Error(message) : new CorpusError(code, message));
    }
  }

  private async giveInput(): Promise<void> {
    try {
      this.input ??= this.standardInput()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const found = await this.input.next();
      this.send({ kind: 'input', piece: found.done === true ? null : found.value });
    } catch (error) {
      this.fail(
        new CorpusError(fileErrorCode(error), `standard input cannot be read: ${messageOf(error)}`),
      );
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }
}

/** Pieces in an answer, unless they have so many bytes: small files are read sooner than sent. */
const TOGETHER = 16;
const SMALL = 1 << 14;

/** The inside of a ReadingThread: answers its requests. Returns what reads, to be closed. */
export function serveReading(port: MessagePort, task: ReadingTask): CorpusReader {
  let gotInput: ((piece: Uint8Array | null) => void) | null = null;

  // The main thread reads standard input: a read that waits in this thread could not be ended.
  async function* standardInput(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const piece = await new Promise<Uint8Array | null>((resolve) => {
        gotInput = resolve;
        answer({ kind: 'input' });
      });
      if (piece === null) return;
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    }
  }

  function answer(message: ReadingAnswer, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer);
  }

  // What is there goes to work before anybody waits for more of a pipe.
  const most = task.sources.some(({ once }) => once === true) ? 1 : TOGETHER;
  const reader = new CorpusReader(task.sources, task.options, standardInput);

  async function next(): Promise<void> {
    const pieces: CorpusPiece[] = [];
    try {
      for (let bytes = 0; pieces.length < most && bytes < SMALL;) {
        const piece = await reader.next();
        if (piece === null) break;
        pieces.push(piece);
        bytes += piece.packed.byteLength;
      }
      give(pieces);
    } catch (error) {
      if (pieces.length > 0) give(pieces);
      const code = error instanceof CorpusError ? error.code : null;
      const isBug = code === null && error instanceof Error;
      answer({ kind: 'failed', code, message: isBug ? (error.stack ?? '') : messageOf(error) });
    }
  }

  function give(pieces: readonly CorpusPiece[]): void {
    const buffers = pieces.map(({ packed }) => packed);
    answer({ kind: 'pieces', pieces }, buffers);
  }

  let before: Promise<void> = Promise.resolve();
  port.on('message', (request: ReadingRequest) => {
    if (request.kind === 'input') gotInput?.(request.piece);
    else before = before.then(() => next());
  });
  return reader;
}

/** The options that the reading thread is started with. */
export interface ReadingTask {
  readonly sources: readonly Source[];
  readonly options: CorpusReading;
}

/** Messages from the main thread to the reading thread. */
type ReadingRequest =
  | { readonly kind: 'next' }
  /** A piece of standard input, or null at its end. */
  | { readonly kind: 'input'; readonly piece: Uint8Array | null };

/** Messages from the reading thread: some pieces or a failure for each `next`, in order. */
type ReadingAnswer =
  /** None at the end. */
  | { readonly kind: 'pieces'; readonly pieces: readonly CorpusPiece[] }
  /** `code`: that of a CorpusError, whose message is for people; null for all others. */
  | { readonly kind: 'failed'; readonly code: ErrorCode | null; readonly message: string }
  /** Asks for a piece of standard input. */
  | { readonly kind: 'input' };
