// This checkout beside others: small puzzles a second, solved, rated, and by a thread.
// Random pictures, half of the cells filled, on one thread. Processes of the checkouts take turns,
// and the least time of each counts: a busy machine makes single rounds slower, not the least of
// many. A thread's work ends with the rows of its puzzles.
//
//     --other=<dirs>        other checkouts, built (npm run build), with commas between; none
//     --sizes=5,10,15,20    the sides of the pictures
//     --work=alone,rated,thread
//     --turns=5             processes of each
//     --rounds=3            rounds in each process, after one that warms it up
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TaskProgress } from '../src/pipeline/runs/pool/pool.js';
import type * as Batches from '../src/pipeline/runs/pool/solve-batch.js';
import type { PackedWords } from '../src/solver/core/puzzle/packed.js';
import { labelledBatch } from '../test/support/batch-entries.js';
import { solverOf } from './support/solvers.js';
import { keepFigure, option, listed } from './support/figures.js';
import { randomPuzzles } from './support/puzzles.js';

const OWN = fileURLToPath(new URL('../..', import.meta.url));
const CHECKOUTS = [OWN, ...listed('other', '').map((dir) => resolve(dir))];
const SIZES = listed('sizes', '5,10,15,20').map(Number);
const WORK = listed('work', 'alone,rated,thread');
const TURNS = Number(option('turns', '5'));
const ROUNDS = Number(option('rounds', '3'));

/** Puzzles in a batch of a thread. */
const BATCH = 256;

const child = process.env.NONOMILL_SIDE;
if (child === undefined) compare();
else await measure(JSON.parse(child) as Asked);

/** What a process measures. */
interface Asked {
  readonly checkout: string;
  readonly work: string;
  readonly size: number;
}

function compare(): void {
  for (const work of WORK) {
    for (const size of SIZES) {
      const least = CHECKOUTS.map(() => Infinity);
      for (let turn = 0; turn < TURNS; turn++) {
        CHECKOUTS.forEach((checkout, side) => {
          least[side] = Math.min(least[side], microseconds({ checkout, work, size }));
        });
      }
      const name = `${size}x${size} ${work}`;
      keepFigure(name, 1e6 / least[0], 'puzzles/s', 'more');
      const words = least.map((us, side) => {
        const rate = `${Math.round(1e6 / us).toLocaleString('en')} a second`;
        return side === 0
          ? rate
          : `${rate} (x ${(us / least[0]).toFixed(3)}) in ${CHECKOUTS[side]}`;
      });
      process.stdout.write(`${name.padEnd(14)} ${words.join('; ')}\n`);
    }
  }
}

/** The CPU time of a puzzle in a process of its own. */
function microseconds(asked: Asked): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, process.argv.slice(1), {
    env: { ...process.env, NONOMILL_SIDE: JSON.stringify(asked) },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${asked.checkout}: ${stderr}`);
  return Number(stdout);
}

/** Prints the least CPU microseconds of a puzzle in a checkout. */
async function measure({ checkout, work, size }: Asked): Promise<void> {
  const puzzles = randomPuzzles(Math.round(4_000_000 / size ** 2.2), size, 0.5, 1, 1);
  const solveAll = await solving(checkout, work, puzzles);
  let best = Infinity;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    solveAll();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) best = Math.min(best, (user + system) / puzzles.length);
  }
  process.stdout.write(String(best));
}

/** The work on all puzzles by what a checkout has built. */
async function solving(
  checkout: string,
  work: string,
  puzzles: readonly PackedWords[],
): Promise<() => void> {
  const { Solver, DEFAULT_SOLVE_LIMITS } = await solverOf(checkout);
  if (work === 'thread') {
    const file = join(checkout, 'dist/src/pipeline/runs/pool/solve-batch.js');
    const { createBatchSolver } = (await import(file)) as typeof Batches;
    const solveBatch = createBatchSolver(() => new Solver());
    const asked = { ...DEFAULT_SOLVE_LIMITS, difficulty: true, sliceMs: Infinity };
    const batches = batchesOf(puzzles);
    const share = { pieceId: 1, puzzles: BATCH, path: 'bench', firstEntry: 0 };
    const form = { firstRow: 1, pieces: [share], limitMs: DEFAULT_SOLVE_LIMITS.timeoutMs };
    return () => {
      for (const batch of batches) {
        solveBatch({ batch, limits: asked, form, progress: new TaskProgress().buffer });
      }
    };
  }
  const solver = new Solver();
  const rates = work === 'rated';
  return () => {
    for (const words of puzzles) {
      const outcome = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
      if (rates) solver.rate(outcome);
    }
  };
}

function batchesOf(puzzles: readonly PackedWords[]): ArrayBuffer[] {
  const batches: ArrayBuffer[] = [];
  for (let from = 0; from < puzzles.length; from += BATCH) {
    const entries = puzzles.slice(from, from + BATCH).map((words, i) => {
      const label = { ordinal: from + i, name: null, title: null, palette: null, goal: null };
      return [words, label] as const;
    });
    batches.push(labelledBatch(entries));
  }
  return batches;
}
