import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Arena, type Attack, between, pick } from './attack.js';
import {
  type Ended,
  checkWords,
  nonomill,
  shown,
  start,
  strace,
  straceMissing,
  succeeds,
} from './program.js';
import { RunUnderAttack, checkReport } from './run-under-attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from './database.js';
import { csvText } from './samples.js';

/** A file system of its own below a folder. */
class SmallDisk {
  readonly path: string;

  /** An empty one of `size`, as mount has it: 64m. @throws Error if that is not allowed */
  constructor(folder: string, size: string) {
    this.path = join(folder, 'disk');
    mkdirSync(this.path);
    mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', this.path]);
  }

  resize(size: string): void {
    mount(['-o', `remount,size=${size}`, this.path]);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
  }
}

/** One that goes when the attack is over. */
function diskOf(arena: Arena, size: string): SmallDisk {
  const disk = new SmallDisk(arena.folder, size);
  arena.after(() => disk.remove());
  return disk;
}

/** Why none can be mounted here, or null. */
function diskMissing(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-disk-'));
  try {
    new SmallDisk(folder, '1m').remove();
    return null;
  } catch {
    return 'a tmpfs cannot be mounted';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mount(words: readonly string[]): void {
  execFileSync('mount', words, { stdio: 'ignore' });
}

/** A run on a disk that gets full at any point, and goes on once there is room. */
export const fullDisks: Attack = {
  name: 'full disks',
  missing: diskMissing,
  async run(arena) {
    const { samples } = arena;
    const disk = diskOf(arena, `${between(arena, 8, 3000)}k`);
    const run = new RunUnderAttack(disk.path, pick(arena, samples.all), samples);
    for (let i = 0; i < 2; i++) {
      const ended = await nonomill(run.words);
      if (ended.code !== 0) {
        arena.tried('stopped by a full disk');
        checkSaid(ended);
      }
      run.check();
      if (i === 0) disk.resize(`${between(arena, 3000, 5000)}k`);
    }
    disk.resize('200m');
    await run.finish();
  },
};

/** Files that a command writes to a disk without room: there, the old or the new, but whole. */
export const fullOutputs: Attack = {
  name: 'outputs on full disks',
  missing: diskMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const { words, name, isSame } = pick(arena, await samples.writings(folder));
    const disk = diskOf(arena, `${between(arena, 4, 400)}k`);
    const out = join(disk.path, name);
    const before = name !== 'report' && arena.random() < 0.5 ? 'what was there before\n' : null;
    if (before !== null) writeFileSync(out, before);
    const full = await nonomill([...words, out]);
    arena.tried(`${words[0]} to ${name} on ${full.code === 0 ? 'a small' : 'a full'} disk`);
    if (full.code !== 0) {
      checkSaid(full);
      checkUntouched(disk.path, name, before);
    }
    disk.resize('200m');
    await succeeds([...words, out]);
    const whole = join(folder, name);
    await succeeds([...words, whole]);
    if (isSame && !readFileSync(out).equals(readFileSync(whole))) {
      throw new Error(`${out} is not what ${words[0]} writes elsewhere`);
    }
  },
};

function checkSaid(full: Ended): void {
  if (!/full|room|space/i.test(full.stderr)) {
    throw new Error(`a full disk is not called so: ${shown(full)}`);
  }
}

/** @throws Error unless the disk holds what it held before, or whole files of a report. */
function checkUntouched(disk: string, name: string, before: string | null): void {
  const out = join(disk, name);
  if (name === 'report') {
    checkReport(out);
    return;
  }
  const now = existsSync(out) ? readFileSync(out, 'utf8') : null;
  if (now !== before) throw new Error(`${out} is half written`);
  const strange = readdirSync(disk).filter((file) => file !== name);
  if (strange.length > 0) throw new Error(`${disk}: ${strange.join(', ')} was left behind`);
}

/**
 * Removes runs on a disk that is nearly full: either it is done, or it says why not; what stays is
 * whole, and reports go with their runs.
 */
export const prunedDisks: Attack = {
  name: 'removals on small disks',
  missing: diskMissing,
  async run(arena) {
    const { samples } = arena;
    const disk = diskOf(arena, '64m');
    const db = join(disk.path, 'run.sqlite');
    const words = ['--db', db, '--quiet', '--threads', '2', '--name', 'night'];
    const sample = samples.named('small.csv');
    for (const name of ['many.csv', 'medium.csv.gz', 'small.csv'] as const) {
      await succeeds(['run', samples.named(name).path, ...words]);
    }
    const size = statSync(db).size;
    // From nothing at all to as much as the database has.
    const left = Math.floor(size * arena.random() ** 2);
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(join(disk.path, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left), 1));
    const ended = await nonomill(['prune', '--keep', '1', '--yes', '--db', db]);
    if (ended.code !== 0 && ended.code !== 1) throw new Error(shown(ended));
    if (/--resume|go on with the run/.test(ended.stderr)) throw new Error(shown(ended));
    arena.tried(`a removal with ${Math.round((left / size) * 10) * 10} % of room: ${ended.code}`);
    checkSame(db, await samples.expected(sample));
    const runs = reading(db, (open) => open.prepare('SELECT run_id FROM runs').pluck().all())!;
    if (ended.code === 0 && runs.length !== 1) throw new Error(`${runs.length} runs stay`);
    const reports = readdirSync(disk.path).filter((name) => /run-\d+$/.test(name));
    const lone = reports.filter((name) => !runs.includes(Number(/\d+$/.exec(name))));
    if (lone.length > 0) throw new Error(`${lone.join(', ')} stay without their runs`);
    if (existsSync(`${db}-journal`)) throw new Error('a journal stays');
  },
};

