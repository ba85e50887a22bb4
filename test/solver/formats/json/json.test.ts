import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatByName } from '../../../../src/solver/formats/registry.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';
import { readText, shown } from '../read-text.js';
import { ONLY_DEEP } from '../../../support/depth.js';

/** The same puzzle in every shape; `#` and `.` below each other: ## / #. */
const L = '2x2 [[2],[1]] [[2],[1]]';

const SHAPES: readonly [what: string, text: string, expected: string][] = [
  ['columns before rows', '{"columns":[[2],[1]],"rows":[[2],[1]]}', L],
  ['[0] for an empty line', '{"columns":[[1],[0]],"rows":[[1],[0]]}', '2x2 [[1],[]] [[1],[]]'],
  ['[] for an empty line', '{"columns":[[1],[]],"rows":[[1],[]]}', '2x2 [[1],[]] [[1],[]]'],
  ['cols', '{"cols":[[2],[1]],"rows":[[2],[1]]}', L],
  [
    'a goal of booleans',
    '{"title":"t","width":2,"height":2,"rows":[[2],[1]],"columns":[[2],[1]],"goal":[[true,true],[true,false]]}',
    `${L} goal ##/#.`,
  ],
  [
    'rowsDef',
    '{"id":"a","level":1,"height":2,"width":2,"colsDef":[[2],[1]],"rowsDef":[[2],[1]]}',
    L,
  ],
  [
    'size, grid and clues',
    '{"id":"5","size":2,"grid":["11","10"],"row_clues":[[2],[1]],"col_clues":[[2],[1]]}',
    `${L} goal ##/#.`,
  ],
  ['rows and cols as sizes', '{"rows":2,"cols":2,"rowClues":[[2],[1]],"colClues":[[2],[1]]}', L],
  ['numbers as texts', '{"num_rows":2,"num_cols":2,"cols":[["2"],["1"]],"rows":[["2"],["1"]]}', L],
  [
    'a partial grid as a start',
    '{"width":2,"height":2,"row_clues":[[2],[1]],"col_clues":[[2],[1]],"grid":[[-1,1],[null,0]]}',
    `${L} start ?#/?.`,
  ],
  ['row_hints', '{"row_hints":[[2],[1]],"col_hints":[[2],[1]]}', L],
  ['rowHints', '{"rowHints":[[2],[1]],"colHints":[[2],[1]]}', L],
  ['row_rules', '{"row_rules":[[2],[1]],"col_rules":[[2],[1]]}', L],
  ['left and top', '{"left":[[2],[1]],"top":[[2],[1]]}', L],
  ['columnClues', '{"rowClues":[[2],[1]],"columnClues":[[2],[1]]}', L],
  ['column_clues', '{"row_clues":[[2],[1]],"column_clues":[[2],[1]]}', L],
  ['size as a list', '{"size":[1,2],"rows":[[2]],"columns":[[1],[1]]}', '2x1 [[2]] [[1],[1]]'],
  [
    'size as an object',
    '{"size":{"rows":1,"cols":2},"rows":[[2]],"columns":[[1],[1]]}',
    '2x1 [[2]] [[1],[1]]',
  ],
  [
    'rowCount',
    '{"rowCount":1,"columnCount":2,"rows":[[2]],"columns":[[1],[1]]}',
    '2x1 [[2]] [[1],[1]]',
  ],
  ['m and n', '{"m":1,"n":2,"rows":[[2]],"columns":[[1],[1]]}', '2x1 [[2]] [[1],[1]]'],
  ['dimensions', '{"dimensions":[1,2],"rows":[[2]],"columns":[[1],[1]]}', '2x1 [[2]] [[1],[1]]'],
  ['left padding', '{"rows":[[0,0,2],[0,1]],"columns":[[0,2],[1]]}', L],
  ['clues as texts', '{"rows":["2","1"],"columns":["2","1"]}', L],
  ['both sides under clues', '{"clues":[[[2],[1]],[[2],[1]]]}', L],
  ['clues with named sides', '{"clues":{"rows":[[2],[1]],"columns":[[2],[1]]}}', L],
  [
    'a solution of 0 and 1',
    '{"rows":[[2],[1]],"columns":[[2],[1]],"solution":[[1,1],[1,0]]}',
    `${L} goal ##/#.`,
  ],
  ['a goal in one text', '{"rows":[[2],[1]],"columns":[[2],[1]],"goal":"1110"}', `${L} goal ##/#.`],
  [
    'a solution that is no picture',
    '{"rows":[[2],[1]],"columns":[[2],[1]],"solution":"see page 3"}',
    L,
  ],
  ['a picture in one text', '{"m":2,"n":2,"grid":"1110"}', `${L} goal ##/#.`],
  ['a picture of squares', '{"picture":["■■","■□"]}', `${L} goal ##/#.`],
  ['a picture of squares of emoji', '{"image":["⬛⬛","⬛⬜"]}', `${L} goal ##/#.`],
  ['a picture of lists of signs', '{"pixels":[["O","O"],["O","_"]]}', `${L} goal ##/#.`],
  ['a flat picture of signs', '{"width":2,"height":2,"grid":["■","■","■","□"]}', `${L} goal ##/#.`],
  [
    'a solution in squares of emoji beside clues',
    '{"rows":[[2],[1]],"columns":[[2],[1]],"solution":"🟦🟦/🟦⬜"}',
    `${L} goal ##/#.`,
  ],
  [
    'the file of a picture beside clues',
    '{"rows":[[2],[1]],"columns":[[2],[1]],"image":"bee.png"}',
    L,
  ],
  ['a pattern', '{"size":2,"pattern":[[1,1],[1,0]]}', `${L} goal ##/#.`],
  ['a matrix without a size', '{"matrix":[[1,1],[1,0]]}', `${L} goal ##/#.`],
  ['flat data', '{"width":2,"height":2,"data":[1,1,1,0]}', `${L} goal ##/#.`],
  [
    'cells of a palette',
    '{"palette":["#000000","#ff0000"],"cells":[[null,0],[1,1]]}',
    '2x2 [[{"n":1,"c":1}],[{"n":2,"c":2}]] [[{"n":1,"c":2}],[{"n":1,"c":1},{"n":1,"c":2}]] palette #ffffff,#000000,#ff0000 goal .1/22',
  ],
  [
    'cells of a palette without null, whose first colour is the background',
    '{"palette":["#ffffff","#ff0000"],"cells":[[0,1],[1,1]]}',
    '2x2 [[1],[2]] [[1],[2]] palette #ffffff,#ff0000 goal .#/##',
  ],
  [
    'a grid of a palette',
    '{"palette":["#ffffff","#ff0000"],"grid":[[0,1],[1,1]]}',
    '2x2 [[1],[2]] [[1],[2]] palette #ffffff,#ff0000 goal .#/##',
  ],
  [
    'null for a background that is in the palette and not used',
    '{"palette":["#fff","#f00"],"grid":[[null,1],[1,1]]}',
    '2x2 [[1],[2]] [[1],[2]] palette #ffffff,#ff0000 goal .#/##',
  ],
  [
    'coloured clues',
    '{"rows":[[{"n":1,"c":1},{"n":1,"c":2}]],"columns":[[{"n":1,"c":1}],[{"n":1,"c":2}]],"palette":["#FFFFFF","#ff0000","#00ff00"]}',
    '2x1 [[{"n":1,"c":1},{"n":1,"c":2}]] [[{"n":1,"c":1}],[{"n":1,"c":2}]] palette #ffffff,#ff0000,#00ff00',
  ],
  [
    'cells in the place of clues, where every line proves it',
    '{"rows":[[1,0,1],[1,1,0]],"columns":[[1,1],[0,1],[1,0]]}',
    '3x2 [[1,1],[2]] [[2],[1],[1]] goal #.#/##.',
  ],
  [
    'what nonomill writes',
    '{"id":"a","width":2,"height":2,"rows":[[2],[1]],"columns":[[2],[1]],"goal":"##/#.","start":"#?/??"}',
    `${L} start #?/?? goal ##/#.`,
  ],
];

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

  const OTHERS: readonly [what: string, text: string, expected: string][] = [
    [
      'in one text a line, without a palette',
      '{"rows":["1r 1b","2r"],"columns":["2r","1b1r"]}',
      RED_BLUE.replace('#0000ff', '#000000'),
    ],
    [
      'in one text a side',
      '{"rows":"1 red, 1 blue;2 red","columns":"2 red;1 blue, 1 red"}',
      RED_BLUE,
    ],
    [
      'in a line without lists of its own',
      '{"rows":[[1,"red",1,"blue"],["red",2]],"columns":[[2,"red"],["1 blue","1 red"]]}',
      RED_BLUE,
    ],
    [
      'beside a palette without the background, as the clues use its first colour',
      '{"palette":["#f00","#00f"],"rows":[["1red","1blue"],["2red"]],"columns":[["2red"],["1blue","1red"]]}',
      RED_BLUE,
    ],
    [
      'by index from 0, which a block can only have if the background is not in the palette',
      '{"palette":["#f00","#00f"],"rows":[[{"n":1,"c":0},{"n":1,"c":1}],[{"n":2,"c":0}]],"columns":[[{"n":2,"c":0}],[{"n":1,"c":1},{"n":1,"c":0}]]}',
      RED_BLUE,
    ],
    [
      'beside a palette that names its background',
      '{"palette":{"red":"#f00","blue":"#00f","background":"#fff"},"rows":[["1red","1blue"],["2red"]],"columns":[["2red"],["1blue","1red"]]}',
      RED_BLUE,
    ],
    [
      'beside a background in a field of its own',
      '{"background":"white","palette":["#f00","#00f"],"rows":[["1red","1blue"],["2red"]],"columns":[["2red"],["1blue","1red"]]}',
      RED_BLUE,
    ],
    [
      'beside a picture without null, in which 0 is blank whatever the palette holds',
      '{"palette":["#f00","#00f"],"rows":[["1red"],[]],"columns":[["1red"]],"goal":[[1],[0]]}',
      '1x2 [[{"n":1,"c":1}],[]] [[{"n":1,"c":1}]] palette #ffffff,#ff0000,#0000ff goal 1/.',
    ],
    [
      'beside a picture with null for blank, in which 0 is the first colour of the palette',
      '{"palette":["#f00","#00f"],"rows":[["1red"],[]],"columns":[["1red"]],"goal":[[0],[null]]}',
      '1x2 [[{"n":1,"c":1}],[]] [[{"n":1,"c":1}]] palette #ffffff,#ff0000,#0000ff goal 1/.',
    ],
    [
      'beside one colour',
      '{"palette":["#f00"],"rows":[[1]],"columns":[[1]]}',
      '1x1 [[1]] [[1]] palette #ffffff,#ff0000',
    ],
  ];
  for (const [what, text, expected] of OTHERS) {
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
  for (const [what, text, expected] of SHAPES) {
    test(`with ${what}`, () => {
      for (const format of ['json', 'ndjson']) {
        assert.deepEqual(readText(format, text).map(shown), [expected], format);
      }
    });
  }
});

