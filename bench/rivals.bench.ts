// One solution or several? This checkout, others and other solvers, puzzle by puzzle, in one run.
// CPU time on one thread, without the start of a process, up to 2 solutions; of nonomill, the guess
// depth too. What takes longer than the limit counts as the limit. A line in Markdown for each set and
// solver: its times, nonomill's total over its total, the geometric mean of the puzzles' own ratios,
// and on how many nonomill is behind: by a fifth and 20 ms.
//
//     --other=<dirs>      other checkouts, built (npm run build), with commas between; none
//     --rivals=clasp      beside whom: clasp, cadical, pbnsolve, with commas between; those that are there
//     --set=thin          only sets whose names hold this
//     --every=10          every tenth puzzle of the tournaments
//     --runs=3            runs of what takes less than 0.2 s, of which the least counts
//     --limit=10          seconds for each puzzle
//     --seed=7            of what is random; 1 was used for tuning
//     --slowest=10        that many of the tournaments' puzzles: those that the last checkout takes
//                         longest for, measured in the seven positions that it was not chosen in
//     --keep=<file>       writes each time to the file, and goes on from there if started again
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { filledPuzzle } from '../test/support/long-puzzles.js';
import { setsOfFolder } from './records/sets.js';
import {
  CORPORA,
  corpus,
  hardPuzzles,
  orientations,
  puzzleOf,
  randomNumbers,
} from './support/puzzles.js';
import { type Timed, randomOnes, rivalsNamed, solverOf, totalOf } from './support/solvers.js';
import { type PackedWords, pack } from '../src/solver/core/puzzle/packed.js';
import {
  Kept,
  cpuMs,
  geometricMean,
  keepFigure,
  useCpuClock,
  print,
  option,
  listed,
} from './support/figures.js';

/** Puzzles that are measured together. */
interface RivalSet {
  readonly name: string;
  readonly puzzles: readonly Puzzle[];
}

/** Sides of large pictures. */
const LARGE = [
  [100, 40],
  [100, 100],
  [150, 150],
  [200, 200],
  [300, 300],
] as const;

/** The size of Faase, which is a set of its own. */
const FAASE = { width: 80, height: 95 };

/** All puzzles of both tournaments; none if they are not there. */
function tournamentPuzzles(): Puzzle[] {
  return ['taai2017', 'tcga2015'].flatMap((name) => corpus(`tournament/${name}.question.txt`));
}

/**
 * What nonomill must be ahead on, and what must not lose: of the tournaments every `every`th
 * puzzle, and what is made by this seed. Sets of corpora that are not there are left out.
 */
function rivalSets(every: number, seed: number): RivalSet[] {
  const random = randomNumbers(seed);
  const filled = (count: number, side: number, share: number): Puzzle[] =>
    Array.from({ length: count }, () => filledPuzzle(random, side, share));
  const drawn = drawnPuzzles();
  const sets: RivalSet[] = [
    { name: 'tournaments', puzzles: tournamentPuzzles().filter((_, i) => i % every === 0) },
    { name: 'random 25x25, 41 to 43 %', puzzles: hardPuzzles('25x25', 100, seed) },
    { name: 'random 30x30, half filled', puzzles: randomOnes(40, 30, 0.5) },
    { name: 'random 40x40, 45 %', puzzles: filled(8, 40, 0.45) },
    { name: 'random 50x50, 40 %', puzzles: filled(8, 50, 0.4) },
    { name: 'texts in letters of 3x5', puzzles: hardPuzzles('text', 12, seed) },
    { name: 'thin drawings', puzzles: hardPuzzles('thin', 60, seed) },
    { name: 'automata', puzzles: hardPuzzles('triangles', 30, seed) },
    { name: '8- to 12-dom, 8 ways', puzzles: hardPuzzles('dominoes', 0, seed) },
    { name: 'Forever, 8 ways', puzzles: hardPuzzles('forever', 0, seed) },
    { name: 'Faase, 8 ways', puzzles: hardPuzzles('faase', 0, seed).flatMap(orientations) },
    { name: 'drawn by people', puzzles: drawn.filter(({ colours }) => colours === 1) },
    { name: 'drawn in colours', puzzles: drawn.filter(({ colours }) => colours > 1) },
    {
      name: 'blobs, 100x40 to 300x300',
      puzzles: LARGE.map(([width, height]) => blobs(random, width, height)),
    },
  ];
  return sets.filter(({ puzzles }) => puzzles.length > 0);
}

