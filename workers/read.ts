// The thread that reads a corpus; the other end is src/corpus/thread/reading-thread.ts.
import { serveReading } from '../src/corpus/thread/reading-worker.js';

serveReading();
