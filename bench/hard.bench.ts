// The puzzles on which other solvers are, or were, ahead.
// CPU time on one thread, up to 2 solutions, classified, beside clasp in the same run. Conflicts do
// not depend on how busy the machine is. `out` counts puzzles that took longer than the limit; they
// count as the limit in the figures.
//
//     --count=20     puzzles of each kind that is made
//     --seed=1       which ones; compare seeds that were not used for tuning
//     --limit=20     seconds for each puzzle
//     --kind=text    one kind only
//     --alone        without clasp
import { pack } from '../src/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import { HARD_KINDS, hardPuzzles } from './support/hard-puzzles.js';
import { clasp } from './support/rival.js';
import { keepFigure } from './support/figures.js';

const COUNT = Number(option('count', '20'));
const SEED = Number(option('seed', '1'));
const LIMIT_MS = 1000 * Number(option('limit', '20'));
const KIND = option('kind', '');
const solver = new Solver();
const found = process.argv.includes('--alone') ? null : clasp();
const rival = found === null || 'missing' in found ? null : found;

process.stdout.write(
  'kind       puzzles  solver       out   total s  mean ms (geo)  slowest s  conflicts (geo)\n',
);
for (const kind of HARD_KINDS) {
  if (KIND !== '' && KIND !== kind) continue;
  const puzzles = hardPuzzles(kind, COUNT, SEED);
  if (puzzles.length === 0) continue;
  // The first puzzles warm the engine up, as in a run of any length.
  for (const puzzle of puzzles.slice(0, 8)) {
    solver.solve(pack(puzzle), 0, { ...DEFAULT_SOLVE_LIMITS, maxSteps: 20_000 });
  }
  const conflicts: number[] = [];
  const own = puzzles.map((puzzle) => {
    const words = pack(puzzle);
    const before = process.cpuUsage();
    const outcome = solver.solve(words, 0, { ...DEFAULT_SOLVE_LIMITS, timeoutMs: LIMIT_MS });
    const { user, system } = process.cpuUsage(before);
    conflicts.push(outcome.counters.conflicts);
    const stopped = outcome.stoppedBy === 'timeout';
    return stopped ? LIMIT_MS : Math.min(LIMIT_MS, (user + system) / 1000);
  });
  const mean = geometricMean(conflicts.map((one) => one + 1));
  keepFigure(`${kind}, mean conflicts`, mean, 'conflicts', 'less');
  keepFigure(`${kind}, mean`, geometricMean(own), 'ms CPU', 'less');
  print(kind, 'nonomill', own, mean.toFixed(0));
  if (rival === null) continue;
  const theirs = puzzles.map((puzzle) => {
    const { ms, solutions } = rival.solve(puzzle, LIMIT_MS);
    return solutions === null ? LIMIT_MS : Math.min(LIMIT_MS, ms);
  });
  print('', rival.name, theirs, '');
}

function print(kind: string, name: string, times: readonly number[], conflicts: string): void {
  const total = times.reduce((sum, ms) => sum + ms, 0);
  const out = times.filter((ms) => ms >= LIMIT_MS).length;
  process.stdout.write(
    `${kind.padEnd(11)}${String(times.length).padStart(7)}  ${name.padEnd(10)}${String(out).padStart(6)}` +
      `${(total / 1000).toFixed(1).padStart(10)}${geometricMean(times).toFixed(1).padStart(15)}` +
      `${(Math.max(...times) / 1000).toFixed(2).padStart(11)}${conflicts.padStart(17)}\n`,
  );
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function option(name: string, usual: string): string {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : given.slice(name.length + 3);
}
