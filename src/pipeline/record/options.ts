import type { Status } from '../../solver/core/result/outcome.js';
import { countText } from '../../solver/core/text/numbers.js';
import type { GridPoint } from '../../solver/core/puzzle/types.js';

/** The names of what a run keeps among its options besides those that are asked for. */
export const KEPT_OPTIONS = {
  inForce: 'inForce',
  /** The version of its solver. */
  solver: 'solver',
  /** Whether it took over what was solved before, and from where. */
  reuse: 'reuse',
  reuseFrom: 'reuseFrom',
  /** See `otherSolverOf` and `studyOf`. */
  otherSolver: 'rival',
  study: 'study',
  /** What the run is called that it does again (`rerun`). */
  again: 'again',
  /** The folder in which it was begun: paths are relative to it. */
  folder: 'folder',
} as const;

/** What a config file and the command line said at the start of a run: flags, and from where. */
export type OptionsInForce = Readonly<
  Record<string, { readonly value: string | true; readonly from: string }>
>;

/** Flags that are stored under another name than their own in camel case, or that with `Ms`. */
const FLAGS: Readonly<Record<string, string>> = {
  memoryMiB: '--memory',
  command: '--cmd',
  error: '--until-error',
};

/** What is stored with the options of a run, and is none that is typed as a flag. */
const NO_FLAGS = new Set(['again', 'corpora', 'claims', 'folder', 'solver', 'damaged']);

/**
 * The stored options of a run as they are typed, `--timeout` with `1s,30s`, a switch with an empty
 * text; what else is stored with them by its path, `machine.cores`. What is not set is left out.
 */
export function typedOptions(options: object, path = ''): (readonly [string, string])[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === false || name === KEPT_OPTIONS.inForce) return [];
    if (Array.isArray(value) && value.length === 0) return [];
    if (typeof value !== 'object' || Array.isArray(value)) return [typedOption(path + name, value)];
    // The kind of a study or of another solver is the command; all else that is kept are its flags.
    const isCommand = name === KEPT_OPTIONS.otherSolver || name === KEPT_OPTIONS.study;
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
  const units = Object.entries({ h: 3_600_000, m: 60_000, s: 1000 });
  const fitting = units.find(([, length]) => ms >= length && ms % length === 0);
  return fitting === undefined ? `${ms}ms` : `${ms / fitting[1]}${fitting[0]}`;
}

/** Ends a list that goes on: each further round has four times as much as the one before. */
export const GROWS = 'x4';

const GROWTH = 4;

/** What each puzzle may take in the first round, the second and so on, as a run stores it. */
export type LimitList = readonly (number | typeof GROWS)[];

/** A limit that is the same in every round, or a list; as it is stored with a run. */
export type RoundLimit = number | LimitList;

/** The limits that may differ by round, and the status of the results that they ended. */
export const LIMITS_OF_ROUNDS = {
  // Timers of Node.js go no further than 24.8 days.
  timeoutMs: { status: 'timeout', most: 24 * 24 * 3_600_000 },
  maxSteps: { status: 'steps', most: Number.MAX_SAFE_INTEGER },
  memoryMiB: { status: 'memory', most: 2 ** 20 },
} as const satisfies Readonly<Record<string, { readonly status: Status; readonly most: number }>>;

type RoundLimitName = keyof typeof LIMITS_OF_ROUNDS;

export const ROUND_LIMITS = Object.keys(LIMITS_OF_ROUNDS) as readonly RoundLimitName[];

/** The limits of a run, each one for all rounds, or a list; null, or left out, for none. */
export type RoundLimits = { readonly [Name in RoundLimitName]?: RoundLimit | null | undefined };

/** Whether stored options can have this as a limit: those of a stranger may have anything. */
export function isRoundLimit(name: RoundLimitName, value: unknown): value is RoundLimit {
  const { most } = LIMITS_OF_ROUNDS[name];
  const isLimit = (one: unknown): boolean => typeof one === 'number' && one >= 0 && one <= most;
  if (!Array.isArray(value)) return isLimit(value);
  const [first, ...others] = value as readonly unknown[];
  return isLimit(first) && others.every((one) => isLimit(one) || one === GROWS);
}

/** The limits among stored options, of any version: of lists the first. Null for none. */
export function storedLimits(options: Readonly<Partial<Record<RoundLimitName, unknown>>>) {
  const limits = ROUND_LIMITS.map((name) => {
    const first: unknown = [options[name]].flat()[0];
    return [name, typeof first === 'number' && Number.isFinite(first) ? first : null] as const;
  });
  return Object.fromEntries(limits) as Readonly<Record<RoundLimitName, number | null>>;
}

/** The limit of `round` from 1 on, Infinity for none; a list stays at its last one, or grows on. */
export function limitIn(name: RoundLimitName, limits: RoundLimits, round: number): number {
  const limit = limits[name] ?? Infinity;
  if (typeof limit === 'number') return limit;
  const numbers = numbersOf(limit);
  const last = numbers[numbers.length - 1];
  if (round <= numbers.length) return numbers[round - 1];
  if (limit.at(-1) !== GROWS) return last;
  return Math.min(last * GROWTH ** (round - numbers.length), LIMITS_OF_ROUNDS[name].most);
}

/** Whether some limit is larger in `round`, from 2, than in the one before. */
export function hasRound(limits: RoundLimits, round: number): boolean {
  return ROUND_LIMITS.some(
    (name) => limitIn(name, limits, round) > limitIn(name, limits, round - 1),
  );
}

