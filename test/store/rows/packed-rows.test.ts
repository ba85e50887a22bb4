import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { packColumns } from '../../../src/packed/packed-columns.js';
import { packResults } from '../../../src/pool/result-objects.js';
import { emptyColumns, type PuzzleColumns } from '../../../src/puzzle/puzzle-columns.js';
import type { Kind } from '../../../src/result/column.js';
import { RESULT_COLUMN_LIST, isSolved } from '../../../src/result/result-columns.js';
import { resultWith, type PuzzleResult } from '../../../src/result/result.js';
import type { SourceEntries } from '../../../src/store/write/entry-writer.js';
import { RunWriter } from '../../../src/store/write/run-writer.js';
import { NEW_RUN, temporaryStore } from '../../support/store-samples.js';

/** From so many on, rows are staged. */
const PUZZLES = 300;

const picture = fc
  .array(fc.constantFrom(...Array.from('#.#.#./12v')), { maxLength: 40 })
  .map((cells) => cells.join(''));

function hex(digits: number): fc.Arbitrary<string> {
  return fc
    .array(fc.nat(15), { minLength: digits, maxLength: digits })
    .map((values) => values.map((value) => value.toString(16)).join(''));
}

const word = fc.oneof(fc.string({ maxLength: 9 }), fc.string({ unit: 'grapheme', maxLength: 9 }));

const puzzle = fc.record({
  names: fc.option(word),
  titles: fc.option(word),
  widths: fc.nat(400),
  heights: fc.nat(400),
  colours: fc.nat(30),
  palettes: fc.option(fc.constant('#ffffff #000000')),
  filled: fc.nat(40_000),
  clues: fc.constantFrom(
    '{"rows":[[1,2],[]],"columns":[[3]]}',
    '{"rows":[[{"n":1,"c":1}]],"columns":[[{"n":1,"c":1}]]}',
  ),
  starts: fc.option(picture),
  goals: fc.option(picture),
  goalMatches: fc.option(fc.boolean()),
  fingerprints: hex(32),
  shapes: hex(16),
});

function valueOf(kind: Kind): fc.Arbitrary<string | number | boolean> {
  switch (kind.is) {
    case 'count':
      return fc.oneof(fc.nat(9), fc.nat(70_000)).map((n) => Math.min(kind.least + n, kind.most));
    case 'real':
      return fc.oneof(fc.nat(5), fc.double({ min: 0, max: Math.min(kind.most, 1e6), noNaN: true }));
    case 'flag':
      return fc.boolean();
    case 'time':
      return fc.double({ min: 1e12, max: 2e12, noNaN: true });
    case 'choice':
      return fc.constantFrom(...kind.choices);
    case 'decimal':
      return fc.oneof(fc.nat(12).map(String), fc.constant('123456789012345678901234567890'));
    case 'text':
      return word;
    case 'cells':
      return picture;
  }
}

const result: fc.Arbitrary<PuzzleResult> = fc
  .record(
    Object.fromEntries(
      RESULT_COLUMN_LIST.filter(isSolved).map(({ field, kind, isNull }) => {
        const value = valueOf(kind);
        if (field === 'error') return [field, fc.option(value, { freq: 1 })];
        return [field, isNull === undefined ? value : fc.option(value)];
      }),
    ),
  )
  .map((fields) => resultWith(fields as Parameters<typeof resultWith>[0]));

function columnsOf(rows: readonly object[]): PuzzleColumns {
  const columns = emptyColumns();
  for (const [i, row] of rows.entries()) {
    columns.ordinals.push(2 * i);
    for (const [name, value] of Object.entries(row)) {
      (columns[name as keyof PuzzleColumns] as unknown[]).push(value);
    }
  }
  return columns;
}

/** The rows, byte by byte, that a database has after these entries were written. */
function rowsAfter(
  t: TestContext,
  entriesOf: (sourceId: number) => SourceEntries,
): readonly unknown[] {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const source = { path: 'ä.csv', sha256: 'a', format: 'csv', bytes: 1 };
  const { sourceId } = writer.addSource({ ...source, label: source.path });
  writer.writeAll([entriesOf(sourceId)]);
  const rows = ['puzzles', 'result_rows'].map((table) =>
    store.db.prepare(`SELECT * FROM ${table}`).raw().all(),
  );
  store.close();
  return rows;
}

test('rows made of packed puzzles and results are those made of their values', (t) => {
  const many = fc.array(fc.tuple(puzzle, result), { minLength: PUZZLES, maxLength: PUZZLES });
  fc.assert(
    fc.property(many, fc.nat(5), (entries, first) => {
      const columns = columnsOf(entries.map(([one]) => one));
      const results = entries.slice(first).map(([, found]) => found);
      const rest = columnsOf(entries.map(([one]) => one));
      for (const column of Object.values(rest) as unknown[][]) column.splice(0, first);
      const byValue = rowsAfter(t, (sourceId) => ({
        ...{ sourceId, columns: rest, results, rejects: [] },
      }));
      const packed = rowsAfter(t, (sourceId) => ({
        ...{ sourceId, columns: rest, results, rejects: [] },
        packed: { columns: packColumns(columns), first, results: packResults(results) },
      }));
      assert.deepEqual(packed, byValue);
    }),
    { numRuns: 8 },
  );
});
