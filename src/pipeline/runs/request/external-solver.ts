import { type OtherSolver, otherSolverOf, studyOf } from '../../record/options.js';
import { newRequest } from './new-request.js';
import type { RunMode, RunRequest } from './run-request.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';

/** Another program: all that decides what it answers. */
export type ExternalSolver =
  | {
      readonly kind: 'race';
      readonly command: string;
      readonly format: string | null;
      /** A regular expression, or null if only pictures are read. */
      readonly verdict: string | null;
      readonly runs: number;
    }
  | { readonly kind: 'referee'; readonly claims: string };

/**
 * The other program as a run knows it: a race of the same command is the same one, however its
 * output is read.
 */
export function solverOf(external: ExternalSolver): OtherSolver {
  return { kept: external, flags: external.kind === 'race' ? ['format', 'verdict', 'runs'] : [] };
}

/**
 * The words after `nonomill` that go on with a run, by the options that are stored with it, apart
 * from the database. A study is known by what is kept of it. A race has to be typed again, with
 * `--resume`; claims are judged again from the first.
 */
export function resumeWords(
  options: Readonly<Record<string, unknown>>,
  name: string | null,
): readonly string[] {
  const { corpora, timeoutMs, memoryMiB, limit } = options;
  const external = otherSolverOf(options);
  const study = studyOf(options);
  if (study !== null) return ['study', study.kind, '--resume'];
  if (external === null) return ['run', '--resume'];
  const { kind, claims, command, format, verdict, runs } = external;
  const flag = (flagName: string, value: unknown, unit = ''): string[] =>
    typeof value === 'string' || typeof value === 'number' ? [flagName, `${value}${unit}`] : [];
  const files = Array.isArray(corpora) ? corpora.map(String) : [];
  return [
    String(kind),
    ...files,
    ...(typeof claims === 'string' ? [claims] : []),
    ...flag('--cmd', command),
    ...flag('--as', name),
    ...flag('--format', format),
    ...flag('--verdict', verdict),
    ...flag('--runs', runs === 1 ? null : runs),
    ...flag('--timeout', timeoutMs, 'ms'),
    ...flag('--memory', memoryMiB),
    ...flag('--limit', limit),
    ...(kind === 'race' ? ['--resume'] : []),
  ];
}

/** What the flags that `race` and `referee` share say. */
interface ExternalRun {
  readonly corpora: readonly string[];
  readonly db: string;
  readonly name: string;
  readonly threads: number;
  readonly timeoutMs: number;
  readonly memoryMiB: number | null;
  readonly limit: number | null;
  readonly ignore: readonly string[];
  readonly mode: RunMode;
  readonly external: ExternalSolver;
}

/** The mode of a run that begins. */
export const NEW: RunMode = { kind: 'new' };

export function externalRequest({ timeoutMs, external, ...rest }: ExternalRun): RunRequest {
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs, difficulty: false };
  return newRequest({ ...rest, solver: solverOf(external), limits });
}
