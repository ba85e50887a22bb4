import { adviceAnswer } from './advice-answer.js';
import type { AdviceAnswer, AdviceRequest } from './ask-advice.js';
import { solveAnswer } from './solve-answer.js';
import type { SolveAnswer, SolveBegun, SolveRequest } from './solve-request.js';

// The scope of a worker: the pages are typed for windows, whose postMessage differs.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<SolveRequest | AdviceRequest>) => void;
  postMessage(message: SolveBegun | SolveAnswer | AdviceAnswer): void;
};

// One file for both: each of two would hold the whole engine. Only solving has limits.
scope.onmessage = ({ data }) =>
  scope.postMessage(
    'limits' in data
      ? solveAnswer(data, () => scope.postMessage({ kind: 'begun' }))
      : adviceAnswer(data),
  );
