/**
 * What the first propagation of a small puzzle read, line by line. Rating (see difficulty/) reads
 * the same lines in another order, and complete line solving is monotone: any position of a line
 * between one that was read and its result has the same result. Two thirds of the line solves of a
 * rating are saved by that, and the log costs propagation one or two per cent.
 */
export class ReadLog {
  /** For each reading: the line, its planes (blank, filled) before, and after. */
  readonly entries = new Int32Array(ENTRY * MOST);
  /** Where the next entry goes; as far as the log is used. */
  end = 0;
  /** The end of what may be used: 0 while nothing is logged. */
  limit = 0;

  /** Forgets what was read. */
  clear(): void {
    this.end = 0;
  }

  /** Logs everything that is read until `stop`. */
  start(): void {
    this.limit = ENTRY * MOST;
  }

  stop(): void {
    this.limit = 0;
  }
}

/** Words of an entry. */
export const ENTRY = 5;

/** The most readings that are kept: later ones are not logged. */
const MOST = 1024;
