import { sharedEngine, type Engine } from '../wasm/engine.js';
import { pack, type PackedWords } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { Budget, type RanOut } from '../model/budget.js';
import type { ProofSteps } from '../wasm/event-reader.js';
import { type SolveLimits, bytesFor } from '../model/limits.js';
import { SETTINGS } from '../model/settings.js';
import { ProofWriter } from './proof-writer.js';

export interface Proof {
  /** Null: proven. Otherwise what ran out first; then the text that was written is useless. */
  readonly stoppedBy: RanOut | null;
  readonly steps: number;
  /** How many of them proved a clause. */
  readonly clauses: number;
}

/**
 * Writes proofs of verdicts (the format is in docs/lab/proofs.md), one after the other. The engine
 * searches anew, with clauses from the start and without the shortcuts for small puzzles, so that
 * everything it finds has a reason that can be written down.
 */
export class Prover {
  constructor(private readonly engine: Engine = sharedEngine()) {}

  /**
   * Proves that these are all solutions of the puzzle, which may be none. `write` takes the text in
   * pieces. The limits are those of the solver; `count` and `guessDepth` are ignored.
   * @pre solving the puzzle came to that verdict.
   * @throws Error if the search finds something else: then one of the two searches is wrong.
   */
  prove(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: SolveLimits,
    write: (text: string) => void,
  ): Proof {
    const writer = new ProofWriter(write);
    writer.begin(puzzle, solutions);
    const stoppedBy = this.tell(puzzle, solutions, limits, writer);
    return { stoppedBy, steps: writer.steps, clauses: writer.clauses };
  }

  /** As `prove`, but hands the steps over. Returns null, or what ran out first. */
  tell(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: SolveLimits,
    proof: WholeProof,
  ): RanOut | null {
    const words = pack(puzzle);
    const budget = new Budget();
    budget.start(limits);
    if (budget.allows(bytesFor(words, 0))) {
      this.tellWithin(budget, words, solutions, limits, proof);
    }
    return budget.stopped;
  }

  private tellWithin(
    budget: Budget,
    words: PackedWords,
    claimed: readonly Cells[],
    { maxSteps, memoryBytes }: SolveLimits,
    proof: WholeProof,
  ): void {
    const limits = { maxSteps, memoryBytes, isTimeOver: () => budget.isTimeOver() };
    const numbers = new Map(claimed.map((cells, number) => [cells.join(), 0 - number]));
    const clauseAgainst = (solution: Cells): number => {
      const number = numbers.get(solution.join());
      if (number === undefined) throw otherVerdict();
      return number;
    };
    const { length } = claimed;
    const { engine } = this;
    const answer = engine.prove(words, 0, SETTINGS, limits, length, proof, clauseAgainst);
    const { ended, found, ranOut, steps } = answer;
    budget.takeOver(steps, ranOut);
    if (ended === 'stopped early' || ended === 'stopped') return;
    if (found !== BigInt(length)) throw otherVerdict();
    if (ended === 'solved') proof.unit(0);
    proof.end();
  }
}

/** Takes the steps of a proof, and is told that they are all. */
interface WholeProof extends ProofSteps {
  end(): void;
}

function otherVerdict(): Error {
  return new Error('the search for a proof came to another verdict than solving');
}
