import { StoreError } from '../../store/open/errors.js';
import type { RunWriter } from '../../store/write/run-writer.js';

/** Whether the disk is to blame: what was committed is there, and the run can be resumed. */
export function isDiskError(error: unknown): error is StoreError {
  return error instanceof StoreError && error.kind === 'disk';
}

/** Ends a run; where even that cannot be written, it is left as a kill would leave it. */
export function endRunIfPossible(writer: RunWriter, state: 'complete' | 'interrupted'): void {
  try {
    writer.finishRun(state);
  } catch (error) {
    if (!isDiskError(error)) throw error;
  }
}
