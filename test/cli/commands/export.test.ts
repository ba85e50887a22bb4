import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parquetMetadata, type SchemaElement } from 'hyparquet';
import { exportedParquet } from '../../../src/cli/exporting/exported-parquet.js';
import { readParquet } from '../../support/read-parquet.js';
import { folderWith } from '../../support/temporary.js';
import { nonomill } from '../../support/nonomill.js';

const folder = folderWith({
  'corpus.csv': `id,title,width,height,rows,columns
corner,"A ""corner"", quoted",2,2,"2;1","2;1"
ring,,3,3,"3;1 1;3","3;1 1;3"
several,,2,2,"1;1","1;1"
none,,2,2,"2;","2;"
wide,,6,1,"2 3","1;1;0;1;1;1"
`,
});
const at = (name: string): string => join(folder, name);
const db = ['--db', at('x.sqlite')];

before(() =>
  nonomill(['run', at('corpus.csv'), ...db, '--no-report', '--quiet', '--threads', '1']),
);

async function exported(...words: readonly string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await nonomill(['export', '--to', 'ndjson', ...words, ...db]);
  assert.equal(code, 0, stderr);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const namesOf = (rows: readonly Record<string, unknown>[]): unknown[] =>
  rows.map(({ name }) => name);

test('a Parquet file has the rows of NDJSON, with types, clues and start positions', async () => {
  const file = at('all.parquet');
  const { code, stderr } = await nonomill(['export', '--out', file, '--with', 'clues', ...db]);
  assert.equal(code, 0, stderr);
  const bytes = readFileSync(file);
  const rows = await readParquet(bytes);
  const lines = await exported('--with', 'clues');
  assert.equal(rows.length, 5);
  rows.forEach((row, i) => {
    const { finished_at: finished, clues, ...all } = row;
    const { solutions, solutions_text: large, ...rest } = all;
    const { finished_at: text, clues: json, solutions: decimal, ...others } = lines[i];
    assert.deepEqual([solutions, large], [BigInt(String(decimal)), null]);
    assert.equal((finished as Date).toISOString(), text);
    assert.deepEqual(clues, JSON.parse(String(json)));
    const plain = Object.entries(rest).map(([name, value]) => {
      if (typeof value === 'bigint') return [name, Number(value)];
      return [name, typeof value === 'boolean' ? Number(value) : value];
    });
    assert.deepEqual(Object.fromEntries(plain), others);
  });
  const types = new Map(
    parquetMetadata(Uint8Array.from(bytes).buffer).schema.map((one: SchemaElement) => [
      one.name,
      [one.type, one.converted_type, one.repetition_type],
    ]),
  );
  assert.deepEqual(types.get('puzzle_id'), ['INT64', undefined, 'REQUIRED']);
  assert.deepEqual(types.get('solutions_exact'), ['BOOLEAN', undefined, 'REQUIRED']);
  assert.deepEqual(types.get('difficulty'), ['DOUBLE', undefined, 'OPTIONAL']);
  assert.deepEqual(types.get('status'), ['BYTE_ARRAY', 'UTF8', 'REQUIRED']);
  assert.deepEqual(types.get('finished_at'), ['INT64', 'TIMESTAMP_MILLIS', 'REQUIRED']);
});

test('density is the share of cells that the clues fill', async () => {
  const densities = (await exported()).map(({ density }) => density);
  assert.deepEqual(densities, [3 / 4, 8 / 9, 1 / 2, 1 / 2, 5 / 6]);
});

test('a number of solutions that is too large for Parquet stands there as text', async () => {
  const most = 2n ** 63n - 1n;
  const rows = [[String(most)], [String(most + 1n)], ['7']];
  const pieces = [...exportedParquet(['solutions'], rows, 'test')];
  assert.deepEqual(await readParquet(Buffer.concat(pieces)), [
    { solutions: most, solutions_text: null },
    { solutions: null, solutions_text: String(most + 1n) },
    { solutions: 7n, solutions_text: null },
  ]);
});

test('results are filtered and sorted by the words of the pages', async () => {
  const where = async (words: string): Promise<unknown[]> =>
    namesOf(await exported('--where', words));
  assert.deepEqual(namesOf(await exported('--status', 'multiple,contradiction')), [
    'several',
    'none',
  ]);
  assert.deepEqual(await where('size=3- sort=-size'), ['wide', 'ring']);
  assert.deepEqual(await where('http://127.0.0.1:4321/runs/1?name=*quoted&sort=name'), ['corner']);
  assert.deepEqual(await where('technique=line density=80- min=0'), ['ring', 'wide']);
  assert.deepEqual(await where('status=unique&sort=-name'), ['wide', 'ring', 'corner']);
});

test('a word that means nothing is refused with what was expected', async () => {
  const { code, stderr } = await nonomill(['export', '--where', 'size=big', ...db]);
  assert.equal(code, 2);
  assert.match(stderr, /--where: size: expected 25x25, 10-20 .*; got "big"/);
  const unknown = await nonomill(['export', '--where', 'sise=3', ...db]);
  assert.match(unknown.stderr, /--where: expected words such as size=10-20.* did you mean size\?/i);
  const terminal = await nonomill(['export', '--to', 'parquet', ...db]);
  assert.equal(terminal.code, 2);
  assert.match(terminal.stderr, /a Parquet file needs --out/);
});
