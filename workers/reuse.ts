// What threads load besides once a run takes over results: src/runs/reuse/reuse.ts, with SQLite.
// Other runs do without.
export { reuseFor } from '../src/runs/reuse/reuse.js';
