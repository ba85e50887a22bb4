import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { RunUnderAttack } from '../run-under-attack.js';
import { callsIn, strace, straceMissing } from '../strace.js';
import type { Sample } from '../samples.js';

const KILLS = 4;

/** How many calls a run over each sample makes. */
const callsOf = new Map<Sample, ReadonlyMap<string, number>>();

/** Kills a run at one system call: the nth write, sync, cut, rename or removal. */
export const killsAtCalls: Attack = {
  name: 'kills at system calls',
  missing: straceMissing,
  async run(arena) {
    const sample = pick(arena, arena.samples.all);
    const calls = await countCalls(arena, sample);
    const run = new RunUnderAttack(arena.folder, sample, arena.samples);
    for (let i = 0; i < KILLS; i++) {
      const call = pick(arena, [...calls.keys()]);
      const at = between(arena, 1, calls.get(call)!);
      const log = join(arena.folder, 'trace');
      const inject = { call, fault: 'signal=KILL', at: `${at}` };
      const { ended } = run.start({ under: strace(log, inject) });
      const { code } = await ended;
      if (code === 0) break;
      arena.tried(`killed at ${call}`);
      run.check();
    }
    await run.finish();
  },
};

async function countCalls(arena: Arena, sample: Sample): Promise<ReadonlyMap<string, number>> {
  let calls = callsOf.get(sample);
  if (calls === undefined) {
    const folder = join(arena.folder, 'counted');
    mkdirSync(folder);
    const run = new RunUnderAttack(folder, sample, arena.samples);
    run.checkEnd(await run.start({ under: strace(join(folder, 'trace')) }).ended);
    calls = callsIn(folder, 'trace');
    callsOf.set(sample, calls);
    rmSync(folder, { recursive: true });
  }
  return calls;
}
