import { UsageError } from '../outcome/outcome.js';
import type { Flag } from './flag.js';
import { didYouMean } from '../../core/text/suggest.js';

interface Described {
  readonly name: string;
  readonly help: string;
  readonly alsoTried?: readonly string[];
}

/** A flag without a value: given or not. */
export function switchFlag(spec: Described): Flag<boolean> {
  return {
    alsoTried: [],
    ...spec,
    value: null,
    defaultText: null,
    fallback: false,
    read: () => true,
  };
}

interface ValueSpec<T> extends Described {
  readonly value: string;
  readonly fallback: T;
  /** The default as the help shows it; absent: the fallback itself, or nothing for null. */
  readonly defaultText?: string | null;
  /** See `Flag.choices`. */
  readonly choices?: readonly string[];
  /** See `Flag.joinedBy`. */
  readonly joinedBy?: ',' | ' ';
  /** See `Flag.isPath`. */
  readonly isPath?: boolean;
  readonly read: (word: string) => T;
}

/** A flag with a value that `read` understands. */
export function valueFlag<T>(spec: ValueSpec<T>): Flag<T> {
  const fallback = spec.fallback === null ? null : String(spec.fallback);
  return { alsoTried: [], defaultText: fallback, ...spec };
}

/** A flag whose value is taken as it is: a file, a name. */
export function textFlag<T extends string | null>(
  spec: Omit<ValueSpec<T>, 'read'>,
): Flag<string | T> {
  return valueFlag<string | T>({ ...spec, read: (word) => word });
}

interface IntegerSpec<T> extends Omit<ValueSpec<T>, 'read' | 'value'> {
  readonly value?: string;
  readonly min: number;
  readonly max: number;
}

/** A flag whose value is a whole number from `min` to `max`. */
export function integerFlag<T extends number | null>(spec: IntegerSpec<T>): Flag<number | T> {
  const { min, max, ...rest } = spec;
  return valueFlag<number | T>({
    value: 'n',
    ...rest,
    read: (word) => readInteger(word, min, max),
  });
}

/** A flag whose value is one of a few words. */
export function choiceFlag<C extends string, T extends C | null>(
  spec: Omit<ValueSpec<T>, 'read' | 'value'> & { readonly choices: readonly C[]; value?: string },
): Flag<C | T> {
  const { choices, ...rest } = spec;
  return valueFlag<C | T>({
    value: choices.join('|'),
    ...rest,
    choices,
    read: (word) => readChoice(word, choices),
  });
}

/** @throws UsageError if `word` is not a whole number from `min` to `max`. */
export function readInteger(word: string, min: number, max: number): number {
  const number = /^[+-]?\d+$/.test(word) ? Number(word) : Number.NaN;
  if (number >= min && number <= max) return number;
  const upper = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new UsageError(`expected a whole number ${upper}, got "${word}"`);
}

/** @throws UsageError if `word` is not one of `choices`. */
export function readChoice<C extends string>(word: string, choices: readonly C[]): C {
  const choice = choices.find((name) => name === word);
  if (choice !== undefined) return choice;
  throw new UsageError(`expected ${listOf(choices)}, got "${word}"${didYouMean(word, choices)}`);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Timers cannot wait longer: 24 days. */
const LONGEST_MS = 24 * 24 * UNIT_MS.h;

/**
 * Milliseconds of a duration such as `500ms`, `10s`, `2m`, `1.5h`.
 * @throws UsageError for anything else, and for zero (`0s`).
 */
export function readDuration(word: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(word) ?? [];
  const ms = amount === undefined ? Number.NaN : Number(amount) * UNIT_MS[unit];
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  const unitHint = /^\d+$/.test(word)
    ? '; the unit is missing'
    : ms > 0
      ? ' (24 days at most)'
      : '';
  throw new UsageError(
    `expected a duration such as 500ms, 10s, 2m or 8h, got "${word}"${unitHint}`,
  );
}

const SPAN_MS = { h: UNIT_MS.h, d: 24 * UNIT_MS.h, w: 7 * 24 * UNIT_MS.h } as const;

/**
 * Milliseconds of a span of hours, days or weeks: `12h`, `90d`, `4w`. @throws UsageError for
 * anything else
 */
export function readSpan(word: string): number {
  const [, amount, unit] = /^(\d{1,6})([hdw])$/.exec(word) ?? [];
  if (amount !== undefined) return Number(amount) * SPAN_MS[unit as keyof typeof SPAN_MS];
  throw new UsageError(`expected hours, days or weeks such as 90d, got "${word}"`);
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
  throw new UsageError(`expected a share from 0 to 1 such as 0.05, got "${word}"`);
}
