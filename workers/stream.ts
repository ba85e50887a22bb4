import { workerData } from 'piscina';
import {
  answering,
  type StreamAnswers,
  type StreamQuestion,
  type StreamTask,
} from '../src/pipeline/cli/stream/answers.js';

/** For how many milliseconds it answers: a message takes longer than a short line. */
const TOGETHER_MS = 20;

/** A thread of a stream; the other end is src/pipeline/cli/stream/stream.ts. */
const answer = answering(workerData as StreamQuestion);
const decoder = new TextDecoder();
export default ({ lines, begun }: StreamTask): StreamAnswers => {
  const answers: string[] = [];
  let failed = 0;
  const end = performance.now() + TOGETHER_MS;
  for (const line of decoder.decode(lines).split('\n')) {
    Atomics.add(begun, 0, 1);
    if (line === '') answers.push('');
    else {
      const { text, understood } = answer(line);
      if (!understood) failed++;
      answers.push(text);
    }
    if (performance.now() > end) break;
  }
  return { text: answers.join('\n'), failed };
};
