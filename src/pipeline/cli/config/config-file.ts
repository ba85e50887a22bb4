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
import { basename, dirname, extname, join } from 'node:path';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { codeOf, systemReason } from '../../../solver/core/text/system-errors.js';
import { UsageError } from '../terminal/outcome.js';
import { linesInJson, linesInToml, type LineOf } from './config-lines.js';

/** The names that are looked for in the folder in which a command is typed. */
const CONFIG_NAMES = ['nonomill.toml', 'nonomill.json'] as const;

/** A config file, read once: tables by their names, not checked yet. */
export interface ConfigFile {
  /** Its path as it was named, or its name in this folder. */
  readonly path: string;
  /** The same for messages. */
  readonly name: string;
  /** What relative paths in it begin at. */
  readonly folder: string;
  /** Whether somebody named it: then it may say anything. */
  readonly isNamed: boolean;
  readonly tables: Readonly<Record<string, unknown>>;
  readonly lineOf: LineOf;
}

/**
 * The file that `--config` names among the words of a command line, or that lies in this folder;
 * null if there is none.
 * @throws UsageError if it cannot be read.
 */
export async function findConfig(typed: readonly string[]): Promise<ConfigFile | null> {
  const named = namedFile(typed);
  if (named !== null) return readConfig(named, true);
  const found = configIn('.');
  return found === null ? null : readConfig(found, false);
}

/**
 * The path of the config file in a folder; null if there is none. What is called so counts,
 * whatever it is: a link that leads nowhere had gates.
 * @throws UsageError if there are two
 */
function configIn(folder: string): string | null {
  const found = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => isThere(path));
  if (found.length < 2) return found.at(0) ?? null;
  throw new UsageError(
    'NM_CONFIG_INVALID',
    `there are ${found.map(plainText).join(' and ')}: take one away, or name one with --config`,
  );
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

/**
 * Reads a config file. One that was `isNamed` may be a pipe.
 * @throws UsageError if it cannot be read, is no file, or is not TOML (or JSON, as its name says)
 */
async function readConfig(path: string, isNamed: boolean): Promise<ConfigFile> {
  const name = plainText(path);
  const text = textOf(bytesOf(path, isNamed), name);
  const isJson = extname(path).toLowerCase() === '.json';
  return {
    path,
    name,
    folder: dirname(path),
    isNamed,
    tables: isJson ? parseJson(text, name) : await parseToml(text, name),
    lineOf: isJson ? linesInJson(text) : linesInToml(text),
  };
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
  throw new UsageError(
    'NM_CONFIG_INVALID',
    `${plainText(path)}: expected at most 1 MiB, which no config file needs`,
  );
}

/** Windows has no such flag, and no pipes among files. */
const NO_WAIT = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** @throws UsageError if it is no file, nor a pipe that somebody named */
function requireFile(path: string, found: Stats, isNamed: boolean): void {
  if (found.isFile() || (isNamed && !found.isDirectory())) return;
  const kind = found.isDirectory() ? 'a folder' : 'a pipe, a socket or a device';
  throw new UsageError(
    'NM_CONFIG_INVALID',
    `${plainText(path)} is ${kind}, not a file: ${WAYS_ON}`,
  );
}

const WAYS_ON = 'mend it, take it away, or name another file with --config';

function unreadable(path: string, error: unknown): UsageError {
  const name = plainText(path);
  if (codeOf(error) === 'ENOENT') {
    const target = linkOf(path);
    if (target !== null) {
      return new UsageError(
        'NM_CONFIG_INVALID',
        `${name} is a link to ${plainText(target)}, which is not there: ${WAYS_ON}`,
      );
    }
  }
  return new UsageError(
    'NM_CONFIG_INVALID',
    `the config file cannot be read from ${name}: ${systemReason(error, 'read')}`,
  );
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function textOf(bytes: Buffer, name: string): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  let [line, start] = [1, 0];
  for (;;) {
    const end = bytes.indexOf('\n', start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break;
    [line, start] = [line + 1, end + 1];
  }
  throw new UsageError(
    'NM_CONFIG_INVALID',
    `${name}, line ${line}: this is not UTF-8: save the file as UTF-8`,
  );
}

async function parseToml(text: string, name: string): Promise<ConfigFile['tables']> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why] = error.message.replace('Invalid TOML document: ', '').split('\n');
    throw new UsageError(
      'NM_CONFIG_INVALID',
      `${name}, line ${error.line}: this is not TOML: ${why}${/\bescape/.test(why) ? ESCAPED : ''}`,
    );
  }
}

const ESCAPED =
  ". Between double quotes a backslash begins an escape; put a path of Windows between single quotes: 'C:\\users'";

function parseJson(text: string, name: string): ConfigFile['tables'] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const [, at] = /position (\d+)/.exec(why) ?? [];
    const line = at === undefined ? '' : `, line ${text.slice(0, Number(at)).split('\n').length}`;
    throw new UsageError(
      'NM_CONFIG_INVALID',
      `${name}${line}: this is not JSON: ${plainText(why)}`,
    );
  }
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
    return found as ConfigFile['tables'];
  }
  throw new UsageError(
    'NM_CONFIG_INVALID',
    `${basename(name)}: expected an object with a table for each command`,
  );
}
