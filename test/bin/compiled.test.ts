import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/nonomill.js';
import { temporaryFolder } from '../support/tests.js';

test('what Node.js compiles is kept where it keeps such things; where that cannot be, it starts all the same', (t) => {
  const folder = temporaryFolder(t);
  const kept = join(folder, 'node-compile-cache');
  // The tests have a place of their own for it.
  const place = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, ...place };
  const start = (): string => {
    const command = join(ROOT, 'bin', 'nonomill.js');
    return spawnSync(process.execPath, [command, '--version'], { env, encoding: 'utf8' }).stdout;
  };
  const version = start();
  assert.match(version, /^\d+\.\d+\.\d+\n$/);
  assert.ok(existsSync(kept));
  rmSync(kept, { recursive: true });
  writeFileSync(kept, 'no folder');
  assert.equal(start(), version);
});
