import type { Cadical } from 'cadical-wasm';
import { decodeCnf, encodeCnf } from '../formats/cnf-encoding.js';
import { check } from '../puzzle/check.js';
import { fingerprint } from '../puzzle/fingerprint.js';
import { unpack, type PackedWords } from '../puzzle/packed.js';
import type { Puzzle } from '../puzzle/types.js';
import type { Status } from '../solver/outcome.js';

/** What a second, independent engine says of a verdict. */
export interface CrossCheck {
  /** `unknown` where the engine ran out of time, or the solver had proven nothing. */
  readonly agreement: 'agree' | 'differ' | 'unknown';
  /** What the two engines say, where they differ; else null. */
  readonly difference: string | null;
}

/** How many solutions the independent engine found; `open` where its time ran out. */
export type RefereeVerdict = 'none' | 'one' | 'several' | 'open';

/**
 * Whether a puzzle belongs to the share that is solved a second time. It hangs on the puzzle's
 * content alone, so that it is the same in every run, whatever the threads and batches.
 *
 * @param share from 0 (no puzzle) to 1 (every puzzle)
 */
export function isCrossChecked(words: PackedWords, offset: number, share: number): boolean {
  if (share <= 0) return false;
  if (share >= 1) return true;
  const name = fingerprint(words, offset, null);
  return Number.parseInt(name.slice(0, 8), 16) < share * 0x100000000;
}

/**
 * Solves the puzzle at `offset` again, by CaDiCaL (Armin Biere, MIT licence) on the puzzle's
 * order encoding, which shares nothing with the solver, and compares the verdicts.
 *
 * @param found what the solver says: its verdict, and how many solutions it has shown
 * @param timeoutMs how long the engine may take, in milliseconds; Infinity for no limit
 */
export async function crossCheck(
  words: PackedWords,
  offset: number,
  found: { readonly status: Status; readonly solutions: bigint },
  timeoutMs: number,
): Promise<CrossCheck> {
  const proven = PROVEN[found.status];
  if (proven === null && found.solutions === 0n) return { agreement: 'unknown', difference: null };
  const verdict = await referee(unpack(words, offset), timeoutMs);
  if (verdict === 'open') return { agreement: 'unknown', difference: null };
  if (proven === verdict) return { agreement: 'agree', difference: null };
  if (proven === null && verdict !== 'none') return { agreement: 'unknown', difference: null };
  return {
    agreement: 'differ',
    difference: `the solver says ${found.status} with ${found.solutions} solutions, CaDiCaL finds ${verdict}`,
  };
}

const PROVEN: Readonly<Record<Status, RefereeVerdict | null>> = {
  unique: 'one',
  multiple: 'several',
  contradiction: 'none',
  timeout: null,
  memory: null,
  crash: null,
};

/**
 * How many solutions CaDiCaL finds: one, then, with that one forbidden, another. The engine is
 * WebAssembly of one megabyte, loaded with the first call and kept.
 *
 * @throws Error where a model is no solution: the encoding or the engine is wrong
 */
export async function referee(puzzle: Puzzle, timeoutMs: number): Promise<RefereeVerdict> {
  const { Cadical } = await import('cadical-wasm');
  const engine = await Cadical.create({ quiet: true });
  try {
    const end = performance.now() + timeoutMs;
    if (timeoutMs !== Infinity) engine.setTerminate(() => performance.now() > end);
    return solutionsUpToTwo(engine, puzzle);
  } finally {
    engine.dispose();
  }
}

function solutionsUpToTwo(engine: Cadical, puzzle: Puzzle): RefereeVerdict {
  for (const part of encodeCnf(puzzle).parts) {
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

/** All solutions have as many filled cells, so that another one lacks one of these. */
function anotherPicture(engine: Cadical, puzzle: Puzzle): number[] {
  const clause: number[] = [];
  const cellVariables = puzzle.width * puzzle.height * puzzle.colours;
  for (let variable = 1; variable <= cellVariables; variable++) {
    if (engine.value(variable)) clause.push(-variable);
  }
  return clause;
}

function checkModel(engine: Cadical, puzzle: Puzzle): void {
  const wrong = check(
    puzzle,
    decodeCnf(puzzle, (variable) => engine.value(variable)),
  );
  if (wrong !== null) throw new Error(`CaDiCaL gave a model that is no solution: ${wrong}`);
}
