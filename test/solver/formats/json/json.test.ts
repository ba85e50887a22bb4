import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_COLOURS } from '../../../../src/solver/core/puzzle/types.js';
import { type Fields, fieldsOfObject } from '../../../../src/solver/formats/json/fields.js';
import { PlainJson } from '../../../../src/solver/formats/json/json-splitter.js';
import { puzzleToJson } from '../../../../src/solver/formats/json/json.js';
import { formatByName } from '../../../../src/solver/formats/registry.js';
import { deepTest, depth, eachOf, rowsIn } from '../../../support/tests.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';
import { readText, shown } from '../read-text.js';
import { holds } from '../../../support/property.js';

/** The same puzzle in every shape; `#` and `.` below each other: ## / #. */
const L = '2x2 [[2],[1]] [[2],[1]]';

/** The same with its picture, and one of a row. */
const GOAL = `${L} goal ##/#.`;
const WIDE = '2x1 [[2]] [[1],[1]]';

/** What is read, the text, and as which puzzle; L where nothing is said. */
const SHAPES = rowsIn`
  columns before rows ¦ {"columns":[[2],[1]],"rows":[[2],[1]]}
  [0] for an empty line ¦ {"columns":[[1],[0]],"rows":[[1],[0]]} ¦ 2x2 [[1],[]] [[1],[]]
  [] for an empty line ¦ {"columns":[[1],[]],"rows":[[1],[]]} ¦ 2x2 [[1],[]] [[1],[]]
  cols ¦ {"cols":[[2],[1]],"rows":[[2],[1]]}
  a goal of booleans ¦ {"title":"t","width":2,"height":2,"rows":[[2],[1]],"columns":[[2],[1]],"goal":[[true,true],[true,false]]} ¦ ${GOAL}
  rowsDef ¦ {"id":"a","level":1,"height":2,"width":2,"colsDef":[[2],[1]],"rowsDef":[[2],[1]]}
  size, grid and clues ¦ {"id":"5","size":2,"grid":["11","10"],"row_clues":[[2],[1]],"col_clues":[[2],[1]]} ¦ ${GOAL}
  rows and cols as sizes ¦ {"rows":2,"cols":2,"rowClues":[[2],[1]],"colClues":[[2],[1]]}
  numbers as texts ¦ {"num_rows":2,"num_cols":2,"cols":[["2"],["1"]],"rows":[["2"],["1"]]}
  a partial grid as a start ¦ {"width":2,"height":2,"row_clues":[[2],[1]],"col_clues":[[2],[1]],"grid":[[-1,1],[null,0]]} ¦ ${L} start ?#/?.
  row_hints ¦ {"row_hints":[[2],[1]],"col_hints":[[2],[1]]}
  rowHints ¦ {"rowHints":[[2],[1]],"colHints":[[2],[1]]}
  row_rules ¦ {"row_rules":[[2],[1]],"col_rules":[[2],[1]]}
  left and top ¦ {"left":[[2],[1]],"top":[[2],[1]]}
  columnClues ¦ {"rowClues":[[2],[1]],"columnClues":[[2],[1]]}
  column_clues ¦ {"row_clues":[[2],[1]],"column_clues":[[2],[1]]}
  size as a list ¦ {"size":[1,2],"rows":[[2]],"columns":[[1],[1]]} ¦ ${WIDE}
  size as an object ¦ {"size":{"rows":1,"cols":2},"rows":[[2]],"columns":[[1],[1]]} ¦ ${WIDE}
  rowCount ¦ {"rowCount":1,"columnCount":2,"rows":[[2]],"columns":[[1],[1]]} ¦ ${WIDE}
  m and n ¦ {"m":1,"n":2,"rows":[[2]],"columns":[[1],[1]]} ¦ ${WIDE}
  dimensions ¦ {"dimensions":[1,2],"rows":[[2]],"columns":[[1],[1]]} ¦ ${WIDE}
  left padding ¦ {"rows":[[0,0,2],[0,1]],"columns":[[0,2],[1]]}
  clues as texts ¦ {"rows":["2","1"],"columns":["2","1"]}
  both sides under clues ¦ {"clues":[[[2],[1]],[[2],[1]]]}
  clues with named sides ¦ {"clues":{"rows":[[2],[1]],"columns":[[2],[1]]}}
  a solution of 0 and 1 ¦ {"rows":[[2],[1]],"columns":[[2],[1]],"solution":[[1,1],[1,0]]} ¦ ${GOAL}
  a goal in one text ¦ {"rows":[[2],[1]],"columns":[[2],[1]],"goal":"1110"} ¦ ${GOAL}
  a solution that is no picture ¦ {"rows":[[2],[1]],"columns":[[2],[1]],"solution":"see page 3"}
  a picture in one text ¦ {"m":2,"n":2,"grid":"1110"} ¦ ${GOAL}
  a picture of squares ¦ {"picture":["■■","■□"]} ¦ ${GOAL}
  a picture of squares of emoji ¦ {"image":["⬛⬛","⬛⬜"]} ¦ ${GOAL}
  a picture of lists of signs ¦ {"pixels":[["O","O"],["O","_"]]} ¦ ${GOAL}
  a flat picture of signs ¦ {"width":2,"height":2,"grid":["■","■","■","□"]} ¦ ${GOAL}
  a solution in squares of emoji beside clues ¦ {"rows":[[2],[1]],"columns":[[2],[1]],"solution":"🟦🟦/🟦⬜"} ¦ ${GOAL}
  the file of a picture beside clues ¦ {"rows":[[2],[1]],"columns":[[2],[1]],"image":"bee.png"}
  a pattern ¦ {"size":2,"pattern":[[1,1],[1,0]]} ¦ ${GOAL}
  a matrix without a size ¦ {"matrix":[[1,1],[1,0]]} ¦ ${GOAL}
  flat data ¦ {"width":2,"height":2,"data":[1,1,1,0]} ¦ ${GOAL}
  cells of a palette ¦ {"palette":["#000000","#ff0000"],"cells":[[null,0],[1,1]]} ¦ 2x2 [[{"n":1,"c":1}],[{"n":2,"c":2}]] [[{"n":1,"c":2}],[{"n":1,"c":1},{"n":1,"c":2}]] palette #ffffff,#000000,#ff0000 goal .1/22
  cells of a palette without null, whose first colour is the background ¦ {"palette":["#ffffff","#ff0000"],"cells":[[0,1],[1,1]]} ¦ 2x2 [[1],[2]] [[1],[2]] palette #ffffff,#ff0000 goal .#/##
  a grid of a palette ¦ {"palette":["#ffffff","#ff0000"],"grid":[[0,1],[1,1]]} ¦ 2x2 [[1],[2]] [[1],[2]] palette #ffffff,#ff0000 goal .#/##
  null for a background that is in the palette and not used ¦ {"palette":["#fff","#f00"],"grid":[[null,1],[1,1]]} ¦ 2x2 [[1],[2]] [[1],[2]] palette #ffffff,#ff0000 goal .#/##
  coloured clues ¦ {"rows":[[{"n":1,"c":1},{"n":1,"c":2}]],"columns":[[{"n":1,"c":1}],[{"n":1,"c":2}]],"palette":["#FFFFFF","#ff0000","#00ff00"]} ¦ 2x1 [[{"n":1,"c":1},{"n":1,"c":2}]] [[{"n":1,"c":1}],[{"n":1,"c":2}]] palette #ffffff,#ff0000,#00ff00
  cells in the place of clues, where every line proves it ¦ {"rows":[[1,0,1],[1,1,0]],"columns":[[1,1],[0,1],[1,0]]} ¦ 3x2 [[1,1],[2]] [[2],[1],[1]] goal #.#/##.
  what nonomill writes ¦ {"id":"a","width":2,"height":2,"rows":[[2],[1]],"columns":[[2],[1]],"goal":"##/#.","start":"#?/??"} ¦ ${L} start #?/?? goal ##/#.
`;

