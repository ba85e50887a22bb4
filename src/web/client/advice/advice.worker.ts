import { ambiguity } from '../../../advice/ambiguity.js';
import { checkCells, completable } from '../../../advice/mistake.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../puzzle/types.js';
import { misfitsOf } from '../../../advice/misfit.js';
import { fix } from '../../../advice/fix/fix.js';
import { hint } from '../../../advice/hint.js';
import type { AdviceAnswer, AdviceRequest } from './ask-advice.js';

// The scope of a worker: the pages are typed for windows, whose postMessage differs.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<AdviceRequest>) => void;
  postMessage(message: AdviceAnswer): void;
};

scope.onmessage = ({ data }) => scope.postMessage(answerTo(data));

function answerTo(request: AdviceRequest): AdviceAnswer {
  switch (request.kind) {
    case 'hint':
      return { kind: 'hint', hint: hint(request.puzzle, request.cells) };
    case 'check':
      return { kind: 'check', checked: checkCells(request.puzzle, request.cells) };
    case 'solution':
      return { kind: 'solution', solution: onlySolution(request.puzzle) };
    case 'fix':
      return { kind: 'fix', fixed: fix(request.pictured, request.options) };
    case 'map':
      return { kind: 'map', map: ambiguity(request.puzzle) };
    case 'misfits':
      return { kind: 'misfits', misfits: misfitsOf(request.solved) };
  }
}

function onlySolution(puzzle: Puzzle): Cells | null {
  const start = puzzle.start ?? new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
  const found = completable(puzzle, start);
  return found.kind === 'yes' && found.unique ? found.solution : null;
}
