import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../support/temporary.js';
import { nonomill, start } from '../support/nonomill.js';

const DOT = '{"rows":[[1]],"columns":[[1]]}\n';

/** Waits until there is a file in `folder` whose name ends with `ending`. */
async function appeared(folder: string, ending: string): Promise<void> {
  while (!readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith(ending))) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Files below `folder`. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true }).map(String).sort();

for (const [what, words] of [
  // No grid of 5x5 needs a search: it goes on for a minute.
  ['generate --only', ['generate', '--only', 'search', '--size', '5x5', '--out', 'x.csv']],
  ['generate --all', ['generate', '--all', '5x5', '--out', 'x.ndjson.gz']],
] as const) {
  for (const signals of [1, 2]) {
    test(`${what}, interrupted ${signals === 1 ? 'once' : 'twice'}, leaves nothing`, async () => {
      const folder = folderWith({});
      const { child, ended } = start(words, folder);
      await appeared(folder, '.part');
      for (let i = 0; i < signals; i++) child.kill('SIGINT');
      assert.equal((await ended).code, 130);
      assert.deepEqual(filesIn(folder), []);
    });
  }
}

for (const out of ['x.csv', 'x.nin', 'x.spoj', '-']) {
  test(`convert to ${out}, interrupted while it waits for more, leaves nothing`, async () => {
    const folder = folderWith({});
    const to = out === '-' ? ['--to', 'csv'] : [];
    const { child, ended, said } = start(['convert', '-', out, ...to], folder);
    child.stdin.write(`{}\n${DOT.repeat(5000)}`);
    await said('there are neither clues');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    assert.equal(code, 130);
    assert.doesNotMatch(stderr, /premature|Error/i);
    assert.deepEqual(filesIn(folder), []);
  });
}

test('convert to a folder, interrupted, leaves whole files alone', async () => {
  const folder = folderWith({ 'in.ndjson': DOT.repeat(20_000) });
  const { child, ended } = start(['convert', 'in.ndjson', 'out/', '--to', 'nin'], folder);
  await appeared(folder, '.nin');
  child.kill('SIGINT');
  assert.equal((await ended).code, 130);
  const files = readdirSync(join(folder, 'out'));
  assert.ok(files.length > 0 && files.length < 20_000);
  assert.deepEqual(
    files.filter((name) => !name.endsWith('.nin')),
    [],
  );
});

test('export, interrupted, leaves nothing', async () => {
  const folder = folderWith({});
  const grids = await nonomill(['generate', '--all', '4x4']);
  const run = await nonomill(['run', '-', '--db', 'x.sqlite', '--no-report', '--quiet'], {
    input: grids.stdout,
    cwd: folder,
  });
  assert.equal(run.code, 0);
  const before = filesIn(folder);
  const words = ['export', '--db', 'x.sqlite', '--out', 'out/x.ndjson.gz'];
  const { child, ended } = start(words, folder);
  await appeared(folder, '.part');
  child.kill('SIGINT');
  assert.equal((await ended).code, 130);
  assert.deepEqual(
    filesIn(folder).filter((name) => !before.includes(name)),
    ['out'],
  );
});
