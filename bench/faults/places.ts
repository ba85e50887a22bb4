import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, pick } from './attack.js';
import { BIN, checkWords, nonomill, shown, start, startProgram, succeeds } from './program.js';
import { checkDatabase, checkSame } from './database.js';

/** Something in the place where a command is to write; all in a folder of its own. */
interface Place {
  /** Makes it; absent if nothing is there. */
  readonly make?: (at: (name: string) => string) => unknown;
  /** The path to be written to; `out` if absent. */
  readonly path?: string;
  /** What must be of the same kind as before; the path if absent. */
  readonly kept?: string;
  /** The file that then holds what was written, and is else as before; null if none can. */
  readonly file?: string | null;
  /** Whether nothing can have been written. */
  readonly isRefused?: boolean;
}

const PRECIOUS = 'precious\n';

/** A reader to whom nobody writes gives up, long after a busy machine would have begun to write. */
const READER_SECONDS = 500;

/** Commands that write a file, pointed at everything that can be a path. */
export const hostileOutputs: Attack = {
  name: 'outputs onto everything',
  quick: 1,
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const corpus = samples.pictures;
    await succeeds(['run', corpus, '--db', db, '--no-report', '--quiet']);
    const words = pick(arena, [
      ['export', '--db', db, '--to', 'csv', '--out'],
      ['convert', corpus, '--to', 'ndjson'],
      ['generate', '--size', '5x5', '--count', '500', '--to', 'csv', '--out'],
    ]);
    const [name, place] = pick(arena, Object.entries(PLACES));
    const elsewhere = join(folder, 'elsewhere');
    await succeeds([...words, elsewhere]);
    const expected = readFileSync(elsewhere);
    const where = join(folder, 'place');
    mkdirSync(where);
    writeFileSync(join(where, 'precious'), PRECIOUS);
    const at = (file: string): string => resolve(where, file);
    place.make?.(at);
    const out = at(place.path ?? 'out');
    const before = looksOf(at, place);
    const force = arena.random() < 0.5 ? ['--force'] : [];
    const all = [...words, out, ...force];
    const ended =
      name === 'a FIFO' ? await withReader(where, out, all, expected) : await nonomill(all);
    arena.tried(`${words[0]} onto ${name}: ${ended.code === 0 ? 'written' : 'refused'}`);
    if (ended.code !== 0 && ended.stderr === '') throw new Error(`no reason: ${shown(ended)}`);
    const written = ended.code === 0 && place.file !== null ? expected.toString() : before.content;
    const after = { ...before, content: written };
    const found = looksOf(at, place);
    if (JSON.stringify(found) !== JSON.stringify(after) || (place.isRefused && ended.code === 0)) {
      const what = JSON.stringify(found).slice(0, 500);
      throw new Error(`${all.join(' ')} (${name}) leaves ${what}; ${shown(ended)}`);
    }
    const left = readdirSync(where, { recursive: true }).map(String);
    const strange = left.filter((file) => !KNOWN.has(file.split('/').at(-1)!));
    if (strange.length > 0) throw new Error(`${all.join(' ')}: left ${strange.join(', ')}`);
  },
};

/** The files that make up the places: any other file was left over. */
const KNOWN = new Set(['precious', 'out', 'out.part', 'loop', 'target', 'deep', 'read']);

async function withReader(
  where: string,
  fifo: string,
  words: string[],
  expected: Buffer,
): ReturnType<typeof nonomill> {
  const read = join(where, 'read');
  const line = `timeout ${READER_SECONDS} cat "$1" > "$2"`;
  const reader = startProgram(['bash', '--norc', '-c', line, 'bash', fifo, read]);
  const ended = await start(words).ended;
  // What was written ends by itself; one to whom nobody wrote waits in vain.
  if (ended.code !== 0) reader.child.kill('SIGTERM');
  await reader.ended;
  const content = existsSync(read) ? readFileSync(read) : Buffer.alloc(0);
  if (ended.code === 0 && !content.equals(expected)) {
    throw new Error(`a FIFO's reader got ${content.length} of ${expected.length} bytes`);
  }
  return ended;
}

/** What must stay as it was, and the content that a place leads to. */
function looksOf(at: (name: string) => string, { path = 'out', kept, file = path }: Place) {
  const kind = lstatSync(at(kept ?? path), { throwIfNoEntry: false });
  const content = (name: string): string | null =>
    existsSync(at(name)) ? readFileSync(at(name), 'utf8') : null;
  return {
    link: kind?.isSymbolicLink() === true,
    special: kind !== undefined && (kind.isFIFO() || kind.isCharacterDevice()),
    precious: content('precious'),
    part: content('out.part'),
    content: file === null ? null : content(file),
  };
}

