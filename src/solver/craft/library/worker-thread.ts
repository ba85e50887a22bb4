/** The script of `openWorker`'s worker: one function of the library for each message. */
import { NonomillError } from './errors.js';
import { ambiguity, check, fix, hint } from './advice.js';
import { readPuzzles } from './puzzles.js';
import { rate, solve, steps } from './solve.js';
import { nodeThreads, type Answer, type Question } from './worker.js';

const FUNCTIONS: Readonly<Record<Question['name'], unknown>> = {
  ambiguity,
  check,
  fix,
  hint,
  rate,
  readPuzzles,
  solve,
  steps,
};

function answerTo({ name, args }: Question): Answer {
  try {
    return { value: (FUNCTIONS[name] as (...given: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    const code = error instanceof NonomillError ? error.code : undefined;
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    return { error: { name: kind, code, message } };
  }
}

if (typeof Worker === 'function' || typeof postMessage === 'function') {
  onmessage = ({ data }: MessageEvent<Question>) => postMessage(answerTo(data));
} else {
  const port = nodeThreads().parentPort;
  port?.on('message', (question) => port.postMessage(answerTo(question)));
}
