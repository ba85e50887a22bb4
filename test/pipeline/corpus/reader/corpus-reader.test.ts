import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type CorpusPiece,
  CorpusReader,
  type CorpusReading,
  readPieces,
} from '../../../../src/pipeline/corpus/reader/corpus-reader.js';
import {
  openSource,
  type LeftOutFile,
  type Source,
} from '../../../../src/pipeline/corpus/sources.js';
import {
  type EntrySink,
  type Format,
  type FoundEntry,
} from '../../../../src/solver/formats/contract/format.js';
import { batchCount } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { entriesIn } from '../../../support/batch-entries.js';
import { folderWith, eachOf } from '../../../support/tests.js';

const OPTIONS: CorpusReading = { limit: null, ignoreStart: false, maxSide: 1000 };
const ALL = 1000;

async function* noInput(): AsyncGenerator<Buffer, void, undefined> {
  // Nothing is on standard input.
}

async function readAll(
  paths: readonly string[],
  options: Partial<CorpusReading> = {},
  want = ALL,
): Promise<CorpusPiece[]> {
  const sources = paths.map((path) => ({ path, format: null }));
  const reader = new CorpusReader(sources, { ...OPTIONS, ...options }, noInput);
  const batches: CorpusPiece[] = [];
  for (;;) {
    const batch = await reader.next(want);
    if (batch === null) return batches;
    batches.push(batch);
  }
}

function rowsOf(count: number): string {
  return `id,rows,columns\n${Array.from({ length: count }, (_, i) => `p${i},${i % 10 === 3 ? '7' : '1'},1\n`).join('')}`;
}

/** The puzzles of a piece, with their places in the source. */
function puzzlesOf(piece: CorpusPiece): ReturnType<typeof entriesIn> {
  return entriesIn(piece).map((one) => ({ ...one, ordinal: piece.firstEntry + one.ordinal }));
}

/** Puzzles and rejects in their order, with all that is known of them. */
function entriesOf(batches: readonly CorpusPiece[]): { readonly ordinal: number }[] {
  const entries = batches.flatMap((batch) => [...puzzlesOf(batch), ...batch.rejects]);
  return entries.sort((one, other) => one.ordinal - other.ordinal);
}

