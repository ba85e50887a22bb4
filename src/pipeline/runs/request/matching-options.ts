import { resolve } from 'node:path';
import { RunError } from './run-error.js';
import { PROOF_FORMATS, type ProofFormat } from '../../../solver/engine/certificate/lemma-text.js';
import type { PuzzleLimits } from '../pool/pool.js';
import {
  firstLimit,
  isRoundLimit,
  limitIn,
  limitListText,
  listOfLimits,
  type LimitList,
  type RoundLimit,
  type RoundLists,
  readShard,
  shardText,
  type Shard,
} from '../../record/options.js';
import { DEFAULT_SOLVE_LIMITS, type CountWanted } from '../../../solver/engine/model/limits.js';

/** The part of a request that decides what results say, or which entries there are. */
export interface MatchingPart {
  /**
   * Limits for each puzzle, of the first round; `memoryBytes` is derived from `memoryMiB` if that
   * is set.
   */
  readonly limits: PuzzleLimits;
  /** MiB that each thread may take, or null for no limit. */
  readonly memoryMiB: number | null;
  /** The limits that grow from round to round; left out, or none, if there is one round. */
  readonly rounds?: RoundLists;
  /** Whether the columns come first in corpora of which only custom says that the rows do. */
  readonly columnsFirst: boolean;
  /** The most entries to read, rejects included, over all corpora; or null. */
  readonly limit: number | null;
  /** The part of the entries that this run is about, to be merged with the others; null: all. */
  readonly shard: Shard | null;
}

/** A request that says nothing of its own. */
export const NOTHING_ASKED: MatchingPart = {
  limits: DEFAULT_SOLVE_LIMITS,
  memoryMiB: null,
  columnsFirst: false,
  limit: null,
  shard: null,
};

/**
 * What a retry makes of an option:
 *
 *   same      as in the run; another one is refused, since the results would not go together
 *   kept      as in the run, unless it is given
 *   either    set if it was set in the run, or is given
 *   now       as it is given, or by default: what may be spent is what a retry is about
 *   useless   it says what is read of a corpus, and a retry reads none
 */
type OnRetry = 'same' | 'kept' | 'either' | 'now' | 'useless';

type Changes = Partial<Omit<MatchingPart, 'limits'>> & { readonly limits?: Partial<PuzzleLimits> };

/** One option that must be the same when a run goes on. */
interface Option<Stored> {
  /** As typed, without the dashes. */
  readonly flag: string;
  readonly onRetry: OnRetry;
  /** As it is stored with the run: null if it is not set, or for "no limit". */
  readonly stored: (request: MatchingPart) => Stored | null;
  /** Whether this may be stored: a database may come from a stranger, or be damaged. */
  readonly fits: (value: unknown) => boolean;
  /** What a request changes if this is asked. */
  readonly ask: (value: Stored | null) => Changes;
  /** What follows a number in messages. */
  readonly unit?: string;
}

/** Keeps the type of what is stored. */
function option<Stored>(described: Option<Stored>): Option<Stored> {
  return described;
}

/**
 * The options of a run that must be the same when it goes on (`--resume`) and in all its parts
 * (`merge`): they decide what its results say. Under these names they are stored with the run, and
 * are `run`'s flags (src/pipeline/cli/running/run-options.ts).
 */
