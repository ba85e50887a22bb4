import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nonomill as carryOut } from '../../src/nonomill.js';
import { Terminal } from '../../src/pipeline/cli/terminal.js';
import './runs/read-here.js';
import './runs/solve-here.js';

/** The program that users start, seen from dist/test/support. */
export const PROGRAM = fileURLToPath(new URL('../../../bin/nonomill.js', import.meta.url));

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whoever runs the tests may force colours on everything. */
const PLAIN = { ...process.env, FORCE_COLOR: undefined };

/** How a command ended. */
export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** Without the times that begin the lines of a log. */
  readonly stderr: string;
  /** The same with them. */
  readonly log: string;
}

/** The time that begins a line of a log. */
const CLOCK = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d /gm;

function endedWith(code: number | null, stdout: string, log: string): Ended {
  return { code, stdout, stderr: log.replace(CLOCK, ''), log };
}

interface Setting {
  /** What it reads on standard input, which then ends. */
  readonly input?: string;
  readonly cwd?: string;
  /** Variables of its environment, in addition to those of the tests. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether a person looks at its messages. */
  readonly watched?: boolean;
  /** Whether its input is typed by a person. */
  readonly typing?: boolean;
}

/**
 * Carries out `nonomill <words>` to its end as `main.ts` does, but in this process, with streams of
 * its own: nothing is a terminal, unless it is `watched`. Calls with different folders or
 * environments wait for each other.
 */
export function nonomill(
  words: readonly string[],
  { input = '', cwd, env, watched, typing = false }: Setting = {},
): Promise<Ended> {
  // As a pipe does, it brings bytes.
  const piped = Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false });
  const stdin = Object.assign(piped, { isTTY: typing });
  return inPlace(cwd, env, () => called(words, stdin, new EventEmitter(), watched).ended);
}

/**
 * The same for a command that has to end with this exit code, and to say on standard error what
 * `says` describes.
 */
export async function ends(
  code: number,
  words: readonly string[],
  { says = [], ...setting }: Setting & { readonly says?: RegExp | readonly RegExp[] } = {},
): Promise<Ended> {
  const ended = await nonomill(words, setting);
  assert.equal(ended.code, code, `nonomill ${words.join(' ')}: ${ended.stderr}`);
  for (const text of [says].flat()) assert.match(ended.stderr, text);
  return ended;
}

/** The same for one that has to end well. */
export function succeeds(words: readonly string[], setting?: Setting): Promise<Ended> {
  return ends(0, words, setting);
}

/** What such a command writes to standard output. */
export async function outputOf(...words: string[]): Promise<string> {
  return (await succeeds(words)).stdout;
}

/** A command under way in this process. */
export interface Begun {
  /** Its standard input, left open. */
  readonly stdin: PassThrough;
  readonly ended: Promise<Ended>;
  /** Waits until standard error has this text. */
  readonly said: (text: string) => Promise<void>;
  /** Waits until standard output has this text, and returns what it has. */
  readonly printed: (text: string) => Promise<string>;
  /** The first one only: a second one ends a process, which takes `start`. */
  readonly signal: (signal: NodeJS.Signals) => void;
}

/**
 * Begins `nonomill <words>` in this process, in its folder and environment, with its standard input
 * left open.
 */
export function begin(words: readonly string[]): Begun {
  const stdin = new PassThrough();
  const signals = new EventEmitter();
  const { stdout, stderr, ended } = called(words, stdin, signals);
  begun++;
  const over = ended.finally(() => begun--);
  return {
    stdin,
    ended: over,
    said: async (text) => {
      await stderr.until(text, over);
    },
    printed: (text) => stdout.until(text, over),
    signal(name) {
      if (!signals.emit(name, name)) throw new Error(`${name} would end it: nobody listens`);
    },
  };
}

/** A stream that keeps the text written to it. */
class Kept extends Writable {
  private readonly pieces: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.pieces).toString();
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.pieces.push(piece);
    this.emit('kept');
    done();
  }

  /** Waits for a text to be written; fails if `ended` comes first. */
  async until(text: string, ended: Promise<Ended>): Promise<string> {
    const over = ended.then(({ stderr }) => stderr);
    while (!this.text.includes(text)) {
      const last = await Promise.race([once(this, 'kept').then(() => null), over]);
      if (last !== null && !this.text.includes(text)) {
        throw new Error(`it ended without saying "${text}": ${last}`);
      }
    }
    return this.text;
  }
}

/** Carries out a command in this process. */
function called(
  words: readonly string[],
  stdin: Readable,
  signals: EventEmitter,
  isTTY = false,
): { readonly stdout: Kept; readonly stderr: Kept; readonly ended: Promise<Ended> } {
  const stdout = new Kept();
  const stderr = Object.assign(new Kept(), { isTTY });
  const ended = carryOut({
    typed: words,
    terminal: new Terminal({ stdin, stdout, stderr }, PLAIN),
    signals,
    endNow() {
      throw new Error('a second signal ends a process: use start');
    },
  }).then((code) => endedWith(code, stdout.text, stderr.text));
  return { stdout, stderr, ended };
}

/** How many commands are under way that keep this process where it is. */
let begun = 0;
/** The folder and the environment of the commands under way, how many there are, the way back. */
let place = '';
let inside = 0;
let goBack: () => void = () => undefined;
const left = new EventEmitter().setMaxListeners(Infinity);

/**
 * Does `work` while this process is in another folder and has other variables: it has only one
 * folder and one environment, so that work in other places has to wait.
 */
async function inPlace<T>(
  cwd: string | undefined,
  env: NodeJS.ProcessEnv | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const wanted = JSON.stringify([cwd, env]);
  if (begun > 0 && (cwd ?? env) !== undefined) {
    throw new Error('a command is under way in this process: it cannot go elsewhere');
  }
  while (inside > 0 && place !== wanted) await once(left, 'left');
  if (inside++ === 0) {
    place = wanted;
    goBack = goTo(cwd, env);
  }
  try {
    return await work();
  } finally {
    if (--inside === 0) {
      goBack();
      left.emit('left');
    }
  }
}

/** Returns what undoes it. */
function goTo(cwd = process.cwd(), env: NodeJS.ProcessEnv = {}): () => void {
  const home = process.cwd();
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  process.chdir(cwd);
  Object.assign(process.env, env);
  return () => {
    process.chdir(home);
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

/** A process under way. */
export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Waits until standard error has this text. */
  readonly said: (text: string) => Promise<void>;
}

/**
 * Starts the program in a process of its own, with its standard input left open: where the process
 * is what is tested (signals that end it, closed pipes). It takes a while: `nonomill` and `begin`
 * do not.
 */
export function start(
  words: readonly string[],
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
): Started {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
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
    child.on('close', (code) => resolve(endedWith(code, stdout, stderr)));
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
