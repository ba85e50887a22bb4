/** Who asked a run to stop: the user or the system with a signal, `--stop-after`, or `--until`. */
export type StopReason = 'signal' | 'stop-after' | 'until';

/**
 * Lets anybody ask a run to stop. It then reads no more, lets the puzzles under work go on for a
 * short time, commits, and ends as `interrupted`. The first reason is kept.
 */
export class StopRequest {
  private firstReason: StopReason | null = null;
  private readonly listeners = new Set<() => void>();

  /** Null until somebody asks. */
  get reason(): StopReason | null {
    return this.firstReason;
  }

  request(reason: StopReason): void {
    if (this.firstReason !== null) return;
    this.firstReason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Calls `listener` once, when somebody asks; at once if somebody has asked before. */
  onRequest(listener: () => void): void {
    if (this.firstReason !== null) listener();
    else this.listeners.add(listener);
  }

  off(listener: () => void): void {
    this.listeners.delete(listener);
  }
}
