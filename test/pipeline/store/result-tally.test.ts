import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { NEEDS } from '../../../src/solver/core/result/difficulty.js';
import { STATUSES, TECHNIQUES } from '../../../src/solver/core/result/outcome.js';
import { CROSS_CHECKS } from '../../../src/solver/core/result/result-columns.js';
import {
  numberOfKind,
  addShapesIn,
  countsIn,
  takenOverKind,
  ResultTally,
  ShapeKeys,
  type CountedResult,
} from '../../../src/pipeline/store/result-tally.js';
import { puzzleIdOf } from '../../../src/pipeline/record/puzzle-id.js';
import { depth } from '../../support/tests.js';
import { figuresIn } from '../../support/tally-figures.js';
import { holds } from '../../support/property.js';

const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const KIND = fc.record({
  status: oneOf(STATUSES),
  technique: oneOf([null, ...TECHNIQUES]),
  needs: oneOf([null, ...NEEDS]),
  crossCheck: oneOf([null, ...CROSS_CHECKS]),
  goalFit: oneOf([null, 'fits', 'wrong'] as const),
  startFit: oneOf([null, 'fits', 'wrong', 'open'] as const),
  isProven: fc.boolean(),
  isReused: fc.boolean(),
  isBound: fc.boolean(),
  isFirstTry: fc.boolean(),
});

/** Few different values, so that many ranks are equal. */
const RESULT = fc.record({
  width: fc.integer({ min: 1, max: 3 }),
  height: fc.integer({ min: 1, max: 2 }),
  filled: fc.integer({ min: 0, max: 7 }),
  shape: fc.integer({ min: 0, max: 3 }).map((n) => n.toString(16).repeat(16)),
  kind: KIND.map(numberOfKind),
  depth: oneOf([null, 0, 1, 2]),
  depthMin: oneOf([null, 0, 1, 2]),
  ms: oneOf([0, 0.1, 0.2, 0.3, 7.7]),
  limitMs: oneOf([null, 5, 0.1]),
  score: oneOf([null, 0.1, 0.7, 3]),
  stars: oneOf([null, 1, 5]),
  wentWrong: oneOf([false, true]),
});

type ShapedResult = CountedResult & { readonly shape: string };

function tallyOf(results: readonly ShapedResult[]): ResultTally {
  const tally = new ResultTally();
  for (const result of results) {
    tally.shapes.add(result.puzzleId, result.shape);
    tally.add(result);
  }
  return tally;
}

test('the number of a kind says which kind it is', () => {
  holds(depth(80, 5000), [RESULT, KIND], (result, kind) => {
    const tally = tallyOf([{ ...result, puzzleId: 0, kind: numberOfKind(kind) }]);
    const count = tally.count((counted) => isDeepStrictEqual(counted, { ...kind }));
    assert.equal(count, 1);
  });
});

test('parts of a run that are counted in threads, and merged in any order, have the figures of the whole', () => {
  const parts = fc.array(fc.array(RESULT, { maxLength: 12 }), { maxLength: 8 });
  holds(depth(100, 3000), [parts, fc.infiniteStream(fc.nat())], (lists, order) => {
    let puzzleId = 0;
    const numbered = lists.map((list) =>
      list.map((result): ShapedResult => ({ ...result, puzzleId: puzzleIdOf(3, puzzleId++) })),
    );
    const [piece, merged] = [new ResultTally(), new ResultTally()];
    const shuffled = numbered
      .map((part) => ({ part, at: order.next().value as number }))
      .sort((one, other) => one.at - other.at);
    for (const { part } of shuffled)
      piece.absorbBytes(structuredClone(tallyOf(part).toBytes()), 3, false);
    merged.absorbBytes(piece.toBytes(), 3, false);
    assert.deepEqual(figuresIn(merged), figuresIn(tallyOf(numbered.flat())));
  });
});

test('equal puzzles are named in the order of their pieces, and those of a piece by their places', () => {
  const pieces = fc.uniqueArray(fc.tuple(fc.nat(), fc.uniqueArray(fc.nat(7), { minLength: 1 })), {
    minLength: 1,
    selector: ([piece]) => piece % 1000,
  });
  holds(depth(100, 5000), [pieces], (all) => {
    const shape = 'ab'.repeat(8);
    const shapes = new ShapeKeys();
    const expected = all.flatMap(([piece, places]) => {
      const part = new ResultTally();
      for (const place of places) part.shapes.add(puzzleIdOf(piece % 1000, place), shape);
      assert.ok(addShapesIn(part.toBytes(), piece % 1000, shapes));
      return places.toSorted((a, b) => a - b).map((place) => puzzleIdOf(piece % 1000, place));
    });
    const { first } = shapes.repeated({ groups: 1, members: 99 });
    const count = expected.length;
    assert.deepEqual(first, count < 2 ? [] : [{ shape, count, first: expected }]);
  });
});

test('what was counted of a piece is read from its bytes, as its own or as taken over', () => {
  holds(depth(100, 3000), [fc.array(RESULT, { maxLength: 30 }), fc.nat(9)], (list, pieceId) => {
    const numbered = list.map((result, i): ShapedResult => {
      return { ...result, puzzleId: puzzleIdOf(pieceId, i) };
    });
    const bytes = tallyOf(numbered).toBytes();
    const read = new ResultTally();
    assert.ok(read.absorbBytes(bytes, pieceId, false));
    assert.deepEqual(figuresIn(read), figuresIn(tallyOf(numbered)));
    const few = countsIn(list.length === 0 ? bytes : bytes.subarray(0, endOfHead(bytes)));
    const found = [...read.byStatus].filter(([, count]) => count > 0).sort();
    assert.deepEqual(found, [...few!.byStatus].sort());
    const taken = new ResultTally();
    assert.ok(taken.absorbBytes(bytes, pieceId, true));
    const reused = numbered.map((one) => ({ ...one, kind: takenOverKind(one.kind) }));
    assert.deepEqual(figuresIn(taken), figuresIn(tallyOf(reused)));
    assert.equal(new ResultTally().absorbBytes(Buffer.from('damage'), pieceId, false), false);
  });
});

function endOfHead(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf(']]]') + 3;
}
