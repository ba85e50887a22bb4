import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname, join, isAbsolute } from 'node:path';
import { plainText } from '../../solver/core/text/plain-text.js';
import { didYouMean, isLoopback } from '../../solver/core/text/typed.js';
import { codeOf, ifPossible, systemReason } from '../../solver/core/text/error-codes.js';
import { UsageError, conflict, isAboutUsage } from './terminal.js';
import { type AddsConfig, flagsOf, type Command } from './command.js';
import {
  type OptionInForce,
  shownWord,
  flagUsage,
  type Flag,
  REACHES,
  type Reach,
} from './flag.js';
import { isWithin, keepWithin } from '../files/files.js';
import { NO_QUEUE } from './flags.js';

/** What is looked for in the folder in which a command is typed. */
const CONFIG_NAME = 'nonomill.toml';

/** A config file, read once: tables by their names, not checked yet. */
interface ConfigFile {
  /** Its path as it was named, or its name in this folder. */
  readonly path: string;
  /** The same for messages. */
  readonly name: string;
  /** What relative paths in it begin at. */
  readonly folder: string;
  /** Whether somebody named it: then it may say anything. */
  readonly isNamed: boolean;
  readonly text: string;
  readonly tables: Readonly<Record<string, unknown>>;
}

/**
 * The file that `--config` names among the words of a command line, or that lies in this folder;
 * null if there is none.
 * @throws UsageError if it cannot be read.
 */
export async function findConfig(typed: readonly string[]): Promise<ConfigFile | null> {
  const named = namedFile(typed);
  if (named !== null) return readConfig(named, true);
  // What is called so counts, whatever it is: a link that leads nowhere had gates.
  return isThere(CONFIG_NAME) ? readConfig(CONFIG_NAME, false) : null;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function namedFile(typed: readonly string[]): string | null {
  const end = typed.indexOf('--');
  const words = end < 0 ? typed : typed.slice(0, end);
  const at = words.findIndex((word) => word === '--config' || word.startsWith('--config='));
  if (at < 0) return null;
  const file = words[at] === '--config' ? words.at(at + 1) : words[at].slice('--config='.length);
  if (file === undefined || file === '') {
    throw new UsageError('NM_OPTION_VALUE', '--config needs a value: --config <file>');
  }
  return file;
}

/** One that was `isNamed` may be a pipe. @throws UsageError if it cannot be read, or is not TOML */
async function readConfig(path: string, isNamed: boolean): Promise<ConfigFile> {
  const name = plainText(path);
  const text = textOf(bytesOf(path, isNamed), name);
  return { path, name, folder: dirname(path), isNamed, text, tables: await parseToml(text, name) };
}

/** More than any config file has: 1 MiB. */
const MOST_BYTES = 2 ** 20;

function bytesOf(path: string, isNamed: boolean): Buffer {
  let fd: number | null = null;
  try {
    requireFile(path, statSync(path), isNamed);
    // Of a pipe that took its place meanwhile, opening would wait for somebody who writes.
    fd = openSync(path, constants.O_RDONLY | (isNamed ? 0 : NO_WAIT));
    requireFile(path, fstatSync(fd), isNamed);
    const room = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < room.length; length += read) {
      read = readSync(fd, room, length, room.length - length, null);
    }
    if (length <= MOST_BYTES) return room.subarray(0, length);
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(path, error);
  } finally {
    if (fd !== null) closeSync(fd);
  }
  throw invalidConfig(`${plainText(path)}: expected at most 1 MiB, which no config file needs`);
}

/** Windows has no such flag, and no pipes among files. */
const NO_WAIT = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** @throws UsageError if it is no file, nor a pipe that somebody named */
function requireFile(path: string, found: Stats, isNamed: boolean): void {
  if (found.isFile() || (isNamed && !found.isDirectory())) return;
  const kind = found.isDirectory() ? 'a folder' : 'a pipe, a socket or a device';
  throw invalidConfig(`${plainText(path)} is ${kind}, not a file: ${WAYS_ON}`);
}

function invalidConfig(message: string): UsageError {
  return new UsageError('NM_CONFIG_INVALID', message);
}

