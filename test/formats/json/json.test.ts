import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatByName } from '../../../src/formats/registry.js';
import { puzzleOfPicture } from '../../support/random-puzzle.js';
import { readText, shown } from '../read-text.js';
import { ONLY_DEEP } from '../../support/depth.js';

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
  ['a pattern', '{"size":2,"pattern":[[1,1],[1,0]]}', `${L} goal ##/#.`],
  ['a matrix without a size', '{"matrix":[[1,1],[1,0]]}', `${L} goal ##/#.`],
  ['flat data', '{"width":2,"height":2,"data":[1,1,1,0]}', `${L} goal ##/#.`],
  [
    'cells of a palette',
    '{"palette":["#000000","#ff0000"],"cells":[[null,0],[1,1]]}',
    '2x2 [[{"n":1,"c":1}],[{"n":2,"c":2}]] [[{"n":1,"c":2}],[{"n":1,"c":1},{"n":1,"c":2}]] palette #ffffff,#000000,#ff0000 goal .1/22',
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
    'a colour that is background',
    '{"rows":[[{"n":1,"c":0}]],"columns":[[{"n":1,"c":0}]],"palette":["#ffffff","#000000"]}',
    /0 is the background/,
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
