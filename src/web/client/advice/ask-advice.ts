import type { AdviceAnswer, AdviceRequest } from './advice-request.js';

/** Asks for advice in a worker thread of the page; null if the worker could not be started. */
export function askAdvice(request: AdviceRequest): Promise<AdviceAnswer | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./advice.worker.ts', import.meta.url), { type: 'module' });
    const end = (answer: AdviceAnswer | null): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<AdviceAnswer>) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage(request);
  });
}
