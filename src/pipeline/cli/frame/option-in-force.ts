import type { OptionsInForce } from '../../record/options-in-force.js';
import type { Reach } from './reach.js';

/** One value in force that is not built in, and where it came from. */
export interface OptionInForce {
  /** The flag, without dashes. */
  readonly name: string;
  /** The word, as it would be typed; true for a switch. */
  readonly word: string | true;
  readonly reach: Reach;
  /** `nonomill.toml, line 3`, or `TYPED`. */
  readonly from: string;
}

/** Where an option came from that was typed. */
export const TYPED = 'the command line';

/** An option as it would be typed, with its secrets masked. */
export function optionText(option: OptionInForce): string {
  const word = shownWord(option);
  return word === true ? `--${option.name}` : `--${option.name} ${word}`;
}

/**
 * What is stored with a run: the flags in force, with their secrets masked, and where each came
 * from; nothing if there are none.
 */
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

/**
 * `json:https://example.org/...` of an address: its path can be as secret as a user, a password or
 * a query.
 */
function maskedAddress(word: string): string {
  const [, kind = '', address] = /^([a-z]+:(?=[a-z][a-z+.-]*:))?(.*)$/is.exec(word)!;
  if (!/^[a-z][a-z+.-]*:\/\//i.test(address)) return /^none$/.test(word) ? word : MASK;
  if (!URL.canParse(address)) return MASK;
  const { protocol, host, pathname, search, hash, username, password } = new URL(address);
  const isBare = `${pathname.replace(/^\/$/, '')}${search}${hash}${username}${password}` === '';
  return `${kind}${protocol}//${host}${isBare ? '' : `/${MASK}`}`;
}

/** The words of a shell command: what is quoted with what it touches, and what joins commands. */
const WORDS = /(?:\\[^]|"(?:\\[^]|[^"\\])*"|'[^']*'|[^\s"'\\;|&<>()])+|[;|&<>()]+|\n/g;

/**
 * A command with its programs, options, variables and hosts; all else, in which a secret could be,
 * is masked.
 */
function maskedCommand(command: string): string {
  let isProgram = true;
  // What follows `<<` is a text, whose lines look like commands.
  const [before, ...texts] = command.split('<<');
  const words = [...(before.match(WORDS) ?? []), ...(texts.length > 0 ? ['<<', MASK] : [])];
  const shown = words.map((word) => {
    if (/^[;|&<>()\n]/.test(word)) {
      isProgram = !/^[<>]/.test(word);
      return word === '\n' ? ';' : word;
    }
    // Only before a program: what ends in "=" after it may be a secret in Base64.
    const [, variable] = /^(\w+)=/.exec(isProgram ? word : '') ?? [];
    if (variable !== undefined) return `${variable}=${MASK}`;
    const wasProgram = isProgram;
    isProgram = false;
    if (wasProgram && /^[\w./~+-]+$/.test(word)) return word;
    if (/^"?\$\{?\w+\}?"?$/.test(word)) return word;
    const bare = word.replace(/^["']|["']$/g, '');
    if (/^[a-z][a-z+.-]*:\/\//i.test(bare)) return maskedAddress(bare);
    const [, option, value] = /^(-[a-z]|--[a-z][a-z-]*)(?:$|(=))/i.exec(word) ?? [];
    return option === undefined ? MASK : `${option}${value === undefined ? '' : `=${MASK}`}`;
  });
  return shown.join(' ').replace(/\.\.\.(?: \.\.\.)+/g, MASK);
}
