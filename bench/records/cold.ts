// The first puzzle that a fresh process solves: its packed words come as JSON on standard input,
// and the CPU milliseconds of solving it go to standard output, without those that Node.js takes to
// start.
import { readFileSync } from 'node:fs';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';

const { words, timeoutMs } = JSON.parse(readFileSync(0, 'utf8')) as {
  readonly words: readonly number[];
  readonly timeoutMs: number;
};
const packed = Int32Array.from(words);
const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs, difficulty: false };
const before = process.cpuUsage();
new Solver().solve(packed, 0, limits);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
