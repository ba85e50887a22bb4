import { pack } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import type { SolveLimits } from '../model/limits.js';
import { Prover } from '../solver/prove.js';
import { Solver } from '../solver/solve.js';
import { Certifier } from './certifier.js';
import { LemmaChecker } from './certificate-checker.js';
import { Encoding } from './encoding.js';
import { type Lemma, type LemmaForm, type LemmaSink, lemmaText } from './lemma-text.js';

/**
 * Certifies that these are all solutions of the puzzle, which may be none: each lemma is checked by
 * its hints as it is written. `take` is given bytes that are overwritten once it returns.
 * If something ran out first (`stoppedBy`), what was written is useless.
 * @pre solving the puzzle came to that verdict.
 * @throws Error if the search finds something else, or a lemma does not follow
 */
export function certify(
  puzzle: Puzzle,
  solutions: readonly Cells[],
  limits: SolveLimits,
  form: LemmaForm,
  take: (bytes: Uint8Array) => void,
  prover = new Prover(),
) {
  const encoding = new Encoding(puzzle, solutions);
  const sink = new CheckedLemmas(encoding, lemmaText(form, take));
  const certifier = new Certifier(encoding, sink);
  const stoppedBy = prover.tell(puzzle, solutions, limits, certifier);
  return { stoppedBy, lemmas: certifier.lemmas, dimacs: () => encoding.dimacs() };
}

/**
 * Seconds for each step of the proof: 8 to 18 millionths in certificates of a second or more, up to
 * 45 in short ones (Node.js 24). Conflicts say little: a thousand took from 10 ms to 11 s.
 */
const STEP_SECONDS = 16e-6;

/**
 * About how many seconds a certificate takes, from its proof, which takes an eighth of that; null
 * if the limits do not suffice even for that. @pre solving the puzzle came to that verdict.
 */
export function certificateSeconds(
  puzzle: Puzzle,
  solutions: readonly Cells[],
  limits: SolveLimits,
): number | null {
  const { stoppedBy, steps } = new Prover().prove(puzzle, solutions, limits, () => undefined);
  return stoppedBy === null ? steps * STEP_SECONDS : null;
}

class CheckedLemmas implements LemmaSink {
  private readonly checker: LemmaChecker;

  constructor(
    encoding: Encoding,
    private readonly sink: LemmaSink,
  ) {
    this.checker = new LemmaChecker(encoding.variables);
    for (const { clauses } of encoding.parts()) {
      for (const clause of clauses) this.checker.add(clause);
    }
  }

  lemma(id: number, literals: readonly number[], hints: readonly number[]): void {
    this.checker.follow({ kind: 'lemma', id, literals, hints });
    this.sink.lemma(id, literals, hints);
  }

  drop(last: number, lemmas: readonly Lemma[]): void {
    this.checker.follow({ kind: 'drop', ids: lemmas.map(({ id }) => id) });
    this.sink.drop(last, lemmas);
  }

  end(): void {
    if (!this.checker.isRefuted) throw new Error('the lemmas prove nothing');
    this.sink.end();
  }
}

/** Looks for all solutions of a puzzle, and gives up after `most`. */
export function allSolutions(puzzle: Puzzle, most: number, limits: SolveLimits) {
  const found = new Map<string, Cells>();
  const outcome = new Solver().solve(
    pack(puzzle),
    0,
    { ...limits, count: most + 1 },
    // One search after the other finds some of them again.
    { solution: (cells) => found.set(cells.join(), cells) },
  );
  return { outcome, solutions: [...found.values()] };
}
