import { sharedEngine, type Engine } from '../wasm/engine.js';
import { pack, type PackedWords } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { Budget, type RanOut } from '../model/budget.js';
import type { ProofSteps } from '../wasm/event-reader.js';
import { type SolveLimits, bytesFor } from '../model/limits.js';
import { SETTINGS } from '../model/settings.js';
import { ProofWriter } from './proof-writer.js';

/** How writing a proof ended. */
export interface Proof {
  /** Null: proven. Otherwise what ran out first; then the text that was written is useless. */
  readonly stoppedBy: RanOut | null;
  /** How many steps were written. */
  readonly steps: number;
  /** How many of them proved a clause. */
  readonly clauses: number;
}

/**
 * Writes proofs of verdicts (the format is in docs/proofs.md), one after the other. The engine
 * searches anew, with clauses from the start and without the shortcuts for small puzzles, so that
 * everything it finds has a reason that can be written down.
 */
export class Prover {
  constructor(private readonly engine: Engine = sharedEngine()) {}

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
    const writer = new ProofWriter(write);
    writer.begin(puzzle, solution);
    const stoppedBy = this.tell(puzzle, solution, limits, writer);
    return { stoppedBy, steps: writer.steps, clauses: writer.clauses };
  }

  /** As `prove`, but hands the steps over. Returns null, or what ran out first. */
  tell(
    puzzle: Puzzle,
    solution: Cells | null,
    limits: SolveLimits,
    steps: WholeProof,
  ): RanOut | null {
    const words = pack(puzzle);
    const budget = new Budget();
    budget.start(limits);
    if (budget.allows(bytesFor(words, 0))) {
      this.tellWithin(budget, words, solution, limits, steps);
    }
    return budget.stopped;
  }

  private tellWithin(
    budget: Budget,
    words: PackedWords,
    solution: Cells | null,
    { maxSteps, memoryBytes }: SolveLimits,
    proof: WholeProof,
  ): void {
    const limits = { maxSteps, memoryBytes, isTimeOver: () => budget.isTimeOver() };
    const isUnique = solution !== null;
    const answer = this.engine.prove(words, 0, SETTINGS, limits, isUnique, proof);
    const { ended, solutions, ranOut, steps } = answer;
    budget.takeOver(steps, ranOut);
    if (ended === 'stopped early' || ended === 'stopped') return;
    expectSame(solution, solutions[0] ?? null);
    if (ended === 'wanted') throw new Error('the search found two solutions where there is one');
    if (ended === 'solved') proof.unit(0);
    proof.end();
  }
}

/** Takes the steps of a proof, and is told that they are all. */
interface WholeProof extends ProofSteps {
  end(): void;
}

function expectSame(claimed: Cells | null, found: Cells | null): void {
  const same =
    claimed === null || found === null
      ? claimed === found
      : claimed.every((cell, i) => cell === found[i]);
  if (!same) throw new Error('the search for a proof came to another verdict than solving');
}
