import { UsageError } from '../outcome/outcome.js';
import { didYouMean } from '../../core/text/suggest.js';

/**
 * One flag: everything that the parser, the checks and the help know about it. `T` is its checked
 * meaning.
 */
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
  /**
   * Set if its value is a list, so that it may be given several times: what is between the words of
   * one list.
   */
  readonly joinedBy?: ',' | ' ';
  /** Whether its value is a path: in a config file it begins at the folder of that file. */
  readonly isPath?: boolean;
  /**
   * The meaning of the word given.
   * @throws UsageError with what is expected and what came.
   */
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

/** The flags of all sections. */
export function flagsIn<S extends Sections>(sections: S): All<S[keyof S]> {
  return Object.assign({}, ...Object.values(sections)) as All<S[keyof S]>;
}

/** The checked meanings of some flags. */
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

/** What followed each flag's name on the command line; `true` for a switch. */
export type FlagWords = ReadonlyMap<string, string | true>;

/**
 * The second stage: turns words into their checked meaning, in one frozen object.
 * @throws UsageError that names the flag.
 */
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

function readWord(flag: Flag<unknown>, word: string): unknown {
  if (word === '') throw needsValue(flag);
  try {
    return flag.read(word);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`--${flag.name}: ${error.message}`, error.hint);
  }
}

/** The error for a flag without the value that it takes. */
export function needsValue(flag: Flag<unknown>): UsageError {
  return new UsageError(`--${flag.name} needs a value: ${flagUsage(flag)}`);
}

/** `--timeout <duration>`: a flag as help and messages show it. */
export function flagUsage({ name, value }: Flag<unknown>): string {
  return value === null ? `--${name}` : `--${name} <${value}>`;
}

/** The error for a flag that the command does not have; `known` are its flags. */
export function unknownFlag(typed: string, known: readonly Flag<unknown>[]): UsageError {
  const bare = typed.replace(/^-+/, '');
  const tried = known.find((flag) => flag.alsoTried.includes(bare));
  const hint = tried
    ? `; did you mean --${tried.name}?`
    : didYouMean(typed, [...known.map((flag) => `--${flag.name}`), '--help']);
  return new UsageError(`unknown option ${typed}${hint}`);
}
