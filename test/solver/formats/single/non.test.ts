import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { non } from '../../../../src/solver/formats/single/non.js';
import { DETECTION_LENGTH, detectFormat } from '../../../../src/solver/formats/registry.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { rowsIn } from '../../../support/tests.js';
import { readText, shown } from '../read-text.js';

const L = '2x2 [[2],[1]] [[2],[1]]';

const SHAPES = rowsIn`
  properties ¦ title "T"\nby "B"\nlicense CC0\nwidth 2\nheight 2\n\nrows\n2\n1\n\ncolumns\n2\n1\n ¦ ${L}
  a goal ¦ width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\ngoal "1110"\n ¦ ${L} goal ##/#.
  a start ¦ width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\nsaved "1??0"\n ¦ ${L} start #?/?.
  0 for an empty clue ¦ width 1\nheight 2\nrows\n0\n1\ncolumns\n1\n ¦ 1x2 [[],[1]] [[1]]
  a blank line for an empty clue ¦ width 1\nheight 3\nrows\n1\n\n1\ncolumns\n1,1\n ¦ 1x3 [[1],[],[1]] [[1,1]]
  blank lines for the first and last clue ¦ width 1\nheight 3\nrows\n\n1\n\n\ncolumns\n1\n ¦ 1x3 [[],[1],[]] [[1]]
  sizes as rows and columns ¦ columns 2\nrows 2\nrows\n2\n1\ncolumns\n2\n1\n ¦ ${L}
  columns before rows ¦ columns\n1\n1\nrows\n2\nwidth 2\nheight 1\n ¦ 2x1 [[2]] [[1],[1]]
  no sizes ¦ rows\n2\n1\n\ncolumns\n2\n1\n\n ¦ ${L}
  colours ¦ color a #ff0000\ncolor b #00FF00\nwidth 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\ngoal "ab"\n ¦ 2x1 [[{"n":1,"c":1},{"n":1,"c":2}]] [[{"n":1,"c":1}],[{"n":1,"c":2}]] palette #ffffff,#ff0000,#00ff00 goal 12
  a bundle ¦ width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n====\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n====\n ¦ ${L} ¦ 1x1 [[1]] [[1]]
  unknown words ¦ colour-of-cover blue\nfoo\nwidth 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n ¦ ${L}
`;

describe('.non is read', () => {
  for (const [what, text, ...expected] of SHAPES) {
    test(`with ${what}`, () => {
      for (const variant of [text, text.replaceAll('\n', '\r\n')]) {
        for (const piece of [undefined, 1, 5]) {
          assert.deepEqual(readText('non', variant, piece).map(shown), expected);
        }
      }
    });
  }

  test('if its name says nothing and it is so large that only its first clues are seen', () => {
    const side = 500;
    const random = randomNumbers(1);
    const goal = randomPicture(random, side * side, 0.5);
    const black = { name: null, title: 'Large', puzzle: puzzleOfPicture(goal, side, side), goal };
    const coloured = {
      ...puzzleOfPicture(randomPicture(random, side * side, 0.5, 2), side, side, 2),
      palette: ['#ffffff', '#ff0000', '#0000ff'],
    };
    const text = non.sequence!.puzzle(black, 1);
    const [head, rows, columns, picture] = text.split(/\n(?=rows|columns|goal)/);
    const texts = [
      text,
      non.sequence!.puzzle({ ...black, title: null, puzzle: coloured, goal: null }, 2),
      [head, columns, rows, picture].join('\n'),
    ];
    for (const large of texts) {
      const seen = large.slice(0, DETECTION_LENGTH);
      assert.equal(detectFormat('-', seen)?.name, 'non', seen.slice(0, 60));
      assert.equal(detectFormat('a.txt', seen.replaceAll('\n', '\r\n'))?.name, 'non');
    }
  });

  test('with its catalogue entry as name, and HTML escapes spelled out', () => {
    const text =
      'catalogue "c #1"\ntitle "A &amp; B &#169; &copy; &unknown;"\nrows\n1\ncolumns\n1\n';
    const [{ name, title, line }] = readText('non', `\n\n${text}`);
    assert.deepEqual([name, title, line], ['c #1', 'A & B \u00a9 \u00a9 &unknown;', 3]);
  });
});

const REJECTS = rowsIn`
  rows alone ¦ width 1\nheight 1\nrows\n1\n ¦ expected rows and columns, found no columns
  a row too many ¦ width 1\nheight 1\nrows\n1\n1\ncolumns\n1\n ¦ the height is 1, but there are 2 row clues
  a block that is no number ¦ rows\n1x2\ncolumns\n1\n ¦ row 1: expected a block such as 3 or 3a, found "1x2"
  a size that is no number ¦ width two\nrows\n1\ncolumns\n1\n ¦ the width is "two", expected a number
  a goal of another size ¦ rows\n1\ncolumns\n1\ngoal "10"\n ¦ the goal picture has 2 cells, but the grid is 1x1
  a colour that is none ¦ color a #12\nrows\n1a\ncolumns\n1a\n ¦ expected "color a #rrggbb"
  two pictures ¦ goal "1"\nrows\n1\ncolumns\n1\ngoal "0"\n ¦ there are two lines with goal, which differ
  rows twice ¦ rows\n1\nrows\n1\ncolumns\n1\n ¦ there are rows twice
`;

describe('.non is rejected, and the next of the bundle is read, for', () => {
  for (const [what, text, reason] of REJECTS) {
    test(what, () => {
      const found = readText('non', `${text}====\nrows\n1\ncolumns\n1\n`);
      assert.equal(found.length, 2);
      assert.match(found[0].reason ?? 'accepted', new RegExp(reason));
      assert.equal(shown(found[1]), '1x1 [[1]] [[1]]');
    });
  }
});