/** The puzzles of all corpora but tournaments and those that are sets of their own. */
function drawnPuzzles(): Puzzle[] {
  if (!existsSync(CORPORA)) return [];
  return setsOfFolder(CORPORA, () => undefined)
    .filter(({ name }) => !/tournament|dominoes/.test(name))
    .flatMap(({ puzzles }) => puzzles.map(({ puzzle }) => puzzle))
    .filter(({ width, height }) => width !== FAASE.width || height !== FAASE.height);
}

/** Noise smoothed five times: each cell takes the colour of most of its neighbours. */
function blobs(random: () => number, width: number, height: number): Puzzle {
  let cells = Uint8Array.from({ length: width * height }, () => (random() < 0.5 ? 1 : 0));
  for (let pass = 0; pass < 5; pass++) {
    cells = cells.map((_, i) => {
      let filled = 0;
      for (let y = -1; y <= 1; y++) {
        for (let x = -1; x <= 1; x++) {
          const [column, row] = [(i % width) + x, Math.floor(i / width) + y];
          if (column >= 0 && column < width) filled += cells[row * width + column] ?? 0;
        }
      }
      return filled > 4 ? 1 : 0;
    });
  }
  return puzzleOf(cells, width, 1);
}

// The solver of a checkout in a process of its own, so that none has warmed up what another runs.

/** Line solves at which it stops; null for the usual number. */
interface Asked {
  readonly words: PackedWords;
  readonly limitMs: number;
  readonly maxSteps: number | null;
}

/** A checkout as a solver: one process, which goes on from puzzle to puzzle. */
class CheckoutProcess {
  private readonly child: ChildProcess;

  constructor(
    readonly name: string,
    checkout: string,
  ) {
    const env = { ...process.env, NONOMILL_CHECKOUT: checkout };
    this.child = fork(new URL(import.meta.url), { env, serialization: 'advanced' });
  }

  /** Solves and classifies. */
  async solve(puzzle: Puzzle, limitMs: number): Promise<Timed> {
    return this.ask({ words: pack(puzzle), limitMs, maxSteps: null });
  }

  /**
   * Lets code be compiled that these puzzles need: no more a part of a puzzle's time than the start
   * of another solver's process.
   */
  async warmUp(puzzles: readonly Puzzle[]): Promise<void> {
    for (const puzzle of puzzles) {
      await this.ask({ words: pack(puzzle), limitMs: 1000, maxSteps: 20_000 });
    }
  }

  end(): void {
    this.child.disconnect();
  }

  private async ask(asked: Asked): Promise<Timed> {
    this.child.send(asked);
    const [answer] = (await once(this.child, 'message')) as [Timed];
    return answer;
  }
}

/** Answers each question from now on. */
async function serve(checkout: string): Promise<void> {
  const { Solver, DEFAULT_SOLVE_LIMITS } = await solverOf(checkout);
  useCpuClock();
  const solver = new Solver();
  process.on('message', ({ words, limitMs, maxSteps }: Asked) => {
    const usual = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: limitMs };
    const limits = maxSteps === null ? usual : { ...usual, maxSteps };
    const before = cpuMs();
    const { status, solutions } = solver.solve(words, 0, limits);
    const ms = cpuMs() - before;
    const decided = ['unique', 'multiple', 'contradiction'].includes(status) && ms < limitMs;
    process.send?.(
      decided ? { ms, solutions: Number(solutions) } : { ms: limitMs, solutions: null },
    );
  });
}

const asked = process.env.NONOMILL_CHECKOUT;
if (asked !== undefined && process.send !== undefined) {
  await serve(asked);
  // What follows would start processes of its own, and those others.
  await once(process, 'disconnect');
  process.exit();
}

const OWN = fileURLToPath(new URL('../..', import.meta.url));

const SET = option('set', '');
const RUNS = Number(option('runs', '3'));
const LIMIT_MS = 1000 * Number(option('limit', '10'));
const SLOWEST = Number(option('slowest', '10'));
const KEEP = option('keep', '');

const kept = new Kept<Timed>(KEEP === '' ? null : KEEP);
const checkouts = [OWN, ...listed('other', '').map((dir) => resolve(dir))].map(
  (dir, i) => new CheckoutProcess(i === 0 ? 'nonomill' : basename(dir), dir),
);
const solvers = [...checkouts, ...rivalsNamed(listed('rivals', 'clasp,cadical,pbnsolve'))];

