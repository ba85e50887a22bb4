// Nights that take over what earlier ones have solved.
// First PUZZLES of 15x15, solved and then taken over by a run over the same file, and by one over a file with the same puzzles after
// a new one: what a puzzle takes of the main thread, and of all threads, in CPU. Then a first night of NIGHT puzzles of 25x25, and one of the
// same with 5 % new ones, in between or at the end: the share of the time that the second takes, reports included, and of the database.
//
//     PUZZLES=1000000 NIGHT=200000   variables of the environment
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOCAL, doRun } from '../src/pipeline/runs/do-run.js';
import { newRequest, StopRequest } from '../src/pipeline/runs/request.js';
import { inFolder, keepFigure, print } from './support/figures.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { randomNumbers, tossedPuzzle, writeCsv } from './support/puzzles.js';

const PUZZLES = Number(process.env.PUZZLES ?? 1_000_000);
const NIGHT = Number(process.env.NIGHT ?? 200_000);
const NEW_SHARE = 0.05;
const PROGRAM = fileURLToPath(new URL('../../bin/nonomill.js', import.meta.url));

/** What one run took of the main thread and of all threads, in CPU, and how long. */
interface Taken {
  readonly mainMs: number;
  readonly allMs: number;
  readonly ms: number;
  readonly solved: number;
  readonly reused: number;
}

const [, , what, ...words] = process.argv;
if (what === 'child') print(JSON.stringify(await taken(words[0], words[1], words[2] === 'reuse')));
else {
  await inFolder(takeOver);
  await inFolder(nights);
}

async function takeOver(folder: string): Promise<void> {
  const [before, after] = ['before.csv', 'after.csv'].map((name) => join(folder, name));
  const db = join(folder, 'a.sqlite');
  await writeCsv(before, pictures(PUZZLES, 15, 0));
  await writeCsv(after, pictures(PUZZLES, 15, 1 / PUZZLES));
  const first = measured(before, db, 'solve');
  print(`${PUZZLES} of 15x15: us of the main thread, us of all threads, s`);
  say('solved', first, first.solved);
  for (const [name, corpus] of [
    ['taken over, the same file', before],
    ['taken over, another file', after],
  ] as const) {
    const found = measured(corpus, db, 'reuse');
    say(name, found, found.reused);
    keepFigure(`${name}, main thread`, (1000 * found.mainMs) / found.reused, 'us CPU', 'less');
  }
}

function say(name: string, { mainMs, allMs, ms }: Taken, puzzles: number): void {
  const each = [mainMs, allMs].map((sum) => ((1000 * sum) / puzzles).toFixed(2).padStart(8));
  print(`${name.padEnd(28)} ${each.join(' ')} ${(ms / 1000).toFixed(1).padStart(8)}`);
}

function measured(corpus: string, db: string, how: 'solve' | 'reuse'): Taken {
  const self = [fileURLToPath(import.meta.url), 'child', corpus, db, how];
  const { stdout, status } = spawnSync(process.execPath, self, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`a run over ${corpus} failed`);
  return JSON.parse(stdout) as Taken;
}

async function taken(corpus: string, db: string, isReuse: boolean): Promise<Taken> {
  const cpu = process.cpuUsage();
  const [main, began] = [process.threadCpuUsage(), performance.now()];
  const { solved, reused } = await doRun(
    newRequest({ corpora: [corpus], db, threads: 2, reuse: isReuse ? { from: null } : null }),
    {
      observer: {
        started: () => undefined,
        progress: () => undefined,
        warn: (message) => process.stderr.write(`${message}\n`),
      },
      stop: new StopRequest(),
      toolVersion: 'bench',
    },
    LOCAL,
  );
  const [all, own] = [process.cpuUsage(cpu), process.threadCpuUsage(main)].map(
    ({ user, system }) => (user + system) / 1000,
  );
  return { mainMs: own, allMs: all, ms: performance.now() - began, solved, reused };
}

async function nights(folder: string): Promise<void> {
  const [other, grown] = ['other', 'grown'].map((name) => join(folder, `${name}.csv`));
  const first = join(folder, 'first.csv');
  await writeCsv(first, pictures(NIGHT, 25, 0));
  await writeCsv(other, pictures(NIGHT, 25, NEW_SHARE));
  copyFileSync(first, grown);
  const more = join(folder, 'more.csv');
  await writeCsv(more, pictures(Math.round(NIGHT * NEW_SHARE), 25, 1));
  const [, lines] = /^[^\n]*\n(.*)$/s.exec(readFileSync(more, 'utf8'))!;
  for (const [name, corpora] of [
    ['5 % new ones in between', [first, other]],
    ['5 % new ones at the end', [grown, grown]],
  ] as const) {
    const db = join(folder, `${name}.sqlite`);
    const before = night(corpora[0], db, folder);
    if (corpora[1] === grown) appendFileSync(grown, lines);
    const after = night(corpora[1], db, folder);
    const share = (100 * after.ms) / before.ms;
    const [one, two] = [before, after].map(({ ms }) => `${(ms / 1000).toFixed(1)} s`);
    const bytes = (100 * (after.bytes - before.bytes)) / before.bytes;
    print(
      `${NIGHT} of 25x25: ${one}, with ${name} ${two}: ${share.toFixed(1)} %, database +${bytes.toFixed(1)} %`,
    );
    keepFigure(`second night, ${name}`, share, '% of the first', 'less');
  }
}

/** A night as a user has it, with the report: how long it takes, and the bytes of the database. */
function night(corpus: string, db: string, folder: string): { ms: number; bytes: number } {
  const report = ['--report', join(folder, 'report')];
  const asked = ['run', corpus, '--db', db, '--quiet', '--reuse', '--name', 'night', ...report];
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...asked], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { ms: performance.now() - began, bytes: statSync(db).size };
}

/** Random pictures, half of the cells filled; a `share` of them, in between, of another seed. */
function* pictures(count: number, size: number, share: number): Generator<Puzzle, void> {
  const [usual, other] = [randomNumbers(size), randomNumbers(1000 + size)];
  const every = share === 0 ? Infinity : Math.round(1 / share);
  for (let i = 0; i < count; i++)
    yield tossedPuzzle(i % every === every - 1 ? other : usual, size, 0.5);
}
