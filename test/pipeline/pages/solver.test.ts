import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { emptyDrawing, puzzleOfDrawing } from '../../../src/studio/pages/drawing/drawn.js';
import {
  type SolvingWorker,
  LatestSolver,
  type Replayed,
  type SolvingState,
} from '../../../src/pipeline/pages/client/solve/solver.js';
import { solvePuzzle } from '../../../src/solver/engine/solver/solve.js';
import {
  solveAnswer,
  type SolveAnswer,
  type SolveBegun,
  type SolveRequest,
} from '../../../src/pipeline/pages/client/solve/answers.js';
import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import { dominoes } from '../../support/long-puzzles.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  puzzleOfClues,
} from '../../support/random-puzzle.js';
import { assertEach, UNTIMED, eachOf } from '../../support/tests.js';
import { replaySolving } from '../../../src/solver/craft/replay/replay.js';

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
    this.tell(
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
          },
    );
  }

  tell(answer: SolveBegun | SolveAnswer): void {
    this.onmessage!.call(
      this as unknown as Worker,
      { data: answer } as MessageEvent<typeof answer>,
    );
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

/** A solver whose time passes only as the test says. */
function watched(t: TestContext, helpers = 0): Watched {
  t.mock.timers.enable({ apis: ['setTimeout'] });
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
    helpers,
    pauseMs: 300,
  });
  return { solver, workers, told, replays };
}

test('of the puzzles that come while one is solved, only the last is', (t) => {
  const { solver, workers, told } = watched(t);
  for (const puzzle of [first, second, third]) solver.solve(puzzle);
  const [worker] = workers;
  worker.answer();
  const after = told.at(-1)!;
  assert.ok(after.state === 'solving' && after.before?.puzzle === first);
  worker.answer();
  const end = told.at(-1)!;
  assert.ok(end.state === 'solved' && end.puzzle === third);
  assert.deepEqual(eachOf(worker.asked, 'puzzle'), [first, third]);
});

test('work that takes long is given up for a newer puzzle', (t) => {
  const { solver, workers, told } = watched(t);
  solver.solve(first);
  t.mock.timers.tick(10_000);
  assert.equal(workers.length, 1);
  solver.solve(second);
  t.mock.timers.tick(200);
  assert.equal(workers[0].isEnded, true);
  workers[1].answer();
  const end = told.at(-1)!;
  assert.ok(end.state === 'solved' && end.puzzle === second);
});

test('the replay is made once no puzzle has come for a while', (t) => {
  const { solver, workers, replays } = watched(t);
  solver.solve(first);
  workers[0].answer();
  t.mock.timers.tick(299);
  solver.solve(second);
  workers[0].answer();
  t.mock.timers.tick(300);
  workers[0].answer();
  assertEach(workers[0].asked, ({ kind, puzzle }) => [kind, puzzle.width], [
    ['verdict', 1],
    ['verdict', 2],
    ['replay', 2],
  ]);
  assert.deepEqual(eachOf(replays, 'puzzle'), [second]);
});

test('nothing is told after the end', (t) => {
  const { solver, workers, told } = watched(t);
  solver.solve(first);
  solver.solve(second);
  solver.end();
  t.mock.timers.tick(10_000);
  assert.equal(workers.length, 1);
  assert.equal(told.length, 2);
});

/** It has several solutions, and is another in each position. */
const UNEVEN = puzzleOfPicture(randomPicture(randomNumbers(3), 15 * 15, 0.45), 15, 15);

