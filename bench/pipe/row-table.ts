// @ts-nocheck
// Rows that were made beforehand, for threads that only pretend to solve.
import { ResultTally } from '../../src/pipeline/store/tally/result-tally.js';
import {
  closeSync,
  createReadStream,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';
import { CorpusReader } from '../../src/pipeline/corpus/reader/corpus-reader.js';
import type { Difficulty } from '../../src/solver/core/result/difficulty.js';
import type { Outcome } from '../../src/solver/core/result/outcome.js';
import type { EntryRows, RowPlace } from '../../src/pipeline/store/packed/entry-rows.js';
import { PAGE } from '../../src/pipeline/store/packed/row-pages.js';
import { newProgress } from '../../src/pipeline/runs/pool/protocol.js';
import { createBatchSolver, type PuzzleSolver } from '../../src/pipeline/runs/pool/solve-batch.js';
import { cpuMs } from '../support/figures.js';

/**
 * How many puzzles a block of the table has. Batches are some blocks: they begin with 32 puzzles,
 * and double.
 */
const BLOCK = 32;

/** The rows of a block: where its pages are in the file, and what is said of them. */
type Block = Omit<EntryRows, 'bytes'> & { readonly page: number; readonly pages: number };

const indexOf = (file: string): string => `${file}.json`;

/**
 * Makes the rows of a corpus whose puzzles recur after `period` of them, and writes them to `file`,
 * block by block. Returns how many milliseconds of CPU a solving thread takes for a puzzle: to
 * solve, check and rate it, and to make its rows.
 */
export async function writeRowTable(
  corpus: string,
  file: string,
  place: RowPlace,
  period: number,
): Promise<number> {
  const solveBatch = createBatchSolver(() => recurring(new Solver(), period));
  const limits = { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity };
  const reader = new CorpusReader(
    [{ path: corpus, format: null }],
    { limit: null, ignoreStart: false, maxSide: 1000 },
    () => createReadStream('/dev/null'),
  );
  const fd = openSync(file, 'w');
  const blocks: Block[] = [];
  let [page, solved, ms] = [0, 0, 0];
  try {
    for (;;) {
      const batch = await reader.next(BLOCK);
      if (batch === null) break;
      const began = cpuMs();
      const progress = newProgress().buffer;
      const { rows } = solveBatch({ batch: batch.packed, limits, form: place, progress })!;
      // The first half of those that are really solved warms the compiler up.
      if (solved >= period / 2 && solved < period) ms += cpuMs() - began;
      const { bytes, ...block } = rows!;
      const pages = bytes.byteLength / PAGE;
      writeSync(fd, new Uint8Array(bytes));
      blocks.push({ ...block, page, pages });
      page += pages;
      solved += block.count;
    }
  } finally {
    closeSync(fd);
  }
  writeFileSync(indexOf(file), JSON.stringify(blocks));
  return ms / (period / 2);
}

/** Solves each of the first puzzles, and answers from memory when they come again. */
function recurring(solver: Solver, period: number): PuzzleSolver {
  const outcomes: Outcome[] = [];
  const ratings: (Difficulty | null)[] = [];
  let next = 0;
  let place = 0;
  return {
    solve(words, offset, limits) {
      place = next++ % period;
      return (outcomes[place] ??= structuredClone(solver.solve(words, offset, limits)));
    },
    rate: (outcome) => (ratings[place] ??= solver.rate(outcome)),
  };
}

/** The table, as a thread reads it. */
export class RowTable {
  private readonly fd: number;
  private readonly blocks: readonly Block[];

  constructor(file: string) {
    this.fd = openSync(file, 'r');
    this.blocks = JSON.parse(readFileSync(indexOf(file), 'utf8')) as Block[];
  }

  /** The rows of the puzzles from `first` on, whole blocks of them. */
  rows(first: number, count: number): EntryRows {
    const blocks = this.blocks.slice(first / BLOCK, (first + count) / BLOCK);
    const [{ page: begin }] = blocks;
    const pages = blocks.reduce((sum, block) => sum + block.pages, 0);
    const bytes = new Uint8Array(pages * PAGE);
    readSync(this.fd, bytes, 0, bytes.length, begin * PAGE);
    const leaves = blocks[0].leaves.map((_, table) =>
      blocks.flatMap((block) =>
        block.leaves[table].map(({ page, lastRow }) => ({
          page: page + block.page - begin,
          lastRow,
        })),
      ),
    );
    const byStatus = blocks[0].byStatus.map((_, status) =>
      blocks.reduce((sum, block) => sum + block.byStatus[status], 0),
    );
    const tally = new ResultTally();
    for (const block of blocks) tally.absorb(block.tally);
    const last = blocks[blocks.length - 1];
    return {
      bytes: bytes.buffer,
      leaves,
      links: [],
      byStatus,
      reused: 0,
      solvedWhy: null,
      tally,
      count,
      first: blocks[0].first,
      last: last.last,
    };
  }
}
