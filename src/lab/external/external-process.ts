import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { makeCgroup } from './cgroup.js';
import { HAS_PROC, MARK, endMarked, endProcess, endTree, useOfTree } from './process-tree.js';

/** The limits of one process with all that it starts. */
export interface ExternalLimits {
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
 * The shell that runs it: `times` of bash tells CPU time in milliseconds, that of other shells in
 * steps of ten. With -p bash reads no file that the environment names, and with --norc none of the
 * user's: under cron, for example, it takes a standard input that is a socket for a remote login,
 * and would read that file.
 */
const SHELL: readonly string[] = existsSync('/bin/bash')
  ? ['/bin/bash', '--norc', '-p']
  : ['/bin/sh'];

/**
 * Runs `words` as a process of its own in a group of its own, which is gone when the promise
 * settles.
 */
export class ExternalProcess {
  readonly ended: Promise<Ended>;
  private readonly cgroup = makeCgroup();
  private readonly mark = randomBytes(12).toString('hex');
  /**
   * When the process had started. To start it, the system first copies this large process: that
   * time is not its own.
   */
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
    const exited = new Promise<Exit>((resolve) => {
      this.child.on('error', ({ message }) => resolve({ code: null, signal: null, message }));
      this.child.on('exit', (code, signal) => resolve({ code, signal, message: null }));
    });
    this.ended = exited.then(async ({ code, signal, message }) => {
      clearTimeout(deadline);
      clearInterval(poll);
      const wallMs = performance.now() - this.began;
      this.endAll();
      await Promise.all([output.read, errors.read, times.read]);
      for (const stream of this.child.stdio) stream?.destroy();
      this.noteTimes(times.text());
      await this.leaveCgroup();
      return {
        stopped: this.whyStopped(code, errors.text()),
        code,
        signal,
        notStarted: message,
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
    this.cpuMs = Math.max(this.cpuMs ?? 0, cpuMs);
    this.memoryBytes = Math.max(this.memoryBytes ?? 0, memoryBytes);
    if (cpuMs > this.limits.timeoutMs) this.stop('timeout');
    else if (memoryBytes > this.limits.memoryBytes) this.stop('memory');
  }

  /** The second line of `times` is about children: minutes and seconds of user and system. */
  private noteTimes(text: string): void {
    const [, children] = text.trim().split('\n');
    const parts = [...(children ?? '').matchAll(/(\d+)m([\d.,]+)s/g)];
    if (parts.length !== 2) return;
    const ms = parts.reduce(
      (sum, [, minutes, seconds]) =>
        sum + 60_000 * Number(minutes) + 1000 * Number(seconds.replace(',', '.')),
      0,
    );
    this.cpuMs = Math.max(this.cpuMs ?? 0, ms);
  }

  private async leaveCgroup(): Promise<void> {
    if (this.cgroup === null) return;
    this.cpuMs = Math.max(this.cpuMs ?? 0, this.cgroup.cpuMs());
    await this.cgroup.remove();
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

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started, or null. */
  readonly message: string | null;
}

interface Collected {
  /** What came so far. */
  text(): string;
  /** Settles once all has come, or after REST_MS: somebody else may hold the stream open. */
  readonly read: Promise<void>;
}

/** How long the rest of a stream may take once the processes are gone. */
const REST_MS = 500;

/** Keeps the beginning of a stream. */
function collect(stream: Readable, most: number, onTooMuch: () => void): Collected {
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
    get read() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, REST_MS)));
      return Promise.race([closed, late]).finally(() => clearTimeout(timer));
    },
  };
}
