// Runs every test, or those whose file name contains one of the words given; lists the ten slowest
// files, and closes with the line "N passed, N failed, N skipped". Goldens change only with
// --update-goldens. With --deep the tests go as deep as they can. With --watch it goes on: what is
// saved is compiled, and the test files that import it run again. With --coverage (npm run
// coverage) Node.js says what the tests reach, and what they have to reach and do not is listed.
import './suitable-node.mjs';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { use } from './dist-users.mjs';
import { COVERED, coverageGaps } from './coverage-gaps.mjs';
import { TESTED, prepare, root } from './prepare.mjs';
import { withSources } from './source-lines.mjs';
import { entriesOf, groupsOf, isAlone } from './test-groups.mjs';

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const watch = args.includes('--watch');
const coverage = args.includes('--coverage');
if (args.includes('--update-goldens')) process.env.UPDATE_GOLDENS = '1';
if (args.includes('--deep')) process.env.NONOMILL_TEST_DEPTH = 'deep';
prepare();
if (watch) compileWhatIsSaved();
else use(join(root, 'dist'), 'tests that run from what was built');
process.env[TESTED] = root;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const TESTS = join(root, 'dist', 'test');
const CACHE = join(root, 'node_modules', '.cache');
/** Where the entries of groups are, and how many seconds each file took the last time. */
const GROUPS = join(root, 'dist', '.test-groups');
const TIMES = join(CACHE, 'test-times.json');

/** Milliseconds that a file of a folder takes on average, by the folder that comes first. */
const GUESSES = {
  'browser/': 4000,
  'pipeline/runs/': 2500,
  'pipeline/cli/': 1500,
  'lab/': 1500,
  'solver/engine/': 1200,
  '': 700,
};

const files = readdirSync(TESTS, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();
if (files.length === 0) {
  process.stderr.write(`no test file matches ${words.join(' ')}\n`);
  process.exit(1);
}

/** What tests may write at the same time, and some more, in bytes. */
const LEAST_ROOM = 2 ** 31;

const took = readTimes();
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Milliseconds of each file's tests in this run. */
const spent = new Map();
// What was compiled once is kept for the next process.
process.env.NODE_COMPILE_CACHE ??= join(CACHE, 'compiled');
keepTemporaryFilesInMemory();
// A process that hangs fails after this long, instead of holding up everything. On a machine that
// does much else, the pages alone take ten minutes.
const MOST_MS = 1_500_000;
// Tests make many objects that are soon gone: with more room for them, a tenth less work.
const YOUNG = '--max-semi-space-size=64';
// Two processes more than there are processors: half of the time of some is waiting.
const concurrency = availableParallelism() + 2;
const events = run({
  files: watch ? files.map((name) => join(TESTS, name)) : inGroups(),
  concurrency,
  execArgv: [YOUNG],
  timeout: watch ? Infinity : MOST_MS,
  watch,
  ...(coverage && { coverage, cwd: root, ...COVERED }),
});
if (coverage) {
  events.on('test:coverage', ({ summary }) => {
    const gaps = coverageGaps(summary.files, root);
    // Some tests alone leave out much.
    if (words.length > 0 || gaps.length === 0) return;
    process.on('exit', () => {
      process.stdout.write(`\nNo test reaches, and nothing says why:\n${gaps.join('\n')}\n`);
      process.exitCode = 1;
    });
  });
}
events.on('test:pass', (event) => count(event, 'passed'));
events.on('test:fail', (event) => count(event, 'failed'));
events
  .compose(spec)
  .compose(async function* (texts) {
    for await (const text of texts) yield withSources(String(text));
  })
  .pipe(process.stdout);
events.on('end', () => {
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  keepTimes();
  process.on('exit', () => {
    if (spent.size > 10) sayTheSlowest();
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    if (skipped !== '')
      process.stdout.write('\nWhat is skipped without a reason: npm run test:deep\n');
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  });
});

// The tests that had to run have run; the next ones run after the next change.
events.on('test:watch:drained', () => {
  const { passed, failed } = counts;
  process.stdout.write(`\n${passed} passed, ${failed} failed; waiting for changes (Ctrl-C ends)\n`);
  Object.assign(counts, { passed: 0, failed: 0, skipped: 0 });
});

/**
 * What to start, in this order. Each group is a file that imports its test files, which together
 * take no more than a share of the whole, so that processors end at the same time. The pages take
 * longest. Groups work and files with a process of their own wait, most of the time: they are
 * mixed, what takes longest first, so that there is always work beside what waits.
 */
function inGroups() {
  const timeOf = (names) => names.reduce((sum, name) => sum + (took[name] ?? guessOf(name)), 0);
  const groups = groupsOf(files, TESTS, timeOf, timeOf(files) / (4 * availableParallelism()));
  const placed = groups.map((group) => ({ ...group, ms: timeOf(group.names) }));
  for (const alone of [true, false]) {
    const ofKind = placed.filter(({ title }) => (title === undefined) === alone);
    ofKind.sort((a, b) => b.ms - a.ms).forEach((group, i) => (group.place = i / ofKind.length));
  }
  const isPages = ({ title }) => Number(title?.startsWith('pages') ?? false);
  placed.sort((a, b) => isPages(b) - isPages(a) || a.place - b.place);
  return entriesOf(placed, TESTS, GROUPS);
}

/**
 * Lets tests make their folders where nothing waits for a disk, if there is such a place with room:
 * what SQLite writes to the disk is half of the time of many.
 */
function keepTemporaryFilesInMemory() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (process.env.TMPDIR !== undefined || bavail * bsize < LEAST_ROOM) return;
    const folder = mkdtempSync(join(memory, 'nonomill-tests-'));
    // Some tests look at their folders as another user.
    chmodSync(folder, 0o755);
    process.env.TMPDIR = folder;
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  } catch {
    // Then on the disk.
  }
}

