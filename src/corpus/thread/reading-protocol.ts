import type { CorpusBatch } from '../reader/corpus-batch.js';
import type { BatchSize } from '../reader/batch-builder.js';
import type { ReadOptions } from '../reader/corpus-reader.js';
import type { Source } from '../sources/source.js';

/** The options that the reading thread is started with. */
export interface ReadingTask {
  readonly sources: readonly Source[];
  readonly options: ReadOptions;
}

/** Messages from the main thread to the reading thread. */
export type ReadingRequest =
  | { readonly kind: 'next'; readonly want: BatchSize }
  /** A piece of standard input, or null at its end. */
  | { readonly kind: 'input'; readonly piece: Uint8Array | null };

/** Messages from the reading thread: one batch or failure for each `next`, in order. */
export type ReadingAnswer =
  | { readonly kind: 'batch'; readonly batch: CorpusBatch | null }
  /** `known`: it is a CorpusError, whose message is for people. */
  | { readonly kind: 'failed'; readonly known: boolean; readonly message: string }
  /** Asks for a piece of standard input. */
  | { readonly kind: 'input' };
