// Tests and benchmarks that run from dist/ say so in a file there, and builds do: nobody builds it
// under running tests, and two builds come one after the other.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How often is looked whether it is free, in milliseconds. */
const LOOK_MS = 200;

/** Says that this process uses a folder, until it ends; `what` is what it does there. */
export function use(folder, what) {
  const users = join(folder, '.users');
  mkdirSync(users, { recursive: true });
  const file = join(users, String(process.pid));
  writeFileSync(file, what);
  process.on('exit', () => rmSync(file, { force: true }));
}

/**
 * Waits until those are gone who used a folder before this process did, and says whom it waits for.
 * Returns whether there was anybody.
 */
export async function untilFree(folder) {
  let said = null;
  for (;;) {
    const other = userBefore(join(folder, '.users'));
    if (other === null) return said !== null;
    if (other.pid !== said) {
      process.stderr.write(`nonomill: waits for ${other.what} (process ${other.pid}) ...\n`);
    }
    said = other.pid;
    await setTimeout(LOOK_MS);
  }
}

function userBefore(users) {
  const own = statSync(join(users, String(process.pid))).mtimeMs;
  for (const name of readdirSync(users)) {
    const pid = Number(name);
    const file = join(users, name);
    if (pid === process.pid) continue;
    if (!isAlive(pid)) {
      rmSync(file, { force: true });
      continue;
    }
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (since === undefined || since > own || (since === own && pid > process.pid)) continue;
    return { pid, what: readFileSync(file, 'utf8') };
  }
  return null;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
