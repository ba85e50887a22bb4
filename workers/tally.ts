import { parentPort, workerData } from 'node:worker_threads';
import { tallyResults, type TallyTask } from '../src/report/numbers/tally-run.js';
import { keepFewPages, openStore } from '../src/runs/store/open/open.js';

/** A thread of a report: adds up some of the results of a run. */
const { path, runId, ids } = workerData as TallyTask;
const store = openStore(path, { readonly: true });
try {
  keepFewPages(store);
  parentPort!.postMessage(tallyResults(store, runId, ids));
} finally {
  store.close();
}
