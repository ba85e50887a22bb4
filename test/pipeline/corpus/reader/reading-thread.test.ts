import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { CorpusError } from '../../../../src/pipeline/corpus/bytes.js';
import {
  CorpusReader,
  type CorpusReading,
} from '../../../../src/pipeline/corpus/reader/corpus-reader.js';
import { ReadingThread } from '../../../../src/pipeline/corpus/reader/reading-thread.js';
import { viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { folderWith } from '../../../support/tests.js';

const OPTIONS: CorpusReading = { limit: null, ignoreStart: false, maxSide: 1000 };
const ROW = 'a,1,1\n';

async function idsOf(thread: Pick<ReadingThread, 'next'>): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await thread.next();
    if (batch === null) return count;
    count += viewBatch(batch.packed).offsets.length;
  }
}

describe('A reading thread', () => {
  for (const Reader of [ReadingThread, CorpusReader]) {
    test(`delivers the batches of its corpus, then null for ever: ${Reader.name}`, async () => {
      const folder = folderWith({ 'a.csv': `id,rows,columns\n${ROW.repeat(1234)}` });
      const source = { path: join(folder, 'a.csv'), format: null };
      const reader = new Reader([source], OPTIONS);
      assert.equal(await idsOf(reader), 1234);
      assert.equal(await reader.next(), null);
      await reader.close();
    });
  }

  const skip = process.platform === 'win32' && 'has no named pipes';
  test('closes a pipe once: a file that has its number since stays open', { skip }, async () => {
    const folder = folderWith({ 'a.csv': `id,rows,columns\n${ROW.repeat(9)}` });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'cat a.csv > pipe'], { cwd: folder });
    const source = { path: pipe, format: 'csv', once: true };
    const thread = new ReadingThread([source], OPTIONS);
    assert.equal(await idsOf(thread), 9);
    if (writer.exitCode === null) await once(writer, 'exit');
    const files = Array.from({ length: 20 }, () => openSync(join(folder, 'a.csv'), 'r'));
    await thread.close();
    for (const file of files) assert.doesNotThrow(() => closeSync(file));
  });

  test('reads standard input as it comes', async () => {
    const input = Readable.from(
      [`id,rows,columns\n`, ROW.repeat(500), ROW.repeat(500)].map((text) => Buffer.from(text)),
    );
    const thread = new ReadingThread([{ path: '-', format: null }], OPTIONS, () => input);
    assert.equal(await idsOf(thread), 1000);
    await thread.close();
  });

  test('reads no more of standard input than it needs, and ends while more is there', async () => {
    let pieces = 0;
    const input = Readable.from(
      (function* endless() {
        yield Buffer.from('id,rows,columns\n');
        for (;;) {
          pieces++;
          yield Buffer.from(ROW.repeat(1000));
        }
      })(),
    );
    const thread = new ReadingThread([{ path: '-', format: 'csv' }], OPTIONS, () => input);
    for (let i = 0; i < 20; i++) await thread.next();
    await thread.close();
    assert.ok(pieces < 100, `${pieces} pieces were read`);
  });

  test('passes on an error of the corpus as such, even for batches read ahead', async () => {
    const path = join(folderWith({}), 'gone.csv');
    const thread = new ReadingThread([{ path, format: 'csv' }], OPTIONS);
    const isKnown = (error: unknown): boolean =>
      error instanceof CorpusError && /gone\.csv: there is no such file/.test(error.message);
    await assert.rejects(thread.next(), isKnown);
    await assert.rejects(thread.next(), isKnown);
    await thread.close();
  });

  test('reads many small files in their order, and fails at the one that is gone', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `${i}.csv`);
    const folder = folderWith(
      Object.fromEntries(names.map((name, i) => [name, `id,rows,columns\n${i},1,1\n`])),
    );
    rmSync(join(folder, '37.csv'));
    const sources = names.map((name) => ({ path: join(folder, name), format: 'csv' }));
    const thread = new ReadingThread(sources, OPTIONS);
    for (let i = 0; i < 37; i++) {
      const piece = (await thread.next())!;
      assert.deepEqual([piece.source, piece.puzzles, piece.last], [i, 1, true]);
    }
    await assert.rejects(thread.next(), /37\.csv: there is no such file/);
    await thread.close();
  });

  test('refuses everything once it is closed', async () => {
    const folder = folderWith({ 'a.csv': `id,rows,columns\n${ROW.repeat(10)}` });
    const thread = new ReadingThread([{ path: join(folder, 'a.csv'), format: null }], OPTIONS);
    const pending = assert.rejects(thread.next(), /closed/);
    await thread.close();
    await pending;
    await assert.rejects(thread.next(), /closed/);
  });
});
