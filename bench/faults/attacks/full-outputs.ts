import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, pick, type Attack } from '../attack.js';
import { diskMissing, smallDisk } from '../disk.js';
import { nonomill, shown, succeeds } from '../program.js';
import { checkReport } from '../run-under-attack.js';

/** A command that writes one file, or the folder of a report. */
interface Writing {
  /** The place to write to comes after them. */
  readonly words: readonly string[];
  /** The name of what is written. */
  readonly name: string;
  /** Whether it writes the same bytes every time: a PDF, for one, says when it was made. */
  readonly isSame?: boolean;
}

/** Files that a command writes to a disk without room: there, the old or the new, but whole. */
export const fullOutputs: Attack = {
  name: 'outputs on full disks',
  missing: diskMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const corpus = samples.named('many.csv').path;
    await succeeds(['run', corpus, '--db', db, '--no-report', '--quiet']);
    const writings: readonly Writing[] = [
      { words: ['export', '--db', db, '--force', '--out'], name: 'x.csv' },
      { words: ['export', '--db', db, '--force', '--out'], name: 'x.ndjson.gz' },
      { words: ['export', '--db', db, '--force', '--out'], name: 'x.parquet' },
      { words: ['convert', corpus, '--force'], name: 'x.ndjson' },
      {
        words: [...GENERATE, '--size', '9x9', '--count', '3000', '--force', '--out'],
        name: 'x.csv',
      },
      { words: ['sheets', samples.pictures, '--force', '--out'], name: 'x.pdf', isSame: false },
      { words: ['report', '--db', db, '--quiet', '--report'], name: 'report', isSame: false },
    ];
    const { words, name, isSame = true } = pick(arena, writings);
    const disk = smallDisk(folder, `${between(arena, 4, 400)}k`);
    try {
      const out = join(disk.path, name);
      const before = name !== 'report' && arena.random() < 0.5 ? 'what was there before\n' : null;
      if (before !== null) writeFileSync(out, before);
      const full = await nonomill([...words, out]);
      arena.tried(`${words[0]} to ${name} on ${full.code === 0 ? 'a small' : 'a full'} disk`);
      if (full.code !== 0) {
        checkSaid(full);
        checkUntouched(disk.path, name, before);
      }
      disk.resize('200m');
      await succeeds([...words, out]);
      const whole = join(folder, name);
      await succeeds([...words, whole]);
      if (isSame && !readFileSync(out).equals(readFileSync(whole))) {
        throw new Error(`${out} is not what ${words[0]} writes elsewhere`);
      }
    } finally {
      disk.remove();
    }
  },
};

const GENERATE = ['generate', '--seed', '5'];

function checkSaid(full: Awaited<ReturnType<typeof nonomill>>): void {
  if (!/full|room|space/i.test(full.stderr)) {
    throw new Error(`a full disk is not called so: ${shown(full)}`);
  }
}

/** @throws Error unless the disk holds what it held before, or whole files of a report. */
function checkUntouched(disk: string, name: string, before: string | null): void {
  const out = join(disk, name);
  if (name === 'report') {
    checkReport(out);
    return;
  }
  const now = existsSync(out) ? readFileSync(out, 'utf8') : null;
  if (now !== before) throw new Error(`${out} is half written`);
  const strange = readdirSync(disk).filter((file) => file !== name);
  if (strange.length > 0) throw new Error(`${disk}: ${strange.join(', ')} was left behind`);
}
