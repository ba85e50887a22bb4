import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatByName } from '../../src/solver/formats/registry.js';
import { readExternalCommand, wordsWithFile } from '../../src/lab/external/command-words.js';
import { ExternalProcess } from '../../src/lab/external/external-process.js';
import { readVerdictPattern, verdictOfMatch } from '../../src/lab/external/verdict-reader.js';
import { checkSolution } from '../../src/solver/core/puzzle/check.js';
import { pack } from '../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { picturesIn } from '../../src/lab/external/read-pictures.js';
import { isUndecided } from '../../src/solver/core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';

/** Time limits hold for CPU time; on a busy machine it may take many times as long. */
const WALL_FACTOR = 20;

/** What a solver said of one puzzle, and the CPU milliseconds that it took. */
export interface Timed {
  readonly ms: number;
  /** A verdict, `solved` for a right picture alone, `wrong`, or null for none. */
  readonly said: string | null;
}

/** A solver by its name. */
export interface NamedSolver {
  readonly name: string;
  solve(puzzle: Puzzle): Promise<Timed>;
}

/** nonomill on this thread: one solution or several? Without the start of a process. */
export function ownSolver(limitMs: number): NamedSolver {
  const solver = new Solver();
  return {
    name: 'nonomill',
    solve(puzzle) {
      const words = pack(puzzle);
      const before = process.cpuUsage();
      const limits = {
        ...DEFAULT_SOLVE_LIMITS,
        timeoutMs: WALL_FACTOR * limitMs,
        difficulty: false,
      };
      const { status, solution } = solver.solve(words, 0, limits);
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      const wrong = solution !== null && checkSolution(puzzle, solution) !== null;
      const said = wrong ? 'wrong' : isUndecided(status) || ms > limitMs ? null : status;
      return Promise.resolve({ ms, said });
    },
  };
}

/**
 * CPU milliseconds that nonomill takes for the first puzzle of a fresh process, without its start.
 */
export function coldMs(puzzle: Puzzle, limitMs: number): number {
  const given = { words: Array.from(pack(puzzle)), timeoutMs: WALL_FACTOR * limitMs };
  const script = fileURLToPath(new URL('./cold.js', import.meta.url));
  return Number(execFileSync(process.execPath, [script], { input: JSON.stringify(given) }));
}

/**
 * Another program, a process for each puzzle: `name=command {nin}`, and after ` => ` a regular
 * expression that finds the verdict in its output, as for `nonomill race`.
 */
export function rivalSolver(text: string, limitMs: number): NamedSolver {
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
