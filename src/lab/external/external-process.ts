import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isFileAt, removeAllOf, removeEmptyFolder } from '../../pipeline/files/files.js';
import { isAlive } from '../../pipeline/files/program.js';

/** The limits of one process with all that it starts. */
interface ExternalLimits {
  /** CPU time and wall time, each. */
  readonly timeoutMs: number;
  /** Infinity for no limit. */
  readonly memoryBytes: number;
}

/** How a process ended, and what it took. */
export interface Ended {
  readonly stopped: 'timeout' | 'memory' | 'output' | 'pattern' | 'closed' | null;
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started, or null. */
  readonly notStarted: string | null;
  readonly output: string;
  readonly errors: string;
  readonly wallMs: number;
  readonly cpuMs: number | null;
  readonly memoryBytes: number | null;
}

/** How often the processes are looked at. */
const POLL_MS = 25;

/** The most that is kept of what a program prints. */
const MOST_OUTPUT = 16 << 20;
const MOST_ERRORS = 1 << 16;

/** The environment variable that marks a program's processes, whatever group they join. */
const MARK = 'NONOMILL_RACE';

/**
 * A shell runs this text and nothing else; it leads the process group. Its guard waits until
 * nonomill ends, in whatever way, which closes the pipe, and then ends the group and all that has
 * left it. The program is in a control group of its own if the system offers one. A limit of the
 * system on the CPU time of each process holds even while nobody looks. Afterwards `times` says
 * what was used. What the shell itself prints, such as that a signal ended the program, is not
 * taken for an error of the program.
 */
const LEADER = `
seconds=$1; kib=$2; cgroup=$3; shift 3
(
  trap '' TERM INT HUP
  read _ <&3
  guard=$(exec sh -c 'echo $PPID')
  if [ -n "$cgroup" ]; then
    echo 1 >"$cgroup/cgroup.kill"
    for _ in 1 2 3 4 5; do rmdir "$cgroup" && break; sleep 0.1; done
  elif [ -d /proc/self ]; then
    for file in $(grep -lsaF "$${MARK}" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}; pid=\${pid%/environ}
      [ "$pid" = "$$" ] || [ "$pid" = "$guard" ] || kill -KILL "$pid" 2>/dev/null
    done
  fi
  kill -KILL -$$
) >/dev/null 2>&1 </dev/null 4>&- &
exec 3<&-
exec 5>&2 2>/dev/null
(
  exec 2>&5 4>&- 5>&-
  [ -z "$cgroup" ] || echo 0 >"$cgroup/cgroup.procs" || exit 126
  ulimit -t "$seconds" 2>/dev/null
  [ "$kib" = 0 ] || ulimit -d "$kib" 2>/dev/null
  exec "$@"
)
code=$?
times >&4
exit $code
`;

/**
 * `times` of bash tells CPU time in milliseconds, that of other shells in steps of ten. With -p
 * bash reads no file that the environment names, with --norc none of the user's: under cron, for
 * example, it takes a socket as standard input for a remote login, and would read that file.
 */
const SHELL: readonly string[] = existsSync('/bin/bash')
  ? ['/bin/bash', '--norc', '-p']
  : ['/bin/sh'];

/** Runs `words` as a process in a group of its own, which is gone when the promise settles. */
export class ExternalProcess {
  readonly ended: Promise<Ended>;
  private readonly cgroup = makeCgroup();
  private readonly mark = randomBytes(12).toString('hex');
  /** When the process had started, without the time in which the system copies this large one. */
  private readonly began: number;
  private readonly child: ChildProcess;
  private stopped: Ended['stopped'] = null;
  private cpuMs: number | null = null;
  private memoryBytes: number | null = null;

