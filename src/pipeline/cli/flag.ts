import { UsageError, conflict, isAboutUsage, notExpected } from './terminal.js';
import { didYouMean } from '../../solver/core/text/typed.js';
import type { OptionsInForce } from '../record/options.js';

/** All that the parser, the checks and the help know about a flag that means a `T`. */
export interface Flag<T> {
  /** As typed, without the dashes. */
  readonly name: string;
  /** What the help shows for the value, such as `duration`; null for a switch, which takes none. */
  readonly value: string | null;
  /** The choices for the value, for completion; absent if it can be anything. */
  readonly choices?: readonly string[];
  readonly help: string;
  /** The default as the help shows it; null if it need not be shown. */
  readonly defaultText: string | null;
  /** The meaning if the flag is not given. */
  readonly fallback: T;
  /** Other names that people may try: they are refused with a hint to this one. */
  readonly alsoTried: readonly string[];
  /** Set if its value is a list, which may be given in several parts: what joins them. */
  readonly joinedBy?: ',' | ' ';
  /** Set if it is another way to give a flag its value: the first of these that there is. */
  readonly gives?: { readonly flags: readonly string[]; readonly word: (word: string) => string };
  /** What its value can bring about: who may say it hangs on that. */
  readonly reach: Reach;
  /** The same, if it hangs on the value. */
  readonly reachOf?: (word: string) => Reach;
  /** The meaning of the word given. @throws UsageError with what is expected and what came. */
  readonly read: (word: string) => T;
}

/** Flags by the property that their meaning gets. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Flags under the headings that the help shows them under. */
export type Sections = Readonly<Record<string, Flags>>;

/** Of a union of objects, the one that is all of them. */
type All<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer Whole extends Flags,
) => void
  ? Whole
  : never;

type FlagsIn<S extends Sections> = All<S[keyof S]>;

/** The flags under all headings, as one object. */
export function flagsIn<S extends Sections>(sections: S): FlagsIn<S> {
  return Object.assign({}, ...Object.values(sections)) as FlagsIn<S>;
}

/** What flags, or those under all headings, mean. */
export type FlagValues<F extends Flags | Sections> = ValuesOf<
  F extends Flags ? F : F extends Sections ? FlagsIn<F> : never
>;

type ValuesOf<F> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/** What followed each flag's name on the command line; `true` for a switch. */
export type FlagWords = ReadonlyMap<string, string | true>;

/** The second stage: from words to their checked meaning. @throws UsageError with the flag */
export function readFlags<F extends Flags>(flags: F, words: FlagWords): FlagValues<F> {
  const values: Record<string, unknown> = {};
  for (const [key, flag] of Object.entries(flags)) {
    const word = words.get(flag.name);
    if (word === undefined) values[key] = flag.fallback;
    else if (flag.value === null) values[key] = true;
    else values[key] = readWord(flag, word === true ? '' : word);
  }
  return Object.freeze(values) as FlagValues<F>;
}

/** The words, with those that a flag gives to another one. @throws UsageError if both are given */
export function withGivenWords(flags: Flags, words: FlagWords): FlagWords {
  const all = new Map(words);
  for (const flag of Object.values(flags)) {
    const { name, gives } = flag;
    const word = words.get(name);
    if (gives === undefined || typeof word !== 'string') continue;
    readWord(flag, word);
    const names = new Set(Object.values(flags).map((one) => one.name));
    const target = gives.flags.find((one) => names.has(one))!;
    const other = words.get(target);
    const given = gives.word(word);
    if (other !== undefined && !given.startsWith(`${String(other)}:`)) {
      const both = `--${name} and --${target} ${String(other)}`;
      throw conflict(`${both} do not go together`);
    }
    all.set(target, given);
  }
  return all;
}

function readWord(flag: Flag<unknown>, word: string): unknown {
  if (word === '') throw needsValue(flag);
  try {
    return flag.read(word);
  } catch (error) {
    if (!isAboutUsage(error)) throw error;
    const hint = error instanceof UsageError ? error.hint : null;
    throw new UsageError(error.code, `--${flag.name}: ${error.message}`, hint);
  }
}

/** The error for a flag without the value that it takes. */
export function needsValue(flag: Flag<unknown>): UsageError {
  return new UsageError('NM_OPTION_VALUE', `--${flag.name} needs a value: ${flagUsage(flag)}`);
}

/** `--timeout <duration>`: a flag as help and messages show it. */
export function flagUsage({ name, value }: Flag<unknown>): string {
  return value === null ? `--${name}` : `--${name} <${value}>`;
}

