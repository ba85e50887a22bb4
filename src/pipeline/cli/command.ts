import { statSync, readFileSync, readlinkSync } from 'node:fs';
import type { Numbers } from '../report/summary/numbers.js';
import type { RunOutcome, RunProgress, RunStart } from '../runs/request.js';
import {
  type OptionInForce,
  type Reach,
  readFlags,
  withGivenWords,
  type Flag,
  type FlagValues,
  type FlagWords,
  type Sections,
  flagsIn,
  needsValue,
  flagUsage,
  optionText,
} from './flag.js';
import {
  type CommandOutcome,
  Failure,
  isAboutUsage,
  UsageError,
  type Terminal,
} from './terminal.js';
import { basename } from 'node:path';
import yargsParser from 'yargs-parser';
import { programVersion } from '../files/program.js';
import {
  type ErrorCode,
  fileErrorCode,
  ifPossible,
  systemReason,
  withCode,
} from '../../solver/core/text/error-codes.js';
import { messageOf, wrap } from '../../solver/core/text/plain-text.js';
import { didYouMean } from '../../solver/core/text/typed.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { StoreError, explainedError } from '../store/open/store-error.js';
import { EXIT_CODES } from '../record/outcome.js';

/** Follows a command to its end, to tell of it. */
export interface NightWatch {
  started(start: RunStart): void;
  progress(progress: RunProgress): void;
  /** From here on progress counts anew: of other puzzles, or of those done for a later time. */
  countsAnew(isLater: boolean): void;
  /** A run has ended; what follows is its report. */
  ended(outcome: RunOutcome): void;
  /** The numbers that its report says. */
  reported(numbers: Numbers): void;
}

/** What a command works with: `main.ts` hands over those of the process, tests their own. */
export interface CommandContext {
  /** The words of the command line, the command's name first. */
  readonly typed: readonly string[];
  readonly terminal: Terminal;
  readonly signals: SignalSource;
  /** Ends the process at once, with the exit code of an interruption. */
  readonly endNow: () => never;
  /** Absent if nobody asked for it. */
  readonly night?: NightWatch;
  /** What is in force that is not built in, and from where; absent without a config file. */
  readonly inForce?: readonly OptionInForce[];
}

interface CommandText {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** The text of the help above the options; paragraphs are separated by an empty line. */
  readonly description: string;
  /** The words after it that are not flags, as the help shows them: `<in> <out>`, `[run]`. */
  readonly operands?: string;
  /** What is missing if there are too few of them, with its article. */
  readonly missing?: string;
  /** Set if the last of them is the path of what is written. */
  readonly writesLast?: true;
  /** Set if more may follow, for programs. */
  readonly takesMore?: true;
  /** The choices for the first of them, for completion; absent for files. */
  readonly choices?: readonly string[];
  /** Command lines, and what each of them does. */
  readonly examples: Readonly<Record<string, string>>;
  /** What the words mean that it prints or writes, below the options. */
  readonly glossary?: readonly {
    readonly title: string;
    readonly words: readonly (readonly [word: string, meaning: string])[];
  }[];
}

interface CommandSpec<S extends Sections, O> extends CommandText {
  /** Its flags, under the headings of the help. */
  readonly sections: S;
  /**
   * What the words mean together; throws UsageError if they contradict each other. `given` are the
   * flags that were typed: the values of the others are their defaults. Without it nothing can
   * contradict, and the options are the values with the operands.
   */
  readonly check?: (
    operands: readonly string[],
    values: FlagValues<S>,
    given: ReadonlySet<keyof FlagValues<S>>,
  ) => O;
  readonly execute: (options: Readonly<O>, context: CommandContext) => Promise<CommandOutcome>;
}

/** A command that is checked and ready to start. */
type PreparedCommand = (context: CommandContext) => Promise<CommandOutcome>;

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
export function command<
  S extends Sections,
  O = FlagValues<S> & { readonly operands: readonly string[] },
