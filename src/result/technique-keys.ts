import { TECHNIQUES, type Status, type Technique } from './outcome.js';

/**
 * What it took to solve puzzles, in the order in which charts and tables show it. Only of puzzles with
 * one solution does the technique say anything: the others are `ambiguous` (several solutions),
 * `contradiction` (none) or `unproven`.
 */
export const TECHNIQUE_KEYS = [...TECHNIQUES, 'ambiguous', 'contradiction', 'unproven'] as const;

export type TechniqueKey = (typeof TECHNIQUE_KEYS)[number];

/** Under which of them a result is counted. */
export function techniqueKeyOf(status: Status, technique: Technique | null): TechniqueKey {
  if (status === 'unique') return technique ?? 'unproven';
  if (status === 'multiple') return 'ambiguous';
  return status === 'contradiction' ? 'contradiction' : 'unproven';
}
