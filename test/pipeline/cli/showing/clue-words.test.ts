import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clueTextLines } from '../../../../src/pipeline/cli/showing/puzzle-drawing.js';
import { cluesOfPicture } from '../../../../src/solver/core/puzzle/picture.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';

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
  assert.match(
    lines[2],
    /^colours {2}\. #ffffff, 1 #000000, .*, a #000009; a block is length:colour$/,
  );
});
