import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ordinalsOf, packColumns, unpackColumns } from '../../src/packed/packed-columns.js';
import { emptyColumns, type PuzzleColumns } from '../../src/puzzle/puzzle-columns.js';

const ascii = fc.string({ maxLength: 12 });
const word = fc.oneof(ascii, fc.string({ unit: 'grapheme', maxLength: 12 }));
const hash = fc.uint8Array({ maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const long = fc.nat(9000).map((length) => '1 '.repeat(length));

/** One puzzle, as an element of each column. */
const puzzleWith = (text: fc.Arbitrary<string>): fc.Arbitrary<Row> =>
  fc.record({
    ordinals: fc.nat({ max: 2 ** 32 - 1 }),
    names: fc.option(text),
    titles: fc.option(text),
    widths: fc.nat(1000),
    heights: fc.nat(1000),
    colours: fc.nat(30),
    palettes: fc.option(ascii),
    filled: fc.nat(1_000_000),
    clues: fc.oneof({ weight: 5, arbitrary: ascii }, long),
    starts: fc.option(ascii),
    goals: fc.option(ascii),
    goalMatches: fc.option(fc.boolean()),
    fingerprints: hash,
    shapes: hash,
  });

type Row = { [K in keyof PuzzleColumns]: PuzzleColumns[K][number] };

function columnsOf(rows: readonly Row[]): PuzzleColumns {
  const columns = emptyColumns();
  for (const row of rows) {
    for (const name of Object.keys(row) as (keyof Row)[])
      (columns[name] as unknown[]).push(row[name]);
  }
  return columns;
}

for (const [kind, text] of Object.entries({ 'plain texts': ascii, 'texts of any kind': word })) {
  test(`columns with ${kind} come back as they were, and any part of them`, () => {
    const rows = fc.array(puzzleWith(text), { maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.nat(30), fc.nat(30), (all, one, other) => {
        const packed = packColumns(columnsOf(all));
        assert.deepEqual(unpackColumns(packed), columnsOf(all));
        assert.deepEqual(
          ordinalsOf(packed),
          all.map(({ ordinals }) => ordinals),
        );
        const [first, end] = [one, other].map((i) => Math.min(i, all.length)).sort((a, b) => a - b);
        assert.deepEqual(unpackColumns(packed, first, end), columnsOf(all.slice(first, end)));
      }),
    );
  });
}
