// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DRIVER = fileURLToPath(new URL('../../../fixtures/slow-pool-driver.js', import.meta.url));
interface Verdict {
  readonly status: string;
  readonly stoppedBy: string | null;
}

const windows = process.platform === 'win32' && 'Windows has no SIGSTOP';

/**
 * What the pool says of two puzzles, the second waiting after the first, when its process is
 * suspended for a while, some times, the first time when the first puzzle is under work.
 */
async function suspended(thread: string, forMs = 4000, times = 1): Promise<readonly Verdict[]> {
  const child = spawn(process.execPath, [DRIVER, thread], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  try {
    await lines.next();
    for (let i = 0; i < times; i++) {
      await delay(600);
      child.kill('SIGSTOP');
      await delay(forMs);
      child.kill('SIGCONT');
    }
    return JSON.parse((await lines.next()).value as string) as Verdict[];
  } finally {
    child.kill('SIGKILL');
    await exit;
  }
}

test(
  'a puzzle whose time limit passed while the machine slept is tried once more',
  { skip: windows },
  async () => {
    for (const { stoppedBy } of await suspended('slow-thread.js')) {
      assert.notEqual(stoppedBy, 'timeout');
    }
  },
);

test('a stop of a second and a half does not end a puzzle either', { skip: windows }, async () => {
  for (const { stoppedBy } of await suspended('slow-thread.js', 1500)) {
    assert.notEqual(stoppedBy, 'timeout');
  }
});

test(
  'a machine that sleeps again during the next tries ends no puzzle',
  { skip: windows },
  async () => {
    // The second stop meets the puzzle that waited, the third the next try of the first.
    for (const { stoppedBy } of await suspended('slow-thread.js', 1500, 3)) {
      assert.notEqual(stoppedBy, 'timeout');
    }
  },
);

test(
  'a stuck puzzle is given up even if the machine slept, and the one after it is solved',
  { skip: windows },
  async () => {
    const [stuck, waiting] = await suspended('stuck-thread.js');
    assert.deepEqual(stuck, { status: 'timeout', stoppedBy: 'timeout' });
    assert.ok(['unique', 'multiple'].includes(waiting.status), waiting.status);
  },
);
