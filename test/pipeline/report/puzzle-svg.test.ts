import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, type Puzzle } from '../../../src/solver/core/puzzle/types.js';
import {
  puzzleFile,
  puzzleSvg,
  solvingFile,
} from '../../../src/pipeline/report/figures/puzzle-svg.js';
import { cluesOfPicture } from '../../../src/solver/core/puzzle/picture.js';
import { replaySolving } from '../../../src/solver/craft/replay/replay.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../src/solver/engine/model/limits.js';
import { qrCode, type QrCode } from '../../../src/solver/craft/qr-code.js';
import { puzzleOfClues } from '../../support/random-puzzle.js';

const PUZZLE = puzzleOfClues([[1, 1], [2]], [[1], [1], [2]]);

function draw(changes: Partial<Parameters<typeof puzzleSvg>[0]>): string {
  return puzzleSvg({
    id: 'p',
    title: 'A <title>',
    description: 'what it shows',
    puzzle: PUZZLE,
    solution: '#.#/.##',
    secondSolution: null,
    ...changes,
  });
}

/** Cells covered by the rectangles of a path. */
function covered(svg: string, attributes: string): number {
  const path = new RegExp(`<path ${attributes} d="([^"]*)"/>`).exec(svg)?.[1] ?? '';
  return [...path.matchAll(/h(\d+)v/g)].reduce((sum, [, width]) => sum + Number(width) / 10, 0);
}

test('every filled cell is drawn, and every clue written', () => {
  const svg = draw({});
  assert.equal(covered(svg, 'class="filled"'), 4);
  const numbers = [...svg.matchAll(/<text[^>]*>(\d+)<\/text>/g)].map(([, n]) => Number(n));
  assert.deepEqual(numbers.sort(), [1, 1, 1, 1, 2, 2]);
  assert.match(svg, /A &lt;title&gt;/);
});

test('a puzzle without a solution is an empty grid, or shows the cells it gives away', () => {
  assert.equal(covered(draw({ solution: null }), 'class="filled"'), 0);
  const start = Uint8Array.of(1, 255, 255, 255, 0, 1);
  const svg = draw({ solution: null, puzzle: { ...PUZZLE, start } });
  assert.equal(covered(svg, 'class="filled"'), 2);
});

test('cells in which two solutions differ are marked', () => {
  const svg = draw({ secondSolution: '##./.##' });
  assert.equal(/class="differs" d="([^"]*)"/.exec(svg)?.[1].match(/z/g)?.length, 2);
});

test('a coloured puzzle is drawn in its palette, and what is not a colour never reaches the page', () => {
  const puzzle: Puzzle = {
    ...PUZZLE,
    rows: [[1, block(1, 2)], [block(2, 2)]],
    columns: [[1], [block(1, 2)], [block(2, 2)]],
    colours: 2,
    palette: ['#ffffff', '#cc0000', '"><script>'],
  };
  const svg = draw({ puzzle, solution: '1.2/.22' });
  assert.equal(covered(svg, 'class="filled" fill="#cc0000"'), 1);
  assert.equal(covered(svg, 'class="filled"'), 3);
  assert.doesNotMatch(svg, /script/);
});

test('a puzzle too large for numbers is drawn without them', () => {
  const side = 120;
  const clues = Array.from({ length: side }, () => [1]);
  const puzzle: Puzzle = { ...PUZZLE, width: side, height: side, rows: clues, columns: clues };
  const row = (y: number): string => '.'.repeat(y) + '#' + '.'.repeat(side - 1 - y);
  const solution = Array.from({ length: side }, (_, y) => row(y)).join('/');
  const svg = draw({ puzzle, solution });
  assert.doesNotMatch(svg, /<text/);
  assert.equal(covered(svg, 'class="filled"'), side);
});

test('blank cells are marked if a colour looks like the background, and only then', () => {
  const clues = { rows: [[1], []], columns: [[], [1], []] };
  const palettes = { alike: ['#ffffff', '#f4f4f4'], other: ['#ffffff', '#ffe000'] };
  const marks = (palette: string[]): string | undefined =>
    /<path class="mark" fill="#000000" d="([^"]*)"/.exec(
      draw({ puzzle: { ...PUZZLE, ...clues, palette }, solution: '.#./...' }),
    )?.[1];
  assert.equal(marks(palettes.alike)?.match(/z/g)?.length, 5);
  assert.equal(marks(palettes.other), undefined);
});

test('the numbers of coloured puzzles are on their colours, and can be read there', () => {
  const cells = Uint8Array.of(1, 2);
  const puzzle: Puzzle = {
    width: 2,
    height: 1,
    ...cluesOfPicture(cells, 2, 1),
    colours: 2,
    start: null,
    palette: ['#000000', '#ffffff', '#000080'],
  };
  const svg = puzzleFile(puzzle, null, '');
  assert.match(svg, /<rect [^>]*fill="#ffffff"\/><text class="on-light" [^>]*>1</);
  assert.match(svg, /<rect [^>]*fill="#000080"\/><text class="on-dark" [^>]*>1</);
});

test('a file has its own colours, and its title above it as text, whatever signs are in it', () => {
  const svg = puzzleFile(PUZZLE, Uint8Array.of(1, 0, 1, 0, 1, 1), '<b>&');
  assert.match(svg, /^<svg [^>]*xmlns=/);
  assert.match(svg, /<title id="puzzle-title">&lt;b&gt;&amp;<\/title>/);
  assert.match(svg, /<text class="heading"[^>]*>&lt;b&gt;&amp;<\/text>/);
  assert.equal(svg.match(/<text/g)!.length, 1 + 6);
  assert.doesNotMatch(svg, /NaN|undefined|<b>|var\(/);
});

test('a file shows how a puzzle is solved, with 0 for an empty clue', () => {
  const puzzle: Puzzle = { ...PUZZLE, ...cluesOfPicture(Uint8Array.of(1, 0, 1, 0, 0, 0), 3, 2) };
  const { replay } = replaySolving(puzzle, DEFAULT_SOLVE_LIMITS);
  const svg = solvingFile(puzzle, replay.steps, 'a puzzle');
  assert.match(svg, /^<svg [^>]*xmlns=/);
  assert.match(svg, /<animate attributeName="visibility"/);
  assert.equal(svg.match(/<text[^>]*>0<\/text>/g)!.length, 2);
});

/** The modules of a code, as its path draws them. */
function modulesOf({ side, path }: QrCode): string[] {
  const rows = Array.from({ length: side }, () => Array<string>(side).fill('.'));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    rows[Number(y)].fill('#', Number(x), Number(x) + Number(length));
  }
  return rows.map((row) => row.join(''));
}

const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

test('a QR code has its finders in three corners, and is as large as its text needs', () => {
  for (const [length, side] of [
    [17, 21],
    [18, 25],
    [106, 37],
    [1091, 109],
  ]) {
    const code = qrCode('a'.repeat(length));
    assert.equal(code?.side, side);
    const modules = modulesOf(code);
    const corner = (rows: readonly string[], from: number): string[] =>
      rows.map((row) => row.slice(from, from + 7));
    assert.deepEqual(corner(modules.slice(0, 7), 0), FINDER);
    assert.deepEqual(corner(modules.slice(0, 7), side - 7), FINDER);
    assert.deepEqual(corner(modules.slice(-7), 0), FINDER);
  }
});

test('a text that is too long for a code to be scanned has none', () => {
  assert.equal(qrCode('a'.repeat(1092)), null);
});
