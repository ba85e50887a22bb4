// Puzzles with several solutions, in all eight positions, and what settings are worth on them.
// Random 25x25 (41 to 43 % filled), random ones of 30 to 40 a side (40 to 45 %), and thin drawings.
// A puzzle counts if it takes the usual settings some hundred conflicts in position 3, in which none
// is raced. With a table of settings, each is raced against the usual ones until a sequential test
// says whether it takes 0.95 of their conflicts or no fewer (either is wrong in one case of 20).
//
//     --count=100             puzzles of each kind
//     --seed=1                which ones
//     --kind=thin             one kind only: 25x25, 30-40 or thin
//     --fewest=300            conflicts in position 3 from which on a puzzle counts
//     --steps=1500000         line solves at which a puzzle is given up
//     --settings=<file>       JSON: {"short turns": {"proving": 20, "finding": 150}, ...}
//     --better=0.95           the share of the conflicts that is worth a change
//     --positions=0,1,2       the positions in which is raced, one after the other
import { readFileSync } from 'node:fs';
import { pack, type PackedWords } from '../src/solver/core/puzzle/packed.js';
import { POSITIONS, inPosition } from '../src/solver/core/puzzle/fingerprint.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { SETTINGS, type Settings } from '../src/solver/engine/model/settings.js';
import { sharedEngine } from '../src/solver/engine/wasm/engine.js';
import { filledPuzzle, thinPuzzle } from '../test/support/long-puzzles.js';
import {
  cpuMs,
  decided,
  type Factor,
  factorOf,
  geometricMean,
  keepFigure,
} from './support/figures.js';
import { randomNumbers } from './support/puzzles.js';

/** Puzzles are chosen by this position: so they are not chosen for being slow in the others. */
const CHOSEN_BY = 3;

const KINDS: Readonly<Record<string, (random: () => number) => Puzzle>> = {
  '25x25': (random) => filledPuzzle(random, 25, 0.41 + 0.02 * random()),
  '30-40': (random) => filledPuzzle(random, 30 + Math.floor(11 * random()), 0.4 + 0.05 * random()),
  thin: thinPuzzle,
};

const COUNT = Number(option('count', '100'));
const SEED = Number(option('seed', '1'));
const KIND = option('kind', '');
const FEWEST = Number(option('fewest', '300'));
const STEPS = Number(option('steps', '1500000'));
const BETTER = Number(option('better', '0.95'));
const TABLE = option('settings', '');
const RACED = option('positions', '0,1,2,4,5,6,7').split(',').map(Number);

const engine = sharedEngine();
const puzzles = Object.entries(KINDS)
  .filter(([kind]) => KIND === '' || KIND === kind)
  .map(([kind, make]) => ({ kind, chosen: chosenOf(make) }));

if (TABLE === '') measure();
else race(JSON.parse(readFileSync(TABLE, 'utf8')) as Record<string, Partial<Settings>>);

function measure(): void {
  process.stdout.write('kind      puzzles  conflicts (geo)  worst over best  out    CPU s\n');
  for (const { kind, chosen } of puzzles) {
    const before = cpuMs();
    const all = chosen.map((puzzle) =>
      Array.from({ length: POSITIONS }, (_, position) =>
        solved(pack(inPosition(puzzle, position)), SETTINGS),
      ),
    );
    const seconds = (cpuMs() - before) / 1000;
    const runs = all.flat();
    const mean = geometricMean(runs.map(({ conflicts }) => conflicts + 1));
    const spread = geometricMean(
      all.map((one) => {
        const conflicts = one.map((run) => run.conflicts + 1);
        return Math.max(...conflicts) / Math.min(...conflicts);
      }),
    );
    keepFigure(`${kind}, mean conflicts`, mean, 'conflicts', 'less');
    process.stdout.write(
      `${kind.padEnd(10)}${String(chosen.length).padStart(7)}${mean.toFixed(0).padStart(17)}` +
        `${spread.toFixed(1).padStart(17)}${String(runs.filter(({ isOut }) => isOut).length).padStart(5)}` +
        `${seconds.toFixed(1).padStart(9)}\n`,
    );
  }
}

