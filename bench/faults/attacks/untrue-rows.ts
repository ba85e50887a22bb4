import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { pick, type Attack } from '../attack.js';
import { checkSame } from '../database.js';
import { nonomill, shown, succeeds } from '../program.js';

/** Columns of a result that may be others where it was taken over. */
const OF_REUSE = new Set(['reused_run', 'reused_from', 'attempts']);

/** What cannot be true: the rows that it is written into, and how. */
const LIES: readonly (readonly [where: string, set: string])[] = [
  [`technique = 'line'`, 'guess_depth = 1'],
  [`technique = 'line'`, 'guess_depth_min = 1'],
  [`technique = 'line'`, 'sweeps = NULL'],
  [`technique = 'line'`, 'stars = 4'],
  [`technique = 'line'`, 'decisions = 3'],
  [`technique = 'line'`, 'needs = NULL'],
  [`technique = 'line'`, 'difficulty = difficulty + 1'],
  [`technique = 'line'`, 'effort_line = effort_line * 100'],
  [`technique = 'line'`, `solution = NULL`],
  [`status = 'unique'`, `solutions = '2'`],
  [`status = 'unique'`, 'solutions_exact = 0'],
  [`status = 'unique'`, `technique = 'line', guess_depth = 1`],
  [`status = 'unique'`, 'second_solution = solution'],
  [`status = 'multiple'`, `solutions = '1', solutions_exact = 1`],
  [`status = 'multiple'`, `status = 'unique', technique = 'line'`],
  [`status = 'multiple'`, `status = 'unique', solutions = '1', technique = 'line'`],
  [`status = 'multiple'`, 'second_solution = NULL'],
  [`status = 'multiple'`, 'sweeps = 2'],
  [`status = 'multiple'`, 'stars = 1'],
  [`status = 'contradiction'`, `solutions = '1'`],
  [`status = 'contradiction'`, `status = 'unique'`],
];

/**
 * Writes rows that cannot be true into a database by hand. Whoever takes them over from there or
 * joins them solves them again, or refuses them, and `runs --check` finds them.
 */
export const untrueRows: Attack = {
  name: 'rows that cannot be true',
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('tiny.csv');
    const lying = join(folder, 'lying.sqlite');
    const how = ['--no-report', '--quiet', '--threads', '1'];
    await succeeds(['run', sample.path, '--db', lying, ...how]);
    const [where, set] = pick(arena, LIES);
    const open = new SqliteDatabase(lying);
    open.pragma('ignore_check_constraints = ON');
    const { changes } = open.prepare(`UPDATE result_rows SET ${set} WHERE ${where}`).run();
    open.close();
    if (changes === 0) {
      arena.tried(`a lie: no row is ${where}`);
      return;
    }
    const expected = await samples.expected(sample);
    const merged = join(folder, 'merged.sqlite');
    const ways: Readonly<Record<string, readonly string[]>> = {
      check: ['runs', '--check', '--db', lying],
      'reuse from another': ['run', sample.path, '--db', merged, '--reuse-from', lying, ...how],
      merge: ['merge', lying, '--db', merged, '--no-report', '--quiet'],
    };
    const [way, words] = pick(arena, Object.entries(ways));
    const before = join(folder, 'before.sqlite');
    copyFileSync(lying, before);
    const ended = await nonomill(words);
    const db = words[words.indexOf('--db') + 1];
    arena.tried(`a lie at ${way}: ${ended.code}`);
    if (ended.code === 1 && way !== 'reuse from another') return;
    if (way === 'check') throw new Error(`${set} where ${where} was not found`);
    if (ended.code !== 0) throw new Error(`${set} where ${where}, ${way}: ${shown(ended)}`);
    try {
      checkSame(db, { ...expected, results: plain(expected.results) }, OF_REUSE);
    } catch (error) {
      throw new Error(`${way} believed ${set} where ${where}: ${String(error)}`, { cause: error });
    }
  },
};

function plain(results: readonly string[]): string[] {
  return results.map((row) =>
    JSON.stringify(JSON.parse(row), (key, value: unknown) =>
      OF_REUSE.has(key) ? undefined : value,
    ),
  );
}
