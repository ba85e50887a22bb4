import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DRIVER = fileURLToPath(new URL('../fixtures/slow-pool-driver.js', import.meta.url));
const windows = process.platform === 'win32' && 'Windows has no SIGSTOP';

/** What the pool says of the puzzle when its process is suspended for 4 s at its begin. */
async function suspended(worker: string): Promise<unknown> {
  const child = spawn(process.execPath, [DRIVER, worker], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  try {
    await lines.next();
    await delay(600);
    child.kill('SIGSTOP');
    await delay(4000);
    child.kill('SIGCONT');
    return JSON.parse((await lines.next()).value as string);
  } finally {
    child.kill('SIGKILL');
    await exit;
  }
}

test(
  'a puzzle whose time limit passed while the machine slept is tried once more',
  { skip: windows },
  async () => {
    const { stoppedBy } = (await suspended('slow-worker.js')) as { stoppedBy: unknown };
    assert.notEqual(stoppedBy, 'timeout');
  },
);

test('a stuck puzzle is given up also where the machine slept', { skip: windows }, async () => {
  assert.deepEqual(await suspended('stuck-worker.js'), { status: 'timeout', stoppedBy: 'timeout' });
});