const WAYS_ON = 'mend it, take it away, or name another file with --config';

function unreadable(path: string, error: unknown): UsageError {
  const name = plainText(path);
  if (codeOf(error) === 'ENOENT') {
    const target = ifPossible(() => readlinkSync(path), null);
    if (target !== null) {
      return invalidConfig(
        `${name} is a link to ${plainText(target)}, which is not there: ${WAYS_ON}`,
      );
    }
  }
  return invalidConfig(
    `the config file cannot be read from ${name}: ${systemReason(error, 'read')}`,
  );
}

function textOf(bytes: Buffer, name: string): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  let [line, start] = [1, 0];
  for (;;) {
    const end = bytes.indexOf('\n', start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break;
    [line, start] = [line + 1, end + 1];
  }
  throw invalidConfig(`${name}, line ${line}: this is not UTF-8: save the file as UTF-8`);
}

async function parseToml(text: string, name: string): Promise<ConfigFile['tables']> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why] = error.message.replace('Invalid TOML document: ', '').split('\n');
    throw invalidConfig(
      `${name}, line ${error.line}: this is not TOML: ${why}${/\bescape/.test(why) ? ESCAPED : ''}`,
    );
  }
}

const ESCAPED =
  ". Between double quotes a backslash begins an escape; put a path of Windows between single quotes: 'C:\\users'";

/** Adds what a file says; what is typed wins. @throws UsageError for what it should not say */
export function applyConfig(
  command: Command,
  { operands, words }: Parameters<AddsConfig>[1],
  file: ConfigFile | null,
  commandNames: readonly string[],
): ReturnType<AddsConfig> {
  const typed = new Set(words.keys());
  const runName =
    command.name === OF_NIGHTS ? operands.find((word) => /^@./.test(word)) : undefined;
  if (file === null) {
    keepToFolder(null, []);
    if (runName !== undefined) throw noNights(runName);
    return { operands, words, typed, inForce: [], refusal: null };
  }
  const reader = new ConfigReader(file, command);
  reader.requireTables(commandNames);
  const found = new Map(reader.defaults());
  const namedRuns = command.name === OF_NIGHTS ? reader.nights() : new Map<string, NamedNight>();
  const chosen = runName === undefined ? undefined : namedRuns.get(runName.slice(1));
  if (runName !== undefined) {
    if (chosen === undefined) throw unknownNight(runName, file, [...namedRuns.keys()]);
    if (operands.length > 1) {
      throw conflict(`${runName} names its own corpora: leave the others out`);
    }
    const word = runName.slice(1);
    found.set('name', { name: 'name', word, reach: 'none', from: reader.placeOf([NIGHTS, word]) });
    for (const [name, one] of chosen.flags) found.set(name, one);
  }
  const all = new Map<string, string | true>();
  const ofFile: OptionInForce[] = [];
  for (const [name, one] of found) {
    if (one === null || typed.has(name) || againstTyped(command, name, typed)) continue;
    all.set(name, one.word);
    ofFile.push(one);
  }
  const inForce = [...ofFile];
  for (const [name, word] of words) {
    const reach = flagsOf(command).find((flag) => flag.name === name)?.reach ?? 'none';
    all.set(name, word);
    inForce.push({ name, word, reach, from: TYPED });
  }
  keepToFolder(file, inForce);
  const corpora = all.has('retry') ? [] : (chosen?.corpora ?? []);
  return {
    operands: chosen === undefined ? operands : corpora,
    words: all,
    typed,
    inForce,
    refusal: whyRefused(file, chosen === undefined ? ofFile : [...ofFile, chosen.named]),
  };
}

/** Flags of which one excludes the other: one that is typed wins over one of the file. */
const AGAINST: readonly (readonly [string, string])[] = [
  ['report', 'no-report'],
  ['json', 'gate-format'],
  ['resume', 'retry'],
];

function againstTyped(command: Command, name: string, typed: ReadonlySet<string>): boolean {
  // What a retry cannot do anything with is there for the other runs.
  if (command.name === OF_NIGHTS && typed.has('retry') && NOT_FOR_RETRY.includes(name)) return true;
  return AGAINST.some(
    ([one, other]) => (name === one && typed.has(other)) || (name === other && typed.has(one)),
  );
}

