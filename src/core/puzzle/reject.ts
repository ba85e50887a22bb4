/** One entry that is not a puzzle, with its place and the reason. */
export interface Reject {
  readonly ordinal: number;
  /** 1-based, where the entry starts, header lines included; null if line numbers do not help. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  /** The beginning of the entry's text. */
  readonly excerpt: string;
}
