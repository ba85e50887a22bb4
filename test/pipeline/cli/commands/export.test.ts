import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parquetMetadata, type SchemaElement } from 'hyparquet';
import { flag } from '../../../../src/pipeline/cli/flags.js';
import { readPuzzles } from '../../../../src/index.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { exportedParquet } from '../../../../src/pipeline/cli/exporting.js';
import { readParquet } from '../../../support/read-parquet.js';
import { folderWith } from '../../../support/tests.js';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';

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
  const { stdout } = await succeeds(['export', '--to', 'ndjson', ...words, ...db]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const namesOf = (rows: readonly Record<string, unknown>[]): unknown[] =>
  rows.map(({ name }) => name);

test('a Parquet file has the rows of NDJSON, with types, clues and start positions', async () => {
  const file = at('all.parquet');
  await succeeds(['export', '--out', file, '--with', 'clues', ...db]);
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
  const pieces = [...exportedParquet(['solutions'], rows)];
  assert.deepEqual(await readParquet(Buffer.concat(pieces)), [
    { solutions: most, solutions_text: null },
    { solutions: null, solutions_text: String(most + 1n) },
    { solutions: 7n, solutions_text: null },
  ]);
});

test('results are filtered and sorted by the words of the pages', async () => {
  const where = async (words: string): Promise<unknown[]> =>
    namesOf(await exported('--where', words));
  assert.deepEqual(await where('status=multiple,contradiction'), ['several', 'none']);
  assert.deepEqual(await where('size=3- sort=-size'), ['wide', 'ring']);
  const largest = await exported('--where', 'size=3- sort=-size', '--take', '1');
  assert.deepEqual(namesOf(largest), ['wide']);
  assert.deepEqual(await where('http://127.0.0.1:4321/runs/1?name=*quoted&sort=name'), ['corner']);
  assert.deepEqual(await where('technique=line density=80- min=0'), ['ring', 'wide']);
  assert.deepEqual(await where('status=unique&sort=-name'), ['wide', 'ring', 'corner']);
});

test('a word that means nothing is refused with what was expected', async () => {
  const { stderr } = await ends(2, ['export', '--where', 'size=big', ...db]);
  assert.match(stderr, /--where: size: expected 25x25, 10-20 .*; got "big"/);
  const unknown = await nonomill(['export', '--where', 'sise=3', ...db]);
  assert.match(unknown.stderr, /--where: expected words such as size=10-20.* did you mean size\?/i);
  await ends(2, ['export', '--to', 'parquet', ...db], { says: /a Parquet file needs --out/ });
});

/** A puzzle of every kind, as a line of NDJSON; the last two entries are not puzzles. */
const EVERY_KIND = [
  '{"rows":[[1],[1]],"columns":[[1],[1]]}',
  '{"id":"007","title":"1e5","rows":[[2],[1]],"columns":[[2],[1]]}',
  '{"id":"#1, \\"quoted\\"\\nand broken","title":"é ☃ \\t x","rows":[[],[1],[]],"columns":[[],[1],[]]}',
  '{"id":"empty","rows":[[],[]],"columns":[[],[],[]]}',
  '{"id":"one cell","rows":[[1]],"columns":[[1]]}',
  '{"id":"1 x n","rows":[[2,1]],"columns":[[1],[1],[],[1]]}',
  '{"id":"n x 1","rows":[[1],[],[1]],"columns":[[1,1]]}',
  '{"id":"[5]","rows":[[2],[]],"columns":[[2],[]]}',
  '{"id":"start","rows":[[1],[1]],"columns":[[1],[1]],"start":["?.","??"]}',
  '{"id":"goal","rows":[[1],[1]],"columns":[[1],[1]],"goal":["#.",".#"]}',
  '{"id":"wrong goal","rows":[[2],[1]],"columns":[[2],[1]],"goal":["##",".#"]}',
  '{"id":"colours","palette":["#ffffff","#ff0000","#00ff00"],"rows":[[{"n":1,"c":1},{"n":1,"c":2}],[]],"columns":[[{"n":1,"c":1}],[{"n":1,"c":2}]]}',
  '{"id":"one colour","palette":["#ffffff","#ff0000"],"rows":[[2]],"columns":[[1],[1]]}',
  '{"id":"dark","palette":["#000000","#ffffff"],"rows":[[1]],"columns":[[1]]}',
  '{"id":"colours and start","palette":["#ffffff","#ff0000","#00ff00"],"rows":[[{"n":1,"c":2}],[{"n":1,"c":2}]],"columns":[[{"n":1,"c":2}],[{"n":1,"c":2}]],"start":["2?","??"]}',
  '{"id":"none","rows":[[2],[]],"columns":[[1],[1],[]],"start":["..?","???"]}',
  '{"id":"several blocks","rows":[[1,1,1],[1,1,1]],"columns":[[2],[],[2],[],[2]]}',
  '{"id":"sums differ","rows":[[2],[2]],"columns":[[1],[1]]}',
  '{"id":"no puzzle"}',
].join('\n');

for (const to of flag.exportTo.choices!) {
  test(`what export writes with clues as ${to} is read back: the same puzzles by the same names`, async (t) => {
    const folder = folderWith({ 'kinds.ndjson': EVERY_KIND });
    const [db, kinds, file] = ['x.sqlite', 'kinds.ndjson', `back.${to}`].map((name) =>
      join(folder, name),
    );
    const quiet = ['--db', db, '--no-report', '--quiet', '--threads', '1'];
    await succeeds(['run', kinds, ...quiet]);
    await nonomill(['export', '--with', 'clues', '--to', to, '--out', file, '--db', db]);
    await succeeds(['run', file, '--strict', ...quiet]);
    const store = openStore(db, { readonly: true });
    t.after(() => store.close());
    const puzzlesOf = (runId: number): unknown[] =>
      store.db
        .prepare(
          `SELECT ifnull(name, path || '#' || entry) AS name, title, fingerprint, palette, start, width, height
           FROM places JOIN puzzles USING (puzzle_id) WHERE run_id = ? ORDER BY entry`,
        )
        .all(runId);
    assert.equal(puzzlesOf(1).length, 17);
    assert.deepEqual(puzzlesOf(2), puzzlesOf(1));
    if (to === 'parquet') return;
    const { puzzles, rejects } = readPuzzles(readFileSync(file, 'utf8'), { format: to });
    assert.deepEqual(rejects, []);
    assert.equal(puzzles.length, 17);
  });
}
