// Puzzles a second on one thread, from 5x5 to 60x60.
// Whole results with uniqueness and classification, after warm-up; the median of several runs. CPU
// time of the process, which a busy machine disturbs less.
//
//     --quick   a tenth of the puzzles
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import type { PackedWords } from '../src/puzzle/packed.js';
import { pack } from '../src/puzzle/packed.js';
import { puzzleOf, randomPuzzles } from './support/random-puzzles.js';
import { keepFigure } from './support/figures.js';

const RUNS = 5;

const solver = new Solver();
const quick = process.argv.includes('--quick');
const scale = quick ? 10 : 1;

row('work', 'puzzles', 'unique', 'line', 'probe', 'per second', 'at least', 'aim');
measure('10x10, p = 0.5', randomPuzzles(100_000 / scale, 10, 0.5, 1, 1), 35_000, 80_000);
measure('15x15, p = 0.5', randomPuzzles(30_000 / scale, 15, 0.5, 1, 2), 8_000, 20_000);
measure('20x20, p = 0.5', randomPuzzles(5_000 / scale, 20, 0.5, 1, 3), 2_000, 5_000);
measure('35x35, p = 0.5', randomPuzzles(50 / scale, 35, 0.5, 1, 11), null, null);
measure('40x40, p = 0.6', randomPuzzles(1_000 / scale, 40, 0.6, 1, 13), null, null);
measure('60x60, p = 0.65', randomPuzzles(400 / scale, 60, 0.65, 1, 15), null, null);
measure('15x15, 3 colours', randomPuzzles(10_000 / scale, 15, 0.5, 3, 4), null, null);
measure('25x25, 2 colours', randomPuzzles(200 / scale, 25, 0.5, 2, 22), null, null);
measure('5x5, a sample', sampleOf5x5(200_000 / scale), 300_000, 2_000_000);

/** Every so many-th of all 5x5 pictures. */
function sampleOf5x5(count: number): PackedWords[] {
  const step = Math.floor(2 ** 25 / count) | 1;
  return Array.from({ length: count }, (_, i) => {
    const cells = Uint8Array.from({ length: 25 }, (_, bit) => ((i * step) >>> bit) & 1);
    return pack(puzzleOf(cells, 5, 1));
  });
}

function measure(
  name: string,
  puzzles: readonly PackedWords[],
  least: number | null,
  aim: number | null,
): void {
  const rates: number[] = [];
  let counts = { unique: 0, line: 0, probe: 0 };
  for (let run = 0; run <= RUNS; run++) {
    counts = { unique: 0, line: 0, probe: 0 };
    const before = process.cpuUsage();
    for (const words of puzzles) {
      const outcome = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
      if (outcome.status !== 'unique') continue;
      counts.unique++;
      if (outcome.technique === 'line') counts.line++;
      if (outcome.technique === 'probe') counts.probe++;
    }
    const { user, system } = process.cpuUsage(before);
    if (run > 0) rates.push((puzzles.length * 1e6) / (user + system));
  }
  rates.sort((a, b) => a - b);
  const rate = Math.round(rates[RUNS >> 1]);
  keepFigure(name, rate, 'puzzles/s', 'more');
  row(name, puzzles.length, counts.unique, counts.line, counts.probe, rate, least, aim);
}

function row(name: string, ...columns: (string | number | null)[]): void {
  const cells = columns.map((column) =>
    (typeof column === 'number' ? column.toLocaleString('en') : (column ?? '')).padStart(11),
  );
  process.stdout.write(`${name.padEnd(18)}${cells.join('')}\n`);
}
