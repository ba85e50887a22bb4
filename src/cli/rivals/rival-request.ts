import type { Rival, RunRequest } from '../../batch/contract/run-request.js';
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
  readonly resume: boolean;
  readonly rival: Rival;
}

/** The run of another program. */
export function rivalRequest({ timeoutMs, resume, ...rest }: RivalRun): RunRequest {
  return {
    ...rest,
    queue: null,
    limits: { ...DEFAULT_SOLVE_LIMITS, timeoutMs, difficulty: false },
    format: null,
    ignoreStart: false,
    mode: resume ? { kind: 'resume' } : { kind: 'new' },
    stopAfterMs: null,
    durable: false,
    shard: null,
  };
}
