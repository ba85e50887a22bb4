import { flagUsage, type Flag } from './flag.js';
import { flagsOf, type Command } from './command.js';
import { optionText, type OptionInForce } from './option-in-force.js';

// yargs writes help too, but not this one: it has no word for the value of a flag (`--timeout
// <duration>`) and names its type instead, and it lays out its help for each command line, asked
// for or not.

/** The width of help, which is narrower on narrower terminals. */
const WIDTH = 80;

/** On a terminal narrower than this, what a flag does is written below it. */
const LEAST_FOR_TWO = 70;

/** A blank at which lines are not broken, as long as the words that it joins fit on one line. */
const UNBROKEN = '\u00a0';

/** The text of `nonomill --help`, in lines of `columns` characters. */
export function overview(commands: readonly Command[], columns = WIDTH): string {
  const width = Math.min(columns, WIDTH);
  const rowOf = (command: Command): Row => [usageOf(command), command.summary];
  const column = columnOf(commands.map(rowOf));
  const groups = [...new Set(commands.map(({ group = 'Commands' }) => group))].map((title) => {
    const rows = commands.filter(({ group = 'Commands' }) => group === title).map(rowOf);
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
    ...groups.flat(),
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
    lines.push(...exampleLines(line, width), ...wrap(what, width - 6).map(inset));
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

function inset(text: string): string {
  return ' '.repeat(BELOW) + text;
}

/** How far in the right side of a row is when it is below the left. */
const BELOW = 6;

type Row = readonly [left: string, right: string];

function usageOf({ name, operands }: Command): string {
  return `${name} ${operands.usage}`.trimEnd();
}

function flagRow(flag: Flag<unknown>): Row {
  const byDefault = flag.defaultText === null ? '' : ` [default: ${flag.defaultText}]`;
  return [flagUsage(flag), flag.help + byDefault.replace(/(?<=.) /g, UNBROKEN)];
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

/** `text` in lines of at most `width` characters, broken between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n]+/).flatMap((joined) => fittingWords(joined, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.map((wrapped) => wrapped.replaceAll(UNBROKEN, ' '));
}

/** Words that stay together if they fit on a line. */
function fittingWords(joined: string, width: number): string[] {
  return joined.length <= width ? [joined] : joined.split(UNBROKEN);
}
