import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LocalPool } from '../../src/pool/local-pool.js';
import type { BatchLimits, Pool, SolvedBatch } from '../../src/pool/pool.js';
import { puzzleNames } from '../../src/queue/messages/result-message.js';
import type { PuzzleResult } from '../../src/result/result.js';
import { batchCount, cutBatch, type PackedBatch } from '../../src/puzzle/packed-batch.js';

/** Results by the names of their puzzles. */
export type Prepared = Readonly<Record<string, PuzzleResult>>;

/**
 * Solves every puzzle of a batch, for workers that only pretend to. Their times are those of a thread that
 * has a processor to itself, also where other programs use this machine: they are scaled to the
 * processor time of the whole batch.
 */
export async function prepare(batch: PackedBatch, limits: BatchLimits): Promise<Prepared> {
  const pool = new LocalPool({ threads: 1, memoryMiB: null });
  const names = puzzleNames(batch, '', 0, batchCount(batch));
  // The first time, the thread is started and its code compiled.
  await solveAll(pool, batch, limits);
  const before = process.cpuUsage();
  const found = await solveAll(pool, batch, limits);
  const { user, system } = process.cpuUsage(before);
  await pool.close();
  const wallMs = found.reduce((sum, { solveMs }) => sum + solveMs, 0);
  const scale = Math.min(1, (user + system) / 1000 / wallMs);
  const prepared = found.map((result) => ({ ...result, solveMs: result.solveMs * scale }));
  return Object.fromEntries(names.map((name, i) => [name, prepared[i]]));
}

async function solveAll(
  pool: Pool,
  batch: PackedBatch,
  limits: BatchLimits,
): Promise<PuzzleResult[]> {
  const found: PuzzleResult[] = [];
  const count = batchCount(batch);
  while (found.length < count) {
    const [rest] = cutBatch(batch, found.length, count);
    found.push(...(await pool.solve(rest, limits)).results);
  }
  return found;
}

/**
 * A pool of any number of threads that do nothing: each waits for `slower` times as long as its puzzles took
 * when they were solved, and answers with what was found then, and with the times of then.
 */
export class SimulatedPool implements Pool {
  readonly patience = 1;
  private readonly prepared: Prepared;

  constructor(
    readonly capacity: number,
    preparedFile: string,
    private readonly slower: number,
  ) {
    this.prepared = JSON.parse(readFileSync(preparedFile, 'utf8')) as Prepared;
  }

  async solve(batch: PackedBatch, { sliceMs }: BatchLimits): Promise<SolvedBatch> {
    const results: PuzzleResult[] = [];
    let heldMs = 0;
    for (const name of puzzleNames(batch, '', 0, batchCount(batch))) {
      const result = this.prepared[name];
      results.push({ ...result, finishedAt: Date.now() + heldMs });
      heldMs += result.solveMs;
      if (heldMs > sliceMs) break;
    }
    await delay(heldMs * this.slower);
    return { results, heldMs };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