/** `--jobs <n> (threads, workers)`: how a flag is typed, and what people try who do not know it. */
function typedAs(usage: string, usualValue: string | null = null) {
  const [, name, value = usualValue, tried] = /^--([^ ]+)(?: <(.*)>)?(?: \((.*)\))?$/.exec(usage)!;
  return { name, value, ...(tried !== undefined && { alsoTried: tried.split(', ') }) };
}

/** A flag without a value, such as `--resume`: given or not. */
export function switchFlag(
  usage: string,
  reach: Reach,
  spec: Pick<Flag<unknown>, 'help'>,
): Flag<boolean> {
  const value = { defaultText: null, fallback: false, read: () => true };
  return { alsoTried: [], ...spec, ...typedAs(usage), reach, ...value };
}

/**
 * Without `defaultText`, the help shows the fallback itself, or nothing for null; what a flag means
 * that is not given is null if nothing says so.
 */
type ValueSpec<None> = Pick<Flag<unknown>, 'help'> &
  Partial<Pick<Flag<unknown>, 'defaultText' | 'choices' | 'joinedBy' | 'reachOf'>> & {
    readonly fallback?: None;
  };

/** A flag with a value, as the help shows both: `--timeout <duration>`. */
export function valueFlag<T, const None = null>(
  usage: string,
  reach: Reach,
  spec: ValueSpec<None> & { readonly read: (word: string) => T },
  usualValue?: string,
): Flag<T | None> {
  const fallback = (spec.fallback ?? null) as None;
  const defaultText = fallback === null ? null : String(fallback);
  return { alsoTried: [], defaultText, ...spec, ...typedAs(usage, usualValue), reach, fallback };
}

/** A flag whose value is taken as it is: a file, a name. */
export function textFlag<const None = null>(
  usage: string,
  reach: Reach,
  spec: ValueSpec<None>,
): Flag<string | None> {
  return valueFlag(usage, reach, { ...spec, read: (word: string) => word });
}

/** A flag whose value is a whole number from `min` on, to `max` if there is one. */
export function integerFlag<const None = null>(
  usage: string,
  reach: Reach,
  spec: ValueSpec<None> & { readonly min: number; readonly max?: number },
): Flag<number | None> {
  const { min, max = Number.MAX_SAFE_INTEGER, ...rest } = spec;
  const read = (word: string): number => readInteger(word, min, max);
  return valueFlag(usage, reach, { ...rest, read }, 'n');
}

/** A flag whose value is one of a few words, which the help shows. */
export function choiceFlag<const C extends string, const None = null>(
  usage: string,
  reach: Reach,
  spec: ValueSpec<None> & { readonly choices: readonly C[] },
): Flag<C | None> {
  const { choices } = spec;
  const read = (word: string): C => readChoice(word, choices);
  return valueFlag(usage, reach, { ...spec, read }, choices.join('|'));
}

/** @throws UsageError if `word` is not a whole number from `min` to `max`. */
export function readInteger(word: string, min: number, max: number): number {
  const number = /^[+-]?\d+$/.test(word) ? Number(word) : Number.NaN;
  if (number >= min && number <= max) return number;
  const upper = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw notExpected(`a whole number ${upper}`, word);
}

/** @throws UsageError if `word` is not one of `choices`. */
export function readChoice<C extends string>(word: string, choices: readonly C[]): C {
  const choice = choices.find((name) => name === word);
  if (choice !== undefined) return choice;
  throw notExpected(listOf(choices), word, didYouMean(word, choices));
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Timers cannot wait longer: 24 days. */
const LONGEST_MS = 24 * 24 * UNIT_MS.h;

/** Milliseconds of a duration above 0: `500ms`, `10s`, `2m`, `1.5h`. @throws UsageError */
export function readDuration(word: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(word) ?? [];
  const ms = amount === undefined ? Number.NaN : Number(amount) * UNIT_MS[unit];
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  const unitHint = /^\d+$/.test(word)
    ? '; the unit is missing'
    : ms > 0
      ? ' (24 days at most)'
      : '';
  throw notExpected('a duration such as 500ms, 10s, 2m or 8h', word, unitHint);
}

const TIME = /^(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d))?$/;

/**
 * When a clock of this place shows `07:00` for the next time after `now`, or a date and a time, in
 * milliseconds of the epoch.
 * @throws UsageError if it is no time, one that no clock shows, or over.
 */
