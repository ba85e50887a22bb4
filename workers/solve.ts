// A thread that solves; the other end is src/pipeline/runs/pool/local-pool.ts.
import { serveSolving } from '../src/pipeline/runs/pool/serve-solving.js';

export default serveSolving();
