import { pieceRowsSql } from '../layout/result-layout.js';
import { rowsByPiece, type PieceOfRun } from '../pieces.js';
import { unpackPicture } from '../packed/packed-picture.js';
import type { Store } from '../open/open.js';

/**
 * Ids of puzzles with several solutions, the nearest miss first, and among how many they were
 * chosen.
 */
export interface NearMisses {
  readonly ids: readonly number[];
  readonly seen: number;
}

interface SolutionsRow {
  readonly id: number;
  readonly solution: string | Uint8Array;
  readonly second: string | Uint8Array;
}

/**
 * The `wanted` puzzles of a run that miss being unique by the least: whose two solutions differ in
 * the fewest cells, and of these the smallest. Only the first `seen` puzzles with several solutions
 * are looked at.
 */
export function nearestMisses(
  store: Store,
  runId: number,
  wanted: number,
  seen: number,
): NearMisses {
  // Packed: unpacking 40,000 pictures in SQL takes 0.15 s, three times as long.
  const ofPiece = store.db.prepare<[PieceOfRun], SolutionsRow>(
    `SELECT puzzle_id AS id, solution, second_solution AS second FROM ${pieceRowsSql('held_rows')}
     WHERE status = 'multiple' AND solution IS NOT NULL AND second_solution IS NOT NULL ORDER BY puzzle_id`,
  );
  let nearest: { id: number; differing: number; cells: number }[] = [];
  let count = 0;
  const cut = (): void => {
    nearest.sort((a, b) => a.differing - b.differing || a.cells - b.cells);
    nearest = nearest.slice(0, wanted);
  };
  for (const { rows } of rowsByPiece(store, runId, (of) => ofPiece.all(of))) {
    for (const row of rows.slice(0, seen - count)) {
      count++;
      const [solution, second] = [row.solution, row.second].map(unpackPicture);
      const differing = differences(solution, second);
      nearest.push({ id: row.id, differing, cells: solution.length });
      if (nearest.length === 4 * wanted) cut();
    }
    if (count === seen) break;
  }
  cut();
  return { ids: nearest.map(({ id }) => id), seen: count };
}

function differences(one: string, other: string): number {
  let count = 0;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) count++;
  return count;
}
