import { limitListText, type LimitList } from './rounds.js';
import { OTHER_SOLVER } from './who-solves.js';
import { STUDY } from './study.js';

/**
 * What a config file and the command line said when a run began: by the names of the flags, with
 * where each came from.
 */
export type OptionsInForce = Readonly<
  Record<string, { readonly value: string | true; readonly from: string }>
>;

/** Their name among the stored options of a run. */
export const IN_FORCE = 'inForce';

/** The same among the stored options of a run, as far as they are what a run stores. */
export function optionsInForce(options: Readonly<Record<string, unknown>>): OptionsInForce {
  const found = options[IN_FORCE];
  if (typeof found !== 'object' || found === null) return {};
  const entries = Object.entries(found as Record<string, unknown>).filter(([, one]) => {
    const { value, from } = (one ?? {}) as Record<string, unknown>;
    return (typeof value === 'string' || value === true) && typeof from === 'string';
  });
  return Object.fromEntries(entries) as OptionsInForce;
}

/** Flags that are stored under another name than their own in camel case, or that with `Ms`. */
const FLAGS: Readonly<Record<string, string>> = {
  memoryMiB: '--memory',
  command: '--cmd',
  error: '--until-error',
};

/** What is stored with the options of a run, and is none that is typed as a flag. */
const NO_FLAGS: ReadonlySet<string> = new Set([
  'again',
  'corpora',
  'claims',
  'folder',
  'solver',
  'damaged',
]);

/**
 * The stored options of a run as they are typed, `--timeout` with `1s,30s`, a switch with an empty
 * text; what else is stored with them by its path, `machine.cores`. What is not set is left out.
 */
export function typedOptions(options: object, path = ''): (readonly [string, string])[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === false || name === IN_FORCE) return [];
    if (Array.isArray(value) && value.length === 0) return [];
    if (typeof value !== 'object' || Array.isArray(value)) return [typedOption(path + name, value)];
    // The kind of a study or of another solver is the command; all else that is kept are its flags.
    const isCommand = name === OTHER_SOLVER || name === STUDY;
    return isCommand ? typedOptions({ ...value, kind: null }) : typedOptions(value, `${name}.`);
  });
}

/** One of them; `value` is as it is stored. */
export function typedOption(name: string, value: unknown): readonly [string, string] {
  const isFlag = !NO_FLAGS.has(name) && !name.includes('.');
  const kebab = name
    .replace(/Ms$/, '')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [isFlag ? (FLAGS[name] ?? `--${kebab}`) : name, typedValue(name, value)];
}

function typedValue(name: string, value: unknown): string {
  if (value === null) return 'none';
  if (value === true) return '';
  const one = (of: unknown): string =>
    name.endsWith('Ms') && typeof of === 'number' ? typedDuration(of) : String(of);
  if (!Array.isArray(value)) return one(value);
  return limitListText(value as LimitList, one);
}

/** `30s`, `1500ms`: in the largest unit in which it is a whole number. */
function typedDuration(ms: number): string {
  const units = [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const;
  const fitting = units.find(([, length]) => ms >= length && ms % length === 0);
  return fitting === undefined ? `${ms}ms` : `${ms / fitting[1]}${fitting[0]}`;
}
