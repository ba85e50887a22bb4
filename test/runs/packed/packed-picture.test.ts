import assert from 'node:assert/strict';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import {
  packPicture,
  unpackPicture,
  unpackedSql,
} from '../../../src/runs/packed/packed-picture.js';

test('pictures of any width and colours come back as they were packed', (t) => {
  const db = new SqliteDatabase(':memory:');
  t.after(() => db.close());
  const unpack = db
    .prepare<[string], string>(`SELECT ${unpackedSql('cells')} FROM (SELECT ? AS cells)`)
    .pluck();
  const cells = fc.string({ unit: fc.constantFrom(...Array.from('..##?19av')), maxLength: 23 });
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (rows) => {
      const text = rows.join('/');
      assert.equal(unpack.get(packPicture(text)), text);
      assert.equal(unpackPicture(packPicture(text)), text);
      assert.equal(unpackPicture(text), text);
    }),
  );
});

test('four cells of a row are a letter, and so are its last three', () => {
  assert.equal(packPicture('....####/.......#'), 'AP/AB');
  assert.equal(packPicture('###/...'), 'X/Q');
  assert.equal(packPicture('#####/.....'), 'P#/A.');
  assert.equal(packPicture('##1#.##./####..'), '##1#G/P..');
});

test('what is no picture stays what it is', () => {
  assert.equal(packPicture('\u{1f642}'), '\u{1f642}');
  assert.equal(packPicture(''), '');
});
