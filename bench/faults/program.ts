import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The program that users start, seen from dist/bench/faults. */
export const BIN = fileURLToPath(new URL('../../../bin/nonomill.js', import.meta.url));

/**
 * Nothing that the campaign asks for takes so long, even on a machine that is busy: what does,
 * hangs.
 */
const HANGS_AFTER_MS = 600_000;

/** Characters of standard error that are kept: a million rejects fill more than a text can hold. */
const MOST_KEPT = 10_000_000;

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly isOver: () => boolean;
}

export interface Setting {
  readonly cwd?: string;
  /** What comes on standard input, or null: it stays open and is the caller's to write to. */
  readonly input?: string | Buffer | null;
  /** Words of a program that starts this one: strace and its options. */
  readonly under?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts `nonomill <words>`; one that hangs is killed, and its end is an error. */
export function start(words: readonly string[], setting: Setting = {}): Started {
  return startProgram([...(setting.under ?? []), process.execPath, BIN, ...words], setting);
}

/** Starts any program; one that crashes ends with an error that shows where. */
export function startProgram(command: readonly string[], setting: Setting = {}): Started {
  const { cwd, input = '', env } = setting;
  const given = { ...process.env, FORCE_COLOR: undefined, ...env };
  const watch = new CrashWatch(cwd ?? process.cwd());
  const [program, ...words] = watch.command(command);
  const child = spawn(program, words, {
    cwd,
    env: { ...given, ...watch.env(given) },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < MOST_KEPT) stderr += text;
  });
  // A command that ends before it has read everything closes its end: that is not a fault.
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    const tooLong = setTimeout(() => {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      reject(new Error(`it hangs: ${command.slice(1).join(' ')}\n${stderr}`));
    }, HANGS_AFTER_MS);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(tooLong);
      const crash = watch.crash(code, signal);
      if (crash === null) resolve({ code, signal, stdout, stderr });
      else reject(new Error(`${crash}\n${command.slice(1).join(' ')}\n${stderr}`));
    });
  });
  // Whoever started it may be busy with something else when it hangs; it is told when it asks.
  ended.catch(() => undefined);
  return { child, ended, isOver: () => child.exitCode !== null || child.signalCode !== null };
}

/** Runs a command to its end, and checks that what it says is meant for people. */
export async function nonomill(words: readonly string[], setting?: Setting): Promise<Ended> {
  const ended = await start(words, setting).ended;
  checkWords(ended, words);
  return ended;
}

/** The same, if only success will do. */
export async function succeeds(words: readonly string[], setting?: Setting): Promise<Ended> {
  const ended = await nonomill(words, setting);
  if (ended.code !== 0) throw new Error(`${words.join(' ')}\nended with ${shown(ended)}`);
  return ended;
}

/** The milliseconds that a command takes that must succeed. */
export async function msOf(words: readonly string[]): Promise<number> {
  const began = performance.now();
  await succeeds(words);
  return performance.now() - began;
}

