import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Attack } from '../attack.js';
import { checkDatabase, contentsOf, reading } from '../database.js';
import { BIN, checkWords, nonomill, shown, start, startProgram } from '../program.js';

/**
 * Files of a folder vanish while a run begins, or were never to be read: each is read, or left out
 * and named, and --strict fails; one that goes while it is read ends the run with its name.
 */
export const lostFiles: Attack = {
  name: 'lost files',
  async run(arena) {
    const corpus = join(arena.folder, 'corpus');
    const db = join(arena.folder, 'run.sqlite');
    cpSync(arena.samples.named('folder').path, corpus, { recursive: true });
    const files = readdirSync(corpus);
    const isLinked = arena.random() < 0.5;
    if (isLinked) symlinkSync('nowhere', join(corpus, 'a-link.csv'));
    const words = ['run', corpus, '--db', db, '--no-report', '--strict', '--quiet'];
    const { ended, isOver } = start(words);
    await delay(between(arena, 0, 1500));
    const lost = Array.from({ length: 5 }, () => pick(arena, files));
    if (!isOver()) for (const name of lost) rmSync(join(corpus, name), { force: true });
    const outcome = await ended;
    checkWords(outcome, words);
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
  async run(arena) {
    const corpus = join(arena.folder, 'corpus');
    cpSync(arena.samples.named('folder').path, corpus, { recursive: true });
    const lost = new Set(Array.from({ length: 5 }, () => pick(arena, readdirSync(corpus))));
    const words = pick(arena, [
      ['convert', corpus, '-', '--to', 'ndjson'],
      ['solve', corpus, '--json'],
      ['fix', corpus, '--json', '--timeout', '50ms', '--threads', '1'],
    ]);
    const { ended } = start(words);
    await delay(between(arena, 200, 2500));
    for (const name of lost) rmSync(join(corpus, name), { force: true });
    const outcome = await ended;
    const others = await nonomill(['convert', corpus, '-', '--to', 'ndjson']);
    checkWords(outcome, words);
    const [found, least] = [outcome, others].map(({ stdout }) => stdout.split('\n').length);
    arena.tried(`files lost to ${words[0]}: ${found > least ? 'some read' : 'left out'}`);
    if (found < least) throw new Error(`${found} of at least ${least} puzzles: ${shown(outcome)}`);
  },
};

/** A working directory that is gone. */
export const lostFolders: Attack = {
  name: 'lost working directories',
  async run(arena) {
    const words = pick(arena, [
      ['run', 'corpus.csv'],
      ['generate', '--size', '5x5', '--out', 'x.csv'],
      ['convert', 'a.csv', 'b.json'],
      ['runs'],
    ]);
    const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"';
    const gone = join(arena.folder, 'gone');
    const ended = await startProgram([
      'bash',
      '--norc',
      '-c',
      script,
      'bash',
      gone,
      process.execPath,
      BIN,
      ...words,
    ]).ended;
    checkWords(ended, words);
    arena.tried(`${words[0]} in a folder that is gone`);
    if (ended.code !== 1 || !ended.stderr.includes('is gone')) throw new Error(shown(ended));
  },
};
