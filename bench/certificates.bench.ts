// What certificates take beside proofs alone, how large they are, and whether others accept them.
// CAKE_LPR and DRAT_TRIM name their checkers; without them only the own check is done.
//
//     --count=20    puzzles of each kind
//     --seed=1      which ones
//     --kind=thin   one kind only
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN, type Cells, type Puzzle } from '../src/solver/core/puzzle/types.js';
import { allSolutions, certify } from '../src/solver/engine/certificate/certify.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { Prover } from '../src/solver/engine/solver/prove.js';
import { dominoes, textPuzzle, thinPuzzle, triangles } from '../test/support/long-puzzles.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../test/support/random-puzzle.js';
import { cpuMs, inFolder, keepFigure, option } from './support/figures.js';

const COUNT = Number(option('count', '20'));
const SEED = Number(option('seed', '1'));
const KIND = option('kind', '');
const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 60_000 };
const MOST = 1000;

type Random = () => number;

/** Each draws the puzzle of a number. */
const KINDS: Readonly<Record<string, (random: Random, number: number) => Puzzle>> = {
  random: (random) => square(random, 10 + Math.floor(random() * 21), 0.5),
  tournament: (random) => withGivens(square(random, 25, 0.35 + 0.15 * random()), random, 1),
  narrowed: (random) => withGivens(square(random, 25, 0.42), random, 1),
  thin: (random) => withGivens(thinPuzzle(random), random, 1),
  text: (random) => withGivens(textPuzzle(random, 3 + Math.floor(random() * 8), 3), random, 1),
  triangles: (random, n) => triangles(random, 20 + (n % 80), 14 + (n % 17)),
  dominoes: (_, number) => dominoes(3 + (number % 8)),
  coloured: (random, n) =>
    withGivens(randomPuzzle(random, 14 + (n % 8), 14, 0.65, 2 + (n % 3)), random, 1),
  contradiction: (random) => {
    const puzzle = square(random, 12 + Math.floor(random() * 14), 0.45);
    return withSwappedRows(puzzle, 3, 4);
  },
  exchanged: (random, n) =>
    withSwappedRows(randomPuzzle(random, 20 + (n % 8), 20, 0.3, 2 + (n % 2)), 3, 4 + (n % 5)),
  several: (random) =>
    withGivens(square(random, 16 + Math.floor(random() * 10), 0.5), random, MOST),
};

process.stdout.write(
  'kind           done  skipped  clauses  proof s  certificate s  us/clause  bytes/lemma  CNF kB  longest  accepted\n',
);
await inFolder((folder) => {
  for (const [kind, draw] of Object.entries(KINDS)) {
    if (KIND === '' || KIND === kind) measure(folder, kind, draw);
  }
});

function measure(
  folder: string,
  kind: string,
  draw: (random: Random, number: number) => Puzzle,
): void {
  const random = randomNumbers(SEED);
  const sums = { done: 0, skipped: 0, clauses: 0, ownMs: 0, ms: 0, lemmas: 0, bytes: 0 };
  const most = { cnf: 0, slowest: 0 };
  let accepted = 0;
  let asked = 0;
  for (let number = 0; number < COUNT; number++) {
    const puzzle = draw(random, number);
    const { outcome, solutions } = allSolutions(puzzle, MOST, LIMITS);
    if (!outcome.solutionsExact) {
      sums.skipped++;
      continue;
    }
    const start = cpuMs();
    const own = new Prover().prove(puzzle, solutions, LIMITS, () => undefined);
    const middle = cpuMs();
    const [cnf, lemmas] = [join(folder, 'p.cnf'), join(folder, 'p.lrat')];
    const certificate = writeCertificate(puzzle, solutions, 'lrat', lemmas);
    const ms = cpuMs() - middle;
    if (own.stoppedBy !== null || certificate === null) {
      sums.skipped++;
      continue;
    }
    writeFileSync(cnf, [...certificate.dimacs()].join(''), 'latin1');
    sums.done++;
    sums.clauses += own.clauses;
    sums.ownMs += middle - start;
    sums.ms += ms;
    sums.lemmas += certificate.lemmas;
    sums.bytes += statSync(lemmas).size;
    most.cnf = Math.max(most.cnf, statSync(cnf).size / 1000);
    most.slowest = Math.max(most.slowest, ms);
    const drat = join(folder, 'p.drat');
    const checks = [
      ['CAKE_LPR', lemmas, /^s VERIFIED UNSAT/m],
      ['DRAT_TRIM', drat, /^s VERIFIED/m],
    ] as const;
    for (const [name, file, says] of checks) {
      const program = process.env[name];
      if (program === undefined) continue;
      const isWhole = file !== drat || writeCertificate(puzzle, solutions, 'drat', drat) !== null;
      if (!isWhole) continue;
      asked++;
      const answer = answerOf(program, [cnf, file]);
      if (says.test(answer)) accepted++;
      else process.stdout.write(`${kind} ${number}: ${name} says ${answer.slice(-300)}\n`);
    }
  }
  const { done, skipped, clauses, ownMs, ms, lemmas, bytes } = sums;
  const cells = [
    kind.padEnd(13),
    String(done).padStart(5),
    String(skipped).padStart(8),
    String(clauses).padStart(8),
    (ownMs / 1000).toFixed(2).padStart(8),
    (ms / 1000).toFixed(2).padStart(14),
    ((1000 * (ms - ownMs)) / Math.max(1, clauses)).toFixed(0).padStart(10),
    (bytes / Math.max(1, lemmas)).toFixed(0).padStart(12),
    most.cnf.toFixed(0).padStart(7),
    (most.slowest / 1000).toFixed(2).padStart(8),
    `${accepted} of ${asked}`.padStart(9),
  ];
  process.stdout.write(`${cells.join(' ')}\n`);
  keepFigure(`${kind}: certificates`, ms / Math.max(1, done), 'ms', 'less');
}

/** Writes a certificate; null if the limits ended it. */
function writeCertificate(
  puzzle: Puzzle,
  solutions: readonly Cells[],
  form: 'lrat' | 'drat',
  path: string,
): ReturnType<typeof certify> | null {
  const file = openSync(path, 'w');
  try {
    const certificate = certify(puzzle, solutions, LIMITS, form, (bytes) => {
      writeSync(file, bytes);
    });
    return certificate.stoppedBy === null ? certificate : null;
  } finally {
    closeSync(file);
  }
}

/** What a program says, whatever its exit code. */
function answerOf(program: string, words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return stdout + stderr;
}

function square(random: Random, side: number, density: number): Puzzle {
  return randomPuzzle(random, side, side, density);
}

/** The puzzle with cells given until it has at most so many solutions. */
function withGivens(puzzle: Puzzle, random: Random, most: number): Puzzle {
  const start = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
  const limits = { ...LIMITS, timeoutMs: 1000 };
  for (let round = 0; round < 25; round++) {
    const { outcome } = allSolutions({ ...puzzle, start }, most, limits);
    const { solution, secondSolution, solutionsExact } = outcome;
    if (solutionsExact || solution === null || secondSolution === null) break;
    const open = [...solution.keys()].filter((cell) => solution[cell] !== secondSolution[cell]);
    for (let given = 0; given < 4; given++) {
      const cell = open[Math.floor(random() * open.length)];
      start[cell] = solution[cell];
    }
  }
  return { ...puzzle, start };
}
