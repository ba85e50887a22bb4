import { parentPort, workerData } from 'node:worker_threads';
import {
  answering,
  type FromThread,
  type StreamThreadData,
  type ToThread,
} from '../src/pipeline/cli/stream/answers.js';

/** Answers wait so long for others, in milliseconds: a message takes longer than a short line. */
const TOGETHER_MS = 2;

/** A thread of a stream; the other end is src/pipeline/cli/stream/stream.ts. */
const { question, begun } = workerData as StreamThreadData;
const answer = answering(question);
const decoder = new TextDecoder();
parentPort!.on('message', (lines: ToThread) => {
  let answers: string[] = [];
  let notUnderstood: number[] = [];
  let since = performance.now();
  const send = (): void => {
    parentPort!.postMessage({ text: answers.join('\n'), notUnderstood } satisfies FromThread);
    answers = [];
    notUnderstood = [];
    since = performance.now();
  };
  for (const line of decoder.decode(lines).split('\n')) {
    Atomics.add(begun, 0, 1);
    if (line === '') answers.push('');
    else {
      const { text, understood } = answer(line);
      if (!understood) notUnderstood.push(answers.length);
      answers.push(text);
    }
    if (performance.now() - since > TOGETHER_MS) send();
  }
  if (answers.length > 0) send();
});