/** Red and blue above two reds. */
const RED_BLUE =
  '2x2 [[{"n":1,"c":1},{"n":1,"c":2}],[{"n":2,"c":1}]] [[{"n":2,"c":1}],[{"n":1,"c":2},{"n":1,"c":1}]] palette #ffffff,#ff0000,#0000ff';

/** One block in each of the ways to write it, `r` for red and `b` for blue. */
const BLOCKS: readonly [what: string, block: (n: number, colour: 'r' | 'b') => unknown][] = [
  ['color and count', (count, c) => ({ color: c === 'r' ? 'red' : 'blue', count })],
  ['colour and size', (size, c) => ({ colour: c === 'r' ? '#f00' : '#00f', size })],
  ['value and colorIndex', (value, c) => ({ value, colorIndex: c === 'r' ? 1 : 2, done: false })],
  [
    'Length and Colour_Name',
    (n, c) => ({ Length: `${n}`, Colour_Name: c === 'r' ? 'Red' : 'BLUE' }),
  ],
  ['red, green and blue', (num, c) => ({ num, col: c === 'r' ? [255, 0, 0] : [0, 0, 255] })],
  [
    'an object for the colour',
    (count, c) => ({ count, color: { name: c === 'r' ? 'red' : 'blue' } }),
  ],
  ['n and c', (n, c) => ({ n, c: c === 'r' ? 1 : 2 })],
  ['length and name in a list', (n, c) => [n, c === 'r' ? 'red' : 'blue']],
  ['name and length in a list', (n, c) => [c === 'r' ? '#F00' : '#0000FF', n]],
  ['a letter', (n, c) => `${n}${c}`],
  ['a letter before', (n, c) => `${c}${n}`],
  ['a name', (n, c) => `${n} ${c === 'r' ? 'red' : 'blue'}`],
  ['a value', (n, c) => `${n}#${c === 'r' ? 'f00' : '00f'}`],
];

