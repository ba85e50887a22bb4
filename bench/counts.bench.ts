// How many puzzles like the tournaments' are counted exactly within a limit of CPU time.
// They are 25x25, from 50 % filled down to 35 % in equal steps, as the tournaments' are: the later,
// the harder. With --corpus, as many of the tournaments' own, spread over them.
//
//     --count=50          puzzles
//     --seed=1            which ones
//     --limit=10          CPU seconds for each
//     --corpus=taai2017   of this tournament (or tcga2015) instead, if it is in ../shared/corpora
//     --from=0            the first of them
//     --settings=<JSON>   other settings: {"countCacheBytes": 1000000000, ...}
import { pack } from '../src/solver/core/puzzle/packed.js';
import { blockLength, type Puzzle } from '../src/solver/core/puzzle/types.js';
import { SETTINGS, type Settings } from '../src/solver/engine/model/settings.js';

import { sharedEngine } from '../src/solver/engine/wasm/engine.js';
import { filledPuzzle } from '../test/support/long-puzzles.js';
import { randomNumbers, readCorpus } from './support/puzzles.js';
import { cpuMs, keepFigure } from './support/figures.js';

const COUNT = Number(option('count', '50'));
const SEED = Number(option('seed', '1'));
const LIMIT_MS = 1000 * Number(option('limit', '10'));
const CORPUS = option('corpus', '');
const FROM = Number(option('from', '0'));
const settings = {
  ...SETTINGS,
  ...(JSON.parse(option('settings', '{}')) as Partial<Settings>),
};

const engine = sharedEngine();
let exact = 0;
let total = 0;
process.stdout.write('puzzle  filled  counted                     CPU s  conflicts  line solves\n');
for (const [i, puzzle] of puzzles().entries()) {
  if (i < FROM) continue;
  const begun = cpuMs();
  const { ended, found, conflicts, steps } = engine.solve(pack(puzzle), 0, settings, {
    wanted: 'exact',
    guessDepth: 0,
    maxSteps: Infinity,
    memoryBytes: Infinity,
    isTimeOver: timer(begun + LIMIT_MS),
  });
  const seconds = Math.min(cpuMs() - begun, LIMIT_MS) / 1000;
  const isExact = ended !== 'stopped';
  if (isExact) exact++;
  total += seconds;
  process.stdout.write(
    `${String(i).padStart(6)}${share(puzzle).toFixed(3).padStart(8)}  ` +
      `${`${isExact ? '' : '>= '}${String(found)}`.padEnd(26)}${seconds.toFixed(2).padStart(7)}` +
      `${String(conflicts).padStart(11)}${String(steps).padStart(13)}\n`,
  );
}
keepFigure('puzzles counted exactly', exact, 'puzzles', 'more');
keepFigure('seconds in all', total, 's', 'less');
process.stdout.write(`${exact} counted, ${total.toFixed(1)} s\n`);

/** Says whether that much CPU time is over. Its clock is slow: it is looked at every few ms. */
function timer(end: number): () => boolean {
  let looks = 0;
  return () => ++looks % 40 === 0 && cpuMs() > end;
}

function puzzles(): Puzzle[] {
  const random = randomNumbers(SEED);
  if (CORPUS === '') {
    return Array.from({ length: COUNT }, (_, i) =>
      filledPuzzle(random, 25, 0.5 - (0.15 * (i + 0.5)) / COUNT),
    );
  }
  const all = readCorpus(`tournament/${CORPUS}.question.txt`);
  if (all === null) throw new Error(`${CORPUS} is not in ../shared/corpora`);
  return Array.from(
    { length: COUNT },
    (_, i) => all[Math.floor(((i + 0.5) * all.length) / COUNT)].puzzle,
  );
}

/** The share of the cells that is filled. */
function share({ rows, width, height }: Puzzle): number {
  const filled = rows.flat().reduce((sum, block) => sum + blockLength(block), 0);
  return filled / (width * height);
}

function option(name: string, usual: string): string {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : given.slice(name.length + 3);
}
