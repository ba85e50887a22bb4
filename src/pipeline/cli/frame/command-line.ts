import yargsParser from 'yargs-parser';
import { flagsOf, type Command, type PreparedCommand } from './command.js';
import { UsageError } from '../terminal/outcome.js';
import { needsValue, unknownFlag, type Flag, type FlagWords } from './flag.js';
import { commandHelp, overview } from './help.js';
import type { OptionInForce } from './option-in-force.js';
import { didYouMean } from '../../../solver/core/text/suggest.js';
import { VERSION } from '../../runs/request/version.js';

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
  if (asksForVersion(first)) return printing(() => `${VERSION}\n`);
  if (first === '--help' || first === '-h')
    return printing((columns) => overview(commands, columns));
  if (first === 'help') {
    if (rest.length === 0) return printing((columns) => overview(commands, columns));
    const wanted = findCommand(rest[0], commands);
    return printing((columns) => commandHelp(wanted, columns));
  }
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
export interface Applied extends Parsed {
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

/**
 * How words become flags and operands. It is yargs' parser alone: to load all of yargs takes as
 * long as Node.js takes to start.
 */
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

export interface Parsed {
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
    words.set(
      name,
      Array.isArray(word)
        ? oneWord(flag, word as readonly (string | true)[])
        : (word as string | true),
    );
  }
  return { operands: [...operands, ...(after as string[])], words };
}

/** The parser finds a value too many or too few; its message ends with the name of the flag. */
function valueError(
  { message }: Error,
  typed: readonly string[],
  known: readonly Flag<unknown>[],
): UsageError {
  const name = message.slice(message.lastIndexOf(' ') + 1);
  const flag = known.find((one) => one.name === name);
  if (flag !== undefined && flag.value !== null) return needsValue(flag);
  const word = typed.find((one) => one.startsWith(`--${name}=`)) ?? '';
  return new UsageError('NM_OPTION_VALUE', `--${name} takes no value, but ${word} was given`);
}

/** What is typed beside a wish for help; nothing if that is not understood. */
function besidesHelp(command: Command, words: readonly string[]): Parsed {
  try {
    return parse(
      command,
      words.filter((word) => word !== '--help' && word !== '-h'),
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { operands: [], words: new Map() };
  }
}

/** Whether the words after a command ask for its help. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.some((word, at) => (end < 0 || at < end) && (word === '--help' || word === '-h'));
}

/**
 * The words of a flag that was given several times, as one. @throws UsageError unless they make a
 * list
 */
function oneWord(
  { name, value, joinedBy }: Flag<unknown>,
  words: readonly (string | true)[],
): string | true {
  if (value === null) return true;
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
  throw new UsageError(
    'NM_COMMAND_UNKNOWN',
    `unknown command ${name}${didYouMean(name, [...names, 'help'])}`,
    'nonomill --help lists the commands.',
  );
}

/** A flag in the place of the command. */
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
