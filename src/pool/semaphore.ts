/** Lets a number in at a time; the others wait in order of arrival. */
export class Semaphore {
  private free: number;
  private readonly queue: (() => void)[] = [];

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** How many wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Lets `more` in from now on, besides those before. */
  grow(more: number): void {
    for (let i = 0; i < more; i++) this.release();
  }

  acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.queue.push(resolve));
  }

  release(): void {
    const next = this.queue.shift();
    if (next === undefined) this.free++;
    else next();
  }
}