const REJECTS: readonly [what: string, text: string, reason: RegExp][] = [
  [
    'clues of its own, and a list of puzzles',
    '{"rows":[[1]],"columns":[[1]],"puzzles":[{"rows":[[1],[1]],"columns":[[2]]}]}',
    /both clues and a list of puzzles/,
  ],
  [
    'clues that would be the properties of every object',
    '{"__proto__":{"rows":[[1]],"columns":[[1]]}}',
    /there is a key __proto__/,
  ],
  [
    'a height that disagrees',
    '{"height":3,"rows":[[2],[1]],"columns":[[2],[1]]}',
    /the height is 3, but there are 2 row clues/,
  ],
  [
    'two sizes that disagree',
    '{"height":2,"size":3,"rows":[[2],[1]],"columns":[[2],[1]]}',
    /is both 2 and 3/,
  ],
  [
    'a picture of another size',
    '{"size":3,"pattern":[[1,1],[1,0]]}',
    /the picture is 2x2, but the size is 3x3/,
  ],
  [
    'unrolled cells',
    '{"rows":[[1,1,1,0,1]],"columns":[[1],[1],[1],[],[1]]}',
    /cells instead of a clue/,
  ],
  [
    'unrolled cells that look like padded clues',
    '{"rows":[[1,1,0,0,0],[1,1,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]],"columns":[[1,1,0,0,0],[0,1,1,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]}',
    /look like cells instead of clues, but row 1 and column 2 disagree/,
  ],
  ['a null clue', '{"rows":[[2],null],"columns":[[2],[1]]}', /row 2: the clue is unknown \(null\)/],
  [
    'a null block',
    '{"rows":[[2],[null]],"columns":[[2],[1]]}',
    /row 2: expected a block, found null/,
  ],
  ['a fraction', '{"rows":[[1.5]],"columns":[[1]]}', /1.5 cells, expected a whole number/],
  ['a negative block', '{"rows":[[-1]],"columns":[[1]]}', /expected a positive number/],
  ['a huge block', '{"rows":[[1e300]],"columns":[[1]]}', /row 1/],
  ['a block like a coloured one', '{"rows":[[65537]],"columns":[[65537]]}', /row 1/],
  ['one side alone', '{"rows":[[1]]}', /there are no column clues/],
  ['nothing', '{}', /neither clues \(rows and columns\) nor a picture/],
  [
    'the file of a picture',
    '{"image":"bee.png"}',
    /neither clues \(rows and columns\) nor a picture/,
  ],
  [
    'a colour that is background',
    '{"rows":[[{"n":1,"c":0}]],"columns":[[{"n":1,"c":0}]],"palette":["#ffffff","#000000"]}',
    /0 is the background/,
  ],
  [
    'a block that is spelled in no known way',
    '{"rows":[[{"shade":"red","many":2}]],"columns":[[1],[1]]}',
    /row 1: expected a block, found an object of shade, many; a block is written as 3, or in colour "3r", \[3,"red"\]/,
  ],
  [
    'a pair of numbers, as either can be the length',
    '{"rows":[[[2,1]]],"columns":[[1],[1]]}',
    /row 1: expected a block, found \[2,1\]; a block is written as/,
  ],
  [
    'a colour that the palette lacks',
    '{"rows":[["2green"]],"columns":[["1green"],["1green"]],"palette":["#ffffff","#ff0000"]}',
    /row 1: the colour "green" is not one of the palette \(#ffffff, #ff0000\)/,
  ],
  [
    'a letter that means two colours',
    '{"rows":[["1b"]],"columns":[["1b"]],"palette":["white","black","blue"]}',
    /row 1: the colour "b" is not one of the palette \(white, black, blue\)/,
  ],
  [
    'a colour that nothing explains',
    '{"rows":[["1xyz"]],"columns":[["1xyz"]]}',
    /row 1: the colour "xyz" is not known; expected a palette/,
  ],
  [
    'a block in the colour of the background',
    '{"rows":[["1white"]],"columns":[["1white"]],"palette":["white","black"]}',
    /row 1: a block of colour 0, the first of the palette/,
  ],
  ['a ragged picture', '{"pattern":[[1,1],[1]]}', /row 2 of the picture has 1 cells, row 1 has 2/],
  ['a picture with unknown cells alone', '{"pattern":[[1,-1]]}', /unknown cells/],
  [
    'sums that differ',
    '{"rows":[[2],[2]],"columns":[[2],[1]]}',
    /the rows hold 4 filled cells, the columns 3/,
  ],
];

describe('JSON is rejected, with the reason, for', () => {
  for (const [what, text, reason] of REJECTS) {
    test(what, () => {
      for (const format of ['json', 'ndjson']) {
        const [entry, ...others] = readText(format, text);
        assert.equal(others.length, 0);
        assert.match(entry.reason ?? 'accepted', reason);
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
  const FILES: readonly [what: string, text: string, expected: string[]][] = [
    ['may be a list', `[${A},${named('b')}]`, ['a', 'b']],
    [
      'may hide the list under any key',
      `{"version":1,"tags":["x"],"all":[${A},${named('b')}],"n":2}`,
      ['a', 'b'],
    ],
    ['may hide it deeper', `{"data":{"easy":{"puzzles":[${A}]}}}`, ['a']],
    ['may hold lists of lists', `[[${A}],[[${named('b')}],${named('c')}]]`, ['a', 'b', 'c']],
    ['may name each puzzle', `{"one":${A},"two":${named('b')}}`, ['a', 'b']],
    ['may have one puzzle a line', `${A}\n${named('b')}\n`, ['a', 'b']],
    ['loses broken elements alone', `[${A},{"rows":[[1,]]},${named('c')}]`, ['a', '!1', 'c']],
    ['loses elements that are no objects', `[${A},5,"x,]",${named('d')}]`, ['a', '!1', '!2', 'd']],
    [
      'goes on behind a missing bracket',
      `[${A},\n{"id":"b","rows":[[1],"columns":[[1]]},\n${named('c')}]`,
      ['a', '!1', 'c'],
    ],
    [
      'goes on behind a missing quote',
      `[${A},{"id":"b,"rows":[[1]],"columns":[[1]]},${named('c')}]`,
      ['a', '!1', 'c'],
    ],
    [
      'goes on behind a missing comma',
      `[${A},\n${named('b').slice(0, -1)}\n${named('c')},\n${named('d')}]`,
      ['a', '!1', 'c', 'd'],
    ],
    ['says that it is cut off', `[${A},${named('b').slice(0, 20)}`, ['a', '!1']],
    ['says that its end is missing', `[${A},${named('b')}`, ['a', 'b', '!']],
    [
      'keeps a puzzle that has a history',
      `[{"id":"a","rows":[[1]],"columns":[[1]],"history":[{"x":1}]}]`,
      ['a'],
    ],
  ];
  for (const [what, text, expected] of FILES) {
    test(what, () => {
      for (const piece of [undefined, 1, 2, 7, 64]) assert.deepEqual(names(text, piece), expected);
    });
  }

  test('gives each element its line, unless something else precedes it there', () => {
    const text = `[\n${A},\n\n  ${A}, ${A}\n, ${A}]`;
    assert.deepEqual(
      readText('json', text).map(({ line }) => line),
      [2, 4, null, 5],
    );
    const inOneLine = `[${A},${A}]\n${A}`;
    assert.deepEqual(
      readText('json', inOneLine).map(({ line }) => line),
      [null, null, 2],
    );
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
    assert.match(
      reason,
      new RegExp(`row 1: a block of ${said.replaceAll('^', '\\^')} cells`),
      json,
    );
  }
  assert.match(
    readText('csv', 'rows,columns\n70000,1\n')[0].reason!,
    /row 1: a block of 70000 cells/,
  );
});

test(
  'the largest puzzle in the most colours is read back from what is written',
  { skip: ONLY_DEEP },
  () => {
    const side = 1000;
    const palette = Array.from(
      { length: 32 },
      (_, i) => `#${(0xffffff - i * 0x40100).toString(16).padStart(6, '0')}`,
    );
    const goal = Uint8Array.from(
      { length: side * side },
      (_, i) => 10 + ((i + (i / side) * 7) % 22),
    );
    const puzzle = { ...puzzleOfPicture(goal, side, side, 31), palette };
    for (const name of ['ndjson', 'json']) {
      const text = [
        ...formatByName(name)!.write!([{ name: null, title: null, puzzle, goal }]),
      ].join('');
      assert.ok(text.length > 28e6, String(text.length));
      const [found] = readText(name, text, 65536);
      assert.equal(found.reason, null);
      assert.deepEqual(found.goal, goal);
    }
  },
);