  constructor(
    words: readonly string[],
    private readonly limits: ExternalLimits,
    input: string | null,
  ) {
    const { timeoutMs, memoryBytes } = limits;
    const seconds = String(Math.ceil(timeoutMs / 1000) + 1);
    // Above the limit that is watched: it stops only what grows faster than we look.
    const kib = memoryBytes === Infinity ? '0' : String(Math.ceil(memoryBytes / 512));
    const leads = process.platform !== 'win32';
    const [file, ...rest] = leads
      ? [...SHELL, '-c', LEADER, 'race', seconds, kib, this.cgroup?.path ?? '', ...words]
      : words;
    this.child = spawn(file, rest, {
      detached: leads,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, [MARK]: this.mark },
      windowsHide: true,
    });
    this.began = performance.now();
    const output = collect(this.child.stdout!, MOST_OUTPUT, () => this.stop('output'));
    const errors = collect(this.child.stderr!, MOST_ERRORS, () => undefined);
    const times = collect(this.child.stdio[4] as Readable, 1000, () => undefined);
    // A program need not read its input, and may be gone before it is written.
    this.child.stdin!.on('error', () => undefined).end(input ?? '');
    this.child.stdio[3]!.on('error', () => undefined);
    const deadline = setTimeout(() => this.stop('timeout'), timeoutMs);
    const poll = HAS_PROC ? setInterval(() => this.look(), POLL_MS) : undefined;
    const exited = new Promise<Pick<Ended, 'code' | 'signal' | 'notStarted'>>((resolve) => {
      this.child.on('error', ({ message: notStarted }) =>
        resolve({ code: null, signal: null, notStarted }),
      );
      this.child.on('exit', (code, signal) => resolve({ code, signal, notStarted: null }));
    });
    this.ended = exited.then(async ({ code, signal, notStarted }) => {
      clearTimeout(deadline);
      clearInterval(poll);
      const wallMs = performance.now() - this.began;
      this.endAll();
      await Promise.all([output.read(), errors.read(), times.read()]);
      for (const stream of this.child.stdio) stream?.destroy();
      this.noteTimes(times.text());
      if (this.cgroup !== null) {
        this.noteCpu(this.cgroup.cpuMs());
        await this.cgroup.remove();
      }
      return {
        stopped: this.whyStopped(code, errors.text()),
        code,
        signal,
        notStarted,
        output: output.text(),
        errors: errors.text(),
        wallMs,
        cpuMs: this.cpuMs,
        memoryBytes: this.memoryBytes,
      };
    });
  }

  /** Ends the process and all that it has started. */
  stop(why: NonNullable<Ended['stopped']>): void {
    this.stopped ??= why;
    this.endAll();
  }

  /** If the system's limit is lower, the program itself may say that it has no memory. */
  private whyStopped(code: number | null, errors: string): Ended['stopped'] {
    const overtime = this.cpuMs !== null && this.cpuMs > this.limits.timeoutMs;
    if (this.stopped !== null || overtime) return this.stopped ?? 'timeout';
    const starved = this.limits.memoryBytes < Infinity && code !== 0 && NO_MEMORY.test(errors);
    return starved ? 'memory' : null;
  }

  private look(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    const { memoryBytes, ...use } = useOfTree(pid, this.cgroup?.pids() ?? []);
    const cpuMs = Math.max(use.cpuMs, this.cgroup?.cpuMs() ?? 0);
    this.noteCpu(cpuMs);
    this.memoryBytes = Math.max(this.memoryBytes ?? 0, memoryBytes);
    if (cpuMs > this.limits.timeoutMs) this.stop('timeout');
    else if (memoryBytes > this.limits.memoryBytes) this.stop('memory');
  }

  /** The second line of `times` is about children: minutes and seconds of user and system. */
  private noteTimes(text: string): void {
    const [, children] = text.trim().split('\n');
    const parts = [...(children ?? '').matchAll(/(\d+)m([\d.,]+)s/g)];
    if (parts.length !== 2) return;
    const ms = parts.map(
      ([, minutes, seconds]) => 60_000 * Number(minutes) + 1000 * Number(seconds.replace(',', '.')),
    );
    this.noteCpu(ms[0] + ms[1]);
  }

  private noteCpu(ms: number): void {
    this.cpuMs = Math.max(this.cpuMs ?? 0, ms);
  }

  private endAll(): void {
    const { pid } = this.child;
    if (pid !== undefined && process.platform !== 'win32') endProcess(-pid);
    else endTree(this.child);
    if (this.cgroup === null) endMarked(this.mark);
    else this.cgroup.end();
  }
}

