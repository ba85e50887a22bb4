import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pick, type Attack } from '../attack.js';
import { nonomill, shown, start, startProgram, succeeds } from '../program.js';

/** Something in the place where a command is to write, and what must hold afterwards. */
interface Place {
  /** Makes it, and returns the path to be written to. */
  readonly make: (folder: string) => string;
  /** What is wrong with it now; `written`: the command said that it did its work. */
  readonly fault: (folder: string, written: boolean, content: Buffer) => string | null;
}

const PRECIOUS = 'precious\n';

/** A reader to whom nobody writes gives up, long after a busy machine would have begun to write. */
const READER_SECONDS = 500;

/** Commands that write a file, pointed at everything that can be a path. */
export const hostileOutputs: Attack = {
  name: 'outputs onto everything',
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
    const out = place.make(where);
    const force = arena.random() < 0.5 ? ['--force'] : [];
    const all = [...words, out, ...force];
    const ended =
      name === 'a FIFO' ? await withReader(where, out, all, expected) : await nonomill(all);
    arena.tried(`${words[0]} onto ${name}: ${ended.code === 0 ? 'written' : 'refused'}`);
    if (ended.code !== 0 && ended.stderr === '') throw new Error(`no reason: ${shown(ended)}`);
    const fault = place.fault(where, ended.code === 0, expected);
    if (fault !== null) throw new Error(`${all.join(' ')} (${name}): ${fault}; ${shown(ended)}`);
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
  const reader = startProgram([
    'bash',
    '--norc',
    '-c',
    `timeout ${READER_SECONDS} cat "$1" > "$2"`,
    'bash',
    fifo,
    read,
  ]);
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

/** A place that leads to `file`, which holds what was written or what was there. */
function fileFault(
  file: string,
  before: string | null,
  written: boolean,
  content: Buffer,
): string | null {
  const now = existsSync(file) ? readFileSync(file) : null;
  if (written)
    return now?.equals(content) === true ? null : 'the content is not what was asked for';
  return (now?.toString() ?? null) === before ? null : 'the old content is gone';
}

function keepsPrecious(folder: string): string | null {
  return readFileSync(join(folder, 'precious'), 'utf8') === PRECIOUS
    ? null
    : 'another file was written over';
}

const PLACES: Readonly<Record<string, Place>> = {
  nothing: {
    make: (folder) => join(folder, 'out'),
    fault: (folder, written, content) => fileFault(join(folder, 'out'), null, written, content),
  },
  'a file': {
    make: (folder) => {
      writeFileSync(join(folder, 'out'), 'old\n');
      return join(folder, 'out');
    },
    fault: (folder, written, content) => fileFault(join(folder, 'out'), 'old\n', written, content),
  },
  'a file beside a .part file': {
    make: (folder) => {
      writeFileSync(join(folder, 'out.part'), PRECIOUS);
      return join(folder, 'out');
    },
    fault: (folder, written, content) =>
      readFileSync(join(folder, 'out.part'), 'utf8') !== PRECIOUS
        ? 'the .part file of somebody else was written over'
        : fileFault(join(folder, 'out'), null, written, content),
  },
  'a file beside a .part link': {
    make: (folder) => {
      symlinkSync('precious', join(folder, 'out.part'));
      return join(folder, 'out');
    },
    fault: (folder, written, content) =>
      keepsPrecious(folder) ?? fileFault(join(folder, 'out'), null, written, content),
  },
  'a link to a file': {
    make: (folder) => {
      writeFileSync(join(folder, 'target'), 'old\n');
      symlinkSync('target', join(folder, 'out'));
      return join(folder, 'out');
    },
    fault: (folder, written, content) =>
      lstatSync(join(folder, 'out')).isSymbolicLink()
        ? fileFault(join(folder, 'target'), 'old\n', written, content)
        : 'the link was replaced',
  },
  'a dangling link': {
    make: (folder) => {
      symlinkSync('target', join(folder, 'out'));
      return join(folder, 'out');
    },
    fault: (folder, written, content) =>
      lstatSync(join(folder, 'out')).isSymbolicLink()
        ? fileFault(join(folder, 'target'), null, written, content)
        : 'the link was replaced',
  },
  'a link to itself': {
    make: (folder) => {
      symlinkSync('loop', join(folder, 'loop'));
      return join(folder, 'loop');
    },
    fault: (folder, written) =>
      written || !lstatSync(join(folder, 'loop')).isSymbolicLink() ? 'the link was replaced' : null,
  },
  'a null device': device('3', true),
  'a full device': device('7', false),
  'a FIFO': {
    make: (folder) => {
      execFileSync('mkfifo', [join(folder, 'out')]);
      return join(folder, 'out');
    },
    fault: (folder) => (lstatSync(join(folder, 'out')).isFIFO() ? null : 'the FIFO was replaced'),
  },
  'a file in a file': {
    make: (folder) => join(folder, 'precious', 'out'),
    fault: (folder, written) => (written ? 'it cannot have been written' : keepsPrecious(folder)),
  },
  'a folder that cannot be made': {
    make: () => '/proc/nonomill/deep/out',
    fault: (folder, written) => (written ? 'it cannot have been written' : keepsPrecious(folder)),
  },
  'a folder that is not there': {
    make: (folder) => join(folder, 'deep', 'deep', 'out'),
    fault: (folder, written, content) =>
      fileFault(join(folder, 'deep', 'deep', 'out'), null, written, content),
  },
};

/** A character device as /dev/null (3) or /dev/full (7), made anew: none of the machine's own. */
function device(minor: string, takes: boolean): Place {
  return {
    make(folder) {
      execFileSync('mknod', [join(folder, 'out'), 'c', '1', minor]);
      return join(folder, 'out');
    },
    fault(folder, written) {
      if (!lstatSync(join(folder, 'out')).isCharacterDevice()) return 'the device was replaced';
      return written && !takes ? 'a full device was said to have taken it' : null;
    },
  };
}

/** Reports into folders that are links, files, or hold links under the names of its files. */
export const hostileReports: Attack = {
  name: 'reports onto everything',
  async run(arena) {
    const { folder } = arena;
    const db = join(folder, 'run.sqlite');
    writeFileSync(join(folder, 'precious'), PRECIOUS);
    let report = join(folder, 'report');
    const name = pick(arena, ['index.html', 'summary.json', 'summary.md']);
    const what = pick(arena, [
      'a file',
      'a folder that cannot be made',
      'a folder for a file',
      'a link for a file',
      'a temporary link',
    ]);
    if (what === 'a file') symlinkSync('precious', report);
    else if (what === 'a folder that cannot be made') report = '/proc/nonomill/report';
    else {
      mkdirSync(report);
      if (what === 'a folder for a file') mkdirSync(join(report, name));
      else
        symlinkSync(
          '../precious',
          join(report, what === 'a temporary link' ? `${name}.tmp` : name),
        );
    }
    const words = [
      'run',
      arena.samples.named('tiny.csv').path,
      '--db',
      db,
      '--report',
      report,
      '--quiet',
    ];
    const ended = await nonomill(words);
    arena.tried(`a report onto ${what}: ${ended.code === 0 ? 'written' : 'refused'}`);
    const now = readFileSync(join(folder, 'precious'), 'utf8');
    // A link under the very name that is written may be followed on purpose; nothing else may.
    if (now !== PRECIOUS && what !== 'a link for a file')
      throw new Error(`${what}: it was written over`);
    if (what !== 'a folder that cannot be made') checkCut(report, name);
    else if (ended.code === 0) throw new Error(`${report} cannot have been made`);
  },
};

function checkCut(report: string, name: string): void {
  const file = join(report, name);
  if (!lstatSync(report).isDirectory() || !existsSync(file) || !lstatSync(file).isFile()) return;
  if (readFileSync(file).length === 0) throw new Error(`${file} is empty`);
}
