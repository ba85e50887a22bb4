import assert from 'node:assert/strict';
import { start } from './nonomill.js';

/** Moments of a process that do not depend on a clock: see `test/fixtures/kill-at.ts`. */
export type Moment =
  | `transaction:${number}:${'begin' | 'end' | 'after'}`
  | `results:${number}:${'end' | 'after'}`
  | `rename:${number}`;

const KILL_AT = new URL('../fixtures/kill-at.js', import.meta.url).href;

/**
 * Starts `nonomill <words>` in a process that ends itself by SIGKILL at `moment`. Returns whether
 * it got there: else it has ended by itself, and well.
 */
export async function killedAt(moment: Moment, words: readonly string[]): Promise<boolean> {
  const env = { KILL_AT: moment, NODE_OPTIONS: `--import=${KILL_AT}` };
  const { child, ended } = start(words, undefined, env);
  const { code, stderr } = await ended;
  // Windows has no signals: who is killed has the exit code 1, and says nothing of an error.
  const isEnded = process.platform === 'win32' && code === 1 && !/\(NM_\w+\)/.test(stderr);
  if (child.signalCode === 'SIGKILL' || isEnded) return true;
  assert.equal(code, 0, stderr);
  return false;
}
