import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ROOT } from '../support/nonomill.js';
import { depth } from '../support/tests.js';

const { version: OWN } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

const skip = process.platform === 'win32' ? 'needs a program that a shell runs' : false;

/** The package as it is installed, or what of a clone is named too. */
function copyOf(t: TestContext, ...more: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['package.json', 'bin/nonomill.js', ...more]) {
    cpSync(join(ROOT, name), join(folder, name));
  }
  return folder;
}

/** Starts the program of a folder on a Node.js that says it is another version. */
function startOn(
  version: string,
  folder = ROOT,
  words: readonly string[] = ['--version'],
): { status: number | null; stdout: string; stderr: string } {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
  const bin = join(folder, 'bin', 'nonomill.js');
  return spawnSync(process.execPath, [...args, bin, ...words], { encoding: 'utf8' });
}

for (const version of ['22.13.1', '20.20.2', '18.0.0'].slice(0, depth(1, 3))) {
  test(`on Node.js ${version} it says in one line what it needs, and ends with 1`, (t) => {
    const { status, stdout, stderr } = startOn(version, copyOf(t));
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.equal(
      stderr,
      `nonomill needs Node.js 22.14.0 or later; this is ${version} (${process.execPath}).\n`,
    );
  });
}

for (const version of ['22.14.0', '23.0.0', '24.21.0', '100.0.0'].slice(0, depth(1, 4))) {
  test(`on Node.js ${version} it starts`, () => {
    assert.deepEqual(startOn(version).stdout, `${OWN}\n`);
  });
}

test('in a clone, an old Node.js starts the private one, with all words', { skip }, (t) => {
  const folder = copyOf(t, 'scripts/suitable-node.mjs', 'scripts/outer-process.mjs');
  const scripts = join(folder, 'scripts');
  const message = startOn('20.20.2', folder, ['solve', 'a b']).stderr;
  const expected = /^nonomill needs Node\.js .* "npm start" in .* fetches one to use here\.\n$/;
  assert.match(message, expected);
  // A private Node.js that only tells how it was started.
  const name = `node-${process.platform}-${process.arch}`;
  const installed = join(scripts, 'private-node', 'node_modules', name);
  mkdirSync(join(installed, 'bin'), { recursive: true });
  const fetched = JSON.stringify({ optionalDependencies: { [name]: '99.1.2' } });
  writeFileSync(join(scripts, 'private-node', 'package.json'), fetched);
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ version: '99.1.2' }));
  const tells =
    '#!/bin/sh\nif [ "$1" = --version ]; then echo v99.1.2; else echo "$@"; fi\nexit 3\n';
  writeFileSync(join(installed, 'bin', 'node'), tells, { mode: 0o755 });
  const { status, stdout } = startOn('20.20.2', folder, ['solve', 'a b']);
  assert.match(stdout, /nonomill\.js solve a b\n$/);
  assert.equal(status, 3);
});

test('in a clone, a build that did not end starts nothing, and says what to do', (t) => {
  const folder = copyOf(t, 'scripts/suitable-node.mjs');
  const program = join(folder, 'dist', 'program');
  mkdirSync(program, { recursive: true });
  writeFileSync(join(program, 'main.js'), 'console.log("started");');
  const started = (): string => {
    const { stdout, stderr } = startOn('24.0.0', folder);
    return stdout + stderr;
  };
  assert.match(started(), /^The last build of nonomill did not end: run "npm start"/);
  writeFileSync(join(folder, 'dist', '.built-to-run'), '');
  assert.equal(started(), 'started\n');
  // An installed package comes without scripts, and without marks.
  rmSync(join(folder, 'dist', '.built-to-run'));
  rmSync(join(folder, 'scripts'), { recursive: true });
  assert.equal(started(), 'started\n');
});