test('others help with a puzzle that takes long, each in another position; the first verdict counts', (t) => {
  const { solver, workers, told, replays } = watched(t, 2);
  solver.solve(UNEVEN);
  // The page's own worker may take long to load.
  t.mock.timers.tick(500);
  workers[0].tell({ kind: 'begun' });
  t.mock.timers.tick(49);
  assert.equal(workers.length, 1);
  t.mock.timers.tick(50);
  // They have loaded, and wait.
  const [own, , helper] = workers;
  assertEach(workers, ({ asked }) => asked.length, [1, 0, 0]);
  t.mock.timers.tick(1);
  const positions = workers.map(({ asked }) => asked[0].position);
  assert.equal(new Set(positions).size, 3);
  helper.tell({ kind: 'verdict', verdict: null });
  assert.equal(told.at(-1)!.state, 'solving');
  helper.answer();
  const end = told.at(-1)!;
  assert.ok(end.state === 'solved' && end.puzzle === UNEVEN);
  // The work of the others is given up; the one that was first goes on in their place.
  assert.deepEqual(eachOf(workers, 'isEnded'), [true, true, false]);
  t.mock.timers.tick(300);
  assert.equal(helper.asked.at(-1)!.kind, 'replay');
  helper.answer();
  assert.equal(replays.length, 1);
  assert.equal(own.asked.length, 1);
});

test('a puzzle that is solved soon starts no other worker, and one that ends them leaves none at work', (t) => {
  const { solver, workers } = watched(t, 3);
  solver.solve(UNEVEN);
  workers[0].tell({ kind: 'begun' });
  t.mock.timers.tick(49);
  workers[0].answer();
  t.mock.timers.tick(200);
  assert.equal(workers.length, 1);
  solver.solve({ ...UNEVEN });
  workers[0].tell({ kind: 'begun' });
  t.mock.timers.tick(100);
  workers[0].answer();
  assert.deepEqual(eachOf(workers, 'isEnded'), [false, true, true, true]);
  solver.solve({ ...UNEVEN });
  workers[0].tell({ kind: 'begun' });
  t.mock.timers.tick(60);
  solver.end();
  t.mock.timers.tick(1000);
  assert.ok(workers.every(({ isEnded }) => isEnded));
  assert.equal(workers.length, 7);
});

test('a verdict from another position is that of the puzzle as it is, rating and all', () => {
  for (const puzzle of [dominoes(5), UNEVEN]) {
    const ask = { kind: 'verdict', puzzle, limits: UNTIMED } as const;
    const [own, other] = [0, 6].map((position) => {
      const answer = solveAnswer({ ...ask, position });
      return answer.kind === 'verdict' ? answer.verdict! : assert.fail();
    });
    assert.deepEqual(other.difficulty, own.difficulty);
    assert.deepEqual(other.stuck, own.stuck);
    assert.equal(other.outcome.status, own.outcome.status);
    assert.equal(other.outcome.guessDepth, own.outcome.guessDepth);
    assert.equal(other.outcome.solutions, own.outcome.solutions);
    assert.equal(checkSolution(puzzle, other.outcome.solution!), null);
  }
  const ask = { kind: 'verdict', puzzle: first, limits: UNTIMED, position: 6 } as const;
  assert.deepEqual(solveAnswer(ask), { kind: 'verdict', verdict: null });
});

function stuckOf(puzzle: Puzzle, limits = UNTIMED): readonly number[] | undefined {
  const answer = solveAnswer({ kind: 'verdict', puzzle, position: 0, limits });
  return answer.kind === 'verdict' ? answer.verdict?.stuck : undefined;
}

test('the lines with cells that no line settles are stuck', () => {
  // The block of two covers the middle cell of the third row, and so of the second column.
  assert.deepEqual(stuckOf(puzzleOfClues([[1], [1], [2]], [[1], [1], [2]])), [0, 2, 3, 5]);
  assert.deepEqual(stuckOf(puzzleOfClues([[1], [1], []], [[1], [1], []])), [0, 1, 3, 4]);
  assert.deepEqual(stuckOf(puzzleOfClues([[1, 1], [1, 1], [3]], [[1, 1], [1, 1], [3]])), []);
});

test('of a puzzle without a solution, and with too little time, none is named', () => {
  assert.deepEqual(stuckOf(puzzleOfClues([[2], [2]], [[2], []])), []);
  const swap = puzzleOfClues([[1], [1]], [[1], [1]]);
  assert.deepEqual(stuckOf(swap, { ...UNTIMED, maxSteps: 1 }), []);
});
