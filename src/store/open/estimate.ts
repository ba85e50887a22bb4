/** The size of a corpus in bytes, uncompressed, and the number of its entries if known. */
export interface CorpusSize {
  readonly bytes: number;
  readonly entries: number | null;
}

/** The log beside the database, which may grow while a reader holds it open. */
const LOG_BYTES = 64 * 2 ** 20;

/**
 * How many bytes a run over a corpus is going to add to the database, including its log; rather too
 * many than too few. Measured with random puzzles, a fifth of them with two solutions (`npm run
 * bench -- store`): 390 bytes for a puzzle of 5x5 with 72 bytes of clues, 910 for 15x15 with 322,
 * 1990 for 25x25 with 773, 7870 for 50x50 with 2774.
 */
export function estimateBytes({ bytes, entries }: CorpusSize): number {
  // In relation to their size, small puzzles need the most: 5x5 in CSV has 55 bytes a row.
  const rows = entries === null ? 7 * bytes : 210 * entries + 2.8 * bytes;
  return Math.ceil(rows + LOG_BYTES);
}
