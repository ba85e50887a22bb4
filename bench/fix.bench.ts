// The fewest changes that make pictures unique or line-solvable, in CPU time on one thread.
// It says whether one or two changes are proven to suffice.
//
//     --pictures=4   random pictures of each size and density
import { fix, type FixGoal } from '../src/advice/fix/fix.js';
import { solvePuzzle } from '../src/solver/solve.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../test/support/random-puzzle.js';
import { keepFigure } from './support/figures.js';

const PICTURES = option('pictures', 4);
const DENSITIES = [0.35, 0.5, 0.6, 0.7];
const PATIENCE_MS = 120_000;

process.stdout.write(
  'size    for      one change: median, longest   two changes: median, longest   CPU ms   open  bad\n',
);
for (const side of [10, 15, 20, 25]) {
  for (const goal of ['unique', 'line'] as const) measure(side, goal);
}

function measure(side: number, goal: FixGoal): void {
  const random = randomNumbers(side);
  const [one, two]: [number[], number[]] = [[], []];
  let [open, bad] = [0, 0];
  for (const density of DENSITIES) {
    for (let i = 0; i < PICTURES; i++) {
      const cells = randomPicture(random, side * side, density);
      const pictured = { puzzle: puzzleOfPicture(cells, side, side), goal: cells };
      for (const [most, times] of [
        [1, one],
        [2, two],
      ] as const) {
        const before = process.cpuUsage();
        const found = fix(pictured, { for: goal, maxChanges: most, timeoutMs: PATIENCE_MS });
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000);
        const proven = found.kind === 'fixed' ? found.fewestProven : found.atLeast > most;
        if (!proven) open++;
        if (found.kind === 'fixed') {
          const { status, technique } = solvePuzzle(found.puzzle);
          if (status !== 'unique' || (goal === 'line' && technique !== 'line')) bad++;
        }
      }
    }
  }
  const [oneText, twoText] = [one, two].map((times, i) => {
    times.sort((a, b) => a - b);
    const [median, longest] = [times[times.length >> 1], times[times.length - 1]];
    const called = `${side}x${side}, ${goal}, ${i + 1} change${i === 0 ? '' : 's'}`;
    keepFigure(`${called}, median`, median, 'ms', 'less');
    keepFigure(`${called}, longest`, longest, 'ms', 'less');
    return `${median.toFixed(0).padStart(18)}${longest.toFixed(0).padStart(10)}`;
  });
  process.stdout.write(
    `${`${side}x${side}`.padEnd(8)}${goal.padEnd(8)}${oneText}${twoText.padStart(31)}` +
      `${String(open).padStart(14)}${String(bad).padStart(5)}\n`,
  );
}

function option(name: string, usual: number): number {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : Number(given.slice(name.length + 3));
}
