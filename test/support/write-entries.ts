import type { EntryRows, RowPlace } from '../../src/pipeline/store/packed/entry-rows.js';
import { RowPages } from '../../src/pipeline/store/packed/row-pages.js';
import { shortClues } from '../../src/solver/core/puzzle/clues-json.js';
import type { Reject } from '../../src/solver/core/puzzle/validate.js';
import { STATUSES } from '../../src/solver/core/result/outcome.js';
import { type PuzzleResult, solvedOnce } from '../../src/solver/core/result/result.js';
import type { RunWorker } from '../../src/pipeline/record/options.js';
import { storedValues } from '../../src/pipeline/store/result-layout.js';
import { createHash } from 'node:crypto';
import { rejectWithin, type BuiltPiece } from '../../src/pipeline/corpus/reader/piece-builder.js';
import { packBatch } from '../../src/solver/core/puzzle/packed-batch.js';
import { PIECE_ENTRIES, puzzleIdOf } from '../../src/pipeline/record/puzzle-id.js';
import type { FinishedSource, ReadPiece } from '../../src/pipeline/store/write/entry-writer.js';
import type { RunWriter } from '../../src/pipeline/store/write/run-writer.js';
import { fitOfStart, numberOfKind, ResultTally } from '../../src/pipeline/store/result-tally.js';
import type { PuzzleColumns } from './puzzle-columns.js';
import { entryOf } from './store-samples.js';

/** The rows of puzzles that are given as columns, whatever these say, and of their results. */
function entryRows(
  columns: PuzzleColumns,
  results: readonly PuzzleResult[],
  { firstRow, pieces: [{ pieceId, firstEntry }], limitMs }: RowPlace,
): EntryRows {
  const pages = new RowPages(2);
  const tally = new ResultTally();
  const addRow = (
    table: number,
    row: number,
    id: number,
    values: ReturnType<typeof storedValues>,
  ): void => {
    pages.null();
    for (const value of values) {
      if (value === null) pages.null();
      else if (typeof value === 'number' || typeof value === 'bigint') pages.number(Number(value));
      else if (typeof value === 'string') pages.text(value);
      else pages.bytesOf(value, 0, value.length, false);
    }
    tally.addRow(pages.sum());
    // Puzzles are on their way with a label, which none of these has: it is no part of the sum.
    if (table === 0) pages.null();
    pages.number(id);
    pages.end(table, row);
  };
  const ids = columns.ordinals.map((ordinal) => puzzleIdOf(pieceId, ordinal - firstEntry));
  for (const [i, result] of results.entries()) {
    const size = [columns.widths[i], columns.heights[i], columns.colours[i]];
    addRow(0, firstRow + i, ids[i], [
      ...[columns.names[i], columns.titles[i]],
      ...[
        ...size,
        columns.palettes[i],
        shortClues(columns.clues[i]),
        columns.starts[i],
        columns.goals[i],
      ],
      ...[columns.fingerprints[i], columns.shapes[i]].map((digits) => Buffer.from(digits, 'hex')),
      columns.filled[i],
    ]);
    addRow(1, firstRow + i, ids[i], [
      ...storedValues({ ...result, ...entryOf(columns.goalMatches[i]), ...solvedOnce(limitMs) }),
    ]);
  }
  for (const [i, result] of results.entries()) {
    const { status, technique, needs, crossCheck, proof, difficultyBound } = result;
    const goalMatches = columns.goalMatches[i];
    const kind = {
      status,
      technique,
      needs,
      crossCheck,
      goalFit: goalMatches === null ? null : goalMatches ? 'fits' : 'wrong',
      startFit: columns.starts[i] === null ? null : fitOfStart(result.solution !== null, status),
      isProven: proof !== null,
      isReused: false,
      isFirstTry: true,
      isBound: difficultyBound === true,
    } as const;
    const counted = {
      puzzleId: ids[i],
      width: columns.widths[i],
      height: columns.heights[i],
      filled: columns.filled[i],
      kind: numberOfKind(kind),
      depth: result.guessDepth,
      depthMin: result.guessDepthMin,
      ms: result.solveMs,
      limitMs,
      score: result.difficulty,
      stars: result.stars,
      wentWrong: result.error !== null || status === 'crash' || status === 'solved',
    };
    tally.shapes.add(ids[i], columns.shapes[i]);
    tally.add(counted);
  }
  const byStatus = STATUSES.map((status) => results.filter((one) => one.status === status).length);
  return {
    ...pages.take(),
    count: results.length,
    byStatus,
    reused: 0,
    solvedWhy: null,
    pieces: [{ pieceId, puzzles: results.length, counts: tally.toBytes() }],
    first: firstRow,
    last: firstRow + results.length - 1,
  };
}

