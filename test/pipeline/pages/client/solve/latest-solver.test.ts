import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import { emptyDrawing, puzzleOfDrawing } from '../../../../../src/studio/pages/drawing/drawn.js';
import {
  LatestSolver,
  type Replayed,
  type SolvingState,
  type SolvingWorker,
} from '../../../../../src/pipeline/pages/client/solve/latest-solver.js';
import type {
  SolveAnswer,
  SolveRequest,
} from '../../../../../src/pipeline/pages/client/solve/solve-request.js';
import { solvePuzzle } from '../../../../../src/solver/engine/solver/solve.js';
import { UNTIMED } from '../../../../support/untimed.js';
import { replaySolving } from '../../../../../src/solver/craft/replay/replay.js';

/** A worker that answers when it is told to. */
class SlowWorker implements SolvingWorker {
  readonly asked: SolveRequest[] = [];
  isEnded = false;
  onmessage: SolvingWorker['onmessage'] = null;
  onerror: SolvingWorker['onerror'] = null;

  postMessage(request: SolveRequest): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.isEnded = true;
  }

  /** Answers the request that came last. */
  answer(): void {
    const { kind, puzzle } = this.asked.at(-1)!;
    const answer: SolveAnswer =
      kind === 'replay'
        ? { kind, ...replaySolving(puzzle, UNTIMED) }
        : {
            kind,
            verdict: {
              outcome: solvePuzzle(puzzle),
              difficulty: null,
              ms: 1,
              stuck: [],
              opening: null,
            },
          };
    this.onmessage!.call(this as unknown as Worker, { data: answer } as MessageEvent<SolveAnswer>);
  }
}

const [first, second, third] = [1, 2, 3].map((side): Puzzle =>
  puzzleOfDrawing(emptyDrawing(side, side)),
);

interface Watched {
  readonly solver: LatestSolver;
  readonly workers: readonly SlowWorker[];
  readonly told: readonly SolvingState[];
  readonly replays: readonly Replayed[];
}

function watched(): Watched {
  const workers: SlowWorker[] = [];
  const told: SolvingState[] = [];
  const replays: Replayed[] = [];
  const solver = new LatestSolver({
    start: () => {
      workers.push(new SlowWorker());
      return workers.at(-1)!;
    },
    onSolving: (solving) => void told.push(solving),
    onReplay: (replayed) => void replays.push(replayed),
    pauseMs: 300,
  });
  return { solver, workers, told, replays };
}

test('of the puzzles that come while one is solved, only the last is', (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const { solver, workers, told } = watched();
  for (const puzzle of [first, second, third]) solver.solve(puzzle);
  const [worker] = workers;
  worker.answer();
  const after = told.at(-1)!;
  assert.ok(after.state === 'solving' && after.before?.puzzle === first);
  worker.answer();
  const end = told.at(-1)!;
  assert.ok(end.state === 'solved' && end.puzzle === third);
  assert.deepEqual(
    worker.asked.map(({ puzzle }) => puzzle),
    [first, third],
  );
});

test('work that takes long is given up for a newer puzzle', (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const { solver, workers, told } = watched();
  solver.solve(first);
  mock.timers.tick(10_000);
  assert.equal(workers.length, 1);
  solver.solve(second);
  mock.timers.tick(200);
  assert.equal(workers[0].isEnded, true);
  workers[1].answer();
  const end = told.at(-1)!;
  assert.ok(end.state === 'solved' && end.puzzle === second);
});

test('the replay is made once no puzzle has come for a while', (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const { solver, workers, replays } = watched();
  solver.solve(first);
  workers[0].answer();
  mock.timers.tick(299);
  solver.solve(second);
  workers[0].answer();
  mock.timers.tick(300);
  workers[0].answer();
  assert.deepEqual(
    workers[0].asked.map(({ kind, puzzle }) => [kind, puzzle.width]),
    [
      ['verdict', 1],
      ['verdict', 2],
      ['replay', 2],
    ],
  );
  assert.deepEqual(
    replays.map(({ puzzle }) => puzzle),
    [second],
  );
});

test('nothing is told after the end', (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const { solver, workers, told } = watched();
  solver.solve(first);
  solver.solve(second);
  solver.end();
  mock.timers.tick(10_000);
  assert.equal(workers.length, 1);
  assert.equal(told.length, 2);
});
