import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../../support/temporary.js';
import { smallDisk } from '../../../support/small-disk.js';
import { nonomill, start } from '../../../support/nonomill.js';

const GATES = ['--strict', '--require', 'line'];
const HARMLESS = Array.from(
  { length: 20_000 },
  (_, i) => `{"id":"plus-${i}","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n`,
).join('');

function wordsFor(corpus: string, db: string): string[] {
  return ['run', corpus, '--db', db, '--no-report', '--threads', '1', ...GATES];
}

test('a run that is killed passes no gate, and its metrics are whole; the resumed run is what gates look at', async () => {
  const folder = folderWith({ 'a.ndjson': HARMLESS });
  const metrics = join(folder, 'run.prom');
  const words = [
    ...wordsFor(join(folder, 'a.ndjson'), join(folder, 'r.sqlite')),
    ...['--metrics', metrics],
  ];
  const { child, ended, said } = start(words);
  await said('Run 1 started');
  child.kill('SIGKILL');
  // What a shell reports as 137.
  assert.equal((await ended).code, null);
  assert.match(readFileSync(metrics, 'utf8'), /_run_active\{run="1"\} 1\n.*# EOF\n$/s);
  const resumed = await nonomill([...words, '--quiet', '--resume']);
  assert.equal(resumed.code, 0);
  assert.match(resumed.stderr, /^Run 1 is complete: [^\n]*, gates PASS, [^\n]*\n$/);
  assert.match(readFileSync(metrics, 'utf8'), /_run_active\{run="1"\} 0\n/);
});

test('a run that is interrupted ends with 130, whatever the gates', async () => {
  const folder = folderWith({ 'a.ndjson': HARMLESS });
  const words = wordsFor(join(folder, 'a.ndjson'), join(folder, 'r.sqlite'));
  const { code, stderr } = await nonomill([...words, '--stop-after', '1ms']);
  assert.equal(code, 130, stderr);
});

test('a run whose disk is full ends with 1, whatever the gates', async (t) => {
  const disk = smallDisk(t, '600k');
  if (disk === null) return;
  const folder = folderWith({ 'a.ndjson': HARMLESS });
  const { code, stderr } = await nonomill(
    wordsFor(join(folder, 'a.ndjson'), join(disk, 'r.sqlite')),
  );
  assert.equal(code, 1);
  assert.match(stderr, /full/);
});
