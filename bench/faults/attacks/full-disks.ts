import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, pick, type Attack } from '../attack.js';
import { diskMissing, smallDisk } from '../disk.js';
import { nonomill, shown, succeeds } from '../program.js';
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

/** Files that a command writes to a disk without room: there, the old or the new, but whole. */
export const fullOutputs: Attack = {
  name: 'outputs on full disks',
  missing: diskMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const corpus = samples.named('many.csv').path;
    await succeeds(['run', corpus, '--db', db, '--no-report', '--quiet']);
    const disk = smallDisk(folder, `${between(arena, 4, 400)}k`);
    try {
      const [words, name] = pick(arena, [
        [['export', '--db', db, '--force', '--out'], 'x.csv'],
        [['export', '--db', db, '--force', '--out'], 'x.ndjson.gz'],
        [['convert', corpus, '--force'], 'x.ndjson'],
        [['generate', '--size', '9x9', '--count', '3000', '--force', '--out'], 'x.csv'],
        [['report', '--db', db, '--quiet', '--report'], 'report'],
      ]);
      const out = join(disk.path, name);
      const isFile = name !== 'report';
      const before = 'what was there before\n';
      if (isFile && arena.random() < 0.5) writeFileSync(out, before);
      const there = existsSync(out);
      const full = await nonomill([...words, out]);
      arena.tried(`${words[0]} on ${full.code === 0 ? 'a small' : 'a full'} disk`);
      if (full.code !== 0) checkUntouched(out, isFile && there ? before : null);
      disk.resize('200m');
      await succeeds([...words, out]);
      const whole = join(folder, name);
      await succeeds([...words, whole]);
      if (isFile && !readFileSync(out).equals(readFileSync(whole))) {
        throw new Error(`${out} is not what ${words[0]} writes elsewhere`);
      }
    } finally {
      disk.remove();
    }
  },
};

function checkUntouched(out: string, before: string | null): void {
  if (out.endsWith('report')) return;
  const now = existsSync(out) ? readFileSync(out, 'utf8') : null;
  if (now !== before) throw new Error(`${out} is half written`);
}
