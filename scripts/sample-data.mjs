// Makes the sample corpora of data/ again: random ones by `nonomill generate` with fixed seeds,
// gallery.json and colours.json from the drawings in gallery.txt and colours.txt. With --check it
// writes nothing, and fails where a file is not what it would write. A drawing with several
// solutions is an error.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

prepare();
const { cluesOfPicture } = await import('../dist/src/solver/core/puzzle/picture.js');
const { solvePuzzle } = await import('../dist/src/solver/engine/solver/solve.js');
const { puzzleToJson } = await import('../dist/src/solver/formats/json/json.js');

const RANDOM = {
  'random-small.csv': '--size 5x5,6x6,8x8,10x10 --density 0.3..0.7 --count 1600 --seed 1',
  'random-medium.csv': '--size 12x12,15x15 --density 0.4..0.65 --count 1000 --seed 2',
  'random-large.csv': '--size 20x20,25x25,30x30 --density 0.5..0.7 --count 500 --seed 3',
  'random-open.csv': '--size 25x25 --density 0.42..0.5 --count 60 --seed 4',
  'random-probe.csv': '--size 9x9,10x10,12x12 --density 0.4..0.5 --count 60 --seed 5 --only probe',
  'random-search.csv': '--size 12x12,15x15 --density 0.4..0.5 --count 12 --seed 6 --only search',
};

const files = {
  'gallery.json': drawingsText('gallery.txt', drawnPuzzle),
  'colours.json': drawingsText('colours.txt', colouredPuzzle),
};
for (const [name, flags] of Object.entries(RANDOM)) files[name] = generated(flags);

const checking = process.argv.includes('--check');
for (const [name, text] of Object.entries(files)) {
  const path = join(root, 'data', name);
  if (!checking) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`data/${name} is not what scripts/sample-data.mjs makes\n`);
    process.exitCode = 1;
  }
}

function generated(flags) {
  const command = [join(root, 'bin', 'nonomill.js'), 'generate', ...flags.split(' ')];
  const { status, stdout } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`nonomill generate ${flags} failed`);
  return stdout;
}

/** The drawings of a file as a JSON array with one puzzle a line. */
function drawingsText(file, puzzleOf) {
  const drawings = readFileSync(join(root, 'scripts', file), 'utf8').trim();
  return `[\n${drawings.split(/\n\n+/).map(puzzleOf).join(',\n')}\n]\n`;
}

/** A drawing is its title and its rows, `#` for filled and `.` for blank. */
function drawnPuzzle(drawing) {
  const [title, ...rows] = drawing.split('\n');
  return puzzleText(title, rows, '.#', null);
}

/** As in black and white, with the palette on a line of its own and a digit for each colour. */
function colouredPuzzle(drawing) {
  const [title, colours, ...rows] = drawing.split('\n');
  const palette = colours.split(' ');
  return puzzleText(title, rows, '.123456789'.slice(0, palette.length), palette);
}

function puzzleText(title, rows, cells, palette) {
  const width = rows[0].length;
  const height = rows.length;
  const isRow = (row) => row.length === width && [...row].every((cell) => cells.includes(cell));
  const ragged = rows.find((row) => !isRow(row));
  if (ragged !== undefined) throw new Error(`${title}: "${ragged}" is no row of ${width} cells`);
  const goal = Uint8Array.from(rows.join(''), (cell) => cells.indexOf(cell));
  const clues = cluesOfPicture(goal, width, height);
  const puzzle = { width, height, ...clues, colours: cells.length - 1, palette, start: null };
  const { status } = solvePuzzle(puzzle);
  if (status !== 'unique') throw new Error(`${title}: ${status}`);
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return puzzleToJson({ name, title, puzzle, goal });
}
