import { adviceAnswer, solveAnswer, type SolveRequest } from './answers.js';

// The scope of a worker: the pages are typed for windows, whose postMessage differs.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<SolveRequest | Parameters<typeof adviceAnswer>[0]>) => void;
  postMessage(message: unknown): void;
};

// One file for both: each of two would hold the whole engine. Only solving has limits.
scope.onmessage = ({ data }) =>
  scope.postMessage(
    'limits' in data
      ? solveAnswer(data, () => scope.postMessage({ kind: 'begun' }))
      : adviceAnswer(data),
  );
