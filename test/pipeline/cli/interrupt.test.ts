// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { assertNone, ONLY_DEEP, deepTest, folderWith } from '../../support/tests.js';
import { begin, type Ended, nonomill, start, succeeds } from '../../support/nonomill.js';

const DOT = '{"rows":[[1]],"columns":[[1]]}\n';

/**
 * Waits until there is a file in `folder` whose name ends with `ending`; fails if `ended` comes
 * first.
 */
async function appeared(folder: string, ending: string, ended: Promise<Ended>): Promise<void> {
  while (!readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith(ending))) {
    const over = await Promise.race([ended, delay(2)]);
    assert.equal(over, undefined, 'it ended before that');
  }
}

const ENDED = process.platform === 'win32' && 'Windows ends who is sent a signal';

/** Files below `folder`. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true }).map(String).sort();

for (const [words, out] of [
  // No grid of 5x5 needs a search: it goes on for a minute.
  [['generate', '--only', 'search', '--size', '5x5'], 'x.csv'],
  [['generate', '--all', '5x5'], 'x.ndjson.gz'],
] as const) {
  test(`${words.join(' ')}, interrupted once, leaves nothing`, async () => {
    const folder = folderWith({});
    const { signal, ended } = begin([...words, '--out', join(folder, out)]);
    await appeared(folder, '.part', ended);
    signal('SIGINT');
    assert.equal((await ended).code, 130);
    assert.deepEqual(filesIn(folder), []);
  });

  const skip = ENDED || ONLY_DEEP;
  test(`${words.join(' ')}, interrupted twice, leaves nothing`, { skip }, async () => {
    const folder = folderWith({});
    const { child, ended } = start([...words, '--out', out], folder);
    await appeared(folder, '.part', ended);
    for (let i = 0; i < 2; i++) child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    assert.deepEqual(filesIn(folder), []);
  });
}

for (const out of ['x.csv', 'x.nin', 'x.spoj', '-']) {
  const skip = out.startsWith('x.n') || out === '-' ? false : ONLY_DEEP;
  test(`convert to ${out}, interrupted while it waits, leaves nothing`, { skip }, async () => {
    const folder = folderWith({});
    const to = out === '-' ? ['-', '--to', 'csv'] : [join(folder, out)];
    const { stdin, signal, ended, said } = begin(['convert', '-', ...to]);
    stdin.write(`{}\n${DOT.repeat(5000)}`);
    await said('there are neither clues');
    signal('SIGINT');
    const { code, stderr } = await ended;
    assert.equal(code, 130);
    assert.doesNotMatch(stderr, /premature|Error/i);
    assert.deepEqual(filesIn(folder), []);
  });
}

test('convert to a folder, interrupted, leaves whole files alone', async () => {
  const folder = folderWith({ 'in.ndjson': DOT.repeat(20_000) });
  const words = ['convert', join(folder, 'in.ndjson'), join(folder, 'out/'), '--to', 'nin'];
  const { signal, ended } = begin(words);
  await appeared(folder, '.nin', ended);
  signal('SIGINT');
  assert.equal((await ended).code, 130);
  const files = readdirSync(join(folder, 'out'));
  assert.ok(files.length > 0 && files.length < 20_000);
  assertNone(files, (name) => !name.endsWith('.nin'));
});

deepTest('export, interrupted, leaves nothing', async () => {
  const folder = folderWith({});
  const grids = await nonomill(['generate', '--size', '5x5', '--count', '12000']);
  await succeeds(['run', '-', '--db', 'x.sqlite', '--no-report', '--quiet'], {
    input: grids.stdout,
    cwd: folder,
  });
  const before = filesIn(folder);
  const out = join(folder, 'out', 'x.ndjson.gz');
  const { signal, ended } = begin(['export', '--db', join(folder, 'x.sqlite'), '--out', out]);
  await appeared(folder, '.part', ended);
  signal('SIGINT');
  assert.equal((await ended).code, 130);
  const added = filesIn(folder).filter((name) => !before.includes(name));
  assert.deepEqual(added, ['out']);
});
