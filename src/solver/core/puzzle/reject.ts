/**
 * What a reject is:
 *
 *   text   no puzzle at all: it cannot be read, or holds no clues
 *   clues  a puzzle whose clues cannot hold: sums that differ, blocks too long for their line
 *   cells  the same of one that comes with a start position or an author's picture
 */
export const REJECT_KINDS = ['text', 'clues', 'cells'] as const;
export type RejectKind = (typeof REJECT_KINDS)[number];

/** One entry that is not a puzzle, with its place and the reason. */
export interface Reject {
  readonly ordinal: number;
  /** 1-based, where the entry starts, header lines included; null if line numbers do not help. */
  readonly line: number | null;
  readonly name: string | null;
  readonly kind: RejectKind;
  readonly reason: string;
  /** The beginning of the entry's text. */
  readonly excerpt: string;
}
