import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldsOfObject, type Fields } from '../../../../src/solver/formats/json/json-fields.js';
import { PlainJson } from '../../../../src/solver/formats/json/plain-json.js';
import { depth } from '../../../support/depth.js';

/** What the general way makes of a text, or null if that is not an object. */
function general(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? fieldsOfObject(value) : null;
  } catch {
    return null;
  }
}

const plainValue = fc.oneof(
  fc.array(fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { maxLength: 4 }), {
    maxLength: 4,
  }),
  fc.nat(),
  fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  fc.string({ maxLength: 20 }),
);
const otherValue = fc.oneof(
  fc.constantFrom(null, true, -1, 1.5, 1e21, -0, [1, [2]], [[[1]]], [['2']], { rows: [[1]] }),
  fc.jsonValue({ maxDepth: 3 }),
);
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('id', 'width', 'height', 'rows', 'columns', 'title') },
  fc.constantFrom('row_clues', 'cols', 'left', 'name', 'goal', 'grid', '__proto__', 'x', '1'),
  fc.string({ maxLength: 5 }),
);
const object = fc
  .array(fc.tuple(key, fc.oneof({ weight: 15, arbitrary: plainValue }, otherValue)), {
    maxLength: 7,
  })
  .chain((fields) =>
    fc.constantFrom(['', ''], [' ', ''], ['', ' '], ['\n\t', ' \r\n']).map(([before, behind]) => {
      const gap = (sign: string): string => before + sign + behind;
      const texts = fields.map(([k, v]) => JSON.stringify(k) + gap(':') + JSON.stringify(v));
      return gap('{') + texts.join(gap(',')) + gap('}');
    }),
  );
/** A text with one character changed, dropped or put in, which mostly breaks it. */
const damaged = fc
  .tuple(object, fc.nat(), fc.constantFrom('', '0', '-', '"', '\\', ',', '[', ']', '}', ' ', '\n'))
  .chain(([text, place, by]) =>
    fc.constantFrom(0, 1).map((cut) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + by + text.slice(at + cut);
    }),
  );

test('what is read as plain is what the general way reads, for whole and damaged objects', () => {
  const reader = new PlainJson();
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(object, damaged), (text) => {
      const found = reader.fields(text);
      if (found === null) return;
      plain++;
      assert.deepEqual(found, general(text));
    }),
    { numRuns: depth(3000, 4000) },
  );
  assert.ok(plain > depth(225, 300), `only ${plain} texts were plain`);
});

test('puzzles as they are usually written are plain, with blanks and without', () => {
  const reader = new PlainJson();
  const puzzle = {
    id: 'a rather long name',
    width: 2,
    height: 2,
    rows: [[1], []],
    cols: [[], [1]],
    density: 0.4713,
  };
  for (const text of [
    JSON.stringify(puzzle),
    JSON.stringify(puzzle, null, 2),
    JSON.stringify(puzzle).replaceAll(',', ', ').replaceAll(':', ': '),
  ]) {
    assert.deepEqual(reader.fields(text), fieldsOfObject(puzzle));
  }
});

test('what is not plain is left to the general way', () => {
  const reader = new PlainJson();
  for (const text of [
    '{"rows":[[1]],"rows":[[2]]}',
    '{"rows":[[1]],"Rows":3}',
    '{"rows":[[01]]}',
    '{"density":0.}',
    '{"density":.5}',
    '{"rows":[[1.0]]}',
    '{"rows":[[1e2]]}',
    '{"rows":[[1,]]}',
    '{"rows":[[1],]}',
    '{"rows":[[1]],}',
    '{"rows":[[1]]}}',
    '{"rows":[[1]]',
    '{"title":"a\\u0041"}',
    '{"title":"a\nb"}',
    '{"goal":[[true]]}',
    '{}',
    '[]',
    '',
  ]) {
    assert.equal(reader.fields(text), null, text);
  }
});

test('a key that is too long to be kept leaves the fields after it as they are', () => {
  const reader = new PlainJson();
  for (const length of [97, 98, 99, 500]) {
    const text = `{"${'k'.repeat(length)}":1,"rows":[[1]],"columns":[[1]]}`;
    const fields = fieldsOfObject(JSON.parse(text) as object);
    assert.deepEqual([reader.fields(text), reader.fields(text)], [fields, fields], `${length}`);
  }
});
