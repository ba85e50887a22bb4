import type { NamedPuzzle } from '../../formats/contract/format.js';
import { pack } from '../../puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { Solver } from '../../solver/solve.js';
import type { Terminal } from '../terminal/terminal.js';

/** Gives puzzles without a picture their only solution as one. */
export class SolvedPictures {
  private without = 0;
  private readonly solver = new Solver();

  /** The same puzzles; those with several solutions, or none, still have no picture. */
  async *of(
    batches: AsyncIterable<readonly NamedPuzzle[]>,
  ): AsyncGenerator<readonly NamedPuzzle[], void, undefined> {
    for await (const puzzles of batches) {
      for (const named of puzzles) {
        yield [named.goal === null ? this.solved(named) : named];
        // A hard puzzle takes seconds: signals must get in between two.
        await new Promise(setImmediate);
      }
    }
  }

  /** Reports how many have no picture. */
  say(terminal: Terminal): void {
    if (this.without === 0) return;
    const many = this.without === 1 ? '1 puzzle was' : `${this.without} puzzles were`;
    terminal.say(`nonomill: ${many} not found to have one solution: written without a picture`);
  }

  private solved(named: NamedPuzzle): NamedPuzzle {
    const { status, solution } = this.solver.solve(pack(named.puzzle), 0, DEFAULT_SOLVE_LIMITS);
    if (status === 'unique') return { ...named, goal: solution };
    this.without++;
    return named;
  }
}
