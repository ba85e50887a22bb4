import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nonomill, type Ended } from '../../../support/nonomill.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';

test('commands that take long say how far they are on the terminal, and nothing on standard output', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'few', { count: 12, width: 5, height: 5 });
  const file = (name: string): string => join(folder, name);
  const db = ['--db', file('r.sqlite')];
  const noReport = ['--no-report', '--quiet'];
  for (const count of ['2', '3']) {
    const { code } = await nonomill(['run', corpus, ...db, '--count', count, ...noReport]);
    assert.equal(code, 0);
  }
  for (const part of ['1', '2']) {
    const words = ['--shard', `${part}/2`, '--db', file(`${part}.sqlite`), ...noReport];
    assert.equal((await nonomill(['run', corpus, ...words])).code, 0);
  }
  const parts = [file('1.sqlite'), file('2.sqlite')];
  const commands: readonly (readonly [words: string[], said: RegExp])[] = [
    [['export', '1', ...db, '--out', file('x.parquet'), '--force'], /12 of 12 done/],
    [['export', '1', ...db, '--where', 'size=5x5'], /12( of 12)? done/],
    [['convert', corpus, file('x.ndjson'), '--force'], /12 of 12 done/],
    [['report', '1', ...db, '--report', file('report')], /writing the report/],
    [['compare', '1', '2', ...db], /12 of 12 done/],
    [['compare', '1', '2', `${file('r.sqlite')}:1`, ...db], /reading run 3 of 3\n.*12 of 12 done/],
    [['sheets', corpus, '--out', file('x.pdf'), '--force'], /12 of 12 done[^]*drawing the pages/],
  ];
  for (const [words, said] of commands) {
    const { stdout } = await nonomill(words);
    const watched = await slowly(t, words);
    assert.match(watched.stderr, said, words.join(' '));
    assert.equal(watched.stdout, stdout);
    assert.ok(watched.stderr.includes(GONE), 'nothing of it stays');
  }
  const merge = ['merge', ...parts, '--db', file('all.sqlite'), '--no-report'];
  assert.match((await slowly(t, merge)).stderr, /12 of 12 done/);
  const quietly = ['merge', ...parts, '--db', file('other.sqlite'), '--no-report', '--quiet'];
  assert.equal((await slowly(t, quietly)).stderr, '');
});

/** What ends a live line. */
const GONE = '\r\u001b[1A\u001b[J';

/** Carries out a command on a terminal, with a clock on which everything takes seconds. */
async function slowly(t: TestContext, words: readonly string[]): Promise<Ended> {
  let ms = 0;
  const clock = t.mock.method(performance, 'now', () => (ms += 1200));
  const ended = await nonomill(words, { watched: true });
  clock.mock.restore();
  return ended;
}