>({ check, execute, sections, ...text }: CommandSpec<S, O>): Command {
  const flags = flagsIn(sections);
  return {
    ...text,
    sections: Object.entries(sections).map(([title, titled]) => ({
      title,
      flags: Object.values(titled),
    })),
    prepare: (operands, said, typed) => {
      const words = withGivenWords(flags, said);
      checkOperands(text, operands, 'db' in flags);
      const given = new Set<keyof FlagValues<S>>(
        Object.keys(flags).filter((key) => isGiven(flags[key].name, words, typed)),
      );
      const values = readFlags(flags, words) as FlagValues<S>;
      const options = Object.freeze(check?.(operands, values, given) ?? { ...values, operands });
      requireApart(text, operands, Object.values(flags), words);
      return (context) => execute(options as O, context);
    },
  };
}

/** Before any work: see `requireUnread`. (A database is both; who writes others refuses them.) */
function requireApart(
  { writesLast }: CommandText,
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
  requireUnread([...operands.slice(last), ...named('write')], read);
}

/** Even with --force: no file that is read is written, by whatever name. @throws Failure */
export function requireUnread(written: readonly string[], read: readonly string[]): void {
  const files = new Set(read.map(fileNumber));
  const taken = written.find((path) => {
    const number = fileNumber(path);
    return number !== null && files.has(number);
  });
  if (taken === undefined) return;
  const what = `${taken} is what is read: it would be written over`;
  throw new Failure('NM_FILE_EXISTS', what, 'Name another file to write to.');
}

/** What a regular file is, whatever it is called; null for all else. */
function fileNumber(path: string): string | null {
  const found = ifPossible(() => statSync(path, { bigint: true, throwIfNoEntry: false }), null);
  return found?.isFile() === true ? `${found.dev} ${found.ino}` : null;
}

/** What goes on, or is tried again, is as it was begun: only what is typed changes that. */
function isGiven(name: string, words: FlagWords, typed?: ReadonlySet<string>): boolean {
  const goesOn = words.has('resume') || words.has('retry');
  return typed === undefined || !goesOn ? words.has(name) : typed.has(name);
}

/** All flags of a command, in the order of its help. */
export function flagsOf({ sections }: Command): Flag<unknown>[] {
  return sections.flatMap(({ flags }) => flags);
}

const DATABASE_NAME = /\.(sqlite3?|db3?)$/i;

