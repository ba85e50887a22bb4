import type { Redis } from './bullmq.js';

const LOOK_MS = 250;

export interface HealthOptions {
  /** How long the queue may be silent before it is given up. */
  readonly timeoutMs: number;
  /** After how long that is reported. */
  readonly silentMs: number;
  readonly onNote: (message: string) => void;
  /** Called once, when it is given up. */
  readonly onLost: () => void;
}

/**
 * Watches whether Redis answers. Its silence counts only while this process could listen, not while
 * the machine slept.
 */
export class QueueHealth {
  private readonly timer: NodeJS.Timeout;
  private silentMs = 0;
  private lastLook = performance.now();
  private asked = false;
  private said = false;

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

  private look(): void {
    const now = performance.now();
    this.silentMs += Math.min(now - this.lastLook, 2 * LOOK_MS);
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
    if (this.silentMs < this.options.timeoutMs) return;
    this.close();
    this.options.onLost();
  }

  private hear(): void {
    this.asked = false;
    this.silentMs = 0;
    if (!this.said) return;
    this.said = false;
    this.options.onNote('The queue answers again.');
  }
}
