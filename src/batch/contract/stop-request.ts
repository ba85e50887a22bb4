/** Who asked a run to stop: the user or the system by a signal, or `--stop-after`. */
export type StopReason = 'signal' | 'stop-after';

/**
 * Somewhere to ask a run to stop: it reads no more, gives the puzzles under work a short
 * grace, commits, and ends as `interrupted`. The first reason stays.
 */
export class StopRequest {
  private firstReason: StopReason | null = null;
  private readonly listeners = new Set<() => void>();

  /** Null as long as nobody asked. */
  get reason(): StopReason | null {
    return this.firstReason;
  }

  request(reason: StopReason): void {
    if (this.firstReason !== null) return;
    this.firstReason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Calls `listener` once, when somebody asks; at once where that has happened. */
  onRequest(listener: () => void): void {
    if (this.firstReason !== null) listener();
    else this.listeners.add(listener);
  }

  /** Forgets a listener that is no longer interested. */
  off(listener: () => void): void {
    this.listeners.delete(listener);
  }
}
