import { adviceAnswer } from './advice-answer.js';
import type { AdviceAnswer, AdviceRequest } from './ask-advice.js';
import { solveAnswer } from './solve-answer.js';
import type { SolveAnswer, SolveRequest } from './solve-request.js';

// The scope of a worker: the pages are typed for windows, whose postMessage differs.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<SolveRequest | AdviceRequest>) => void;
  postMessage(message: SolveAnswer | AdviceAnswer): void;
};

// One file for both: each of two would hold the whole engine.
scope.onmessage = ({ data }) =>
  scope.postMessage(
    data.kind === 'verdict' || data.kind === 'replay' ? solveAnswer(data) : adviceAnswer(data),
  );
