import type { Watch } from '../../../src/core/progress/counted-work.js';
import type { RunObserver, RunProgress, RunStart } from '../../../src/runs/request/run-observer.js';
import type { RunControls, RunRequest } from '../../../src/runs/request/run-request.js';
import { StopRequest } from '../../../src/runs/request/stop-request.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../src/engine/model/limits.js';
import './read-here.js';
import './solve-here.js';

/** A request with the defaults of the command line, on two threads. */
export function requestFor(
  corpora: readonly string[],
  db: string,
  changes: Partial<RunRequest> = {},
): RunRequest {
  return {
    corpora,
    db,
    name: null,
    threads: 2,
    queue: null,
    memoryMiB: null,
    limits: DEFAULT_SOLVE_LIMITS,
    ignore: [],
    format: null,
    limit: null,
    ignoreStart: false,
    columnsFirst: false,
    mode: { kind: 'new' },
    stopAfterMs: null,
    durable: false,
    shard: null,
    ...changes,
  };
}

/** An observer that keeps what it was told. */
export class Recorder implements RunObserver {
  readonly starts: RunStart[] = [];
  readonly warnings: string[] = [];
  latest: RunProgress | null = null;
  beforehand?: Watch;
  onStart: () => void = () => undefined;
  onProgress: (progress: RunProgress) => void = () => undefined;

  started(start: RunStart): void {
    this.starts.push(start);
    this.onStart();
  }

  progress(progress: RunProgress): void {
    this.latest = progress;
    this.onProgress(progress);
  }

  warn(message: string): void {
    this.warnings.push(message);
  }
}

export function controls(observer = new Recorder(), stop = new StopRequest()): RunControls {
  return { observer, stop, toolVersion: 'test' };
}
