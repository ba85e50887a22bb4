// The thread that reads a corpus: see src/corpus/reading-thread.ts for its other end.
import { serveReading } from '../src/corpus/thread/reading-worker.js';

serveReading();