/** Some of the rows of columns. */
function rowsAt(columns: PuzzleColumns, at: readonly number[]): PuzzleColumns {
  const part = Object.entries(columns).map(([name, all]: [string, readonly unknown[]]) => [
    name,
    at.map((i) => all[i]),
  ]);
  return Object.fromEntries(part) as PuzzleColumns;
}

/** A piece of puzzles that are given as columns, and rejects, which is known by what they are. */
function pieceOf(columns: PuzzleColumns, rejects: readonly Reject[]): BuiltPiece {
  const ordinals = [...columns.ordinals, ...rejects.map(({ ordinal }) => ordinal)];
  const [firstEntry, last] = [Math.min(...ordinals), Math.max(...ordinals)];
  const places = columns.ordinals.map((ordinal) => ordinal - firstEntry);
  const within = rejects.map((reject) => rejectWithin(reject, firstEntry, 1));
  const sha256 = createHash('sha256')
    .update(JSON.stringify([{ ...columns, ordinals: places }, within]))
    .digest();
  return {
    sha256: new Uint8Array(sha256),
    entries: last - firstEntry + 1,
    packed: packBatch([]),
    puzzles: columns.ordinals.length,
    rejects,
    firstEntry,
    firstLine: 1,
  };
}

/**
 * Stores puzzles that are given as columns, with their results, and rejects, in one transaction: as
 * pieces of the source. Of puzzles without a result the run is left without one, and what it has
 * already it does not get twice.
 */
export function writeEntries(
  writer: RunWriter,
  sourceId: number,
  columns: PuzzleColumns,
  results: readonly PuzzleResult[],
  rejects: readonly Reject[],
  by: RunWorker | null = null,
): void {
  const ordinals = [...columns.ordinals, ...rejects.map(({ ordinal }) => ordinal)];
  const pieces: ReadPiece[] = [];
  const rows: EntryRows[] = [];
  for (const first of new Set(ordinals.map((one) => one - (one % PIECE_ENTRIES)))) {
    const isOfPiece = (ordinal: number): boolean => ordinal - (ordinal % PIECE_ENTRIES) === first;
    const at = [...columns.ordinals.keys()].filter((i) => isOfPiece(columns.ordinals[i]));
    const ofPiece = rejects.filter(({ ordinal }) => isOfPiece(ordinal));
    const piece = pieceOf(rowsAt(columns, at), ofPiece);
    const { read, done } = writer.meet(sourceId, piece);
    pieces.push(read);
    const { pieceId } = read;
    const { firstEntry } = piece;
    const isOpen = (i: number): boolean => done !== 'all' && !done.has(columns.ordinals[i] - firstEntry); // prettier-ignore
    const left = at.filter((i) => i < results.length && isOpen(i));
    if (left.length === 0) continue;
    const share = { pieceId, puzzles: left.length, path: '', firstEntry };
    const found = left.map((i) => results[i]);
    rows.push(entryRows(rowsAt(columns, left), found, writer.placeOf([share])));
  }
  writer.writeAll([{ pieces, rows, by }]);
}

/** Notes that a source was read to its end. */
export function finishSource(
  writer: RunWriter,
  sourceId: number,
  found: Omit<FinishedSource, 'sourceId' | 'isWhole'>,
): void {
  writer.writeAll([{ finished: { sourceId, isWhole: true, ...found } }]);
}
