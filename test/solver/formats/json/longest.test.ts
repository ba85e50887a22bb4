import assert from 'node:assert/strict';
import { test } from 'node:test';
import { puzzleToJson } from '../../../../src/solver/formats/json/json.js';
import { MAX_COLOURS } from '../../../../src/solver/core/puzzle/types.js';
import { ONLY_DEEP } from '../../../support/depth.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';
import { readText } from '../read-text.js';

/** The largest picture that `generate` makes. */
const SIDE = 1000;

test(
  'the longest line of NDJSON that can be written, of some 30 MB, can be read back',
  { skip: ONLY_DEEP },
  () => {
    // No two neighbours are equal: each cell is a block of its own, in colours of two digits.
    const cells = Uint8Array.from(
      { length: SIDE * SIDE },
      (_, i) => MAX_COLOURS - (((i % SIDE) + Math.floor(i / SIDE)) % 2),
    );
    const palette = Array.from(
      { length: MAX_COLOURS + 1 },
      (_, i) => `#0000${(100 + i).toString(16)}`,
    );
    const puzzle = { ...puzzleOfPicture(cells, SIDE, SIDE, MAX_COLOURS), palette, start: cells };
    const line = puzzleToJson({ name: 'p', title: 'p', puzzle, goal: cells });
    assert.ok(line.length > 25e6, `${line.length} characters`);
    const [read, ...more] = readText('ndjson', `${line}\n`, 65_536);
    assert.equal(more.length, 0);
    assert.equal(read.reason, null);
    assert.deepEqual(read.goal, cells);
    assert.deepEqual(read.puzzle?.rows.at(-1), puzzle.rows.at(-1));
  },
);
