import type { RunRequest } from './run-request.js';
import type { StopReason, StopRequest } from './stop-request.js';

/**
 * How often it is looked whether the clock shows the time: a machine that sleeps holds timers back.
 */
const LOOK_MS = 10_000;

/** The reasons of a run to stop that its time is up. */
const TIME_UP: readonly (string | null)[] = ['stop-after', 'until'] satisfies StopReason[];

/** Whether a run stops because it has used up its time, as it was asked to. */
export function isTimeUp(reason: string | null): boolean {
  return TIME_UP.includes(reason);
}

/**
 * Asks for a stop once the time that a run may take is over: from now on `stopAfterMs`, or once the
 * clock shows `until`. Returns what ends the watch.
 */
export function watchTime(
  { stopAfterMs, until = null }: Pick<RunRequest, 'stopAfterMs' | 'until'>,
  stop: StopRequest,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  if (stopAfterMs !== null) {
    timers.push(setTimeout(() => stop.request('stop-after'), stopAfterMs));
  }
  if (until !== null) {
    const look = (): void => {
      const leftMs = until - Date.now();
      if (leftMs <= 0) stop.request('until');
      else timers[timers.length - 1] = setTimeout(look, Math.min(leftMs, LOOK_MS));
    };
    timers.push(setTimeout(look, 0));
  }
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