const PALETTES: readonly [what: string, palette: unknown][] = [
  ['a list of values', ['#ffffff', '#ff0000', '#0000ff']],
  ['values of three digits', ['#fff', '#f00', '#00f']],
  ['values of eight digits', ['#ffffffff', '#ff0000ff', '#0000ffff']],
  ['names', ['white', 'red', 'blue']],
  ['a text', '#fff #f00 #00f'],
  [
    'objects',
    [
      { name: 'white', hex: '#fff' },
      { name: 'red', hex: '#f00' },
      { name: 'blue', hex: '#00f' },
    ],
  ],
  ['a map of names', { white: '#fff', red: '#f00', blue: '#00f' }],
  ['a map of numbers', { 0: '#fff', 1: '#f00', 2: '#00f' }],
  ['a map of numbers without the background', { 1: '#f00', 2: '#00f' }],
  [
    'red, green and blue',
    [
      [255, 255, 255],
      [255, 0, 0],
      [0, 0, 255],
    ],
  ],
  ['null for the background', [null, '#f00', '#00f']],
];

describe('Coloured clues are read', () => {
  for (const [what, block] of BLOCKS) {
    const rows = [[block(1, 'r'), block(1, 'b')], [block(2, 'r')]];
    const columns = [[block(2, 'r')], [block(1, 'b'), block(1, 'r')]];
    test(`with ${what}, beside palettes of each kind`, () => {
      for (const [kind, palette] of PALETTES) {
        for (const name of ['palette', 'colors']) {
          const text = JSON.stringify({ rows, columns, [name]: palette });
          for (const format of ['json', 'ndjson']) {
            assert.deepEqual(readText(format, `${text}\n`).map(shown), [RED_BLUE], kind);
          }
        }
      }
    });
  }

  const OTHERS = rowsIn`
    in one text a line, without a palette ¦ {"rows":["1r 1b","2r"],"columns":["2r","1b1r"]} ¦ ${RED_BLUE.replace('#0000ff', '#000000')}
    in one text a side ¦ {"rows":"1 red, 1 blue;2 red","columns":"2 red;1 blue, 1 red"}
    in a line without lists of its own ¦ {"rows":[[1,"red",1,"blue"],["red",2]],"columns":[[2,"red"],["1 blue","1 red"]]}
    beside a palette without the background, as the clues use its first colour ¦ {"palette":["#f00","#00f"],"rows":[["1red","1blue"],["2red"]],"columns":[["2red"],["1blue","1red"]]}
    by index from 0, which a block can only have if the background is not in the palette ¦ {"palette":["#f00","#00f"],"rows":[[{"n":1,"c":0},{"n":1,"c":1}],[{"n":2,"c":0}]],"columns":[[{"n":2,"c":0}],[{"n":1,"c":1},{"n":1,"c":0}]]}
    beside a palette that names its background ¦ {"palette":{"red":"#f00","blue":"#00f","background":"#fff"},"rows":[["1red","1blue"],["2red"]],"columns":[["2red"],["1blue","1red"]]}
    beside a background in a field of its own ¦ {"background":"white","palette":["#f00","#00f"],"rows":[["1red","1blue"],["2red"]],"columns":[["2red"],["1blue","1red"]]}
    beside a picture without null, in which 0 is blank whatever the palette holds ¦ {"palette":["#f00","#00f"],"rows":[["1red"],[]],"columns":[["1red"]],"goal":[[1],[0]]} ¦ 1x2 [[{"n":1,"c":1}],[]] [[{"n":1,"c":1}]] palette #ffffff,#ff0000,#0000ff goal 1/.
    beside a picture with null for blank, in which 0 is the first colour of the palette ¦ {"palette":["#f00","#00f"],"rows":[["1red"],[]],"columns":[["1red"]],"goal":[[0],[null]]} ¦ 1x2 [[{"n":1,"c":1}],[]] [[{"n":1,"c":1}]] palette #ffffff,#ff0000,#0000ff goal 1/.
    beside one colour ¦ {"palette":["#f00"],"rows":[[1]],"columns":[[1]]} ¦ 1x1 [[1]] [[1]] palette #ffffff,#ff0000
  `;
  for (const [what, text, expected = RED_BLUE] of OTHERS) {
    test(what, () => {
      for (const format of ['json', 'ndjson']) {
        assert.deepEqual(readText(format, text).map(shown), [expected], format);
      }
    });
  }

  test('in CSV', () => {
    const text = 'rows,columns,palette\n1r 1b;2r,2r;1b 1r,#fff #f00 #00f\n';
    assert.deepEqual(readText('csv', text).map(shown), [RED_BLUE]);
  });
});

