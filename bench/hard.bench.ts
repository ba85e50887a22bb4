// The puzzles on which other solvers are, or were, ahead.
// CPU time on one thread, up to 2 solutions, classified, beside other solvers: each puzzle is given to
// all of them, one after the other. Conflicts do not depend on how busy the machine is. `out` counts
// puzzles that took longer than the limit, which is one of CPU time; they count as the limit.
//
//     --count=20        puzzles of each kind that is made
//     --seed=1          which ones; compare seeds that were not used for tuning
//     --limit=20        seconds for each puzzle
//     --kind=text       one kind only
//     --rivals=clasp    beside whom: clasp, cadical, pbnsolve, with commas between
//     --rival-count=20  only the first ones for the others, which may take long; all by default
//     --alone           without others
//     --keep=<file>     writes each time to the file, and goes on from there if started again
import { loadavg } from 'node:os';
import { pack } from '../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { isUndecided } from '../src/solver/core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { geometricMean, keepFigure, Kept, listed, useCpuClock, option } from './support/figures.js';
import { HARD_KINDS, hardPuzzles } from './support/puzzles.js';
import { rivalsNamed, timedSolve, type Rival } from './support/solvers.js';

/** What one solver took for one puzzle. */
interface Measured {
  /** CPU milliseconds, the limit at most. */
  readonly ms: number;
  /** Solutions found, up to 2; null if the time ran out. */
  readonly solutions: number | null;
  /** Conflicts of the search; null for other solvers. */
  readonly conflicts: number | null;
}

const COUNT = Number(option('count', '20'));
const SEED = Number(option('seed', '1'));
const LIMIT_MS = 1000 * Number(option('limit', '20'));
const RIVAL_COUNT = Number(option('rival-count', String(COUNT)));
const KIND = option('kind', '');
const KEEP = option('keep', '');
useCpuClock();
const rivals = process.argv.includes('--alone') ? [] : rivalsNamed(listed('rivals', 'clasp'));
const kept = new Kept<Measured>(KEEP === '' ? null : KEEP);

process.stdout.write(
  `load ${loadavg()[0].toFixed(1)}\n` +
    'kind       puzzles  solver       out  > 5 s  > 2 s   total s  mean ms (geo)  slowest s  conflicts (geo)\n',
);
for (const kind of HARD_KINDS) {
  if (KIND !== '' && KIND !== kind) continue;
  const puzzles = hardPuzzles(kind, COUNT, SEED);
  if (puzzles.length === 0) continue;
  // The first puzzles warm the engine up, as in a run of any length. It compiles code while the
  // code runs, which takes a second or two of CPU time in all: no more a part of a puzzle's time
  // than the start of another solver.
  for (const puzzle of puzzles.slice(0, 40)) {
    timedSolve(pack(puzzle), { ...DEFAULT_SOLVE_LIMITS, maxSteps: 20_000 });
  }
  const own: Measured[] = [];
  const theirs: Measured[][] = rivals.map(() => []);
  puzzles.forEach((puzzle, i) => {
    const name = `${kind}, seed ${SEED}, ${i}, ${LIMIT_MS} ms`;
    own.push(kept.get(`${name}, nonomill`, () => ownTime(puzzle)));
    if (i >= RIVAL_COUNT) return;
    rivals.forEach((rival, r) => {
      theirs[r].push(kept.get(`${name}, ${rival.name}`, () => rivalTime(rival, puzzle)));
      sayDifference(name, own[i], theirs[r][i], rival.name);
    });
  });
  const conflicts = geometricMean(own.map((time) => (time.conflicts ?? 0) + 1));
  keepFigure(`${kind}, mean conflicts`, conflicts, 'conflicts', 'less');
  keepFigure(`${kind}, mean`, geometricMean(own.map(({ ms }) => ms)), 'ms CPU', 'less');
  print(kind, 'nonomill', own, conflicts.toFixed(0));
  rivals.forEach((rival, r) => {
    // The same puzzles, if the others get fewer.
    const same = own.slice(0, theirs[r].length);
    if (r === 0 && same.length < own.length) print('', 'nonomill', same, '');
    print('', rival.name, theirs[r], '');
  });
}
process.stdout.write(`load ${loadavg()[0].toFixed(1)}\n`);

function ownTime(puzzle: Puzzle): Measured {
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: LIMIT_MS };
  const { outcome, ms } = timedSolve(pack(puzzle), limits);
  const { status, solutions, counters } = outcome;
  const { conflicts } = counters;
  // Classified, too: what runs out of time after its solutions are known counts as out.
  if (isUndecided(status) || ms >= LIMIT_MS) return { ms: LIMIT_MS, solutions: null, conflicts };
  return { ms, solutions: Number(solutions), conflicts };
}

function rivalTime(rival: Rival, puzzle: Puzzle): Measured {
  const { ms, solutions } = rival.solve(puzzle, LIMIT_MS);
  if (solutions === null || ms >= LIMIT_MS)
    return { ms: LIMIT_MS, solutions: null, conflicts: null };
  return { ms, solutions, conflicts: null };
}

function sayDifference(name: string, own: Measured, other: Measured, rival: string): void {
  if (own.solutions === null || other.solutions === null) return;
  if (own.solutions === other.solutions) return;
  process.stdout.write(`${name}: ${rival} DIFFERS from nonomill\n`);
  process.exitCode = 1;
}

function print(kind: string, name: string, times: readonly Measured[], conflicts: string): void {
  const ms = times.map((time) => time.ms);
  const total = ms.reduce((sum, one) => sum + one, 0);
  const over = (limit: number): string => String(ms.filter((one) => one >= limit).length);
  process.stdout.write(
    `${kind.padEnd(11)}${String(times.length).padStart(7)}  ${name.padEnd(10)}${over(LIMIT_MS).padStart(6)}` +
      `${over(5000).padStart(7)}${over(2000).padStart(7)}` +
      `${(total / 1000).toFixed(1).padStart(10)}${geometricMean(ms).toFixed(1).padStart(15)}` +
      `${(Math.max(...ms) / 1000).toFixed(2).padStart(11)}${conflicts.padStart(17)}\n`,
  );
}
