// Coloured puzzles a second, against black and white ones.
// Random 15x15, each cell filled with probability 0.5: puzzles of three colours are to reach at
// least a third of the rate. The two take turns; medians of several runs after one to warm up, in
// CPU time of the process.
//
//     --quick   a tenth of the puzzles
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import type { PackedWords } from '../src/puzzle/packed.js';
import { randomPuzzles } from './support/random-puzzles.js';
import { keepFigure } from './support/figures.js';

const RUNS = 5;
const COUNT = process.argv.includes('--quick') ? 1000 : 10_000;

const solver = new Solver();
const kinds = [
  { name: 'black and white', puzzles: randomPuzzles(COUNT, 15, 0.5, 1, 2), rates: [] as number[] },
  { name: '3 colours', puzzles: randomPuzzles(COUNT, 15, 0.5, 3, 4), rates: [] as number[] },
];
for (let run = 0; run <= RUNS; run++) {
  for (const { puzzles, rates } of kinds) {
    const rate = rateOf(puzzles);
    if (run > 0) rates.push(rate);
  }
}
const [plain, coloured] = kinds.map(({ name, rates }) => {
  const median = rates.sort((a, b) => a - b)[RUNS >> 1];
  keepFigure(name, median, 'puzzles/s', 'more');
  process.stdout.write(`${name.padEnd(18)}${Math.round(median)} puzzles/s\n`);
  return median;
});
process.stdout.write(`${'share'.padEnd(18)}${(coloured / plain).toFixed(2)}, at least 0.33\n`);

function rateOf(puzzles: readonly PackedWords[]): number {
  const before = process.cpuUsage();
  for (const words of puzzles) solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
  const { user, system } = process.cpuUsage(before);
  return (puzzles.length * 1e6) / (user + system);
}