describe('JSON is read', () => {
  for (const [what, text, expected = L] of SHAPES) {
    test(`with ${what}`, () => {
      for (const format of ['json', 'ndjson']) {
        assert.deepEqual(readText(format, text).map(shown), [expected], format);
      }
    });
  }
});

const REJECTS = rowsIn`
  clues of its own, and a list of puzzles ¦ {"rows":[[1]],"columns":[[1]],"puzzles":[{"rows":[[1],[1]],"columns":[[2]]}]} ¦ both clues and a list of puzzles
  clues that would be the properties of every object ¦ {"__proto__":{"rows":[[1]],"columns":[[1]]}} ¦ there is a key __proto__
  a height that disagrees ¦ {"height":3,"rows":[[2],[1]],"columns":[[2],[1]]} ¦ the height is 3, but there are 2 row clues
  two sizes that disagree ¦ {"height":2,"size":3,"rows":[[2],[1]],"columns":[[2],[1]]} ¦ is both 2 and 3
  a picture of another size ¦ {"size":3,"pattern":[[1,1],[1,0]]} ¦ the picture is 2x2, but the size is 3x3
  unrolled cells ¦ {"rows":[[1,1,1,0,1]],"columns":[[1],[1],[1],[],[1]]} ¦ cells instead of a clue
  unrolled cells that look like padded clues ¦ {"rows":[[1,1,0,0,0],[1,1,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]],"columns":[[1,1,0,0,0],[0,1,1,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]} ¦ look like cells instead of clues, but row 1 and column 2 disagree
  a null clue ¦ {"rows":[[2],null],"columns":[[2],[1]]} ¦ row 2: the clue is unknown \(null\)
  a null block ¦ {"rows":[[2],[null]],"columns":[[2],[1]]} ¦ row 2: expected a block, found null
  a fraction ¦ {"rows":[[1.5]],"columns":[[1]]} ¦ 1.5 cells, expected a whole number
  a negative block ¦ {"rows":[[-1]],"columns":[[1]]} ¦ expected a positive number
  a huge block ¦ {"rows":[[1e300]],"columns":[[1]]} ¦ row 1
  a block like a coloured one ¦ {"rows":[[65537]],"columns":[[65537]]} ¦ row 1
  one side alone ¦ {"rows":[[1]]} ¦ there are no column clues
  nothing ¦ {} ¦ neither clues \(rows and columns\) nor a picture
  the file of a picture ¦ {"image":"bee.png"} ¦ neither clues \(rows and columns\) nor a picture
  a colour that is background ¦ {"rows":[[{"n":1,"c":0}]],"columns":[[{"n":1,"c":0}]],"palette":["#ffffff","#000000"]} ¦ 0 is the background
  a block that is spelled in no known way ¦ {"rows":[[{"shade":"red","many":2}]],"columns":[[1],[1]]} ¦ row 1: expected a block, found an object of shade, many; a block is written as 3, or in colour "3r", \[3,"red"\]
  a pair of numbers, as either can be the length ¦ {"rows":[[[2,1]]],"columns":[[1],[1]]} ¦ row 1: expected a block, found \[2,1\]; a block is written as
  a colour that the palette lacks ¦ {"rows":[["2green"]],"columns":[["1green"],["1green"]],"palette":["#ffffff","#ff0000"]} ¦ row 1: the colour "green" is not one of the palette \(#ffffff, #ff0000\)
  a letter that means two colours ¦ {"rows":[["1b"]],"columns":[["1b"]],"palette":["white","black","blue"]} ¦ row 1: the colour "b" is not one of the palette \(white, black, blue\)
  a colour that nothing explains ¦ {"rows":[["1xyz"]],"columns":[["1xyz"]]} ¦ row 1: the colour "xyz" is not known; expected a palette
  a block in the colour of the background ¦ {"rows":[["1white"]],"columns":[["1white"]],"palette":["white","black"]} ¦ row 1: a block of colour 0, the first of the palette
  a ragged picture ¦ {"pattern":[[1,1],[1]]} ¦ row 2 of the picture has 1 cells, row 1 has 2
  a picture with unknown cells alone ¦ {"pattern":[[1,-1]]} ¦ unknown cells
  sums that differ ¦ {"rows":[[2],[2]],"columns":[[2],[1]]} ¦ the rows hold 4 filled cells, the columns 3
`;

describe('JSON is rejected, with the reason, for', () => {
  for (const [what, text, reason] of REJECTS) {
    test(what, () => {
      for (const format of ['json', 'ndjson']) {
        const [entry, ...others] = readText(format, text);
        assert.equal(others.length, 0);
        assert.match(entry.reason ?? 'accepted', new RegExp(reason));
      }
    });
  }
});

