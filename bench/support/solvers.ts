import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cnf } from '../../src/solver/formats/single/cnf.js';
import { webpbn } from '../../src/solver/formats/single/xml.js';
import type { NamedPuzzle } from '../../src/solver/formats/contract/format.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { type PackedWords, pack } from '../../src/solver/core/puzzle/packed.js';
import type * as Limits from '../../src/solver/engine/model/limits.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import type * as Solve from '../../src/solver/engine/solver/solve.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';
import { isUndecided } from '../../src/solver/core/result/outcome.js';
import { cpuMs, print } from './figures.js';
import { randomNumbers, tossedPuzzle } from './puzzles.js';

/** What a solver said of one puzzle, and what that took. */
export interface Timed {
  /** CPU milliseconds, without the start of a process. */
  readonly ms: number;
  /** Solutions found, up to 2; null if the time ran out. */
  readonly solutions: number | null;
}

/** Another solver, as a process of its own for each puzzle. */
export interface Rival {
  readonly name: string;
  solve(puzzle: Puzzle, limitMs: number): Timed;
}

/** A rival, or how to get it. */
type FoundRival = Rival | { readonly missing: string };

/** Those of the rivals that are there; says how to get the others. @throws Error for other names */
export function rivalsNamed(names: readonly string[]): Rival[] {
  const known = { clasp, cadical, pbnsolve };
  return names.flatMap((name) => {
    if (!Object.hasOwn(known, name)) {
      throw new Error(`--rivals: expected ${Object.keys(known).join(', ')}, got "${name}"`);
    }
    const found = known[name as keyof typeof known]();
    if (!('missing' in found)) return [found];
    print(found.missing);
    return [];
  });
}

