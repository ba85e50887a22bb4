import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CorpusBatch } from '../../src/corpus/corpus-batch.js';
import { CorpusReader, type ReadOptions } from '../../src/corpus/corpus-reader.js';
import { viewBatch } from '../../src/puzzle/packed-batch.js';
import { unpack } from '../../src/puzzle/packed.js';
import { cluesToJson } from '../../src/puzzle/json.js';
import { streamPuzzles } from '../../src/corpus/puzzle-stream.js';
import { folderWith } from './temporary.js';

const OPTIONS: ReadOptions = { limit: null, ignoreStart: false, maxSide: 1000 };
const ALL = { puzzles: 1000, cells: 1_000_000 };

async function* noInput(): AsyncGenerator<Buffer, void, undefined> {
  // Nothing stands at standard input.
}

async function readAll(
  paths: readonly string[],
  options: Partial<ReadOptions> = {},
  want = ALL,
): Promise<CorpusBatch[]> {
  const sources = paths.map((path) => ({ path, format: null }));
  const reader = new CorpusReader(sources, { ...OPTIONS, ...options }, noInput);
  const batches: CorpusBatch[] = [];
  for (;;) {
    const batch = await reader.next(want);
    if (batch === null) return batches;
    batches.push(batch);
  }
}

function rowsOf(count: number): string {
  return `id,rows,columns\n${Array.from({ length: count }, (_, i) => `p${i},${i % 10 === 3 ? '7' : '1'},1\n`).join('')}`;
}

describe('A corpus reader', () => {
  test('gives every entry once, in order, in batches of the size asked for', async () => {
    const folder = folderWith({
      'a.csv': rowsOf(95),
      'b.csv': rowsOf(7),
      'c.csv': 'id,rows,columns\n',
    });
    const paths = ['a.csv', 'b.csv', 'c.csv'].map((name) => join(folder, name));
    const batches = await readAll(paths, {}, { puzzles: 10, cells: 1000 });
    const entries = batches.flatMap(({ source, columns, rejects }) =>
      [...columns.ordinals, ...rejects.map(({ ordinal }) => ordinal)]
        .sort((a, b) => a - b)
        .map((ordinal) => `${source}:${ordinal}`),
    );
    const expected = [95, 7, 0].flatMap((count, source) =>
      Array.from({ length: count }, (_, ordinal) => `${source}:${ordinal}`),
    );
    assert.deepEqual(entries, expected);
    for (const { columns, rejects } of batches) {
      assert.ok(columns.ordinals.length + rejects.length <= 10);
    }
    assert.deepEqual(
      batches.filter(({ last }) => last).map(({ source }) => source),
      [0, 1, 2],
    );
  });

  test('says with each batch how far into the file its entries reach', async () => {
    const folder = folderWith({ 'a.csv': rowsOf(100) });
    const batches = await readAll([join(folder, 'a.csv')], {}, { puzzles: 25, cells: 1e6 });
    const bytes = Buffer.byteLength(rowsOf(100));
    const quarters = batches.map(({ bytesRead }) => Math.round((bytesRead * 4) / bytes));
    assert.deepEqual(quarters, [1, 2, 3, 4, 4], 'four batches, and the end');
  });

  test('keeps batches below the cells asked for, but gives one puzzle however large', async () => {
    const puzzle = '{"rows":[[1],[1],[1]],"columns":[[1],[1],[1]]}\n';
    const folder = folderWith({ 'a.ndjson': puzzle.repeat(7) });
    const counts = async (cells: number): Promise<number[]> => {
      const batches = await readAll([join(folder, 'a.ndjson')], {}, { puzzles: 100, cells });
      return batches.map(({ columns }) => columns.ordinals.length).filter((count) => count > 0);
    };
    assert.deepEqual(await counts(27), [3, 3, 1]);
    assert.deepEqual(await counts(1), [1, 1, 1, 1, 1, 1, 1]);
  });

  test('packs the puzzles that its columns describe', async () => {
    const folder = folderWith({
      'a.json':
        '[{"id":"a","title":"T","rows":[[2],[1]],"columns":[[2],[1]],"goal":"1110","start":"1???"},' +
        '{"id":"b","rows":[[1]],"columns":[[1]],"goal":"0"}]',
    });
    const [{ columns, packed, bytesRead }] = await readAll([join(folder, 'a.json')]);
    assert.deepEqual(columns.names, ['a', 'b']);
    assert.deepEqual(columns.titles, ['T', null]);
    assert.deepEqual(
      [columns.widths, columns.heights, columns.colours],
      [
        [2, 1],
        [2, 1],
        [1, 1],
      ],
    );
    assert.deepEqual(
      [columns.starts, columns.goals],
      [
        ['#?/??', null],
        ['##/#.', '.'],
      ],
    );
    assert.deepEqual(columns.goalMatches, [true, false]);
    assert.equal(bytesRead, 141);
    const { words, offsets } = viewBatch(packed);
    const puzzles = offsets.map((offset) => unpack(words, offset));
    assert.deepEqual(
      puzzles.map(({ rows, columns: c, colours }) => cluesToJson(rows, c, colours)),
      columns.clues,
    );
    assert.deepEqual(puzzles[0].start, Uint8Array.of(1, 255, 255, 255));
  });

  test('drops start positions where it is told to', async () => {
    const folder = folderWith({ 'a.json': '{"rows":[[1]],"columns":[[1]],"start":"?"}' });
    const [batch] = await readAll([join(folder, 'a.json')], { ignoreStart: true });
    assert.deepEqual(batch.columns.starts, [null]);
  });

  test('ends at the limit, over all sources together', async () => {
    const folder = folderWith({ 'a.csv': rowsOf(5), 'b.csv': rowsOf(5), 'c.csv': rowsOf(5) });
    const paths = ['a.csv', 'b.csv', 'c.csv'].map((name) => join(folder, name));
    const batches = await readAll(paths, { limit: 7 });
    const counts = batches.map(({ columns, rejects, last }) => [
      columns.ordinals.length + rejects.length,
      last,
    ]);
    assert.deepEqual(counts, [
      [5, true],
      [2, true],
    ]);
  });

  test('rejects with the line, the name, the reason and the text', async () => {
    const folder = folderWith({ 'a.csv': 'id,rows,columns\n\np1,9,1\n' });
    const [{ rejects }] = await readAll([join(folder, 'a.csv')]);
    assert.deepEqual(rejects, [
      {
        ordinal: 0,
        line: 3,
        name: 'p1',
        reason: 'row 1: the blocks 9 need 9 cells, but the row has 1',
        excerpt: 'p1,9,1',
      },
    ]);
  });
});

