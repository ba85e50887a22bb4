import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quantileAt } from '../../../src/pipeline/record/figures.js';
import {
  NumberList,
  PackedReader,
  PackedWriter,
  TopList,
} from '../../../src/pipeline/store/number-lists.js';
import { assertEach, depth } from '../../support/tests.js';
import { holds } from '../../support/property.js';

test('a quantile is between two values by how near their ranks are, so that a median is the mean of the middle two', () => {
  const list = new NumberList();
  for (let i = 5000; i > 0; i--) list.push(i);
  assertEach(
    [0, 0.0002, 0.5, 0.95, 0.9999, 1],
    (q) => Number(quantileOf(list, q)!.toFixed(9)),
    [1, 1.9998, 2500.5, 4750.05, 4999.5001, 5000],
  );
  assert.equal(quantileOf(new NumberList(), 0.5), null);
});

function quantileOf(list: NumberList, q: number): number | null {
  return quantileAt(list.length, q, (rank) => list.at(rank)!);
}

function packedOf(numbers: Float64Array): PackedReader {
  const writer = new PackedWriter();
  writer.numbers(numbers);
  return new PackedReader(structuredClone(writer.take()));
}

function listOf(...numbers: readonly number[]): NumberList {
  const list = new NumberList();
  for (const number of numbers) list.push(number);
  return list;
}

test('lists of two threads become one', () => {
  const one = listOf(5, 1, 3);
  one.addPacked(packedOf(listOf(4, 1, 2, 9).sorted()));
  assert.deepEqual([...one.sorted()], [1, 1, 2, 3, 4, 5, 9]);
});

test('numbers that are counted are those that were added, however many come at once and however often it is asked', () => {
  const some = fc.array(fc.constantFrom(0, 0.1, 0.25, 3, 7.7), { maxLength: 40 });
  holds(depth(15, 60), [fc.array(some), some, fc.nat({ max: 3 })], (parts, asked, more) => {
    const [list, all]: [NumberList, number[]] = [new NumberList(), []];
    for (const part of [...parts, ...Array.from({ length: more }, () => MANY)]) {
      if (part.length % 2 === 0) list.addPacked(packedOf(Float64Array.from(part).sort()));
      else for (const number of part) list.push(number);
      all.push(...part);
      if (part.length % 3 === 0) list.sum();
    }
    all.sort((one, other) => one - other);
    const whole = NumberList.of([list, new NumberList(), list]);
    assert.deepEqual([list.length, whole.length], [all.length, 2 * all.length]);
    assert.deepEqual(list.sorted(), Float64Array.from(all));
    assert.deepEqual([list.at(0), list.at(all.length - 1)], [all.at(0), all.at(-1)]);
    assert.equal(list.at(all.length), undefined);
    for (const rank of asked.map((one) => Math.floor((all.length * one) / 8))) {
      assert.deepEqual([list.at(rank), whole.at(2 * rank + 1)], [all[rank], all[rank]]);
      if (all.length === 0) continue;
      assert.equal(NumberList.at([list, new NumberList(), list], 2 * rank), all[rank]);
    }
    for (const value of asked)
      assert.equal(list.below(value), all.filter((one) => one < value).length);
    assert.ok(Math.abs(list.sum() - all.reduce((sum, one) => sum + one, 0)) < 1e-6);
  });
});

/** More than wait before they are counted. */
const MANY = Array.from({ length: 70_000 }, (_, i) => (i % 977) / 100);

test('a top list keeps the highest ranks, and of equal ones the lower ids, in whatever order they come', () => {
  const ranks = [1, 5, 5, 2, 5, 9];
  const orders = [
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
    [4, 2, 5, 0, 1, 3],
  ];
  for (const order of orders) {
    const top = new TopList(3);
    for (const id of order) top.add(ranks[id], id);
    assert.deepEqual(top.entries(), [
      [9, 5],
      [5, 1],
      [5, 2],
    ]);
  }
});

test('numbers and texts are read from the bytes that they were packed in, to the last bit', () => {
  const numbers = fc.oneof(
    fc.array(fc.nat({ max: 2 ** 31 - 1 })),
    fc.array(fc.nat({ max: 10 ** 9 }).map((ns) => ns / 1e6)),
    fc.array(fc.nat({ max: 10_000 }).map((score) => score / 100)),
    fc.array(fc.double({ noNaN: true, min: 0 })),
  );
  holds(100, [fc.string({ unit: 'grapheme' }), numbers], (text, list) => {
    const ascending = Float64Array.from(list).sort();
    const writer = new PackedWriter();
    writer.text(text);
    writer.numbers(ascending);
    writer.text('end');
    const reader = new PackedReader(writer.take());
    assert.equal(reader.text(), text);
    assert.deepEqual(reader.numbers(), ascending);
    assert.equal(reader.text(), 'end');
  });
});