const A = '{"id":"a","rows":[[1]],"columns":[[1]]}';
const named = (id: string): string => A.replace('"a"', `"${id}"`);
const names = (text: string, piece?: number): string[] =>
  readText('json', text, piece).map(({ name, reason }) =>
    reason === null ? name! : `!${/element (\d+)/.exec(reason)?.[1] ?? ''}`,
  );

describe('A JSON file of many puzzles', () => {
  const FILES = rowsIn`
    may be a list ¦ [${A},${named('b')}] ¦ a, b
    may hide the list under any key ¦ {"version":1,"tags":["x"],"all":[${A},${named('b')}],"n":2} ¦ a, b
    may hide it deeper ¦ {"data":{"easy":{"puzzles":[${A}]}}} ¦ a
    may hold lists of lists ¦ [[${A}],[[${named('b')}],${named('c')}]] ¦ a, b, c
    may name each puzzle ¦ {"one":${A},"two":${named('b')}} ¦ a, b
    may have one puzzle a line ¦ ${A}\n${named('b')}\n ¦ a, b
    loses broken elements alone ¦ [${A},{"rows":[[1,]]},${named('c')}] ¦ a, !1, c
    loses elements that are no objects ¦ [${A},5,"x,]",${named('d')}] ¦ a, !1, !2, d
    goes on behind a missing bracket ¦ [${A},\n{"id":"b","rows":[[1],"columns":[[1]]},\n${named('c')}] ¦ a, !1, c
    goes on behind a missing quote ¦ [${A},{"id":"b,"rows":[[1]],"columns":[[1]]},${named('c')}] ¦ a, !1, c
    goes on behind a missing comma ¦ [${A},\n${named('b').slice(0, -1)}\n${named('c')},\n${named('d')}] ¦ a, !1, c, d
    says that it is cut off ¦ [${A},${named('b').slice(0, 20)} ¦ a, !1
    says that its end is missing ¦ [${A},${named('b')} ¦ a, b, !
    keeps a puzzle that has a history ¦ [{"id":"a","rows":[[1]],"columns":[[1]],"history":[{"x":1}]}] ¦ a
  `;
  for (const [what, text, expected] of FILES) {
    test(what, () => {
      for (const piece of [undefined, 1, 2, 7, 64]) {
        assert.equal(names(text, piece).join(', '), expected);
      }
    });
  }

  test('gives each element its line, unless something else precedes it there', () => {
    const text = `[\n${A},\n\n  ${A}, ${A}\n, ${A}]`;
    assert.deepEqual(eachOf(readText('json', text), 'line'), [2, 4, null, 5]);
    const inOneLine = `[${A},${A}]\n${A}`;
    assert.deepEqual(eachOf(readText('json', inOneLine), 'line'), [null, null, 2]);
  });

  test('gives up on a value that never ends after 65,536 characters, in pieces of any size', () => {
    for (const value of ['"a"'.repeat(40_000), '"\\'.repeat(40_000), '":'.repeat(40_000)]) {
      const text = `${value}\n${A}\n`;
      for (const piece of [undefined, 1000]) {
        const found = readText('json', text, piece);
        assert.match(found[0].reason!, /a value is longer than 65536 characters/);
        assert.notEqual(found.at(-1)!.puzzle, null);
      }
    }
  });

  test('never reports less than one entry for each broken line of ten thousand', () => {
    const text = `[\n${`{"rows":[[1\n`.repeat(10_000)}${A}\n]`;
    const found = names(text);
    assert.equal(found.length, 10_001);
    assert.equal(found.at(-1), 'a');
  });
});

test('values that nest a hundred thousand levels deep are rejected, not followed', () => {
  const deep = (open: string, close: string): string =>
    `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  for (const value of [
    deep('[', ']'),
    `{"rows":${deep('[', ']')},"columns":[[1]]}`,
    `{"rows":[[1]],"columns":[[1]],"goal":${deep('[', ']')}}`,
    deep('{"size":', '}'),
    deep('{"clues":', '}'),
    `{"rows":[[1]],"columns":[[1]],"size":${deep('{"size":', '}')}}`,
  ]) {
    for (const format of ['json', 'ndjson']) {
      const found = readText(format, value);
      assert.ok(found.length > 0);
    }
  }
});

test('a long line of NDJSON nests no deeper than a puzzle, whatever is in its texts', () => {
  const line = (deep: string): string => `{"rows":[[2],[1]],"columns":[[2],[1]],"note":${deep}}`;
  const long = (text: string): string => `["${text.repeat(30_000)}",{"a":[0]}]`;
  const read = [
    line('['.repeat(30) + ']'.repeat(30)),
    line(long('\\\\[{')),
    line(long('\\"[')),
    line(`["${'x'.repeat(70_000)}",${'[{"a":'.repeat(15)}0${'}]'.repeat(15)}]`),
    '['.repeat(1 << 20),
  ].map((text) => readText('ndjson', text).map(shown).join());
  const tooDeep = 'reject: NDJSON: its brackets nest deeper than 24';
  assert.deepEqual(read, [L, L, L, tooDeep, tooDeep]);
});

test('a length that no block can have is quoted as it came', () => {
  const LENGTHS: readonly [json: string, said: string][] = [
    ['1e9', '1000000000'],
    ['70000', '70000'],
    ['"70000"', '70000'],
    ['{"n":70000,"c":1}', '70000'],
    ['4294967297', '4294967297'],
    ['1e400', 'more than 10^308'],
    ['-1e400', 'less than -10^308'],
    ['-3', '-3'],
  ];
  for (const [json, said] of LENGTHS) {
    const reason = readText('ndjson', `{"rows":[[${json}]],"columns":[[1]]}`)[0].reason!;
    const found = reason;
    assert.match(found, new RegExp(`row 1: a block of ${said.replaceAll('^', '\\^')} cells`), json);
  }
  const expected = /row 1: a block of 70000 cells/;
  assert.match(readText('csv', 'rows,columns\n70000,1\n')[0].reason!, expected);
});

deepTest('the largest puzzle in the most colours is read back from what is written', () => {
  const side = 1000;
  const palette = Array.from(
    { length: 32 },
    (_, i) => `#${(0xffffff - i * 0x40100).toString(16).padStart(6, '0')}`,
  );
  const goal = Uint8Array.from({ length: side * side }, (_, i) => 10 + ((i + (i / side) * 7) % 22));
  const puzzle = { ...puzzleOfPicture(goal, side, side, 31), palette };
  for (const name of ['ndjson', 'json']) {
    const text = [...formatByName(name)!.write!([{ name: null, title: null, puzzle, goal }])].join(
      '',
    );
    assert.ok(text.length > 28e6, String(text.length));
    const [found] = readText(name, text, 65536);
    assert.equal(found.reason, null);
    assert.deepEqual(found.goal, goal);
  }
});

const MAPS_A = '{"rows":[[1]],"columns":[[1]]}';
const NESTED = `{"size":1,"clues":${MAPS_A}}`;

const mapsNames = (text: string, piece?: number): string[] =>
  readText('json', text, piece).map(({ name, reason }) => `${reason === null ? '' : '!'}${name}`);

describe('A map of puzzles', () => {
  const FILES = rowsIn`
    has keys as names ¦ {"cat":${MAPS_A},"dog":${MAPS_A},"cow":${MAPS_A}} ¦ cat, dog, cow
    may stand under a key ¦ {"puzzles":{"cat":${MAPS_A},"dog":${MAPS_A}}} ¦ cat, dog
    may stand beside other things ¦ {"name":"A set","version":{"major":1},"all":{"cat":${MAPS_A},"dog":${MAPS_A}},"tags":["x"],"end":{"a":1}} ¦ cat, dog
    may have one puzzle ¦ {"cat":${MAPS_A}} ¦ cat
    may have one puzzle under a key ¦ {"puzzles":{"cat":${MAPS_A}}} ¦ cat
    may be one of several ¦ {"easy":{"cat":${MAPS_A}},"hard":{"dog":${MAPS_A},"cow":${MAPS_A}},"last":{"owl":${MAPS_A},"rat":${MAPS_A}}} ¦ cat, dog, cow, owl, rat
    may hold clues one level down ¦ {"cat":${NESTED},"dog":${NESTED}} ¦ cat, dog
    may hold pictures ¦ {"cat":{"size":1,"grid":["1"]},"dog":{"grid":[[1]]}} ¦ cat, dog
    may hold pairs of lists ¦ {"cat":[[[1]],[[1]]],"dog":[[[1]],[[1]]]} ¦ cat, dog
    may be a line each ¦ {\n"cat":${MAPS_A},\n"dog":${MAPS_A},\n"cow":${MAPS_A}\n}\n ¦ cat, dog, cow
    may call puzzles like sides, and with escapes ¦ {"cat":${MAPS_A},"top":${MAPS_A},"a\\"b \\u0041":${MAPS_A},"":${MAPS_A}} ¦ cat, top, a"b A, null
    keeps the names that puzzles have of their own ¦ {"p1":{"id":"cat",${MAPS_A.slice(1)},"p2":${MAPS_A}} ¦ cat, p2
    may be followed by a list, and lists by it ¦ {"p1":${MAPS_A},"more":[${MAPS_A}],"p2":${MAPS_A},"p3":${MAPS_A}} ¦ p1, null, p2, p3
    loses a broken puzzle alone ¦ {"cat":${MAPS_A},"dog":${MAPS_A},"cow":{"rows":[[1,]],"columns":[[1]]},"owl":${MAPS_A}} ¦ cat, dog, !cow, owl
    goes on behind a missing bracket ¦ {"cat":${MAPS_A},"dog":${MAPS_A},"cow":{"rows":[[1],"columns":[[1]]},"owl":${MAPS_A}} ¦ cat, dog, !cow, owl
    passes over settings that look like sizes ¦ {"cat":${MAPS_A},"dog":${MAPS_A},"settings":{"rows":5,"cols":5}} ¦ cat, dog
  `;
  for (const [what, text, expected] of FILES) {
    test(what, () => {
      for (const piece of [undefined, 1, 2, 3, 7, 64]) {
        assert.equal(mapsNames(text, piece).join(', '), expected, `in pieces of ${piece}`);
      }
    });
  }

  test('keeps one puzzle that stands beside its own sizes and names', () => {
    const text = `{"id":"p","rows":2,"cols":1,"clues":{"rows":[[1],[]],"columns":[[1]]},"grid_size":{"rows":2,"cols":1}}`;
    assert.deepEqual(mapsNames(text), ['p']);
  });

  test('is a puzzle with its solution if the second object is one', () => {
    const [found, ...others] = readText(
      'json',
      '{"puzzle":{"rows":[[1]],"columns":[[1]]},"solution":[[1]]}',
    );
    assert.equal(others.length, 0);
    assert.deepEqual(found.goal, Uint8Array.of(1));
  });

  test('gives each puzzle its line', () => {
    const text = `{\n"a":${MAPS_A},\n"b":${MAPS_A},\n\n"c":${MAPS_A}, "d":${MAPS_A}}`;
    for (const piece of [undefined, 1, 5]) {
      assert.deepEqual(eachOf(readText('json', text, piece), 'line'), [2, 3, 5, null]);
    }
  });

  test('is read one puzzle at a time, however long it is', () => {
    for (const puzzle of [MAPS_A, NESTED]) {
      let found = 0;
      const sink = {
        entry: () => {
          found++;
        },
        reject: () => assert.fail(),
      };
      const limits = { maxLineLength: 400, maxEntryLength: 400 };
      const parser = formatByName('json')!.createParser!(sink, limits);
      parser.write('{"version":1,"puzzles":{');
      for (let i = 0; i < 20_000; i++) {
        parser.write(`${i === 0 ? '' : ','}"p${i}":${puzzle}`);
        // The first waits for the second, which shows that it is a map.
        assert.ok(i === 0 || found === i + 1);
      }
      parser.write('}}');
      parser.end();
      assert.equal(found, 20_000);
    }
  });
});

/** The largest picture that `generate` makes. */
const SIDE = 1000;

deepTest('the longest line of NDJSON that can be written, of some 30 MB, can be read back', () => {
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
});

/** What the general way makes of a text, or null if that is not an object. */
function general(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? fieldsOfObject(value) : null;
  } catch {
    return null;
  }
}

const plainValue = fc.oneof(
  fc.array(fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { maxLength: 4 }), {
    maxLength: 4,
  }),
  fc.nat(),
  fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  fc.string({ maxLength: 20 }),
);
const otherValue = fc.oneof(
  fc.constantFrom(null, true, -1, 1.5, 1e21, -0, [1, [2]], [[[1]]], [['2']], { rows: [[1]] }),
  fc.jsonValue({ maxDepth: 3 }),
);
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('id', 'width', 'height', 'rows', 'columns', 'title') },
  fc.constantFrom('row_clues', 'cols', 'left', 'name', 'goal', 'grid', '__proto__', 'x', '1'),
  fc.string({ maxLength: 5 }),
);
const object = fc
  .array(fc.tuple(key, fc.oneof({ weight: 15, arbitrary: plainValue }, otherValue)), {
    maxLength: 7,
  })
  .chain((fields) =>
    fc.constantFrom(['', ''], [' ', ''], ['', ' '], ['\n\t', ' \r\n']).map(([before, behind]) => {
      const gap = (sign: string): string => before + sign + behind;
      const texts = fields.map(([k, v]) => JSON.stringify(k) + gap(':') + JSON.stringify(v));
      return gap('{') + texts.join(gap(',')) + gap('}');
    }),
  );
