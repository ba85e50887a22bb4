import { countText, durationText } from '../../solver/core/text/numbers.js';

/** How far a run is that goes in rounds. */
export interface RoundProgress {
  /** From 1. */
  readonly round: number;
  /** How many there are; null if they go on until nothing is open. */
  readonly of: number | null;
  /** Puzzles of the run without a verdict, and all of them; null if nobody can tell yet. */
  readonly open: number | null;
  readonly puzzles: number | null;
  /** Puzzles that have their verdict from this round. */
  readonly decided: number;
  /**
   * The longest that the rest of this round can take, in milliseconds; null if nothing limits it,
   * or nobody can tell.
   */
  readonly mostMs: number | null;
}

/** `round 2 of 3: 1,204 of 3,310 open, 96 decided in this round, which takes 1h 20m at most`. */
export function roundText(progress: RoundProgress): string {
  const { round, of, open, puzzles, decided, mostMs } = progress;
  const parts = [
    ...(open === null || puzzles === null
      ? []
      : [`${countText(open)} of ${countText(puzzles)} open`]),
    `${countText(decided)} decided in this round`,
    ...(mostMs === null ? [] : [`${durationText(mostMs)} more at most`]),
  ];
  return `round ${round}${of === null ? '' : ` of ${of}`}: ${parts.join(', ')}`;
}

/** The round in what others may have written, or null if it is none. */
export function readRound(value: unknown): RoundProgress | null {
  if (typeof value !== 'object' || value === null) return null;
  const { round, of, open, puzzles, decided, mostMs } = value as Record<string, unknown>;
  const isKnown = isCount(round) && isCount(decided);
  if (!isKnown || ![of, open, puzzles, mostMs].every((one) => one === null || isCount(one)))
    return null;
  return { round, of, open, puzzles, decided, mostMs } as RoundProgress;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
