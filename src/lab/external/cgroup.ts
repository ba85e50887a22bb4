import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeEmptyFolder } from '../../pipeline/files/remove-rename.js';
import { isAlive } from './race-folder.js';

/**
 * A control group (cgroup v2) for the processes of one puzzle: whatever they start is in it, in a
 * session of its own and with an empty environment, too, and only root could take it out.
 */
export class Cgroup {
  constructor(readonly path: string) {}

  /** The processes that are in it now. */
  pids(): number[] {
    return contentOf(join(this.path, 'cgroup.procs')).split('\n').filter(Boolean).map(Number);
  }

  /** What all processes that were in it have used, also the ended ones. */
  cpuMs(): number {
    const [, micros] = /^usage_usec (\d+)/m.exec(contentOf(join(this.path, 'cpu.stat'))) ?? [];
    return Number(micros ?? 0) / 1000;
  }

  /** Ends all processes in it, and the ones that they start meanwhile. */
  end(): void {
    try {
      writeFileSync(join(this.path, KILL), '1');
    } catch {
      // It is gone.
    }
  }

  /**
   * Removes it once the ended processes are gone. The next race tries again if that takes long.
   */
  async remove(): Promise<void> {
    for (let tries = 0; tries < 100 && !isRemoved(this.path); tries++) await delay(5);
  }
}

const PREFIX = 'nonomill-race-';
const KILL = 'cgroup.kill';

let made = 0;

/** A new control group below that of this process; null if the system gives this user none. */
export function makeCgroup(): Cgroup | null {
  const parent = cgroupsAreIn();
  if (parent === null) return null;
  const path = join(parent, `${PREFIX}${process.pid}-${++made}`);
  try {
    mkdirSync(path);
    return new Cgroup(path);
  } catch {
    return null;
  }
}

/** What holds the processes of a puzzle together here, in words. */
export function heldBy(): string {
  if (cgroupsAreIn() !== null) return 'a control group';
  return process.platform === 'win32' ? 'a process tree' : 'a process group';
}

let found: string | null | undefined;

/** Where control groups can be made and entered: tried out once; null if nowhere. */
function cgroupsAreIn(): string | null {
  found ??= process.platform === 'linux' ? tried(ownCgroup()) : null;
  return found;
}

function tried(parent: string | null): string | null {
  if (parent === null) return null;
  removeLeft(parent);
  const trial = join(parent, `${PREFIX}${process.pid}-0`);
  try {
    mkdirSync(trial);
    const enter = ['-c', 'echo 0 > "$1/cgroup.procs"', 'race', trial];
    const { status } = spawnSync('/bin/sh', enter, { stdio: 'ignore' });
    return status === 0 && existsSync(join(trial, KILL)) ? parent : null;
  } catch {
    return null;
  } finally {
    isRemoved(trial);
  }
}

/** Those of races that were killed together with their guards. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^nonomill-race-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    new Cgroup(join(parent, name)).end();
    isRemoved(join(parent, name));
  }
}

/** The folder of the control group of this process, as far as it is visible here. */
function ownCgroup(): string | null {
  const own = /^0::(\/.*)$/m.exec(contentOf('/proc/self/cgroup'))?.[1];
  const mount = / \/ (\S+) \S+(?: \S+)* - cgroup2 /.exec(contentOf('/proc/self/mountinfo'))?.[1];
  if (own === undefined || mount === undefined || own.startsWith('/..')) return null;
  const path = join(mount, own);
  return existsSync(path) ? path : null;
}

function isRemoved(path: string): boolean {
  try {
    removeEmptyFolder(path);
  } catch {
    // Something is still in it, or it is gone.
  }
  return !existsSync(path);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
