import { pack } from '../../puzzle/packed.js';
import type { Cells, Puzzle } from '../../puzzle/types.js';
import type { SolveLimits } from '../model/limits.js';
import { State } from '../model/state.js';
import { CONTRADICTION, STOPPED } from '../propagate/propagate.js';
import { newWorkspace } from '../propagate/workspace.js';
import { Search } from '../search/search.js';
import { ProofTrace } from './proof-trace.js';
import { ProofWriter } from './proof-writer.js';
import type { Proof } from './proof.js';

/**
 * Writes proofs of verdicts (the format is in docs/proofs.md), one after the other, and reuses its
 * memory. It searches anew, with clauses from the start and without the shortcuts for small
 * puzzles, so that everything it finds has a reason that can be written down.
 */
export class ProverByRooms {
  private readonly work = newWorkspace();
  private readonly search = new Search(this.work);

  /**
   * Proves that `solution` is the only solution of the puzzle, or, if it is null, that there is
   * none. `write` takes the text in pieces. The limits are those of the solver; `count` and
   * `guessDepth` are ignored.
   * @pre solving the puzzle came to that verdict.
   * @throws Error if the search finds something else: then one of the two searches is wrong.
   */
  prove(
    puzzle: Puzzle,
    solution: Cells | null,
    limits: SolveLimits,
    write: (text: string) => void,
  ): Proof {
    const { problem, state, budget, counters } = this.work;
    const writer = new ProofWriter(write);
    writer.begin(puzzle, solution);
    budget.start(limits);
    budget.startClock();
    counters.conflicts = 0;
    counters.decisions = 0;
    if (!problem.load(pack(puzzle), 0)) throw new Error('a clue does not fit in its line');
    if (budget.allows(problem.bytes + State.bytesFor(problem))) {
      state.reset();
      this.proveFromLines(writer, solution);
    }
    return { stoppedBy: budget.stopped, steps: writer.steps, clauses: writer.clauses };
  }

  /** Writes what propagation finds, and goes on with a search if that is not enough. */
  private proveFromLines(writer: ProofWriter, solution: Cells | null): void {
    const { propagator, state, problem } = this.work;
    propagator.observer = {
      line: (line, removed) => {
        for (const { cell, value } of removed) {
          writer.follows(line, -(cell * problem.values + value + 1));
        }
      },
      lineContradiction: (line) => writer.nothingFits(line),
    };
    const propagated = propagator.run();
    propagator.observer = undefined;
    if (propagated === STOPPED) return;
    if (propagated === CONTRADICTION) {
      expectSame(solution, null);
      writer.end();
    } else if (state.unknown === 0) {
      expectSame(solution, state.cells());
      writer.unit(0);
      writer.end();
    } else this.proveBySearch(writer, solution);
  }

  private proveBySearch(writer: ProofWriter, solution: Cells | null): void {
    const { search, work } = this;
    const trace = new ProofTrace(search.engine, writer, work.problem.values);
    search.engine.watcher = trace;
    const found: Cells[] = [];
    const end = search.run(2, found, solution !== null);
    search.engine.watcher = null;
    if (end === 'stopped') return;
    expectSame(solution, found[0] ?? null);
    if (end !== 'exhausted') throw new Error('the search found two solutions where there is one');
  }
}

function expectSame(claimed: Cells | null, found: Cells | null): void {
  const same =
    claimed === null || found === null
      ? claimed === found
      : claimed.every((cell, i) => cell === found[i]);
  if (!same) throw new Error('the search for a proof came to another verdict than solving');
}
