import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from '../database.js';
import { nonomill, start, succeeds } from '../program.js';

/**
 * Kills retries of puzzles that had too little time: each keeps its old result or gets a new one.
 */
export const killedRetries: Attack = {
  name: 'kills of retries',
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('medium.csv.gz');
    const db = join(folder, 'run.sqlite');
    const where = ['--db', db, '--no-report', '--quiet', '--threads', '2'];
    await succeeds(['run', sample.path, ...where, '--max-steps', '40']);
    const open = openStatuses(db);
    if (open.length === 0) throw new Error('every puzzle was solved within 40 steps');
    const retry = ['run', '--retry', open.join(','), ...where];
    for (let i = 0; i < 4; i++) {
      const { child, ended } = start(retry);
      await Promise.race([ended, delay(900 * arena.random())]);
      child.kill('SIGKILL');
      const { signal } = await ended;
      if (signal !== null) arena.tried('killed a retry');
      checkDatabase(db);
      const found = contentsOf(db)!;
      if (found.results.length + found.rejects.length !== sample.entries) {
        throw new Error(`${found.results.length} results after a killed retry`);
      }
      if (openStatuses(db).length === 0) break;
    }
    const last = await nonomill(retry);
    if (last.code !== 0) throw new Error(last.stderr);
    checkSame(db, await samples.expected(sample), RATED);
    checkAccount(db);
  },
};

/**
 * What a run was stays what it was: the last retry has an end, and all together tell how the open
 * puzzles came out.
 */
function checkAccount(db: string): void {
  const retries = reading(db, (open) =>
    open
      .prepare<[], { decided: number; tried: number; puzzles: number; finished_at: string | null }>(
        'SELECT * FROM retries ORDER BY position',
      )
      .all(),
  )!;
  const [first, last] = [retries.at(0), retries.at(-1)];
  if (first === undefined || last === undefined || last.finished_at === null) {
    throw new Error(`${db}: ${retries.length} retries, the last without an end`);
  }
  for (const { decided, tried, puzzles } of retries) {
    if (decided <= tried && tried <= puzzles) continue;
    throw new Error(`${db}: a retry of ${puzzles} puzzles tried ${tried} and decided ${decided}`);
  }
}

/**
 * The steps of the first attempt are a limit to rating, too, and what it solved is not tried again.
 */
const RATED = new Set([
  ...['difficulty', 'difficulty_bound', 'effort_line', 'effort_probe', 'tries', 'stars', 'needs'],
  ...['look_ahead', 'difficulty_version', 'opening', 'narrowest', 'inner_look_ahead'],
]);

/** The statuses with which results stay open. */
function openStatuses(db: string): string[] {
  const { results } = contentsOf(db)!;
  const statuses = new Set(results.map((row) => (JSON.parse(row) as { status: string }).status));
  return [...statuses].filter((status) => ['timeout', 'steps', 'memory', 'crash'].includes(status));
}