const PLACES: Readonly<Record<string, Place>> = {
  nothing: {},
  'a file': { make: (at) => writeFileSync(at('out'), 'old\n') },
  'a file beside a .part file': { make: (at) => writeFileSync(at('out.part'), PRECIOUS) },
  'a file beside a .part link': { make: (at) => symlinkSync('precious', at('out.part')) },
  'a link to a file': {
    make: (at) => {
      writeFileSync(at('target'), 'old\n');
      symlinkSync('target', at('out'));
    },
    file: 'target',
  },
  'a dangling link': { make: (at) => symlinkSync('target', at('out')), file: 'target' },
  'a link to itself': {
    make: (at) => symlinkSync('loop', at('loop')),
    path: 'loop',
    file: null,
    isRefused: true,
  },
  // Devices as /dev/null and /dev/full, made anew: none of the machine's own.
  'a null device': { make: (at) => execFileSync('mknod', [at('out'), 'c', '1', '3']), file: null },
  'a full device': {
    make: (at) => execFileSync('mknod', [at('out'), 'c', '1', '7']),
    file: null,
    isRefused: true,
  },
  'a FIFO': { make: (at) => execFileSync('mkfifo', [at('out')]), file: null },
  'a file in a file': { path: 'precious/out', kept: 'precious', file: null, isRefused: true },
  'a folder that cannot be made': {
    path: '/proc/nonomill/deep/out',
    file: null,
    isRefused: true,
  },
  'a folder that is not there': { path: 'deep/deep/out' },
};

/** Reports into folders that are links, files, or hold links under the names of its files. */
export const hostileReports: Attack = {
  name: 'reports onto everything',
  quick: 1,
  async run(arena) {
    const { folder } = arena;
    const db = join(folder, 'run.sqlite');
    writeFileSync(join(folder, 'precious'), PRECIOUS);
    const name = pick(arena, ['index.html', 'summary.json', 'summary.md']);
    const [what, make] = pick(arena, Object.entries(REPORT_PLACES));
    const report = make(join(folder, 'report'), name);
    const corpus = arena.samples.named('tiny.csv').path;
    const words = ['run', corpus, '--db', db, '--report', report, '--quiet'];
    const ended = await nonomill(words);
    arena.tried(`a report onto ${what}: ${ended.code === 0 ? 'written' : 'refused'}`);
    const now = readFileSync(join(folder, 'precious'), 'utf8');
    // A link under the very name that is written may be followed on purpose; nothing else may.
    if (now !== PRECIOUS && what !== 'a link for a file')
      throw new Error(`${what}: it was written over`);
    const isMade = what !== 'a folder that cannot be made';
    if (!isMade && ended.code === 0) throw new Error(`${report} cannot have been made`);
    if (!isMade || what === 'a file') return;
    const file = lstatSync(join(report, name), { throwIfNoEntry: false });
    if (file?.isFile() && file.size === 0) throw new Error(`${name} is empty`);
  },
};

/** What stands in the place of a report, or of one of its files; returns the place. */
const REPORT_PLACES: Readonly<Record<string, (report: string, name: string) => string>> = {
  'a file': (report) => {
    symlinkSync('precious', report);
    return report;
  },
  'a folder that cannot be made': () => '/proc/nonomill/report',
  'a folder for a file': (report, name) => {
    mkdirSync(join(report, name), { recursive: true });
    return report;
  },
  'a link for a file': linked,
  'a temporary link': (report, name) => linked(report, `${name}.tmp`),
};

function linked(report: string, name: string): string {
  mkdirSync(report);
  symlinkSync('../precious', join(report, name));
  return report;
}

/**
 * Asks a run for metrics, a report, proofs or a command's output where something of worth stands:
 * another database, a corpus, the corpus under work, a device. It is refused, or written elsewhere;
 * what was there stays, byte for byte.
 */
