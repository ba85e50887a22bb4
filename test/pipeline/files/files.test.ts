// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
  renameSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import zlib, { gunzipSync } from 'node:zlib';
import {
  NotReplaced,
  replaceFile,
  whyNotReplaced,
  makeFolder,
  makeWritableFolder,
  isNowhere,
  whyForbidden,
  withSlashes,
  DATABASE_START,
  whyTaken,
  gzipInto,
  gzipped,
  removeEmptyFolder,
  removeFile,
  removeIfThere,
  renameFile,
  openNewFile,
  keepWithin,
  whyOutside,
  removeAllOf,
} from '../../../src/pipeline/files/files.js';
import { linesIn, ONLY_DEEP, folderWith, temporaryFolder } from '../../support/tests.js';
import { writeCsv } from '../../support/csv-corpora.js';
import { ROOT, nonomill, start } from '../../support/nonomill.js';
import { systemReason } from '../../../src/solver/core/text/error-codes.js';
import { Worker } from 'node:worker_threads';
import { writeStream } from '../../../src/pipeline/cli/input-output.js';
import { ProofFile } from '../../../src/pipeline/runs/pool/proof-folder.js';
import { openStore } from '../../../src/pipeline/store/open/open.js';

const START = '# Ours ';
const TEXT = '# Ours 2\n';

for (const [what, before] of [
  ['nothing', null],
  ['an empty file', ''],
  ['one that begins in the same way', '# Ours 1\n'],
  ['one that was cut off within its beginning', '# Ou'],
] as const) {
  test(`a file takes the place of ${what}, and nothing is left beside it`, (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'file');
    if (before !== null) writeFileSync(path, before);
    replaceFile(path, TEXT, START, `${path}.part`);
    assert.equal(readFileSync(path, 'utf8'), TEXT);
    assert.deepEqual(readdirSync(folder), ['file']);
  });
}

for (const name of ['file', 'file.part']) {
  test(`what somebody else has written as ${name} stays, byte by byte`, (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'file');
    writeFileSync(join(folder, name), 'theirs');
    assert.throws(() => replaceFile(path, TEXT, START, `${path}.part`), NotReplaced);
    assert.deepEqual(readdirSync(folder), [name]);
    assert.equal(readFileSync(join(folder, name), 'utf8'), 'theirs');
  });
}

test('folders, links and devices are never replaced', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'ours'), TEXT);
  symlinkSync(join(folder, 'ours'), join(folder, 'link'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dead-link'));
  const paths = ['folder', 'link', 'dead-link'].map((name) => join(folder, name));
  if (process.platform !== 'win32') paths.push('/dev/null');
  for (const path of paths) {
    assert.equal(whyNotReplaced(path, START), `${path} is not a plain file`);
    assert.throws(() => replaceFile(path, TEXT, START, `${folder}/aside`), NotReplaced);
  }
});

const skip = process.platform === 'win32' ? 'needs signals' : false;
const SINK = new URL('../../../src/pipeline/cli/input-output.js', import.meta.url).href;
const PROOFS = new URL('../../../src/pipeline/runs/pool/', import.meta.url).href;

const FILE = `
  const { openSink } = await import('${SINK}');
  const sink = await openSink({ out: 'book.pdf', force: false }, {});
  await sink.write('half of it');
`;
const PROOF = `
  const { openProofFolder, ProofFile } = await import('${PROOFS}proof-folder.js');
  openProofFolder('.');
  new ProofFile('.').write('half of it');
`;
const WAIT = `console.log('ready'); setInterval(() => undefined, 1000);`;

/** What is left in a folder in which a program was ended by a signal, and how it ended. */
async function leftBy(
  program: string,
  signal: NodeJS.Signals,
): Promise<{ files: string[]; code: number | null; signal: string | null }> {
  const folder = folderWith({});
  const words = ['--input-type=module', '-e', program + WAIT];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: 'pipe' });
  const [said] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit'),
  ])) as unknown[];
  assert.ok(Buffer.isBuffer(said), 'it ended before it was ready');
  assert.notDeepEqual(readdirSync(folder), []);
  child.kill(signal);
  const [code, by] = (await once(child, 'exit')) as [number | null, string | null];
  return { files: readdirSync(folder), code, signal: by };
}

for (const [what, program] of Object.entries({ 'a file': FILE, 'a proof': PROOF })) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(
      `${signal} removes ${what} that is not finished, and ends the process`,
      { skip: skip || (signal !== 'SIGTERM' && ONLY_DEEP) },
      async () => {
        assert.deepEqual(await leftBy(program, signal), { files: [], code: null, signal });
      },
    );
  }
  test(`${what} that is not finished is gone after another's exit`, { skip }, async () => {
    const exits = `process.on('SIGINT', () => process.exit(7)); ${program}`;
    assert.deepEqual(await leftBy(exits, 'SIGINT'), { files: [], code: 7, signal: null });
  });
}

