import { readFileSync } from 'node:fs';
import { codeOf } from '../../solver/core/text/error-codes.js';
import { bytesText } from '../../solver/core/text/numbers.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { debuglog } from 'node:util';

/** What the build writes: modules lie at one depth in it, and their bundles at another. */
const BUILT = new URL(import.meta.url.replace(/(^.*\/dist\/).*$/, '$1'));

/** A file that the program finds beside itself, such as `workers/solve.cjs`. */
export function builtFile(path: string): URL {
  return new URL(path, BUILT);
}

/** V8 reserves so much for a thread (590 to 655 MiB, measured), or ends the whole process. */
const THREAD_SPACE = 660 * 2 ** 20;

/** Why so many threads cannot start in the address space that `ulimit -v` leaves; else null. */
export function whyNoSpace(threads: number): string | null {
  const [limit, used] = addressSpace() ?? [Infinity, 0];
  const fit = Math.max(0, Math.floor((limit - used) / THREAD_SPACE));
  if (fit >= threads) return null;
  const [all, each] = [limit, THREAD_SPACE].map(bytesText);
  return (
    `the address space is limited to ${all} (ulimit -v), which is enough for ${fit} of ${threads} ` +
    `threads, the one that reads included: each reserves ${each}`
  );
}

/** @throws NonomillError before threads are started for which there is no room */
export function requireSpace(threads: number): void {
  const why = whyNoSpace(threads);
  if (why === null) return;
  const reason = `${why}. Allow more (ulimit -v unlimited), or use fewer --threads.`;
  throw new NonomillError('NM_NO_MEMORY', reason);
}

/** The bytes that this process may reserve, and those that it has; null without a limit. */
function addressSpace(): readonly [limit: number, used: number] | null {
  if (process.platform !== 'linux') return null;
  try {
    const read = (file: string, pattern: RegExp): number =>
      Number(pattern.exec(readFileSync(`/proc/self/${file}`, 'utf8'))?.[1]);
    const limit = read('limits', /^Max address space\s+(\d+)/m);
    return Number.isNaN(limit) ? null : [limit, read('status', /^VmSize:\s+(\d+)/m) * 1024];
  } catch {
    return null;
  }
}

/** What the build writes (scripts/solver-version.mjs), by name. */
const known = new Map<string, string>();

/** 16 hexadecimal digits of a hash of its source: only machines with the same share a run. */
export function solverVersion(): string {
  return written('solver-version');
}

/** The same of what reads files and validates entries: another one reads a known file again. */
export function readerVersion(): string {
  return written('reader-version');
}

/** The version of this program, from its package. */
export function programVersion(): string {
  return (JSON.parse(written('../package.json')) as { version: string }).version;
}

/** A file that the build wrote, or the package has; read once. */
function written(name: string): string {
  const text = known.get(name) ?? readFileSync(builtFile(name), 'utf8');
  known.set(name, text);
  return text;
}

/** Whether a process of this machine is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const log = debuglog('nonomill');

type TracedPart = 'run' | 'pool' | 'solve' | 'store' | 'report';

/** Whether somebody reads it. */
export function isTraced(): boolean {
  return log.enabled;
}

/** Writes what a part does, with ms, if NODE_DEBUG=nonomill; else `what` is not called. */
export function trace(part: TracedPart, what: () => string): void {
  if (log.enabled) log('%s %s: %s', performance.now().toFixed(0).padStart(6), part, what());
}