export const occupiedPlaces: Attack = {
  name: 'occupied places',
  quick: 2,
  async run(arena) {
    const { folder, samples } = arena;
    const at = (name: string): string => join(folder, name);
    const sample = samples.named('tiny.csv');
    const night = at('night.sqlite');
    const quiet = ['--quiet', '--threads', '1'];
    await succeeds(['run', sample.path, '--db', night, '--no-report', ...quiet]);
    copyFileSync(sample.path, at('corpus.csv'));
    writeFileSync(at('notes.txt'), 'precious\n');
    writeFileSync(at('page.html'), '<!doctype html>\n<title>A site</title>\n');
    linkSync(at('notes.txt'), at('hard link'));
    symlinkSync('night.sqlite', at('link to a database'));
    symlinkSync('notes.txt', at('link to notes'));
    mkdirSync(at('folder'));
    const precious = ['night.sqlite', 'corpus.csv', 'notes.txt', 'page.html'];
    const before = new Map(precious.map((name) => [name, readFileSync(at(name))]));
    const own = arena.random() < 0.3 ? night : at('own.sqlite');
    const place = pick(arena, [
      ...[...precious, 'hard link', 'link to a database', 'link to notes', 'folder', 'device'],
      ...['own.sqlite', 'own.sqlite-wal', 'own.sqlite.lock', 'night.sqlite-journal'],
    ]);
    if (place === 'device') execFileSync('mknod', [at('device'), 'c', '1', '3']);
    const run = ['run', at('corpus.csv'), '--db', own, ...quiet];
    const [what, words] = pick(arena, [
      ['metrics', [...run, '--no-report', '--metrics', at(place)]],
      ['a report', [...run, '--report', at(place)]],
      ['proofs', [...run, '--no-report', '--prove-to', at(place)]],
      ['an export', ['export', '--db', night, '--out', at(place), '--to', 'csv']],
      ['a puzzle file', ['convert', at('corpus.csv'), at(place), '--to', 'ndjson']],
    ] as const);
    const ended = await nonomill(words);
    arena.tried(`${what} onto ${place}: ${ended.code === 0 ? 'done' : 'refused'}`);
    if (ended.code !== 0 && ended.stderr === '') throw new Error(`no reason: ${shown(ended)}`);
    for (const [name, bytes] of before) {
      if (name === 'night.sqlite' && own === night) continue;
      if (readFileSync(at(name)).equals(bytes)) continue;
      throw new Error(`${words.join(' ')}: ${name} is not what it was; ${shown(ended)}`);
    }
    // A run into the database of another one adds a run to it, which may have proofs.
    if (own !== night) checkSame(night, await samples.expected(sample));
    else checkDatabase(night);
    if (place === 'device' && !lstatSync(at('device')).isCharacterDevice()) {
      throw new Error(`${words.join(' ')}: the device was replaced`);
    }
  },
};

/** What a host does with a notice; `delivers`: its body has to arrive whole at /end. */
interface Host {
  readonly answer: RequestListener;
  readonly delivers: boolean;
}

const moved = (status: number): Host => ({
  answer(request, response) {
    if (request.url !== '/end') response.writeHead(status, { location: '/end' });
    response.end();
  },
  delivers: true,
});

const HOSTS: Readonly<Record<string, Host>> = {
  'moved for good': moved(301),
  'found elsewhere': moved(302),
  'moved for now': moved(307),
  'moved for good, as it is': moved(308),
  'moves in a circle': {
    answer: (_, response) => void response.writeHead(302, { location: '/again' }).end(),
    delivers: false,
  },
  'is busy': { answer: (_, response) => void response.writeHead(503).end(), delivers: false },
  'hangs up': { answer: (_, response) => void response.destroy(), delivers: false },
  'never answers': { answer: () => undefined, delivers: false },
};

/**
 * Sends notices to hosts that move, refuse or say nothing, and signals while they are tried. The
 * command for the end runs once, whatever it leaves in the background, and a notice that was taken
 * arrived with its content.
 */
export const badNotices: Attack = {
  name: 'bad notices',
  async run(arena) {
    const { folder, samples } = arena;
    const [name, host] = pick(arena, Object.entries(HOSTS));
    const heard: { url: string; method: string; body: string }[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        heard.push({ url: request.url ?? '', method: request.method ?? '', body });
        host.answer(request, response);
      });
    });
    server.listen(0, '127.0.0.1');
    arena.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    const sample = samples.named('tiny.csv');
    const db = join(folder, 'run.sqlite');
    const told = join(folder, 'told');
    const { port } = server.address() as AddressInfo;
    const words = [
      ...['run', sample.path, '--db', db, '--no-report', '--quiet', '--threads', '1'],
      ...['--notify', `json:http://127.0.0.1:${port}/begin`],
      ...['--on-end', `sleep 5 & echo $NONOMILL_EXIT >> '${told}'`],
    ];
    const run = start(words);
    // A host of which nobody hears is tried for minutes: that is for the signal to end.
    const signal = !host.delivers || arena.random() < 0.3;
    if (signal) {
      while (heard.length === 0 && !run.isOver()) await delay(20);
      await delay(500 * arena.random());
      run.child.kill(pick(arena, ['SIGINT', 'SIGTERM']));
    }
    const ended = await run.ended;
    checkWords(ended, words);
    arena.tried(`a host that ${name}: ${signal ? 'a signal' : 'to its end'}, ${ended.code}`);
    // It may come when all is done and nobody listens to signals any more.
    const isLate = signal && ended.signal !== null;
    if (ended.code !== 0 && !isLate && !(signal && ended.code === 130)) {
      throw new Error(shown(ended));
    }
    const ran = existsSync(told) ? readFileSync(told, 'utf8') : 'nothing';
    if (ran !== `${isLate ? 0 : ended.code}\n`)
      throw new Error(`--on-end said ${ran}; ${shown(ended)}`);
    const arrived = heard.find(({ url }) => url === '/end');
    if (
      host.delivers &&
      !signal &&
      (arrived?.method !== 'POST' || !arrived.body.includes('"state":"complete"'))
    ) {
      throw new Error(`a notice arrived as ${JSON.stringify(arrived)}; ${shown(ended)}`);
    }
    if (!host.delivers && !ended.stderr.includes('a notice did not reach')) {
      throw new Error(`nobody was told that a notice is lost: ${shown(ended)}`);
    }
    checkSame(db, await samples.expected(sample));
  },
};

