import { statSync, readFileSync, readlinkSync } from 'node:fs';
import type { Numbers } from '../../report/summary/numbers.js';
import type { RunOutcome, RunProgress, RunStart } from '../../runs/request/run-observer.js';
import {
  type OptionInForce,
  type Reach,
  readFlags,
  withGivenWords,
  type Flag,
  type FlagValues,
  type FlagWords,
  type Flags,
  type Sections,
} from './flag.js';
import { type CommandOutcome, Failure, UsageError } from '../terminal/outcome.js';
import type { Terminal } from '../terminal/terminal.js';
import { basename } from 'node:path';

/** Follows a command to its end, to tell of it. */
export interface NightWatch {
  started(start: RunStart): void;
  progress(progress: RunProgress): void;
  /** Another round of the run begins, whose progress counts anew. */
  round(): void;
  /** Another step of a study begins, whose progress counts anew, over other puzzles. */
  step(): void;
  /** A run has ended; what follows is its report. */
  ended(outcome: RunOutcome): void;
  /** The numbers that its report says. */
  reported(numbers: Numbers): void;
}

/**
 * What a command does its work with: `main.ts` hands over those of the process, tests their own.
 */
export interface CommandContext {
  /** The words of the command line, the command's name first. */
  readonly typed: readonly string[];
  readonly terminal: Terminal;
  readonly signals: SignalSource;
  /** Ends the process at once, with the exit code of an interruption. */
  readonly endNow: () => never;
  /** Absent if nobody asked for it. */
  readonly night?: NightWatch;
  /**
   * What is in force that is not built in, and where it came from; absent without a config file.
   */
  readonly inForce?: readonly OptionInForce[];
}

/** The words after a command that are not flags: `<corpus...>`, `[run]`. */
interface Operands {
  /** As the help shows them. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** What is missing if there are too few, with its article. */
  readonly missing: string;
  /** Set if the last word is the path of what is written. */
  readonly writesLast?: true;
  /** The choices for the first word, for completion; absent for files. */
  readonly choices?: readonly string[];
}

export const NO_OPERANDS: Operands = { usage: '', min: 0, max: 0, missing: '' };

interface CommandText {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** The text of the help above the options; paragraphs are separated by an empty line. */
  readonly description: string;
  readonly operands: Operands;
  /** Command lines, and what each of them does. */
  readonly examples: Readonly<Record<string, string>>;
  /** What the words mean that it prints or writes, below the options. */
  readonly glossary?: readonly Glossary[];
}

/** Words with their meanings under a title. */
export interface Glossary {
  readonly title: string;
  readonly words: readonly (readonly [word: string, meaning: string])[];
}

interface CommandSpec<F extends Flags, O> extends CommandText {
  readonly flags: F;
  /** The same flags under their headings; left out if one is enough. */
  readonly sections?: Sections;
  /**
   * What the words mean together; throws UsageError if they contradict each other. `given` are the
   * flags that were typed: the values of the others are their defaults.
   */
  readonly check: (
    operands: readonly string[],
    values: FlagValues<F>,
    given: ReadonlySet<keyof F>,
  ) => O;
  readonly execute: (options: Readonly<O>, context: CommandContext) => Promise<CommandOutcome>;
}

/** A command that is checked and ready to start. */
export type PreparedCommand = (context: CommandContext) => Promise<CommandOutcome>;

/** One command: its words, its help, and its work. */
export interface Command extends CommandText {
  readonly sections: readonly {
    readonly title: string;
    readonly flags: readonly Flag<unknown>[];
  }[];
  /** Whether it works unwatched, so that its messages make a log with times; else left out. */
  readonly keepsLog?: boolean;
  /** The title of its group in the list of all commands; absent if it was loaded alone. */
  readonly group?: string;
  /**
   * Turns words into work that is ready to start. `typed` are the names of the flags on the command
   * line, if others come from a file.
   * @throws UsageError
   */
  readonly prepare: (
    operands: readonly string[],
    words: FlagWords,
    typed?: ReadonlySet<string>,
  ) => PreparedCommand;
}

/** Describes a command; options are checked and frozen before its work starts. */
export function command<F extends Flags, O>(spec: CommandSpec<F, O>): Command {
  const { flags, check, execute, sections, ...text } = spec;
  return {
    ...text,
    sections: Object.entries(sections ?? { Options: flags }).map(([title, titled]) => ({
      title,
      flags: Object.values(titled),
    })),
    prepare: (operands, said, typed) => {
      const words = withGivenWords(flags, said);
      checkOperands(text, operands, 'db' in flags);
      const given = new Set<keyof F>(
        Object.keys(flags).filter((key) => isGiven(flags[key].name, words, typed)),
      );
      const options = Object.freeze(check(operands, readFlags(flags, words), given));
      requireApart(text.operands, operands, Object.values(flags), words);
      return (context) => execute(options, context);
    },
  };
}

/**
 * Before any work, and even with --force: what is written is not one of the files that are read,
 * under whatever names. (A database is both; writers of other files refuse them.)
 * @throws Failure
 */