const TABLE = {
  timeoutMs: option<RoundLimit>({
    flag: 'timeout',
    onRetry: 'now',
    stored: ({ limits, rounds }) => rounds?.timeoutMs ?? finite(limits.timeoutMs),
    fits: (value) => isRoundLimit('timeoutMs', value),
    ask: (limit) => ({
      limits: { timeoutMs: limit === null ? Infinity : firstLimit(limit) },
      rounds: { timeoutMs: listOfLimits(limit) },
    }),
    unit: 'ms',
  }),
  maxSteps: option<RoundLimit>({
    flag: 'max-steps',
    onRetry: 'now',
    stored: ({ limits, rounds }) => rounds?.maxSteps ?? finite(limits.maxSteps),
    fits: (value) => isRoundLimit('maxSteps', value),
    ask: (limit) => ({
      limits: { maxSteps: limit === null ? Infinity : firstLimit(limit) },
      rounds: { maxSteps: listOfLimits(limit) },
    }),
  }),
  memoryMiB: option<RoundLimit>({
    flag: 'memory',
    onRetry: 'now',
    stored: ({ memoryMiB, rounds }) => rounds?.memoryMiB ?? memoryMiB,
    fits: (value) => isRoundLimit('memoryMiB', value),
    ask: (limit) => {
      const memoryMiB = limit === null ? null : firstLimit(limit);
      return {
        memoryMiB,
        limits: { memoryBytes: (memoryMiB ?? Infinity) * 2 ** 20 },
        rounds: { memoryMiB: listOfLimits(limit) },
      };
    },
  }),
  count: option<CountWanted>({
    flag: 'count',
    onRetry: 'same',
    stored: ({ limits }) => limits.count,
    fits: (value) => value === 'exact' || isWhole(value, 2),
    ask: (count) => (count === null ? {} : { limits: { count } }),
  }),
  guessDepth: option<number>({
    flag: 'guess-depth',
    onRetry: 'same',
    stored: ({ limits }) => limits.guessDepth,
    fits: (value) => isWhole(value, 1),
    ask: (guessDepth) => (guessDepth === null ? {} : { limits: { guessDepth } }),
  }),
  limit: option<number>({
    flag: 'limit',
    onRetry: 'useless',
    stored: ({ limit }) => limit,
    fits: (value) => isWhole(value, 0),
    ask: (limit) => ({ limit }),
  }),
  columnsFirst: option<boolean>({
    flag: 'columns-first',
    onRetry: 'useless',
    stored: ({ columnsFirst }) => columnsFirst || null,
    fits: isFlag,
    ask: (isSet) => ({ columnsFirst: isSet === true }),
  }),
  crossCheck: option<number>({
    flag: 'cross-check',
    onRetry: 'kept',
    stored: ({ limits: { crossCheck = 0 } }) => (crossCheck > 0 ? crossCheck : null),
    fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    ask: (share) => ({ limits: { crossCheck: share ?? 0 } }),
  }),
  noDifficulty: option<boolean>({
    flag: 'no-difficulty',
    onRetry: 'either',
    stored: ({ limits }) => limits.difficulty === false || null,
    fits: isFlag,
    ask: (isSet) => ({ limits: { difficulty: isSet !== true } }),
  }),
  prove: option<boolean>({
    flag: 'prove',
    onRetry: 'either',
    stored: ({ limits }) => limits.prove === true || null,
    fits: isFlag,
    ask: (isSet) => ({ limits: { prove: isSet === true } }),
  }),
  /** The folder, from the root. */
  proveTo: option<string>({
    flag: 'prove-to',
    onRetry: 'kept',
    stored: ({ limits }) => limits.proveTo ?? null,
    fits: (value) => typeof value === 'string',
    ask: (folder) => ({ limits: { proveTo: folder === null ? undefined : resolve(folder) } }),
  }),
  proofFormat: option<ProofFormat>({
    flag: 'proof-format',
    onRetry: 'kept',
    stored: ({ limits }) => limits.proofFormat ?? null,
    fits: (value) => PROOF_FORMATS.some((format) => format === value),
    ask: (format) => ({ limits: { proofFormat: format ?? undefined } }),
  }),
  /** `2/8` for the second of eight parts. */
  shard: option<string>({
    flag: 'shard',
    onRetry: 'useless',
    stored: ({ shard }) => shard && shardText(shard),
    fits: (value) => typeof value === 'string' && readShard(value) !== null,
    ask: (text) => ({ shard: text === null ? null : readShard(text) }),
  }),
} as const;

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

