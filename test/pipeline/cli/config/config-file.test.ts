import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { platform, userInfo } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { allCommands } from '../../../../src/commands.js';
import { nonomill, start } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';

const PUZZLE = '{"rows":[[1]],"columns":[[1]]}\n';
const POSIX = platform() === 'win32' && 'Windows has no such files';

function folderOf(t: TestContext): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'one.ndjson'), PUZZLE);
  return folder;
}

/** How a name can be taken by what is no config file, and what is said of it. */
const NO_FILES: readonly (readonly [what: string, make: (path: string) => void, says: RegExp])[] = [
  [
    'a link that leads nowhere',
    (path) => symlinkSync('away/n.toml', path),
    /nonomill\.toml is a link to away\/n\.toml, which is not there: mend it/,
  ],
  ['a link in a circle', (path) => symlinkSync('nonomill.toml', path), /links lead in a circle/],
  ['a folder', (path) => mkdirSync(path), /nonomill\.toml is a folder, not a file: mend it/],
  ['a pipe', (path) => execFileSync('mkfifo', [path]), /is a pipe, a socket or a device, not a/],
  [
    'a link to a device',
    (path) => symlinkSync('/dev/zero', path),
    /socket or a device, not a file/,
  ],
  [
    'bytes',
    (path) => writeFileSync(path, Buffer.from('[run]\n\n# \xe9\n', 'latin1')),
    /line 3: this is not UTF-8/,
  ],
  ['a huge file', (path) => writeFileSync(path, '#'.repeat(2 ** 20 + 1)), /expected at most 1 MiB/],
];

for (const [what, make, says] of NO_FILES) {
  test(
    `a nonomill.toml that is ${what} is refused by every command, at once`,
    { skip: POSIX },
    async (t) => {
      const cwd = folderOf(t);
      make(join(cwd, 'nonomill.toml'));
      for (const { name } of await allCommands()) {
        const { code, stdout, stderr } = await nonomill([name], { cwd });
        assert.deepEqual([code, stdout], [2, ''], `${name}: ${stderr}`);
        assert.match(stderr, says, name);
      }
    },
  );
}

test('a socket of the name is refused', { skip: POSIX }, async (t) => {
  const cwd = folderOf(t);
  const server = createServer().listen(join(cwd, 'nonomill.toml'));
  await once(server, 'listening');
  t.after(() => server.close());
  const { code, stderr } = await nonomill(['run', 'one.ndjson'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /a pipe, a socket or a device, not a file/);
});

const ROOT_READS = userInfo().uid === 0 && 'root reads every file';

test('a file that may not be read is refused', { skip: POSIX || ROOT_READS }, async (t) => {
  const cwd = folderOf(t);
  writeFileSync(join(cwd, 'nonomill.toml'), '');
  chmodSync(join(cwd, 'nonomill.toml'), 0);
  const { code, stderr } = await nonomill(['run', 'one.ndjson'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /cannot be read from nonomill\.toml: permission to read it is missing/);
});

test('a pipe of the name does not hold up a process either', { skip: POSIX }, async (t) => {
  const cwd = folderOf(t);
  execFileSync('mkfifo', [join(cwd, 'nonomill.toml')]);
  for (const words of [
    ['solve', 'one.ndjson'],
    ['run', '.'],
  ]) {
    const { code, stderr } = await start(words, cwd).ended;
    assert.equal(code, 2);
    assert.match(stderr, /not a file/);
  }
});

test('a pipe can be named, as shells do for what a command prints', { skip: POSIX }, async (t) => {
  const cwd = folderOf(t);
  execFileSync('mkfifo', [join(cwd, 'piped')]);
  const ended = start(['formats', '--config', 'piped'], cwd).ended;
  execFileSync('sh', ['-c', 'echo "[formats]\njson = true" > piped'], { cwd });
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[[{]/);
});

test('a file may begin with a byte order mark', async (t) => {
  const cwd = folderOf(t);
  writeFileSync(join(cwd, 'nonomill.toml'), '\ufeff[formats]\njson = true\n');
  const { code, stderr } = await nonomill(['formats'], { cwd });
  assert.equal(code, 0, stderr);
});

test('the config file of a folder does not fail its run, and is no corpus if it is named', async (t) => {
  const cwd = folderOf(t);
  const words = ['run', '.', '--strict', '--no-report', '--db', 'r.sqlite'];
  writeFileSync(join(cwd, 'nonomill.toml'), '[run]\ntimeout = "1s"\n');
  mkdirSync(join(cwd, 'below'));
  writeFileSync(join(cwd, 'below', 'nonomill.toml'), '');
  const run = await nonomill(words, { cwd });
  assert.equal(run.code, 0, run.stderr);
  assert.doesNotMatch(run.stderr, /left out/);
  const named = await nonomill(['run', 'nonomill.toml', ...words.slice(2)], { cwd });
  assert.notEqual(named.code, 0);
  assert.match(named.stderr, /nonomill\.toml: it says how commands run, and is not a puzzle/);
  writeFileSync(join(cwd, 'other.toml'), '[run]\ntimeout = "1s"\n');
  const other = await nonomill(words, { cwd });
  assert.equal(other.code, 3);
  assert.match(other.stderr, /other\.toml: TOML without the section \[clues\]/);
  rmSync(join(cwd, 'other.toml'));
});
