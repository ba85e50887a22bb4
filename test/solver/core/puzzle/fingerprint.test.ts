import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';

const print = (puzzle: Puzzle): string => fingerprint(pack(puzzle), 0, puzzle.palette);

test('a fingerprint is 32 hexadecimal digits, the same wherever the puzzle stands', () => {
  fc.assert(
    fc.property(drawnPuzzles(), fc.integer({ min: 0, max: 9 }), ({ puzzle }, before) => {
      const words = pack(puzzle);
      const moved = new Int32Array(before + words.length + 3).fill(-1);
      moved.set(words, before);
      assert.match(print(puzzle), /^[0-9a-f]{32}$/);
      assert.equal(fingerprint(moved, before, puzzle.palette), print(puzzle));
    }),
  );
});

test('two puzzles have the same fingerprint only if they are the same', () => {
  fc.assert(
    fc.property(drawnPuzzles(3), drawnPuzzles(3), ({ puzzle: one }, { puzzle: other }) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      assert.equal(print(one) === print(other), same);
    }),
    { numRuns: 500 },
  );
});

test('a different palette or start position makes a different fingerprint', () => {
  const puzzle: Puzzle = {
    width: 1,
    height: 1,
    rows: [[1]],
    columns: [[1]],
    colours: 1,
    palette: null,
    start: null,
  };
  const variants = [
    puzzle,
    { ...puzzle, palette: ['#ffffff', '#000000'] },
    { ...puzzle, palette: ['#ffffff', '#000001'] },
    { ...puzzle, start: Uint8Array.of(1) },
    { ...puzzle, start: Uint8Array.of(255) },
  ];
  assert.equal(new Set(variants.map(print)).size, variants.length);
});

test('fingerprints stay what they are: databases hold them', () => {
  const line = { rows: [[2]], columns: [[1], [1]], colours: 1, palette: null, start: null };
  assert.equal(print({ width: 2, height: 1, ...line }), '3f4c9614d34a65925ed1548212dadc7b');
  assert.equal(
    print({ width: 2, height: 1, ...line, palette: ['#ffffff', '#123456'] }),
    '74044e37b7fa512ffd6c5dced267cc33',
  );
});

test('a hundred thousand small puzzles have as many different fingerprints', () => {
  const seen = new Set<string>();
  const words = Int32Array.of(8, 1, 1, 1, 1, 0, 1, 0);
  for (let i = 0; i < 100_000; i++) {
    words[5] = i;
    seen.add(fingerprint(words, 0, null));
  }
  assert.equal(seen.size, 100_000);
});
