import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
  chmodSync,
  rmSync,
  symlinkSync,
  linkSync,
  readFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { allCommands } from '../../../src/commands.js';
import { AT_TOP as CONFIG_TOP } from '../../../src/pipeline/cli/config.js';
import { configSchema } from '../../support/config-schema.js';
import { flagsOf } from '../../../src/pipeline/cli/command.js';
import { type Ended, ends, nonomill, start, succeeds } from '../../support/nonomill.js';
import { ONLY_DEEP, assertGolden, temporaryFolder, rowsIn } from '../../support/tests.js';
import { rowsOf } from '../../support/runs/solve-parts.js';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { platform, userInfo } from 'node:os';
import { BESIDE_DATABASE } from '../../../src/pipeline/files/files.js';
import { REACHES, type Reach } from '../../../src/pipeline/cli/flag.js';

const PUZZLE = '{"rows":[[1]],"columns":[[1]]}\n';

/** A folder with a corpus of one puzzle, and these files. */
function folderOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries({ 'book/one.ndjson': PUZZLE, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const TOML = `# Every night.
[run]
db = "nights.sqlite"
timeout = "5s"
max-steps = 7000
no-report = true

[nights.book]
corpora = ["book/"]
timeout = ["1s", "30s"]
threads = 1
quiet = true
`;

interface Asked {
  readonly timeoutMs: unknown;
  readonly maxSteps: unknown;
  readonly threads: unknown;
  readonly inForce?: Readonly<Record<string, { readonly value: unknown; readonly from: string }>>;
}

/** What the latest run of a database was asked. */
function askedIn(db: string): Asked & { readonly name: string | null } {
  const [row] = rowsOf(db, 'SELECT name, options FROM runs ORDER BY run_id DESC LIMIT 1') as [
    { name: string | null; options: string },
  ];
  return { name: row.name, ...(JSON.parse(row.options) as Asked) };
}

async function done(words: readonly string[], cwd: string): Promise<Ended> {
  const ended = await succeeds(words, { cwd });
  return ended;
}

test('what is typed wins over the night, the night over the defaults, and these over what is built in', async (t) => {
  const cwd = folderOf(t, { 'nonomill.toml': TOML });
  await done(['run', '@book', '--max-steps', '9'], cwd);
  const { name, timeoutMs, maxSteps, threads, inForce } = askedIn(join(cwd, 'nights.sqlite'));
  assert.deepEqual([name, timeoutMs, maxSteps, threads], ['book', [1000, 30_000], 9, 1]);
  assert.deepEqual(inForce, {
    db: { value: 'nights.sqlite', from: 'nonomill.toml, line 3' },
    timeout: { value: '1s,30s', from: 'nonomill.toml, line 10' },
    'no-report': { value: true, from: 'nonomill.toml, line 6' },
    name: { value: 'book', from: 'nonomill.toml, line 8' },
    threads: { value: '1', from: 'nonomill.toml, line 11' },
    quiet: { value: true, from: 'nonomill.toml, line 12' },
    'max-steps': { value: '9', from: 'the command line' },
  });
});

test('the help of a night and the summary of its run say where each value came from', async (t) => {
  const secret = TOML.replace('quiet = true', 'notify = "ping:http://a/secret"');
  const cwd = folderOf(t, { 'nonomill.toml': secret });
  const { stdout: help } = await done(['run', '@book', '--help', '--threads', '2'], cwd);
  assert.match(help, /^In force here$[^]*^ {2}--timeout 1s,30s +nonomill\.toml, line 10$/m);
  assert.match(help, /^ {2}--threads 2 +the command line$/m);
  assert.match(help, /^ {2}--notify ping:http:\/\/a\/\.\.\. +nonomill\.toml, line 12$/m);
  assert.doesNotMatch(help, /secret/);
  writeFileSync(join(cwd, 'nonomill.toml'), TOML.replace('quiet = true', ''));
  const { stdout: summary } = await done(['run', '@book'], cwd);
  assert.match(summary, /^in force +6 options that are not built in$/m);
  assert.match(summary, /--timeout 1s,30s {2}\(nonomill\.toml, line 10\)/);
});

test('paths in a file begin at the folder of the file', async (t) => {
  const cwd = folderOf(t, { 'far/nonomill.toml': TOML, 'far/book/two.ndjson': PUZZLE + PUZZLE });
  await done(['run', '@book', '--config', 'far/nonomill.toml'], cwd);
  assert.deepEqual(rowsOf(join(cwd, 'far', 'nights.sqlite'), 'SELECT path FROM run_sources'), [
    { path: 'far/book/two.ndjson' },
  ]);
  await done(['runs', '--db', 'far/nights.sqlite', '--config=far/nonomill.toml'], cwd);
});

test('a run that goes on has what is stored with it, and a retry too, whatever the file says now', async (t) => {
  const cwd = folderOf(t, { 'nonomill.toml': TOML.replace('max-steps = 7000', 'max-steps = 1') });
  const db = join(cwd, 'nights.sqlite');
  await done(['run', '@book', '--count', 'exact'], cwd);
  writeFileSync(join(cwd, 'nonomill.toml'), `${TOML}count = 3\nguess-depth = 4\n`);
  const { stderr } = await done(['run', '@book', '--resume'], cwd);
  assert.doesNotMatch(stderr, /with other options/);
  await done(['run', '@book', '--retry', 'unique,steps', '--timeout', '9s'], cwd);
  assert.deepEqual(rowsOf(db, 'SELECT timeout_ms, max_steps FROM retries WHERE round IS NULL'), [
    { timeout_ms: 9000, max_steps: 7000 },
  ]);
  assert.equal(askedIn(db).maxSteps, 1);
});

test('gates of a file are those of a new run, also if it begins since there is none to go on with', async (t) => {
  const gates = 'require = ["unique", "distinct"]\nstrict = true\n';
  const toml = TOML.replace('quiet = true', 'resume = true') + gates;
  const cwd = folderOf(t, { 'nonomill.toml': toml, 'book/bad.ndjson': `${PUZZLE}nonsense\n` });
  for (let times = 0; times < 2; times++) {
    await ends(3, ['run', '@book'], { cwd });
  }
  assert.equal(rowsOf(join(cwd, 'nights.sqlite'), 'SELECT 1 FROM runs').length, 1);
});

test('a flag that is typed takes the place of one in the file that it excludes', async (t) => {
  const cwd = folderOf(t, { 'nonomill.toml': TOML });
  await done(['run', '@book', '--report', 'out'], cwd);
  assert.equal(askedIn(join(cwd, 'nights.sqlite')).inForce!['no-report'], undefined);
});

test('a night is previewed with its own options, and nobody is told', async (t) => {
  const night = `${TOML}on-end = "echo > ended"\nmetrics = "m.prom"\nsample = "1s"\n`;
  const cwd = folderOf(t, { 'nonomill.toml': night });
  const before = readdirSync(cwd);
  const { stdout } = await done(
    ['run', '@book', '--config', 'nonomill.toml', '--dry-run', '--json'],
    cwd,
  );
  const { db, threads, puzzles } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual([db, threads, puzzles], ['nights.sqlite', 1, 1]);
  assert.deepEqual(readdirSync(cwd), before);
});

const AT_TOP = 'db = "all.sqlite"\nthreads = 1\n[run]\nno-report = true\nquiet = true\n';

test('one db at the top of a file serves all commands', async (t) => {
  const cwd = folderOf(t, { 'nonomill.toml': AT_TOP });
  await done(['run', 'book'], cwd);
  assert.deepEqual(askedIn(join(cwd, 'all.sqlite')).inForce!['db'], {
    value: 'all.sqlite',
    from: 'nonomill.toml, line 1',
  });
  for (const words of [['history'], ['runs'], ['stats', '--by', 'size'], ['report'], ['export']]) {
    await done(words, cwd);
  }
  // It asks no database at all.
  await done(['line', '1', '?'], cwd);
});

test("a command's own table wins over the top, a night over both, and what is typed over all", async (t) => {
  const toml = `${AT_TOP}db = "run.sqlite"\n[nights.book]\ncorpora = "book"\ndb = "night.sqlite"\n`;
  const cwd = folderOf(t, { 'nonomill.toml': toml });
  await done(['run', 'book'], cwd);
  await done(['run', '@book'], cwd);
  await done(['run', '@book', '--db', 'typed.sqlite'], cwd);
  for (const name of ['run', 'night', 'typed']) assert.ok(existsSync(join(cwd, `${name}.sqlite`)));
  assert.ok(!existsSync(join(cwd, 'all.sqlite')));
});

test('the top of a file that is named begins at its folder, too', async (t) => {
  const cwd = folderOf(t, { 'far/nonomill.toml': AT_TOP });
  await done(['run', 'book', '--config', 'far/nonomill.toml'], cwd);
  assert.ok(existsSync(join(cwd, 'far', 'all.sqlite')));
});

test('all options of the top are shared by several commands', async () => {
  const commands = await allCommands();
  for (const name of CONFIG_TOP) {
    const having = commands.filter((one) => flagsOf(one).some((flag) => flag.name === name));
    assert.ok(having.length > 2, name);
    assert.ok(!commands.some((one) => one.name === name), `${name} would be a table, too`);
  }
});

/** What is wrong with a file, and what is said of it, by `run @book` if nothing else is typed. */
const REFUSALS = rowsIn`
  [run]\ntimeuot = "1s"\n ¦ nonomill\.toml, line 2: run has no option timeuot; did you mean timeout\?
  [run]\njobs = 3\n ¦ line 2: run has no option jobs; did you mean threads\?
  [rnu]\ndb = "a"\n ¦ line 1: there is no command rnu; did you mean run\?
  \n[run]\ntimeout = "1"\n ¦ line 3: timeout: expected a dur.*got "1"; the unit is missing
  [run]\nquiet = "yes"\n ¦ line 2: quiet: expected true or false
  [run]\nthreads = true\n ¦ line 2: threads: expected a text or a number, as for --threads <n>
  run = 3\n ¦ line 1: expected a table, \[run\]
  [run]\ndb = \n ¦ nonomill\.toml, line \d: this is not TOML
  [run]\ndb = "C:\\users"\n ¦ line 2: this is not TOML: .*single quotes: 'C:\\\\users'
  [run]\ndb = "C:\\data"\n ¦ line 2: this is not TOML: .*single quotes: 'C:\\\\users'
  [nights.book]\nthreads = 2\n ¦ line 1: corpora: expected a file, a folder or a pattern
  [nights.book]\ncorpora = [3]\n ¦ line 2: corpora: expected a file
  [nights.book]\ncorpora = "book"\ncorpsa = "b"\n ¦ line 3: run has no option corpsa; did you mean corpora\?
  [nights.boook]\ncorpora = "book"\n ¦ nonomill\.toml has no night @book; did you mean @boook\?
  ${TOML} ¦ @book names its own corpora: leave the others out ¦ run @book more.csv
  run = { timeout = "x" }\n ¦ line 1: timeout: expected a duration
  timeout = "1s"\n ¦ line 1: there is no command timeout; timeout goes into the table of a command, \[run\]
  db = 3.5\n[trust]\nyes = true\n ¦ line 2: there is no command trust
  threads = "many"\n ¦ line 1: threads: expected a whole number
  [serve]\nport = 99999\n ¦ line 2: port: expected a whole number ¦ serve
`;

for (const [toml, says, words = 'run @book'] of REFUSALS) {
  test(`a file is refused with the place of what is wrong: ${says}`, async (t) => {
    const cwd = folderOf(t, { 'nonomill.toml': toml });
    await ends(2, words.split(' '), { cwd, says: new RegExp(says) });
  });
}

test('a night without a file, and a file that is not there, are refused with what to do', async (t) => {
  const cwd = folderOf(t, {});
  const night = await ends(2, ['run', '@book'], { cwd });
  assert.match(night.stderr, /@book is a night, and there is no nonomill\.toml here.*\.\/@book/);
  const missing = await ends(2, ['run', 'book', '--config', 'none.toml'], { cwd });
  assert.match(missing.stderr, /the config file cannot be read from none\.toml/);
});

const POSIX = platform() === 'win32' && 'Windows has no such files';

function folderOfOne(t: TestContext): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'one.ndjson'), PUZZLE);
  return folder;
}

