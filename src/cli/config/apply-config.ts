import { isAbsolute, join } from 'node:path';
import { plainText } from '../../core/text/plain-text.js';
import { didYouMean } from '../../core/text/suggest.js';
import { flagsOf, type Command } from '../frame/command.js';
import type { Applied, Parsed } from '../frame/command-line.js';
import { flagUsage, type Flag } from '../frame/flag.js';
import type { OptionInForce } from '../frame/option-in-force.js';
import { UsageError } from '../outcome/outcome.js';
import type { ConfigFile } from './config-file.js';

/** The table of the nights: `[nights.book]` is what `run @book` does. */
export const NIGHTS = 'nights';

/** The command that has nights. */
const OF_NIGHTS = 'run';

/** What a night names besides flags. */
export const CORPORA = 'corpora';

/** Says to editors what a config file may hold. */
const SCHEMA_KEY = '$schema';

/**
 * Adds to a command line what a file says: what is typed wins over the night that it names, that
 * over the defaults of the command. @throws UsageError for what the file should not say, with its
 * place.
 */
export function applyConfig(
  command: Command,
  { operands, words }: Parsed,
  file: ConfigFile | null,
  commandNames: readonly string[],
): Applied {
  const typed = new Set(words.keys());
  const night = command.name === OF_NIGHTS ? operands.find((word) => /^@./.test(word)) : undefined;
  if (file === null) {
    if (night !== undefined) throw noNights(night);
    return { operands, words, typed, inForce: [] };
  }
  const reader = new ConfigReader(file, command);
  reader.requireTables(commandNames);
  const found = new Map<string, OptionInForce | null>();
  for (const [name, one] of reader.flagsIn([command.name])) found.set(name, one);
  const nights = command.name === OF_NIGHTS ? reader.nights() : new Map<string, Night>();
  const chosen = night === undefined ? undefined : nights.get(night.slice(1));
  if (night !== undefined) {
    if (chosen === undefined) throw unknownNight(night, file, [...nights.keys()]);
    if (operands.length > 1) {
      throw new UsageError(`${night} names its own corpora: leave the others out`);
    }
    const own = {
      name: 'name',
      word: night.slice(1),
      from: reader.placeOf([NIGHTS, night.slice(1)]),
    };
    for (const [name, one] of [['name', own] as const, ...chosen.flags]) found.set(name, one);
  }
  const all = new Map<string, string | true>();
  const inForce: OptionInForce[] = [];
  for (const [name, one] of found) {
    if (one === null || typed.has(name) || againstTyped(command, name, typed)) continue;
    all.set(name, one.word);
    inForce.push(one);
  }
  for (const [name, word] of words) {
    all.set(name, word);
    inForce.push({ name, word, from: 'the command line' });
  }
  const corpora = all.has('retry') ? [] : (chosen?.corpora ?? []);
  return { operands: chosen === undefined ? operands : corpora, words: all, typed, inForce };
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

interface Night {
  readonly corpora: readonly string[];
  readonly flags: ReadonlyMap<string, OptionInForce | null>;
}

class ConfigReader {
  private readonly flags: readonly Flag<unknown>[];

  constructor(
    private readonly file: ConfigFile,
    private readonly command: Command,
  ) {
    this.flags = flagsOf(command);
  }

  /** @throws UsageError if the file has a table of no command. */
  requireTables(commandNames: readonly string[]): void {
    const known = [...commandNames, NIGHTS];
    for (const key of Object.keys(this.file.tables)) {
      if (key === SCHEMA_KEY || known.includes(key)) continue;
      throw this.refusal([key], `there is no command ${plainText(key)}${didYouMean(key, known)}`);
    }
  }

  nights(): Map<string, Night> {
    const nights = new Map<string, Night>();
    for (const name of Object.keys(this.table([NIGHTS]))) {
      const { [CORPORA]: corpora } = this.table([NIGHTS, name]);
      nights.set(name, {
        corpora: this.corpora(corpora, [NIGHTS, name, CORPORA]),
        flags: this.flagsIn([NIGHTS, name], [CORPORA]),
      });
    }
    return nights;
  }

  /** The flags of a table; null for a switch that is off. */
  flagsIn(
    path: readonly string[],
    besides: readonly string[] = [],
  ): Map<string, OptionInForce | null> {
    const found = new Map<string, OptionInForce | null>();
    for (const [key, value] of Object.entries(this.table(path))) {
      if (besides.includes(key)) continue;
      const flag = this.flags.find(({ name }) => name === key);
      if (flag === undefined) throw this.unknown([...path, key], besides);
      found.set(key, this.optionOf(flag, value, [...path, key]));
    }
    return found;
  }

  /** The place of a key; of one that is missing, that of its table. */
  placeOf(path: readonly string[]): string {
    const line = path.length === 0 ? null : this.file.lineOf(path);
    if (line !== null) return `${this.file.name}, line ${line}`;
    return path.length === 0 ? this.file.name : this.placeOf(path.slice(0, -1));
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
    const { name } = flag;
    if (flag.value === null) {
      if (typeof value !== 'boolean') throw this.refusal(path, `${name}: expected true or false`);
      return value ? { name, word: true, from } : null;
    }
    const words = [value].flat().map((one) => wordOf(one));
    if (words.length === 0 || words.some((word) => word === null)) {
      throw this.refusal(path, `${name}: expected a text or a number, as for ${flagUsage(flag)}`);
    }
    const placed = words.map((word) => (flag.isPath === true ? this.placed(word!) : word!));
    const word = placed.join(flag.joinedBy ?? ',');
    try {
      flag.read(word);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw this.refusal(path, `${name}: ${error.message}`);
    }
    return { name, word, from };
  }

  private corpora(value: unknown, path: readonly string[]): readonly string[] {
    const corpora = [value].flat();
    const areTexts = corpora.every((one) => typeof one === 'string' && one !== '');
    if (areTexts && corpora.length > 0) return corpora.map((one) => this.placed(one as string));
    throw this.refusal(
      path,
      `${CORPORA}: expected a file, a folder or a pattern, or a list of them`,
    );
  }

  /** A path from where the command is typed. */
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
    return new UsageError(`${this.placeOf(path)}: ${why}`);
  }
}

/** A value as it would be typed; null if it is neither a text, a number nor a time. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // Times of TOML have thousandths, which nobody types.
  return value instanceof Date ? value.toISOString().replace(/\.\d+$/, '') : null;
}

function noNights(night: string): UsageError {
  return new UsageError(
    `${night} is a night, and there is no nonomill.toml here that says what it does: ` +
      `name a file with --config, or a corpus of this name as ./${night}`,
  );
}

function unknownNight(night: string, file: ConfigFile, known: readonly string[]): UsageError {
  const names = known.map((name) => `@${name}`);
  return new UsageError(
    `${file.name} has no night ${night}${didYouMean(night, names) || (names.length > 0 ? `; it has ${names.join(', ')}` : '')}`,
  );
}
