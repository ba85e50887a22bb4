import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picturesIn } from '../../../src/lab/external/read-pictures.js';

const SIZE = { width: 4, height: 3, colours: 1 };
const CELLS = [0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0];

const LAYOUTS: Readonly<Record<string, string>> = {
  'as nonomill writes it': '.##.\n#..#\n..#.\n',
  'on one line, after some words': 'solution: .##./#..#/..#.\n',
  'with digits': 'Solved in 3 ms:\n0110\n1001\n0010\n',
  'with a blank between cells': '. # # .\n# . . #\n. . # .\n',
  'with two characters a cell': '  ████  \n██    ██\n    ██  \n',
  'in a frame': '+----+\n|.XX.|\n|X..X|\n|..X.|\n+----+\n',
  'with blanks cut off': ' ## \n#  #\n  #\n',
};

for (const [how, output] of Object.entries(LAYOUTS)) {
  test(`a picture is read ${how}`, () => {
    assert.deepEqual(
      picturesIn(output, SIZE).map((cells) => [...cells]),
      [CELLS],
    );
  });
}

test('two different pictures count as two, and one that comes twice counts once', () => {
  const [one, other] = ['.##.\n#..#\n..#.\n', '.##.\n#..#\n.#..\n'];
  assert.equal(picturesIn(`1:\n${one}\n2:\n${other}`, SIZE).length, 2);
  assert.equal(picturesIn(`${one}\n${one}`, SIZE).length, 1);
});

test('colours are digits, and a colour that the puzzle does not have is not read', () => {
  const size = { width: 3, height: 2, colours: 2 };
  assert.deepEqual([...picturesIn('1.2\n022', size)[0]], [1, 0, 2, 0, 2, 2]);
  assert.deepEqual(picturesIn('1.3\n022', size), []);
});

test('words are not a picture', () => {
  assert.deepEqual(picturesIn('reading\nsolving\ndone in 3 s\n\n\n\n', SIZE), []);
});
