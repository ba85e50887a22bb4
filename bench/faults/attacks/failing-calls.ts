import { join } from 'node:path';
import { between, pick, type Attack } from '../attack.js';
import { checkWords, shown } from '../program.js';
import { RunUnderAttack } from '../run-under-attack.js';
import { strace, straceMissing } from '../strace.js';

const FAULTS = ['ENOSPC', 'EIO', 'EDQUOT'];

/** The most calls after which the fault shows: more than that, and small runs are over. */
const LATEST = 120;

/** Has the disk fail at one write or sync of a run, once or from then on. */
export const failingCalls: Attack = {
  name: 'failing disks',
  missing: straceMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const run = new RunUnderAttack(folder, pick(arena, samples.all), samples);
    for (let i = 0; i < 3; i++) {
      const call = pick(arena, ['pwrite64', 'pwrite64', 'fsync', 'ftruncate']);
      const errno = pick(arena, FAULTS);
      const at = `${between(arena, 1, call === 'pwrite64' ? LATEST : 8)}${pick(arena, ['', '+'])}`;
      const inject = { call, fault: `error=${errno}`, at };
      const ended = await run.start({ under: strace(join(folder, 'trace'), inject) }).ended;
      checkWords(ended, run.words);
      arena.tried(`${errno} of ${call}`);
      run.check();
      if (ended.code !== 0 && ended.stderr.trim() === '') {
        throw new Error(`${errno} of ${call} ${at}: no reason is given: ${shown(ended)}`);
      }
    }
    await run.finish();
  },
};
