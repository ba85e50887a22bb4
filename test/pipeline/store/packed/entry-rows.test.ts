import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { BuiltPiece } from '../../../../src/pipeline/corpus/reader/piece-builder.js';
import type { PackedBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { PIECE_ENTRIES, puzzleIdOf } from '../../../../src/pipeline/record/puzzle-id.js';
import { rowsOf } from '../../../../src/pipeline/store/packed/entry-rows.js';
import { packPicture } from '../../../../src/pipeline/store/packed/packed-picture.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { cluesToJson } from '../../../../src/solver/core/puzzle/clues-json.js';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import { blockLength, type Cells } from '../../../../src/solver/core/puzzle/types.js';
import { STATUSES } from '../../../../src/solver/core/result/outcome.js';
import { SOLVED_COLUMNS } from '../../../../src/solver/core/result/result-columns.js';
import { partsOf, resultOf as resultFrom } from '../../../../src/solver/core/result/result.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import type { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { labelledBatch } from '../../../support/batch-entries.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';
import { begunRun, distinctResult, resultOf } from '../../../support/store-samples.js';
import { holds } from '../../../support/property.js';

const word = fc.oneof(fc.string({ maxLength: 9 }), fc.string({ unit: 'grapheme', maxLength: 9 }));
const side = fc.integer({ min: 1, max: 9 });

const entries = fc.array(
  fc.record({ width: side, height: side, colours: fc.constantFrom(1, 3) }).chain((size) => {
    const length = size.width * size.height;
    const cells = (max: number): fc.Arbitrary<Cells> =>
      fc.uint8Array({ minLength: length, maxLength: length, max });
    return fc.record({
      size: fc.constant(size),
      picture: cells(size.colours),
      start: fc.option(cells(1).map((some) => some.map((cell) => (cell === 0 ? 255 : 1)))),
      goal: fc.option(cells(size.colours)),
      name: fc.option(word),
      title: fc.option(word),
      status: fc.constantFrom(...STATUSES),
    });
  }),
  { minLength: 1, maxLength: 5 },
);

const PALETTE = ['#ffffff', '#ff0000', '#00ff00', '#0000ff'];

function writing(t: TestContext): { store: Store; writer: RunWriter; sourceId: number } {
  const { store, writer } = begunRun(t);
  const source = { path: 'ä.csv', sha256: 'a', format: 'csv', bytes: 1 };
  return { store, writer, sourceId: writer.addSources([source])[0].sourceId };
}

/** Some have one, and each its own. */
function labelFor(title: string | null): string | null {
  return title === null ? null : `${title}, hard`;
}

test('the rows of a batch say of each puzzle and its result what is known of them', (t) => {
  const { store, writer, sourceId } = writing(t);
  let next = 0;
  holds(100, [entries, fc.nat(3)], (found, gap) => {
    const puzzles = found.map(({ size, picture, start, goal, ...entry }) => {
      const { width, height, colours } = size;
      const text = (cells: Cells | null): string | null =>
        cells && cellsToText(cells, width, height, colours);
      const pictures = { solution: text(picture), secondSolution: text(goal) };
      return {
        ...entry,
        ordinal: (next += 1 + gap),
        goal,
        text,
        puzzle: {
          ...puzzleOfPicture(picture, width, height, colours),
          start,
          palette: colours === 1 ? null : PALETTE,
        },
        result: resultOf({ status: entry.status, ...pictures }),
      };
    });
    const batch = labelledBatch(
      puzzles.map(({ ordinal, puzzle, goal, name, title }) => [
        pack(puzzle),
        { ordinal, name, title, label: labelFor(title), palette: puzzle.palette, goal },
      ]),
    );
    const results = puzzles.map(({ result }) => result);
    const piece = pieceOf(batch, puzzles.length);
    const { read } = writer.meet(sourceId, piece);
    const { pieceId } = read;
    const share = { pieceId, puzzles: puzzles.length, path: 'ä.csv', firstEntry: 0 };
    const rows = rowsOf(batch, results, writer.placeOf([share]));
    const byStatus = STATUSES.map((one) => puzzles.filter(({ status }) => status === one).length);
    assert.deepEqual([rows.count, rows.byStatus], [puzzles.length, byStatus]);
    writer.writeAll([{ pieces: [read], rows: [rows] }]);
    const select = (table: string): Record<string, unknown>[] =>
      store.db
        .prepare<[number, number], Record<string, unknown>>(
          `SELECT * FROM ${table} WHERE puzzle_id BETWEEN ? AND ?`,
        )
        .all(puzzleIdOf(pieceId, 0), puzzleIdOf(pieceId + 1, 0) - 1);
    const stored = select('puzzles');
    for (const [i, { ordinal, name, title, puzzle, goal, text }] of puzzles.entries()) {
      const { shape, ...others } = stored[i];
      assert.match(String(shape), /^[0-9a-f]{16}$/);
      assert.deepEqual(others, {
        puzzle_id: puzzleIdOf(pieceId, ordinal),
        title,
        label: labelFor(title),
        name,
        width: puzzle.width,
        height: puzzle.height,
        colours: puzzle.colours,
        palette: puzzle.palette?.join(' ') ?? null,
        clues: cluesToJson(puzzle.rows, puzzle.columns, puzzle.colours),
        start: text(puzzle.start),
        goal: text(goal),
        fingerprint: fingerprint(pack(puzzle), 0, puzzle.palette),
        filled: puzzle.rows.flat().reduce((sum, block) => sum + blockLength(block), 0),
      });
    }
    const written = select('result_rows');
    for (const [i, { puzzle, goal, result }] of puzzles.entries()) {
      const { status, solution, secondSolution } = result;
      const packed = [solution, secondSolution].map((one) => one && packedForm(one));
      const fits = goal === null ? null : Number(checkSolution(puzzle, goal) === null);
      const row = written[i];
      const shown = [row.status, row.solution, row.second_solution, row.goal_matches, row.attempts];
      assert.deepEqual(shown, [status, ...packed, fits, 1]);
      assert.equal(row.limit_ms, 10_000);
    }
  });
  assert.equal(store.db.pragma('integrity_check', { simple: true }), 'ok');
});

let pieces = 0;

/** A piece of these puzzles, which is another one each time. */
function pieceOf(packed: PackedBatch, puzzles: number): BuiltPiece {
  const sha256 = new Uint8Array(createHash('sha256').update(String(pieces++)).digest());
  const entries = PIECE_ENTRIES;
  return { sha256, packed, puzzles, entries, rejects: [], firstEntry: 0, firstLine: null };
}

/** A picture as SQLite returns it packed. */
function packedForm(picture: string): string | Buffer {
  const packed = packPicture(picture);
  return typeof packed === 'string' ? packed : Buffer.from(packed);
}

test('every column of a result gets its own value', (t) => {
  const { store, writer, sourceId } = writing(t);
  const puzzle = pack(puzzleOfPicture(Uint8Array.of(1, 1, 1, 0), 2, 2, 1));
  const label = { ordinal: 0, name: null, title: null, palette: null, goal: null };
  const result = distinctResult();
  assert.deepEqual(resultFrom(partsOf(result), { width: 2, height: 2, colours: 1 }), result);
  const batch = labelledBatch([[puzzle, label]]);
  const { read } = writer.meet(sourceId, pieceOf(batch, 1));
  const share = { pieceId: read.pieceId, puzzles: 1, path: 'ä.csv', firstEntry: 0 };
  const rows = rowsOf(batch, [result], writer.placeOf([share]));
  writer.writeAll([{ pieces: [read], rows: [rows] }]);
  const row = store.db.prepare('SELECT * FROM results').get() as Record<string, unknown>;
  for (const { name, field, kind } of SOLVED_COLUMNS) {
    const value = result[field as keyof typeof result];
    const expected =
      kind.is === 'time'
        ? new Date(value as number).toISOString()
        : kind.is === 'flag'
          ? Number(value)
          : value;
    assert.equal(row[name], expected, name);
  }
});