/** A Node.js of the machine that is too old for the program, which starts a private one. */
const OLD_NODE = oldNode();

function oldNode(): string | null {
  const places = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'node'));
  for (const path of places) {
    if (!existsSync(path)) continue;
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const [, major] = /^v(\d+)/.exec(stdout) ?? [];
    if (major !== undefined && Number(major) < 22) return path;
  }
  return null;
}

/** How long what was begun may take to end, on a busy machine, once its outer process is gone. */
const ENDS_WITHIN_MS = 60_000;

/**
 * Sends signals to the old Node.js that has started a private one: that one ends too, kill -9
 * included, and the run goes on later.
 */
export const outerProcesses: Attack = {
  name: 'signals to an outer process',
  missing: () => (OLD_NODE === null ? 'the Node.js of this machine is new enough by itself' : null),
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const { path } = samples.named('many.csv');
    const words = ['run', path, '--db', db, '--no-report', '--quiet', '--threads', '1'];
    const signal = pick(arena, ['SIGKILL', 'SIGKILL', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const);
    const { child, ended } = startProgram([OLD_NODE!, BIN, ...words, '--prove']);
    await Promise.race([ended, delay(200 + 900 * arena.random())]);
    const wasRunning = running(db).length;
    child.kill(signal);
    const end = await ended;
    checkWords(end, words);
    const since = performance.now();
    while (running(db).length > 0) {
      if (performance.now() - since > ENDS_WITHIN_MS) {
        throw new Error(`after ${signal} to the outer process ${running(db).join(', ')} goes on`);
      }
      await delay(50);
    }
    checkDatabase(db);
    arena.tried(`${signal} to an outer process of ${wasRunning > 1 ? 'an inner one' : 'none yet'}`);
  },
};

/** The processes that work on a database, by their words. */
function running(db: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // One that has ended and that nobody has asked for is none.
      if (/\) Z /.test(state)) return false;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(db);
    } catch {
      return false;
    }
  });
}

/** How long a preview may go on after a signal, on a busy machine. */
const STOPS_WITHIN_MS = 60_000;

/** Asks for previews while others are said to keep the machine busy: one signal ends them. */
export const busyPreviews: Attack = {
  name: 'previews on a busy machine',
  async run(arena) {
    const { folder, samples } = arena;
    const { path } = samples.named(pick(arena, ['small.csv', 'many.csv']));
    const db = join(folder, 'run.sqlite');
    // Its own threads are more than that.
    const load = pick(arena, ['0.01', '0.5', '1']);
    const words = ['run', path, '--db', db, '--dry-run', '--max-load', load, '--sample', '3s'];
    const { child, ended } = start(words);
    const signal = pick(arena, ['SIGINT', 'SIGTERM', null] as const);
    if (signal !== null) {
      await Promise.race([ended, delay(2500 * arena.random())]);
      child.kill(signal);
    }
    const end = await Promise.race([ended, delay(STOPS_WITHIN_MS)]);
    if (end === undefined) {
      child.kill('SIGKILL');
      throw new Error(`${words.join(' ')} goes on after ${signal ?? 'its sample'}`);
    }
    checkWords(end, words);
    const isEnded =
      end.code === 0 || (signal !== null && (end.code === 130 || end.signal === signal));
    if (!isEnded) throw new Error(`${words.join(' ')}, ${String(signal)}: ${shown(end)}`);
    if (existsSync(db)) throw new Error('a preview has written a database');
    arena.tried(`a preview at --max-load ${load}: ${signal ?? 'to its end'}`);
  },
};