describe('A corpus reader', () => {
  test('delivers every entry once, in order, in batches of the size asked for', async () => {
    const folder = folderWith({
      'a.csv': rowsOf(95),
      'b.csv': rowsOf(7),
      'c.csv': 'id,rows,columns\n',
    });
    const paths = ['a.csv', 'b.csv', 'c.csv'].map((name) => join(folder, name));
    const batches = await readAll(paths, {}, 10);
    const entries = batches.flatMap((batch) =>
      entriesOf([batch]).map(({ ordinal }) => `${batch.source}:${ordinal}`),
    );
    const expected = [95, 7, 0].flatMap((count, source) =>
      Array.from({ length: count }, (_, ordinal) => `${source}:${ordinal}`),
    );
    assert.deepEqual(entries, expected);
    for (const batch of batches) assert.ok(entriesOf([batch]).length <= 10);
    const ending = batches.filter(({ last }) => last);
    assert.deepEqual(eachOf(ending, 'source'), [0, 1, 2]);
  });

  test('says with each batch how far into the file its entries reach', async () => {
    const batches = await readAll([join(folderWith({ 'a.csv': rowsOf(100) }), 'a.csv')], {}, 25);
    const bytes = Buffer.byteLength(rowsOf(100));
    const quarters = batches.map(({ bytesRead }) => Math.round((bytesRead * 4) / bytes));
    assert.deepEqual(quarters, [1, 2, 3, 4, 4], 'four batches, and the end');
  });

  test('packs puzzles with what is said of them', async () => {
    const folder = folderWith({
      'a.json':
        '[{"id":"a","title":"Tü","label":"hard","rows":[[2],[1]],"columns":[[2],[1]],"goal":"1110","start":"1???"},' +
        '{"id":"b","rows":[[1]],"columns":[[1]],"goal":"0"}]',
    });
    const [batch] = await readAll([join(folder, 'a.json')]);
    const [a, b] = entriesIn(batch);
    const known = { colours: 1, palette: null };
    assert.deepEqual(a, {
      ordinal: 0,
      name: 'a',
      title: 'Tü',
      label: 'hard',
      palette: null,
      goal: Uint8Array.of(1, 1, 1, 0),
      puzzle: {
        ...known,
        width: 2,
        height: 2,
        rows: [[2], [1]],
        columns: [[2], [1]],
        start: Uint8Array.of(1, 255, 255, 255),
      },
    });
    assert.deepEqual(b, {
      ordinal: 1,
      name: 'b',
      title: null,
      label: null,
      palette: null,
      goal: Uint8Array.of(0),
      puzzle: { ...known, width: 1, height: 1, rows: [[1]], columns: [[1]], start: null },
    });
    assert.equal(batch.bytesRead, 158);
  });

  test('drops start positions if it is told to', async () => {
    const folder = folderWith({ 'a.json': '{"rows":[[1]],"columns":[[1]],"start":"?"}' });
    const [batch] = await readAll([join(folder, 'a.json')], { ignoreStart: true });
    assert.equal(entriesIn(batch)[0].puzzle.start, null);
  });

  test('ends at the limit, over all sources together', async () => {
    const folder = folderWith({ 'a.csv': rowsOf(5), 'b.csv': rowsOf(5), 'c.csv': rowsOf(5) });
    const paths = ['a.csv', 'b.csv', 'c.csv'].map((name) => join(folder, name));
    const batches = await readAll(paths, { limit: 7 });
    const counts = batches.map((batch) => [entriesOf([batch]).length, batch.last]);
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
        kind: 'clues',
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
      const [{ name, title }] = entriesIn((await readAll([join(folder, 'a.csv')]))[0]);
      assert.deepEqual([name, title], [text, text]);
    });
  }

  test('JSON in UTF-16', async () => {
    const json = `[{"id":"${text}","rows":[[1]],"columns":[[1]]}]`;
    const folder = folderWith({ 'a.json': Buffer.from(json, 'utf16le') });
    const [{ name }] = entriesIn((await readAll([join(folder, 'a.json')]))[0]);
    assert.equal(name, text);
  });

  test('XML in the encoding that it names; one that is not known is a reject', async () => {
    const xml = (encoding: string): Buffer =>
      Buffer.from(
        `<?xml version="1.0" encoding="${encoding}"?>\n<puzzleset><puzzle><title>K\u00e4fer</title>` +
          '<clues type="columns"><line><count>1</count></line></clues>' +
          '<clues type="rows"><line><count>1</count></line></clues></puzzle></puzzleset>',
        'latin1',
      );
    const folder = folderWith({
      'a.xml': xml('ISO-8859-1'),
      'b.xml': xml('klingon'),
      c: xml('klingon'),
      'd.xml': xml('windows-1252'),
    });
    const paths = ['a.xml', 'b.xml', 'c', 'd.xml'].map((name) => join(folder, name));
    const batches = await readAll(paths);
    const titles = batches.map((batch) => entriesIn(batch).map(({ title }) => title));
    assert.deepEqual(titles, [['K\u00e4fer'], [], [], ['K\u00e4fer']]);
    for (const { rejects } of batches.slice(1, 3)) {
      assert.equal(rejects.length, 1);
      assert.match(rejects[0].reason, /its encoding is "klingon", which is not supported/);
      assert.equal(rejects[0].line, 1);
    }
  });

  for (const [what, rows, damage] of [
    ['cut off', 40_000, (gz: Buffer) => gz.subarray(0, gz.length - 5000)],
    ['a short file, cut off', 200, (gz: Buffer) => gz.subarray(0, gz.length >> 1)],
    ['broken inside', 40_000, (gz: Buffer) => gz.fill(0xff, gz.length - 5000, gz.length - 4900)],
    ['a short file, broken inside', 200, (gz: Buffer) => gz.fill(0xff, gz.length >> 1)],
    ['followed by something else', 200, (gz: Buffer) => Buffer.concat([gz, Buffer.from('x')])],
  ] as const) {
    test(`damaged (${what}): what comes before is kept, the rest is one reject, and the next is read`, async () => {
      const folder = folderWith({
        'a.csv.gz': damage(gzipSync(rowsOf(rows), { level: 1 })),
        'b.csv': rowsOf(1),
      });
      const batches = await readAll([join(folder, 'a.csv.gz'), join(folder, 'b.csv')]);
      const rejects = batches.flatMap((batch) => batch.rejects);
      const damaged = rejects.filter(({ reason }) => reason.includes('compressed data is damaged'));
      assert.equal(damaged.length, 1);
      assert.equal(
        damaged[0],
        batches
          .filter(({ source }) => source === 0)
          .at(-1)!
          .rejects.at(-1),
      );
      assert.equal(batches.at(-1)!.source, 1);
      // Damage can be read for a while as something else before it shows.
      const sound = batches
        .filter(({ source }) => source === 0)
        .flatMap(puzzlesOf)
        .filter(({ name, ordinal }) => name === `p${ordinal}`)
        .map(({ ordinal }) => ordinal);
      assert.ok(sound.length > rows * 0.3, `only ${sound.length} of ${rows} rows are sound`);
      assert.ok(damaged[0].line! > sound.at(-1)! + 1 && damaged[0].line! <= rows + 2);
    });
  }

  test('no bomb: what unpacks to far too much is cut off', async () => {
    // Blanks between puzzles: they cost a JSON reader least.
    const part = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '));
    const folder = folderWith({ 'a.json.gz': Buffer.concat(Array<Buffer>(9).fill(part)) });
    const batches = await readAll([join(folder, 'a.json.gz')]);
    assert.match(batches.at(-1)!.rejects.at(-1)!.reason, /grows more than 250-fold/);
  });

  test('leaves out files of a folder that vanish after they were found, and reads the others', async () => {
    const folder = folderWith({ 'b.csv': rowsOf(2), 'd.csv': rowsOf(1) });
    const source = (name: string): Source => ({
      path: join(folder, name),
      format: 'csv',
      found: true,
    });
    const sources = ['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv'].map(source);
    const leftOut: LeftOutFile[] = [];
    const reader = new CorpusReader(sources, OPTIONS, noInput, (file) => leftOut.push(file));
    const read: string[] = [];
    for (let batch = await reader.next(ALL); batch !== null; batch = await reader.next(ALL)) {
      read.push(`${batch.source}: ${batchCount(batch.packed)}`);
    }
    assert.deepEqual(read, ['1: 2', '3: 1']);
    const reason = 'there is no such file or folder';
    const gone = [0, 2, 4].map((at) => ({ path: sources[at].path, reason }));
    assert.deepEqual(leftOut, gone);
    const named = new CorpusReader([{ ...sources[0], found: false }], OPTIONS, noInput, () => {
      assert.fail('a file that was named must be there');
    });
    await assert.rejects(named.next(ALL), /a\.csv: there is no such file/);
  });

  test('goes on after an unexpected error over an entry, which is a reject with its text', async () => {
    const path = join(folderWith({ 'a.csv': rowsOf(3) }), 'a.csv');
    const reader = new CorpusReader([{ path, format: null }], OPTIONS, noInput);
    await reader.next(1);
    // What a faulty reader may hand over: validation throws over it.
    const draft = null as unknown as FoundEntry['draft'];
    reader.entry({ line: 9, name: 'odd', title: null, draft, excerpt: () => 'as it stands' });
    const left: CorpusPiece[] = [];
    for (let piece = await reader.next(); piece !== null; piece = await reader.next())
      left.push(piece);
    const rejects = left.flatMap((piece) => piece.rejects);
    const sourceEntries = left.at(-1)?.sourceEntries;
    assert.equal(left.flatMap(puzzlesOf).length, 2);
    const [{ ordinal, line, name, kind, reason, excerpt }] = rejects;
    assert.deepEqual([ordinal, line, name, kind, excerpt], [3, 9, 'odd', 'text', 'as it stands']);
    assert.match(reason, /^nonomill failed on it: TypeError: .*null.* \(NM_UNEXPECTED\)$/);
    assert.equal(sourceEntries, 4);
  });

  test('makes one reject of the rest of a file if its parser fails', async () => {
    const path = join(folderWith({ 'a.non': 'rows\n1\n\ncolumns\n1\n' }), 'a.non');
    const opened = await openSource({ path, format: 'non' }, noInput);
    const createParser: Format['createParser'] = (sink, limits) => {
      const parser = opened.format.createParser!(sink, limits);
      const end = (): void => {
        parser.end();
        throw new RangeError('it cannot count');
      };
      return { write: (text) => parser.write(text), end };
    };
    const found: string[] = [];
    const sink: EntrySink = {
      entry: () => found.push('a puzzle'),
      reject: ({ reason }) => found.push(reason),
    };
    const faulty = { ...opened, format: { ...opened.format, createParser } };
    const pieces = readPieces(faulty, sink);
    while ((await pieces.next()).done !== true);
    assert.deepEqual(found, [
      'a puzzle',
      'the rest of the file is not read: nonomill failed on it: RangeError: it cannot count (NM_UNEXPECTED)',
    ]);
  });
});