/** What programs say when they get no more memory. */
const NO_MEMORY =
  /out of memory|bad_alloc|(cannot|failed to|unable to) allocate|allocation failed|MemoryError/i;

/** How long the rest of a stream may take once the processes are gone. */
const REST_MS = 500;

function collect(stream: Readable, most: number, onTooMuch: () => void) {
  const pieces: Buffer[] = [];
  let length = 0;
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.on(event, () => resolve());
  });
  stream.on('data', (piece: Buffer) => {
    if (length > most) return;
    length += piece.length;
    pieces.push(piece);
    if (length > most) onTooMuch();
  });
  return {
    text: () => Buffer.concat(pieces).toString('utf8').slice(0, most),
    // Settles once all has come, or after REST_MS: somebody else may hold the stream open.
    read: () => Promise.race([closed, delay(REST_MS, undefined, { ref: false })]),
  };
}

/** Clock ticks a second in /proc/<pid>/stat: the same on every Linux that Node runs on. */
const TICK_MS = 10;

export const HAS_PROC = process.platform === 'linux';

/**
 * What the processes of the group or session of `leader`, a shell, and its `others` use together,
 * as Linux tells in /proc: resident memory, and CPU time with that of ended children that were
 * waited for, except for the time of the shell itself.
 */
function useOfTree(leader: number, others: readonly number[]) {
  let cpuMs = 0;
  let memoryBytes = 0;
  for (const pid of processes()) {
    const text = contentOf(`/proc/${pid}/stat`);
    // From its state on; there is nothing of one that is gone.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, , group, session] = fields;
    if (fields.length < 22 || state === 'Z') continue;
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
function endMarked(mark: string): void {
  if (!HAS_PROC) return;
  const wanted = `${MARK}=${mark}`;
  // One that forks while it is looked for leaves a child: until none is found.
  for (let round = 0; round < 10; round++) {
    const found = processes().filter((pid) => contentOf(`/proc/${pid}/environ`).includes(wanted));
    if (found.length === 0) return;
    for (const pid of found) endProcess(pid);
  }
}

/** Ends a process, or with a negative number a group; it may have ended already. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/** Ends a Windows process and all that it started, which cannot be found once it is gone. */
function endTree(child: ChildProcess): void {
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

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * A control group (cgroup v2) for the processes of one puzzle: whatever they start is in it, in a
 * session of its own and with an empty environment, too, and only root could take it out.
 */
class Cgroup {
  constructor(readonly path: string) {}

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

  /** Removes it once its processes are gone. The next race tries again if that takes long. */
  async remove(): Promise<void> {
    for (let tries = 0; tries < 100 && !isRemoved(this.path); tries++) await delay(5);
  }
}

const PREFIX = 'nonomill-race-';
const KILL = 'cgroup.kill';

let made = 0;

/** A new control group below that of this process; null if the system gives this user none. */
function makeCgroup(): Cgroup | null {
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

/** Undefined until it is tried out: null is an answer, too. */
let found: string | null | undefined;

/** Where control groups can be made and entered: tried out once; null if nowhere. */
function cgroupsAreIn(): string | null {
  if (found === undefined) found = process.platform === 'linux' ? tried(ownCgroup()) : null;
  return found;
}

function tried(parent: string | null): string | null {
  if (parent === null) return null;
  // Those of races that were killed together with their guards.
  for (const path of leftIn(parent)) {
    new Cgroup(path).end();
    isRemoved(path);
  }
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

/** A new folder for a race, named after this process; removes those of killed processes. */
export function makeRaceFolder(parent = tmpdir()): string {
  for (const path of leftIn(parent)) {
    try {
      removeAllOf(path);
    } catch {
      // It belongs to somebody else.
    }
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** What processes that are gone have left of their races in a folder. */
function leftIn(parent: string): string[] {
  return readdirSync(parent).flatMap((name) => {
    const pid = /^nonomill-race-(\d+)-/.exec(name)?.[1];
    return pid === undefined || isAlive(Number(pid)) ? [] : [join(parent, name)];
  });
}

const PLACE = /\{([a-z0-9]*)\}/g;

/**
 * Reads a command such as `mysolver --fast {non}`. Words are parted by blanks; quotes keep them
 * together. On Windows a backslash is a part of a path, except before a double quote within such
 * quotes. No shell is involved: `sh -c '...'` is one if it is wanted. `{nin}` is replaced by the
 * name of a file in that format, `{}` by that of one in `format`; without either the puzzle comes
 * on standard input (`onInput`).
 *
 * @throws Error that says what is wrong with it
 */
export function readExternalCommand(
  command: string,
  format: string | null,
  platform: string = process.platform,
) {
  const words = splitWords(command, platform);
  if (words.length === 0) throw new Error('the command is empty');
  const named = new Set([...command.matchAll(PLACE)].map(([, name]) => name).filter(Boolean));
  if (named.size > 1) throw new Error(`one format, got ${[...named].join(' and ')}`);
  const [inPlace] = named;
  if (inPlace !== undefined && format !== null && inPlace !== format) {
    throw new Error(`the command says {${inPlace}}, but --format ${format}`);
  }
  const found = inPlace ?? format;
  if (found === null) {
    throw new Error('a place for the puzzle, such as {non} for a .non file, or --format with {}');
  }
  return { words, format: found, onInput: !words.some((word) => word.search(PLACE) >= 0) };
}

export function wordsWithFile(
  { words }: Pick<ReturnType<typeof readExternalCommand>, 'words'>,
  file: string,
): string[] {
  return words.map((word) => word.replaceAll(PLACE, () => file));
}

function splitWords(command: string, platform: string): string[] {
  const escapes = (i: number): boolean =>
    command[i] === '\\' &&
    i + 1 < command.length &&
    (platform !== 'win32' || command[i + 1] === '"');
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let i = 0; i < command.length; i++) {
    const character = command[i];
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (quote !== "'" && escapes(i)) word = (word ?? '') + command[++i];
    else if (quote === '' && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new Error(`a closing ${quote}`);
  if (word !== null) words.push(word);
  return words;
}

/**
 * Why a program cannot be started by this word, or null: a path must be that of an executable file,
 * and a name that of one in a folder of `path`. On Windows it is an .exe or a .com file, whose
 * ending may be left out, and a name is looked up in the working folder first.
 */
export function programReason(
  word: string,
  path: string = process.env.PATH ?? '',
  platform: string = process.platform,
): string | null {
  if (platform === 'win32') return windowsReason(word, path);
  if (word.includes('/')) {
    if (isExecutable(word)) return null;
    return isFileAt(word)
      ? `"${word}" is not executable: chmod +x`
      : `there is no program "${word}"`;
  }
  if (path.split(delimiter).some((folder) => isExecutable(join(folder || '.', word)))) return null;
  const here = isFileAt(word) ? `; the file in this folder is ./${word}` : '';
  return `there is no program "${word}" in PATH${here}`;
}

function windowsReason(word: string, path: string): string | null {
  const isPath = /[\\/:]/.test(word);
  const folders = isPath ? [''] : ['./', ...path.split(';').map((folder) => `${folder}/`)];
  const isThere = (end: string): boolean => folders.some((folder) => isFileAt(folder + word + end));
  const isScript = /^\.(cmd|bat)$/i.test(extname(word));
  if (!isScript && ['', '.exe', '.com'].some(isThere)) return null;
  const end = isScript ? '' : ['.cmd', '.bat'].find(isThere);
  const script = word + (end ?? '');
  return end !== undefined
    ? `"${script}" is a script of the command prompt: write cmd /d /c "${script}"`
    : `there is no program "${word}"${isPath ? '' : ' in PATH'}`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFileAt(path);
  } catch {
    return false;
  }
}
