import { cluesToJson } from '../../src/puzzle/clues-json.js';
import { emptyColumns, type PuzzleColumns } from '../../src/puzzle/puzzle-columns.js';
import { cellsToText } from '../../src/puzzle/text.js';
import type { Clue } from '../../src/puzzle/types.js';
import { resultWith, type PuzzleResult } from '../../src/result/result.js';
import type { NewRun } from '../../src/store/runs/read-runs.js';

/** What a bench stores at once. */
export interface SampleBatch {
  readonly columns: PuzzleColumns;
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

/** `count` random puzzles of side x side with made-up results, in batches of `size`. */
export function batchesOf(count: number, size: number, side: number): SampleBatch[] {
  const random = randomNumbers(side);
  const batches: SampleBatch[] = [];
  const now = Date.now();
  for (let first = 0; first < count; first += size) {
    const columns = emptyColumns();
    const results: PuzzleResult[] = [];
    for (let i = first; i < Math.min(count, first + size); i++) {
      const cells = Uint8Array.from({ length: side * side }, () => (random() < 0.5 ? 1 : 0));
      addPuzzle(columns, i, cells, side, random);
      results.push(resultOf(cellsToText(cells, side, side, 1), now + i / 100, random));
    }
    batches.push({ columns, results });
  }
  return batches;
}

function addPuzzle(
  columns: PuzzleColumns,
  ordinal: number,
  cells: Uint8Array,
  side: number,
  random: () => number,
): void {
  const lines = Array.from({ length: side }, (_, i) => i);
  const rows = lines.map((y) => clueOf(lines.map((x) => cells[y * side + x])));
  const cols = lines.map((x) => clueOf(lines.map((y) => cells[y * side + x])));
  columns.ordinals.push(ordinal);
  columns.names.push(`p${ordinal}`);
  columns.titles.push(null);
  columns.widths.push(side);
  columns.heights.push(side);
  columns.colours.push(1);
  columns.palettes.push(null);
  columns.filled.push(rows.flat().reduce((sum, block) => sum + block, 0));
  columns.clues.push(cluesToJson(rows, cols, 1));
  columns.starts.push(null);
  columns.goals.push(null);
  columns.goalMatches.push(null);
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  columns.shapes.push(word() + word());
  columns.fingerprints.push(word() + word() + word() + word());
}

function clueOf(line: readonly number[]): Clue {
  return line
    .join('')
    .split('0')
    .filter((run) => run !== '')
    .map((run) => run.length);
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