describe('A source may be', () => {
  const text = '\u00e4\u20ac\ud83d\ude00';
  const csv = `id,title,rows,columns\n${text},${text},1,1\n`;
  const be = Buffer.from(`\ufeff${csv}`, 'utf16le').swap16();
  const FILES: readonly [what: string, bytes: Uint8Array][] = [
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${csv}`)],
    ['UTF-16, low byte first', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['UTF-16, high byte first', be],
    ['UTF-16 without a mark', Buffer.from(csv, 'utf16le')],
    ['compressed', gzipSync(csv)],
    ['compressed UTF-16', gzipSync(be)],
  ];
  for (const [what, bytes] of FILES) {
    test(`${what}, as CSV and as NDJSON`, async () => {
      const folder = folderWith({ 'a.csv': bytes });
      const [{ columns }] = await readAll([join(folder, 'a.csv')]);
      assert.deepEqual([columns.names, columns.titles], [[text], [text]]);
    });
  }

  test('JSON in UTF-16', async () => {
    const json = `[{"id":"${text}","rows":[[1]],"columns":[[1]]}]`;
    const folder = folderWith({ 'a.json': Buffer.from(json, 'utf16le') });
    const [{ columns }] = await readAll([join(folder, 'a.json')]);
    assert.deepEqual(columns.names, [text]);
  });

  test('damaged from some place on: what came before is kept, the rest is one reject', async () => {
    const whole = gzipSync(rowsOf(40_000), { level: 1 });
    const folder = folderWith({
      'a.csv.gz': whole.subarray(0, whole.length - 5000),
      'b.csv': rowsOf(1),
    });
    const batches = await readAll([join(folder, 'a.csv.gz'), join(folder, 'b.csv')]);
    const rejects = batches.flatMap((batch) => batch.rejects);
    assert.match(rejects.at(-1)!.reason, /a\.csv\.gz: the compressed data is damaged or cut off/);
    assert.equal(batches.at(-1)!.source, 1);
    assert.ok(batches.length > 10);
  });

  test('no bomb: what grows beyond all measure ends there', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, '\n'));
    const folder = folderWith({ 'a.csv.gz': bomb });
    const batches = await readAll([join(folder, 'a.csv.gz')]);
    assert.match(batches.at(-1)!.rejects.at(-1)!.reason, /grows more than 250-fold/);
  });
});

test('a stream of puzzles gives them as they are, with rejects between them, up to a limit', async () => {
  const folder = folderWith({
    'a.json':
      '[{"id":"a","title":"T","rows":[[1]],"columns":[[1]],"goal":"1"},{},{"rows":[[0]],"columns":[[0]]}]',
  });
  const source = { path: join(folder, 'a.json'), format: null };
  const read = async (limit: number | null): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { ordinal, named, reject } of streamPuzzles(
      source,
      { ...OPTIONS, limit },
      noInput,
    )) {
      texts.push(
        `${ordinal} ${named === undefined ? `! ${reject.line}` : `${named.name} ${named.title} ${named.goal?.length}`}`,
      );
    }
    return texts;
  };
  assert.deepEqual(await read(null), ['0 a T 1', '1 ! 1', '2 null null undefined']);
  assert.deepEqual(await read(2), ['0 a T 1', '1 ! 1']);
});