test('a finished file stays, and signals are left to those who listen', { skip }, async () => {
  const program = `${FILE} await sink.done();
    if (process.listenerCount('SIGINT') + process.listenerCount('exit') > 0) process.exit(1);`;
  const { files, signal } = await leftBy(program, 'SIGINT');
  assert.deepEqual([files, signal], [['book.pdf'], 'SIGINT']);
});

test('a folder is made with those above it, and one that is there is left alone', () => {
  const folder = join(folderWith({}), 'a', 'b', 'c');
  makeFolder(folder);
  assert.ok(existsSync(folder));
  makeFolder(`${folder}/`);
});

const linux = process.platform === 'linux' ? false : 'needs /proc';
for (const [path, where] of [
  ['/proc/none', '/proc'],
  ['/proc/none/below', '/proc'],
  ['/proc/self/none/below', '/proc/self'],
]) {
  test(`${path} cannot be made, which is said at once`, { skip: linux }, () => {
    assert.throws(() => makeFolder(path), { message: `no folder can be made in ${where}` });
  });
}

test('a folder in which no file can be made is an error, and a trial leaves nothing, not even that of a killed command', () => {
  const folder = folderWith({});
  makeWritableFolder(folder);
  assert.deepEqual(readdirSync(folder), []);
  const killed = folderWith({ '.nonomill-trial.part': '' });
  makeWritableFolder(killed);
  assert.deepEqual(readdirSync(killed), []);
  if (linux !== false) return;
  assert.throws(() => makeWritableFolder('/proc'), { message: 'no file can be made in /proc' });
});

test('a file, or a link that leads nowhere, in the place of a folder is an error', () => {
  const folder = folderWith({ file: '' });
  // Windows does not tell the one from the other.
  const code = process.platform === 'win32' ? 'EEXIST' : 'ENOTDIR';
  assert.throws(() => makeFolder(join(folder, 'file', 'below')), { code });
  assert.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' });
  symlinkSync('nowhere', join(folder, 'link'));
  assert.throws(() => makeFolder(join(folder, 'link')), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(folder, 'link', 'below')));
});