/** A text with one character changed, dropped or put in, which mostly breaks it. */
const damaged = fc
  .tuple(object, fc.nat(), fc.constantFrom('', '0', '-', '"', '\\', ',', '[', ']', '}', ' ', '\n'))
  .chain(([text, place, by]) =>
    fc.constantFrom(0, 1).map((cut) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + by + text.slice(at + cut);
    }),
  );

test('what is read as plain is what the general way reads, for whole and damaged objects', () => {
  const reader = new PlainJson();
  let plain = 0;
  holds(depth(1000, 4000), [fc.oneof(object, damaged)], (text) => {
    const found = reader.fields(text);
    if (found === null) return;
    plain++;
    assert.deepEqual(found, general(text));
  });
  assert.ok(plain > depth(75, 300), `only ${plain} texts were plain`);
});

test('puzzles as they are usually written are plain, with blanks and without', () => {
  const reader = new PlainJson();
  const puzzle = {
    id: 'a rather long name',
    width: 2,
    height: 2,
    rows: [[1], []],
    cols: [[], [1]],
    density: 0.4713,
  };
  for (const text of [
    JSON.stringify(puzzle),
    JSON.stringify(puzzle, null, 2),
    JSON.stringify(puzzle).replaceAll(',', ', ').replaceAll(':', ': '),
  ]) {
    assert.deepEqual(reader.fields(text), fieldsOfObject(puzzle));
  }
});

