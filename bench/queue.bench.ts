// Runs through a queue: their rate, their memory, what they survive.
// The rate against a local run's (--rate), what the coordinator and Redis hold over many puzzles
// (--memory), and whether a run survives what networks and machines do (--chaos). Without a flag all
// three.
//
//   npm run bench -- queue --rate --rounds 3 --share 1
//   npm run bench -- queue --memory --small 1000000
//   npm run bench -- queue --chaos --kills 50 --puzzles 15000 --seed 1
//
// Needs redis-server; all but --chaos read /proc, and so need Linux.
import { parseArgs } from 'node:util';
import { surviveChaos } from './queue/chaos.js';
import { watchMemory } from './queue/memory.js';
import { compareRates } from './queue/compare-rates.js';

const { values } = parseArgs({
  options: {
    rate: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    share: { type: 'string', default: '1' },
    memory: { type: 'boolean', default: false },
    small: { type: 'string', default: '1000000' },
    chaos: { type: 'boolean', default: false },
    kills: { type: 'string', default: '50' },
    puzzles: { type: 'string', default: '15000' },
    seed: { type: 'string', default: '1' },
  },
});
const all = !values.rate && !values.memory && !values.chaos;
if (all || values.rate) await compareRates(Number(values.rounds), Number(values.share));
if (all || values.memory) await watchMemory(Number(values.small));
if (all || values.chaos) {
  const { kills, puzzles, seed } = values;
  if ((await surviveChaos(Number(kills), Number(puzzles), Number(seed))) > 0) process.exitCode = 1;
}
