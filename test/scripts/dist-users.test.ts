import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';
import { temporaryFolder } from '../support/temporary.js';

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'dist-users.mjs')).href;

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
