import { SizeTally, type SizeNumbers } from '../../../core/result/size-tally.js';
import type { Status, Technique } from '../../../core/result/outcome.js';
import type { Store } from '../open/open.js';

/** A number that looks drawn by lot, and is the same for a puzzle every time. */
export const LOT = `(((r.puzzle_id + (r.puzzle_id >> 32)) & 4294967295) * 1103515245 >> 16)`;

type Row = [
  width: number,
  height: number,
  filled: number,
  ms: number,
  score: number | null,
  status: Status,
  technique: Technique | null,
  isReused: 0 | 1,
  isBound: 0 | 1 | null,
];

/**
 * The puzzles of a run by size and density. If a run has more than `sample` results, about one of
 * `step` puzzles is read, drawn as if by lot, and counts `step` times. Taking every n-th puzzle
 * would not do: in many corpora the sizes take turns, so that it could find some sizes only.
 */
export function sizesOfRun(
  store: Store,
  runId: number,
  results: number,
  { sample = 100_000 }: { readonly sample?: number } = {},
): { readonly sizes: SizeNumbers[]; readonly step: number } {
  const step = Math.max(1, Math.ceil(results / sample));
  const rows = store.db
    .prepare<[number, number], Row>(
      `SELECT p.width, p.height, p.filled, r.solve_ms, r.difficulty, r.status, r.technique,
         r.reused_run IS NOT NULL, r.difficulty_bound
       FROM results r
         CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id
       WHERE r.run_id = ? AND ${LOT} % ? = 0`,
    )
    .raw();
  const tally = new SizeTally(step);
  for (const row of rows.iterate(runId, step)) {
    const [width, height, filled, ms, score, status, technique, isReused, isBound] = row;
    tally.add({ width, height, filled, ms, score, status, technique, isReused, isBound });
  }
  return { sizes: tally.bySize(), step };
}
