import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.js';
import { checkDatabase, checkSame, contentsOf, finishTimes } from '../database.js';
import { csvText } from '../samples.js';
import { nonomill, shown, start, succeeds } from '../program.js';

/** What is not the same if a result was taken over. */
const OF_REUSE = new Set(['reused_run', 'reused_from']);

/**
 * Kills a run that takes over what an earlier one has solved: nothing is lost or doubled, and in
 * the end it holds what a run holds that solved everything. A preview after each kill changes
 * nothing, and counts what is there.
 */
export const killedReuses: Attack = {
  name: 'kills of reuses',
  async run(arena) {
    const { folder, samples } = arena;
    const old = samples.named('small.csv').path;
    const corpus = join(folder, 'corpus');
    writeFileSync(`${corpus}.csv`, csvText({ count: 2500, side: 7, brokenEvery: 60 }, 5));
    const where = ['--quiet', '--no-report', '--threads', '2'];
    const undisturbed = join(folder, 'undisturbed.sqlite');
    const began = performance.now();
    await succeeds(['run', old, `${corpus}.csv`, '--db', undisturbed, ...where]);
    const took = performance.now() - began;
    const db = join(folder, 'run.sqlite');
    await succeeds(['run', old, '--db', db, ...where, '--name', 'before']);
    const first = ['run', old, `${corpus}.csv`, '--db', db, '--reuse', '--threads', '2'];
    const words = [...first, '--quiet', '--no-report', '--resume'];
    let kept = new Map<number, string>();
    for (let i = 0; i < 6; i++) {
      const { child, ended } = start(words);
      await Promise.race([ended, delay(took * 1.2 * arena.random())]);
      child.kill('SIGKILL');
      const { signal } = await ended;
      checkDatabase(db);
      const isBegun = contentsOf(db)?.state !== 'complete';
      const now = isBegun ? (finishTimes(db) ?? kept) : kept;
      for (const [id, time] of kept) {
        if (now.get(id) !== time) throw new Error(`${db}: the result of puzzle ${id} is another`);
      }
      kept = now;
      if (signal !== null) arena.tried(`killed with ${kept.size > 0 ? 'results' : 'nothing yet'}`);
      await previewed(words, folder);
    }
    const last = await nonomill(words);
    if (last.code !== 0) throw new Error(shown(last));
    checkSame(db, without(contentsOf(undisturbed)!), OF_REUSE);
  },
};

function without<T extends { readonly results: readonly string[] }>(contents: T): T {
  const results = contents.results.map((row) =>
    JSON.stringify(JSON.parse(row), (key, value: unknown) =>
      OF_REUSE.has(key) ? undefined : value,
    ),
  );
  return { ...contents, results };
}

/**
 * Has a preview look at what a kill left. @throws Error if that changes a file that has contents
 */
async function previewed(words: readonly string[], folder: string): Promise<void> {
  const before = hashesIn(folder);
  const { code, stdout, stderr } = await nonomill([...words, '--dry-run', '--json']);
  if (code !== 0) throw new Error(`the preview ended with ${String(code)}: ${stdout}${stderr}`);
  const after = hashesIn(folder);
  if (before !== after) throw new Error(`a preview changed\n${before}\ninto\n${after}`);
  const { entries, puzzles, takenOver, done, rejects } = JSON.parse(stdout) as {
    readonly entries: number;
    readonly puzzles: number;
    readonly done: number;
    readonly takenOver: { readonly count: number };
    readonly rejects: { readonly count: number };
  };
  if (puzzles + takenOver.count + done + rejects.count !== entries) {
    throw new Error(`a preview does not add up: ${stdout.slice(0, 2000)}`);
  }
}

/**
 * What the files of a folder hold; those of SQLite that are empty, or that it makes anew when it
 * reads, are no contents.
 */
function hashesIn(folder: string): string {
  return readdirSync(folder)
    .filter((name) => !name.endsWith('-shm') && existsSync(join(folder, name)))
    .map((name) => [name, readFileSync(join(folder, name))] as const)
    .filter(([name, bytes]) => bytes.length > 0 && !name.endsWith('.lock'))
    .map(([name, bytes]) => `${name} ${createHash('sha256').update(bytes).digest('hex')}`)
    .join('\n');
}
