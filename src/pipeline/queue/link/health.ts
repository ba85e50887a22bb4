import type { Redis } from './bullmq.js';

const LOOK_MS = 250;

export interface HealthOptions {
  /** How long the queue may be silent, or full, before it is given up. */
  readonly timeoutMs: number;
  /** After how long that is reported. */
  readonly silentMs: number;
  readonly onNote: (message: string) => void;
  /** Called once, when it is given up. */
  readonly onLost: (why: 'silent' | 'full') => void;
}

/**
 * Watches whether Redis answers, and for how long it has had no room. Both count only while this
 * process could listen, not while the machine slept.
 */
export class QueueHealth {
  private readonly timer: NodeJS.Timeout;
  private silentMs = 0;
  private lastLook = performance.now();
  private asked = false;
  private said = false;
  private full = false;
  private fullMs = 0;
  private lastFull = -Infinity;

  constructor(
    private readonly redis: Redis,
    private readonly options: HealthOptions,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Whether Redis had no room at some time after `since`. */
  wasFullSince(since: number): boolean {
    return this.lastFull > since;
  }

  /** Notes whether Redis has room, as its last answer shows. */
  noteFull(full: boolean): void {
    if (full) this.lastFull = performance.now();
    if (full === this.full) return;
    this.full = full;
    this.fullMs = 0;
    this.options.onNote(
      full
        ? 'The queue is full (the maxmemory of Redis): waiting for room.'
        : 'The queue has room again.',
    );
  }

  private look(): void {
    const now = performance.now();
    const passed = Math.min(now - this.lastLook, 2 * LOOK_MS);
    this.silentMs += passed;
    if (this.full) this.fullMs += passed;
    this.lastLook = now;
    if (!this.asked) {
      this.asked = true;
      this.redis.ping().then(
        () => this.hear(),
        () => (this.asked = false),
      );
    }
    if (this.silentMs > this.options.silentMs && !this.said) {
      this.said = true;
      this.options.onNote('The queue does not answer: waiting for it.');
    }
    const { timeoutMs } = this.options;
    if (this.silentMs < timeoutMs && this.fullMs < timeoutMs) return;
    this.close();
    this.options.onLost(this.silentMs < timeoutMs ? 'full' : 'silent');
  }

  private hear(): void {
    this.asked = false;
    this.silentMs = 0;
    if (!this.said) return;
    this.said = false;
    this.options.onNote('The queue answers again.');
  }
}
