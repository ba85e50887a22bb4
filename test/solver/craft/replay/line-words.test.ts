import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  blockStarts,
  cellWords,
  lineWords,
} from '../../../../src/solver/craft/replay/line-words.js';
import { colourNames } from '../../../../src/solver/craft/replay/colour-name.js';
import { anyValue, only, type Domain } from '../../../../src/solver/craft/replay/step.js';
import { block } from '../../../../src/solver/core/puzzle/types.js';
import { depth } from '../../../support/tests.js';
import { holds } from '../../../support/property.js';

/** Domains from text: `?` open, `#` filled, `.` blank. */
const line = (text: string): Domain[] =>
  Array.from(text, (c) => (c === '?' ? anyValue(1) : only(c === '#' ? 1 : 0)));

test('a block that is longer than its room to move must cover the cells in between', () => {
  const expected = 'the block of 4 must cover cell 4';
  assert.equal(lineWords([4], line('???????'), line('???#???'), null), expected);
  const wanted = 'the block of 5 must cover cells 3 to 5';
  assert.equal(lineWords([5], line('???????'), line('??###??'), null), wanted);
});

test('a block that has one place left says so, and what it leaves is blank', () => {
  const expected = 'the block of 3 can only be at cells 2 to 4';
  assert.equal(lineWords([3], line('.???.'), line('.###.'), null), expected);
  const wanted = 'the block has its place, so cells 3 to 5 are blank';
  assert.equal(lineWords([2], line('##???'), line('##...'), null), wanted);
});

test('cells out of reach of every block are blank for that reason', () => {
  const expected = 'no block can reach cells 4 to 6';
  assert.equal(lineWords([2], line('?#????'), line('?#?...'), null), expected);
});

test('cells next to a placed block are told from those out of reach', () => {
  const expected = 'cell 2 is blank beside a block that has its place';
  assert.equal(lineWords([1, 2], line('#?????'), line('#.????'), null), expected);
});

test('equal blocks are told apart by their order', () => {
  assert.equal(
    lineWords([2, 2], line('?????'), line('##.##'), null),
    'the first block of 2 can only be at cells 1 to 2; the second block of 2 can only be at ' +
      'cells 4 to 5; with that all blocks have their place, so cell 3 is blank',
  );
});

test('a line without a placement is a contradiction', () => {
  assert.equal(lineWords([3], line('?.?'), line('?.?'), null), 'no placement of 3 fits');
});

test('an empty clue leaves blank cells', () => {
  const expected = 'the clue is empty, so cells 1 and 2 are blank';
  assert.equal(lineWords([], line('??'), line('..'), null), expected);
});

test('colours have names, and a cell can lose one of them', () => {
  const colours = colourNames(['#ffffff', '#ff0000', '#0000ff'])!;
  assert.deepEqual(colours, ['white', 'red', 'blue']);
  const open = anyValue(2);
  assert.equal(
    lineWords([block(1, 1), block(1, 2)], [open, open, open], [0b011, open, 0b101], colours),
    'cell 1 cannot be blue; cell 3 cannot be red',
  );
});

test('cells are listed as people list them', () => {
  assert.equal(cellWords([2]), 'cell 3');
  assert.equal(cellWords([0, 1]), 'cells 1 and 2');
  assert.equal(cellWords([4, 2, 3, 7]), 'cells 3 to 5 and 8');
  assert.equal(cellWords([0, 1, 2, 4, 6, 7, 8]), 'cells 1 to 3, 5 and 7 to 9');
});

test('the first cells of blocks are those of an enumeration of all placements', () => {
  const colours = 2;
  const clue = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: colours })),
    { maxLength: 3 },
  );
  const cells = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 });
  holds(depth(75, 2000), [clue, cells], (blocks, domains) => {
    const expected = enumerate(blocks, domains);
    const found = blockStarts(
      blocks.map(([length, colour]) => block(length, colour)),
      domains,
    );
    assert.deepEqual(found, expected);
  });
});

/** All starts of each block over every placement, by trying them all. */
function enumerate(blocks: [number, number][], domains: number[]): number[][] | null {
  const starts = blocks.map(() => new Set<number>());
  const chosen: number[] = [];
  let any = false;
  const place = (index: number, from: number): void => {
    if (index === blocks.length) {
      const cells = domains.map(() => 0);
      blocks.forEach(([length, colour], b) => {
        for (let i = 0; i < length; i++) cells[chosen[b] + i] = colour;
      });
      if (!cells.every((value, i) => (domains[i] >> value) & 1)) return;
      any = true;
      chosen.forEach((start, b) => starts[b].add(start));
      return;
    }
    const gap = index > 0 && blocks[index - 1][1] === blocks[index][1] ? 1 : 0;
    for (let start = from + gap; start + blocks[index][0] <= domains.length; start++) {
      chosen[index] = start;
      place(index + 1, start + blocks[index][0]);
    }
  };
  place(0, 0);
  return any ? starts.map((set) => [...set].sort((a, b) => a - b)) : null;
}