/** Sends a command a signal at a random moment of so many milliseconds; how it ended. */
export async function killedWithin(
  { random }: { readonly random: () => number },
  ms: number,
  words: readonly string[],
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<Ended> {
  const { child, ended } = start(words);
  await Promise.race([ended, delay(ms * random())]);
  child.kill(signal);
  const end = await ended;
  checkWords(end, words);
  return end;
}

/** What no user should ever read: stacks, and errors that nobody expected. */
const UNEXPECTED =
  /should not have happened|^ {4}at |Unhandled|Uncaught|TypeError|RangeError|SqliteError/m;

/** @throws Error if a command ended as a program with a fault does. */
export function checkWords(ended: Ended, words: readonly string[]): void {
  if (UNEXPECTED.test(ended.stderr)) {
    throw new Error(`${words.join(' ')}\nended with ${shown(ended)}`);
  }
}

/** An end, for messages. */
export function shown({ code, signal, stderr }: Ended): string {
  return `${signal ?? `exit code ${code}`}: ${stderr.slice(-1500)}`;
}

/**
 * Signals that end a program because of a fault of its own, with their numbers: no attack sends
 * one.
 */
const CRASHES = new Map([
  ['SIGILL', 4],
  ['SIGTRAP', 5],
  ['SIGABRT', 6],
  ['SIGBUS', 7],
  ['SIGFPE', 8],
  ['SIGSEGV', 11],
]);

/** How much of a native stack is shown. */
const SHOWN = 6000;

/**
 * Lets a command leave what tells of a crash: a core dump in its folder, if the system writes them
 * there, and the report that Node.js writes after a fatal error.
 */
class CrashWatch {
  private readonly began = Date.now();
  private readonly reports = mkdtempSync(join(tmpdir(), 'nonomill-crash-'));

  constructor(private readonly cwd: string) {}

  /** The command that runs `command` with core dumps allowed, in the same process. */
  command(command: readonly string[]): readonly string[] {
    if (process.platform === 'win32') return command;
    return ['sh', '-c', 'ulimit -c "$(ulimit -H -c)"; exec "$@"', 'sh', ...command];
  }

  /** The variables that it needs. */
  env({ NODE_OPTIONS = '' }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const options = `--report-on-fatalerror --report-directory=${this.reports}`;
    return { NODE_OPTIONS: `${NODE_OPTIONS} ${options}`.trim() };
  }

  /**
   * What is known of the crash that a command ended by; null if it ended otherwise. Removes what it
   * has left.
   */
  crash(code: number | null, signal: NodeJS.Signals | null): string | null {
    try {
      // A shell or strace between them turns the signal into an exit code.
      const name = [...CRASHES].find(([word, n]) => word === signal || code === 128 + n)?.[0];
      return name === undefined ? null : `it crashed: ${name}\n${this.reported()}${this.stack()}`;
    } finally {
      rmSync(this.reports, { recursive: true, force: true });
    }
  }

  /** What Node.js says of a fatal error. */
  private reported(): string {
    const texts = readdirSync(this.reports).map((name) => {
      const { header, nativeStack = [] } = JSON.parse(
        readFileSync(join(this.reports, name), 'utf8'),
      ) as { header: { event: string; trigger: string }; nativeStack?: { symbol: string }[] };
      const symbols = nativeStack.map(({ symbol }) => `  ${symbol}\n`);
      return `${header.event} (${header.trigger})\n${symbols.join('')}`;
    });
    return texts.join('').slice(0, SHOWN);
  }

  /** The native stack of each thread, from the core dump. */
  private stack(): string {
    const cores = readdirSync(this.cwd)
      .filter((name) => /^core(\.\d+)?$/.test(name))
      .map((name) => join(this.cwd, name))
      .filter((path) => statSync(path).mtimeMs >= this.began);
    if (cores.length === 0)
      return `no core dump in ${this.cwd}; a report says more, if there is one`;
    const words = ['-batch', '-ex', 'bt 40', '-ex', 'thread apply all bt 12', process.execPath];
    const { stdout, error } = spawnSync('gdb', [...words, cores[0]], { encoding: 'utf8' });
    if (error !== undefined)
      return `its core dump is ${cores[0]}: gdb, which would show its stack, is not there`;
    for (const core of cores) rmSync(core);
    const at = stdout.indexOf('Program terminated');
    return stdout.slice(Math.max(0, at)).slice(0, SHOWN);
  }
}

/**
 * The system calls that change what is on the disk, and reading: before or at any of them a
 * process may die, and each of them may fail. strace does both at the nth call of a kind, so that
 * the same seed hits the same place.
 */
const CALLS = ['pwrite64', 'write', 'fsync', 'ftruncate', 'rename', 'unlink', 'mkdir'];

/** Why strace cannot be used here, or null. */
export function straceMissing(): string | null {
  const { error, status } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']);
  if (error !== undefined) return 'strace is not installed';
  return status === 0 ? null : 'strace may not trace processes here';
}

/**
 * The words that start a program under strace, which counts its calls into `log`, and does `fault`
 * at the call with the number `at` of the kind `call` in any one thread.
 *
 * @param fault as strace has it: `signal=KILL`, `error=ENOSPC`
 */
export function strace(
  log: string,
  inject: { call: string; fault: string; at: string } | null = null,
): string[] {
  const fault =
    inject === null ? [] : ['-e', `inject=${inject.call}:${inject.fault}:when=${inject.at}`];
  const asked = ['-e', `trace=${CALLS.join(',')}`, '-e', 'signal=none'];
  return ['strace', '-f', '-qq', '-o', log, ...asked, ...fault];
}

/** How often the busiest thread made each call, from the log of a run that nobody disturbed. */
export function callsIn(folder: string, log: string): ReadonlyMap<string, number> {
  const perThread = new Map<string, number>();
  const most = new Map<string, number>();
  for (const line of readFileSync(join(folder, log), 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === undefined) continue;
    const count = (perThread.get(`${thread} ${call}`) ?? 0) + 1;
    perThread.set(`${thread} ${call}`, count);
    most.set(call, Math.max(count, most.get(call) ?? 0));
  }
  return most;
}

/**
 * Loaded into a program that is measured: writes down the milliseconds of processor time it took.
 */
const METER = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.METER, String((user + system) / 1000));
});
`;

/** How a command ended, and how long it kept processors busy. */
interface Metered {
  readonly ended: Ended;
  /** All threads together; null if a signal ended it. A busy machine hardly changes it. */
  readonly cpuMs: number | null;
}

/** Runs `nonomill <words>` to its end; two small files in `folder` measure it. */
export async function metered(folder: string, words: readonly string[]): Promise<Metered> {
  const script = join(folder, 'meter.mjs');
  const meter = join(folder, 'meter');
  writeFileSync(script, METER);
  const env = { METER: meter, NODE_OPTIONS: `--import=${script}` };
  const ended = await start(words, { env }).ended;
  return { ended, cpuMs: existsSync(meter) ? Number(readFileSync(meter, 'utf8')) : null };
}
