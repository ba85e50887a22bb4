import { isAbsolute, join } from 'node:path';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { didYouMean } from '../../../solver/core/text/suggest.js';
import { flagsOf, type Command } from '../frame/command.js';
import { flagUsage, type Flag } from '../frame/flag.js';
import type { OptionInForce } from '../frame/option-in-force.js';
import { isPath } from '../frame/reach.js';
import { UsageError } from '../terminal/outcome.js';
import type { ConfigFile } from './config-file.js';

/** The table of the nights: `[nights.book]` is what `run @book` does. */
export const NIGHTS = 'nights';

/** The command that has nights. */
export const OF_NIGHTS = 'run';

/** What a night names besides flags. */
export const CORPORA = 'corpora';

/** Options that mean the same to all commands that have them: the top of the file may set them. */
export const AT_TOP: readonly string[] = ['db', 'threads', 'nice', 'max-load'];

/** Says to editors what a config file may hold. */
const SCHEMA_KEY = '$schema';

/** The flags that a part of a file sets; null for a switch that is off. */
export type FlagsFound = ReadonlyMap<string, OptionInForce | null>;

/** What `run @<name>` does. */
export interface NamedNight {
  readonly corpora: readonly string[];
  /** The same as one option, which may lead beyond this machine. */
  readonly named: OptionInForce;
  readonly flags: FlagsFound;
}

/** Reads what a config file says to one command. */
export class ConfigReader {
  private readonly flags: readonly Flag<unknown>[];

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

  /**
   * The flags for the command itself: of its own table, and where that has none, of the top.
   * @throws UsageError for what the file should not say
   */
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

  /** The place of a key; of one that is missing, that of its table. */
  placeOf(path: readonly string[]): string {
    const line = path.length === 0 ? null : this.file.lineOf(path);
    if (line !== null) return `${this.file.name}, line ${line}`;
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
      if (!(error instanceof UsageError)) throw error;
      throw this.refusal(path, `${name}: ${error.message}`);
    }
    return { name, word, reach, from };
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
    return new UsageError('NM_CONFIG_INVALID', `${this.placeOf(path)}: ${why}`);
  }
}

/** A value as it would be typed; null if it is neither a text, a number nor a time. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // Times of TOML have thousandths, which nobody types.
  return value instanceof Date ? value.toISOString().replace(/\.\d+$/, '') : null;
}
