import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { CorpusError } from '../bytes.js';
import { CorpusReader, type CorpusReading, type CorpusPiece } from './corpus-reader.js';
import type { Source } from '../sources.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

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
    answer(
      { kind: 'pieces', pieces },
      pieces.map(({ packed }) => packed),
    );
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
export type ReadingRequest =
  | { readonly kind: 'next' }
  /** A piece of standard input, or null at its end. */
  | { readonly kind: 'input'; readonly piece: Uint8Array | null };

/** Messages from the reading thread: some pieces or a failure for each `next`, in order. */
export type ReadingAnswer =
  /** None at the end. */
  | { readonly kind: 'pieces'; readonly pieces: readonly CorpusPiece[] }
  /** `code`: that of a CorpusError, whose message is for people; null for all others. */
  | { readonly kind: 'failed'; readonly code: ErrorCode | null; readonly message: string }
  /** Asks for a piece of standard input. */
  | { readonly kind: 'input' };
