import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const { version: OWN } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };
const BIN = fileURLToPath(new URL('../../../bin/nonomill.js', import.meta.url));

/** Starts the program on a Node.js that says it is another version. */
function startOn(version: string): { status: number | null; stdout: string; stderr: string } {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, BIN];
  return spawnSync(process.execPath, [...args, '--version'], { encoding: 'utf8' });
}

for (const version of ['20.20.2', '22.13.1', '18.0.0']) {
  test(`on Node.js ${version} it says in one line what it needs, and ends with 1`, () => {
    const { status, stdout, stderr } = startOn(version);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.equal(
      stderr,
      `nonomill needs Node.js 22.14.0 or later; this is ${version} (${process.execPath}).\n`,
    );
  });
}

for (const version of ['22.14.0', '23.0.0', '24.21.0', '100.0.0']) {
  test(`on Node.js ${version} it starts`, () => {
    assert.deepEqual(startOn(version).stdout, `${OWN}\n`);
  });
}
