import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/nonomill.js';

test('what Node.js compiles is kept beside the program; where that cannot be, it starts all the same', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'bin'));
  for (const name of ['package.json', 'bin/nonomill.js']) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  const program = join('dist', 'program');
  cpSync(join(ROOT, program), join(folder, program), { recursive: true });
  const compiled = join(folder, 'dist', 'compiled');
  // The tests have a place of their own for it.
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined };
  const start = (): string => {
    const command = join(folder, 'bin', 'nonomill.js');
    return spawnSync(process.execPath, [command, '--version'], { env, encoding: 'utf8' }).stdout;
  };
  const version = start();
  assert.match(version, /^\d+\.\d+\.\d+\n$/);
  assert.ok(existsSync(compiled));
  assert.equal(start(), version);
  rmSync(compiled, { recursive: true });
  writeFileSync(compiled, 'no folder');
  assert.equal(start(), version);
});
