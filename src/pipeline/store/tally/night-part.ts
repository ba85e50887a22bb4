/** The results of one source as far as nights are compared by them: 9 bytes for each. */
export interface NightPart {
  readonly sourceId: number;
  /** The run that has written them. */
  readonly heldBy: number;
  /** The ids of its puzzles, ascending. */
  readonly ids: Float64Array;
  /** The verdict of each, see `verdictSql`: the lower, the better. */
  readonly verdicts: Uint8Array;
  /** How many of them that run has taken over. */
  readonly reused: number;
}
