import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ExternalProcess } from '../../../src/lab/external/external-process.js';
import { folderWith } from '../../support/temporary.js';

const skip = process.platform !== 'linux' && 'it takes Linux for Windows';
const LIMITS = { timeoutMs: 60_000, memoryBytes: Infinity };

/** Until the test ends, this system says that it is Windows. */
function onWindows(t: TestContext): void {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  t.after(() => Object.defineProperty(process, 'platform', platform));
}

test(
  'on Windows a program that cannot be started is told from one that fails',
  { skip },
  async (t) => {
    onWindows(t);
    const missing = await new ExternalProcess([join(folderWith({}), 'solver')], LIMITS, null).ended;
    assert.match(missing.notStarted ?? '', /ENOENT/);
    const failing = await new ExternalProcess(['/bin/false'], LIMITS, null).ended;
    assert.deepEqual([failing.notStarted, failing.code], [null, 1]);
  },
);

test('on Windows a program is ended with all that it has started', { skip }, async (t) => {
  const folder = folderWith({ 'System32/taskkill.exe': '#!/bin/sh\necho "$@" >"$0.words"\n' });
  const program = join(folder, 'System32', 'taskkill.exe');
  chmodSync(program, 0o755);
  const { SystemRoot } = process.env;
  process.env.SystemRoot = folder;
  t.after(() => {
    if (SystemRoot === undefined) delete process.env.SystemRoot;
    else process.env.SystemRoot = SystemRoot;
  });
  onWindows(t);
  const solver = new ExternalProcess(['/bin/sleep', '600'], LIMITS, null);
  solver.stop('timeout');
  const { stopped } = await solver.ended;
  assert.equal(stopped, 'timeout');
  assert.ok(existsSync(`${program}.words`));
  assert.match(readFileSync(`${program}.words`, 'utf8'), /^\/T \/F \/PID \d+\n$/);
});
