import type { Status, Technique } from '../../../solver/core/result/outcome.js';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';

/** What one run found of a puzzle that goes by a name. */
export interface PuzzleNight {
  readonly runId: number;
  readonly startedAt: string;
  readonly puzzleId: number;
  readonly width: number;
  readonly height: number;
  readonly fingerprint: string;
  readonly status: Status;
  readonly technique: Technique | null;
  readonly solveMs: number;
  readonly limitMs: number | null;
}

/** The runs that had a puzzle of a name. */
export interface PuzzleHistory {
  readonly name: string;
  /** The earliest first. */
  readonly nights: readonly PuzzleNight[];
  readonly firstSeen: PuzzleNight;
  /** The last run that has a verdict of it; null if none has. */
  readonly lastDecided: PuzzleNight | null;
}

/**
 * What all runs found of the puzzles of a name, whatever their clues were; null if no run has one.
 */
export function puzzleHistory({ db }: Store, name: string): PuzzleHistory | null {
  const nights = db
    .prepare<[string], PuzzleNight>(
      `SELECT DISTINCT run_id AS runId, runs.started_at AS startedAt, puzzle_id AS puzzleId, width, height, fingerprint,
         status, technique, solve_ms AS solveMs, limit_ms AS limitMs
       FROM puzzles JOIN run_sources USING (source_id) JOIN runs USING (run_id)
         JOIN results USING (run_id, puzzle_id)
       WHERE puzzles.name = ? ORDER BY run_id, puzzle_id`,
    )
    .all(name);
  if (nights.length === 0) return null;
  const lastDecided = nights.findLast(({ status }) => !isUndecided(status)) ?? null;
  return { name, nights, firstSeen: nights[0], lastDecided };
}
