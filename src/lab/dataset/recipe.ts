import { spreadBits } from '../../solver/core/puzzle/fingerprint.js';
import type { GridSize } from '../../solver/core/puzzle/types.js';
import type { Needs } from '../../solver/core/result/difficulty.js';
import type { Keep } from '../../solver/craft/random-puzzles.js';

/** The kinds of files that a data set can have. */
export const DATASET_FILES = ['jsonl', 'parquet', 'npz'] as const;

export type DatasetFile = (typeof DATASET_FILES)[number];

/** All that decides which bytes a data set has; it is kept with it, as JSON. */
export interface Recipe extends Making {
  /** The version that made it: another may rate puzzles differently. */
  readonly nonomill: string;
  readonly split: readonly Split[];
  readonly as: readonly DatasetFile[];
  /** As data set hubs name it: `cc0-1.0`. */
  readonly licence: string;
}

/** What decides which puzzles it has. */
export interface Making {
  readonly from: RandomPuzzlesWanted | GivenCorpus | GivenRun;
  readonly keep: {
    readonly for: Keep;
    /** Null for any. */
    readonly needs: Needs | null;
  };
  /** Decides which puzzles are drawn, and where each goes. */
  readonly seed: number;
}

/** Puzzles that are drawn by lot until there are enough. */
export interface RandomPuzzlesWanted {
  readonly kind: 'random';
  /** As many of each. */
  readonly sizes: readonly GridSize[];
  readonly density: { readonly from: number; readonly to: number };
  readonly count: number;
  readonly bands: readonly Band[];
}

export interface GivenCorpus {
  readonly kind: 'corpus';
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  readonly format: string | null;
  readonly limit: number | null;
  readonly ignoreStart: boolean;
  /** Left out where the rows come first: recipes without it stay as they are. */
  readonly columnsFirst?: true;
}

/** Puzzles of a run, with what it has found out. */
export interface GivenRun {
  readonly kind: 'run';
  readonly run: string;
}

/** Puzzles of a difficulty, and their share of all. */
export interface Band {
  /** Null for any. */
  readonly stars: number | null;
  /** Bounds of the score, both included; a lower bound of a score is never within. Null for any. */
  readonly difficulty: { readonly from: number; readonly to: number | null } | null;
  readonly share: number;
}

export const ANY_BAND: Band = { stars: null, difficulty: null, share: 1 };

/** A part of the data set, and its share of it. */
export interface Split {
  readonly name: string;
  readonly share: number;
}

/** How many of a whole number each share gets: together all of it. */
export function quotas(count: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (count * share) / total);
  const given = exact.map(Math.floor);
  let left = count - given.reduce((sum, quota) => sum + quota, 0);
  // What is left goes to the shares that lost most; of equals, to the first.
  const order = exact.map((_, i) => i).sort((a, b) => exact[b] - given[b] - (exact[a] - given[a]));
  for (const i of order) if (left-- > 0) given[i]++;
  return given;
}

/** `3 stars`, `a score of 6 to 8`, or nothing for any. */
export function bandText({ stars, difficulty }: Band): string {
  if (stars !== null) return stars === 1 ? '1 star' : `${stars} stars`;
  if (difficulty === null) return '';
  const { from, to } = difficulty;
  return to === null ? `a score of ${from} or more` : `a score of ${from} to ${to}`;
}

/**
 * Where a puzzle goes: which share of all it falls into, from 0 up to 1, and where in its order.
 */
interface SharePlace {
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
  const first = spreadBits(spreadBits(seed | 0) ^ Math.floor(seed / 2 ** 32));
  const second = spreadBits(first ^ high);
  const share = spreadBits(second ^ low);
  const order = spreadBits(share + 0x9e3779b9);
  const rest = spreadBits(order ^ second);
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

/** The seed of one of many sequences, a whole number from 0 to 2^53 - 1. */
export function seedOf(seed: number, sequence: number): number {
  const low = spreadBits(spreadBits(seed | 0) ^ Math.floor(seed / 2 ** 32));
  const one = spreadBits(low ^ sequence);
  const other = spreadBits(spreadBits(one ^ 0x6c62272e) + Math.floor(sequence / 2 ** 32));
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}
