import { StoreError } from '../../store/open/store-error.js';
import { whenUnlocked, type LockWait } from './lock-wait.js';
import { trace } from '../../trace/trace.js';

/**
 * Commits, one after the other: at once as a rule, later if another program holds the database.
 *
 *   free --a commit finds the database locked--> waiting --it is free again--> free
 *                                                waiting --the wait was too long--> failed
 */
export class WriteQueue {
  private readonly waiting: (() => void)[] = [];
  /** The work on what waits; null if nothing does. */
  private catchingUp: Promise<void> | null = null;
  private failure: Error | null = null;

  /** `onFailure` is told about a commit that failed while nobody waited for it. */
  constructor(
    private readonly lockWait: LockWait,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /**
   * Does `commit` now, or as soon as the database is free.
   * @throws what it throws now, except for a lock.
   */
  write(commit: () => void): void {
    if (this.failure !== null) return;
    if (this.catchingUp === null && committed(commit)) return;
    this.waiting.push(commit);
    trace('run', () => `another program holds the database; ${this.waiting.length} commits wait`);
    this.catchingUp ??= this.catchUp();
  }

  /** Waits until everything is committed. @throws the error that prevents it. */
  async settled(): Promise<void> {
    await this.catchingUp;
    if (this.failure !== null) throw this.failure;
  }

  /** Drops what waits. */
  discard(): void {
    this.waiting.length = 0;
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
    if (error instanceof StoreError && error.kind === 'locked') return false;
    throw error;
  }
}
