import { parentPort, workerData } from 'node:worker_threads';
import {
  answering,
  counting,
  type FromThread,
  type StreamThreadData,
  type ToThread,
} from '../src/pipeline/cli/stream/answers.js';

/** Answers wait so long for others, in milliseconds: a message takes longer than a short line. */
const TOGETHER_MS = 2;

/** A thread of a stream; the other end is src/pipeline/cli/stream/stream.ts. */
const { question, begun } = workerData as StreamThreadData;
const answer = answering(question);
const counter = question.command === 'check' && question.counted ? counting(question) : null;
const decoder = new TextDecoder();
parentPort!.on('message', (lines: ToThread) => {
  const all = decoder.decode(lines).split('\n');
  let some = { text: '', lines: 0, notUnderstood: 0 };
  let since = performance.now();
  const send = (): void => {
    const counts = counter?.take() ?? null;
    parentPort!.postMessage({ ...some, counts } satisfies FromThread);
    some = { text: '', lines: 0, notUnderstood: 0 };
    since = performance.now();
  };
  for (const line of all) {
    Atomics.add(begun, 0, 1);
    some.lines++;
    if (counter !== null) {
      if (!counter.count(line)) some.notUnderstood++;
      continue;
    }
    const { text, understood } = answer(line);
    if (!understood) some.notUnderstood++;
    some.text += `${text}\n`;
    if (performance.now() - since > TOGETHER_MS) send();
  }
  if (some.lines > 0) send();
});
