// Kills, full disks, damage and hostile requests, over and over.
// The real program is killed, suspended, starved of disk, fed with damage and pointed at everything
// that can be a path, until the time is over. Whatever happens, nothing that was committed may be
// lost, nothing may be half written, and in the end everything must equal a run that nobody
// disturbed.
//
//     --minutes 2        how long
//     --seed 1           which faults
//     --attack <name>    one kind alone; with --times 1 and the seed that a failure names it is repeated
//     --at-once 3        how many attacks at the same time
import { parseArgs } from 'node:util';
import { campaign } from './faults/campaign.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    attack: { type: 'string' },
    times: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
  },
  strict: false,
});

const failed = await campaign({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  only: typeof values.attack === 'string' ? values.attack : null,
  times: Number(values.times ?? Infinity),
  atOnce: Number(values['at-once']),
});
process.exitCode = failed > 0 ? 1 : 0;