print(`load ${loadavg()[0].toFixed(1)}\n`);
print(
  '| set | puzzles | solver | out | total s | mean ms (geo) | slowest s | total | mean | behind |',
);
print('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
const sets = rivalSets(Number(option('every', '10')), Number(option('seed', '7')));
for (const set of sets) if (set.name.includes(SET)) await compare(set);
const slow = { name: `${SLOWEST} slowest of the tournaments`, puzzles: [] };
if (slow.name.includes(SET)) await compare({ ...slow, puzzles: await slowest() });
print(`\nload ${loadavg()[0].toFixed(1)}`);
for (const checkout of checkouts) checkout.end();

async function compare({ name, puzzles }: RivalSet): Promise<void> {
  if (puzzles.length === 0) return;
  for (const checkout of checkouts) await checkout.warmUp(puzzles.slice(0, 20));
  const times: Timed[][] = solvers.map(() => []);
  for (const [i, puzzle] of puzzles.entries()) {
    for (const [s, solver] of solvers.entries()) {
      times[s].push(await timeOf(`${name}, ${i}, ${solver.name}`, solver, puzzle));
    }
    sayDifferences(`${name}, puzzle ${i}`, times);
  }
  solvers.forEach((solver, s) => {
    keepFigure(`${name}, ${solver.name}`, totalOf(times[s]), 'ms CPU', 'less');
    const first = s === 0 ? `${name} | ${puzzles.length}` : ' | ';
    print(`| ${first} | ${solver.name} | ${figures(times[s])} | ${ratios(times[0], times[s])} |`);
  });
  const best = puzzles.map((_, i) => leastOf(times.slice(checkouts.length).map((one) => one[i])));
  if (solvers.length > checkouts.length + 1) {
    print(`|  |  | the best of the others | ${figures(best)} | ${ratios(times[0], best)} |`);
  }
}

/** The least of some runs; a single one if it took long. */
async function timeOf(
  name: string,
  solver: (typeof solvers)[number],
  puzzle: Puzzle,
): Promise<Timed> {
  const known = kept.find(name);
  if (known !== null) return known;
  const runs = [await solver.solve(puzzle, LIMIT_MS)];
  while (runs[0].ms < 200 && runs.length < RUNS) runs.push(await solver.solve(puzzle, LIMIT_MS));
  const least = leastOf(runs);
  const inTime = least.ms < LIMIT_MS ? least : { ms: LIMIT_MS, solutions: null };
  return kept.get(name, () => inTime);
}

function figures(times: readonly Timed[]): string {
  const out = times.filter(({ solutions }) => solutions === null).length;
  const mean = geometricMean(times.map(({ ms }) => ms));
  const most = Math.max(...times.map(({ ms }) => ms));
  const seconds = (ms: number): string => (ms / 1000).toPrecision(3);
  return `${out} | ${seconds(totalOf(times))} | ${mean.toPrecision(3)} | ${seconds(most)}`;
}

function ratios(own: readonly Timed[], theirs: readonly Timed[]): string {
  if (own === theirs) return ' |  | ';
  const mean = geometricMean(own.map(({ ms }, i) => ms / theirs[i].ms));
  const behind = own.filter(({ ms }, i) => ms > 1.2 * theirs[i].ms + 20).length;
  return `${(totalOf(own) / totalOf(theirs)).toPrecision(2)} | ${mean.toPrecision(2)} | ${behind}`;
}

function sayDifferences(name: string, times: readonly (readonly Timed[])[]): void {
  const said = times.map((one) => one[one.length - 1].solutions);
  const verdicts = new Set(said.filter((solutions) => solutions !== null));
  if (verdicts.size <= 1) return;
  print(`${name}: ${solvers.map((solver, s) => `${solver.name} ${said[s]}`).join(', ')} DIFFER`);
  process.exitCode = 1;
}

/** In each of the seven other positions, as the slowest of many were unlucky in their own. */
async function slowest(): Promise<Puzzle[]> {
  const chooser = checkouts[checkouts.length - 1];
  const times: { readonly puzzle: Puzzle; readonly ms: number }[] = [];
  for (const [i, puzzle] of tournamentPuzzles().entries()) {
    const { ms } = await timeOf(`tournament puzzle ${i}, ${chooser.name}`, chooser, puzzle);
    times.push({ puzzle, ms });
  }
  times.sort((a, b) => b.ms - a.ms);
  return times.slice(0, SLOWEST).flatMap(({ puzzle }) => orientations(puzzle).slice(1));
}

function leastOf(times: readonly Timed[]): Timed {
  return times.reduce((least, one) => (one.ms < least.ms ? one : least));
}