const FAULTS = ['ENOSPC', 'EIO', 'EDQUOT'];

/** The most calls after which the fault shows: more than that, and small runs are over. */
const LATEST = 120;

/** Has the disk fail at one write or sync of a run, once or from then on. */
export const failingCalls: Attack = {
  name: 'failing disks',
  quick: 1,
  missing: straceMissing,
  async run(arena) {
    const { folder, samples } = arena;
    const run = new RunUnderAttack(folder, pick(arena, samples.all), samples);
    for (let i = 0; i < 3; i++) {
      const call = pick(arena, ['pwrite64', 'pwrite64', 'fsync', 'ftruncate']);
      const errno = pick(arena, FAULTS);
      const at = `${between(arena, 1, call === 'pwrite64' ? LATEST : 8)}${pick(arena, ['', '+'])}`;
      const under = strace(join(folder, 'trace'), `${call}:error=${errno}:when=${at}`);
      const ended = await run.start({ under }).ended;
      checkWords(ended, run.words);
      arena.tried(`${errno} of ${call}`);
      run.check();
      if (ended.code !== 0 && ended.stderr.trim() === '') {
        throw new Error(`${errno} of ${call} ${at}: no reason is given: ${shown(ended)}`);
      }
    }
    await run.finish();
  },
};

/** A folder of files, five of which go while a command is under way. */
function folderOf(arena: Arena) {
  const corpus = join(arena.folder, 'corpus');
  cpSync(arena.samples.named('folder').path, corpus, { recursive: true });
  const files = readdirSync(corpus);
  const losing = async (words: readonly string[], from: number, to: number) => {
    const { ended } = start(words);
    await Promise.race([ended, delay(between(arena, from, to))]);
    const lost = Array.from({ length: 5 }, () => pick(arena, files));
    for (const name of lost) rmSync(join(corpus, name), { force: true });
    const outcome = await ended;
    checkWords(outcome, words);
    return { lost, outcome };
  };
  return { corpus, files, losing };
}

/**
 * Files of a folder vanish while a run begins, or were never to be read: each is read, or left out
 * and named, and --strict fails; one that goes while it is read ends the run with its name.
 */
export const lostFiles: Attack = {
  name: 'lost files',
  quick: 1,
  async run(arena) {
    const { corpus, files, losing } = folderOf(arena);
    const db = join(arena.folder, 'run.sqlite');
    const isLinked = arena.random() < 0.5;
    if (isLinked) symlinkSync('nowhere', join(corpus, 'a-link.csv'));
    const words = ['run', corpus, '--db', db, '--no-report', '--strict', '--quiet'];
    const { lost, outcome } = await losing(words, 0, 1500);
    checkDatabase(db);
    const isComplete = contentsOf(db)?.state === 'complete';
    arena.tried(`files lost: ${isComplete ? 'the others solved' : 'stopped'}`);
    if (!isComplete) {
      const isNamed = lost.some((name) => outcome.stderr.includes(name));
      if (outcome.code === 0 || !isNamed) throw new Error(`not complete, but ${shown(outcome)}`);
      return;
    }
    const paths = reading(db, (open) =>
      open.prepare('SELECT path FROM left_out UNION SELECT path FROM run_sources').pluck().all(),
    )!.map(String);
    // A file that went before the folder was listed is nowhere.
    const missing = files.filter((name) => !paths.includes(join(corpus, name)));
    if (missing.some((name) => !lost.includes(name)))
      throw new Error(`vanished: ${missing.join()}`);
    if (isLinked && !outcome.stderr.includes('a-link.csv')) {
      throw new Error(`a link to nowhere is not named: ${shown(outcome)}`);
    }
    // Broken entries alone make --strict fail here.
    if (outcome.code !== 3) throw new Error(`--strict holds: ${shown(outcome)}`);
  },
};

