import { statSync } from 'node:fs';
import type { Numbers } from '../../report/numbers/report-numbers.js';
import type { RunOutcome, RunProgress, RunStart } from '../../runs/request/run-observer.js';
import type { OptionInForce } from './option-in-force.js';
import { type CommandOutcome, Failure, UsageError } from '../terminal/outcome.js';
import type { Reach } from './reach.js';
import {
  readFlags,
  withGivenWords,
  type Flag,
  type FlagValues,
  type FlagWords,
  type Flags,
  type Sections,
} from './flag.js';
import type { Terminal } from '../terminal/terminal.js';
import type { SignalSource } from './signals.js';

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
export interface Operands {
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
