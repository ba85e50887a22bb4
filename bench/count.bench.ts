// Exact counts of the solutions of tournament puzzles.
// How many of each hundred are reached: they get sparser, and their counts larger, from the first
// to the last. Limits are of CPU time.
//
//     --every=20         each twentieth puzzle (the default; 1 takes all, for hours)
//     --limit=10         seconds for each puzzle
//     --made=60          instead, so many random puzzles of the same kind: 25x25, from 50 to 35 % filled
//     --seed=1           which ones
//     --again=60,600     what is not counted is tried again for 60 s, then for 600 s
//     --at-most=1000000  how many of those with so few solutions that any of these runs counted
//                        the first one counted
//     --keep=<file>      writes each count to the file, and goes on from there if started again
import { pack } from '../src/puzzle/packed.js';
import type { Puzzle } from '../src/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import { readCorpus } from './support/corpora.js';
import { cpuMs, useCpuClock } from './support/cpu-clock.js';
import { keepFigure } from './support/figures.js';
import { filledPuzzle } from './support/hard-puzzles.js';
import { Kept } from './support/kept.js';
import { randomNumbers } from './support/random-puzzles.js';

/** What a run counted in its time. */
interface Count {
  readonly ms: number;
  readonly exact: boolean;
  /** Digits; the most that is proven if it is not exact. */
  readonly solutions: string;
}

const EVERY = Number(option('every', '20'));
const LIMIT = Number(option('limit', '10'));
const MADE = Number(option('made', '0'));
const SEED = Number(option('seed', '1'));
const AGAIN = option('again', '').split(',').filter(Boolean).map(Number);
const AT_MOST = BigInt(option('at-most', '1000000'));
const KEEP = option('keep', '');
useCpuClock();
const solver = new Solver();
const kept = new Kept<Count>(KEEP === '' ? null : KEEP);

process.stdout.write('set        exact of   ms (median, all)  exact in each hundred\n');
if (MADE > 0) {
  const random = randomNumbers(SEED);
  const places = Array.from({ length: MADE }, (_, i) => i / MADE);
  const puzzles = places.map((place) => filledPuzzle(random, 25, 0.5 - 0.15 * place));
  countAll(`made, ${SEED}`, puzzles);
} else {
  for (const name of ['taai2017', 'tcga2015']) {
    const puzzles = readCorpus(`tournament/${name}.question.txt`);
    if (puzzles === null) {
      process.stdout.write(`${name} is not below ../shared/corpora: left out\n`);
      continue;
    }
    const some = puzzles.filter((_, i) => i % EVERY === 0);
    countAll(
      name,
      some.map(({ puzzle }) => puzzle),
    );
  }
}

function countAll(name: string, puzzles: readonly Puzzle[]): void {
  const count = (i: number, seconds: number): Count =>
    kept.get(`${name}, ${i} of ${puzzles.length}, ${seconds} s`, () =>
      countOne(puzzles[i], 1000 * seconds),
    );
  const counts = puzzles.map((_, i) => count(i, LIMIT));
  const hundreds = Array.from({ length: 10 }, () => 0);
  counts.forEach(({ exact }, i) => {
    if (exact) hundreds[Math.floor((10 * i) / puzzles.length)]++;
  });
  const exact = counts.filter((one) => one.exact).length;
  const times = counts.map(({ ms }) => ms).sort((a, b) => a - b);
  const median = times[times.length >> 1];
  keepFigure(`${name}, exact`, exact, 'puzzles', 'more');
  keepFigure(`${name}, median`, median, 'ms CPU', 'less');
  process.stdout.write(
    `${name.padEnd(10)}${String(exact).padStart(6)} of ${String(times.length).padEnd(5)}` +
      `${median.toFixed(0).padStart(14)}  ${hundreds.join(' ')}\n`,
  );
  let last = counts;
  sayFew(LIMIT, last);
  for (const seconds of AGAIN) {
    last = last.map((one, i) =>
      one.exact || BigInt(one.solutions) > AT_MOST ? one : count(i, seconds),
    );
    sayFew(seconds, last);
  }
}

/** What is known of the puzzles with few solutions after runs of so many seconds. */
function sayFew(seconds: number, counts: readonly Count[]): void {
  const few = counts.filter(({ solutions }) => BigInt(solutions) <= AT_MOST);
  const exact = few.filter((one) => one.exact).length;
  process.stdout.write(
    `within ${seconds} s: ${exact} counted with at most ${AT_MOST} solutions, ` +
      `${few.length - exact} open that may have so few, ${counts.length - few.length} have more\n`,
  );
}

function countOne(puzzle: Puzzle, timeoutMs: number): Count {
  const before = cpuMs();
  const { solutions, solutionsExact } = solver.solve(pack(puzzle), 0, {
    ...DEFAULT_SOLVE_LIMITS,
    timeoutMs,
    count: 'exact',
  });
  return { ms: cpuMs() - before, exact: solutionsExact, solutions: String(solutions) };
}

function option(name: string, usual: string): string {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : given.slice(name.length + 3);
}
