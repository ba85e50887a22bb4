import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Spool, notedState } from '../../../src/lab/gathering/spool.js';
import { temporaryFolder } from '../../support/temporary.js';

function linesOf(spool: Spool): string[] {
  const lines: string[] = [];
  spool.each((line) => lines.push(line.toString()));
  return lines;
}

test('lines come back in their order, before and after they are written', (t) => {
  const spool = new Spool(temporaryFolder(t), 0);
  t.after(() => spool.close());
  spool.add('one');
  spool.add('zwölf');
  assert.deepEqual(linesOf(spool), ['one', 'zwölf']);
  spool.note({});
  spool.add('three');
  assert.deepEqual(linesOf(spool), ['one', 'zwölf', 'three']);
});

test('lines are found by their places, also those that are longer than one read', (t) => {
  const spool = new Spool(temporaryFolder(t), 0);
  t.after(() => spool.close());
  const lines = ['a'.repeat(3 * 2 ** 20), 'b', '', 'ç'.repeat(2 ** 19), 'd'];
  for (const line of lines) spool.add(line);
  const found: string[] = [];
  const places: [offset: number, length: number][] = [];
  spool.each((line, offset) => {
    found.push(line.toString());
    places.push([offset, line.length]);
  });
  assert.deepEqual(found, lines);
  assert.deepEqual(
    places.map(([offset, length]) => spool.lineAt(offset, length)),
    lines,
  );
});

test('what was written after the last note is dropped, even in the middle of a line', (t) => {
  const folder = temporaryFolder(t);
  const first = new Spool(folder, 0);
  first.add('noted');
  first.note({ next: 7 });
  first.add('not noted');
  linesOf(first);
  first.close();
  appendFileSync(join(folder, 'lines.ndjson'), 'half a li');
  const noted = notedState(folder) as { readonly bytes: number; readonly next: number };
  assert.deepEqual(noted, { next: 7, bytes: 'noted\n'.length });
  const again = new Spool(folder, noted.bytes);
  t.after(() => again.close());
  assert.deepEqual(linesOf(again), ['noted']);
  again.add('found again');
  again.note({ next: 8 });
  assert.equal(readFileSync(join(folder, 'lines.ndjson'), 'utf8'), 'noted\nfound again\n');
});

test('a folder without a note has none', (t) => {
  assert.equal(notedState(temporaryFolder(t)), null);
});
