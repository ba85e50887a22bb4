import type { OptionsInForce } from '../../core/run-record/options-in-force.js';

/** One value in force that is not built in, and where it came from. */
export interface OptionInForce {
  /** The flag, without dashes. */
  readonly name: string;
  /** The word, as it would be typed; true for a switch. */
  readonly word: string | true;
  /** `nonomill.toml, line 3`, or `the command line`. */
  readonly from: string;
}

/** Addresses and commands may hold secrets: they are never shown or stored. */
const SECRET = ['notify', 'queue', 'on-end'];

/** An option as it would be typed. */
export function optionText({ name, word }: Pick<OptionInForce, 'name' | 'word'>): string {
  if (word === true) return `--${name}`;
  return SECRET.includes(name) ? `--${name} ...` : `--${name} ${word}`;
}

/**
 * What is stored with a run: the flags in force, and where each came from; nothing if there are
 * none.
 */
export function storedInForce(inForce: readonly OptionInForce[]): OptionsInForce | null {
  const kept = inForce.filter(({ name }) => !SECRET.includes(name));
  if (kept.length === 0) return null;
  return Object.fromEntries(kept.map(({ name, word, from }) => [name, { value: word, from }]));
}