function checkOperands(
  { name, operands = '', missing = 'more', takesMore }: CommandText,
  given: readonly string[],
  takesDatabase: boolean,
): void {
  // `<in> <out>` are two, `[run]` is one at most, and of `<corpus...>` there are one or more.
  const words = operands.match(/"[^"]*"|\S+/g) ?? [];
  if (given.length < words.filter((word) => !word.startsWith('[')).length) {
    throw new UsageError('NM_ARGUMENTS', `${name} needs ${missing}: nonomill ${name} ${operands}`);
  }
  const most = takesMore === true || operands.includes('...') ? Infinity : words.length;
  if (given.length > most) {
    const extra = given[most];
    const hint =
      takesDatabase && DATABASE_NAME.test(extra) ? `; name a database with --db ${extra}` : '';
    throw new UsageError(
      'NM_ARGUMENTS',
      most === 0
        ? `${name} takes only options, but "${extra}" was given${hint}`
        : `${name} takes at most ${most}, but "${extra}" was given too${hint}`,
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

/** The signals of this process. If SIGHUP was ignored at its start, as by nohup, it stays so. */
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
  /** The first signal: finish what must be finished, then stop. */
  stop: (signal: NodeJS.Signals) => void,
  /** The second one: what is done before the process ends at once. */
  beforeEnd?: () => void,
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

/**
 * Turns the words of the command line (without node and the script) into the work that they ask
 * for, checked and ready to start.
 * @throws UsageError if the words are not understood, with the nearest ones that are.
 */
export function readCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  addConfig: AddsConfig = withoutFile,
): PreparedCommand {
  const [first, ...rest] = argv;
  if (first === undefined)
    throw new UsageError('NM_COMMAND_UNKNOWN', 'a command is missing', overview(commands));
  if (asksForVersion(first)) return printing(() => `${programVersion()}\n`);
  if (first === 'help' && rest.length > 0) {
    const wanted = findCommand(rest[0], commands);
    return printing((columns) => commandHelp(wanted, columns));
  }
  if (['help', '--help', '-h'].includes(first))
    return printing((columns) => overview(commands, columns));
  if (first.startsWith('-')) throw strayFlag(first, commands);

  const command = findCommand(first, commands);
  try {
    if (asksForHelp(rest)) {
      const { inForce } = addConfig(command, besidesHelp(command, rest));
      return printing((columns) => commandHelp(command, columns, inForce));
    }
    const { operands, words, typed, inForce, refusal } = addConfig(command, parse(command, rest));
    if (refusal !== null) throw refusal;
    const work = command.prepare(operands, words, typed);
    return inForce.length === 0 ? work : (context) => work({ ...context, inForce });
  } catch (error) {
    throw withHint(error, command);
  }
}

/** Adds what a config file says to the words of a command. */
export type AddsConfig = (command: Command, parsed: Parsed) => Applied;

/** The words of a command, with what a config file adds to them. */
interface Applied extends Parsed {
  /** The names of the flags that were typed. */
  readonly typed: ReadonlySet<string>;
  /** None if there is no file. */
  readonly inForce: readonly OptionInForce[];
  /** Why the command may not be carried out with that, or null; its help can be read. */
  readonly refusal: UsageError | null;
}

const withoutFile: AddsConfig = (_, parsed) => ({
  ...parsed,
  typed: new Set(parsed.words.keys()),
  inForce: [],
  refusal: null,
});

/** Whether the first word asks for the version alone: that needs no command. */
export function asksForVersion(first: string | undefined): boolean {
  return first === '--version' || first === '-V' || first === '-v';
}

function printing(text: (columns: number) => string): PreparedCommand {
  return async ({ terminal }) => {
    await terminal.print(text(terminal.output.columns));
    return 'done';
  };
}

/** It is yargs' parser alone: to load all of yargs takes as long as Node.js takes to start. */
export const PARSING = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'duplicate-arguments-array': true,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'populate--': true,
  'unknown-options-as-args': true,
};

/** The flags of a command and those of any, each with whether a value follows it. */
export function parsedFlags(command: Command): { name: string; help: string; hasValue: boolean }[] {
  return [
    ...flagsOf(command).map(({ name, value, help }) => ({ name, help, hasValue: value !== null })),
    { name: 'help', help: 'This help.', hasValue: false },
    { name: CONFIG, help: 'A config file.', hasValue: true },
  ];
}

/** Names the config file, for any command; it is read before the other words. */
const CONFIG = 'config';

interface Parsed {
  readonly operands: readonly string[];
  readonly words: FlagWords;
}

function parse(command: Command, typed: readonly string[]): Parsed {
  const known = flagsOf(command);
  const parsed = parsedFlags(command);
  const namesOf = (hasValue: boolean): string[] =>
    parsed.filter((flag) => flag.hasValue === hasValue).map(({ name }) => name);
  const { argv, error } = yargsParser.detailed([...typed], {
    boolean: namesOf(false),
    string: namesOf(true),
    narg: Object.fromEntries(parsed.map(({ name, hasValue }) => [name, hasValue ? 1 : 0])),
    configuration: PARSING,
  });
  if (error !== null) throw valueError(error, typed, known);
  const found = argv as Record<string, unknown>;
  const { _: before, '--': after = [], ...given } = found;
  const operands = before as string[];
  const stray = operands.find((word) => /^-[^\d]/.test(word));
  if (stray !== undefined) throw unknownFlag(stray.split('=')[0], known);
  const words = new Map<string, string | true>();
  for (const [name, word] of Object.entries(given)) {
    if (word === undefined || word === false || name === CONFIG) continue;
    const flag = known.find((one) => one.name === name);
    // The parser takes any --no-x for a flag.
    if (flag === undefined) throw unknownFlag(`--${name}`, known);
    words.set(name, oneWord(flag, [word].flat() as (string | true)[]));
  }
  return { operands: [...operands, ...(after as string[])], words };
}

/** The parser finds a value too many or too few; its message ends with the name of the flag. */
function valueError({ message }: Error, typed: readonly string[], known: readonly Flag<unknown>[]) {
  const name = message.slice(message.lastIndexOf(' ') + 1);
  const flag = known.find((one) => one.name === name);
  if (flag !== undefined && flag.value !== null) return needsValue(flag);
  const word = typed.find((one) => one.startsWith(`--${name}=`)) ?? '';
  return new UsageError('NM_OPTION_VALUE', `--${name} takes no value, but ${word} was given`);
}

/** What is typed beside a wish for help; nothing if that is not understood. */
function besidesHelp(command: Command, words: readonly string[]): Parsed {
  try {
    const others = words.filter((word) => word !== '--help' && word !== '-h');
    return parse(command, others);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { operands: [], words: new Map() };
  }
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.some((word, at) => (end < 0 || at < end) && (word === '--help' || word === '-h'));
}

/** A flag that was given several times, as one. @throws UsageError unless it takes a list */
function oneWord({ name, value, joinedBy }: Flag<unknown>, words: readonly (string | true)[]) {
  if (value === null || words.length === 1) return words[0];
  if (joinedBy !== undefined) return words.join(joinedBy);
  const given = words.map((word) => `"${String(word)}"`);
  throw new UsageError(
    'NM_OPTION_VALUE',
    `--${name} was given ${given.length === 2 ? 'twice' : `${given.length} times`}, with ${given.join(' and ')}; it takes one value`,
  );
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  const message = `unknown command ${name}${didYouMean(name, [...names, 'help'])}`;
  throw new UsageError('NM_COMMAND_UNKNOWN', message, 'nonomill --help lists the commands.');
}

function strayFlag(flag: string, commands: readonly Command[]): UsageError {
  const bare = flag.split('=')[0];
  const known = commands.some((c) => flagsOf(c).some(({ name }) => `--${name}` === bare));
  return new UsageError(
    'NM_OPTION_UNKNOWN',
    known
      ? `${bare} goes after the command: nonomill <command> ${bare} ...`
      : `unknown option ${bare}${didYouMean(bare, ['--help', '--version'])}`,
    'nonomill --help lists the commands.',
  );
}

function withHint(error: unknown, { name }: Command): unknown {
  if (!(error instanceof UsageError) || error.hint !== null) return error;
  return new UsageError(error.code, error.message, `nonomill ${name} --help shows what it takes.`);
}

// yargs writes help too, but not this one: it has no word for the value of a flag (`--timeout
// <duration>`) and names its type instead, and it lays out its help for each command line, asked
// for or not.

/** The width of help, which is narrower on narrower terminals. */
const WIDTH = 80;

/** On a terminal narrower than this, what a flag does is written below it. */
const LEAST_FOR_TWO = 70;

/** The text of `nonomill --help`, in lines of `columns` characters. */
export function overview(commands: readonly Command[], columns = WIDTH): string {
  const width = Math.min(columns, WIDTH);
  const rowOf = (command: Command): Row => [usageOf(command), command.summary];
  const column = columnOf(commands.map(rowOf));
  const titleOf = ({ group = 'Commands' }: Command): string => group;
  const groups = [...new Set(commands.map(titleOf))].flatMap((title) => {
    const rows = commands.filter((command) => titleOf(command) === title).map(rowOf);
    return ['', title, ...table(rows, width, column)];
  });
  return [
    ...wrap(
      'nonomill grinds nonogram corpora: it solves each puzzle under its own time limit, says ' +
        'which have one solution and which need guessing, and keeps it all in SQLite.',
      width,
    ),
    '',
    'Usage: nonomill <command> [options]',
    ...groups,
    '',
    ...wrap(
      'nonomill <command> --help says more and gives examples; --version, the version.',
      width,
    ),
    ...wrap(
      'nonomill.toml in this folder, or the file that --config names, holds defaults for commands, and nights for "nonomill run @name". What reaches beyond its folder holds only from a file that is named.',
      width,
    ),
    ...wrap('Colours are those of the terminal; NO_COLOR=1 turns them off.', width),
    '',
  ].join('\n');
}

/** The text of `nonomill <command> --help`, in lines of `columns` characters. */
export function commandHelp(
  command: Command,
  columns = WIDTH,
  inForce: readonly OptionInForce[] = [],
): string {
  const width = Math.min(columns, WIDTH);
  const options = flagsOf(command).length > 0 ? ' [options]' : '';
  const lines = [`Usage: nonomill ${usageOf(command)}${options}`, ''];
  for (const paragraph of command.description.split('\n\n')) {
    lines.push(...wrap(paragraph, width), '');
  }
  const column = columnOf(command.sections.flatMap(({ flags }) => flags.map(flagRow)));
  for (const { title, flags } of command.sections) {
    if (flags.length === 0) continue;
    lines.push(...wrap(title, width), ...table(flags.map(flagRow), width, column), '');
  }
  if (inForce.length > 0) {
    const rows = inForce.map((one): Row => [optionText(one), one.from]);
    lines.push('In force here', ...table(rows, width, column), '');
  }
  for (const { title, words } of command.glossary ?? [])
    lines.push(...wrap(title, width), ...table(words, width), '');
  lines.push('Examples');
  for (const [line, what] of Object.entries(command.examples)) {
    lines.push(...exampleLines(line, width));
    lines.push(...wrap(what, width - BELOW).map((text) => ' '.repeat(BELOW) + text));
  }
  lines.push('');
  return lines.join('\n');
}

/** A command line that can be copied: if it does not fit, it goes on after a backslash. */
function exampleLines(line: string, width: number): string[] {
  if (2 + line.length <= width) return [`  ${line}`];
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [line];
  const lines: string[] = [];
  let current = ' ';
  for (const word of words) {
    if (current.trim() !== '' && current.length + 1 + word.length + 2 > width) {
      lines.push(`${current} \\`);
      current = ' '.repeat(BELOW - 1);
    }
    current += ` ${word}`;
  }
  return [...lines, current];
}

/** How far in the right side of a row is when it is below the left. */
const BELOW = 6;

type Row = readonly [left: string, right: string];

function usageOf({ name, operands = '' }: Command): string {
  return `${name} ${operands}`.trimEnd();
}

function flagRow(flag: Flag<unknown>): Row {
  const byDefault = flag.defaultText === null ? '' : ` [default: ${flag.defaultText}]`;
  return [flagUsage(flag), flag.help + byDefault.replace(/(?<=.) /g, '\u00a0')];
}

/** Where the right side starts: after the longest left side, but not beyond the middle. */
function columnOf(rows: readonly Row[]): number {
  const longest = Math.max(...rows.map(([left]) => left.length), 0);
  return Math.min(2 + longest + 2, 32);
}

function table(rows: readonly Row[], width: number, longest = columnOf(rows)): string[] {
  const column = width < LEAST_FOR_TWO ? BELOW : longest;
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = wrap(right, width - column);
    const indent = ' '.repeat(column);
    const fits = width >= LEAST_FOR_TWO && 2 + left.length + 2 <= column;
    const start = fits ? [`  ${left}`.padEnd(column) + first] : [`  ${left}`, indent + first];
    return [...start.map((line) => line.trimEnd()), ...more.map((line) => indent + line)];
  });
}

