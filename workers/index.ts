import { workerData } from 'node:worker_threads';
import { makeIndexes, openStore } from '../src/pipeline/store/open/open.js';

/** A thread of `nonomill serve`: makes the indexes that a large database has not got yet. */
const store = openStore(workerData as string, { readonly: false, mustExist: true });
try {
  makeIndexes(store);
} finally {
  store.close();
}
