// A thread that helps with one puzzle; the other end is src/pipeline/runs/pool/hired-threads.ts.
import { serveHelp } from '../src/pipeline/runs/pool/hired-threads.js';

serveHelp();
