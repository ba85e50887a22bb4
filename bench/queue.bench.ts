// Runs through a queue: their rate, the cores that one feeds, their memory, what they survive.
// The rate against a local run's (--rate), how many cores one coordinator can feed (--ceiling), what the
// coordinator and Redis hold over many puzzles (--memory), and whether a run survives what networks and
// machines do (--chaos). Without a flag all four.
//
//   npm run bench -- queue --rate --rounds 3 --share 1
//   npm run bench -- queue --ceiling --cores 100,300,1000,2000 --seconds 20 \
//                                     [--slower 10] [--kind 25x25] --plot docs/machines-ceiling.svg
//   npm run bench -- queue --memory --small 1000000
//   npm run bench -- queue --chaos --kills 50 --puzzles 15000 --seed 1
//
// Needs redis-server; all but --chaos read /proc, and so need Linux.
import { parseArgs } from 'node:util';
import { findCeiling } from './queue/ceiling.js';
import { surviveChaos } from './queue/chaos.js';
import { watchMemory } from './queue/memory.js';
import { compareRates } from './queue/compare-rates.js';

const { values } = parseArgs({
  options: {
    rate: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    share: { type: 'string', default: '1' },
    ceiling: { type: 'boolean', default: false },
    cores: { type: 'string', default: '100,300,1000,2000' },
    seconds: { type: 'string', default: '20' },
    slower: { type: 'string' },
    kind: { type: 'string', default: '' },
    plot: { type: 'string' },
    memory: { type: 'boolean', default: false },
    small: { type: 'string', default: '1000000' },
    chaos: { type: 'boolean', default: false },
    kills: { type: 'string', default: '50' },
    puzzles: { type: 'string', default: '15000' },
    seed: { type: 'string', default: '1' },
  },
});
const all = !values.rate && !values.ceiling && !values.memory && !values.chaos;
if (all || values.rate) await compareRates(Number(values.rounds), Number(values.share));
if (all || values.ceiling) {
  const { cores, seconds, slower, kind, plot } = values;
  await findCeiling({
    ...{ kind, plot: plot ?? null, cores: cores.split(',').map(Number) },
    ...{ seconds: Number(seconds), slower: slower === undefined ? null : Number(slower) },
  });
}
if (all || values.memory) await watchMemory(Number(values.small));
if (all || values.chaos) {
  const { kills, puzzles, seed } = values;
  if ((await surviveChaos(Number(kills), Number(puzzles), Number(seed))) > 0) process.exitCode = 1;
}