/** How many rounds there are; null if they go on until nothing is open, and 1 without lists. */
export function roundCount(limits: RoundLimits): number | null {
  const lists = ROUND_LIMITS.map((name) => [limits[name] ?? []].flat());
  if (lists.some((list) => list.includes(GROWS))) return null;
  return Math.max(1, ...lists.map((list) => list.length));
}

/** The statuses that a larger limit may change: those of limits that are lists. */
export function curedStatuses(limits: RoundLimits): readonly Status[] {
  return ROUND_LIMITS.filter((name) => Array.isArray(limits[name])).map(
    (name) => LIMITS_OF_ROUNDS[name].status,
  );
}

/** `1s,30s` for 1000 and 30000; `1s..` if it grows: limits as they are typed. */
export function limitListText(limits: LimitList, typed: (limit: number) => string): string {
  const text = numbersOf(limits).map(typed).join(',');
  return limits.at(-1) === GROWS ? `${text}..` : text;
}

function numbersOf(limits: LimitList): number[] {
  return limits.filter((one) => one !== GROWS);
}

/** What a run asks of each puzzle, as it is stored: what results of others may answer. */
export interface AskedOfPuzzles {
  readonly count: number | 'exact' | null;
  readonly guessDepth: number | null;
  readonly noDifficulty: boolean | null;
  readonly prove: boolean | null;
  readonly proveTo: string | null;
  readonly crossCheck: number | null;
  readonly timeoutMs: RoundLimit | null;
  readonly maxSteps: RoundLimit | null;
  readonly memoryMiB: RoundLimit | null;
}

/** Which stored results a run takes over: plain data, for the threads that look for them. */
export interface ReuseWish {
  /** The database of the run, and others that are asked as well. */
  readonly db: string;
  readonly others: readonly string[];
  /** The run itself, whose own results are none to take over; 0 before it has a number. */
  readonly runId: number;
  /** Which solver versions have results equal to this one's, itself included. */
  readonly solvers: readonly string[];
  readonly asked: AskedOfPuzzles;
}

/** `95,012 taken over, 4,988 solved`: how the results of a run were come by. */
export function reusedText(results: number, reused: number): string {
  if (reused === results) return 'all taken over';
  return `${countText(reused)} taken over, ${countText(results - reused)} solved`;
}

/** Whether start positions were left out of a source that was read so (`sources.reading`). */
export function ignoresStart(reading: string): boolean {
  return reading.split(' ').includes('ignore-start');
}

/** What is stored besides if a limit let only the first entries of a file be read. */
export function firstEntries(count: number): string {
  return `first-${count}`;
}

/** The words that were stored, as a request has them: without its limit. */
export function chosenWords(words: string): string {
  return words.replace(/ ?\bfirst-\d+$/, '');
}

/** One part of a run that several machines share: every `of`-th entry, from the `part`-th on. */
export interface Shard {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

const MAX_SHARDS = 100_000;

/** A shard as people type it: `2/8`. */
export function shardText({ part, of }: Shard): string {
  return `${part}/${of}`;
}

/** The shard that `text` names; null if it names none. */
export function readShard(text: string | null): Shard | null {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? [];
  if (part === undefined) return null;
  const shard = { part: Number(part), of: Number(of) };
  return shard.part >= 1 && shard.part <= shard.of && shard.of <= MAX_SHARDS ? shard : null;
}

/**
 * Whether an entry belongs to a shard, by its place, from 0, among the entries of all corpora
 * together: one after the other goes to another part, so that hard ones spread.
 */
export function isInShard(index: number, { part, of }: Shard): boolean {
  return index % of === part - 1;
}

export interface RunWorker {
  readonly id: string;
  readonly host: string;
  readonly cpu: string;
  readonly threads: number;
  /** The version of nonomill, and of Node.js. */
  readonly version: string;
  readonly node: string;
}

/** One of the machines of a pool, and what it did for this run. */
export interface PoolMember extends RunWorker {
  readonly puzzles: number;
  /** Milliseconds since it last sent a sign of life. */
  readonly seenMsAgo: number;
}

/** What is kept of the solver of a run; null if that is nonomill itself. */
export function otherSolverOf(
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const kept = options[KEPT_OPTIONS.otherSolver];
  return typeof kept === 'object' ? (kept as Readonly<Record<string, unknown>> | null) : null;
}

/** What a study asks, as its run keeps it: which puzzles are drawn, and how many are enough. */
export interface KeptStudy {
  /** How shares depend on size and density. */
  readonly kind: 'phase';
  /** Such as `10x10`. */
  readonly sizes: readonly string[];
  /** The chance of each cell to be filled, with three decimals at most. */
  readonly densities: readonly number[];
  /** How far a share may be from the ends of its 95 % interval, half of it from end to end. */
  readonly error: number;
  /** The same seed draws the same puzzles. */
  readonly seed: number;
}

/** What is kept of the study that a run is; null if its puzzles come from corpora. */
export function studyOf(options: Readonly<Record<string, unknown>>): KeptStudy | null {
  const stored = options[KEPT_OPTIONS.study];
  return typeof stored === 'object' ? (stored as KeptStudy | null) : null;
}

export function pointsOf({ sizes, densities, seed }: KeptStudy): GridPoint[] {
  return sizes.flatMap((text) => {
    const [width, height] = text.split('x').map(Number);
    return densities.map((density) => ({ size: { width, height }, density, seed }));
  });
}
