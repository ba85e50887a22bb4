// The solver's verdicts against CaDiCaL's on random puzzles, and the CPU time of each.
// Sizes and densities are mixed, and in a third of the puzzles two rows are exchanged, which
// usually leaves no solution. Fails on a difference.
//
//     --count=5000   puzzles of each kind
import { openCrossChecker } from '../src/cross-check/cross-check.js';
import { pack } from '../src/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/model/limits.js';
import { Solver } from '../src/solver/solve.js';
import { puzzleOf, randomNumbers } from './support/random-puzzles.js';
import { keepFigure } from './support/figures.js';

const given = process.argv.find((arg) => arg.startsWith('--count='));
const COUNT = given === undefined ? 5000 : Number(given.slice(8));
const LIMIT_MS = 10_000;
const solver = new Solver();
const crossChecker = await openCrossChecker();

process.stdout.write(
  'kind             puzzles  agree differ unknown  nonomill ms  CaDiCaL ms  ratio\n',
);
measure('up to 12x12', 12, 1);
measure('up to 25x25', 25, 1);
measure('up to 12x12, 3', 12, 3);

function measure(kind: string, maxSide: number, colours: number): void {
  const random = randomNumbers(maxSide * colours);
  const agreements = { agree: 0, differ: 0, unknown: 0 };
  let [own, theirs] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    const width = 2 + Math.floor(random() * (maxSide - 1));
    const height = 2 + Math.floor(random() * (maxSide - 1));
    const density = 0.2 + 0.6 * random();
    const cells = Uint8Array.from({ length: width * height }, () =>
      random() < density ? 1 + Math.floor(random() * colours) : 0,
    );
    const puzzle = puzzleOf(cells, width, colours);
    const rows = [...puzzle.rows];
    if (i % 3 === 0) [rows[0], rows[height - 1]] = [rows[height - 1], rows[0]];
    const words = pack({ ...puzzle, rows });
    const before = cpuMs();
    const outcome = solver.solve(words, 0, { ...DEFAULT_SOLVE_LIMITS, timeoutMs: LIMIT_MS });
    const between = cpuMs();
    const { agreement, difference } = crossChecker.check(words, 0, outcome, LIMIT_MS);
    theirs += cpuMs() - between;
    own += between - before;
    agreements[agreement]++;
    if (difference === null) continue;
    process.exitCode = 1;
    process.stdout.write(`DIFFERS: ${difference}: ${JSON.stringify({ ...puzzle, rows })}\n`);
  }
  keepFigure(kind, own, 'ms CPU', 'less');
  keepFigure(`${kind}, CaDiCaL`, theirs, 'ms CPU', 'less');
  const { agree, differ, unknown } = agreements;
  process.stdout.write(
    `${kind.padEnd(16)}${String(COUNT).padStart(8)}${String(agree).padStart(7)}` +
      `${String(differ).padStart(7)}${String(unknown).padStart(8)}${own.toFixed(0).padStart(13)}` +
      `${theirs.toFixed(0).padStart(12)}${(own / theirs).toFixed(2).padStart(7)}\n`,
  );
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
