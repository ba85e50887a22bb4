import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { pick, type Attack } from '../attack.js';
import { portOf } from './hostile-requests.js';
import { checkSame } from '../database.js';
import { nonomill, shown, start, succeeds } from '../program.js';

const VALUES = [9e15, 1e308, -1, 0.5, 7, 'xyz', '', '[', '{}', '?', Buffer.from([0, 255]), null];

/** Columns that say where a row belongs: SQLite itself refuses most changes. */
const PLACES = new Set(['run_id', 'puzzle_id', 'source_id', 'ordinal']);

/**
 * Writes values into rows that no run writes: commands that show them end in words for people, and
 * a merge refuses the part or makes the run that the sound one makes.
 */
export const strangeValues: Attack = {
  name: 'strange values',
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('tiny.csv');
    const at = (name: string): string => join(folder, name);
    const quiet = ['--no-report', '--quiet'];
    for (const part of [1, 2]) {
      const words = ['run', sample.path, '--shard', `${part}/2`, '--db', at(`${part}.sqlite`)];
      await succeeds([...words, ...quiet, '--threads', '1']);
    }
    for (let i = 0; i < 3; i++) {
      const [db, all] = [at(`strange-${i}.sqlite`), at(`all-${i}.sqlite`)];
      copyFileSync(at('2.sqlite'), db);
      const table = pick(arena, ['result_rows', 'result_rows', 'puzzles', 'rejects', 'runs']);
      const column = damage(db, table, (columns) => [
        table === 'runs' ? 'options' : pick(arena, columns),
        pick(arena, VALUES),
      ]);
      if (i === 0) await lookAtPages(db);
      for (const [command, ...rest] of [
        ...[['report', '--report', at('report'), '--quiet'], ['rank'], ['runs']],
        ['export', '--out', at('out.parquet'), '--force'],
      ]) {
        const ended = await nonomill([command, '--db', db, ...rest]);
        arena.tried(`${command}: ${ended.code === 0 ? 'shown' : 'refused'}`);
      }
      const merged = await nonomill(['merge', at('1.sqlite'), db, '--db', all, ...quiet]);
      arena.tried(`merge: ${merged.code === 0 ? 'let pass' : 'refused'}`);
      // A part may say that its run found a wrong verdict: it is merged, and so is that.
      if (merged.code === 0 || merged.stderr.includes('the cross-check DIFFERS')) continue;
      if (!merged.stderr.includes(db)) {
        throw new Error(`${table}.${column}: the part is not named: ${shown(merged)}`);
      }
      await succeeds(['merge', at('1.sqlite'), at('2.sqlite'), '--db', all, ...quiet]);
      checkSame(all, await samples.expected(sample));
    }
  },
};

/** Asks for the pages: what cannot be shown is called damaged. */
async function lookAtPages(db: string): Promise<void> {
  const server = start(['serve', '--db', db, '--port', '0'], { input: null });
  try {
    const port = await portOf(server);
    for (const path of ['', '/1', '/1/gates', '/1/results?sort=-score', '/1/duplicates']) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/runs${path}`);
      const text = await answer.text();
      if (answer.ok || text.includes('is damaged')) continue;
      throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    }
  } finally {
    server.child.kill('SIGTERM');
  }
  await server.ended;
}

/** Changes one value of some rows; returns its column. */
function damage(
  db: string,
  table: string,
  choose: (columns: readonly string[]) => [string, unknown],
): string {
  const open = new SqliteDatabase(db);
  try {
    open.pragma('ignore_check_constraints = ON');
    const all = open.pragma(`table_info(${table})`) as { readonly name: string }[];
    const [column, value] = choose(all.map(({ name }) => name).filter((name) => !PLACES.has(name)));
    // Where null, or a value of that type, is forbidden, SQLite keeps what it has.
    const key = { rejects: 'ordinal', runs: 'run_id' }[table] ?? 'puzzle_id';
    const some = `${key} IN (SELECT ${key} FROM ${table} LIMIT 2)`;
    const change = `UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${some}`;
    try {
      open.prepare(change).run(value);
    } catch (error) {
      if (!String(error).includes('cannot store')) throw error;
    }
    return column;
  } finally {
    open.close();
  }
}
