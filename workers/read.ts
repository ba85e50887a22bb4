// The thread that reads a corpus; the other end is src/corpus/reader/reading-thread.ts.
import { serveReading } from '../src/corpus/reader/serve-reading.js';

serveReading();