/** How a name can be taken by what is no config file, and what is said of it. */
const NO_FILES: readonly (readonly [what: string, make: (path: string) => void, says: RegExp])[] = [
  [
    'a link that leads nowhere',
    (path) => symlinkSync('away/n.toml', path),
    /nonomill\.toml is a link to away\/n\.toml, which is not there: mend it/,
  ],
  ['a link in a circle', (path) => symlinkSync('nonomill.toml', path), /links lead in a circle/],
  ['a folder', (path) => mkdirSync(path), /nonomill\.toml is a folder, not a file: mend it/],
  ['a pipe', (path) => execFileSync('mkfifo', [path]), /is a pipe, a socket or a device, not a/],
  [
    'a link to a device',
    (path) => symlinkSync('/dev/zero', path),
    /socket or a device, not a file/,
  ],
  [
    'bytes',
    (path) => writeFileSync(path, Buffer.from('[run]\n\n# \xe9\n', 'latin1')),
    /line 3: this is not UTF-8/,
  ],
  ['a huge file', (path) => writeFileSync(path, '#'.repeat(2 ** 20 + 1)), /expected at most 1 MiB/],
];

for (const [what, make, says] of NO_FILES) {
  test(`a nonomill.toml that is ${what} is refused by all commands`, { skip: POSIX }, async (t) => {
    const cwd = folderOfOne(t);
    make(join(cwd, 'nonomill.toml'));
    for (const { name } of await allCommands()) {
      const { code, stdout, stderr } = await nonomill([name], { cwd });
      assert.deepEqual([code, stdout], [2, ''], `${name}: ${stderr}`);
      assert.match(stderr, says, name);
    }
  });
}

