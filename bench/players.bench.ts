// What simple players reach on the benchmark corpus, and a line solver.
//
// One player places the blocks of each row by chance, the other solves lines, completely, and stops
// where these end; the figures are those of "check --stream --summary".
//
//     SEED=1   variable of the environment: the seed of the corpus
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { benchmarkPuzzles } from '../src/solver/craft/benchmark.js';
import { solve } from '../src/solver/craft/library/solve.js';
import { solveLine } from '../src/solver/engine/solver/line.js';
import { puzzleToJson } from '../src/solver/formats/json/json.js';
import {
  UNKNOWN,
  blockColour,
  blockLength,
  type Cells,
  type Puzzle,
} from '../src/solver/core/puzzle/types.js';
import { cellsToText } from '../src/solver/core/puzzle/text.js';
import { randomNumbers } from './support/puzzles.js';

const SEED = Number(process.env.SEED ?? 1);

const BIN = fileURLToPath(new URL('../../bin/nonomill.js', import.meta.url));
const random = randomNumbers(SEED);

const PLAYERS: Readonly<Record<string, (puzzle: Puzzle) => Cells>> = {
  'by chance': byChance,
  'line by line': lineByLine,
};

const rated = Array.from(benchmarkPuzzles(1, SEED), ({ puzzle }) => {
  const { stars, needs } = solve(puzzle, { timeoutMs: 1000 });
  return { puzzle, grade: { stars, needs } };
});
for (const [name, play] of Object.entries(PLAYERS)) {
  const judge = spawn(process.execPath, [BIN, 'check', '--stream', '--summary'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const summary = text(judge.stdout);
  for (const { puzzle, grade } of rated) {
    const { width, height, colours } = puzzle;
    const cells = cellsToText(play(puzzle), width, height, colours);
    const json = puzzleToJson({ name: null, title: null, puzzle, goal: null });
    const line = { ...(JSON.parse(json) as object), cells, grade };
    if (!judge.stdin.write(`${JSON.stringify(line)}\n`)) await once(judge.stdin, 'drain');
  }
  judge.stdin.end();
  process.stdout.write(`${name}\n\n${await summary}\n`);
}

/** The blocks of each row, with what is left over of it put between them one by one. */
function byChance({ rows, width, height }: Puzzle): Cells {
  const cells = new Uint8Array(width * height);
  rows.forEach((clue, row) => {
    const gaps = new Array<number>(clue.length + 1).fill(0);
    let over = width;
    clue.forEach((block, i) => {
      gaps[i] = i > 0 && blockColour(block) === blockColour(clue[i - 1]) ? 1 : 0;
      over -= blockLength(block) + gaps[i];
    });
    for (; over > 0; over--) gaps[Math.floor(random() * gaps.length)]++;
    let at = row * width;
    clue.forEach((block, i) => {
      at += gaps[i];
      cells.fill(blockColour(block), at, at + blockLength(block));
      at += blockLength(block);
    });
  });
  return cells;
}

function lineByLine({ rows, columns, width, height }: Puzzle): Cells {
  const cells = new Uint8Array(width * height).fill(UNKNOWN);
  for (let before = -1, unknown = cells.length; before !== unknown;) {
    before = unknown;
    [...rows, ...columns].forEach((clue, line) => {
      const [first, step] = line < height ? [line * width, 1] : [line - height, width];
      const length = line < height ? width : height;
      const places = Array.from({ length }, (_, i) => first + i * step);
      const solved = solveLine(
        clue,
        Uint8Array.from(places, (place) => cells[place]),
      )!;
      places.forEach((place, i) => (cells[place] = solved[i]));
    });
    unknown = cells.filter((cell) => cell === UNKNOWN).length;
  }
  return cells;
}
