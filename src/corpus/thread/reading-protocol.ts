import type { CorpusBatch } from '../reader/corpus-batch.js';
import type { BatchSize } from '../reader/batch-builder.js';
import type { ReadOptions } from '../reader/corpus-reader.js';
import type { Source } from '../sources/source.js';

/** What the reading thread is started with. */
export interface ReadingTask {
  readonly sources: readonly Source[];
  readonly options: ReadOptions;
}

/** What the main thread sends to the reading thread. */
export type ReadingRequest =
  | { readonly kind: 'next'; readonly want: BatchSize }
  /** A piece of standard input, or null at its end. */
  | { readonly kind: 'input'; readonly piece: Uint8Array | null };

/** What the reading thread sends back: one batch or failure for each `next`, in order. */
export type ReadingAnswer =
  | { readonly kind: 'batch'; readonly batch: CorpusBatch | null }
  /** `known`: a CorpusError, whose message is fit for people. */
  | { readonly kind: 'failed'; readonly known: boolean; readonly message: string }
  /** Wants a piece of standard input. */
  | { readonly kind: 'input' };
