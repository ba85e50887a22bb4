import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The program that users start, seen from dist/test/support. */
const BIN = fileURLToPath(new URL('../../../bin/nonomill.js', import.meta.url));

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whoever runs the tests may force colours on everything. */
const PLAIN = { ...process.env, FORCE_COLOR: undefined };

/** How a command ended. */
export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Setting {
  /** What it reads on standard input, which then ends. */
  readonly input?: string;
  readonly cwd?: string;
  /** Variables of its environment, in addition to those of the tests. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs `nonomill <words>` to its end, as a program would: nothing is a terminal. */
export function nonomill(
  words: readonly string[],
  { input = '', cwd, env }: Setting = {},
): Promise<Ended> {
  const started = start(words, cwd, env);
  started.child.stdin.end(input);
  return started.ended;
}

/** A command under way. */
export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Waits until standard error has this text. */
  readonly said: (text: string) => Promise<void>;
}

/** Starts `nonomill <words>` with its standard input left open. */
export function start(
  words: readonly string[],
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
): Started {
  const child = spawn(process.execPath, [BIN, ...words], {
    cwd,
    env: { ...PLAIN, ...env },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A command that ends before it has read everything closes its end: that is not a fault.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  const said = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (stderr.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      child.on('close', () => reject(new Error(`it ended without saying "${text}": ${stderr}`)));
      look();
    });
  return { child, ended, said };
}
