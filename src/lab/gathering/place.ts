import type { Split } from './recipe.js';

/**
 * Where a puzzle goes: which share of all it falls into, from 0 up to 1, and where in its order.
 */
export interface SharePlace {
  readonly share: number;
  readonly order: number;
}

/**
 * The place of a puzzle. It depends on nothing but its shape and the seed: equal puzzles always end
 * up on the same side of a split, in every data set of the seed, whatever else is in it.
 */
export function sharePlaceOf(shape: string, seed: number): SharePlace {
  const high = Number.parseInt(shape.slice(0, 8), 16);
  const low = Number.parseInt(shape.slice(8), 16);
  const first = mixed(mixed(seed | 0) ^ Math.floor(seed / 2 ** 32));
  const second = mixed(first ^ high);
  const share = mixed(second ^ low);
  const order = mixed(share + 0x9e3779b9);
  const rest = mixed(order ^ second);
  return {
    share: (share >>> 0) / 2 ** 32,
    order: (order >>> 0) * 2 ** 21 + (rest >>> 11),
  };
}

/** The number of the split that a share of all falls into. */
export function splitAt(share: number, splits: readonly Split[]): number {
  let left = share * splits.reduce((sum, split) => sum + split.share, 0);
  const found = splits.findIndex((split) => (left -= split.share) < 0);
  return found < 0 ? splits.length - 1 : found;
}

/**
 * Spreads 32 bits over all of them (the finaliser of MurmurHash3, Austin Appleby, public domain).
 */
function mixed(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The seed of one of many sequences, a whole number from 0 to 2^53 - 1. */
export function seedOf(seed: number, sequence: number): number {
  const low = mixed(mixed(seed | 0) ^ Math.floor(seed / 2 ** 32));
  const one = mixed(low ^ sequence);
  const other = mixed(mixed(one ^ 0x6c62272e) + Math.floor(sequence / 2 ** 32));
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}
