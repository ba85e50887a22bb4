// This checkout beside another one: the rate on easy puzzles.
// 100,000 random 10x10, classified, CPU time on one thread. Processes of the two take turns, and the
// least time of each counts: a busy machine makes single rounds slower, not the least of many.
//
//     --other=<dir>   the other checkout, built (npm run build); this one if there is none
//     --turns=6       processes of each
//     --rounds=3      rounds in each process, after one that warms it up
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Limits from '../src/solver/engine/model/limits.js';
import type * as Solve from '../src/solver/engine/solver/solve.js';
import { keepFigure } from './support/figures.js';
import { randomPuzzles } from './support/random-puzzles.js';

const OWN = fileURLToPath(new URL('../..', import.meta.url));
const OTHER = resolve(option('other', OWN));
const TURNS = Number(option('turns', '6'));
const ROUNDS = Number(option('rounds', '3'));

/** Of the two checkouts, in this order: this one, the other. */
const least = [Infinity, Infinity];
const solverPath = process.env.NONOMILL_SIDE;
if (solverPath === undefined) compare();
else await measure(solverPath);

function compare(): void {
  for (let turn = 0; turn < TURNS; turn++) {
    [OWN, OTHER].forEach((checkout, side) => {
      const env = { ...process.env, NONOMILL_SIDE: join(checkout, 'dist', 'src') };
      const { stdout, stderr, status } = spawnSync(process.execPath, process.argv.slice(1), {
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${checkout}: ${stderr}`);
      least[side] = Math.min(least[side], Number(stdout));
    });
  }
  const [own, other] = least;
  keepFigure('10x10, this checkout', own, 'ms CPU', 'less');
  keepFigure('10x10, this over the other', own / other, 'times', 'less');
  process.stdout.write(
    `100,000 random 10x10, least CPU time of ${TURNS * ROUNDS} rounds: ${own.toFixed(0)} ms here, ` +
      `${other.toFixed(0)} ms in ${OTHER}, ratio ${(own / other).toFixed(3)}\n`,
  );
}

/**
 * Prints the least CPU milliseconds of the solver in this folder, which may be of a checkout that
 * is older than the four packages.
 */
async function measure(folder: string): Promise<void> {
  const engine = ['solver/engine', 'engine']
    .map((name) => join(folder, name))
    .find((path) => existsSync(join(path, 'model')))!;
  const { Solver } = (await import(join(engine, 'solver', 'solve.js'))) as typeof Solve;
  const limits = join(engine, 'model', 'limits.js');
  const { DEFAULT_SOLVE_LIMITS } = (await import(limits)) as typeof Limits;
  const puzzles = randomPuzzles(100_000, 10, 0.5, 1, 1);
  const solver = new Solver();
  let best = Infinity;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    for (const words of puzzles) solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
    const { user, system } = process.cpuUsage(before);
    if (round > 0) best = Math.min(best, (user + system) / 1000);
  }
  process.stdout.write(String(best));
}

function option(name: string, usual: string): string {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : given.slice(name.length + 3);
}
