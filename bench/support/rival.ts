import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cnf } from '../../src/formats/cnf/cnf.js';
import { sideToJson } from '../../src/puzzle/json.js';
import type { Puzzle } from '../../src/puzzle/types.js';

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
  /** What it does, if that is less than a check for uniqueness. */
  readonly note: string;
  solve(puzzle: Puzzle, limitMs: number): Timed;
}

/** A rival, or how to get it. */
export type FoundRival = Rival | { readonly missing: string };

const folder = mkdtempSync(join(tmpdir(), 'nonomill-rivals-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * clasp (Potassco) on the DIMACS that nonomill writes: up to 2 models. Its own figure of CPU time
 * holds the reading of the file; what it states for an empty question is subtracted. It is
 * rounded to a millisecond, so that half of one is the least that is counted.
 */
export function clasp(): FoundRival {
  const empty = join(folder, 'empty.cnf');
  writeFileSync(empty, 'p cnf 1 1\n1 0\n');
  const run = (file: string, limitMs: number): Timed | null => {
    const limit = `--time-limit=${Math.ceil(limitMs / 1000)}`;
    const { stdout, error } = spawnSync('clasp', ['-n', '2', '--quiet=2', limit, file], {
      encoding: 'utf8',
    });
    if (error !== undefined) return null;
    const models = Number(/^c Models\s*: (\d+)/m.exec(stdout)?.[1]);
    const decided = models === 2 || !/^s UNKNOWN|INTERRUPTED/m.test(stdout);
    const ms = 1000 * Number(/^c CPU Time\s*: ([\d.]+)s/m.exec(stdout)?.[1]);
    return { ms, solutions: decided ? models : null };
  };
  const start = run(empty, 1000);
  if (start === null) return { missing: 'clasp is missing: apt-get install clasp' };
  return {
    name: 'clasp',
    note: '',
    solve(puzzle, limitMs) {
      const file = join(folder, 'puzzle.cnf');
      const named = { name: null, title: null, puzzle, goal: null };
      writeFileSync(file, [...(cnf.write?.([named]) ?? [])].join(''));
      const timed = run(file, limitMs);
      if (timed === null) throw new Error('clasp could not be started again');
      return { ...timed, ms: Math.max(0.5, timed.ms - start.ms) };
    },
  };
}

/** nonogram-solver (Thomas Rosenau, npm): stops at its first solution; timed inside its process. */
export function nonogramSolver(): FoundRival {
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve('nonogram-solver');
  } catch {
    return { missing: 'nonogram-solver is missing: npm install --no-save nonogram-solver' };
  }
  const script =
    `const solve = require(${JSON.stringify(entry)});` +
    'const before = process.cpuUsage(); const { status } = solve(process.argv[1]);' +
    'const { user, system } = process.cpuUsage(before);' +
    'process.stdout.write(JSON.stringify([status, (user + system) / 1000]));';
  return {
    name: 'nonogram-solver',
    note: 'first solution only',
    solve(puzzle, limitMs) {
      const file = join(folder, 'puzzle.json');
      const { rows, columns } = puzzle;
      writeFileSync(file, `{"rows":${sideToJson(rows, 1)},"columns":${sideToJson(columns, 1)}}`);
      const { status, stdout } = spawnSync(process.execPath, ['-e', script, file], {
        encoding: 'utf8',
        timeout: limitMs + 500,
      });
      if (status !== 0) return { ms: limitMs, solutions: null };
      const [verdict, ms] = JSON.parse(stdout) as [number, number];
      return { ms, solutions: verdict === 0 ? null : verdict === 1 ? 1 : 0 };
    },
  };
}
