import type { Format, NamedPuzzle } from '../../../solver/formats/contract/format.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { Solver } from '../../../solver/engine/solver/solve.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { Failure } from '../terminal/outcome.js';
import type { Terminal } from '../terminal/terminal.js';

/** Gives puzzles without a picture their only solution as one. */
export class SolvedPictures {
  private without = 0;
  private readonly solver = new Solver();

  /** @param to what they are written in */
  constructor(private readonly to: Format) {}

  /**
   * The same puzzles; those with several solutions, or none, still have no picture.
   * @throws Failure if such a puzzle is to be written in a format that holds only pictures.
   */
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

  say(terminal: Terminal): void {
    if (this.without === 0) return;
    const many = this.without === 1 ? '1 puzzle was' : `${this.without} puzzles were`;
    terminal.say(`nonomill: ${many} not proven to have one solution: written without a picture`);
  }

  private solved(named: NamedPuzzle): NamedPuzzle {
    const { status, solution } = this.solver.solve(pack(named.puzzle), 0, DEFAULT_SOLVE_LIMITS);
    if (status === 'unique') return { ...named, goal: solution };
    if (this.to.pictureOnly === true) {
      throw new Failure(
        status in REASONS ? 'NM_NOT_UNIQUE' : 'NM_NOT_SOLVED',
        `${plainText(named.name ?? 'the puzzle')}: ${REASONS[status] ?? 'it was not solved in time'}, ` +
          `so it has no picture, and ${this.to.name} holds nothing else`,
        '"nonomill fix" finds what to change so that it has one solution.',
      );
    }
    this.without++;
    return named;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  multiple: 'it has more than one solution',
  contradiction: 'it has no solution',
};