function race(table: Record<string, Partial<Settings>>): void {
  process.stdout.write(
    'settings                    kind     runs  conflicts              line solves            ' +
      'CPU time               in total  verdict\n',
  );
  /** By kind and run, as long as they are needed: what the usual settings take. */
  const usual = new Map<string, Solved>();
  for (const [name, changed] of Object.entries(table)) {
    const settings = { ...SETTINGS, ...changed };
    const every = emptyRace();
    let verdict: ReturnType<typeof decided> = null;
    const longest = Math.max(...puzzles.map(({ chosen }) => chosen.length));
    const own = puzzles.map(({ kind }) => ({ kind, ...emptyRace() }));
    for (const position of RACED) {
      for (let i = 0; i < longest && verdict === null; i++) {
        puzzles.forEach(({ kind, chosen }, k) => {
          if (i >= chosen.length) return;
          const words = pack(inPosition(chosen[i], position));
          const key = `${kind} ${i} ${position}`;
          const base = usual.get(key) ?? solved(words, SETTINGS);
          usual.set(key, base);
          const other = solved(words, settings);
          for (const to of [own[k], every]) {
            to.conflicts.push(Math.log((other.conflicts + 1) / (base.conflicts + 1)));
            to.steps.push(Math.log((other.steps + 1) / (base.steps + 1)));
            to.ms.push(Math.log((other.ms + 0.1) / (base.ms + 0.1)));
            to.totalMs += other.ms;
            to.usualMs += base.ms;
          }
        });
        verdict = decided(every.conflicts, BETTER);
      }
    }
    for (const raced of [...own, { kind: 'all', ...every }]) {
      const factors = [raced.conflicts, raced.steps, raced.ms].map((logs) =>
        factorText(factorOf(logs)),
      );
      process.stdout.write(
        `${name.padEnd(28)}${raced.kind.padEnd(7)}${String(raced.conflicts.length).padStart(6)}  ` +
          `${factors.join('  ')}${(raced.totalMs / raced.usualMs).toFixed(3).padStart(10)}` +
          `  ${raced.kind === 'all' ? (verdict ?? 'open') : ''}\n`,
      );
    }
  }
}

/** What a change of settings is worth: logarithms of ratios, and CPU milliseconds in total. */
interface Race {
  readonly conflicts: number[];
  readonly steps: number[];
  readonly ms: number[];
  totalMs: number;
  usualMs: number;
}

function emptyRace(): Race {
  return { conflicts: [], steps: [], ms: [], totalMs: 0, usualMs: 0 };
}

interface Solved {
  readonly conflicts: number;
  readonly steps: number;
  /** CPU time. */
  readonly ms: number;
  readonly isOut: boolean;
}

function solved(words: PackedWords, settings: Settings): Solved {
  const before = cpuMs();
  const { conflicts, steps, ranOut } = engine.solve(words, 0, settings, {
    wanted: 2,
    guessDepth: 0,
    maxSteps: STEPS,
    memoryBytes: Infinity,
    isTimeOver: () => false,
  });
  return { conflicts, steps, ms: cpuMs() - before, isOut: ranOut !== null };
}

function chosenOf(make: (random: () => number) => Puzzle): Puzzle[] {
  const random = randomNumbers(SEED);
  const chosen: Puzzle[] = [];
  while (chosen.length < COUNT) {
    const puzzle = make(random);
    const { conflicts } = solved(pack(inPosition(puzzle, CHOSEN_BY)), SETTINGS);
    if (conflicts >= FEWEST) chosen.push(puzzle);
  }
  return chosen;
}

function factorText({ factor, from, to }: Factor): string {
  return `${factor.toFixed(3)} (${from.toFixed(3)} to ${to.toFixed(3)})`.padEnd(21);
}

function option(name: string, usual: string): string {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : given.slice(name.length + 3);
}
