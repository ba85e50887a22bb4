import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pack, type PackedWords } from '../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { solverOf } from '../support/checkouts.js';
import { cpuMs, useCpuClock } from '../support/cpu-clock.js';
import type { Timed } from '../support/known-rivals.js';

// The solver of a checkout in a process of its own, so that none has warmed up what another runs.

/** What the process is asked. */
interface Asked {
  readonly words: PackedWords;
  readonly limitMs: number;
  /** Line solves at which it stops; null for the usual number. */
  readonly maxSteps: number | null;
}

/** A checkout as a solver: one process, which goes on from puzzle to puzzle. */
export class CheckoutProcess {
  private readonly child: ChildProcess;

  constructor(
    readonly name: string,
    checkout: string,
  ) {
    const env = { ...process.env, NONOMILL_CHECKOUT: checkout };
    this.child = fork(new URL(import.meta.url), { env, serialization: 'advanced' });
  }

  /** Solves and classifies. */
  async solve(puzzle: Puzzle, limitMs: number): Promise<Timed> {
    return this.ask({ words: pack(puzzle), limitMs, maxSteps: null });
  }

  /**
   * Lets code be compiled that these puzzles need: no more a part of a puzzle's time than the start
   * of another solver's process.
   */
  async warmUp(puzzles: readonly Puzzle[]): Promise<void> {
    for (const puzzle of puzzles) {
      await this.ask({ words: pack(puzzle), limitMs: 1000, maxSteps: 20_000 });
    }
  }

  end(): void {
    this.child.disconnect();
  }

  private async ask(asked: Asked): Promise<Timed> {
    this.child.send(asked);
    const [answer] = (await once(this.child, 'message')) as [Timed];
    return answer;
  }
}

/** Answers until nobody asks any more. */
async function serve(checkout: string): Promise<void> {
  const { Solver, DEFAULT_SOLVE_LIMITS } = await solverOf(checkout);
  useCpuClock();
  const solver = new Solver();
  process.on('message', ({ words, limitMs, maxSteps }: Asked) => {
    const usual = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: limitMs };
    const limits = maxSteps === null ? usual : { ...usual, maxSteps };
    const before = cpuMs();
    const { status, solutions } = solver.solve(words, 0, limits);
    const ms = cpuMs() - before;
    const decided = ['unique', 'multiple', 'contradiction'].includes(status) && ms < limitMs;
    process.send?.(
      decided ? { ms, solutions: Number(solutions) } : { ms: limitMs, solutions: null },
    );
  });
}

const asked = process.env.NONOMILL_CHECKOUT;
if (asked !== undefined && process.send !== undefined) await serve(asked);
