import yargs, { type Argv } from 'yargs';
import { flagsOf, type Command, type PreparedCommand } from './command.js';
import { UsageError } from '../outcome/failure.js';
import { unknownFlag, type Flag, type FlagWords } from './flag.js';
import { commandHelp, overview } from './help.js';
import { didYouMean } from '../../core/text/suggest.js';
import { VERSION } from '../../runs/request/version.js';

/**
 * Turns the words of the command line (without node and the script) into the work that they ask
 * for, checked and ready to start.
 * @throws UsageError if the words are not understood, with the nearest ones that are.
 */
export function readCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): PreparedCommand {
  const [first, ...rest] = argv;
  if (first === undefined) throw new UsageError('a command is missing', overview(commands));
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
  const parsed = parse(command, rest);
  if (parsed.help) return printing((columns) => commandHelp(command, columns));
  try {
    return command.prepare(parsed.operands, parsed.words);
  } catch (error) {
    throw withHint(error, command);
  }
}

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
 * What yargs knows of a command: its flags alone. As one of its commands it would lay out the help of
 * each command line, asked for or not, which takes longer than to solve most puzzles.
 */
function parser(command: Command): Argv {
  const argv = yargs()
    .scriptName('nonomill')
    .help(false)
    .version(false)
    .exitProcess(false)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': true,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    });
  for (const { name, value } of flagsOf(command)) {
    argv.option(name, { type: value === null ? 'boolean' : 'string' });
  }
  return argv.option('help', { type: 'boolean', alias: 'h' });
}

interface Parsed {
  readonly help: boolean;
  readonly operands: string[];
  readonly words: FlagWords;
}

function parse(command: Command, argv: readonly string[]): Parsed {
  refuseValuesOfSwitches(command, argv);
  const found = parser(command).parseSync(withDashes(command, argv)) as Record<string, unknown>;
  const { _: operands, help = false, ...given } = found;
  delete given.$0;
  delete given.h;
  const known = flagsOf(command);
  const words = new Map<string, string | true>();
  for (const [name, word] of Object.entries(given)) {
    if (word === undefined || word === false) continue;
    const flag = known.find((one) => one.name === name);
    if (flag === undefined) {
      if (help !== false) continue;
      throw withHint(unknownFlag(asTyped(name, argv), known), command);
    }
    words.set(
      name,
      Array.isArray(word)
        ? oneWord(flag, word as readonly (string | true)[])
        : (word as string | true),
    );
  }
  return { help: help !== false, operands: operands as string[], words };
}

/** A switch is given or not: `--quiet=false` is refused, as it would count as given. */
function refuseValuesOfSwitches(command: Command, argv: readonly string[]): void {
  const end = argv.indexOf('--');
  for (const word of end < 0 ? argv : argv.slice(0, end)) {
    const [, name, value] = /^--([^=]+)=(.*)$/s.exec(word) ?? [];
    const isSwitch = flagsOf(command).some((flag) => flag.name === name && flag.value === null);
    if (!isSwitch && name !== 'help') continue;
    throw withHint(new UsageError(`--${name} takes no value, but got "${value}"`), command);
  }
}

/** `--out -` as `--out=-`: without that, a lone dash would be taken for an operand. */
function withDashes(command: Command, argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const joined: string[] = [];
  for (const [at, word] of argv.entries()) {
    const before = argv[at - 1];
    const isValue =
      word === '-' &&
      (end < 0 || at < end) &&
      flagsOf(command).some(({ name, value }) => value !== null && `--${name}` === before);
    if (isValue) joined[joined.length - 1] = `${before}=-`;
    else joined.push(word);
  }
  return joined;
}

/** The words of a flag that was given several times, as one. @throws UsageError unless they make a list */
function oneWord(
  { name, value, joinedBy }: Flag<unknown>,
  words: readonly (string | true)[],
): string | true {
  if (value === null) return true;
  if (joinedBy !== undefined) return words.join(joinedBy);
  const given = words.map((word) => `"${String(word)}"`);
  throw new UsageError(
    `--${name} was given ${given.length === 2 ? 'twice' : `${given.length} times`}, with ${given.join(' and ')}; it takes one value`,
  );
}

/** `-x` or `--name`, as the user typed it. */
function asTyped(name: string, argv: readonly string[]): string {
  const long = argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  return long || name.length > 1 ? `--${name}` : `-${name}`;
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  throw new UsageError(
    `unknown command ${name}${didYouMean(name, [...names, 'help'])}`,
    'nonomill --help lists the commands.',
  );
}

/** A flag in the place of the command. */
function strayFlag(flag: string, commands: readonly Command[]): UsageError {
  const bare = flag.split('=')[0];
  const known = commands.some((c) => flagsOf(c).some(({ name }) => `--${name}` === bare));
  return new UsageError(
    known
      ? `${bare} goes after the command: nonomill <command> ${bare} ...`
      : `unknown option ${bare}${didYouMean(bare, ['--help', '--version'])}`,
    'nonomill --help lists the commands.',
  );
}

function withHint(error: unknown, { name }: Command): unknown {
  if (!(error instanceof UsageError) || error.hint !== null) return error;
  return new UsageError(error.message, `nonomill ${name} --help shows what it takes.`);
}
