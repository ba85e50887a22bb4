import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animatedSvg } from '../../../../src/solver/craft/replay/animated-svg.js';
import { cluesOfPicture } from '../../../../src/solver/core/puzzle/picture.js';
import type { Palette, Puzzle } from '../../../../src/solver/core/puzzle/types.js';

function clueText(palette: Palette | null, cells: number[]): string {
  const clues = cluesOfPicture(Uint8Array.from(cells), cells.length, 1);
  const colours = Math.max(...cells);
  const puzzle: Puzzle = {
    width: cells.length,
    height: 1,
    ...clues,
    colours,
    palette,
    start: null,
  };
  return animatedSvg(puzzle, [], 'a puzzle');
}

test('the numbers of coloured puzzles are written on their colours, and can be read there', () => {
  const svg = clueText(['#000000', '#ffffff', '#000080'], [1, 2]);
  assert.match(svg, /<rect [^>]*fill="#ffffff" stroke[^>]*\/><text [^>]*fill="#000000">1</);
  assert.match(svg, /<rect [^>]*fill="#000080" stroke[^>]*\/><text [^>]*fill="#ffffff">1</);
});

test('a number is never white on the white page', () => {
  assert.match(clueText(['#000000', '#ffffff'], [1]), /<text [^>]*fill="#1d2126">1</);
  assert.match(clueText(['#ffffff', '#a00000'], [1]), /<text [^>]*fill="#a00000">1</);
  assert.match(clueText(null, [1]), /<text [^>]*fill="#1d2126">1</);
});