const NOT_FOR_RETRY = ['limit', 'shard', 'format', 'images', 'name', 'ignore-start'];

function noNights(runName: string): UsageError {
  return new UsageError(
    'NM_NIGHT_UNKNOWN',
    `${runName} is a night, and there is no nonomill.toml here that says what it does: ` +
      `name a file with --config, or a corpus of this name as ./${runName}`,
  );
}

function unknownNight(runName: string, file: ConfigFile, known: readonly string[]): UsageError {
  const names = known.map((name) => `@${name}`);
  return new UsageError(
    'NM_NIGHT_UNKNOWN',
    `${file.name} has no night ${runName}${didYouMean(runName, names) || (names.length > 0 ? `; it has ${names.join(', ')}` : '')}`,
  );
}

/** The table of the nights: `[nights.book]` is what `run @book` does. */
const NIGHTS = 'nights';

const OF_NIGHTS = 'run';

/** What a night names besides flags. */
const CORPORA = 'corpora';

/** Options that mean the same to all commands that have them: the top of the file may set them. */
export const AT_TOP: readonly string[] = ['db', 'threads', 'nice', 'max-load'];

/** Says to editors what a config file may hold. */
const SCHEMA_KEY = '$schema';

/** The flags that a part of a file sets; null for a switch that is off. */
type FlagsFound = ReadonlyMap<string, OptionInForce | null>;

interface NamedNight {
  readonly corpora: readonly string[];
  /** The same as one option, which may lead beyond this machine. */
  readonly named: OptionInForce;
  readonly flags: FlagsFound;
}

class ConfigReader {
  private readonly flags: readonly Flag<unknown>[];
  private lines: ReadonlyMap<string, number> | null = null;

  constructor(
    private readonly file: ConfigFile,
    private readonly command: Command,
  ) {
    this.flags = flagsOf(command);
  }

  /** @throws UsageError if the file has a table of no command, or an option that needs a table. */
  requireTables(commandNames: readonly string[]): void {
    const known = [...commandNames, NIGHTS, ...AT_TOP];
    for (const key of Object.keys(this.file.tables)) {
      if (key === SCHEMA_KEY || known.includes(key)) continue;
      const isOption = this.flags.some(({ name }) => name === key);
      const hint = isOption
        ? `; ${key} goes into the table of a command, [${this.command.name}]`
        : didYouMean(key, known);
      throw this.refusal([key], `there is no command ${plainText(key)}${hint}`);
    }
  }

  /** The flags of the command's table, else those of the top. @throws UsageError */
  defaults(): FlagsFound {
    const found = new Map<string, OptionInForce | null>();
    for (const flag of this.flags) {
      const value = AT_TOP.includes(flag.name) ? this.file.tables[flag.name] : undefined;
      if (value !== undefined) found.set(flag.name, this.optionOf(flag, value, [flag.name]));
    }
    for (const [name, one] of this.flagsIn([this.command.name])) found.set(name, one);
    return found;
  }

  nights(): Map<string, NamedNight> {
    const nights = new Map<string, NamedNight>();
    for (const name of Object.keys(this.table([NIGHTS]))) {
      const path = [NIGHTS, name, CORPORA];
      const corpora = this.corpora(this.table([NIGHTS, name])[CORPORA], path);
      const from = this.placeOf(path);
      nights.set(name, {
        corpora,
        named: { name: CORPORA, word: corpora.join(','), reach: 'read', from },
        flags: this.flagsIn([NIGHTS, name], [CORPORA]),
      });
    }
    return nights;
  }

  /** The place of a key; of one that is missing, that of its table or of its statement. */
  placeOf(path: readonly string[]): string {
    this.lines ??= tomlLines(this.file.text);
    const line = this.lines.get(idOf(path));
    if (line !== undefined) return `${this.file.name}, line ${line}`;
    return path.length === 0 ? this.file.name : this.placeOf(path.slice(0, -1));
  }

