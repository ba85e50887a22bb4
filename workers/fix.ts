import { parentPort } from 'node:worker_threads';
import { findFix, type FixTask, type FixAnswered } from '../src/craft/fix/fix.js';

/** A worker thread of `nonomill fix`: one puzzle at a time. */
parentPort!.on('message', ({ number, pictured, options }: FixTask) => {
  const answered: FixAnswered = { number, answer: findFix(pictured, options) };
  parentPort!.postMessage(answered);
});