test('what is not plain is left to the general way', () => {
  const reader = new PlainJson();
  for (const text of [
    '{"rows":[[1]],"rows":[[2]]}',
    '{"rows":[[1]],"Rows":3}',
    '{"rows":[[01]]}',
    '{"density":0.}',
    '{"density":.5}',
    '{"rows":[[1.0]]}',
    '{"rows":[[1e2]]}',
    '{"rows":[[1,]]}',
    '{"rows":[[1],]}',
    '{"rows":[[1]],}',
    '{"rows":[[1]]}}',
    '{"rows":[[1]]',
    '{"title":"a\\u0041"}',
    '{"title":"a\nb"}',
    '{"goal":[[true]]}',
    '{}',
    '[]',
    '',
  ]) {
    assert.equal(reader.fields(text), null, text);
  }
});

test('a key that is too long to be kept leaves the fields after it as they are', () => {
  const reader = new PlainJson();
  for (const length of [97, 98, 99, 500]) {
    const text = `{"${'k'.repeat(length)}":1,"rows":[[1]],"columns":[[1]]}`;
    const fields = fieldsOfObject(JSON.parse(text) as object);
    assert.deepEqual([reader.fields(text), reader.fields(text)], [fields, fields], `${length}`);
  }
});

describe("PuzzleKit's data set", () => {
  const PROBLEM = '2 3\n1\n1\n1\n2\n1';
  const SOLUTION = '2 3\nx x -\n- - x';
  const of = (entry: object): string[] =>
    readText('json', JSON.stringify({ count: 1, name: 'Nonogram', data: { '1_2x3': entry } })).map(
      (read) => `${read.name} ${shown(read)}`,
    );
  const PUZZLE = '1_2x3 3x2 [[2],[1]] [[1],[1],[1]]';

  test('is read as it comes, the columns first, with its solution as goal', () => {
    const entry = { problem: PROBLEM, solution: SOLUTION, source: '', info: '' };
    assert.deepEqual(of(entry), [`${PUZZLE} goal ##./..#`]);
    assert.deepEqual(of({ ...entry, solution: '' }), [PUZZLE]);
    const square = '2 2\n1\n1\n2\n0';
    assert.deepEqual(of({ problem: square }), ['1_2x3 2x2 [[2],[]] [[1],[1]]']);
  });

  test('may have the rows first where the solution shows it, or no sizes in a picture', () => {
    const rowsFirst = { problem: '2 2\n2\n0\n1\n1', solution: '2 2\nx x\n- -' };
    const columnsFirst = { puzzle: '2 2\n1\n1\n2\n0', solution: '##/..' };
    for (const entry of [rowsFirst, columnsFirst]) {
      assert.deepEqual(of(entry), ['1_2x3 2x2 [[2],[]] [[1],[1]] goal ##/..']);
    }
  });

  test('is a reject where clues or cells break, and never what the picture alone would be', () => {
    const lines = PROBLEM.split('\n');
    for (let i = 0; i < lines.length; i++) {
      const cut = [...lines.slice(0, i), ...lines.slice(i + 1)].join('\n');
      const doubled = [...lines.slice(0, i + 1), ...lines.slice(i)].join('\n');
      for (const problem of [cut, doubled]) {
        for (const found of of({ problem, solution: SOLUTION })) {
          assert.match(found, /reject|goal ##\.\/\.\.#$/, problem);
        }
      }
    }
    assert.match(of({ problem: PROBLEM, solution: `${SOLUTION} x` })[0], /reject: .*row 2/);
    assert.match(of({ problem: PROBLEM, solution: '2 3\nx x -' })[0], /reject: .*goal/);
    assert.match(of({ problem: PROBLEM, solution: '- x -\nx x -\n- - x' })[0], /reject: .*goal/);
    assert.match(of({ problem: PROBLEM, solution: '2 3\nx x -\n- ? x' })[0], /reject: .*unknown/);
    assert.deepEqual(of({ problem: PROBLEM, solution: 'An owl' }), [PUZZLE]);
    assert.match(of({ problem: PROBLEM, solution: '2 3\nx x -\n- - z' })[0], /reject: .*goal/);
  });
});
