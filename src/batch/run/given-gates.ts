import { gatesOf, gatesText, type RunGates } from '../../result/run/gates.js';
import type { Store } from '../../store/open/open.js';
import type { Run } from '../../store/runs/runs.js';
import { keepGates } from '../../store/write/keep-gates.js';
import { patiently, type Patience } from '../feed/patiently.js';

/** Gates that are given for a run that there is take the place of its own, which is said. */
export async function keepGivenGates(
  store: Store,
  { runId, options }: Run,
  given: RunGates | undefined,
  patience: Patience,
): Promise<void> {
  if (given === undefined) return;
  const [before, now] = [gatesText(gatesOf(options)), gatesText(given)];
  if (before === now) return;
  if (before !== '') patience.warn(`Run ${runId} had other gates: ${before}, now ${now}.`);
  await patiently(() => keepGates(store, runId, given), patience);
}
