import type { BuiltBatch } from './batch-builder.js';

/** Some entries of one source, in their order, validated: what the reading thread hands over. */
export interface CorpusBatch extends BuiltBatch {
  /** The index of the source in the list that the reader was given. */
  readonly source: number;
  /** How many entries before these were only counted. */
  readonly passed: number;
  /** Whether the source ends after these entries. */
  readonly last: boolean;
  /**
   * With the last batch: of the source's bytes as they were read, hexadecimal digits. Null if not
   * all were read, since the rest is damaged or beyond a limit.
   */
  readonly sha256: string | null;
  /** With the last batch: entries that were read, those of other parts of the run included. */
  readonly sourceEntries: number | null;
  /** Bytes of the source, as they lie on the disk, up to here: about, for progress. */
  readonly bytesRead: number;
}
