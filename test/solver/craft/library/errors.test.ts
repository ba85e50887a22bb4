import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type * as node from '../../../../src/node.js';
import * as library from '../../../../src/index.js';
import { ROOT } from '../../../support/nonomill.js';

const {
  NonomillError,
  ambiguity,
  everyGrid,
  randomPuzzles,
  readPuzzles,
  solve,
  steps,
  writePuzzle,
} = library;

const CROSS = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };

/** What JavaScript may pass, whatever the types say. */
function any(value: unknown): never {
  return value as never;
}

test('what nonomill/node throws is of the classes that nonomill exports, in the package too', async () => {
  // Names that the compiler does not follow: the package is there only once it is built.
  const names: readonly string[] = ['nonomill', 'nonomill/node'];
  const [{ NonomillError, PuzzleError }, { run, solveMany }] = await Promise.all([
    import(names[0]) as Promise<typeof library>,
    import(names[1]) as Promise<typeof node>,
  ]);
  const refused = await run({ corpora: join(ROOT, 'missing.csv'), db: ':memory:' }).catch(
    (error: unknown) => error,
  );
  assert.ok(refused instanceof NonomillError, String(refused));
  const many = solveMany([{ rows: [[3]], columns: [[1], [], []] }], { threads: 1 });
  await assert.rejects(
    many[Symbol.asyncIterator]().next(),
    (error) => error instanceof PuzzleError,
  );
});

const CASES: Readonly<Record<string, [code: string, message: RegExp, call: () => unknown]>> = {
  'a puzzle that is nothing': [
    'NM_ARGUMENT_INVALID',
    /expected a puzzle, got null/,
    () => solve(any(null)),
  ],
  'a puzzle without columns': [
    'NM_ARGUMENT_INVALID',
    /columns: .* got undefined/,
    () => solve(any({ rows: [] })),
  ],
  'a clue that is text': [
    'NM_ARGUMENT_INVALID',
    /rows\[0\]: .* got "1"/,
    () => solve(any({ rows: ['1'], columns: [] })),
  ],
  'a block that is text': [
    'NM_ARGUMENT_INVALID',
    /rows\[0\]\[0\]: expected a number, got "1"/,
    () => solve(any({ rows: [['1']], columns: [[1]] })),
  ],
  'an entry of readPuzzles': [
    'NM_ARGUMENT_INVALID',
    /got an object with one: pass its "puzzle"/,
    () => solve(any(readPuzzles('rows,columns\n1,1\n').puzzles[0])),
  ],
  'clues with a hole': [
    'NM_ARGUMENT_INVALID',
    /rows\[0\]: expected an array of numbers, got undefined/,
    () => solve(any({ rows: new Array(1), columns: [[1]] })),
  ],
  'billions of clues': [
    'NM_ARGUMENT_INVALID',
    /rows: at most 65535 elements, got 2147483648/,
    () => solve(any({ rows: new Array(2 ** 31), columns: [[1]] })),
  ],
  'billions of blocks': [
    'NM_ARGUMENT_INVALID',
    /columns\[0\]: at most 65535 elements, got 2147483648/,
    () => solve(any({ rows: [[1]], columns: [new Array(2 ** 31)] })),
  ],
  'billions of colours': [
    'NM_ARGUMENT_INVALID',
    /palette: at most 65535 elements, got 2147483648/,
    () => solve({ ...CROSS, palette: new Array<string>(2 ** 31) }),
  ],
  'clues that do not agree': [
    'NM_PUZZLE_INVALID',
    /rows hold 3 filled cells, the columns 1/,
    () => solve({ rows: [[3]], columns: [[1], [], []] }),
  ],
  'a block that does not fit': [
    'NM_PUZZLE_INVALID',
    /row 1/,
    () => solve({ rows: [[9]], columns: [[1]] }),
  ],
  'another width': ['NM_PUZZLE_INVALID', /the width is 7/, () => solve({ ...CROSS, width: 7 })],
  'a palette of words': [
    'NM_PUZZLE_INVALID',
    /"red", expected #rrggbb/,
    () => solve({ ...CROSS, palette: ['white', 'red'].with(0, '#ffffff') }),
  ],
  'a start that is text': [
    'NM_ARGUMENT_INVALID',
    /start: expected a Uint8Array/,
    () => solve(any({ ...CROSS, start: '#' })),
  ],
  'a misspelled option': [
    'NM_ARGUMENT_INVALID',
    /no option "timeoutMS".*did you mean timeoutMs/,
    () => solve(CROSS, any({ timeoutMS: 1 })),
  ],
  'a map without ways': [
    'NM_ARGUMENT_INVALID',
    /ambiguity: listed: expected a whole number, 1 or more, got 0/,
    () => ambiguity(CROSS, { listed: 0 }),
  ],
  'a limit below 0': [
    'NM_ARGUMENT_INVALID',
    /timeoutMs: expected a number above 0, got -1/,
    () => solve(CROSS, { timeoutMs: -1 }),
  ],
  'a count of 1': [
    'NM_ARGUMENT_INVALID',
    /count: .*from 2 on.* got 1/,
    () => solve(CROSS, { count: 1 }),
  ],
  'options that are a number': [
    'NM_ARGUMENT_INVALID',
    /expected an object of options, got 7/,
    () => steps(CROSS, any(7)),
  ],
  'text that is bytes': [
    'NM_ARGUMENT_INVALID',
    /expected a text, got an object/,
    () => readPuzzles(any(new Uint8Array(3))),
  ],
  'an unknown format': [
    'NM_FORMAT_UNKNOWN',
    /no format "jsn"; did you mean json/,
    () => readPuzzles('', { format: 'jsn' }),
  ],
  'text in no format': [
    'NM_FORMAT_UNKNOWN',
    /in none of the formats that can be read: csv/,
    () => readPuzzles('Once upon a time'),
  ],
  'a format that is only written': [
    'NM_FORMAT_UNKNOWN',
    /the format "cnf" cannot be read/,
    () => readPuzzles('', { format: 'cnf' }),
  ],
  'an unknown format to write': [
    'NM_FORMAT_UNKNOWN',
    /no format "xyz"/,
    () => writePuzzle(CROSS, 'xyz'),
  ],
  'a start that a format cannot hold': [
    'NM_FORMAT_CANNOT_HOLD',
    /csv holds no start position/,
    () => writePuzzle({ ...CROSS, start: new Uint8Array(9) }, 'csv'),
  ],
  'a goal of another size': [
    'NM_ARGUMENT_INVALID',
    /goal: expected 3 rows/,
    () => writePuzzle(CROSS, 'json', { goal: '##' }),
  ],
  'a density above 1': [
    'NM_ARGUMENT_INVALID',
    /density: expected a number from 0 to 1, got 2/,
    () => randomPuzzles({ width: 5, height: 5, density: 2 }),
  ],
  'random puzzles without a size': [
    'NM_ARGUMENT_INVALID',
    /expected width and height/,
    () => randomPuzzles(any({ width: 5 })),
  ],
  'random puzzles of nothing': [
    'NM_ARGUMENT_INVALID',
    /expected an object of options/,
    () => randomPuzzles(any(undefined)),
  ],
  'every grid of 36 cells': [
    'NM_ARGUMENT_INVALID',
    /at most 30 cells, got 36/,
    () => everyGrid({ width: 6, height: 6 }),
  ],
};

