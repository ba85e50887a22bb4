import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cluesFit,
  drawnPuzzle,
  plainPicture,
  clueTextLines,
  stepsJson,
  stepsText,
  verdictInWords,
} from '../../../src/pipeline/cli/showing.js';
import { cluesOfPicture } from '../../../src/solver/core/puzzle/picture.js';
import { textToCells } from '../../../src/solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { puzzleOfClues } from '../../support/random-puzzle.js';

const WIDE = { columns: 80, depth: 1 } as const;

function pictured(text: string): { puzzle: Puzzle; cells: Cells } {
  const rows = text.split('/');
  const [width, height] = [rows[0].length, rows.length];
  const cells = textToCells(text, width, height);
  const clues = cluesOfPicture(cells, width, height);
  return { cells, puzzle: { width, height, ...clues, colours: 1, palette: null, start: null } };
}

test('the clues are drawn around the grid, those of the columns above it', () => {
  const { puzzle, cells } = pictured('##.#/.#../.#.#/....');
  assert.deepEqual(drawnPuzzle(puzzle, cells, WIDE), [
    '            1',
    '      1 3 0 1',
    '    ┌────────┐',
    '2 1 │████ ·██│',
    '  1 │ ·██ · ·│',
    '1 1 │ ·██ ·██│',
    '  0 │ · · · ·│',
    '    └────────┘',
  ]);
});

test('numbers of two digits get cells of three characters', () => {
  const { puzzle, cells } = pictured(Array(10).fill('#').join('/'));
  assert.deepEqual(drawnPuzzle(puzzle, cells, WIDE).slice(0, 3), ['    10', '  ┌───┐', '1 │███│']);
});

test('unknown cells are question marks, and marked cells differ from the others', () => {
  const { puzzle, cells } = pictured('#./.#');
  const unknown = cells.map(() => 255);
  assert.match(drawnPuzzle(puzzle, unknown, WIDE).join('\n'), /│ \? \?│/);
  assert.ok(drawnPuzzle(puzzle, cells, WIDE, new Set([0, 1])).includes('1 │▒▒ ╳│'));
});

test('on a narrow terminal the clues are left out first, then rows share lines', () => {
  const { puzzle, cells } = pictured('#.#.#.#.#./##########/..........');
  const expected = '██ ·██ ·██ ·██ ·██ ·';
  assert.deepEqual(drawnPuzzle(puzzle, cells, { columns: 22, depth: 1 })[0], expected);
  assert.deepEqual(drawnPuzzle(puzzle, cells, { columns: 12, depth: 1 }), ['█▄█▄█▄█▄█▄', '']);
});

test('numbers of two digits may touch if there is no room, and differ in brightness', () => {
  const { puzzle, cells } = pictured(Array(11).fill('###').join('/'));
  const tight = { columns: 10, depth: 4 } as const;
  const dim = '\u001b[2m11\u001b[22m';
  assert.deepEqual(drawnPuzzle(puzzle, cells, tight).slice(0, 3), [
    `   11${dim}11`,
    '  ┌──────┐',
    '3 │██████│',
  ]);
  assert.ok(cluesFit(puzzle, tight));
  assert.ok(!cluesFit(puzzle, { ...tight, columns: 9 }));
  assert.ok(!cluesFit(puzzle, { ...tight, depth: 1 }));
  assert.ok(cluesFit(puzzle, { columns: 13, depth: 1 }));
});

test('cells are # and . when the output is not a terminal', () => {
  const { puzzle, cells } = pictured('##./..#');
  assert.deepEqual(plainPicture(puzzle, cells), ['##.', '..#']);
});

test('the clues of a coloured puzzle are drawn on their colours, or name them if there are no colours', () => {
  const { puzzle, cells } = coloured();
  const plain = drawnPuzzle(puzzle, cells, WIDE);
  assert.deepEqual(plain, [
    '          1:1 1:2',
    '        ┌────────┐',
    '1:1 1:2 │11112222│',
    '        └────────┘',
  ]);
  const drawn = drawnPuzzle(puzzle, cells, { columns: 80, depth: 24 });
  const [red, white] = ['\u001b[97;48;2;200;0;0m1', '\u001b[30;48;2;255;255;255m1'].map(
    (text) => `${text}\u001b[39;49m`,
  );
  assert.equal(drawn[0], `      ${red} ${white}`);
  assert.ok(drawn[2].startsWith(`${red} ${white} │`));
});