const folder = mkdtempSync(join(tmpdir(), 'nonomill-rivals-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * clasp (Potassco) on the DIMACS that nonomill writes: up to 2 models. Its own figure of CPU time
 * holds the reading of the file; what it states for an empty question is subtracted. It is
 * rounded to a millisecond, so that half of one is the least that is counted.
 */
function clasp(): FoundRival {
  return satSolver('clasp', (cnfText, limitMs) => {
    const stdout = output('clasp -n 2 --quiet=2', cnfText, limitMs);
    const models = Number(/^c Models\s*: (\d+)/m.exec(stdout)?.[1] ?? 0);
    const decided = models === 2 || /^s (UN)?SATISFIABLE/m.test(stdout);
    const ms = 1000 * Number(/^c CPU Time\s*: ([\d.]+)s/m.exec(stdout)?.[1] ?? limitMs / 1000);
    const ended = decided && !/INTERRUPTED/.test(stdout);
    return { ms, solutions: models === 2 || ended ? models : null };
  });
}

/**
 * CaDiCaL (Armin Biere) on the same DIMACS: a model, and a second run with a clause against it,
 * within what is left of the time. Its own figures of CPU time, rounded to 10 ms.
 */
function cadical(): FoundRival {
  return satSolver('CaDiCaL', (cnfText, limitMs, cells) => {
    let ms = 0;
    let text = cnfText;
    for (let solutions = 0; ; solutions++) {
      const stdout = output('cadical', text, limitMs - ms);
      const seconds = /^c total process time since initialization:\s+([\d.]+)/m.exec(stdout)?.[1];
      const verdict = /^s (UN)?SATISFIABLE/m.exec(stdout);
      ms += seconds === undefined ? limitMs : 1000 * Number(seconds);
      if (verdict === null) return { ms, solutions: null };
      if (verdict[1] !== undefined || solutions === 1) {
        return { ms, solutions: verdict[1] === undefined ? 2 : solutions };
      }
      const model = (stdout.match(/^v .*/gm) ?? []).flatMap((line) => line.slice(2).split(' '));
      const others = model.map(Number).filter((literal) => Math.abs(literal) <= cells);
      text = withClause(
        cnfText,
        others.filter((literal) => literal !== 0).map((one) => -one),
      );
    }
  });
}

/** A program that answers questions in DIMACS; `ask` is told how many variables stand for cells. */
function satSolver(
  name: string,
  ask: (cnfText: string, limitMs: number, cells: number) => Timed,
): FoundRival {
  const program = name.toLowerCase();
  if (spawnSync(program, ['--version']).error !== undefined) {
    return { missing: `${name} is missing: apt-get install ${program}` };
  }
  const start = ask('p cnf 1 1\n1 0\n', 1000, 1).ms;
  return {
    name,
    solve(puzzle, limitMs) {
      const cnfText = [...(cnf.write?.([unnamed(puzzle)]) ?? [])].join('');
      const cells = puzzle.width * puzzle.height * puzzle.colours;
      const timed = ask(cnfText, limitMs, cells);
      return { ...timed, ms: Math.max(0.5, timed.ms - start) };
    },
  };
}

/** What a program prints about a question in DIMACS, with a limit in whole seconds of CPU time. */
function output(command: string, cnfText: string, limitMs: number): string {
  const file = join(folder, 'puzzle.cnf');
  writeFileSync(file, cnfText);
  const limited = `ulimit -t ${Math.max(1, Math.ceil(limitMs / 1000))}; exec ${command} '${file}'`;
  return spawnSync('sh', ['-c', limited], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
}

/** The question with one clause more. */
function withClause(cnfText: string, literals: readonly number[]): string {
  const header = /^p cnf (\d+) (\d+)$/m;
  const more = cnfText.replace(header, (_, variables: string, clauses: string) => {
    return `p cnf ${variables} ${Number(clauses) + 1}`;
  });
  return `${more}${literals.join(' ')} 0\n`;
}

/**
 * pbnsolve (Jan Wolter) on webpbn's XML, with its check for uniqueness: its own figure of CPU time,
 * without reading the file. It is often 0: 0.05 ms is the least that is counted.
 */
function pbnsolve(): FoundRival {
  if (spawnSync('pbnsolve', ['--version']).error !== undefined) {
    return { missing: 'pbnsolve is missing: build it from its source, and put it on the path' };
  }
  return {
    name: 'pbnsolve',
    solve(puzzle, limitMs) {
      const file = join(folder, 'puzzle.xml');
      writeFileSync(file, [...(webpbn.write?.([unnamed(puzzle)]) ?? [])].join(''));
      const limit = `-x${Math.max(1, Math.ceil(limitMs / 1000))}`;
      const { stdout } = spawnSync('pbnsolve', ['-u', '-t', limit, file], { encoding: 'utf8' });
      const seconds = /^Processing Time: ([\d.]+) sec/m.exec(stdout)?.[1];
      if (seconds === undefined) return { ms: limitMs, solutions: null };
      const solutions = [/^UNIQUE/m, /^FOUND MULTIPLE/m].findIndex((said) => said.test(stdout)) + 1;
      return { ms: Math.max(0.05, 1000 * Number(seconds)), solutions };
    },
  };
}

function unnamed(puzzle: Puzzle): NamedPuzzle {
  return { name: null, title: null, puzzle, goal: null };
}

const solver = new Solver();

/** What nonomill finds out about one puzzle, and its CPU milliseconds on this thread. */
export function timedSolve(words: PackedWords, limits: Limits.SolveLimits) {
  const before = cpuMs();
  const outcome = solver.solve(words, 0, limits);
  return { outcome, ms: cpuMs() - before };
}

/** What nonomill says of one puzzle. */
export function solveOnce(puzzle: Puzzle, limitMs: number): Timed {
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: limitMs };
  const { outcome, ms } = timedSolve(pack(puzzle), limits);
  return { ms, solutions: isUndecided(outcome.status) ? null : Number(outcome.solutions) };
}

/** The clues of `count` random pictures, the same each time. */
export function randomOnes(count: number, side: number, density: number): Puzzle[] {
  const random = randomNumbers(side);
  return Array.from({ length: count }, () => tossedPuzzle(random, side, density));
}

/** The milliseconds of all together. */
export function totalOf(times: readonly Timed[]): number {
  return times.reduce((sum, { ms }) => sum + ms, 0);
}

/** The solver of a built checkout, with the limits that it has by default. */
export interface CheckoutSolver {
  readonly Solver: typeof Solve.Solver;
  readonly DEFAULT_SOLVE_LIMITS: typeof Limits.DEFAULT_SOLVE_LIMITS;
}

/** Loads the solver of a built checkout. */
export async function solverOf(checkout: string): Promise<CheckoutSolver> {
  const engine = join(checkout, 'dist', 'src', 'solver', 'engine');
  if (!existsSync(engine)) throw new Error(`${checkout}: built (npm run build)?`);
  const { Solver } = (await import(join(engine, 'solver', 'solve.js'))) as typeof Solve;
  const limits = (await import(join(engine, 'model', 'limits.js'))) as typeof Limits;
  return { Solver, DEFAULT_SOLVE_LIMITS: limits.DEFAULT_SOLVE_LIMITS };
}