export function readTime(word: string, now: Date): number {
  const [found, year, month, day, hour, minute, second = '0'] = TIME.exec(word) ?? [];
  const time = [hour, minute, second].map(Number) as [number, number, number];
  if (found === undefined || time[0] > 23 || time[1] > 59 || time[2] > 59) {
    throw notExpected('a time such as 07:00, or a date and time such as "2030-01-31 07:00"', word);
  }
  const shows = (date: Date): boolean =>
    date.getHours() === time[0] && date.getMinutes() === time[1];
  if (year !== undefined) {
    const asked = [Number(year), Number(month) - 1, Number(day)] as const;
    const date = new Date(...asked, ...time);
    if (!shows(date) || date.getMonth() !== asked[1] || date.getDate() !== asked[2]) {
      throw new UsageError('NM_OPTION_VALUE', `there is no ${word} here`);
    }
    if (date <= now) throw new UsageError('NM_OPTION_VALUE', `${word} is over`);
    return date.getTime();
  }
  // In spring an hour of one night is left out: the next clock that shows it is of another day.
  for (let days = 0; ; days++) {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, ...time);
    if (date > now && shows(date)) return date.getTime();
  }
}

const SPAN_MS = { h: UNIT_MS.h, d: 24 * UNIT_MS.h, w: 7 * 24 * UNIT_MS.h } as const;

/** Milliseconds of a span of hours, days or weeks: `12h`, `90d`, `4w`. @throws UsageError */
export function readSpan(word: string): number {
  const [, amount, unit] = /^(\d{1,6})([hdw])$/.exec(word) ?? [];
  if (amount !== undefined) return Number(amount) * SPAN_MS[unit as keyof typeof SPAN_MS];
  throw notExpected('hours, days or weeks such as 90d', word);
}

/** `a`, `a or b`, `a, b or c`. */
export function listOf(words: readonly string[], joint = 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joint} ${words[words.length - 1]}`;
}

/** One share of a whole. @throws UsageError */
export function readShare(word: string): number {
  const share = word.trim() === '' ? Number.NaN : Number(word);
  if (share >= 0 && share <= 1) return share;
  throw notExpected('a share from 0 to 1 such as 0.05', word);
}

/**
 * What the value of a flag can bring about, and in words why a config file that was merely found
 * may not say it; null for what any file may say. Every flag names one.
 */
export const REACHES = {
  /** It changes what is found out or how it is shown, and nothing beyond. */
  none: null,
  /** Its value is a path of what is only read. */
  read: null,
  /** Its value is a path of what is written, if only an index of a database. */
  write: 'writes outside the folder of the file',
  run: 'runs a program',
  send: 'sends to an address',
  /** What is made leads its readers to an address. */
  lead: 'leads readers to an address',
  listen: 'listens on the network',
  unasked: 'removes or overwrites without asking',
} as const;

/** See `REACHES`. */
export type Reach = keyof typeof REACHES;

/** One value in force that is not built in, and where it came from. */
export interface OptionInForce {
  /** The flag, without dashes. */
  readonly name: string;
  /** The word, as it would be typed; true for a switch. */
  readonly word: string | true;
  readonly reach: Reach;
  /** `nonomill.toml, line 3`, or the command line. */
  readonly from: string;
}

/** An option as it would be typed, with its secrets masked. */
export function optionText(option: OptionInForce): string {
  const word = shownWord(option);
  return word === true ? `--${option.name}` : `--${option.name} ${word}`;
}

/** The flags in force as a run stores them, with their secrets masked; null if there are none. */
export function storedInForce(inForce: readonly OptionInForce[]): OptionsInForce | null {
  if (inForce.length === 0) return null;
  return Object.fromEntries(
    inForce.map((option) => [option.name, { value: shownWord(option), from: option.from }]),
  );
}

/** A word without secrets: addresses and commands often hold some. */
export function shownWord({ word, reach }: Pick<OptionInForce, 'word' | 'reach'>): string | true {
  if (word === true) return true;
  if (reach === 'send') return word.split(/\s+/).map(maskedAddress).join(' ');
  return reach === 'run' ? maskedCommand(word) : word;
}

/** Shown in place of what is hidden. */
const MASK = '...';

/** `json:https://example.org/...`: a path can be as secret as a user, a password or a query. */
function maskedAddress(word: string): string {
  const [, kind = '', address] = /^([a-z]+:(?=[a-z][a-z+.-]*:))?(.*)$/is.exec(word)!;
  if (!/^[a-z][a-z+.-]*:\/\//i.test(address)) return /^none$/.test(word) ? word : MASK;
  if (!URL.canParse(address)) return MASK;
  const { protocol, host, pathname, search, hash, username, password } = new URL(address);
  const isBare = `${pathname.replace(/^\/$/, '')}${search}${hash}${username}${password}` === '';
  return `${kind}${protocol}//${host}${isBare ? '' : `/${MASK}`}`;
}

/** The program that a command begins with; all else could be a secret. */
function maskedCommand(command: string): string {
  const [program = ''] = /^[\w./~+-]+(?=\s|$)/.exec(command) ?? [];
  return program === command ? program : `${program} ${MASK}`.trimStart();
}