/**
 * The same for commands that read each file when its turn comes: the puzzles of all others are
 * there.
 */
export const lostFilesOfOthers: Attack = {
  name: 'files lost to convert, solve and fix',
  quick: 1,
  async run(arena) {
    const { corpus, losing } = folderOf(arena);
    const words = pick(arena, [
      ['convert', corpus, '-', '--to', 'ndjson'],
      ['solve', corpus, '--json'],
      ['fix', corpus, '--json', '--timeout', '50ms', '--threads', '1'],
    ]);
    const { outcome } = await losing(words, 200, 2500);
    const others = await nonomill(['convert', corpus, '-', '--to', 'ndjson']);
    const [found, least] = [outcome, others].map(({ stdout }) => stdout.split('\n').length);
    arena.tried(`files lost to ${words[0]}: ${found > least ? 'some read' : 'left out'}`);
    if (found < least) throw new Error(`${found} of at least ${least} puzzles: ${shown(outcome)}`);
  },
};

/**
 * Changes a corpus while it is hashed or read: a run never calls that complete under another hash.
 */
export const changedFiles: Attack = {
  name: 'changed files',
  quick: 1,
  async run(arena) {
    const corpus = join(arena.folder, 'corpus.csv');
    const db = join(arena.folder, 'run.sqlite');
    const sample = arena.samples.named(pick(arena, ['small.csv', 'many.csv']));
    copyFileSync(sample.path, corpus);
    const words = ['run', corpus, '--db', db, '--no-report', '--quiet', '--threads', '1'];
    const before = hashOf(corpus);
    const { ended, isOver } = start(words);
    while (!isOver() && contentsOf(db) === undefined) await delay(1);
    await delay(40 * arena.random());
    const [what, change] = pick(arena, Object.entries(CHANGES));
    const original = readFileSync(corpus);
    change(corpus, arena);
    const outcome = await ended;
    checkWords(outcome, words);
    checkDatabase(db);
    const found = contentsOf(db);
    arena.tried(`${what} while it is read: ${found?.state ?? 'refused'}`);
    if (found?.state !== 'complete') {
      if (outcome.code === 0) throw new Error(`${what}: exit code 0, but not complete`);
      return;
    }
    const hash = reading(db, (open) => open.prepare('SELECT sha256 FROM sources').pluck().get());
    if (hash === before) {
      checkSame(db, await arena.samples.expected(sample));
      return;
    }
    const now = existsSync(corpus) ? readFileSync(corpus) : original;
    const content = contentWith(hash, now, original.length);
    if (content === null) throw new Error(`${what}: a hash of no content that it ever had`);
    const copy = join(arena.folder, 'copy.csv');
    writeFileSync(copy, content);
    const again = join(arena.folder, 'again.sqlite');
    await succeeds(['run', copy, '--db', again, '--no-report', '--quiet']);
    checkSame(db, contentsOf(again)!);
    if (outcome.code !== 0) throw new Error(`${what}: complete, but ${shown(outcome)}`);
  },
};

/** How much of a file is written at once, as others see it. */
const PAGE = 4096;

type Change = (corpus: string, arena: Arena) => void;

const CHANGES: Readonly<Record<string, Change>> = {
  grown: (corpus, arena) => appendFileSync(corpus, more(arena)),
  cut: (corpus, arena) => truncateSync(corpus, between(arena, 0, readFileSync(corpus).length)),
  'written over': (corpus, arena) =>
    writeFileSync(corpus, `id,width,height,rows,columns\n${more(arena)}`),
  replaced: (corpus, arena) => {
    writeFileSync(`${corpus}.new`, `id,width,height,rows,columns\n${more(arena)}`);
    renameSync(`${corpus}.new`, corpus);
  },
  removed: (corpus) => rmSync(corpus),
};

/** Entries without a header. */
function more(arena: Arena): string {
  const text = csvText({ count: between(arena, 1, 20_000), side: 4, brokenEvery: 0 }, 999);
  return text.slice(text.indexOf('\n') + 1);
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * The content with the hash `wanted` that a file had while it became `now`, or null: writing takes
 * time, and whoever reads meanwhile may find any number of whole pages of it. `least`: where the
 * writing may have begun, besides the beginning.
 */
function contentWith(wanted: unknown, now: Buffer, least: number): Buffer | null {
  const hash = createHash('sha256');
  const cuts = new Set([0, least, now.length]);
  for (let cut = PAGE; cut < now.length; cut += PAGE) cuts.add(cut);
  let from = 0;
  for (const cut of [...cuts].filter((at) => at <= now.length).sort((a, b) => a - b)) {
    hash.update(now.subarray(from, cut));
    from = cut;
    if (hash.copy().digest('hex') === wanted) return now.subarray(0, cut);
  }
  return null;
}
