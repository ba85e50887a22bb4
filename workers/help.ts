// A thread that helps with one puzzle; the other end is src/runs/pool/hired-threads.ts.
import { workerData } from 'node:worker_threads';
import { serveHelp } from '../src/runs/pool/hired-threads.js';
import type { Offer } from '../src/runs/pool/shared-puzzle.js';

serveHelp(workerData as Offer);
