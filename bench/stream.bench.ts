// Answers a second of `check --stream` for 10x10, on all cores, and its memory.
// A third of the grids are solutions, a third half-filled, a third have one wrong cell. At first the reader stops for
// some seconds: what was read by then, and the memory, must stay as they are.
//
//     LINES=300000   variables of the environment; it reads /proc, so it needs Linux
//     STOPPED=5      seconds
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { keepFigure, residentMiBOf } from './support/figures.js';
import { puzzleOf, randomNumbers } from './support/puzzles.js';

const LINES = Number(process.env.LINES ?? 300_000);
const STOPPED = Number(process.env.STOPPED ?? 5);
const SIZE = 10;

const BIN = fileURLToPath(new URL('../../bin/nonomill.js', import.meta.url));
/** Some thousand different lines are enough: nothing is remembered from line to line. */
const lines = Array.from({ length: 3000 }, (_, i) => `${lineOf(i)}\n`);

const child = spawn(process.execPath, [BIN, 'check', '--stream'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const written = write();
await once(child.stdout, 'readable');
const before = residentMiBOf(child.pid!);
await delay(STOPPED * 1000);
const stopped = residentMiBOf(child.pid!);

const began = performance.now();
let answers = 0;
let reads = 0;
let most = stopped;
for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
  for (const byte of bytes) if (byte === 10) answers++;
  if (reads++ % 64 === 0) most = Math.max(most, residentMiBOf(child.pid!));
}
const seconds = (performance.now() - began) / 1000;
await written;
if (answers !== LINES) throw new Error(`${answers} answers to ${LINES} lines`);

const rate = Math.round(answers / seconds);
keepFigure('check --stream, 10x10', rate, 'answers/s', 'more');
keepFigure('check --stream, memory', most, 'MiB', 'less');
process.stdout.write(
  `${rate.toLocaleString('en')} answers a second; ${most.toFixed(0)} MiB at most, ` +
    `${before.toFixed(0)} and ${stopped.toFixed(0)} MiB before and after the reader had stopped for ${STOPPED} s\n`,
);

async function write(): Promise<void> {
  for (let done = 0; done < LINES; done += lines.length) {
    const text = lines.slice(0, LINES - done).join('');
    if (!child.stdin.write(text)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
}

function lineOf(i: number): string {
  const random = randomNumbers(i + 1);
  const filled = Uint8Array.from({ length: SIZE * SIZE }, () => (random() < 0.6 ? 1 : 0));
  const { rows, columns }: Puzzle = puzzleOf(filled, SIZE, 1);
  const cells: number[] = [...filled];
  const some = Math.floor(random() * cells.length);
  if (i % 3 === 1) cells.fill(-1, cells.length / 2);
  if (i % 3 === 2) cells[some] = 1 - cells[some];
  return JSON.stringify({ id: i, rows, columns, cells });
}
