import type { Cadical } from 'cadical-wasm';
import { decodeCnf, encodeCnf, type CnfEncoding } from '../../../solver/formats/single/cnf.js';
import { checkSolution } from '../../../solver/core/puzzle/check.js';
import { unpack, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { Verdict } from '../../../solver/core/result/outcome.js';

/** What a second, independent engine says about a verdict. */
interface CrossCheck {
  /** `unknown` if the engine ran out of time, or the solver had proven nothing. */
  readonly agreement: 'agree' | 'differ' | 'unknown';
  /** What each engine says, if they differ; else null. */
  readonly difference: string | null;
}

/** How many solutions the independent engine found; `open` if its time ran out. */
type SolutionCount = 'none' | 'one' | 'several' | 'open';

/** A second, independent engine. */
export interface CrossChecker {
  /**
   * Solves the puzzle at `offset` again and compares the verdicts.
   *
   * @param found what the solver says: its verdict, and how many solutions it has shown
   * @param timeoutMs how long the engine may take, in milliseconds; Infinity for no limit
   */
  check(words: PackedWords, offset: number, found: FoundVerdict, timeoutMs: number): CrossCheck;
  /** How many solutions the engine finds: it looks for one, forbids it, and looks for another. */
  judge(puzzle: Puzzle, timeoutMs: number): SolutionCount;
}

interface FoundVerdict {
  readonly status: Verdict['status'];
  readonly solutions: bigint;
}

/**
 * CaDiCaL (Armin Biere, MIT licence) on the puzzle's order encoding, which shares nothing with the
 * solver. It is one megabyte of WebAssembly, loaded by the first call and kept.
 */
export async function openCrossChecker(): Promise<CrossChecker> {
  const { Cadical, loadCadical } = await import('cadical-wasm');
  const module = await loadCadical();
  const judge = (puzzle: Puzzle, timeoutMs: number): SolutionCount => {
    const encoding = encodeCnf(puzzle);
    if (encoding.clauses > MOST_CLAUSES) return 'open';
    const engine = new Cadical(module, { quiet: true });
    try {
      const end = performance.now() + timeoutMs;
      if (timeoutMs !== Infinity) engine.setTerminate(() => performance.now() > end);
      return solutionsUpToTwo(engine, puzzle, encoding);
    } finally {
      engine.dispose();
    }
  };
  return {
    judge,
    check(words, offset, found, timeoutMs) {
      const proven = PROVEN[found.status];
      if (proven === null && found.solutions === 0n) return UNKNOWN_AGREEMENT;
      return compare(found, proven, judge(unpack(words, offset), timeoutMs));
    },
  };
}

/** A clause takes some 50 bytes in the engine; a check should not kill its thread. */
const MOST_CLAUSES = 5_000_000;

const UNKNOWN_AGREEMENT: CrossCheck = { agreement: 'unknown', difference: null };

const PROVEN: Readonly<Record<Verdict['status'], SolutionCount | null>> = {
  unique: 'one',
  multiple: 'several',
  contradiction: 'none',
  timeout: null,
  steps: null,
  memory: null,
  crash: null,
};

function compare(
  found: FoundVerdict,
  proven: SolutionCount | null,
  verdict: SolutionCount,
): CrossCheck {
  if (verdict === 'open') return UNKNOWN_AGREEMENT;
  if (proven === verdict) return { agreement: 'agree', difference: null };
  if (proven === null && verdict !== 'none') return UNKNOWN_AGREEMENT;
  const claim = `${found.status} with solutions: ${found.solutions}`;
  return {
    agreement: 'differ',
    difference: `the solver says ${claim}; CaDiCaL finds ${verdict}`,
  };
}

/** @throws Error if a model is not a solution: then the encoding or the engine is wrong */
function solutionsUpToTwo(engine: Cadical, puzzle: Puzzle, encoding: CnfEncoding): SolutionCount {
  for (const part of encoding.parts) {
    part((a, b, c) => {
      engine.addClause(b === 0 ? [a] : c === 0 ? [a, b] : [a, b, c]);
    });
  }
  const first = engine.solve();
  if (first !== 'satisfiable') return first === 'unknown' ? 'open' : 'none';
  checkModel(engine, puzzle);
  engine.addClause(anotherPicture(engine, puzzle));
  const second = engine.solve();
  if (second === 'satisfiable') checkModel(engine, puzzle);
  return second === 'satisfiable' ? 'several' : second === 'unknown' ? 'open' : 'one';
}

/** All solutions have the same number of filled cells, so another one lacks one of these. */
function anotherPicture(engine: Cadical, puzzle: Puzzle): number[] {
  const clause: number[] = [];
  const cellVariables = puzzle.width * puzzle.height * puzzle.colours;
  for (let variable = 1; variable <= cellVariables; variable++) {
    if (engine.value(variable)) clause.push(-variable);
  }
  return clause;
}

function checkModel(engine: Cadical, puzzle: Puzzle): void {
  const wrong = checkSolution(
    puzzle,
    decodeCnf(puzzle, (variable) => engine.value(variable)),
  );
  if (wrong !== null) throw new Error(`CaDiCaL returned a model that is not a solution: ${wrong}`);
}
