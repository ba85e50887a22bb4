import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { allCommands } from '../../../../src/commands.js';
import { AT_TOP as CONFIG_TOP } from '../../../../src/pipeline/cli/config/config-reader.js';
import { flagsOf } from '../../../../src/pipeline/cli/frame/command.js';
import { nonomill, type Ended } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { rowsOf } from '../../../support/runs/solve-parts.js';

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
  const ended = await nonomill(words, { cwd });
  assert.equal(ended.code, 0, ended.stderr);
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
    const { code, stderr } = await nonomill(['run', '@book'], { cwd });
    assert.equal(code, 3, stderr);
  }
  assert.equal(rowsOf(join(cwd, 'nights.sqlite'), 'SELECT 1 FROM runs').length, 1);
});

test('a flag that is typed takes the place of one in the file that it excludes', async (t) => {
  const cwd = folderOf(t, { 'nonomill.toml': TOML });
  await done(['run', '@book', '--report', 'out'], cwd);
  assert.equal(askedIn(join(cwd, 'nights.sqlite')).inForce!['no-report'], undefined);
});

test('a file may be JSON; two files are refused', async (t) => {
  const night = { corpora: 'book', db: 'j.sqlite', 'no-report': true, quiet: true };
  const json = JSON.stringify({ nights: { book: night } }, null, 2);
  const cwd = folderOf(t, { 'nonomill.json': json });
  await done(['run', '@book'], cwd);
  assert.equal(askedIn(join(cwd, 'j.sqlite')).inForce!['db'].from, 'nonomill.json, line 5');
  writeFileSync(join(cwd, 'nonomill.toml'), TOML);
  const { code, stderr } = await nonomill(['run', '@book'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /there are nonomill\.toml and nonomill\.json: take one away/);
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
const REFUSALS: readonly (readonly [toml: string, says: RegExp, words?: readonly string[]])[] = [
  [
    '[run]\ntimeuot = "1s"\n',
    /nonomill\.toml, line 2: run has no option timeuot; did you mean timeout\?/,
  ],
  ['[run]\njobs = 3\n', /line 2: run has no option jobs; did you mean threads\?/],
  ['[rnu]\ndb = "a"\n', /line 1: there is no command rnu; did you mean run\?/],
  ['\n[run]\ntimeout = "1"\n', /line 3: timeout: expected a dur.*got "1"; the unit is missing/],
  ['[run]\nquiet = "yes"\n', /line 2: quiet: expected true or false/],
  ['[run]\nthreads = true\n', /line 2: threads: expected a text or a number, as for --threads <n>/],
  ['run = 3\n', /line 1: expected a table, \[run\]/],
  ['[run]\ndb = \n', /nonomill\.toml, line \d: this is not TOML/],
  ['[run]\ndb = "C:\\users"\n', /line 2: this is not TOML: .*single quotes: 'C:\\users'/],
  ['[run]\ndb = "C:\\data"\n', /line 2: this is not TOML: .*single quotes: 'C:\\users'/],
  ['[nights.book]\nthreads = 2\n', /line 1: corpora: expected a file, a folder or a pattern/],
  ['[nights.book]\ncorpora = [3]\n', /line 2: corpora: expected a file/],
  [
    '[nights.book]\ncorpora = "book"\ncorpsa = "b"\n',
    /line 3: run has no option corpsa; did you mean corpora\?/,
  ],
  [
    '[nights.boook]\ncorpora = "book"\n',
    /nonomill\.toml has no night @book; did you mean @boook\?/,
  ],
  [TOML, /@book names its own corpora: leave the others out/, ['run', '@book', 'more.csv']],
  ['run = { timeout = "x" }\n', /line 1: timeout: expected a duration/],
  [
    'timeout = "1s"\n',
    /line 1: there is no command timeout; timeout goes into the table of a command, \[run\]/,
  ],
  ['db = 3.5\n[trust]\nyes = true\n', /line 2: there is no command trust/],
  ['threads = "many"\n', /line 1: threads: expected a whole number/],
  ['[serve]\nport = 99999\n', /line 2: port: expected a whole number/, ['serve']],
];

for (const [toml, says, words = ['run', '@book']] of REFUSALS) {
  test(`a file is refused with the place of what is wrong: ${says.source}`, async (t) => {
    const { code, stderr } = await nonomill(words, { cwd: folderOf(t, { 'nonomill.toml': toml }) });
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
  });
}

test('a night without a file, and a file that is not there, are refused with what to do', async (t) => {
  const cwd = folderOf(t, {});
  const night = await nonomill(['run', '@book'], { cwd });
  assert.equal(night.code, 2);
  assert.match(night.stderr, /@book is a night, and there is no nonomill\.toml here.*\.\/@book/);
  const missing = await nonomill(['run', 'book', '--config', 'none.toml'], { cwd });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /the config file cannot be read from none\.toml/);
  const bad = folderOf(t, { 'a.json': '{\n"run": {,}\n}' });
  const json = await nonomill(['run', 'book', '--config', 'a.json'], { cwd: bad });
  assert.match(json.stderr, /a\.json(, line 2)?: this is not JSON/);
});