test('rows that share a line keep their colours', () => {
  const { puzzle, cells } = coloured();
  const lines = drawnPuzzle(puzzle, cells, { columns: 3, depth: 24 });
  assert.deepEqual(lines, ['\u001b[38;2;200;0;0m▀\u001b[39m\u001b[38;2;255;255;255m▀\u001b[39m']);
});

test('a terminal with fewer colours gets the nearest of its own', () => {
  const { puzzle, cells } = coloured();
  const row = (depth: 4 | 8): string => drawnPuzzle(puzzle, cells, { columns: 80, depth })[2];
  const [red, white] = ['\u001b[97;48;5;160m', '\u001b[30;48;5;231m'];
  assert.equal(
    row(8),
    `${red}1\u001b[39;49m ${white}1\u001b[39;49m │${red}  \u001b[39;49m${white}  \u001b[39;49m│`,
  );
  assert.ok(row(4).endsWith('│\u001b[97;41m  \u001b[39;49m\u001b[30;107m  \u001b[39;49m│'));
});

test('blank cells of a coloured puzzle have its background colour and a dot', () => {
  const { puzzle } = coloured();
  const blank = drawnPuzzle(puzzle, Uint8Array.of(0, 2), { columns: 80, depth: 24 })[2];
  assert.ok(blank.includes('│\u001b[38;5;243;48;2;0;0;0m ·\u001b[39;49m'));
  const unknown = drawnPuzzle(puzzle, Uint8Array.of(255, 255), { columns: 80, depth: 24 })[2];
  assert.ok(unknown.endsWith('│\u001b[2m ?\u001b[22m\u001b[2m ?\u001b[22m│'));
});

/** One red cell and one white. */
function coloured(): { puzzle: Puzzle; cells: Cells } {
  const cells = Uint8Array.of(1, 2);
  const clues = cluesOfPicture(cells, 2, 1);
  const palette = ['#000000', '#c80000', '#ffffff'];
  return { cells, puzzle: { width: 2, height: 1, ...clues, colours: 2, palette, start: null } };
}

function puzzleOf(width: number, cells: readonly number[], palette: string[] | null): Puzzle {
  const height = cells.length / width;
  const clues = cluesOfPicture(Uint8Array.from(cells), width, height);
  const colours = Math.max(1, ...cells);
  return { width, height, ...clues, colours, palette, start: null };
}

test('clues in black and white are lengths, and an empty clue is 0', () => {
  assert.deepEqual(clueTextLines(puzzleOf(3, [1, 0, 1, 0, 0, 0], null)), [
    'rows     1 1; 0',
    'columns  1; 0; 1',
  ]);
});

test('clues in colour name the colour of each block as the picture does', () => {
  const palette = ['#ffffff', ...Array.from({ length: 10 }, (_, i) => `#00000${i}`)];
  const lines = clueTextLines(puzzleOf(3, [1, 1, 10], palette));
  assert.deepEqual(lines.slice(0, 2), ['rows     2:1 1:a', 'columns  1:1; 1:1; 1:a']);
  const expected = /^colours {2}\. #ffffff, 1 #000000, .*, a #000009; a block is length:colour$/;
  assert.match(lines[2], expected);
});

const PUZZLE = puzzleOfClues([[1], [3], [1]], [[1], [3], [1]]);

test('steps are numbered, one line each if there is room', () => {
  const lines = stepsText(PUZZLE, Infinity).trimEnd().split('\n');
  assert.match(lines[0], /^1 {2}row 2: the block of 3 can only be at cells 1 to 3 \[counting\]$/);
  assert.equal(lines.length, stepsJson(PUZZLE).trimEnd().split('\n').length);
});

test('on a terminal steps are broken between words, and indented past the numbers', () => {
  const lines = stepsText(PUZZLE, 30).trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    '1  row 2: the block of 3 can',
    '   only be at cells 1 to 3',
    lines[2],
  ]);
  assert.ok(lines.every((line) => line.length <= 30));
  const found = lines.join(' ').replaceAll(/\s+/g, ' ');
  assert.equal(found, stepsText(PUZZLE, Infinity).trimEnd().replaceAll(/\s+/g, ' '));
});

const COUNTED: Parameters<typeof verdictInWords>[0] = {
  status: 'multiple',
  stoppedBy: 'timeout',
  technique: 'search',
  guessDepth: null,
  guessDepthMin: null,
  solutions: '12345',
  solutionsExact: false,
};

test('what was counted is exact or a lower bound', () => {
  const found = verdictInWords({ ...COUNTED, stoppedBy: null, solutionsExact: true }, false);
  assert.equal(found, 'exactly 12,345 solutions');
  assert.equal(verdictInWords(COUNTED, false), 'at least 12,345 solutions');
});
