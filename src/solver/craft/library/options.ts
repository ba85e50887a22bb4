import { didYouMean } from '../../core/text/suggest.js';
import { ArgumentError } from './errors.js';

/** Checks the value of an option: returns what is expected instead, or null if it is right. */
export type Expectation = (value: unknown) => string | null;

/**
 * Checks an object of options: each must be known and have a value of its kind; undefined means the
 * default.
 * @throws ArgumentError that names the option, what was expected and what came.
 */
export function checkOptions(
  name: string,
  options: unknown,
  known: Readonly<Record<string, Expectation>>,
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw new ArgumentError(`${name}: expected an object of options, got ${shownValue(options)}`);
  }
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, key)) {
      throw new ArgumentError(
        `${name}: there is no option "${key}"${didYouMean(key, Object.keys(known))}`,
      );
    }
    const expected = value === undefined ? null : known[key](value);
    if (expected !== null) {
      throw new ArgumentError(`${name}: ${key}: expected ${expected}, got ${shownValue(value)}`);
    }
  }
}

/** A whole number, at least `least`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Expectation {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
  return (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : `a whole number, ${range}`;
}

/** A number above 0, or Infinity. */
export const positiveNumber: Expectation = (value) =>
  typeof value === 'number' && value > 0 ? null : 'a number above 0';

export const text: Expectation = (value) => (typeof value === 'string' ? null : 'a string');

export const truth: Expectation = (value) => (typeof value === 'boolean' ? null : 'true or false');

/** A picture: cells row by row, or text. */
export const cells: Expectation = (value) =>
  typeof value === 'string' || value instanceof Uint8Array ? null : 'a Uint8Array or text';

/** `null` is allowed, too. */
export function orNull(expectation: Expectation): Expectation {
  return (value) => {
    const expected = value === null ? null : expectation(value);
    return expected === null ? null : `${expected}, or null`;
  };
}

export function oneOf(values: readonly unknown[]): Expectation {
  return (value) => (values.includes(value) ? null : `one of ${values.join(', ')}`);
}

/** A value as an error shows it: short, and never more than one line. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  }
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? 'an array' : 'an object';
  }
  return String(value);
}
