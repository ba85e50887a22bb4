// Checks for uniqueness against other solvers, in the same run.
// On one thread, CPU milliseconds, of each puzzle the median of several runs. `ratio` is nonomill's
// time over the rival's: over the totals, and the geometric mean of the puzzles' own ratios.
//
//     --every=10   each tenth puzzle of the sets of a thousand (the default; 1 takes them all)
//     --runs=3     runs of each puzzle
//     --limit=10   seconds for each puzzle
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import {
  clasp,
  nonogramSolver,
  type FoundRival,
  type Rival,
  type Timed,
} from './support/known-rivals.js';
import { keepFigure } from './support/figures.js';
import { corpus, randomOnes, solveOnce, totalOf } from './support/uniqueness.js';

const EVERY = option('every', 10);
const RUNS = option('runs', 3);
const LIMIT_MS = 1000 * option('limit', 10);

const rivals = found([clasp(), nonogramSolver()]);

process.stdout.write(
  `${'set'.padEnd(24)}${'puzzles'.padStart(8)}  ${'solver'.padEnd(17)}` +
    `${'total ms'.padStart(10)}${'median'.padStart(9)}${'slowest'.padStart(9)}` +
    `${'timeouts'.padStart(9)}${'ratio of totals'.padStart(17)}${'geometric mean'.padStart(16)}\n`,
);
for (const name of ['taai2017', 'tcga2015']) {
  compare(name, sample(corpus(`tournament/${name}.question.txt`)));
}
compare('random 30x30', sample(randomOnes(1000, 30, 0.5)));
compare('random 50x50, 0.4', sample(randomOnes(100, 50, 0.4)));
compare('survey 1, Dancer', corpus('survey/webpbn-00001-dancer.non'));
compare('survey 21, Skid', corpus('survey/webpbn-00021-skid.non'));
compare('survey 6574, Forever', corpus('survey/webpbn-06574-forever.non'));
const dominoes = corpus('survey/dominoes.ndjson');
compare('9-dom', dominoes.slice(6, 7));
compare('12-dom', dominoes.slice(9, 10));

function compare(set: string, puzzles: readonly Puzzle[]): void {
  if (puzzles.length === 0) return;
  // The first puzzles warm the engine up, as in a run of any length.
  for (const puzzle of puzzles.slice(0, 20)) solveOnce(puzzle, LIMIT_MS);
  const own = puzzles.map((puzzle) => medianOf(() => solveOnce(puzzle, LIMIT_MS)));
  keepFigure(`${set}, nonomill`, totalOf(own), 'ms CPU', 'less');
  print(set, puzzles.length, 'nonomill', own, null);
  for (const rival of rivals) {
    // Sets of a thousand take nonogram-solver hours.
    if (rival.note !== '' && puzzles.length > 1) continue;
    const theirs = puzzles.map((puzzle) => medianOf(() => rival.solve(puzzle, LIMIT_MS)));
    keepFigure(`${set}, ${rival.name}`, totalOf(theirs), 'ms CPU', 'less');
    print('', puzzles.length, rival.name, theirs, own);
    if (rival.note === '') sayDifferences(rival, own, theirs);
    else process.stdout.write(`${' '.repeat(34)}(${rival.note})\n`);
  }
}

function print(
  set: string,
  puzzles: number,
  name: string,
  times: readonly Timed[],
  own: readonly Timed[] | null,
): void {
  const ms = times.map((timed) => timed.ms).sort((a, b) => a - b);
  const total = totalOf(times);
  const timeouts = times.filter((timed) => timed.solutions === null).length;
  let ratios = '';
  if (own !== null) {
    const logs = own.reduce((sum, one, i) => sum + Math.log(one.ms / times[i].ms), 0);
    ratios =
      (totalOf(own) / total).toPrecision(2).padStart(17) +
      Math.exp(logs / own.length)
        .toPrecision(2)
        .padStart(16);
  }
  process.stdout.write(
    `${set.padEnd(24)}${(set === '' ? '' : String(puzzles)).padStart(8)}  ${name.padEnd(17)}` +
      `${total.toFixed(0).padStart(10)}${ms[ms.length >> 1].toFixed(1).padStart(9)}` +
      `${ms[ms.length - 1].toFixed(0).padStart(9)}${String(timeouts).padStart(9)}${ratios}\n`,
  );
}

function sayDifferences(rival: Rival, own: readonly Timed[], theirs: readonly Timed[]): void {
  const differ = own.filter(
    (timed, i) =>
      timed.solutions !== null &&
      theirs[i].solutions !== null &&
      timed.solutions !== theirs[i].solutions,
  );
  if (differ.length === 0) return;
  process.stdout.write(`${rival.name} DIFFERS from nonomill on ${differ.length} puzzles\n`);
  process.exitCode = 1;
}

/** The run of median time; a single run if it took long. */
function medianOf(run: () => Timed): Timed {
  const first = run();
  if (first.ms > 3000) return first;
  const runs = [first, ...Array.from({ length: RUNS - 1 }, run)];
  return runs.sort((a, b) => a.ms - b.ms)[runs.length >> 1];
}

function sample(puzzles: readonly Puzzle[]): Puzzle[] {
  return puzzles.filter((_, i) => i % EVERY === 0);
}

function found(all: readonly FoundRival[]): Rival[] {
  return all.filter((rival): rival is Rival => {
    if (!('missing' in rival)) return true;
    process.stdout.write(`${rival.missing}\n`);
    return false;
  });
}

function option(name: string, usual: number): number {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : Number(given.slice(name.length + 3));
}
