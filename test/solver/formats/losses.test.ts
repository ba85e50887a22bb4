import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type Format,
  losses,
  type NamedPuzzle,
} from '../../../src/solver/formats/contract/format.js';
import { FORMATS, canRead, formatByName } from '../../../src/solver/formats/registry.js';
import { drawnPuzzles } from '../../support/drawn-puzzles.js';
import { readText } from './read-text.js';
import { depth, eachOf } from '../../support/tests.js';
import { puzzleOfClues } from '../../support/random-puzzle.js';
import { holds } from '../../support/property.js';

const TWO_WAY = FORMATS.filter((format) => format.write !== null && canRead(format));

const label = fc.option(
  fc.oneof(
    fc.constantFrom('a"b', 'x & <y>', 'c;d,e', "it's", 'ä €', '[1]', '#1', '$5', 'a  b', '12'),
    fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }),
  ),
);

const named: fc.Arbitrary<NamedPuzzle> = fc
  .record({ drawn: drawnPuzzles(6, 3), name: label, title: label, hasGoal: fc.boolean() })
  .map(({ drawn: { puzzle, picture }, name, title, hasGoal }) => ({
    name,
    title,
    puzzle,
    goal: hasGoal ? picture : null,
  }));

/** A puzzle that every format holds: few random ones are square, without a start, and so on. */
const PLAIN: NamedPuzzle = {
  name: 'a',
  title: null,
  puzzle: puzzleOfClues(new Array<number[]>(5).fill([5]), new Array<number[]>(5).fill([5])),
  goal: new Uint8Array(25).fill(1),
};

function written(puzzle: NamedPuzzle, format: Format): NamedPuzzle {
  const text = [...format.write!([puzzle])].join('');
  const found = readText(format.name, text);
  assert.equal(found.length, 1, text);
  const [{ name, title, puzzle: read, goal, reason }] = found;
  assert.equal(reason, null, text);
  return { name, title, puzzle: read!, goal };
}

/** Without what only looks different. */
function essence({ puzzle }: NamedPuzzle): unknown {
  const { palette, ...rest } = puzzle;
  return { ...rest, palette: puzzle.colours > 1 ? palette : null };
}

describe('A puzzle that is converted there and back is the same', () => {
  for (const there of TWO_WAY) {
    test(`from ${there.name} to every other format`, () => {
      let kept = 0;
      fc.assert(
        fc.property(named, (original) => {
          if (losses(original, there).errors.length > 0) return;
          const first = written(original, there);
          assert.deepEqual(essence(first), essence(original));
          for (const back of TWO_WAY) {
            if (losses(first, back).errors.length > 0) continue;
            kept++;
            assert.deepEqual(essence(written(first, back)), essence(original), back.name);
          }
        }),
        {
          examples: [[PLAIN]],
          numRuns: (there.name === 'tournament' || there.pictureOnly ? 5 : 1) * depth(30, 120),
        },
      );
      assert.ok(kept > 0, `only ${kept} conversions`);
    });
  }
});

describe('What a format says that it holds comes back', () => {
  const clean = (text: string | null): string | null =>
    text === null ? null : text.replace(/\s+/g, ' ').trim() || null;

  for (const format of TWO_WAY) {
    test(`from ${format.name}`, () => {
      holds(100, [named], (original) => {
        const { errors, warnings } = losses(original, format);
        if (errors.length > 0) return;
        const read = written(original, format);
        if (!warnings.some((warning) => /goal/.test(warning)))
          assert.deepEqual(read.goal, original.goal);
        if (!warnings.some((warning) => /palette/.test(warning)) && format.holds.has('colour')) {
          assert.deepEqual(read.puzzle.palette ?? null, original.puzzle.palette ?? null);
        }
        // Formats of lines change white space and what would be read as a sign of their own.
        if (
          format.holds.has('title') &&
          ['csv', 'json', 'ndjson', 'non', 'webpbn'].includes(format.name)
        ) {
          assert.equal(clean(read.title), clean(original.title));
          assert.equal(clean(read.name), clean(original.name));
        }
      });
    });
  }
});

describe('A puzzle that a format cannot hold', () => {
  const coloured: NamedPuzzle = {
    name: 'n',
    title: 't',
    puzzle: {
      width: 2,
      height: 1,
      rows: [[1, 0x10001]],
      columns: [[1], [0x10001]],
      colours: 2,
      palette: ['#ffffff', '#000000', '#ff0000'],
      start: Uint8Array.of(1, 255),
    },
    goal: Uint8Array.of(1, 2),
  };
  const plain: NamedPuzzle = {
    ...coloured,
    puzzle: {
      ...coloured.puzzle,
      rows: [[2]],
      columns: [[1], [1]],
      colours: 1,
      palette: null,
      start: null,
    },
    goal: null,
  };

  test('is an error that names colours, start position and shape', () => {
    assert.deepEqual(losses(coloured, formatByName('nin')!).errors, [
      'nin holds no colours, and the puzzle has 2',
      'nin holds no start position, and the puzzle has one',
    ]);
    assert.deepEqual(losses(plain, formatByName('tournament')!).errors, [
      'tournament holds square puzzles only, and this one is 2x1',
    ]);
    assert.deepEqual(losses(plain, formatByName('pbm')!).errors, [
      'pbm holds only a picture, and this puzzle has none: solve it first',
    ]);
  });

  test('is a warning where only names, titles, pictures or the palette are lost', () => {
    const goal = { ...plain, goal: Uint8Array.of(1, 1) };
    assert.deepEqual(losses(goal, formatByName('mk')!), {
      errors: [],
      warnings: ['mk holds no name', 'mk holds no title', 'mk holds no goal picture'],
    });
    const red = { ...plain, puzzle: { ...plain.puzzle, palette: ['#ffffff', '#ff0000'] } };
    assert.match(losses(red, formatByName('csv')!).warnings.join(), /becomes black on white/);
  });

  test('is not a matter for a format that holds everything', () => {
    for (const name of ['json', 'ndjson', 'non', 'webpbn']) {
      assert.deepEqual(losses(coloured, formatByName(name)!), { errors: [], warnings: [] });
    }
  });
});

test('a format with one puzzle to a file refuses to write several', () => {
  const puzzle = puzzleOfClues([[1]], [[1]]);
  const two: NamedPuzzle[] = [1, 2].map(() => ({
    name: null,
    title: null,
    puzzle,
    goal: Uint8Array.of(1),
  }));
  for (const format of FORMATS) {
    if (format.write === null) continue;
    const write = (): string => [...format.write!(two)].join('');
    if (format.holds.has('many'))
      assert.equal(canRead(format) ? readText(format.name, write()).length : 2, 2);
    else assert.throws(write, /one puzzle/);
  }
});

test('formats of many puzzles are written as they come, unless their number comes first', () => {
  const held = FORMATS.filter(
    ({ write, holds, sequence }) => write !== null && holds.has('many') && sequence === undefined,
  );
  assert.deepEqual(eachOf(held, 'name'), ['spoj']);
});
