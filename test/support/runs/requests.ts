import type { Watch } from '../../../src/pipeline/record/progress.js';
import {
  type RunObserver,
  type RunProgress,
  type RunStart,
  newRequest,
  type RunControls,
  type RunRequest,
  StopRequest,
} from '../../../src/pipeline/runs/request.js';
import { LOCAL } from '../../../src/pipeline/runs/do-run.js';
import './read-here.js';
import './solve-here.js';

/** A request with the defaults of the command line, on two threads. */
export function requestFor(
  corpora: readonly string[],
  db: string,
  changes: Partial<RunRequest> = {},
): RunRequest {
  return newRequest({ corpora, db, threads: 2, ...changes });
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

/** The parts of a run that does this before each batch, with how many pools it has had. */
export function beforeBatches(does: (pools: number) => void): typeof LOCAL {
  let pools = 0;
  return {
    ...LOCAL,
    async makePool(request, needs) {
      const pool = await LOCAL.makePool(request, needs);
      pools++;
      const solve = pool.solve.bind(pool);
      pool.solve = (...batch) => {
        does(pools);
        return solve(...batch);
      };
      return pool;
    },
  };
}