/** Milliseconds that a file may take, before it has run for the first time. */
function guessOf(name) {
  // The longest at depth by far: it begins first, and others do not wait for it in its process.
  if (name.endsWith('certificate/encoding.test.js')) return 60_000;
  if (isAlone(join(TESTS, name))) return 5000;
  return Object.entries(GUESSES).find(([folder]) => name.startsWith(folder))[1];
}

function readTimes() {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8'));
  } catch {
    return {};
  }
}

function keepTimes() {
  const all = { ...took, ...Object.fromEntries(spent) };
  mkdirSync(dirname(TIMES), { recursive: true });
  writeFileSync(TIMES, JSON.stringify(all));
}

function sayTheSlowest() {
  const slowest = [...spent].sort(([, a], [, b]) => b - a).slice(0, 10);
  process.stdout.write('\nThe slowest files, with the seconds of their tests:\n');
  for (const [name, ms] of slowest) {
    process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)}  ${name.replace('.js', '.ts')}\n`);
  }
}

/** Compiles the sources whenever one is saved, as long as this process lives. */
function compileWhatIsSaved() {
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  for (const command of [
    [tsc, '-p', root, '--watch', '--preserveWatchOutput'],
    [join(root, 'scripts', 'build-threads.mjs'), '--watch'],
    [join(root, 'scripts', 'build-program.mjs'), '--watch'],
  ]) {
    const compiler = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
    process.on('exit', () => compiler.kill());
  }
}

/** Suites and files are no tests of their own. */
function count(event, outcome) {
  if (event.details.type === 'suite') return;
  const isFile = event.file === event.name || /\.test\.m?js$/.test(event.name);
  if (isFile && outcome === 'passed') return;
  note(event);
  if (event.skip !== undefined || event.todo !== undefined) counts.skipped++;
  else counts[outcome]++;
}

/** The time of a test counts for its file; that of its parts is within it. */
function note({ file, nesting, details }) {
  if (file === undefined || nesting > 0) return;
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  const name = relative(TESTS, path.replace(join(root, 'test'), TESTS)).replaceAll('\\', '/');
  if (name.startsWith('..')) return;
  const compiled = name.replace(/\.ts$/, '.js');
  spent.set(compiled, (spent.get(compiled) ?? 0) + Math.round(details.duration_ms));
}
