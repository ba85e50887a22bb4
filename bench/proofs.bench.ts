// The size of proofs, and the time of writing and checking them, against solving.
// Every unique 4x4 grid, 20,000 5x5 grids drawn evenly, random puzzles up to 30x30 (a third without
// a solution), dominoes and the puzzles of the survey are proven, and each proof is checked. For
// each kind: steps, clauses, bytes, and the CPU time of proving and checking against that of
// solving. Then damaged proofs, with a checksum that fits and with the old one. Fails if a proof is
// refused, or if a damaged one passes that should not.
import { ProofChecker, type ProofReport } from '../src/proof/checker.js';
import { pack } from '../src/puzzle/packed.js';
import type { Puzzle } from '../src/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Prover } from '../src/solver/proof/prove.js';
import { Solver } from '../src/solver/solve.js';
import { damage } from '../test/proof/damage.js';
import { sealed } from '../test/proof/sealed.js';
import { randomPuzzle, withSwappedRows } from '../test/support/random-puzzle.js';
import { readCorpus } from './support/corpora.js';
import { puzzleOf, randomNumbers } from './support/random-puzzles.js';
import { keepFigure } from './support/figures.js';

const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 60_000 };
const solver = new Solver();
const prover = new Prover();

interface Sum {
  puzzles: number;
  open: number;
  steps: number;
  clauses: number;
  bytes: number;
  solveMs: number;
  proveMs: number;
  checkMs: number;
}

say(
  'kind               proven  open      steps  clauses       kB  solve ms  prove ms  check ms ratio',
);
measure('all 4x4', allGrids(4, 4));
measure('5x5, every 1677th', someGrids(5, 5, 1677));
measure('random, to 30x30', randomOnes(400));
measure('random in colours', randomOnes(300, 3));
for (const [kind, path] of [
  ['dominoes', 'survey/dominoes.ndjson'],
  ['Forever', 'survey/webpbn-06574-forever.non'],
  ['Knotty', 'survey/knotty.nin'],
  ['survey 16', 'survey/webpbn-00016-knot.non'],
  ['survey 529', 'survey/webpbn-00529-swing.non'],
  ['survey 436', 'survey/webpbn-00436-petroglyph.non'],
] as const) {
  const found = readCorpus(path);
  if (found === null) say(`${kind.padEnd(18)} skipped: the file is not there`);
  else
    measure(
      kind,
      found.map(({ puzzle }) => puzzle),
    );
}
damageProofs(10_000);

function measure(kind: string, puzzles: Iterable<Puzzle>): void {
  const sum: Sum = {
    puzzles: 0,
    open: 0,
    steps: 0,
    clauses: 0,
    bytes: 0,
    solveMs: 0,
    proveMs: 0,
    checkMs: 0,
  };
  for (const puzzle of puzzles) proveOne(kind, puzzle, sum);
  const { puzzles: count, open, steps, clauses, bytes, solveMs, proveMs, checkMs } = sum;
  keepFigure(`${kind}, proving`, proveMs, 'ms CPU', 'less');
  keepFigure(`${kind}, checking`, checkMs, 'ms CPU', 'less');
  keepFigure(`${kind}, size`, bytes / 1000, 'kB', 'less');
  const columns = [count, open, steps, clauses, bytes / 1000, solveMs, proveMs, checkMs];
  const widths = [7, 6, 11, 9, 9, 10, 10, 10];
  const ratio = ((proveMs + checkMs) / solveMs).toFixed(1).padStart(6);
  say(kind.padEnd(18) + columns.map((n, i) => n.toFixed(0).padStart(widths[i])).join('') + ratio);
}

function proveOne(kind: string, puzzle: Puzzle, sum: Sum): void {
  const words = pack(puzzle);
  const start = cpuMs();
  const { status, solution } = solver.solve(words, 0, LIMITS);
  const solved = cpuMs();
  if (status === 'multiple') return;
  if (status !== 'unique' && status !== 'contradiction') {
    sum.open++;
    return;
  }
  const pieces: string[] = [];
  const { stoppedBy } = prover.prove(puzzle, solution, LIMITS, (piece) => pieces.push(piece));
  const proven = cpuMs();
  if (stoppedBy !== null) {
    sum.open++;
    return;
  }
  const report = checkPieces(puzzle, pieces);
  const checked = cpuMs();
  if (!report.valid) {
    process.exitCode = 1;
    say(`REFUSED (${kind}): line ${report.line}: ${report.reason}: ${JSON.stringify(puzzle)}`);
    return;
  }
  sum.puzzles++;
  sum.steps += report.steps;
  sum.clauses += report.clauses;
  for (const piece of pieces) sum.bytes += piece.length;
  sum.solveMs += solved - start;
  sum.proveMs += proven - solved;
  sum.checkMs += checked - proven;
}

function checkPieces(puzzle: Puzzle, pieces: readonly string[]): ProofReport {
  const checker = new ProofChecker(puzzle);
  for (const piece of pieces) checker.write(piece);
  return checker.end();
}

/** A damaged proof of a puzzle with one solution may still hold, but only for that solution. */
function damageProofs(count: number): void {
  const random = randomNumbers(91);
  let [tried, refused, stillProofs] = [0, 0, 0];
  while (tried < count) {
    const side = 6 + Math.floor(random() * 7);
    const puzzle = randomPuzzle(random, side, side, 0.42);
    const { status, solution } = solver.solve(pack(puzzle), 0, LIMITS);
    if (status !== 'unique') continue;
    let text = '';
    prover.prove(puzzle, solution, LIMITS, (piece) => (text += piece));
    const lines = text.trimEnd().split('\n').slice(0, -1);
    for (let k = 0; k < 25; k++) {
      const damaged = damage(lines, random);
      if (damaged.lines.join() === lines.join()) continue;
      tried++;
      const end = text.trimEnd().split('\n').at(-1)!;
      const old = checkPieces(puzzle, [[...damaged.lines, end, ''].join('\n')]);
      const fitting = checkPieces(puzzle, [sealed(damaged.lines)]);
      const isWrong = fitting.valid && String(fitting.solution) !== String(solution);
      if (old.valid || isWrong) {
        process.exitCode = 1;
        say(`PASSED: ${damaged.what}: ${JSON.stringify(puzzle)}`);
      } else if (fitting.valid) stillProofs++;
      else refused++;
    }
  }
  say(
    `damaged: ${tried}, none passed; with a checksum that fits ${refused} were refused, ${stillProofs} still proved the same`,
  );
}

function* allGrids(width: number, height: number): Generator<Puzzle> {
  yield* someGrids(width, height, 1);
}

function* someGrids(width: number, height: number, every: number): Generator<Puzzle> {
  const cells = width * height;
  for (let bits = 0; bits < 2 ** cells; bits += every) {
    yield puzzleOf(
      Uint8Array.from({ length: cells }, (_, i) => (bits >>> i) & 1),
      width,
      1,
    );
  }
}

function* randomOnes(count: number, colours = 1): Generator<Puzzle> {
  const random = randomNumbers(17 + colours);
  for (let i = 0; i < count; i++) {
    const width = 8 + Math.floor(random() * 23);
    const height = 8 + Math.floor(random() * 23);
    const puzzle = randomPuzzle(random, width, height, 0.45 + 0.3 * random(), colours);
    yield i % 3 === 0 ? withSwappedRows(puzzle, 0, height - 1) : puzzle;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
