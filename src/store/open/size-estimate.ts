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
 * bench -- store`), indexes included: 267 bytes for a puzzle of 5x5 with 72 bytes of clues, 400 for 10x10 with 172, 613
 * for 15x15 with 322, 1290 for 25x25 with 773, 5180 for 50x50 with 2774.
 */
export function estimateBytes({ bytes, entries }: CorpusSize): number {
  // In relation to their size, small puzzles need the most: 5x5 in CSV has 55 bytes a row.
  const rows = entries === null ? 5.5 * bytes : 150 * entries + 2 * bytes;
  return Math.ceil(rows + LOG_BYTES);
}
