import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.js';
import { checkDatabase, contentsOf, reading } from '../database.js';
import { nonomill, start, succeeds } from '../program.js';

/** The first limits are too small for most, so that there is something to kill in every round. */
const STEPS = '20,60,200,100000';

/**
 * Kills a run at random moments of its rounds: with --resume it comes to the same as one that
 * nobody disturbed.
 */
export const killedRounds: Attack = {
  name: 'kills in rounds',
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('medium.csv.gz');
    const where = ['--no-report', '--quiet', '--threads', '2', '--max-steps', STEPS];
    const undisturbed = join(folder, 'undisturbed.sqlite');
    const began = performance.now();
    await succeeds(['run', sample.path, '--db', undisturbed, ...where, '--timeout', '1h']);
    const took = performance.now() - began;
    const db = join(folder, 'run.sqlite');
    const words = ['run', sample.path, '--db', db, ...where, '--timeout', '1h', '--resume'];
    for (let i = 0; i < 6; i++) {
      const { child, ended } = start(words);
      await Promise.race([ended, delay(took * arena.random())]);
      child.kill('SIGKILL');
      const { signal } = await ended;
      if (contentsOf(db) === null) continue;
      checkDatabase(db);
      const rounds = roundsOf(db);
      if (signal !== null) arena.tried(`killed in round ${1 + rounds.length}`);
      for (const { round, puzzles, tried, decided } of rounds) {
        if (decided <= tried && tried <= puzzles) continue;
        throw new Error(`${db}: round ${round} of ${puzzles} tried ${tried}, decided ${decided}`);
      }
    }
    const last = await nonomill(words);
    if (last.code !== 0) throw new Error(last.stderr);
    checkDatabase(db);
    for (const of of [triedOf, roundsOf]) {
      const [found, expected] = [of(db), of(undisturbed)].map((rows) => JSON.stringify(rows));
      if (found !== expected) throw new Error(`${db}: ${found}\nexpected ${expected}`);
    }
  },
};

interface Round {
  readonly round: number;
  readonly puzzles: number;
  readonly tried: number;
  readonly decided: number;
}

function roundsOf(db: string): readonly Round[] {
  return rowsOf(
    db,
    'SELECT round, puzzles, tried, decided FROM retries ORDER BY position',
  ) as Round[];
}

/** How often each puzzle was tried, and what came of it. */
function triedOf(db: string): readonly unknown[] {
  return rowsOf(db, 'SELECT puzzle_id, status, attempts FROM results ORDER BY puzzle_id');
}

function rowsOf(db: string, sql: string): readonly unknown[] {
  return reading(db, (open) => open.prepare<[]>(sql).all()) ?? [];
}
