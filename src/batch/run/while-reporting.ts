import type { RunMeter } from '../contract/run-meter.js';
import type { RunControls, RunRequest } from '../contract/run-request.js';

const PROGRESS_MS = 100;

/** Does `work`, tells the observer how far it is, and requests the stop that `--stop-after` asks. */
export async function whileReporting(
  request: RunRequest,
  { observer, stop }: RunControls,
  meter: RunMeter,
  work: () => Promise<void>,
): Promise<void> {
  const timers = [setInterval(() => observer.progress(meter.progress()), PROGRESS_MS)];
  if (request.stopAfterMs !== null) {
    timers.push(setTimeout(() => stop.request('stop-after'), request.stopAfterMs));
  }
  try {
    await work();
  } finally {
    for (const timer of timers) clearTimeout(timer);
    observer.progress(meter.progress());
  }
}