test('a socket of the name is refused', { skip: POSIX }, async (t) => {
  const cwd = folderOfOne(t);
  const server = createServer().listen(join(cwd, 'nonomill.toml'));
  await once(server, 'listening');
  t.after(() => server.close());
  await ends(2, ['run', 'one.ndjson'], { cwd, says: /a pipe, a socket or a device, not a file/ });
});

const ROOT_READS = userInfo().uid === 0 && 'root reads every file';

test('a file that may not be read is refused', { skip: POSIX || ROOT_READS }, async (t) => {
  const cwd = folderOfOne(t);
  writeFileSync(join(cwd, 'nonomill.toml'), '');
  chmodSync(join(cwd, 'nonomill.toml'), 0);
  const { stderr } = await ends(2, ['run', 'one.ndjson'], { cwd });
  assert.match(stderr, /cannot be read from nonomill\.toml: permission to read it is missing/);
});

const skip = POSIX || ONLY_DEEP;
test('a pipe of the name does not hold up a process either', { skip }, async (t) => {
  const cwd = folderOfOne(t);
  execFileSync('mkfifo', [join(cwd, 'nonomill.toml')]);
  for (const words of [
    ['solve', 'one.ndjson'],
    ['run', '.'],
  ]) {
    const { code, stderr } = await start(words, cwd).ended;
    assert.equal(code, 2);
    assert.match(stderr, /not a file/);
  }
});

