import Database from 'better-sqlite3';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { start } from '../../test/support/nonomill.js';
import { keepFigure } from '../support/figures.js';
import { writePuzzles } from './puzzles.js';
import { EVERY_SECOND, residentMiBOf, withRedis } from './redis.js';

const LINES = 10;

/**
 * The memory that a coordinator, Redis and a worker with one thread hold while a run of many small
 * puzzles goes through a queue: a line for each tenth of the puzzles, with the most that was held
 * in it.
 */
export async function watchMemory(puzzles: number): Promise<void> {
  print(
    '    puzzles   coordinator        Redis       worker   (the most MiB since the line before)',
  );
  await withRedis(async (redis, folder) => {
    const csv = join(folder, 'puzzles.csv');
    await writePuzzles(csv, 'random 5x5', puzzles, 10_000);
    const env = { NONOMILL_QUEUE: redis.url };
    const worker = start(['worker', '--threads', '1', '--quiet'], undefined, env);
    redis.users.push(async () => {
      worker.child.kill('SIGTERM');
      await worker.ended;
    });
    const db = join(folder, 'memory.sqlite');
    const coordinator = start(['run', csv, '--db', db, '--no-report', '--quiet'], undefined, env);
    const pids = [coordinator.child.pid!, redis.pid, worker.child.pid!];
    let most = [0, 0, 0];
    for (let line = 1; coordinator.child.exitCode === null;) {
      await delay(200);
      try {
        most = pids.map((pid, i) => Math.max(most[i], residentMiBOf(pid)));
      } catch {
        break; // It has just ended.
      }
      const done = storedIn(db);
      if (done < (line * puzzles) / LINES) continue;
      print(String(done).padStart(11) + most.map((mib) => mib.toFixed(0).padStart(13)).join(''));
      keepFigure(`coordinator after ${line} tenths`, most[0], 'MiB', 'less');
      keepFigure(`Redis after ${line} tenths`, most[1], 'MiB', 'less');
      most = [0, 0, 0];
      line = Math.floor((done * LINES) / puzzles) + 1;
    }
    const { code, stderr } = await coordinator.ended;
    if (code !== 0) throw new Error(`the run ended with ${code}:\n${stderr}`);
  }, EVERY_SECOND);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** How many results a database holds; 0 while it is being made. */
function storedIn(path: string): number {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return (db.prepare('SELECT count(*) FROM result_rows').pluck().get() as number | null) ?? 0;
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}
