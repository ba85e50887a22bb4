// The figures of README.md, measured anew, with the date and the machine.
// CPU time of one thread for "one solution or several?", beside clasp, each puzzle once and in turn;
// puzzles a second; and a million 5x5 through the whole pipeline.
//
//     --write      put them into README.md, between the two comments that name this benchmark
//     --every=4    each fourth puzzle of the sets (the default)
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { inFolder, keepFigure } from './support/figures.js';
import { corpus } from './support/puzzles.js';
import { randomOnes, rivalsNamed, solveOnce, type Timed, totalOf } from './support/solvers.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [BEGIN, END] = ['<!-- npm run bench -- readme --write -->', '<!-- end of the figures -->'];
const LIMIT_MS = 10_000;
const EVERY = Number(process.argv.find((arg) => arg.startsWith('--every='))?.slice(8) ?? 4);

const [other] = rivalsNamed(['clasp']);
if (other === undefined) process.exit(1);
const SETS: readonly (readonly [title: string, puzzles: readonly Puzzle[]])[] = [
  ['of the TAAI 2017 tournament, 25x25', corpus('tournament/taai2017.question.txt')],
  ['of the TCGA 2015 tournament, 25x25', corpus('tournament/tcga2015.question.txt')],
  ['random 30x30, half filled', randomOnes(1000, 30, 0.5)],
  ['random 50x50, density 0.4, 10 s each', randomOnes(100, 50, 0.4)],
];
if (SETS.some(([, puzzles]) => puzzles.length === 0)) process.exit(1);
const figures = await figuresText();
process.stdout.write(`\n${figures}`);
if (process.argv.includes('--write')) {
  const file = join(ROOT, 'README.md');
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`README.md lacks ${BEGIN} or ${END}`);
  writeFileSync(file, `${text.slice(0, from)}${BEGIN}\n\n${figures}\n${text.slice(to)}`);
}

async function figuresText(): Promise<string> {
  const rows = SETS.map(([title, all]) => {
    const puzzles = all.filter((_, i) => i % EVERY === 0);
    // The first puzzles warm the engine up, as in a run of any length.
    for (const puzzle of puzzles.slice(0, 20)) solveOnce(puzzle, LIMIT_MS);
    const [own, theirs]: [Timed[], Timed[]] = [[], []];
    for (const puzzle of puzzles) {
      own.push(solveOnce(puzzle, LIMIT_MS));
      theirs.push(other.solve(puzzle, LIMIT_MS));
    }
    keepFigure(`${title}, nonomill`, totalOf(own), 'ms CPU', 'less');
    keepFigure(`${title}, clasp`, totalOf(theirs), 'ms CPU', 'less');
    return `| ${puzzles.length} ${title} | ${timesText(own)} | ${timesText(theirs)} |\n`;
  });
  const perSecond = ratePerSecond();
  const { seconds, threads } = await inFolder(millionSeconds);
  keepFigure('random 10x10', perSecond, 'a second', 'more');
  keepFigure('a million 5x5', seconds, 's', 'less');
  const [day] = new Date().toISOString().split('T');
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, load ${loadavg()[0].toFixed(0)}`;
  return `CPU time for "one solution or several?" on one thread, beside clasp 3.3.5 on the DIMACS files that
nonomill exports (${day}, ${machine}, Node.js ${process.versions.node}):

| puzzles | nonomill | clasp |
| --- | --- | --- |
${rows.join('')}
One thread decides ${(1000 * Math.round(perSecond / 1000)).toLocaleString('en')} random 10x10 a second. A million random 5x5 take ${seconds.toFixed(0)} s through the whole
pipeline, rated, with the report, on ${threads} threads.
`;
}

/** `2.4 s, median 3.4 ms`, or of sets with puzzles out of time how many these are. */
function timesText(times: readonly Timed[]): string {
  const ms = times.map((timed) => timed.ms).sort((a, b) => a - b);
  const median = ms[ms.length >> 1];
  const middle =
    median < 100 ? `${Number(median.toPrecision(2))} ms` : `${(median / 1000).toPrecision(2)} s`;
  const open = times.filter(({ solutions }) => solutions === null).length;
  const first = open > 0 ? `${open} out of time` : `${(totalOf(times) / 1000).toFixed(1)} s`;
  return open > times.length / 2 ? first : `${first}, median ${middle}`;
}

/** How many random 10x10 one thread decides in a second of CPU time, packing included. */
function ratePerSecond(): number {
  const puzzles = randomOnes(50_000, 10, 0.5);
  for (const puzzle of puzzles.slice(0, 5000)) solveOnce(puzzle, LIMIT_MS);
  const before = process.cpuUsage();
  for (const puzzle of puzzles) solveOnce(puzzle, LIMIT_MS);
  const { user, system } = process.cpuUsage(before);
  return puzzles.length / ((user + system) / 1e6);
}

/** A run over a million random 5x5, by the clock. */
function millionSeconds(folder: string): { seconds: number; threads: number } {
  const start = (...words: string[]): void => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'bin', 'nonomill.js'), ...words],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    if (status !== 0) throw new Error(stderr);
  };
  start(
    ...'generate --size 5x5 --density 0.5 --count 1000000 --seed 1 --out million.csv'.split(' '),
  );
  const threads = availableParallelism();
  const began = performance.now();
  start('run', 'million.csv', '--quiet', '--threads', String(threads));
  return { seconds: (performance.now() - began) / 1000, threads };
}
