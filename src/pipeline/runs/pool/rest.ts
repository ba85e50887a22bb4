/**
 * What the threads of a pool share: how many of them may work, in a word of 32 bits. The others
 * rest.
 */
export type Allowance = Int32Array<SharedArrayBuffer>;

/** What a thread is told that may have to rest. */
export interface RestingThread {
  readonly allowance: SharedArrayBuffer;
  /** Its place among the threads of its pool, from 0. */
  readonly place: number;
}

export function newAllowance(threads: number): Allowance {
  const allowance = new Int32Array(new SharedArrayBuffer(4));
  allowance[0] = threads;
  return allowance;
}

/**
 * Lets so many threads work: those that may again go on at once, the others rest as soon as they
 * look at the clock.
 */
export function allow(allowance: Allowance, threads: number): void {
  Atomics.store(allowance, 0, threads);
  Atomics.notify(allowance, 0);
}

/** Whether the thread in this place is to rest. */
export function isResting(allowance: Allowance, place: number): boolean {
  return place >= Atomics.load(allowance, 0);
}

/**
 * Lets this thread rest whenever it looks at `performance.now()` and is to rest, until it may go
 * on. The clock stops meanwhile: the limits of puzzles, and the times that are measured, do not
 * count it.
 */
export function restInClock({ allowance, place }: RestingThread): void {
  const shared: Allowance = new Int32Array(allowance);
  const clock = performance.now.bind(performance);
  let restedMs = 0;
  performance.now = () => {
    if (isResting(shared, place)) {
      const began = clock();
      for (let now = shared[0]; place >= now; now = Atomics.load(shared, 0)) {
        Atomics.wait(shared, 0, now);
      }
      restedMs += clock() - began;
    }
    return clock() - restedMs;
  };
}
