import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldRole } from '../../../../src/solver/formats/json/fields.js';
import { depth } from '../../../support/tests.js';
import { readText, shown } from '../read-text.js';
import { holds } from '../../../support/property.js';

const ROWS = '[[3],[1]]';
const COLUMNS = '[[2],[1],[1]]';
const PUZZLE = '3x2 [[3],[1]] [[2],[1],[1]]';

/** Words for the sides, in pairs, which need no other word. */
const SIDES = [
  ['row', 'col'],
  ['row', 'column'],
  ['rows', 'cols'],
  ['rows', 'columns'],
  ['left', 'top'],
  ['side', 'top'],
  ['across', 'down'],
  ['horizontal', 'vertical'],
  ['horiz', 'vert'],
  ['zeilen', 'spalten'],
  ['lignes', 'colonnes'],
  ['строки', 'столбцы'],
  ['行', '列'],
] as const;

/** Words for clues, before or after the word for the side. */
const CLUES = ['clue', 'clues', 'hint', 'hints', 'constraints', 'rules', 'def', 'defs', 'runs'];
const AFTER_ONLY = ['numbers', 'values', 'data', 'list', 'counts', 'lengths', 'info', 'panel'];

type Style = (words: readonly string[]) => string;
const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);
const STYLES: Style[] = [
  (words) => words.map((word, i) => (i === 0 ? word : capital(word))).join(''),
  (words) => words.map(capital).join(''),
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.map(capital).join(' '),
  (words) => words.join('_').toUpperCase(),
  (words) => words.join(''),
];

const pairOfKeys = fc
  .record({
    sides: fc.constantFrom(...SIDES),
    style: fc.constantFrom(...STYLES),
    words: fc.oneof(
      fc.constant<readonly [string[], string[]]>([[], []]),
      fc.constantFrom(...CLUES).map((word): [string[], string[]] => [[], [word]]),
      fc.constantFrom(...CLUES).map((word): [string[], string[]] => [[word], []]),
      fc.constantFrom(...CLUES).map((word): [string[], string[]] => [[word, 'for'], []]),
      fc.constantFrom(...AFTER_ONLY).map((word): [string[], string[]] => [[], [word]]),
      fc.constantFrom(...AFTER_ONLY).map((word): [string[], string[]] => [[], ['clue', word]]),
    ),
  })
  .map(({ sides, style, words: [before, after] }) =>
    sides.map((side) => style([...before, side, ...after])),
  );

test('any two names for rows and columns are read, in any order, case and place', () => {
  const inner = ['clues', 'hints', 'puzzle', 'nonogram', 'anything', 'spec'];
  holds(
    depth(150, 4000),
    [
      pairOfKeys,
      fc.boolean(),
      fc.option(fc.constantFrom(...inner), { nil: null }),
      fc.constantFrom('', '"matrix":[[0.5,0.25]],', '"data":[7,8],', '"width":3,"height":2,'),
    ],
    ([rows, columns], columnsFirst, within, foreign) => {
      const fields = [`"${rows}":${ROWS}`, `"${columns}":${COLUMNS}`];
      const clues = `{${(columnsFirst ? fields.toReversed() : fields).join(',')}}`;
      const text =
        within === null
          ? `{${foreign}${clues.slice(1)}`
          : `{"id":"p",${foreign}"${within}":${clues}}`;
      for (const format of ['json', 'ndjson']) {
        assert.deepEqual(readText(format, text).map(shown), [PUZZLE], text);
      }
    },
  );
});

test('numbers under names for rows and columns are sizes, and the clues stand elsewhere', () => {
  for (const [rows, columns] of [
    ['rows', 'cols'],
    ['num_rows', 'num_cols'],
    ['nRows', 'nCols'],
    ['rowCount', 'columnCount'],
    ['number_of_rows', 'number_of_columns'],
  ]) {
    const text = (height: number): string =>
      `{"${rows}":${height},"${columns}":3,"left":${ROWS},"top":${COLUMNS}}`;
    assert.deepEqual(readText('json', text(2)).map(shown), [PUZZLE], rows);
    const expected = /the height is 5, but there are 2 row clues/;
    assert.match(readText('json', text(5))[0].reason!, expected);
  }
});

