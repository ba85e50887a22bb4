import type { RunMode, RunRequest } from '../../batch/contract/run-request.js';
import { solverOf, type Rival } from '../../rivals/rival.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';

/** What the flags that `race` and `referee` share say. */
interface RivalRun {
  readonly corpora: readonly string[];
  readonly db: string;
  readonly name: string;
  readonly threads: number;
  readonly timeoutMs: number;
  readonly memoryMiB: number | null;
  readonly limit: number | null;
  readonly ignore: readonly string[];
  readonly mode: RunMode;
  readonly rival: Rival;
}

/** The mode of a run that begins. */
export const NEW: RunMode = { kind: 'new' };

/** The run of another program. */
export function rivalRequest({ timeoutMs, rival, ...rest }: RivalRun): RunRequest {
  return {
    ...rest,
    solver: solverOf(rival),
    queue: null,
    limits: { ...DEFAULT_SOLVE_LIMITS, timeoutMs, difficulty: false },
    format: null,
    ignoreStart: false,
    stopAfterMs: null,
    durable: false,
    shard: null,
  };
}
