import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';
import { temporaryFolder } from '../support/temporary.js';
import { until } from '../support/until.js';

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'outer-process.mjs')).href;

const OUTER = `
import { spawn } from 'node:child_process';
import { WITH_PIPE, endWith } from '${MODULE}';
const { stdio, env } = WITH_PIPE;
await endWith(spawn(process.execPath, process.argv.slice(2), { env: { ...process.env, ...env }, stdio }));
`;

/** Notes each signal in a file, and goes on until it is told to end by another. */
const INNER = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { followOuter } from '${MODULE}';
followOuter();
const [, , folder] = process.argv;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => appendFileSync(folder + '/signals', signal + ' '));
}
setInterval(() => existsSync(folder + '/end') && process.exit(7), 10);
writeFileSync(folder + '/pid', String(process.pid));
`;

/** Ends by itself on every signal, as a program without listeners. */
const PLAIN = `
import { writeFileSync } from 'node:fs';
import { followOuter } from '${MODULE}';
followOuter();
setInterval(() => undefined, 1000);
writeFileSync(process.argv[2] + '/pid', String(process.pid));
`;

async function begin(t: TestContext, inner: string) {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'outer.mjs'), OUTER);
  writeFileSync(join(folder, 'inner.mjs'), inner);
  const files = ['outer.mjs', 'inner.mjs'].map((name) => join(folder, name));
  const outer = spawn(process.execPath, [...files, folder], { stdio: 'ignore', detached: true });
  const over = new Promise<number | null>((resolve) => outer.on('exit', resolve));
  const pidFile = join(folder, 'pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  t.after(() => isThere(pid) && process.kill(pid, 'SIGKILL'));
  const signals = join(folder, 'signals');
  return {
    outer: outer.pid!,
    over,
    inner: pid,
    signals: () => (existsSync(signals) ? readFileSync(signals, 'utf8').trim().split(' ') : []),
    end: () => writeFileSync(join(folder, 'end'), ''),
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const NO_SIGNALS = process.platform === 'win32' && 'processes of Windows send no signals';

test(
  'a signal to the outer process alone is passed on once, and its end is that of the inner one',
  { skip: NO_SIGNALS },
  async (t) => {
    const { outer, over, signals, end } = await begin(t, INNER);
    const expected: string[] = [];
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
      process.kill(outer, signal);
      expected.push(signal);
      await until(() => signals().length === expected.length);
    }
    end();
    assert.equal(await over, 7);
    assert.deepEqual(signals(), expected);
  },
);

test('a signal to both, as a terminal sends it, counts once', { skip: NO_SIGNALS }, async (t) => {
  const { outer, over, signals, end } = await begin(t, INNER);
  process.kill(-outer, 'SIGINT');
  await until(() => signals().length > 0);
  // What comes after it has waited for the same time as what was passed on would have.
  process.kill(outer, 'SIGTERM');
  await until(() => signals().includes('SIGTERM'));
  end();
  await over;
  assert.deepEqual(signals(), ['SIGINT', 'SIGTERM']);
});

test(
  'a program without listeners is ended by what is passed on',
  { skip: NO_SIGNALS },
  async (t) => {
    const { outer, over, inner } = await begin(t, PLAIN);
    process.kill(outer, 'SIGINT');
    assert.equal(await over, 130);
    await until(() => !isThere(inner));
  },
);

test('the inner process ends after the outer one was killed', async (t) => {
  const { outer, inner } = await begin(t, PLAIN);
  process.kill(outer, 'SIGKILL');
  await until(() => !isThere(inner));
});
