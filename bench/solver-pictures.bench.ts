// Pictures that line solving alone solves, from 40x40 to 512x512.
// They are landscapes of smooth noise at several heights; those that propagation solves are taken.
// CPU milliseconds, the median of several runs each.
import { pack } from '../src/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import { puzzleOf, randomNumbers } from './support/random-puzzles.js';
import { keepFigure } from './support/figures.js';

const RUNS = 5;
const solver = new Solver();

process.stdout.write(
  'size       pictures  blocks  sweeps  line solves    ms (median, worst)  at most  aim\n',
);
for (const size of [40, 50, 60]) measure(size, null, null);
measure(200, 50, 25);
measure(512, 150, 75);

function measure(size: number, most: number | null, aim: number | null): void {
  const times: number[] = [];
  let [pictures, blocks, sweeps, lines] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 400 && pictures < 8; seed++) {
    const height = 0.3 + (seed % 5) * 0.05;
    const puzzle = puzzleOf(landscape(size, seed, size >> 3, height), size, 1);
    const words = pack(puzzle);
    const outcome = solver.solve(words, 0, { ...DEFAULT_SOLVE_LIMITS, maxSteps: 40 * size });
    if (outcome.status !== 'unique' || outcome.technique !== 'line') continue;
    const count = [...puzzle.rows, ...puzzle.columns].reduce((sum, clue) => sum + clue.length, 0);
    // Nearly empty pictures are too easy.
    if (count < 6 * size) continue;
    pictures++;
    blocks += count;
    sweeps += outcome.sweeps!;
    lines += outcome.counters.lineSolves;
    times.push(median(Array.from({ length: RUNS }, () => time(words))));
  }
  times.sort((a, b) => a - b);
  const mean = (sum: number): string => String(Math.round(sum / pictures));
  const name = `${size}x${size}`;
  keepFigure(name, median(times), 'ms CPU', 'less');
  const figures = `${median(times).toFixed(2)}, ${times.at(-1)!.toFixed(2)}`;
  process.stdout.write(
    `${name.padEnd(11)}${String(pictures).padStart(8)}${mean(blocks).padStart(8)}` +
      `${mean(sweeps).padStart(8)}${mean(lines).padStart(13)}` +
      `${figures.padStart(22)}${String(most ?? '').padStart(9)}${String(aim ?? '').padStart(5)}\n`,
  );
}

function time(words: Int32Array): number {
  const before = process.cpuUsage();
  solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Value noise of three scales, cut at a height: 1 above it. */
function landscape(size: number, seed: number, scale: number, height: number): Uint8Array {
  const random = randomNumbers(seed);
  const cells = new Float64Array(size * size);
  for (const [step, weight] of [
    [scale, 0.6],
    [scale >> 1, 0.3],
    [scale >> 2, 0.1],
  ]) {
    const points = Math.ceil(size / step) + 2;
    const grid = Float64Array.from({ length: points * points }, random);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const at = Math.floor(y / step) * points + Math.floor(x / step);
        const right = (x % step) / step;
        const down = (y % step) / step;
        const above = grid[at] * (1 - right) + grid[at + 1] * right;
        const below = grid[at + points] * (1 - right) + grid[at + points + 1] * right;
        cells[y * size + x] += weight * (above * (1 - down) + below * down);
      }
    }
  }
  return Uint8Array.from(cells, (cell) => (cell > height ? 1 : 0));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
