import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the processes of a group use, as Linux tells in /proc. */
export interface TreeUse {
  /** CPU milliseconds, those of ended children that were waited for included. */
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly memoryBytes: number;
}

/** Clock ticks a second in /proc/<pid>/stat: the same on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * The name of the environment variable that marks the processes of a external, whatever group they
 * join.
 */
export const MARK = 'NONOMILL_RACE';

export const HAS_PROC = process.platform === 'linux';

/**
 * What the processes of the group or session of `leader`, a shell, and its `others` use together,
 * except for the time of the shell itself.
 */
export function useOfTree(leader: number, others: readonly number[]): TreeUse {
  let cpuMs = 0;
  let memoryBytes = 0;
  for (const pid of processes()) {
    const fields = statFields(pid);
    if (fields === null) continue;
    const [, , group, session] = fields;
    const isOfGroup = Number(group) === leader || Number(session) === leader;
    if (!isOfGroup && !others.includes(pid)) continue;
    // utime, stime, cutime and cstime. The leader's own are those of the shell, and of this
    // program's copy that became the shell: some ten milliseconds if this program is large.
    const ticks = fields.slice(pid === leader ? 13 : 11, 15);
    for (const each of ticks) cpuMs += Number(each) * TICK_MS;
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(contentOf(`/proc/${pid}/status`));
    memoryBytes += 1024 * Number(resident?.[1] ?? 0);
  }
  return { cpuMs, memoryBytes };
}

/** Ends every process that bears the mark, also processes that left the group and their parents. */
export function endMarked(mark: string): void {
  if (!HAS_PROC) return;
  const wanted = `${MARK}=${mark}`;
  // One that forks while it is looked for leaves a child: until none is found.
  for (let round = 0; round < 10; round++) {
    const found = processes().filter((pid) => environmentOf(pid).includes(wanted));
    if (found.length === 0) return;
    for (const pid of found) endProcess(pid);
  }
}

/** Ends a process, or with a negative number a group; it may have ended already. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/**
 * Ends a process of Windows, which has no process groups, and all that it has started. Once it is
 * gone, its children cannot be found.
 */
export function endTree(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  const words = ['/T', '/F', '/PID', String(pid)];
  const ending = spawn(program, words, { stdio: 'ignore', windowsHide: true });
  // If it fails, at least the process itself ends.
  for (const event of ['error', 'exit']) ending.on(event, () => child.kill('SIGKILL'));
}

function processes(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** The fields of a process from its state on; null if it is gone or is a zombie. */
function statFields(pid: number): string[] | null {
  const text = contentOf(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.length < 22 || fields[0] === 'Z' ? null : fields;
}

function environmentOf(pid: number): string {
  return contentOf(`/proc/${pid}/environ`);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
