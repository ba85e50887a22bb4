import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { plainText } from '../../core/text/plain-text.js';
import { systemReason } from '../../core/text/system-errors.js';
import { UsageError } from '../outcome/outcome.js';

/** The names that are looked for in the folder in which a command is typed. */
const NAMES = ['nonomill.toml', 'nonomill.json'] as const;

/** A config file, read: tables by their names, not checked yet. */
export interface ConfigFile {
  /** Its name for messages. */
  readonly name: string;
  /** What relative paths in it begin at. */
  readonly folder: string;
  readonly tables: Readonly<Record<string, unknown>>;
  /** The line, from 1, of a key, after those of its tables; null if it cannot be found. */
  readonly lineOf: (keys: readonly string[]) => number | null;
}

/**
 * The file that `--config` names among the words of a command line, or that lies in this folder;
 * null if there is none.
 * @throws UsageError if it cannot be read.
 */
export async function findConfig(typed: readonly string[]): Promise<ConfigFile | null> {
  const named = namedFile(typed);
  if (named !== null) return readConfig(named);
  const found = NAMES.filter((name) => existsSync(name));
  if (found.length > 1) {
    throw new UsageError(
      `there are ${found.join(' and ')}: take one away, or name one with --config`,
    );
  }
  return found.length === 0 ? null : readConfig(found[0]);
}

function namedFile(typed: readonly string[]): string | null {
  const end = typed.indexOf('--');
  const words = end < 0 ? typed : typed.slice(0, end);
  const at = words.findIndex((word) => word === '--config' || word.startsWith('--config='));
  if (at < 0) return null;
  const file = words[at] === '--config' ? words.at(at + 1) : words[at].slice('--config='.length);
  if (file === undefined || file === '') {
    throw new UsageError('--config needs a value: --config <file>');
  }
  return file;
}

async function readConfig(path: string): Promise<ConfigFile> {
  const name = plainText(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `the config file cannot be read from ${name}: ${systemReason(error, 'read')}`,
    );
  }
  const isJson = extname(path).toLowerCase() === '.json';
  const tables = isJson ? parseJson(text, name) : await parseToml(text, name);
  const lineOf = isJson ? lineInJson : lineInToml;
  return { name, folder: dirname(path), tables, lineOf: (keys) => lineOf(text, keys) };
}

async function parseToml(text: string, name: string): Promise<ConfigFile['tables']> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why] = error.message.replace('Invalid TOML document: ', '').split('\n');
    throw new UsageError(`${name}, line ${error.line}: this is not TOML: ${why}`);
  }
}

function parseJson(text: string, name: string): ConfigFile['tables'] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const [, at] = /position (\d+)/.exec(why) ?? [];
    const line = at === undefined ? '' : `, line ${text.slice(0, Number(at)).split('\n').length}`;
    throw new UsageError(`${name}${line}: this is not JSON: ${plainText(why)}`);
  }
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
    return found as ConfigFile['tables'];
  }
  throw new UsageError(`${basename(name)}: expected an object with a table for each command`);
}

// On which lines the keys of a config file are. The parsers do not say that; what they accepted is
// well formed.

/** The line of a key in TOML, from 1, after those of its tables; null if it cannot be found. */
function lineInToml(text: string, keys: readonly string[]): number | null {
  let table: readonly string[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line);
    if (header !== null) table = parts(header[1]);
    const key = header === null ? /^\s*([^#=]+?)\s*=/.exec(line)?.[1] : undefined;
    const path = key === undefined ? table : [...table, ...parts(key)];
    const isHere = header !== null || key !== undefined;
    // An inline table, `run = { timeout = "1s" }`, has the keys that are missing on its line.
    const isInline = key !== undefined && path.every((part, j) => part === keys[j]);
    if (isHere && (same(path, keys) || isInline)) return i + 1;
  }
  return null;
}

/** The same in JSON. */
function lineInJson(text: string, keys: readonly string[]): number | null {
  let at = 0;
  for (const key of keys) {
    const found = text.slice(at).search(new RegExp(`${escaped(JSON.stringify(key))}\\s*:`));
    if (found < 0) return null;
    at += found + 1;
  }
  return text.slice(0, at).split('\n').length;
}

/** `a."b.c"` as its parts. */
function parts(key: string): string[] {
  const found = key.match(/"[^"]*"|'[^']*'|[^.\s]+/g) ?? [];
  return found.map((part) => part.replace(/^["']|["']$/g, ''));
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, i) => part === other[i]);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