const ANOTHER = '--db names another.';

/** What users of the command line can do about a database that cannot be used. */
const STORE_HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  NM_DATABASE_ABSENT: '"nonomill run <corpus>" makes one, --db names another.',
  NM_DATABASE_ACCESS: ANOTHER,
  NM_DATABASE_FOREIGN: ANOTHER,
  NM_DATABASE_VERSION: ANOTHER,
  NM_DATABASE_LOCKED: ANOTHER,
  NM_DATABASE_DAMAGED: ANOTHER,
};

/** Codes of what this machine lacks. */
const OF_THE_MACHINE: ReadonlySet<ErrorCode> = new Set([
  'NM_DATABASE_ACCESS',
  'NM_DISK_FAILS',
  'NM_NO_MEMORY',
  'NM_NO_WEBASSEMBLY',
  'NM_THREADS_NOT_STARTED',
]);
const ASK_DOCTOR = '"nonomill doctor" says what of this machine holds runs back.';

/**
 * Tells what went wrong on standard error, with its code, and returns the exit code. For expected
 * failures it is one clear message; for everything else the stack, and what to do with it. If
 * `--json` was `typed` and nothing is on standard output yet, the message and the code go there.
 */
export async function reportFailure(
  thrown: unknown,
  terminal: Terminal,
  typed: readonly string[] = [],
): Promise<number> {
  const { error, message, code } = explained(thrown);
  const exit = isAboutUsage(error) ? EXIT_CODES.usage : EXIT_CODES.failed;
  const lines =
    code === 'NM_UNEXPECTED' ? faultLines(error) : [`nonomill: ${withCode(message, code)}`];
  if (error instanceof Failure && error.hint !== null) lines.push(error.hint);
  if (OF_THE_MACHINE.has(code)) lines.push(ASK_DOCTOR);
  // The last line of a night's log has the cause, and what to do.
  const isOneLine =
    terminal.logForm === 'timed' && code !== 'NM_UNEXPECTED' && exit === EXIT_CODES.failed;
  const between = isOneLine ? ' ' : '\n';
  terminal.tell({ event: 'end', state: 'failed', code, exit }, lines.join(between));
  if (typed.includes('--json') && !terminal.hasPrinted) {
    // What cannot be printed is said on standard error all the same.
    await terminal.print(`${JSON.stringify({ error: message, code })}\n`).catch(() => undefined);
    await terminal.flush().catch(() => undefined);
  }
  return exit;
}

