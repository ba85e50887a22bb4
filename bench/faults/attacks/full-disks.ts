import { between, pick, type Attack } from '../attack.js';
import { diskMissing, smallDisk } from '../disk.js';
import { nonomill, shown } from '../program.js';
import { RunUnderAttack } from '../run-under-attack.js';

/** A run on a disk that gets full at any point, and goes on once there is room. */
export const fullDisks: Attack = {
  name: 'full disks',
  missing: diskMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const disk = smallDisk(folder, `${between(arena, 8, 3000)}k`);
    try {
      const run = new RunUnderAttack(disk.path, pick(arena, samples.all), samples);
      for (let i = 0; i < 2; i++) {
        const ended = await nonomill(run.words);
        if (ended.code !== 0) arena.tried('stopped by a full disk');
        if (ended.code !== 0 && !/full|room|space/i.test(ended.stderr)) {
          throw new Error(`a full disk is not called so: ${shown(ended)}`);
        }
        run.check();
        if (i === 0) disk.resize(`${between(arena, 3000, 5000)}k`);
      }
      disk.resize('200m');
      await run.finish();
    } finally {
      disk.remove();
    }
  },
};