function finite(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

/** The name of an option that must be the same when a run goes on. */
export type MatchingOption = keyof typeof TABLE;

/** Values of such options, as they are stored with a run. */
export type MatchingValues = {
  readonly [Key in MatchingOption]: ReturnType<(typeof TABLE)[Key]['stored']>;
};

/** Options as the database has them, which may be of any version. */
type StoredOptions = Readonly<Record<string, unknown>>;

/** Those options, in the order of the table. */
export const MATCHING_OPTIONS = Object.keys(TABLE) as readonly MatchingOption[];

/**
 * Of what was given (`words` are their names), the options that must be the same when a run goes
 * on.
 */
export function matchingOf(words: ReadonlySet<string>): readonly MatchingOption[] {
  return MATCHING_OPTIONS.filter((key) => words.has(key));
}

/** Those options that a retry cannot do anything with. */
export const USELESS_ON_RETRY = MATCHING_OPTIONS.filter((key) => TABLE[key].onRetry === 'useless');

/** What a request asks, as it is stored with its run. */
export function matchingValues(request: MatchingPart): MatchingValues {
  const values = MATCHING_OPTIONS.map((key) => [key, TABLE[key].stored(request)]);
  return Object.fromEntries(values) as MatchingValues;
}

/** A request that asks for `values`; what they do not name stays. */
export function asking<Request extends MatchingPart>(
  request: Request,
  values: { readonly [Key in MatchingOption]?: MatchingValues[Key] | undefined },
): Request {
  const { limits, rounds = {} } = request;
  return MATCHING_OPTIONS.reduce(
    (asked, key) => {
      if (values[key] === undefined) return asked;
      const {
        limits: more,
        rounds: lists,
        ...others
      } = (TABLE[key] as Option<unknown>).ask(values[key]);
      return {
        ...asked,
        ...others,
        limits: { ...asked.limits, ...more },
        rounds: { ...asked.rounds, ...lists },
      };
    },
    { ...request, limits, rounds },
  );
}

/** A request that asks for the limits of one round alone. */
export function askingRound<Request extends MatchingPart>(
  request: Request,
  round: number,
): Request {
  const { timeoutMs, maxSteps, memoryMiB } = request.rounds ?? {};
  return asking(request, {
    ...(timeoutMs && { timeoutMs: limitIn('timeoutMs', timeoutMs, round) }),
    ...(maxSteps && { maxSteps: limitIn('maxSteps', maxSteps, round) }),
    ...(memoryMiB && { memoryMiB: limitIn('memoryMiB', memoryMiB, round) }),
  });
}

/** A request to go on with a run of these options: what is not `given` is as in the run. */
export function asBegun<Request extends MatchingPart>(
  request: Request,
  options: StoredOptions,
  given: readonly MatchingOption[],
): Request {
  return asking(
    request,
    valuesOf(options, (key) => !given.includes(key)),
  );
}

/** A request to solve puzzles of a run of these options again. */
export function asRetried<Request extends MatchingPart>(
  request: Request,
  options: StoredOptions,
  given: readonly MatchingOption[],
): Request {
  const isAsThen = (key: MatchingOption): boolean => {
    const { onRetry } = TABLE[key];
    if (onRetry === 'either') return options[key] === true;
    return (onRetry === 'same' || onRetry === 'kept') && !given.includes(key);
  };
  return asking(request, valuesOf(options, isAsThen));
}

/** @throws RunError if one of them cannot have been asked */
function valuesOf(
  options: StoredOptions,
  isWanted: (key: MatchingOption) => boolean,
): Partial<MatchingValues> {
  const wanted = MATCHING_OPTIONS.filter(isWanted).map((key) => {
    const value = options[key] ?? null;
    const { flag, unit, fits } = TABLE[key] as Option<unknown>;
    if (value === null || fits(value)) return [key, value];
    throw new RunError(
      'NM_RUN_NOT_REPEATABLE',
      `The run cannot have had --${flag} ${optionValueText(value, unit)}: its stored options are damaged.`,
    );
  });
  return Object.fromEntries(wanted) as Partial<MatchingValues>;
}

/** The options that differ, a phrase each; `onRetry`: only the options that a retry must share. */
export function matchingDifferences(
  then: StoredOptions,
  now: StoredOptions,
  onRetry = false,
): readonly string[] {
  return MATCHING_OPTIONS.flatMap((key) => {
    const { flag, unit, onRetry: rule } = TABLE[key] as Option<unknown>;
    const [before, after] = [then[key] ?? null, now[key] ?? null];
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    if (isSame || (onRetry && rule !== 'same')) return [];
    return [`--${flag} was ${optionValueText(before, unit)}, now ${optionValueText(after, unit)}`];
  });
}

/** The value of an option in a message. */
export function optionValueText(value: unknown, unit = ''): string {
  if (value === null) return 'not set';
  if (value === true) return 'set';
  if (Array.isArray(value)) return limitListText(value as LimitList, (one) => `${one}${unit}`);
  return typeof value === 'string' ? value : `${JSON.stringify(value)}${unit}`;
}
