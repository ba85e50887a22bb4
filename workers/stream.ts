import { parentPort, workerData } from 'node:worker_threads';
import {
  answering,
  type FromThread,
  type StreamQuestion,
  type ToThread,
} from '../src/pipeline/cli/stream/answers.js';

/** A thread of a stream; the other end is src/pipeline/cli/stream/stream.ts. */
const answer = answering(workerData as StreamQuestion);
const decoder = new TextDecoder();
parentPort!.on('message', (lines: ToThread) => {
  for (const line of decoder.decode(lines).split('\n')) {
    const { text, understood } = answer(line);
    parentPort!.postMessage((understood ? text : [text]) satisfies FromThread);
  }
});
