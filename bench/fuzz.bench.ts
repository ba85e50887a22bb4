// Damaged and random text for every format, over and over.
// Each round has a new seed, until SECONDS (60) are over. A failure prints the text and ends it.
//
//     SECONDS=60 SEED=1   variables of the environment; the seed differs each time by default
import { FORMATS, canReadText } from '../src/solver/formats/registry.js';
import { fuzzOnce, seedsOf } from '../src/pipeline/corpus/format-check.js';
import { randomNumbers } from './support/puzzles.js';

const SECONDS = Number(process.env.SECONDS ?? 60);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

const random = randomNumbers(SEED);
const formats = FORMATS.filter(canReadText).map((format) => {
  return { format, seeds: seedsOf(format, random) };
});
const end = performance.now() + SECONDS * 1000;
let texts = 0;
while (performance.now() < end) {
  for (const { format, seeds } of formats) {
    for (let i = 0; i < 100; i++) fuzzOnce(format, seeds, random);
    texts += 100;
  }
}
process.stdout.write(`${texts} texts over ${formats.length} formats, seed ${SEED}: none failed\n`);
