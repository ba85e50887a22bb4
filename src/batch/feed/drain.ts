import type { Dispatcher } from './dispatcher.js';
import type { StopRequest } from '../contract/stop-request.js';

/** How long puzzles under work may still come in after a run was asked to stop. */
const GRACE_MS = 1500;

/** Waits until everything is delivered; if the run was asked to stop, at most for the grace. */
export async function drain<Batch>(
  dispatcher: Dispatcher<Batch>,
  stop: StopRequest,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let end = (): void => undefined;
  const graceOver = new Promise<void>((resolve) => (end = resolve));
  const startGrace = (): void => {
    timer = setTimeout(end, GRACE_MS);
  };
  stop.onRequest(startGrace);
  try {
    await Promise.race([dispatcher.finish(), graceOver]);
  } finally {
    stop.off(startGrace);
    clearTimeout(timer);
  }
}
