import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';
import { temporaryFolder } from '../support/temporary.js';

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'dist-users.mjs')).href;
const GROUPS = pathToFileURL(join(ROOT, 'scripts', 'test-groups.mjs')).href;

/** Starts a process that uses a folder for `what`, and then does `program`. */
function user(folder: string, what: string, program: string): ChildProcessWithoutNullStreams {
  const code = `import { use, untilFree } from '${MODULE}';
    const folder = ${JSON.stringify(folder)};
    use(folder, '${what}');
    ${program}`;
  return spawn(process.execPath, ['--input-type=module', '-e', code]);
}

test('a build waits for the tests that run from dist, by name, and for nobody who is gone', async (t) => {
  const folder = temporaryFolder(t);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  mkdirSync(join(folder, '.users'));
  writeFileSync(join(folder, '.users', String(gone)), 'tests that were killed');

  const tests = user(folder, 'the tests', `console.log('use it'); process.stdin.resume();`);
  await once(tests.stdout, 'data');
  const build = user(folder, 'a build', 'console.log(await untilFree(folder));');
  const [said] = (await once(build.stderr, 'data')) as [Buffer];
  assert.equal(String(said), `nonomill: waits for the tests (process ${tests.pid}) ...\n`);
  tests.stdin.end();
  assert.equal(await text(build.stdout), 'true\n');

  const alone = user(folder, 'a build', 'console.log(await untilFree(folder));');
  assert.equal(await text(alone.stdout), 'false\n');
  assert.deepEqual(readdirSync(join(folder, '.users')), []);
});

test('two that test at the same time do not take away what the other one starts', async (t) => {
  const folder = temporaryFolder(t);
  const begin = `import { entriesOf } from '${GROUPS}';
    const group = { title: 'pure-0', names: ['a.test.js', 'b.test.js'] };
    console.log(entriesOf([group], 'test', ${JSON.stringify(folder)})[0]);`;
  const words = ['--input-type=module', '-e'];
  const first = spawn(process.execPath, [...words, `${begin} process.stdin.resume();`]);
  const [said] = (await once(first.stdout, 'data')) as [Buffer];
  const entry = String(said).trim();
  assert.equal(spawnSync(process.execPath, [...words, begin]).status, 0);
  assert.ok(existsSync(entry));
  first.stdin.end();
  await once(first, 'exit');
  assert.deepEqual(readdirSync(folder), []);
});
