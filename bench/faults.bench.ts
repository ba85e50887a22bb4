// A fault campaign: the real program is killed, suspended, starved of disk, fed with damage and
// pointed at everything that can be a path, until the time is over. Whatever happens, nothing that
// was committed may be lost, nothing may be half written, and in the end everything must equal a
// run that nobody disturbed.
//
// `npm run bench -- faults --minutes 30 --seed 1`; `--attack <name>` tries one kind alone, and with
// `--times 1` and the seed that a failure names it is repeated.
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
