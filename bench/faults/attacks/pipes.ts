import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { checkDatabase, contentsOf } from '../database.js';
import { checkWords, shown, start, startProgram, BIN, type Ended } from '../program.js';
import type { Sample } from '../samples.js';

/** A writer to whom nobody listens gives up, long after a busy machine would have begun to read. */
const WRITER_SECONDS = 500;

/** A corpus that can be read only once, in every way in which shells bring one. */
export const pipes: Attack = {
  name: 'pipes',
  async run(arena) {
    const sample = arena.samples.named(pick(arena, ['tiny.csv', 'small.csv', 'medium.csv.gz']));
    const db = join(arena.folder, 'run.sqlite');
    const [what, way] = pick(arena, Object.entries(WAYS));
    const words = [
      '--db',
      db,
      '--no-report',
      '--quiet',
      '--strict',
      '--require',
      'line',
      '--format',
      'csv',
    ];
    const ended = await way(arena, sample, words);
    arena.tried(`a pipe by ${what}: ${ended.code === 1 || ended.code === 2 ? 'refused' : 'read'}`);
    checkWords(ended, [what]);
    checkDatabase(db);
    const found = contentsOf(db);
    const refused = ended.code === 1 || ended.code === 2;
    const kept = (found?.results.length ?? 0) + (found?.rejects.length ?? 0);
    // 3: there are broken entries, and --strict is asked for.
    if (!refused && (ended.code !== 3 || kept !== sample.entries)) {
      throw new Error(
        `${what}: ${kept} of ${sample.entries} entries; it ended with ${shown(ended)}`,
      );
    }
    if (refused && found?.state === 'complete') throw new Error(`${what}: refused, but complete`);
  },
};

type Way = (arena: Arena, sample: Sample, words: readonly string[]) => Promise<Ended>;

const WAYS: Readonly<Record<string, Way>> = {
  '- in pieces': async (arena, { path }, words) => {
    const { child, ended } = start(['run', '-', ...words], { input: null });
    const bytes = readFileSync(path);
    const most = pick(arena, [1, 7, 100, 5000, 70_000]);
    for (let at = 0; at < bytes.length;) {
      const end = Math.min(bytes.length, at + between(arena, 1, most));
      child.stdin!.write(bytes.subarray(at, end));
      at = end;
      if (arena.random() < Math.min(1, 20 / (bytes.length / most))) await delay(1);
    }
    child.stdin!.end();
    return ended;
  },
  '/dev/stdin': (_, { path }, words) =>
    shell(`cat "$1" | "$2" "$3" run /dev/stdin "\${@:4}"`, path, words),
  '<(cat)': (_, { path }, words) => shell(`"$2" "$3" run <(cat "$1") "\${@:4}"`, path, words),
  'a FIFO': async ({ folder }, { path }, words) => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    return shell(
      `(sleep 0.3; exec timeout ${WRITER_SECONDS} cat "$1" > "${fifo}") & "$2" "$3" run "${fifo}" "\${@:4}"`,
      path,
      words,
    );
  },
  'a FIFO in a folder that nobody writes to': async ({ folder }, { path }, words) => {
    const inner = join(folder, 'corpus');
    cpSync(path, join(inner, path.split('/').at(-1)!));
    execFileSync('mkfifo', [join(inner, 'fifo.csv')]);
    // What is left out fails --strict, as the broken entries do.
    return start(['run', inner, ...words]).ended;
  },
  'a writer that dies': async (arena, { path }, words) => {
    const bytes = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
    const { child, ended } = start(['run', '-', ...words], { input: null });
    child.stdin!.write(bytes.subarray(0, between(arena, 0, bytes.length)));
    await delay(300 * arena.random());
    child.stdin!.write(bytes.subarray(0, 0));
    child.kill('SIGTERM');
    child.stdin!.destroy();
    const { code, signal, ...rest } = await ended;
    // A stop by a signal: what is kept is not everything, and it says so. A program that had hardly
    // begun is ended by the signal itself, before it listens.
    const stopped = code === 130 || signal === 'SIGTERM';
    return { code: stopped ? 1 : code, signal, ...rest };
  },
};

/**
 * Runs a line of bash in which $1 is the corpus, $2 node, $3 the program and the rest its words.
 */
function shell(line: string, corpus: string, words: readonly string[]): Promise<Ended> {
  return startProgram([
    'bash',
    '--norc',
    '-c',
    line,
    'bash',
    corpus,
    process.execPath,
    BIN,
    ...words,
  ]).ended;
}

/** A reader of standard output that goes away early is not a fault of anybody. */
export const closedOutputs: Attack = {
  name: 'closed outputs',
  async run(arena) {
    const { path } = arena.samples.named('small.csv');
    const db = join(arena.folder, 'run.sqlite');
    const words = pick(arena, [
      ['convert', path, '-', '--to', 'ndjson'],
      ['generate', '--count', '20000'],
      ['solve', path],
      ['run', path, '--db', db, '--no-report'],
      ['formats'],
    ]);
    const { child, ended } = start(words);
    const gone = arena.random() < 0.5 ? child.stdout! : child.stderr!;
    await Promise.race([ended, delay(500 * arena.random())]);
    gone.destroy();
    arena.tried(`${words[0]} with a closed pipe`);
    checkWords(await ended, words);
    checkDatabase(db);
  },
};