test('Windows forbids signs in names, and names of devices with any extension', () => {
  for (const path of ['ab:c', 'C:\\x\\a:b.csv', 'what?.csv', 'x/a*b', 'a|b', '"a"']) {
    assert.match(whyForbidden(path, 'win32')!, /^Windows allows no < > : " \| \? \* in a name$/);
  }
  for (const path of ['CON', 'con.csv', 'C:\\x\\nul.sqlite', 'lpt1/a.csv', 'aux.tar.gz']) {
    assert.match(whyForbidden(path, 'win32')!, /^\S+ is the name of a device on Windows$/);
  }
});

test('other names are allowed, and elsewhere all are', () => {
  for (const path of ['C:\\x\\a.csv', '\\\\host\\share\\a b.csv', 'console.csv', 'C:a.csv', '..']) {
    assert.equal(whyForbidden(path, 'win32'), null, path);
  }
  assert.equal(whyForbidden('\\\\?\\C:\\x', 'win32'), null, 'what says that it is a name as it is');
  assert.equal(whyForbidden('CON:*', 'linux'), null);
});

test('NUL is nowhere on Windows alone', () => {
  for (const name of ['NUL', 'nul', 'nul:', '\\\\.\\NUL'])
    assert.ok(isNowhere(name, 'win32'), name);
  assert.ok(!isNowhere('NUL', 'linux'));
  assert.ok(!isNowhere('nul.csv', 'win32'));
});

test('paths of Windows are kept with slashes, and those of others as they are', () => {
  assert.equal(withSlashes('C:\\puzzles\\a/b.csv', 'win32'), 'C:/puzzles/a/b.csv');
  assert.equal(withSlashes('puzzles/back\\slash.csv', 'linux'), 'puzzles/back\\slash.csv');
});

test('a name that a database needs for itself is given to no file and no folder', () => {
  const folder = folderWith({ 'night.sqlite': `${DATABASE_START}…`, 'notes.txt': 'a text' });
  const reason =
    /^night\.sqlite-journal is a name that the database night\.sqlite needs for itself$/;
  const path = join(folder, 'night.sqlite-journal');
  assert.match(whyTaken(path) ?? '', reason);
  assert.match(whyNotReplaced(path, '# ') ?? '', reason);
  assert.throws(() => makeFolder(path), { message: reason });
  for (const free of ['night.sqlite', 'night.sqlite.gz', 'notes.txt-wal', 'none.sqlite-wal']) {
    assert.equal(whyTaken(join(folder, free)), null, free);
  }
});

const LONG_TEXT = Buffer.from('nonogram '.repeat(100));
const UNIX = 3;

/** Until the test ends, zlib names Windows in what it packs, and gives it a byte at a time. */
function packAsWindows(t: TestContext): void {
  const { gzipSync } = zlib;
  const onWindows = (bytes: Uint8Array): Buffer => {
    const packed = gzipSync(bytes);
    packed[9] = 10;
    return packed;
  };
  t.mock.method(zlib, 'gzipSync', onWindows);
  t.mock.method(zlib, 'createGzip', () => {
    const pieces: Buffer[] = [];
    return new Transform({
      transform(piece: Buffer, _, done) {
        pieces.push(piece);
        done();
      },
      flush(done) {
        for (const byte of onWindows(Buffer.concat(pieces))) this.push(Buffer.of(byte));
        done();
      },
    });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test('gzipped bytes are those of Unix on every system', (t) => {
  const here = gzipped(LONG_TEXT);
  packAsWindows(t);
  assert.deepEqual(gzipped(LONG_TEXT), here);
  assert.equal(here[9], UNIX);
  assert.deepEqual(gunzipSync(here), LONG_TEXT);
});

test('a gzipped stream has the bytes of Unix on every system, in pieces of any size', async (t) => {
  packAsWindows(t);
  const out = new PassThrough();
  const all = buffer(out);
  const gzip = gzipInto(out);
  gzip.end(LONG_TEXT);
  await once(out, 'end');
  const packed = await all;
  assert.equal(packed[9], UNIX);
  assert.deepEqual(gunzipSync(packed), LONG_TEXT);
});

test('NODE_DEBUG=nonomill says what the run, the pool, the search, the store and the report do', async (t) => {
  const folder = temporaryFolder(t);
  // Of fewer than 4 kB, no thread might be needed.
  const corpus = writeCsv(folder, 'some', { count: 200, width: 5, height: 5 });
  const searched = join(ROOT, 'data', 'random-search.csv');
  const words = [
    ...['run', corpus, searched],
    ...['--limit', '201'],
    ...['--quiet', '--threads', '2', '--report', join(folder, 'report')],
  ];
  // Node.js reads this variable at its start.
  const env = { NODE_DEBUG: 'nonomill' };
  const traced = await start([...words, '--db', join(folder, 'a.sqlite')], undefined, env).ended;
  assert.equal(traced.code, 0);
  const end = /^Run 1 is complete: 201 puzzles, .*$/m;
  assert.match(traced.stderr, end);
  const lines = linesIn(traced.stderr).filter((line) => !end.test(line));
  for (const line of lines)
    assert.match(line, /^NONOMILL \d+: +\d+ (run|pool|solve|store|report): \S/);
  for (const told of [
    /store: opens .*a\.sqlite for writing$/,
    /store: opened .*a\.sqlite$/,
    /run: hashes .*some\.csv$/,
    /run: read the entries 0 to \d+ of .*some\.csv$/,
    /run: hands over [\d,]+ puzzles?; \d+ jobs wait$/,
    /pool: thread \d+ gets [\d,]+ puzzles?; it has 1 batch$/,
    /solve: puzzle \d+: .*: conflicts \d.*; lines alone /,
    /run: got back \d+ of \d+ after /,
    /store: committed [\d,]+ results? and 0 rejects in /,
    /run: all is done$/,
    /store: copies the log into the database$/,
    /store: makes the index results_by_time$/,
    /report: writes index\.html$/,
    /store: closed .*a\.sqlite$/,
  ]) {
    assert.ok(
      lines.some((line) => told.test(line)),
      `${told}:\n${traced.stderr}`,
    );
  }
  const quiet = await nonomill([...words, '--db', join(folder, 'b.sqlite')]);
  assert.deepEqual([quiet.code, quiet.stdout], [0, traced.stdout]);
  assert.match(quiet.stderr, end);
  assert.equal(quiet.stderr.split('\n').length, 2);
});

/** The first `times` tries fail with this code, until the test ends; `tries` counts them all. */
function failing(t: TestContext, name: 'renameSync' | 'unlinkSync', code: string, times: number) {
  const real = fs[name] as (...words: unknown[]) => void;
  const count = { tries: 0 };
  t.mock.method(fs, name, (...words: unknown[]) => {
    if (count.tries++ < times) throw Object.assign(new Error(`${code}: raw`), { code });
    real(...words);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return count;
}

for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
  test(`on Windows a file that another program has open for a moment (${code}) is renamed after it`, (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'a'), '');
    failing(t, 'renameSync', code, 2);
    renameFile(join(folder, 'a'), join(folder, 'b'), 'win32');
    assert.equal(existsSync(join(folder, 'b')), true);
  });
}

test('on Windows a file that stays open is said to be open in another program', (t) => {
  const path = join(temporaryFolder(t), 'a');
  writeFileSync(path, '');
  failing(t, 'unlinkSync', 'EPERM', Infinity);
  assert.throws(
    () => removeFile(path, 'win32'),
    (error) => systemReason(error, 'write') === 'another program has it open',
  );
});

test('what is not due to another program fails at once, and so does everything elsewhere', (t) => {
  const path = join(temporaryFolder(t), 'a');
  writeFileSync(path, '');
  const count = failing(t, 'unlinkSync', 'EPERM', 1);
  assert.throws(() => removeFile(path, 'linux'), { code: 'EPERM' });
  assert.equal(count.tries, 1);
  removeFile(path, 'linux');
  assert.throws(() => removeFile(path, 'win32'), { code: 'ENOENT' });
  removeIfThere(path, 'win32');
  assert.throws(() => removeEmptyFolder(path, 'win32'), { code: 'ENOENT' });
});

/** A folder to keep within, of which `out` has become a link to one beside it with these files. */
function swapped(t: TestContext, typed: (folder: string) => string[] = () => []) {
  const above = temporaryFolder(t);
  const [theirs, mine] = [join(above, 'theirs'), join(above, 'mine')];
  mkdirSync(join(theirs, 'out'), { recursive: true });
  mkdirSync(join(mine, 'empty'), { recursive: true });
  writeFileSync(join(mine, 'kept'), 'kept');
  t.after(() => keepWithin(null));
  keepWithin(theirs, typed(theirs));
  renameSync(join(theirs, 'out'), join(theirs, 'was'));
  symlinkSync('../mine', join(theirs, 'out'));
  writeFileSync(join(theirs, 'whole'), 'whole');
  return { theirs, mine, out: join(theirs, 'out') };
}

const WRITING: Readonly<Record<string, (out: string, whole: string) => unknown>> = {
  'makes a folder': (out) => makeFolder(join(out, 'new')),
  'makes a file': (out) => openNewFile(join(out, 'new')),
  'replaces a file': (out) => replaceFile(join(out, 'new'), 'kept!', 'kept', join(out, 'x.part')),
  'renames a file': (out, whole) => renameFile(whole, join(out, 'new')),
  'removes a file': (out) => removeFile(join(out, 'kept')),
  'removes a file that may be there': (out) => removeIfThere(join(out, 'kept')),
  'removes a folder': (out) => removeAllOf(join(out, 'empty')),
  'removes an empty folder': (out) => removeEmptyFolder(join(out, 'empty')),
  'writes to a file': (out) =>
    writeStream(new PassThrough().end(), { out: join(out, 'new'), force: true }),
  'opens a database': (out) => openStore(join(out, 'new.sqlite'), { readonly: false }),
  'keeps a proof': (out) => new ProofFile(out, 'own'),
};

for (const [what, write] of Object.entries(WRITING)) {
  test(`what ${what} does not follow a link that was made after the first look`, async (t) => {
    const { theirs, mine, out } = swapped(t);
    const written = Promise.resolve().then(() => write(out, join(theirs, 'whole')));
    await assert.rejects(written, /leads to .*mine/);
    assert.deepEqual(readdirSync(mine), ['empty', 'kept']);
    assert.equal(readFileSync(join(mine, 'kept'), 'utf8'), 'kept');
    assert.deepEqual(readdirSync(theirs), ['out', 'was', 'whole']);
  });
}

test('what was typed leads where it likes, and nothing else follows it', (t) => {
  const { theirs, out } = swapped(t, (folder) => [join(folder, 'out', 'report')]);
  for (const path of ['out/report', 'out/report/index.html', 'was/x'])
    assert.equal(whyOutside(join(theirs, path)), null, path);
  assert.equal(whyOutside(join(out, '.report.part'), out), null);
  assert.match(whyOutside(join(out, 'empty', 'x'))!, /leads to/);
});

test('threads that are started afterwards keep within the folder, too', async (t) => {
  const { out } = swapped(t);
  const module = new URL('../../../src/pipeline/files/files.js', import.meta.url).href;
  const code = `import { parentPort } from 'node:worker_threads';
    const { whyOutside } = await import(${JSON.stringify(module)});
    parentPort.postMessage(whyOutside(${JSON.stringify(join(out, 'x'))}));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const [said] = (await once(worker, 'message')) as [string];
  assert.match(said, /leads to/);
});
