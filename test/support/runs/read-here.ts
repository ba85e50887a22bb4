import { mock } from 'node:test';
import { readingHere } from './reading-here.js';
import { ReadingThread } from '../../../src/pipeline/corpus/reader/reading-thread.js';
import { depth } from '../tests.js';

/**
 * Where runs of the tests' own process read: here, as most of the time of a short run is the start
 * of its threads; with `npm run test:deep` in a thread, as for users.
 */
const inThread = ReadingThread.start;
mock.method(ReadingThread, 'start', depth(readingHere, inThread));