/** A thrown value, in words for people, with its code. */
export function explained(thrown: unknown) {
  // Damage may show up whenever the database is read.
  const error = explainedError(thrown, 'the database');
  if (error instanceof NonomillError) {
    const hint = error instanceof StoreError ? STORE_HINTS[error.code] : undefined;
    const message = hint === undefined ? error.message : `${error.message} ${hint}`;
    return { error, message, code: error.code };
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return { error, message: systemMessage(error), code: fileErrorCode(error) };
  }
  return { error, message: messageOf(error), code: 'NM_UNEXPECTED' as const };
}

function faultLines(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `nonomill: ${withCode('this should not have happened.', 'NM_UNEXPECTED')}`,
    stack,
    `It is a fault of nonomill ${programVersion()} (Node.js ${process.versions.node}, ` +
      `${process.platform} ${process.arch}).`,
    'Please report it with the lines above and the command that you typed.',
  ];
}

/** The operating system's error codes in words: `data.csv: there is no such file`. */
function systemMessage(error: Error & { readonly syscall: unknown }): string {
  if (error.syscall === 'uv_cwd') {
    return 'the folder that this was started in is gone: go to another one (cd) and start it again';
  }
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return path + systemReason(error, WRITING.has(String(error.syscall)) ? 'write' : 'read');
}

const WRITING = new Set(['write', 'mkdir', 'rename', 'unlink', 'link', 'symlink', 'ftruncate']);

/** The error for a flag that the command does not have; `known` are its flags. */
function unknownFlag(typed: string, known: readonly Flag<unknown>[]): UsageError {
  const bare = typed.replace(/^-+/, '');
  const tried = known.find((flag) => flag.alsoTried.includes(bare));
  const hint = tried
    ? `; did you mean --${tried.name}?`
    : didYouMean(typed, [...known.map((flag) => `--${flag.name}`), '--help']);
  return new UsageError('NM_OPTION_UNKNOWN', `unknown option ${typed}${hint}`);
}
