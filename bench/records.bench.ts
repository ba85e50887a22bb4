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
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../src/solver/craft/random-puzzles.js';
import { pack, type PackedWords } from '../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { Solver } from '../src/solver/engine/solver/solve.js';
import { formatByName } from '../src/solver/formats/registry.js';
import {
  ExternalProcess,
  readExternalCommand,
  wordsWithFile,
} from '../src/lab/external/external-process.js';
import { picturesIn, readVerdictPattern, verdictOfMatch } from '../src/lab/external/answers.js';
import { checkSolution } from '../src/solver/core/puzzle/check.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { isUndecided } from '../src/solver/core/result/outcome.js';
import { type PuzzleSet, randomSets, setsOfFolder } from './records/sets.js';
import { cpuMs, keepFigure, print } from './support/figures.js';
import { puzzleOf } from './support/puzzles.js';
import { timedSolve } from './support/solvers.js';

/** What solving every grid of a size found. */
interface GridCount {
  readonly side: number;
  readonly grids: number;
  readonly unique: number;
  readonly line: number;
  /** CPU seconds of solving; packing is outside of the clock. */
  readonly seconds: number;
}

const BATCH = 1 << 12;

/** Grids by their numbers: bit i of one is cell i. */
function countGrids(side: number, all: number, number: () => number): GridCount {
  const solver = new Solver();
  let [grids, unique, line, ms] = [0, 0, 0, 0];
  while (grids < all) {
    const size = Math.min(BATCH, all - grids);
    const batch = Array.from({ length: size }, () => gridOf(side, number()));
    const before = cpuMs();
    for (const words of batch) {
      const { status, technique } = solver.solve(words, 0, LIMITS);
      if (status !== 'unique') continue;
      unique++;
      if (technique === 'line') line++;
    }
    ms += cpuMs() - before;
    grids += size;
  }
  return { side, grids, unique, line, seconds: ms / 1000 };
}

/** The packed puzzle of the grid of a number. */
function gridOf(side: number, number: number): PackedWords {
  let rest = number;
  const cells = new Uint8Array(side * side).map(() => {
    const cell = rest % 2;
    rest = Math.floor(rest / 2);
    return cell;
  });
  return pack(puzzleOf(cells, side, 1));
}

/** Time limits hold for CPU time; on a busy machine it may take many times as long. */
const WALL_FACTOR = 20;

/** What a solver said of one puzzle, and the CPU milliseconds that it took. */
interface Timed {
  readonly ms: number;
  /** A verdict, `solved` for a right picture alone, `wrong`, or null for none. */
  readonly said: string | null;
}

/** A solver by its name. */
interface NamedSolver {
  readonly name: string;
  solve(puzzle: Puzzle): Promise<Timed>;
}

/** nonomill on this thread: one solution or several? Without the start of a process. */
function ownSolver(limitMs: number): NamedSolver {
  return {
    name: 'nonomill',
    solve(puzzle) {
      const { outcome, ms } = timedSolve(pack(puzzle), LIMITS);
      const { status, solution } = outcome;
      const wrong = solution !== null && checkSolution(puzzle, solution) !== null;
      const said = wrong ? 'wrong' : isUndecided(status) || ms > limitMs ? null : status;
      return Promise.resolve({ ms, said });
    },
  };
}

/**
 * CPU milliseconds that nonomill takes for the first puzzle of a fresh process, without its start.
 */
function coldMs(puzzle: Puzzle): number {
  const self = [...process.argv.slice(1), '--cold'];
  const input = JSON.stringify(Array.from(pack(puzzle)));
  return Number(execFileSync(process.execPath, self, { input }));
}

/**
 * Another program, a process for each puzzle: `name=command {nin}`, and after ` => ` a regular
 * expression that finds the verdict in its output, as for `nonomill race`.
 */
function rivalSolver(text: string, limitMs: number): NamedSolver {
  const [, name, command, pattern] = /^([^=]+)=(.*?)(?: => (.*))?$/s.exec(text) ?? [];
  if (name === undefined) throw new Error(`--rival: expected name=command {nin}, got "${text}"`);
  const read = readExternalCommand(command, null);
  const format = formatByName(read.format);
  if (format?.write == null) throw new Error(`--rival: ${read.format} is not written`);
  const verdict = pattern === undefined ? null : readVerdictPattern(pattern);
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-records-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, `puzzle${format.extensions[0]}`);
  const { write } = format;
  return {
    name,
    async solve(puzzle) {
      writeFileSync(file, [...write([{ name: 'x', title: null, puzzle, goal: null }])].join(''));
      const limits = { timeoutMs: WALL_FACTOR * limitMs, memoryBytes: Infinity };
      const { ended } = new ExternalProcess(wordsWithFile(read, file), limits, null);
      const { stopped, output, cpuMs, wallMs } = await ended;
      const ms = cpuMs ?? wallMs;
      if (stopped !== null || ms > limitMs) return { ms, said: null };
      const pictures = picturesIn(output, puzzle);
      if (pictures.some((picture) => checkSolution(puzzle, picture) !== null))
        return { ms, said: 'wrong' };
      const match = verdict === null ? null : verdict.exec(output);
      const found =
        match === null ? null : verdictOfMatch({ all: match, groups: match.groups ?? {} });
      if (found !== null && found !== 'open') return { ms, said: found };
      return {
        ms,
        said: pictures.length === 0 ? null : pictures.length > 1 ? 'multiple' : 'solved',
      };
    },
  };
}

const { values } = parseArgs({
  options: {
    puzzles: { type: 'string', multiple: true, default: [] },
    rival: { type: 'string', multiple: true, default: [] },
    timeout: { type: 'string', default: '60' },
    every: { type: 'string', default: '1' },
    'no-random': { type: 'boolean', default: false },
    'no-grids': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    cold: { type: 'boolean', default: false },
  },
});
/** How many puzzles a set may have for each of them to be listed. */
const LISTED = 24;
/** Grids of 6x6 that are drawn. */
const SAMPLE_OF_6X6 = 2_000_000;

const limitMs = 1000 * Number(values.timeout);
const every = Number(values.every);
if (!(limitMs > 0) || !(every >= 1)) throw new Error('--timeout and --every: expected numbers');

const LIMITS = {
  ...DEFAULT_SOLVE_LIMITS,
  timeoutMs: WALL_FACTOR * limitMs,
  difficulty: false,
};
if (values.cold) {
  const words = Int32Array.from(JSON.parse(readFileSync(0, 'utf8')) as number[]);
  process.stdout.write(String(timedSolve(words, LIMITS).ms));
  process.exit();
}

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
  if (puzzles.length > 1 && puzzles.length <= LISTED) {
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
  const first = coldMs(puzzle);
  if (first >= 1000) return first;
  return Math.min(first, coldMs(puzzle), coldMs(puzzle));
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
  for (let side = 1; side <= 5; side++) {
    let next = 0;
    printGrids(
      `${side}x${side}`,
      countGrids(side, 2 ** (side * side), () => next++),
    );
  }
  const random = new Random(Number(values.seed));
  const draw = (): number => (random.next() >>> 28) * 2 ** 32 + random.next();
  const sample = countGrids(6, SAMPLE_OF_6X6, draw);
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
