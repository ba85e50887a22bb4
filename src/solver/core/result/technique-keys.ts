import { isUndecided, TECHNIQUES, type Status, type Technique } from './outcome.js';

/**
 * What it took to solve puzzles, in the order in which charts and tables show it. Only of puzzles
 * with one solution does the technique say anything: the others are `ambiguous` (several
 * solutions), `contradiction` (none) or `unproven`.
 */
export const TECHNIQUE_KEYS = [...TECHNIQUES, 'ambiguous', 'contradiction', 'unproven'] as const;

export type TechniqueKey = (typeof TECHNIQUE_KEYS)[number];

/** Under which of them a result is counted. */
export function techniqueKeyOf(status: Status, technique: Technique | null): TechniqueKey {
  if (status === 'unique') return technique ?? 'unproven';
  if (status === 'multiple') return 'ambiguous';
  return status === 'contradiction' ? 'contradiction' : 'unproven';
}

/**
 * A guess depth as charts and tables name it: `2` is known, `2+` is "at least 2". Puzzles with
 * several solutions are `ambiguous`, those whose depth was not found out `none`, and those without
 * a verdict (timeout and the other limits) `open`, whatever is known of them.
 */
export type DepthKey = string;

/** The keys that are not depths, in the order in which they come after them. */
const NO_DEPTHS = ['ambiguous', 'none', 'open'] as const;

/**
 * Under which of them a result is counted. Without a technique the work on the depth was not
 * finished, or nobody looked for it, as in what other programs claim.
 */
export function depthKeyOf(
  status: Status,
  technique: Technique | null,
  depth: number | null,
  depthMin: number | null,
): DepthKey {
  if (isUndecided(status)) return 'open';
  if (status === 'multiple') return 'ambiguous';
  if (depth !== null) return String(depth);
  return technique === null || depthMin === null ? 'none' : `${depthMin}+`;
}

/** What a key of a guess depth means, in words. */
export function depthMeaning(key: DepthKey): string {
  if (key === 'none') return 'not classified';
  if (key === 'open') return 'no verdict';
  if (key === 'ambiguous') return 'several solutions';
  if (key === '0') return 'lines alone';
  if (key === '1') return 'one assumption';
  return key.endsWith('+')
    ? `not solved at depth ${Number(key.slice(0, -1)) - 1}`
    : `${key} nested`;
}

/** What a guess depth takes, as colours tell it. */
export function techniqueOfDepth(key: DepthKey): TechniqueKey {
  if (key === 'ambiguous') return key;
  if (key === '0') return 'line';
  if (key === '1') return 'probe';
  return key === 'none' || key === 'open' ? 'unproven' : 'search';
}

/** Depths in ascending order, "at least 2" after 2, then the others. */
export function depthOrder(a: DepthKey, b: DepthKey): number {
  const place = (key: DepthKey): number => {
    const other = (NO_DEPTHS as readonly string[]).indexOf(key);
    return other >= 0 ? 1e9 + other : Number.parseInt(key, 10) + (key.endsWith('+') ? 0.5 : 0);
  };
  return place(a) - place(b);
}
