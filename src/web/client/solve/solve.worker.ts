import { traceSolving } from '../../../replay/trace.js';
import type { SolveRequest, SolveAnswer } from './solve-request.js';

// A worker's own scope: the pages are typed for windows, whose postMessage is another.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<SolveRequest>) => void;
  postMessage(message: SolveAnswer): void;
};

scope.onmessage = ({ data: { puzzle, limits } }) => {
  const start = performance.now();
  const { outcome, trace } = traceSolving(puzzle, limits);
  scope.postMessage({ outcome, trace, ms: performance.now() - start });
};
