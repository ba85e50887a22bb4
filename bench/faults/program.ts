import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CrashWatch } from './crash.js';

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
  /** What its standard output is, unless that is gathered. */
  readonly stdout?: number;
}

/** Starts `nonomill <words>`; one that hangs is killed, and its end is an error. */
export function start(words: readonly string[], setting: Setting = {}): Started {
  return startProgram([...(setting.under ?? []), process.execPath, BIN, ...words], setting);
}

/** Starts any program; one that crashes ends with an error that shows where. */
export function startProgram(command: readonly string[], setting: Setting = {}): Started {
  const { cwd, input = '', env, stdout: to } = setting;
  const given = { ...process.env, FORCE_COLOR: undefined, ...env };
  const watch = new CrashWatch(cwd ?? process.cwd());
  const [program, ...words] = watch.command(command);
  const child = spawn(program, words, {
    cwd,
    env: { ...given, ...watch.env(given) },
    stdio: ['pipe', to ?? 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < MOST_KEPT) stderr += text;
  });
  // A command that ends before it has read everything closes its end: that is not a fault.
  child.stdin?.on('error', () => undefined);
  if (input !== null) child.stdin?.end(input);
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