function requireApart(
  { writesLast }: Operands,
  operands: readonly string[],
  flags: readonly Flag<unknown>[],
  words: FlagWords,
): void {
  const named = (reach: Reach): string[] =>
    flags.flatMap((flag) => {
      const word = flag.reach === reach && flag.name !== 'db' ? words.get(flag.name) : undefined;
      return typeof word === 'string' ? [word] : [];
    });
  const last = writesLast === true ? operands.length - 1 : operands.length;
  const read = [...operands.slice(0, last), ...named('read')];
  const files = new Set(read.map(fileNumber));
  const taken = [...operands.slice(last), ...named('write')].find((path) => {
    const number = fileNumber(path);
    return number !== null && files.has(number);
  });
  if (taken === undefined) return;
  const what = `${taken} is what is read: it would be written over`;
  throw new Failure('NM_FILE_EXISTS', what, 'Name another file to write to.');
}

/** What a regular file is, whatever it is called; null for all else. */
function fileNumber(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true ? `${found.dev} ${found.ino}` : null;
  } catch {
    return null;
  }
}

/**
 * Whether a flag counts as given. What goes on, or is tried again, is as it was begun: only what is
 * typed changes that.
 */
function isGiven(name: string, words: FlagWords, typed?: ReadonlySet<string>): boolean {
  const goesOn = words.has('resume') || words.has('retry');
  return typed === undefined || !goesOn ? words.has(name) : typed.has(name);
}

/** All flags of a command, in the order of its help. */
export function flagsOf({ sections }: Command): Flag<unknown>[] {
  return sections.flatMap(({ flags }) => flags);
}

/** What databases are usually called. */
const DATABASE_NAME = /\.(sqlite3?|db3?)$/i;

function checkOperands(
  { name, operands }: CommandText,
  given: readonly string[],
  takesDatabase: boolean,
): void {
  if (given.length < operands.min) {
    throw new UsageError(
      'NM_ARGUMENTS',
      `${name} needs ${operands.missing}: nonomill ${name} ${operands.usage}`,
    );
  }
  if (given.length > operands.max) {
    const extra = given[operands.max];
    const hint =
      takesDatabase && DATABASE_NAME.test(extra) ? `; name a database with --db ${extra}` : '';
    throw new UsageError(
      'NM_ARGUMENTS',
      operands.max === 0
        ? `${name} takes only options, but "${extra}" was given${hint}`
        : `${name} takes at most ${operands.max}, but "${extra}" was given too${hint}`,
    );
  }
}

/**
 * Commands that stand together in the help, by name. Each is loaded only when it is needed: loading
 * all of them (PDF, pictures, web server, database) takes longer than most puzzles.
 */
export interface CommandGroup {
  readonly title: string;
  readonly load: Readonly<Record<string, () => Promise<Command>>>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where signals come from; `process` is one. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/**
 * The signals of this process, for the rest of its life. If SIGHUP was ignored when it was started,
 * as by nohup, it stays so.
 */
export function signalsOf(own: NodeJS.Process): SignalSource {
  if (!wasHangupIgnored(own)) return own;
  // Node.js has taken the signal up again: nobody listening, it would end the process.
  own.on('SIGHUP', () => undefined);
  const unless =
    (act: 'on' | 'off'): SignalSource['on'] =>
    (signal, listener) =>
      signal === 'SIGHUP' ? own : own[act](signal, listener);
  return { on: unless('on'), off: unless('off') };
}

/**
 * Whether SIGHUP was ignored at the start. Node.js resets that before any of our lines is run, so
 * it shows in what is around: the shell names the program that it starts, which was nohup; a parent
 * that ignores the signal (`trap '' HUP`, or a script under nohup) hands that on; and nohup gives a
 * program that has a terminal an input that cannot be read.
 */
function wasHangupIgnored({ env, ppid, platform }: NodeJS.Process): boolean {
  if (basename(env._ ?? '') === 'nohup') return true;
  if (platform !== 'linux') return false;
  try {
    const ignored = /^SigIgn:\s*(\w+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'utf8'));
    if (ignored !== null && (BigInt(`0x${ignored[1]}`) & 1n) === 1n) return true;
    const [, access] =
      /^flags:\s*\d*(\d)$/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8')) ?? [];
    return (Number(access) & 3) === 1 && readlinkSync('/proc/self/fd/0') === '/dev/null';
  } catch {
    return false;
  }
}

/** What a signal does to work under way. */
interface SignalResponse {
  /** The first signal: finish what must be finished, then stop. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** The second one: what is done before the process ends at once. */
  readonly beforeEnd?: () => void;
}

/**
 * Listens for Ctrl-C, SIGTERM and SIGHUP until the function that it returns is called.
 *
 *   listening --signal--> stopping (stop) --signal--> ended (beforeEnd, endNow)
 *
 * A terminal that is closed sends SIGHUP, and some shells send SIGTERM after it: a second signal of
 * another kind within a second counts as the same one.
 */
export function onSignals(
  { signals, endNow }: { readonly signals: SignalSource; readonly endNow: () => void },
  { stop, beforeEnd }: SignalResponse,
): () => void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;
  const listener = (signal: NodeJS.Signals): void => {
    if (first === null) {
      first = { signal, at: performance.now() };
      stop(signal);
    } else if (signal === first.signal || performance.now() - first.at > 1000) {
      beforeEnd?.();
      endNow();
    }
  };
  for (const signal of SIGNALS) signals.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) signals.off(signal, listener);
  };
}
