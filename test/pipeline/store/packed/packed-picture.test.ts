import assert from 'node:assert/strict';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { readCells } from '../../../../src/solver/core/puzzle/text.js';
import {
  packPicture,
  readPacked,
  unpackPicture,
  unpackedSql,
} from '../../../../src/pipeline/store/packed/packed-picture.js';
import { holds } from '../../../support/property.js';

test('pictures of any width and colours come back as they were packed', (t) => {
  const db = new SqliteDatabase(':memory:');
  t.after(() => db.close());
  const unpack = db
    .prepare<[string | Uint8Array], string>(
      `SELECT ${unpackedSql('cells')} FROM (SELECT ? AS cells)`,
    )
    .pluck();
  const cells = fc.string({ unit: fc.constantFrom(...Array.from('..##?19av')), maxLength: 23 });
  holds(100, [fc.array(cells, { minLength: 1, maxLength: 5 })], (rows) => {
    const text = rows.join('/');
    assert.equal(unpack.get(packPicture(text)), text);
    assert.equal(unpackPicture(packPicture(text)), text);
    assert.equal(unpackPicture(text), text);
  });
});

test('the cells of a packed picture are those of its text, and what is none of its size is none', () => {
  const cells = fc.string({ unit: fc.constantFrom(...Array.from('..##?1v/x')), maxLength: 40 });
  const size = fc.integer({ min: 1, max: 9 });
  holds(100, [cells, size, size], (text, width, height) => {
    assert.deepEqual(readPacked(packPicture(text), width, height), readCells(text, width, height));
    const rows = Array.from({ length: height }, (_, y) =>
      text
        .replaceAll(/[/x]/g, '')
        .padEnd(width * height, '#')
        .slice(y * width, (y + 1) * width),
    );
    const whole = rows.join('/');
    const found = readPacked(packPicture(whole), width, height);
    assert.deepEqual(found, readCells(whole, width, height));
  });
});

test('two cells in black and white are a digit, and so is the last cell of a row with its end', () => {
  const hex = (text: string): string => Buffer.from(packPicture(text)).toString('hex');
  assert.equal(hex('.#.#./#####/.....'), '114335004f');
  assert.equal(hex('..##/.#../#...'), '03f10f20');
  assert.equal(hex('#'), '5f');
});

test('what is not a picture in black and white stays what it is', () => {
  for (const text of ['##1#.##./####..3', '?#', '##/#', '#//#', '#/', '/']) {
    assert.equal(packPicture(text), text);
  }
  assert.equal(packPicture('\u{1f642}'), '\u{1f642}');
  assert.equal(packPicture(''), '');
});
