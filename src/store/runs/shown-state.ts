import type { RunState, ShownState } from '../../result/run/run-state.js';
import type { Store } from '../open/open.js';

/** The state of a run as it is shown: one that is `running` without a lock has stopped. */
export function shownState(store: Store, { state }: { readonly state: RunState }): ShownState {
  return state === 'running' && !store.isWritten() ? 'stopped' : state;
}
