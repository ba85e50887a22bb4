import { LoadWatch, machineLoad } from '../pool/machine-load.js';
import { RunError } from './run-error.js';

/**
 * What keeps the load at `most`, or null for no limit. @throws RunError where the load of the
 * machine is not known.
 */
export function loadWatchOf(most: number | null): LoadWatch | null {
  if (most === null) return null;
  const load = machineLoad();
  if (load !== null) return new LoadWatch(most, load);
  throw new RunError(
    'NM_SYSTEM_UNSUPPORTED',
    'Windows does not say how busy it is: leave --max-load out, and use --nice.',
  );
}