  private flagsIn(path: readonly string[], besides: readonly string[] = []): FlagsFound {
    const found = new Map<string, OptionInForce | null>();
    for (const [key, value] of Object.entries(this.table(path))) {
      if (besides.includes(key)) continue;
      const flag = this.flags.find(({ name }) => name === key);
      if (flag === undefined) throw this.unknown([...path, key], besides);
      found.set(key, this.optionOf(flag, value, [...path, key]));
    }
    return found;
  }

  private table(path: readonly string[]): Readonly<Record<string, unknown>> {
    let value: unknown = this.file.tables;
    for (const key of path) value = (value as Record<string, unknown>)[key];
    if (value === undefined) return {};
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    throw this.refusal(path, `expected a table, [${path.join('.')}]`);
  }

  private optionOf(
    flag: Flag<unknown>,
    value: unknown,
    path: readonly string[],
  ): OptionInForce | null {
    const from = this.placeOf(path);
    const { name, reach } = flag;
    if (flag.value === null) {
      if (typeof value !== 'boolean') throw this.refusal(path, `${name}: expected true or false`);
      return value ? { name, word: true, reach, from } : null;
    }
    const words = [value].flat().map((one) => wordOf(one));
    if (words.length === 0 || words.some((word) => word === null)) {
      throw this.refusal(path, `${name}: expected a text or a number, as for ${flagUsage(flag)}`);
    }
    const word = words.map((one) => this.placedWord(flag, one!)).join(flag.joinedBy ?? ',');
    try {
      flag.read(word);
    } catch (error) {
      if (!isAboutUsage(error)) throw error;
      throw this.refusal(path, `${name}: ${error.message}`);
    }
    return { name, word, reach: flag.reachOf?.(word) ?? reach, from };
  }

  private corpora(value: unknown, path: readonly string[]): readonly string[] {
    const corpora = [value].flat();
    const areTexts = corpora.every((one) => typeof one === 'string' && one !== '');
    if (areTexts && corpora.length > 0) return corpora.map((one) => this.placed(one as string));
    const why = `${CORPORA}: expected a file, a folder or a pattern, or a list of them`;
    throw this.refusal(path, why);
  }

  /** A word from where the command is typed, if it is a path, or several of them. */
  private placedWord({ reach, joinedBy }: Flag<unknown>, word: string): string {
    if (!isPath(reach)) return word;
    const paths = joinedBy === undefined ? [word] : word.split(joinedBy);
    return paths.map((path) => this.placed(path)).join(joinedBy);
  }

  private placed(path: string): string {
    return path === '-' || isAbsolute(path) ? path : join(this.file.folder, path);
  }

  private unknown(path: readonly string[], besides: readonly string[]): UsageError {
    const key = path[path.length - 1];
    const tried = this.flags.find(({ alsoTried }) => alsoTried.includes(key));
    const names = [...this.flags.map(({ name }) => name), ...besides];
    const hint = tried ? `; did you mean ${tried.name}?` : didYouMean(key, names);
    return this.refusal(path, `${this.command.name} has no option ${plainText(key)}${hint}`);
  }

  private refusal(path: readonly string[], why: string): UsageError {
    return invalidConfig(`${this.placeOf(path)}: ${why}`);
  }
}

/** A value as it would be typed; null if it is neither a text, a number nor a time. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // Times of TOML have thousandths, which nobody types.
  return value instanceof Date ? value.toISOString().replace(/\.\d+$/, '') : null;
}

// Who gives orders: whoever types a command, and a file that is named with it. A file that was
// merely found, in a downloaded corpus say, says how puzzles are solved, and no more.

/** Why a file that was merely found may not say this to a command; null if it may. */
function whyRefused(file: ConfigFile, options: readonly OptionInForce[]): UsageError | null {
  if (file.isNamed) return null;
  const lines = options.flatMap((option) => {
    const why = whyBeyond(file, option);
    return why === null ? [] : [`${option.from}: ${optionLine(option)} ${why}`];
  });
  if (lines.length === 0) return null;
  return new UsageError(
    'NM_CONFIG_UNTRUSTED',
    `${lines.join('\n')}\nA config file may say that only if it is named, and ${file.name} was merely found here.`,
    `Read it; to follow it, add --config ${file.name}.`,
  );
}

