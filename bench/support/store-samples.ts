import { createHash } from 'node:crypto';
import { rowsOf } from '../../src/pipeline/store/packed/entry-rows.js';
import type { RunWriter } from '../../src/pipeline/store/write/run-writer.js';
import type { PackedBatch } from '../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../src/solver/core/puzzle/packed.js';
import { cellsToText } from '../../src/solver/core/puzzle/text.js';
import { resultWith, type PuzzleResult } from '../../src/solver/core/result/result.js';
import { labelledBatch } from '../../test/support/batch-entries.js';
import { puzzleOf } from './random-puzzles.js';
import type { NewRun } from '../../src/pipeline/store/stored-runs/read-runs.js';

/** What a bench stores at once. */
export interface SampleBatch {
  readonly batch: PackedBatch;
  readonly results: readonly PuzzleResult[];
}

export const NEW_RUN: NewRun = {
  name: 'bench',
  options: { limits: { timeoutMs: 10_000 } },
  toolVersion: '0',
  nodeVersion: process.version,
  host: 'bench',
  cpu: 'bench',
};

/** A reproducible stream of numbers from 0 to 1 (Mulberry32, Tommy Ettinger, public domain). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `count` random puzzles of side x side with made-up results, in batches of `size`; their names
 * begin with p and `first`.
 */
export function batchesOf(count: number, size: number, side: number, first = 0): SampleBatch[] {
  const random = randomNumbers(side);
  const batches: SampleBatch[] = [];
  const now = Date.now();
  for (let done = 0; done < count; done += size) {
    const results: PuzzleResult[] = [];
    const entries = Array.from({ length: Math.min(size, count - done) }, (_, i) => {
      const cells = Uint8Array.from({ length: side * side }, () => (random() < 0.5 ? 1 : 0));
      results.push(resultOf(cellsToText(cells, side, side, 1), now + (done + i) / 100, random));
      const label = {
        ordinal: i,
        name: `p${first + done + i}`,
        title: null,
        palette: null,
        goal: null,
      };
      return [pack(puzzleOf(cells, side, 1)), label] as const;
    });
    batches.push({ batch: labelledBatch(entries), results });
  }
  return batches;
}

/** Writes such batches, from an entry of a source on, each as a piece and in a transaction. */
export function writeBatches(
  writer: RunWriter,
  sourceId: number,
  batches: readonly SampleBatch[],
  from = 0,
): void {
  let firstEntry = from;
  for (const { batch, results } of batches) {
    const puzzles = results.length;
    const sha256 = createHash('sha256').update(new Uint8Array(batch)).digest();
    const content = { sha256, entries: puzzles, packed: batch, puzzles, rejects: [] };
    const { read } = writer.meet(sourceId, { ...content, firstEntry, firstLine: null });
    const share = { pieceId: read.pieceId, puzzles, path: '', firstEntry };
    const rows = [rowsOf(batch, results, writer.placeOf([share]))];
    writer.writeAll([{ pieces: [read], rows }]);
    firstEntry += puzzles;
  }
}

function resultOf(solution: string, finishedAt: number, random: () => number): PuzzleResult {
  const kind = random();
  const multiple = kind < 0.2;
  const depth = kind < 0.9 ? 0 : kind < 0.99 ? 1 : 2;
  const lost = random() < 0.0005;
  return resultWith({
    status: lost ? 'timeout' : multiple ? 'multiple' : 'unique',
    stoppedBy: lost ? 'timeout' : multiple ? 'count' : null,
    technique: lost ? null : multiple || depth === 2 ? 'search' : depth === 1 ? 'probe' : 'line',
    guessDepth: lost || multiple || depth === 2 ? null : depth,
    guessDepthMin: multiple ? null : depth,
    searchDepth: depth,
    solutions: multiple ? '2' : lost ? '0' : '1',
    solutionsExact: !multiple && !lost,
    sweeps: depth === 0 && !multiple ? 3 : null,
    lineSolves: 20,
    probes: depth,
    decisions: depth,
    conflicts: 0,
    solveMs: lost ? 10_000 : Math.exp(random() * 4 - 5 + depth * 2) + solution.length / 1000,
    solution: lost ? null : solution,
    secondSolution: multiple ? solution : null,
    finishedAt,
  });
}
