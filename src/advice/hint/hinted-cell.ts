/** A cell that a hint settles; rows and columns are counted from 1. */
export interface HintedCell {
  readonly row: number;
  readonly column: number;
  /** BLANK or a colour. */
  readonly value: number;
}
