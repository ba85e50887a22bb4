// All 33,554,432 grids of 5x5, against the published counts.
// OEIS A242876 and A391619. Clues are packed outside of the clock, in batches. Fails if a count
// differs.
//
//     --quick   every 64th grid
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import { GridBatch, gridNumber } from './support/all-grids.js';
import { keepFigure } from './support/figures.js';

const UNIQUE = 25_309_575;
const LINE = 24_976_511;
const SIDE = 5;
const BATCH = 1 << 13;
const step = process.argv.includes('--quick') ? 64 : 1;

const solver = new Solver();
const batch = new GridBatch(SIDE, BATCH);
let unique = 0;
let line = 0;
let wrong = 0;
let solved = 0;
let microseconds = 0;
for (let first = 0; first < 2 ** (SIDE * SIDE); first += BATCH * step) {
  batch.pack(first, step);
  const before = process.cpuUsage();
  for (let i = 0; i < BATCH; i++) {
    const outcome = solver.solve(batch.words, batch.offsets[i], DEFAULT_SOLVE_LIMITS);
    if (outcome.status !== 'unique') continue;
    unique++;
    if (outcome.technique === 'line') line++;
    if (gridNumber(outcome.solution!) !== first + i * step) wrong++;
  }
  const { user, system } = process.cpuUsage(before);
  microseconds += user + system;
  solved += BATCH;
}
const rate = Math.round((solved * 1e6) / microseconds);
keepFigure('5x5 grids', rate, 'puzzles/s', 'more');
process.stdout.write(
  `all 5x5 grids${step > 1 ? ', a sample' : ''}: ${solved.toLocaleString('en')} grids, ` +
    `${unique.toLocaleString('en')} unique, ${line.toLocaleString('en')} line-solvable, ` +
    `${wrong} wrong solutions; ${rate.toLocaleString('en')} puzzles/s ` +
    `(at least 300,000, aim 2,000,000)\n`,
);
if (wrong > 0 || (step === 1 && (unique !== UNIQUE || line !== LINE))) {
  process.stderr.write(`expected ${UNIQUE} unique and ${LINE} line-solvable\n`);
  process.exitCode = 1;
}
