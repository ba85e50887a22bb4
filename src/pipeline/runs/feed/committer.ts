import { StoreError } from '../../store/open/store-error.js';
import { resultCount, type RunEntries } from '../../store/write/entry-writer.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { whenUnlocked, type LockWait } from './lock-wait.js';
import { trace } from '../../files/program.js';

/** The number of rows from which a transaction of its own is worthwhile. */
const ENOUGH_ROWS = 1024;

/** How many milliseconds a result waits for others at most: a kill can lose this much. */
const LONGEST_WAIT_MS = 200;

/**
 * Gathers results until there are enough for a transaction, or some have waited long enough: hard
 * puzzles come in one by one, and a commit for each would cost more than its row. Commits are made
 * one after the other: at once as a rule, later if another program holds the database.
 *
 *   free --a commit finds the database locked--> waiting --it is free again--> free
 *                                                waiting --the wait was too long--> failed
 */
export class Committer {
  private gathered: RunEntries[] = [];
  /** Called once they are written. */
  private onCommitted: (() => void)[] = [];
  /** How many rows are gathered; a piece and the end of a source count as one. */
  private rows = 0;
  private timer: NodeJS.Timeout | null = null;
  /** Commits that wait for the database. */
  private readonly waiting: (() => void)[] = [];
  /** The work on them; null if there are none. */
  private catchingUp: Promise<void> | null = null;
  private failure: Error | null = null;

  constructor(
    private readonly writer: Pick<RunWriter, 'writeAll'>,
    private readonly lockWait: LockWait,
    /** Is told about a commit that failed while nobody waited for it. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /**
   * `kept` is called once they are written. @throws what the writer throws; then nothing that was
   * gathered is written.
   */
  add(entries: RunEntries, onCommitted?: () => void): void {
    this.gathered.push(entries);
    if (onCommitted !== undefined) this.onCommitted.push(onCommitted);
    this.rows += resultCount(entries) + (entries.pieces?.length ?? 0) + (entries.finished ? 1 : 0);
    if (this.rows >= ENOUGH_ROWS) this.flush();
    else this.timer ??= setTimeout(() => this.flushLate(), LONGEST_WAIT_MS);
  }

  /** Writes what was gathered. @throws as `add`. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { gathered, onCommitted: onCommitted } = this;
    this.gathered = [];
    this.onCommitted = [];
    this.rows = 0;
    if (gathered.length === 0) return;
    this.commit(() => {
      this.writer.writeAll(gathered);
      for (const tell of onCommitted) tell();
    });
  }

  /**
   * Does `commit` now, or as soon as the database is free.
   * @throws what it throws now, except for a lock.
   */
  commit(commit: () => void): void {
    if (this.failure !== null) return;
    if (this.catchingUp === null && committed(commit)) return;
    this.waiting.push(commit);
    trace('run', () => `another program holds the database; ${this.waiting.length} commits wait`);
    this.catchingUp ??= this.catchUp();
  }

  /** Waits until all commits are made. @throws the error that prevents it. */
  async settled(): Promise<void> {
    await this.catchingUp;
    if (this.failure !== null) throw this.failure;
  }

  /** Drops what was gathered, and what waits. */
  discard(): void {
    this.gathered = [];
    this.flush();
    this.waiting.length = 0;
  }

  private flushLate(): void {
    try {
      this.flush();
    } catch (error) {
      this.onFailure(error);
    }
  }

  private async catchUp(): Promise<void> {
    try {
      for (let next = this.waiting.at(0); next !== undefined; next = this.waiting.at(0)) {
        const commit = next;
        // What was dropped meanwhile must not be written any more.
        await whenUnlocked(() => this.waiting[0] === commit && commit(), this.lockWait);
        this.waiting.shift();
      }
    } catch (error) {
      this.discard();
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.onFailure(error);
    }
    this.catchingUp = null;
  }
}

/** Whether `commit` succeeded; false if the database is locked. */
function committed(commit: () => void): boolean {
  try {
    commit();
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'NM_DATABASE_LOCKED') return false;
    throw error;
  }
}
