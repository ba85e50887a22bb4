import { StoppedEarly } from '../../batch/contract/run-error.js';
import type { RunControls } from '../../batch/contract/run-request.js';
import { StopRequest } from '../../batch/contract/stop-request.js';
import { VERSION } from '../../batch/contract/version.js';
import type { CommandContext } from '../frame/command.js';
import { onSignals } from '../frame/signals.js';
import { showProgress } from '../run/progress.js';

/** Does `work` with progress shown and signals heard; null if it was stopped before it began. */
export async function carryOut<T>(
  quiet: boolean,
  { terminal, endNow }: CommandContext,
  work: (controls: RunControls) => Promise<T>,
): Promise<T | null> {
  const observer = showProgress(terminal, quiet);
  const stop = new StopRequest();
  const off = onSignals({
    stop: () => stop.request('signal'),
    endNow() {
      observer.close();
      endNow();
    },
  });
  try {
    return await work({ observer, stop, toolVersion: VERSION });
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
    terminal.say(error.message);
    return null;
  } finally {
    off();
    observer.close();
  }
}