test('a pipe can be named, as shells do for what a command prints', { skip: POSIX }, async (t) => {
  const cwd = folderOfOne(t);
  execFileSync('mkfifo', [join(cwd, 'piped')]);
  const ended = start(['formats', '--config', 'piped'], cwd).ended;
  execFileSync('sh', ['-c', 'echo "[formats]\njson = true" > piped'], { cwd });
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[[{]/);
});

test('a file may begin with a byte order mark', async (t) => {
  const cwd = folderOfOne(t);
  writeFileSync(join(cwd, 'nonomill.toml'), '\ufeff[formats]\njson = true\n');
  await succeeds(['formats'], { cwd });
});

test('the config file of a folder does not fail its run, and is no corpus if it is named', async (t) => {
  const cwd = folderOfOne(t);
  const words = ['run', '.', '--strict', '--no-report', '--db', 'r.sqlite'];
  writeFileSync(join(cwd, 'nonomill.toml'), '[run]\ntimeout = "1s"\n');
  mkdirSync(join(cwd, 'below'));
  writeFileSync(join(cwd, 'below', 'nonomill.toml'), '');
  const run = await succeeds(words, { cwd });
  assert.doesNotMatch(run.stderr, /left out/);
  const named = await nonomill(['run', 'nonomill.toml', ...words.slice(2)], { cwd });
  assert.notEqual(named.code, 0);
  assert.match(named.stderr, /nonomill\.toml: it says how commands run, and is not a puzzle/);
  writeFileSync(join(cwd, 'other.toml'), '[run]\ntimeout = "1s"\n');
  const other = await ends(3, words, { cwd });
  assert.match(other.stderr, /other\.toml: TOML without the section \[clues\]/);
  rmSync(join(cwd, 'other.toml'));
});

/** A folder of a stranger, with a corpus, beside one that is none of theirs. */
function strangersFolder(t: TestContext): string {
  const folder = join(temporaryFolder(t), 'theirs');
  mkdirSync(join(folder, '..', 'mine'));
  mkdirSync(join(folder, 'book'), { recursive: true });
  writeFileSync(join(folder, 'book', 'one.ndjson'), PUZZLE);
  return folder;
}

/** Carries out a command beside this config file. */
function beside(
  cwd: string,
  config: string,
  words: readonly string[],
  name = 'nonomill.toml',
): Promise<Ended> {
  writeFileSync(join(cwd, name), config);
  return nonomill(words, { cwd });
}

/** All flags of all commands, each once for each way of what it reaches. */
async function allFlags() {
  return (await allCommands()).flatMap((command) =>
    flagsOf(command).map((flag) => ({ command: command.name, flag })),
  );
}

test('every flag of every command is sorted, and what reaches beyond is what we know', async () => {
  const found: Partial<Record<Reach, string[]>> = {};
  for (const { command, flag } of await allFlags()) {
    assert.ok(Object.hasOwn(REACHES, flag.reach), `${command} --${flag.name}`);
    if (flag.reach === 'none') continue;
    found[flag.reach] = [...new Set([...(found[flag.reach] ?? []), flag.name])].sort();
  }
  assert.deepEqual(found, {
    write: ['also', 'bundle', 'chart', 'cnf', 'db', 'metrics', 'out', 'prove-to', 'report'],
    read: ['from-image', 'keep', 'recipe', 'reuse-from'],
    run: ['check', 'cmd', 'on-end'],
    send: ['notify', 'queue'],
    lead: ['share-base'],
    listen: ['host'],
    unasked: ['accept', 'force', 'yes'],
  });
});

test('no flag whose value is a path, an address or a command, and none that overwrites, passes for harmless', async () => {
  for (const { command, flag } of await allFlags()) {
    if (flag.reach !== 'none') continue;
    const called = `${command} --${flag.name}`;
    const value = (flag.value ?? '').replace(/file\|folder$/, 'file');
    assert.doesNotMatch(value, /file|dir\b|folder|url|address|command|[^.]\.[a-z]{3,}/, called);
    assert.doesNotMatch(flag.help, /without asking|do not ask|overwrite|shell/i, called);
  }
});

/** A value for a flag of each kind that reaches beyond. */
const BEYOND: Readonly<Partial<Record<Reach, string>>> = {
  write: '"../mine/x.svg"',
  run: '"./theirs.sh"',
  send: '"json:http://127.0.0.1:9/"',
  lead: '"https://example.org/"',
  listen: '"0.0.0.0"',
  unasked: 'true',
};

/** Such a value, which is one of the flag besides: what a flag cannot take is refused before. */
function beyond({ reach, value }: Awaited<ReturnType<typeof allFlags>>[number]['flag']) {
  return reach === 'unasked' && value !== null ? '1' : BEYOND[reach];
}

test('a found file may give no order that reaches beyond, to any command', async (t) => {
  const cwd = strangersFolder(t);
  for (const { command, flag } of await allFlags()) {
    const value = beyond(flag);
    if (value === undefined) continue;
    const toml = `# theirs\n[${command}]\n${flag.name} = ${value}\n`;
    const { code, stdout, stderr } = await beside(cwd, toml, [command]);
    const called = `${command} ${flag.name}: ${stderr}`;
    assert.deepEqual([code, stdout], [2, ''], called);
    assert.ok(stderr.startsWith(`nonomill: nonomill.toml, line 3: ${flag.name} = `), called);
    assert.ok(stderr.includes(REACHES[flag.reach]!), called);
    const expected = /merely found here.*\nRead it; to follow it, add --config nonomill\.toml\./;
    assert.match(stderr, expected, called);
  }
});

/** Files that give an order to `run book`, and the lines that are named. */
const ORDERS: readonly (readonly [toml: string, lines: readonly number[]])[] = [
  ['[run]\non-end = "touch x"\n', [2]],
  ['run.on-end = "touch x"\n', [1]],
  ['run = { timeout = "1s", on-end = "touch x" }\n', [1]],
  ['["run"]\n"on-end" = "touch x"\n', [2]],
  ['[run]\n"on\\u002dend" = "touch x"\n', [2]],
  ['[run]\r\non-end = "touch x"\r\n', [2]],
  ['[run]\nname = """\n[run]\non-end = "harmless"\n"""\non-end = "touch x"\n', [6]],
  ['[run]\nrequire = [\n  "unique", # on-end = "a"\n  "line",\n]\non-end = """\ntouch x"""\n', [6]],
  ['[run]\non-end = "touch x"\ndb = "../x.sqlite"\nquiet = true\nqueue = "redis://a"\n', [2, 3, 5]],
  ['db = "/tmp/theirs.sqlite"\n', [1]],
  ['db = "in.sqlite"\n[run]\ndb = "../out.sqlite"\n', [3]],
];

for (const [toml, lines] of ORDERS) {
  test(`an order is found, with its line, however it is written: ${JSON.stringify(toml)}`, async (t) => {
    const { code, stderr } = await beside(strangersFolder(t), toml, ['run', 'book']);
    assert.equal(code, 2, stderr);
    const named = Array.from(stderr.matchAll(/nonomill\.toml, line (\d+):/g), ([, n]) => Number(n));
    assert.deepEqual(named, lines, stderr);
  });
}

/** Files that `run book` follows. */
const HARMLESS: readonly string[] = [
  '[run]\ntimeout = "5s"\nrequire = ["unique"]\ndb = "reports/x.sqlite"\n',
  '[run]\nreport = "out/night"\nmetrics = "./a/../m.prom"\nprove-to = "proofs"\n',
  '[serve]\nhost = "0.0.0.0"\n[prune]\nyes = true\n[export]\nout = "/tmp/x"\nforce = true\n',
  '[nights.book]\ncorpora = "book"\non-end = "touch x"\n',
  '[run]\nqueue = "none"\nreuse-from = "r.sqlite"\n',
  '[run]\ndb = "..x/y.sqlite"\n',
  'db = "../out.sqlite"\n[run]\ndb = "in.sqlite"\n',
];

for (const toml of HARMLESS) {
  test(`what stays in the folder, or is for others, holds though nobody named the file: ${JSON.stringify(toml)}`, async (t) => {
    const cwd = strangersFolder(t);
    await beside(cwd, '', ['run', 'book', '--db', 'r.sqlite', '--quiet']);
    const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--no-report', '--quiet']);
    assert.equal(code, 0, stderr);
  });
}

test('what is typed takes the place of an order, which then does not count', async (t) => {
  const cwd = strangersFolder(t);
  const toml = '[run]\ndb = "../x.sqlite"\nreport = "../y"\n';
  const words = ['run', 'book', '--quiet', '--no-report', '--db', 'in.sqlite'];
  const { code, stderr } = await beside(cwd, toml, words);
  assert.equal(code, 0, stderr);
});

test('a night that gives orders is refused, and its help can be read', async (t) => {
  const cwd = strangersFolder(t);
  const toml = '[nights.book]\ncorpora = "book"\non-end = "touch x"\n';
  const { code, stderr } = await beside(cwd, toml, ['run', '@book']);
  assert.equal(code, 2);
  assert.match(stderr, /nonomill\.toml, line 3: on-end = "touch \.\.\." runs a program/);
  const help = await beside(cwd, toml, ['run', '@book', '--help']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /--on-end touch \.\.\. +nonomill\.toml, line 3/);
});

test('a file that is named may give orders', async (t) => {
  const cwd = strangersFolder(t);
  const toml = '[run]\ndb = "../mine/x.sqlite"\nno-report = true\nquiet = true\n';
  const words = ['run', 'book', '--config', 'nonomill.toml'];
  const { code, stderr } = await beside(cwd, toml, words);
  assert.equal(code, 0, stderr);
});

const FOLDERS = ['', 'a/', 'a/b/'];

test('a path that leaves the folder through a link, in whatever way, is an order', async (t) => {
  const cwd = strangersFolder(t);
  symlinkSync('../mine', join(cwd, 'linked'));
  mkdirSync(join(cwd, 'a,b'));
  symlinkSync('../../mine', join(cwd, 'a,b', 'linked'));
  symlinkSync('../mine/new.sqlite', join(cwd, 'dangling.sqlite'));
  symlinkSync('dangling.sqlite', join(cwd, 'twice.sqlite'));
  symlinkSync('round.sqlite', join(cwd, 'round.sqlite'));
  const paths = [
    ...FOLDERS.map((folder) => `linked/${folder}x.sqlite`),
    'linked/../x.sqlite/../../mine/x',
    join(cwd, 'linked', '..', 'x.sqlite'),
    `${cwd}/linked/../x.sqlite`,
    `${cwd}/none/../../x.sqlite`,
    'dangling.sqlite',
    'twice.sqlite',
    'round.sqlite',
    'a,b/linked/x.sqlite',
    '../theirs2/x.sqlite',
    '..',
    '/',
  ];
  for (const path of paths) {
    if (path === join(cwd, 'x.sqlite')) continue;
    const toml = `[run]\ndb = ${JSON.stringify(path)}\n`;
    const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--dry-run']);
    assert.deepEqual([code, stderr.includes(REACHES.write)], [2, true], `${path}: ${stderr}`);
  }
  const list = `[serve]\nalso = ["x.sqlite", "y.sqlite,linked/x.sqlite"]\n`;
  assert.equal((await beside(cwd, list, ['serve'])).code, 2);
});

/** A link that leads to what is not theirs, and what a found file says that would follow it. */
const FOLLOWING: readonly (readonly [link: string, toml: string])[] = [
  ['y.db.run-1', 'db = "y.db"\n'],
  ['y-run-1', 'db = "y.sqlite"\n'],
  ['run-1', 'db = "nonomill.sqlite"\n'],
  ...BESIDE_DATABASE.slice(1).map((end) => [`y.db${end}`, 'db = "y.db"\n'] as const),
  ['m.prom', '[run]\nmetrics = "m.prom"\n'],
  ['m.prom.part', '[run]\nmetrics = "m.prom"\n'],
  ['out/index.html', '[run]\nreport = "out"\n'],
  ['out/summary.json.tmp', '[run]\nreport = "out"\n'],
];

for (const [link, toml] of FOLLOWING) {
  for (const kind of ['link', 'link to a link', 'hard link', 'folder'] as const) {
    if (/run-1$|out/.test(link) && !kind.startsWith('link')) continue;
    test(`${toml.trim()}: where ${link} is a ${kind}, nothing is written elsewhere`, async (t) => {
      const cwd = strangersFolder(t);
      const mine = join(cwd, '..', 'mine');
      const place = join(cwd, link);
      mkdirSync(join(place, '..'), { recursive: true });
      const first = link.endsWith('run-1') ? mine : join(mine, 'kept');
      if (first !== mine) writeFileSync(first, 'kept');
      if (kind === 'link') symlinkSync(first, place);
      if (kind === 'link to a link') {
        symlinkSync(first, join(cwd, 'other'));
        symlinkSync(join(cwd, 'other'), place);
      }
      if (kind === 'hard link') linkSync(first, place);
      if (kind === 'folder') mkdirSync(place);
      const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--quiet']);
      assert.notEqual(code, 0, stderr);
      const expected = /writes outside|leads to|is a link|not a plain file|holds something else/;
      assert.match(stderr, expected);
      assert.deepEqual(readdirSync(mine), first === mine ? [] : ['kept']);
      if (first !== mine) assert.equal(readFileSync(first, 'utf8'), 'kept');
    });
  }
}

test('a link to the folder itself, and within it, is no way out', async (t) => {
  const cwd = strangersFolder(t);
  symlinkSync('.', join(cwd, 'here'));
  symlinkSync('book', join(cwd, 'linked'));
  for (const path of ['here/x.sqlite', 'linked/x.sqlite', `${cwd}/x.sqlite`]) {
    const toml = `[run]\ndb = ${JSON.stringify(path)}\n`;
    const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--quiet', '--no-report']);
    assert.equal(code, 0, stderr);
  }
});

test('a path of another machine, which Windows would sign in at, is an order although it is read', async (t) => {
  const cwd = strangersFolder(t);
  const toml = String.raw`[run]
reuse-from = '\\evil\share\x.sqlite'
metrics = '//evil/share/m.prom'
[nights.a]
corpora = ["book", '\/evil/share']
`;
  const { code, stderr } = await beside(cwd, toml, ['run', '@a']);
  assert.equal(code, 2);
  assert.match(stderr, /line 2: reuse-from = .* sends to an address/);
  assert.match(stderr, /line 3: metrics = .* sends to an address/);
  assert.match(stderr, /line 5: corpora = .* sends to an address/);
});

test('this machine alone may be listened to', async (t) => {
  const cwd = strangersFolder(t);
  for (const host of ['127.0.0.1', 'localhost', '::1']) {
    const { stderr } = await beside(cwd, `[serve]\nhost = "${host}"\n`, ['serve']);
    assert.match(stderr, /there is no|does not exist|nothing/i);
    assert.doesNotMatch(stderr, /listens/);
  }
  for (const host of ['0.0.0.0', '::', 'example.org', '127.0.0.1.example.org']) {
    const { stderr } = await beside(cwd, `[serve]\nhost = "${host}"\n`, ['serve']);
    assert.match(stderr, /listens on the network/);
  }
});

test('secrets of an order are not said', async (t) => {
  const toml =
    '[run]\non-end = "curl -u me:HUSH https://HUSH@a.example/HUSH?t=HUSH"\nnotify = "ntfy:https://a.example/HUSH"\n';
  const { stderr } = await beside(strangersFolder(t), toml, ['run', 'book']);
  assert.doesNotMatch(stderr, /HUSH/);
  assert.match(stderr, /on-end = "curl \.\.\."/);
});

interface Table {
  readonly properties: Readonly<
    Record<string, { readonly type?: unknown; readonly description: string }>
  >;
}

test('docs/nonomill.schema.json describes the config file by the flags of the commands', async () => {
  const schema = configSchema(await allCommands());
  // One space a level: every installation has this file.
  assertGolden('../../docs/nonomill.schema.json', `${JSON.stringify(schema, null, 1)}\n`);
});

test('the schema has a table for each command, and nights with the flags of run and their corpora', async () => {
  const { properties } = configSchema(await allCommands()) as {
    readonly properties: Readonly<Record<string, Table & { readonly additionalProperties: Table }>>;
  };
  assert.equal(properties['run'].properties['quiet'].type, 'boolean');
  assert.ok(properties['serve'].properties['port'].description.length > 0);
  const night = properties['nights'].additionalProperties.properties;
  assert.deepEqual(Object.keys(night), ['corpora', ...Object.keys(properties['run'].properties)]);
});
