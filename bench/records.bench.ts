// What is solved, and how fast: any folder of puzzles, random sizes and all small grids.
// One line in Markdown for each set and solver: CPU time on one thread for "one solution or several?". The
// own solver is timed without the start of a process, warm (in a process that has solved others) and, of small sets,
// cold (the first puzzle of a fresh process). A rival's time is that of its process and all that it
// starts, as `time` would say: loading the program and reading the puzzle's file are in it (3 to 5 ms for clasp,
// beyond what it says itself); the shell that starts it, and this process, are not.
//
//     --puzzles <dir>               every puzzle below this folder, besides random ones
//     --rival 'name=command {nin}'  another solver, once or more often; what stands after ' => ' is a
//                                   regular expression for its verdict, as for nonomill race
//     --timeout <s>                 seconds of CPU time for each puzzle; 60
//     --every <n>                   of sets of more than 100 puzzles, each nth; 1
//     --no-random                   without the random puzzles
//     --no-grids                    without all grids up to 5x5 (a minute) and the sample of 6x6
//     --seed <n>                    of the sample of 6x6; 1
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { countGrids, sampleOf6x6, type GridCount } from './records/grids.js';
import { isListed, randomSets, setsOfFolder, type PuzzleSet } from './records/sets.js';
import { coldMs, ownSolver, rivalSolver, type NamedSolver, type Timed } from './records/solvers.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { keepFigure } from './support/figures.js';

