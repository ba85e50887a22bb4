// A thread that helps with one puzzle; the other end is src/runs/pool/hired-threads.ts.
import { serveHelp } from '../src/runs/pool/hired-threads.js';

serveHelp();
