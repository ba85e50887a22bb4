import { createHash } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.js';
import { checkDatabase, reading } from '../database.js';
import { checkWords, start, succeeds } from '../program.js';

/**
 * Kills the removal of runs: the database has all of them, or those that stay, each whole; and the
 * removal goes on.
 */
export const killedPrunes: Attack = {
  name: 'kills of prunes',
  async run(arena) {
    const { folder, samples } = arena;
    const [whole, db] = ['whole.sqlite', 'run.sqlite'].map((name) => join(folder, name));
    const run = ['--db', whole, '--no-report', '--quiet', '--name', 'night'];
    for (const name of ['medium.csv.gz', 'many.csv', 'many.csv'] as const) {
      await succeeds(['run', samples.named(name).path, ...run]);
    }
    const before = held(whole);
    const words = ['prune', '--keep', '1', '--yes', '--db', db];
    const fresh = (): void => {
      for (const end of ['-wal', '-shm', '.lock']) rmSync(`${db}${end}`, { force: true });
      copyFileSync(whole, db);
    };
    fresh();
    const began = performance.now();
    await succeeds(words);
    const took = performance.now() - began;
    const after = held(db);
    for (let i = 0; i < 6; i++) {
      fresh();
      const { child, ended } = start(words);
      await Promise.race([ended, delay(took * arena.random())]);
      child.kill('SIGKILL');
      const end = await ended;
      checkWords(end, words);
      checkDatabase(db);
      const found = held(db);
      if (found !== before && found !== after) {
        throw new Error(`${db} holds ${found} instead of ${before} or ${after}`);
      }
      arena.tried(found === before ? 'a removal killed before its commit' : 'one killed after it');
      await succeeds(words);
      if (held(db) !== after) throw new Error(`${db} holds ${held(db)} instead of ${after}`);
    }
  },
};

/** The rows of all tables that a removal touches, and what they say, as a text. */
function held(db: string): string {
  const sums = reading(db, (open) =>
    ['runs', 'run_sources', 'sources', 'puzzles', 'results'].map((table) => {
      const rows = open.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).raw().all();
      return `${table} ${rows.length} ${hashOf(JSON.stringify(rows))}`;
    }),
  );
  return sums?.join(', ') ?? 'nothing';
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
