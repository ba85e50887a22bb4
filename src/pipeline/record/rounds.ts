import type { Status } from '../../solver/core/result/outcome.js';

/** Ends a list that goes on: each further round has four times as much as the one before. */
export const GROWS = 'x4';

const GROWTH = 4;

/**
 * What each puzzle may take in the first round, in the second and so on, as it is stored with a
 * run.
 */
export type LimitList = readonly (number | typeof GROWS)[];

/** A limit that is the same in every round, or a list; as it is stored with a run. */
export type RoundLimit = number | LimitList;

/**
 * The limits that may differ from round to round, and the status of the results that they ended.
 */
export const LIMITS_OF_ROUNDS = {
  // Timers of Node.js go no further than 24.8 days.
  timeoutMs: { status: 'timeout', most: 24 * 24 * 3_600_000 },
  maxSteps: { status: 'steps', most: Number.MAX_SAFE_INTEGER },
  memoryMiB: { status: 'memory', most: 2 ** 20 },
} as const satisfies Readonly<Record<string, { readonly status: Status; readonly most: number }>>;

export type RoundLimitName = keyof typeof LIMITS_OF_ROUNDS;

export const ROUND_LIMITS = Object.keys(LIMITS_OF_ROUNDS) as readonly RoundLimitName[];

/** The limits of a run that are lists; none if it has one round. */
export type RoundLists = { readonly [Name in RoundLimitName]?: LimitList | undefined };

/** Whether stored options can have this as a limit: those of a stranger may have anything. */
export function isRoundLimit(name: RoundLimitName, value: unknown): value is RoundLimit {
  const { most } = LIMITS_OF_ROUNDS[name];
  const isLimit = (one: unknown): boolean => typeof one === 'number' && one >= 0 && one <= most;
  if (!Array.isArray(value)) return isLimit(value);
  const [first, ...others] = value as readonly unknown[];
  return isLimit(first) && others.every((one) => isLimit(one) || one === GROWS);
}

export function firstLimit(limit: RoundLimit): number {
  return typeof limit === 'number' ? limit : numbersOf(limit)[0];
}

/** The list, or undefined if the limit is always the same. */
export function listOfLimits(limit: RoundLimit | null): LimitList | undefined {
  return typeof limit === 'number' || limit === null ? undefined : limit;
}

/** The limit among stored options, of any version: of a list the first. Null for none. */
export function storedLimit(value: unknown): number | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'number' && Number.isFinite(first) ? first : null;
}

/**
 * The limit of `round`, from 1; after its last one a list stays there, or goes on growing as long
 * as a limit can.
 */
export function limitIn(name: RoundLimitName, limits: LimitList, round: number): number {
  const numbers = numbersOf(limits);
  const last = numbers[numbers.length - 1];
  if (round <= numbers.length) return numbers[round - 1];
  if (limits.at(-1) !== GROWS) return last;
  return Math.min(last * GROWTH ** (round - numbers.length), LIMITS_OF_ROUNDS[name].most);
}

/** Whether some limit is larger in `round` than in the one before. */
export function hasRound(lists: RoundLists, round: number): boolean {
  return ROUND_LIMITS.some((name) => {
    const list = lists[name];
    if (list === undefined) return false;
    return round === 1 || limitIn(name, list, round) > limitIn(name, list, round - 1);
  });
}

/** How many rounds there are; null if they go on until nothing is open, and 1 without lists. */
export function roundCount(lists: RoundLists): number | null {
  const known = ROUND_LIMITS.flatMap((name) => lists[name] ?? []);
  if (known.includes(GROWS)) return null;
  return Math.max(1, ...ROUND_LIMITS.map((name) => lists[name]?.length ?? 1));
}

/** The statuses that a larger limit may change. */
export function curedStatuses(lists: RoundLists): readonly Status[] {
  return ROUND_LIMITS.filter((name) => lists[name] !== undefined).map(
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
