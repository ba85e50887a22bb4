// What threads load besides once a run takes over results: src/pipeline/runs/reuse/reuse.ts, with
// SQLite. Other runs do without.
export { reuseFor } from '../src/pipeline/runs/reuse/reuse.js';
