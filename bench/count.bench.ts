// Exact counts of the solutions of tournament puzzles.
// How many of each hundred are reached: they get sparser, and their counts larger, from the first
// to the last.
//
//     --every=20   each twentieth puzzle (the default; 1 takes all, for hours)
//     --limit=10   seconds for each puzzle
import { pack } from '../src/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import { readCorpus } from './support/corpora.js';
import { keepFigure } from './support/figures.js';

const EVERY = option('every', 20);
const LIMIT_MS = 1000 * option('limit', 10);
const solver = new Solver();

process.stdout.write('set        exact of   ms (median, all)  exact in each hundred\n');
for (const name of ['taai2017', 'tcga2015']) {
  const puzzles = readCorpus(`tournament/${name}.question.txt`);
  if (puzzles === null) {
    process.stdout.write(`${name} is not below ../shared/corpora: left out\n`);
    continue;
  }
  const hundreds = Array.from({ length: 10 }, () => 0);
  const times: number[] = [];
  let exact = 0;
  for (let i = 0; i < puzzles.length; i += EVERY) {
    const started = performance.now();
    const outcome = solver.solve(pack(puzzles[i].puzzle), 0, {
      ...DEFAULT_SOLVE_LIMITS,
      timeoutMs: LIMIT_MS,
      count: 'exact',
    });
    times.push(performance.now() - started);
    if (!outcome.solutionsExact) continue;
    exact++;
    hundreds[Math.floor((10 * i) / puzzles.length)]++;
  }
  times.sort((a, b) => a - b);
  keepFigure(`${name}, exact`, exact, 'puzzles', 'more');
  keepFigure(`${name}, median`, times[times.length >> 1], 'ms', 'less');
  process.stdout.write(
    `${name.padEnd(10)}${String(exact).padStart(6)} of ${String(times.length).padEnd(5)}` +
      `${times[times.length >> 1].toFixed(0).padStart(14)}  ${hundreds.join(' ')}\n`,
  );
}

function option(name: string, usual: number): number {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : Number(given.slice(name.length + 3));
}
