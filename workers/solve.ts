// A thread that solves; the other end is src/runs/pool/local-pool.ts.
import { serveSolving } from '../src/runs/pool/serve-solving.js';

export default serveSolving();
