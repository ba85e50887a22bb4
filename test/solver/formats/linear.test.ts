import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Format,
  losses,
  type NamedPuzzle,
} from '../../../src/solver/formats/contract/format.js';
import { FORMATS, canReadText } from '../../../src/solver/formats/registry.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../support/random-puzzle.js';
import { readText } from './read-text.js';
import { deepTest, depth } from '../../support/tests.js';

/** Characters as they come from a file. */
const PIECE = 65536;
const SMALL = depth(1 << 14, 1 << 17);
const GROWTH = 12;

/** Linear time grows by 12, quadratic time by 144; in between there is room for a busy machine. */
const MOST_GROWTH = 24;
/** What begins something in some format, and never ends it. */
const THINGS = [
  ...['1 ', '1\n', '\n', 'a', '[', '"', '0', '<puzzle>', 'P1\n3 3\n010\n111\n010\n', '#x\n1 '],
  '{"rows":[[1]],"columns":[[1]]}\n',
];

/** Milliseconds of the processor that are noise. */
const NOISE_MS = 10;

function picture(side: number): NamedPuzzle {
  const cells = randomPicture(randomNumbers(side), side * side, 0.5);
  return { name: 'p', title: null, puzzle: puzzleOfPicture(cells, side, side), goal: cells };
}

/** A file of about `length` characters: small puzzles, or as large a one as that takes. */
function fileOf(format: Format, length: number, puzzle: (length: number) => NamedPuzzle): string {
  const one = puzzle(length);
  const text = [...format.write!([one])].join('');
  const count = format.holds.has('many') ? Math.max(1, Math.round(length / text.length)) : 1;
  return [...format.write!(Array.from({ length: count }, () => one))].join('');
}

/** Milliseconds of the processor that reading takes. */
function readingMs(format: Format, text: string): number {
  const before = process.cpuUsage();
  readText(format.name, text, PIECE);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Up to eight tries, as what else a machine does can make some slow; what grows with the square of
 * the text is too slow in each.
 */
function assertLinear(format: Format, textOf: (length: number) => string): void {
  const [short, long] = [textOf(SMALL), textOf(SMALL * GROWTH)];
  let small = readingMs(format, short);
  let large = Infinity;
  for (let tries = 0; tries < 8; tries++) {
    large = Math.min(large, readingMs(format, long));
    if (large <= MOST_GROWTH * (small + NOISE_MS)) return;
    small = Math.max(small, readingMs(format, short));
  }
  assert.fail(`${small.toFixed(0)} ms became ${large.toFixed(0)} ms`);
}

describe('Reading takes time in proportion to the text, in', () => {
  for (const format of FORMATS.filter(canReadText)) {
    if (format.write === null || losses(picture(8), format).errors.length > 0) continue;
    deepTest(`${format.name}: many puzzles`, () => {
      assertLinear(format, (length) => fileOf(format, length, () => picture(12)));
    });
    test(`${format.name}: one large puzzle`, () => {
      assertLinear(format, (length) =>
        fileOf(format, length, () => picture(Math.round(Math.sqrt(length / 2)))),
      );
    });
    test(`${format.name}: a puzzle that never ends`, () => {
      const [whole] = format.write!([picture(3)]);
      const half = whole.slice(0, Math.ceil(whole.length / 2));
      for (const more of ['1 ', '\n', '"a"'].slice(0, depth(1, 3)))
        assertLinear(format, (length) => half + more.repeat(length / more.length));
    });
    deepTest(`${format.name}: one thing over and over`, () => {
      for (const thing of THINGS)
        assertLinear(format, (length) => thing.repeat(length / thing.length));
    });
  }
});
