/**
 * What the first propagation of a small puzzle read, line by line. Rating (see difficulty/) reads the
 * same lines in another order, and complete line solving is monotone: a position of a line
 * between one that was read and what it led to leads there as well. Two thirds of the line solves
 * of a rating are saved by that, and the log costs propagation one or two percent.
 */
export class ReadLog {
  /** For each reading: the line, its planes (blank, filled) before, and after. */
  readonly entries = new Int32Array(ENTRY * MOST);
  /** Where the next entry goes; as far as the log is used. */
  end = 0;
  /** As far as it may be used: 0 while nothing is to be written down. */
  limit = 0;

  /** Forgets what was read. */
  clear(): void {
    this.end = 0;
  }

  /** Has everything written down that is read until `stop`. */
  start(): void {
    this.limit = ENTRY * MOST;
  }

  stop(): void {
    this.limit = 0;
  }
}

/** Words of an entry. */
export const ENTRY = 5;

/** Readings that are kept: what comes after that is read again. */
const MOST = 1024;
