import { availableParallelism, release, totalmem, type } from 'node:os';
import type { CountWanted } from '../../solver/model/limits.js';
import { NO_GATES, type GateRequirement } from '../../result/run/gates.js';
import { readShard, shardText } from '../../result/run/shard.js';
import type { DecisiveOption, Rival, RunRequest } from './run-request.js';

/**
 * The options that are stored with a run, as JSON: null for "no limit". Those above the line decide
 * what a result says, or which entries there are, so `resume` requires them to be equal.
 */
export interface StoredOptions {
  readonly timeoutMs: number | null;
  readonly maxSteps: number | null;
  readonly memoryMiB: number | null;
  readonly count: CountWanted;
  readonly guessDepth: number;
  readonly limit: number | null;
  readonly crossCheck: number | null;
  /** True for a run that does not rate; null for one that does. */
  readonly noDifficulty: true | null;
  /** True for a run that proves its verdicts; null for one that does not. */
  readonly prove: true | null;
  /** The folder that keeps the proofs, from the root. */
  readonly proveTo: string | null;
  /** `2/8` for the second of eight parts. */
  readonly shard: string | null;
  /** The other program; left out if nonomill solved. */
  readonly rival?: Rival;
  // --------------------------------
  readonly machine?: Machine;
  readonly threads: number;
  readonly format: string | null;
  readonly ignoreStart: boolean;
  readonly corpora: readonly string[];
  readonly strict: boolean;
  readonly require: readonly GateRequirement[];
}

/** The options that must match, and the flag that sets each. */
const DECISIVE = {
  timeoutMs: '--timeout',
  maxSteps: '--max-steps',
  memoryMiB: '--memory',
  count: '--count',
  guessDepth: '--guess-depth',
  limit: '--limit',
  crossCheck: '--cross-check',
  noDifficulty: '--no-difficulty',
  prove: '--prove',
  proveTo: '--prove-to',
  shard: '--shard',
} as const satisfies Readonly<Record<DecisiveOption, string>>;

/** Those of them that a retry must share: limits may grow, but not the question. */
const OF_A_RETRY = new Set<string>(['count', 'guessDepth']);

export function storedOptions(request: RunRequest): StoredOptions {
  const { limits } = request;
  return {
    timeoutMs: finite(limits.timeoutMs),
    maxSteps: finite(limits.maxSteps),
    memoryMiB: request.memoryMiB,
    count: limits.count,
    guessDepth: limits.guessDepth,
    limit: request.limit,
    crossCheck: (limits.crossCheck ?? 0) > 0 ? (limits.crossCheck ?? 0) : null,
    noDifficulty: limits.difficulty === false ? true : null,
    prove: limits.prove === true ? true : null,
    proveTo: limits.proveTo ?? null,
    ...(request.rival !== undefined && { rival: request.rival, machine: machine() }),
    shard: request.shard === null ? null : shardText(request.shard),
    threads: request.threads,
    format: request.format,
    ignoreStart: request.ignoreStart,
    corpora: request.corpora,
    ...(request.gates ?? NO_GATES),
  };
}

/** Facts about the machine that have no column of their own, for runs that are measured against others. */
interface Machine {
  readonly system: string;
  readonly cores: number;
  readonly memoryMiB: number;
}

function machine(): Machine {
  return {
    system: `${type()} ${release()}`,
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
  };
}

/** Whether a run is about the same other program as a request, or both about none. */
export function isOfSameRival(
  options: Readonly<Record<string, unknown>>,
  rival: Rival | undefined,
): boolean {
  return JSON.stringify(options.rival ?? null) === JSON.stringify(rival ?? null);
}

/** Whether a run is a race of the same command as a request, however its output was read. */
export function isOfSameCommand(
  options: Readonly<Record<string, unknown>>,
  rival: Rival | undefined,
): boolean {
  const then = options.rival as Rival | undefined;
  return then?.kind === 'race' && rival?.kind === 'race' && then.command === rival.command;
}

/** A request with the options of a run in place of those that are not in `given`. */
export function asBegun(
  request: RunRequest,
  options: Readonly<Record<string, unknown>>,
  given: readonly DecisiveOption[],
): RunRequest {
  const own = storedOptions(request);
  const kept = Object.keys(DECISIVE).filter((key) => !given.includes(key as DecisiveOption));
  const then = Object.fromEntries(kept.map((key) => [key, options[key] ?? null]));
  const asked: StoredOptions = { ...own, ...then };
  const { timeoutMs, maxSteps, memoryMiB, count, guessDepth, limit, crossCheck } = asked;
  return {
    ...request,
    memoryMiB,
    limit,
    shard: asked.shard === null ? null : readShard(asked.shard),
    limits: {
      ...request.limits,
      timeoutMs: timeoutMs ?? Infinity,
      maxSteps: maxSteps ?? Infinity,
      memoryBytes: memoryMiB === null ? Infinity : memoryMiB * 2 ** 20,
      count,
      guessDepth,
      crossCheck: crossCheck ?? 0,
      difficulty: asked.noDifficulty !== true,
      prove: asked.prove === true,
      proveTo: asked.proveTo ?? undefined,
    },
  };
}

/** The options that prevent a run from going on, one phrase each. */
export function differences(
  then: Readonly<Record<string, unknown>>,
  now: StoredOptions | Readonly<Record<string, unknown>>,
  counts: (key: string) => boolean = () => true,
): readonly string[] {
  const found: string[] = [];
  for (const [key, flag] of Object.entries(DECISIVE)) {
    if (!counts(key)) continue;
    const before = then[key] ?? null;
    const after = (now as Readonly<Record<string, unknown>>)[key] ?? null;
    if (before !== after) found.push(`${flag} was ${words(key, before)}, now ${words(key, after)}`);
  }
  const rival = now.rival as Rival | undefined;
  if (isOfSameRival(then, rival)) return found;
  if (!isOfSameCommand(then, rival)) return [...found, `its results are ${ofWhom(then.rival)}`];
  const [before, after] = [then.rival, rival] as Readonly<Record<string, unknown>>[];
  for (const key of ['format', 'verdict', 'runs']) {
    if (before[key] === after[key]) continue;
    found.push(`--${key} was ${words(key, before[key])}, now ${words(key, after[key])}`);
  }
  return found;
}

/** The same for solving some of a run's puzzles again, for which limits may differ. */
export function differencesOfRetry(
  then: Readonly<Record<string, unknown>>,
  now: StoredOptions,
): readonly string[] {
  return differences(then, now, (key) => OF_A_RETRY.has(key));
}

function finite(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

function words(key: string, value: unknown): string {
  if (value === null) return 'not set';
  if (value === true) return 'set';
  if (key === 'timeoutMs') return `${JSON.stringify(value)}ms`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ofWhom(rival: unknown): string {
  return rival === undefined ? "nonomill's own" : `those of another program`;
}
