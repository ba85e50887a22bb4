import type { Samples } from './samples.js';

/** Where one attack takes place: its folder is its own, its draws repeat with its seed. */
export interface Arena {
  /** An empty folder, removed afterwards unless the attack fails. */
  readonly folder: string;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly samples: Samples;
  /** Whether this kind alone was asked for: then it may take minutes. */
  readonly isAlone: boolean;
  /** Has something undone when the attack is over, the last thing first. */
  readonly after: (undo: () => unknown) => void;
  /** Counts something that was tried, for the table at the end: `killed while hashing`. */
  readonly tried: (what: string) => void;
}

/**
 * One kind of attack. It drives the program as users do, does it harm, and throws if anything
 * was lost, half written, or told in the words of a programmer.
 */
export interface Attack {
  /** One word or more, by which `--attack` finds it. */
  readonly name: string;
  /** How often it comes where a slow one comes once; absent if it takes longer than two seconds. */
  readonly quick?: number | undefined;
  /** Why it cannot be tried on this machine, or null. */
  readonly missing?: () => string | null;
  readonly run: (arena: Arena) => Promise<void>;
}

/** One of `values`, drawn evenly. */
export function pick<T>({ random }: Pick<Arena, 'random'>, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)];
}

/** A whole number from `from` to `to`, both included. */
export function between({ random }: Pick<Arena, 'random'>, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** Bytes in pieces of 1 to `most`. */
export function* piecesOf(arena: Arena, bytes: Buffer, most: number): Generator<Buffer, void> {
  for (let rest = bytes; rest.length > 0;) {
    const size = between(arena, 1, most);
    yield rest.subarray(0, size);
    rest = rest.subarray(size);
  }
}
