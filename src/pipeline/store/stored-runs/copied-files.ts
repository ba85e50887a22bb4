import { IN_PIECE, idsOfPiece, pieceFinder, repeatedPieces } from '../pieces.js';
import { puzzleIdOf } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';

/**
 * What of a file a run has at an earlier place already: a piece that comes again, in a copy of
 * another file, for instance. Its entries are solved and stored once, and counted here.
 */
export interface CopiedFile {
  readonly path: string;
  /** The file that has it first. */
  readonly of: string;
  /** The pieces, each as often as it comes. */
  readonly pieces: readonly number[];
  /** What the run has of them so far. */
  readonly results: number;
  readonly rejects: number;
}

/** What comes again in the files of a run, in the order of its corpora. */
export function copiedFiles(store: Store, runId: number): CopiedFile[] {
  const firstOf = pieceFinder(store);
  const countOf = inPieces(store, 'result_rows', 'true');
  type Found = { -readonly [Key in keyof CopiedFile]: CopiedFile[Key] } & { pieces: number[] };
  const found = new Map<string, Found>();
  for (const { pieceId, heldBy, path, rejects } of repeatedPieces(store, runId)) {
    const of = firstOf(runId, puzzleIdOf(pieceId, 0))!.path;
    const key = JSON.stringify([path, of]);
    const file = found.get(key) ?? { path, of, pieces: [], results: 0, rejects: 0 };
    file.pieces.push(pieceId);
    file.results += countOf(heldBy, pieceId);
    file.rejects += rejects;
    found.set(key, file);
  }
  return [...found.values()];
}

/** How many entries count again in files that are copies. */
export function copiedEntries(copies: readonly Pick<CopiedFile, 'results' | 'rejects'>[]): number {
  return copies.reduce((sum, { results, rejects }) => sum + results + rejects, 0);
}

/** Counts the results of a piece in a run that meet a condition; `from` may join their puzzles. */
export function inPieces(
  store: Store,
  from: string,
  condition: string,
): (runId: number, pieceId: number) => number {
  const count = store.db
    .prepare<[number, number, number], number>(
      `SELECT count(*) FROM ${from} WHERE ${IN_PIECE} AND ${condition}`,
    )
    .pluck();
  return (runId, pieceId) => count.get(runId, ...idsOfPiece(pieceId))!;
}