test('sums, labels and positions beside the clues are not taken for clues', () => {
  for (const beside of [
    '"rowSums":[3,1],"colSums":[2,1,1]',
    '"left":10,"top":20',
    '"rowLabels":["a","b"],"columnLabels":["x","y","z"]',
    '"hints":3,"rules":"standard"',
    '"side":"north","across":4',
    '"colors":["#123456","#abcdef","#fedcba"]',
    '"background":"sky.png"',
    '"matrix":[[0.1,0.9,0.4],[1,0,-0.5]]',
    '"pattern":"stripes"',
    '"data":[[1,2],[3]]',
  ]) {
    for (const text of [
      `{${beside},"rows":${ROWS},"columns":${COLUMNS}}`,
      `{"rows":${ROWS},"columns":${COLUMNS},${beside}}`,
    ]) {
      assert.deepEqual(readText('ndjson', text).map(shown), [PUZZLE], text);
    }
  }
});

test('names that only look similar mean nothing', () => {
  const names = ['throw', 'arrow', 'color', 'colour', 'column_type', 'rowing', 'x', 'y', 'h'];
  for (const name of names) {
    assert.equal(fieldRole(name), null, name);
  }
});

test('words that run either way mean what the sizes or the picture say, else what is usual', () => {
  const [narrow, wide] = ['[[3],[1]]', '[[2],[1],[1]]'];
  const TURNED = '2x3 [[2],[1],[1]] [[3],[1]]';
  const CASES: readonly [text: string, expected: string][] = [
    [`{"horizontal":${narrow},"vertical":${wide}}`, PUZZLE],
    [`{"horizontal":${narrow},"vertical":${wide},"width":2,"height":3}`, TURNED],
    [`{"ver":${narrow},"hor":${wide}}`, PUZZLE],
    [`{"ver":${narrow},"hor":${wide},"size":[3,2]}`, TURNED],
    [`{"y":${narrow},"x":${wide}}`, PUZZLE],
    [`{"h":${narrow},"v":${wide}}`, PUZZLE],
    [`{"verticalHints":${narrow},"horizontalHints":${wide},"rows":2,"cols":3}`, PUZZLE],
    [`{"across":${narrow},"down":${wide},"solution":["11","10","10"]}`, `${TURNED} goal ##/#./#.`],
    [
      '{"horizontal":[[1,1],[],[]],"vertical":[[1],[],[1]],"solution":["100","000","100"]}',
      '3x3 [[1],[],[1]] [[1,1],[],[]] goal #../.../#..',
    ],
  ];
  for (const [text, expected] of CASES) {
    assert.deepEqual(readText('json', text).map(shown), [expected], text);
  }
  assert.match(
    readText('json', `{"rows":${narrow},"columns":${wide},"width":2,"height":3}`)[0].reason!,
    /the height is 3, but there are 2 row clues/,
  );
});

test('letters mean the sides of blocks in colours, too', () => {
  const block = (value: number) => [{ value, color: 'red' }];
  const sides = [
    [block(3), block(1)],
    [block(2), block(1), block(1)],
  ] as const;
  const read = (rows: string, columns: string): unknown => {
    const puzzle = { [rows]: sides[0], [columns]: sides[1], palette: { red: '#f00' } };
    return readText('json', JSON.stringify(puzzle)).map(shown);
  };
  const expected = read('rows', 'columns');
  assert.match(String(expected), /^3x2 /);
  for (const [rows, columns] of [
    ['y', 'x'],
    ['h', 'v'],
    ['R', 'C'],
  ]) {
    assert.deepEqual(read(rows, columns), expected, rows);
  }
});

test('columns of CSV have the same names', () => {
  for (const header of ['rowHints,colHints', 'left,top', 'Row Constraints,Column Constraints']) {
    assert.deepEqual(readText('csv', `${header}\n3;1,2;1;1\n`).map(shown), [PUZZLE], header);
  }
  const turned = readText('csv', 'horizontal,vertical,width,height\n3;1,2;1;1,2,3\n');
  assert.deepEqual(turned.map(shown), ['2x3 [[2],[1],[1]] [[3],[1]]']);
});