for (const [title, [code, message, call]] of Object.entries(CASES)) {
  test(`${title} is an error of the library, with a code`, () => {
    assert.throws(call, (error) => {
      assert.ok(error instanceof NonomillError, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('no value in any place ends in an error that is not the library’s', () => {
  const plain = [undefined, null, 0, NaN, '', 'x', true, [], {}, [[]]];
  const odd: unknown[] = [...plain, () => 1, 1n, Symbol('a')];
  const places: ((value: never) => unknown)[] = [
    (value) => solve(value),
    (value) => solve({ ...CROSS, rows: value }),
    (value) => solve({ ...CROSS, palette: value, start: value }),
    (value) => solve(CROSS, value),
    (value) => solve(CROSS, { guessDepth: value, memoryMiB: value }),
    (value) => steps(value),
    (value) => library.rate(value),
    (value) => library.check(CROSS, value),
    (value) => library.hint(CROSS, '?????????', value),
    (value) => library.fix(CROSS, { keep: value, for: value }),
    (value) => library.fix(CROSS, { goal: value, maxChanges: value }),
    (value) => readPuzzles(value),
    (value) => readPuzzles('', value),
    (value) => writePuzzle(CROSS, value),
    (value) => writePuzzle(CROSS, 'json', value),
    (value) => writePuzzle(CROSS, 'json', { goal: value }),
    (value) => randomPuzzles(value),
    (value) => everyGrid({ width: value, height: value }),
  ];
  for (const [i, place] of places.entries()) {
    for (const value of odd) {
      try {
        place(any(value));
      } catch (error) {
        assert.ok(error instanceof NonomillError, `place ${i}, ${String(value)}: ${String(error)}`);
      }
    }
  }
});
