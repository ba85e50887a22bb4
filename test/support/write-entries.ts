import type { EntryRows, RowPlace } from '../../src/pipeline/store/packed/entry-rows.js';
import { RowPages } from '../../src/pipeline/store/packed/row-pages.js';
import type { Reject } from '../../src/solver/core/puzzle/validate.js';
import { STATUSES } from '../../src/solver/core/result/outcome.js';
import { type PuzzleResult, solvedOnce } from '../../src/solver/core/result/result.js';
import type { RunWorker } from '../../src/pipeline/record/who-solves.js';
import { resultValues, type StoredValue } from '../../src/pipeline/store/layout/result-layout.js';
import { puzzleId } from '../../src/pipeline/store/rows/stored-puzzle-id.js';
import type { RunWriter } from '../../src/pipeline/store/write/run-writer.js';
import { fitOfStart, numberOfKind } from '../../src/pipeline/store/tally/result-kinds.js';
import { ResultTally } from '../../src/pipeline/store/tally/result-tally.js';
import type { PuzzleColumns } from './puzzle-columns.js';
import { entryOf } from './store-samples.js';

/** The rows of puzzles that are given as columns, whatever these say, and of their results. */
export function entryRows(
  columns: PuzzleColumns,
  results: readonly PuzzleResult[],
  { sourceId, label, limitMs }: RowPlace,
): EntryRows {
  const pages = new RowPages(2);
  const addRow = (table: number, id: number, values: readonly StoredValue[]): void => {
    pages.null();
    for (const value of values) {
      if (value === null) pages.null();
      else if (typeof value === 'number' || typeof value === 'bigint') pages.number(Number(value));
      else if (typeof value === 'string') pages.text(value);
      else pages.bytesOf(value, 0, value.length, false);
    }
    pages.end(table, id);
  };
  const ids = columns.ordinals.map((ordinal) => puzzleId(sourceId, ordinal));
  for (const [i, result] of results.entries()) {
    const ordinal = columns.ordinals[i];
    const size = [columns.widths[i], columns.heights[i], columns.colours[i]];
    addRow(0, ids[i], [
      ...[sourceId, ordinal, columns.names[i] ?? `${label}#${ordinal}`, columns.titles[i]],
      ...[...size, columns.palettes[i], columns.clues[i], columns.starts[i], columns.goals[i]],
      ...[columns.fingerprints[i], columns.shapes[i], columns.filled[i]],
    ]);
    addRow(1, ids[i], resultValues(result, entryOf(columns.goalMatches[i]), solvedOnce(limitMs)));
  }
  const tally = new ResultTally();
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
    tally,
    first: ids.at(0) ?? 0,
    last: ids.at(-1) ?? 0,
  };
}

/**
 * Stores puzzles that are given as columns, with their results, and rejects, in one transaction.
 */
export function writeEntries(
  writer: RunWriter,
  sourceId: number,
  columns: PuzzleColumns,
  results: readonly PuzzleResult[],
  rejects: readonly Reject[],
  by: RunWorker | null = null,
): void {
  const rows = results.length === 0 ? [] : [entryRows(columns, results, writer.placeOf(sourceId))];
  writer.writeAll([{ sourceId, rows, rejects, by }]);
}