const { values } = parseArgs({
  options: {
    puzzles: { type: 'string', multiple: true, default: [] },
    rival: { type: 'string', multiple: true, default: [] },
    timeout: { type: 'string', default: '60' },
    every: { type: 'string', default: '1' },
    'no-random': { type: 'boolean', default: false },
    'no-grids': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
/** Grids of 6x6 that are drawn. */
const SAMPLE_OF_6X6 = 2_000_000;

const limitMs = 1000 * Number(values.timeout);
const every = Number(values.every);
if (!(limitMs > 0) || !(every >= 1)) throw new Error('--timeout and --every: expected numbers');

const solvers = [ownSolver(limitMs), ...values.rival.map((rival) => rivalSolver(rival, limitMs))];
sayMachine('begin');
print('\n| set | puzzles | solver | solved | wrong | total s | median ms | slowest s |');
print('| --- | --- | --- | --- | --- | --- | --- | --- |');
const detailed: (() => void)[] = [];
for (const folder of values.puzzles) {
  for (const set of setsOfFolder(folder, print)) await measure(set);
}
if (!values['no-random']) for (const set of randomSets()) await measure(set);
for (const printDetails of detailed) printDetails();
if (!values['no-grids']) grids();
sayMachine('end');

async function measure({ name, puzzles: all }: PuzzleSet): Promise<void> {
  const puzzles = all.length > 100 ? all.filter((_, i) => i % every === 0) : all;
  const times: (readonly Timed[])[] = [];
  for (const solver of solvers) {
    const own = await timesOf(solver, { name, puzzles });
    times.push(own);
    printSum(name, solver.name, own);
  }
  // A claim that is not that of the own solver is shown: somebody is wrong.
  for (const [at, solver] of solvers.entries()) {
    const differ = times[at].filter(({ said }, i) => contradicts(said, times[0][i].said)).length;
    if (differ > 0) {
      print(`${solver.name} DIFFERS from nonomill on ${differ} puzzles`);
      process.exitCode = 1;
    }
  }
  if (isListed({ name, puzzles })) {
    const cold = puzzles.map(({ puzzle }) => leastCold(puzzle));
    detailed.push(() => printEach({ name, puzzles }, times, cold));
  }
}

/**
 * The first puzzles warm the engine up; in small sets what takes less than a second is solved three
 * times.
 */
async function timesOf(solver: NamedSolver, { puzzles }: PuzzleSet): Promise<Timed[]> {
  for (const { puzzle } of puzzles.slice(0, 5)) await solver.solve(puzzle);
  const times: Timed[] = [];
  for (const { puzzle } of puzzles) {
    const runs = [await solver.solve(puzzle)];
    while (puzzles.length <= 100 && runs[0].ms < 1000 && runs.length < 3)
      runs.push(await solver.solve(puzzle));
    runs.sort((a, b) => a.ms - b.ms);
    times.push(runs[runs.length >> 1]);
  }
  return times;
}

/** Of what takes less than a second, the least of three processes. */
function leastCold(puzzle: Puzzle): number {
  const first = coldMs(puzzle, limitMs);
  if (first >= 1000) return first;
  return Math.min(first, coldMs(puzzle, limitMs), coldMs(puzzle, limitMs));
}

function printSum(set: string, solver: string, times: readonly Timed[]): void {
  const ms = times.map((timed) => timed.ms).sort((a, b) => a - b);
  const total = ms.reduce((sum, one) => sum + one, 0);
  const wrong = times.filter(({ said }) => said === 'wrong').length;
  const solved = times.filter(({ said }) => said !== null).length - wrong;
  keepFigure(`${set}, ${solver}`, total, 'ms CPU', 'less');
  print(
    `| ${set} | ${times.length} | ${solver} | ${solved} | ${wrong} | ${seconds(total)} | ` +
      `${short(ms[ms.length >> 1])} | ${seconds(ms[ms.length - 1])} |`,
  );
}

function printEach(
  { name, puzzles }: PuzzleSet,
  times: readonly (readonly Timed[])[],
  cold: readonly number[],
): void {
  print(`\n${name}, CPU milliseconds; cold is the first puzzle of a fresh process:\n`);
  print(`| puzzle | size | nonomill, cold | ${solvers.map((solver) => solver.name).join(' | ')} |`);
  print(`| --- | --- | --- | ${solvers.map(() => '---').join(' | ')} |`);
  puzzles.forEach(({ title, puzzle: { width, height } }, i) => {
    const cells = times.map((own) => `${short(own[i].ms)} ${own[i].said ?? 'out of time'}`);
    print(`| ${title} | ${width}x${height} | ${short(cold[i])} | ${cells.join(' | ')} |`);
  });
}

function grids(): void {
  print('\n| all grids | grids | unique | line-solvable | CPU s | grids a second |');
  print('| --- | --- | --- | --- | --- | --- |');
  for (let side = 1; side <= 5; side++) printGrids(`${side}x${side}`, countGrids(side));
  const sample = sampleOf6x6(SAMPLE_OF_6X6, Number(values.seed));
  printGrids('6x6, a sample', sample);
  const days = (2 ** 36 / sample.grids) * (sample.seconds / 86_400);
  print(`\nAll ${2 ** 36} grids of 6x6 would take ${days.toFixed(1)} days of CPU at this rate.`);
}

function printGrids(name: string, { grids: n, unique, line, seconds: s }: GridCount): void {
  print(`| ${name} | ${n} | ${unique} | ${line} | ${s.toPrecision(3)} | ${Math.round(n / s)} |`);
  keepFigure(`grids ${name}`, n / s, 'grids/s', 'more');
}

function contradicts(a: string | null, b: string | null): boolean {
  const proven = ['unique', 'multiple', 'contradiction'];
  return a !== null && b !== null && a !== b && proven.includes(a) && proven.includes(b);
}

function sayMachine(when: string): void {
  const [cpu] = cpus();
  const load = loadavg().map((one) => one.toFixed(1));
  print(
    `${when}: ${new Date().toISOString()}, ${cpus().length} x ${cpu.model}, Node.js ${process.version}, ` +
      `load ${load.join(' ')}`,
  );
}

function seconds(ms: number): string {
  return ms >= 1e6 ? String(Math.round(ms / 1000)) : (ms / 1000).toPrecision(3);
}

/** Two digits, and all of them before the point. */
function short(value: number): string {
  return value >= 10 ? String(Math.round(value)) : value.toPrecision(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
