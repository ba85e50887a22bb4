import { existsSync, readdirSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from '../attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from '../database.js';
import { diskMissing, smallDisk } from '../disk.js';
import { nonomill, shown, succeeds } from '../program.js';

/**
 * Removes runs on a disk that is nearly full: either it is done, or it says why not; what stays is
 * whole, and reports go with their runs.
 */
export const prunedDisks: Attack = {
  name: 'removals on small disks',
  missing: diskMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const disk = smallDisk(folder, '64m');
    try {
      const db = join(disk.path, 'run.sqlite');
      const words = ['--db', db, '--quiet', '--threads', '2', '--name', 'night'];
      const sample = samples.named('small.csv');
      for (const name of ['many.csv', 'medium.csv.gz', 'small.csv'] as const) {
        await succeeds(['run', samples.named(name).path, ...words]);
      }
      const before = contentsOf(db)!;
      const size = statSync(db).size;
      // From nothing at all to as much as the database has.
      const left = Math.floor(size * arena.random() ** 2);
      const { bavail, bsize } = statfsSync(disk.path);
      writeFileSync(join(disk.path, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left), 1));
      const ended = await nonomill(['prune', '--keep', '1', '--yes', '--db', db]);
      if (ended.code !== 0 && ended.code !== 1) throw new Error(shown(ended));
      if (/--resume|go on with the run/.test(ended.stderr)) throw new Error(shown(ended));
      arena.tried(`a removal with ${Math.round((left / size) * 10) * 10} % of room: ${ended.code}`);
      checkDatabase(db);
      checkSame(db, before);
      const runs = reading(db, (open) => open.prepare('SELECT run_id FROM runs').pluck().all())!;
      if (ended.code === 0 && runs.length !== 1) throw new Error(`${runs.length} runs stay`);
      const reports = readdirSync(disk.path).filter((name) => /run-\d+$/.test(name));
      const lone = reports.filter((name) => !runs.includes(Number(/\d+$/.exec(name))));
      if (lone.length > 0) throw new Error(`${lone.join(', ')} stay without their runs`);
      if (existsSync(`${db}-journal`)) throw new Error('a journal stays');
      checkSame(db, await samples.expected(sample));
    } finally {
      disk.remove();
    }
  },
};
