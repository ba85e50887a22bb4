// What the scripts that check and release have in common: they run programs, and say what passes.
import { spawnSync } from 'node:child_process';

/** What a program writes to standard output; throws with all that it says if it fails. */
export function outputOf(command, words, options) {
  const setting = { encoding: 'utf8', maxBuffer: 2 ** 28, ...options };
  const { status, stdout, stderr, error } = spawnSync(command, words, setting);
  if (error) throw error;
  if (status === 0) return stdout;
  const said = (stdout + stderr).slice(-6000);
  throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${said}`);
}

/** Does one check, says whether it passes, and counts it. */
export async function tryOut(counts, title, check) {
  try {
    await check();
    counts.passed++;
    process.stdout.write(`✔ ${title}\n`);
  } catch (error) {
    counts.failed++;
    sayFailed(title, error);
  }
}

export function sayFailed(title, error) {
  process.stdout.write(`✖ ${title}\n${String(error.stack ?? error).replaceAll(/^/gm, '    ')}\n`);
}
