import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
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
  const watch = new CrashWatch();
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

/** Runs a line of bash in which $1 is the first of the words; how it ended. */
export function shell(line: string, words: readonly string[]): Promise<Ended> {
  return startProgram(['bash', '--norc', '-c', line, 'bash', ...words]).ended;
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
const CRASHES = { SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8, SIGSEGV: 11 };

/**
 * Lets a command leave what tells of a crash: a core dump, where the system writes them, and the
 * report that Node.js writes after a fatal error.
 */
class CrashWatch {
  private readonly reports = mkdtempSync(join(tmpdir(), 'nonomill-crash-'));

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
      const name = Object.entries(CRASHES).find(
        ([word, n]) => word === signal || code === 128 + n,
      )?.[0];
      return name === undefined ? null : `it crashed: ${name}\n${this.reported()}`;
    } finally {
      rmSync(this.reports, { recursive: true, force: true });
    }
  }

  /** What Node.js says of a fatal error; gdb finds more in a core dump. */
  private reported(): string {
    const texts = readdirSync(this.reports).map((name) => {
      const { header, nativeStack = [] } = JSON.parse(
        readFileSync(join(this.reports, name), 'utf8'),
      ) as { header: { event: string; trigger: string }; nativeStack?: { symbol: string }[] };
      const symbols = nativeStack.map(({ symbol }) => `  ${symbol}\n`);
      return `${header.event} (${header.trigger})\n${symbols.join('')}`;
    });
    return texts.join('').slice(0, 6000);
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
 * The words that start a program under strace, which notes its calls in `log`.
 *
 * @param fault what it does in any one thread, as strace has it: `fsync:error=EIO:when=3`
 */
export function strace(log: string, fault?: string): string[] {
  const asked = ['-e', `trace=${CALLS.join(',')}`, '-e', 'signal=none'];
  const injected = fault === undefined ? [] : ['-e', `inject=${fault}`];
  return ['strace', '-f', '-qq', '-o', log, ...asked, ...injected];
}

/** How often the busiest thread made each call, from the log of a run that nobody disturbed. */
export function callsIn(log: string): ReadonlyMap<string, number> {
  const perThread = new Map<string, number>();
  const most = new Map<string, number>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === undefined) continue;
    const count = (perThread.get(`${thread} ${call}`) ?? 0) + 1;
    perThread.set(`${thread} ${call}`, count);
    most.set(call, Math.max(count, most.get(call) ?? 0));
  }
  return most;
}