/** `on-end = "./upload.sh"`, with its secrets masked. */
function optionLine(option: OptionInForce): string {
  const word = shownWord(option);
  return `${option.name} = ${word === true ? 'true' : plainText(JSON.stringify(word))}`;
}

/**
 * Keeps what a command writes in the folder of a file that was merely found, if that says where to
 * write, but for what was typed: also what follows from it, and whatever links are made meanwhile.
 */
function keepToFolder(file: ConfigFile | null, inForce: readonly OptionInForce[]): void {
  const written = inForce.filter(({ reach, word }) => reach === 'write' && word !== true);
  const typed = written.filter(({ from }) => from === TYPED);
  const isBound = file?.isNamed === false && typed.length < written.length;
  keepWithin(isBound ? file.folder : null, typed.flatMap(pathsOf));
}

/** A word that may be a path or a list of them, as all that it can be. */
function pathsOf({ word }: OptionInForce): string[] {
  return word === true ? [] : [word, ...word.split(',')];
}

function whyBeyond({ folder }: ConfigFile, option: OptionInForce): string | null {
  const { word, reach } = option;
  if (word === true) return REACHES[reach];
  if (isPath(reach)) {
    const paths = pathsOf(option);
    // Windows greets the machine of such a path with the name and the password of the user.
    if (paths.some((path) => /^[\\/]{2}/.test(path))) return REACHES.send;
    if (reach === 'read') return null;
    if (paths.every((path) => path === '-' || isWithin(folder, path))) return null;
  }
  if (reach === 'listen' && isLoopback(word)) return null;
  if (reach === 'send' && word === NO_QUEUE) return null;
  return REACHES[reach];
}

// On which lines the keys of a config file are. The parsers do not say that; what they accepted is
// well formed.

const PART = /(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[\w-]+)/.source;
const KEY = `${PART}(?:[ \\t]*\\.[ \\t]*${PART})*`;
const TABLE = new RegExp(`^\\s*\\[\\[?\\s*(${KEY})`);
const SETTING = new RegExp(`^\\s*(${KEY})\\s*=`);

/** The line, from 1, of each key after those of its tables, and of each table. */
function tomlLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let table: readonly string[] = [];
  for (const { line, statement } of statements(text)) {
    const [, header] = TABLE.exec(statement) ?? [];
    const [, key] = SETTING.exec(statement) ?? [];
    if (header !== undefined) lines.set(idOf((table = partsOf(header))), line);
    else if (key !== undefined) lines.set(idOf([...table, ...partsOf(key)]), line);
  }
  return lines;
}

function idOf(keys: readonly string[]): string {
  return JSON.stringify(keys);
}

/** Texts, comments and brackets: where a line break does not end a statement, and where it does. */
const TOKEN =
  /"""(?:\\[^]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[^])*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n/g;

/** The statements of a file in TOML, each with the line on which it begins. */
function* statements(text: string): Generator<{ line: number; statement: string }> {
  let [line, start, lines, depth] = [1, 0, 1, 0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    lines += token.split('\n').length - 1;
    if (token !== '\n' || depth > 0) continue;
    yield { line, statement: text.slice(start, index) };
    [start, line] = [index + 1, lines];
  }
  yield { line, statement: text.slice(start) };
}

/** `a."b.c"` as its parts. */
function partsOf(key: string): string[] {
  return (key.match(new RegExp(PART, 'g')) ?? []).map((part) => {
    if (!/^["']/.test(part)) return part;
    const bare = part.slice(1, -1);
    // TOML has a few escapes of its own.
    return part.startsWith('"') ? ifPossible(() => String(JSON.parse(part)), bare) : bare;
  });
}

/** Whether a value is a path: in a config file it begins at the folder of that file. */
function isPath(reach: Reach): boolean {
  return reach === 'read' || reach === 'write';
}

/** Where an option came from that was typed. */
const TYPED = 'the command line';
