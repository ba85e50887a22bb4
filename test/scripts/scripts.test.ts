import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ONLY_DEEP, deepTest, temporaryFolder, until, eachOf } from '../support/tests.js';
import { ROOT } from '../support/nonomill.js';

const BENCHMARKS = readdirSync(join(ROOT, 'bench'))
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''));

/** Runs `npm run bench -- <words>`, which is to measure nothing. */
function bench(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const command = [join(ROOT, 'scripts', 'bench.mjs'), ...words];
  return spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 20_000 });
}

test('bench --help lists every benchmark on a line and runs none', () => {
  const { status, stdout } = bench('--help');
  assert.equal(status, 0);
  for (const name of BENCHMARKS) {
    const line = stdout.split('\n').find((one) => one.startsWith(`${name} `));
    assert.ok(line !== undefined && /\w\.$/.test(line), `${name}: ${line}`);
    assert.ok(line.length <= 110, line);
  }
});

test('bench <name> --help says what that benchmark takes', () => {
  const { status, stdout } = bench('hard', '--help');
  assert.equal(status, 0);
  assert.match(stdout, /^== hard\nThe puzzles on which .*--limit=20/s);
  assert.doesNotMatch(stdout, /== pipe/);
});

test('a name that no benchmark has, and figures that cannot be read, end it at once', (t) => {
  const file = join(temporaryFolder(t), 'figures.json');
  writeFileSync(file, '[]');
  assert.match(bench('nothing').stderr, /no benchmark matches nothing; --help lists them/);
  assert.match(bench('hard', '--compare', file).stderr, /is not a file of figures/);
  assert.match(bench('hard', '--compare').stderr, /--compare needs a file/);
});

test('figures are kept as JSON, and compared with those of an earlier file', async (t) => {
  const script = pathToFileURL(join(ROOT, 'scripts', 'bench', 'figures.mjs')).href;
  const { compareText, readFigures, writeFigures } = (await import(script)) as FiguresScript;
  const figure = (name: string, value: number, better: string): Figure => {
    return { benchmark: 'some', name, value, unit: 'ms', better };
  };
  const path = join(temporaryFolder(t), 'deep', 'figures.json');
  writeFigures(
    path,
    ['some'],
    [10, 30, 12].map((value) => figure('time', value, 'less')).concat(figure('rate', 100, 'more')),
  );
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { figures: { value: number }[] };
  assert.deepEqual(eachOf(kept.figures, 'value'), [12, 100]);
  const text = compareText(readFigures(path), [
    figure('time', 18, 'less'),
    figure('rate', 150, 'more'),
    figure('other', 1, 'less'),
  ]);
  assert.match(text, /some: time +12\.0 +18\.0 +ms +1\.50 times, worse\n/);
  assert.match(text, /some: rate +100 +150 +ms +1\.50 times, better\n/);
  assert.match(text, /some: other +- +1\.00 +ms +new\n/);
});

test('a benchmark hands its figures over', { timeout: 60_000, skip: ONLY_DEEP }, (t) => {
  const file = join(temporaryFolder(t), 'figures.ndjson');
  const words = ['--sizes=10', '--work=alone', '--turns=1', '--rounds=1'];
  const command = [join(ROOT, 'dist', 'bench', 'sides.bench.js'), ...words];
  const env = { ...process.env, BENCH_FIGURES: file };
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  assert.equal(status, 0, stdout);
  const figures = readFileSync(file, 'utf8').trim().split('\n');
  const names = figures.map((line) => (JSON.parse(line) as Figure).name);
  assert.deepEqual(names, ['10x10 alone']);
});

interface Figure {
  readonly benchmark: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly better: string;
}

interface FiguresScript {
  readonly writeFigures: (path: string, words: string[], figures: Figure[]) => string;
  readonly readFigures: (path: string) => unknown;
  readonly compareText: (earlier: unknown, figures: Figure[]) => string;
}

test('README.md has one place for the figures that bench readme --write measures', () => {
  const marks = /^<!-- npm run bench -- readme --write -->\n[^]*^<!-- end of the figures -->\n/gm;
  assert.equal(readFileSync(join(ROOT, 'README.md'), 'utf8').match(marks)?.length, 1);
});

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'coverage-gaps.mjs')).href;

/** What Node.js says of a file. */
interface Covered {
  readonly path: string;
  readonly branches: readonly { line: number; count: number }[];
  readonly functions: readonly { name: string; line: number; count: number }[];
  readonly lines: readonly { line: number; count: number }[];
}

const { coverageGaps } = (await import(MODULE)) as {
  readonly coverageGaps: (files: readonly Covered[], root: string) => string[];
};

/**
 * A file of ten lines with two branches, on lines 3 and 5; `counts` says how often each was taken.
 */
function covered(name: string, counts: readonly [number, number]): Covered {
  return {
    path: join(ROOT, name),
    branches: counts.map((count, i) => ({ line: 3 + 2 * i, count })),
    functions: [{ name: 'some', line: 1, count: 1 }],
    lines: Array.from({ length: 10 }, (_, i) => ({ line: i + 1, count: 1 })),
  };
}

/** With no file covered, each place that has to be reached whole is a gap of that name. */
const PLACES = coverageGaps([], ROOT);

test('every place whose branches must all be reached is there', () => {
  assert.ok(PLACES.length > 0);
  for (const place of PLACES) assert.ok(existsSync(join(ROOT, place)), place);
});

test('a branch of the verdicts that no test takes is a gap, and so is a place without a file', () => {
  const elsewhere = covered('src/solver/craft/fix/some.ts', [1, 0]);
  const whole = PLACES.map((place) =>
    covered(place.endsWith('/') ? `${place}some.ts` : place, [1, 2]),
  );
  assert.deepEqual(coverageGaps([...whole, elsewhere], ROOT), []);

  for (const [i, place] of PLACES.entries()) {
    const others = whole.filter((_, at) => at !== i);
    const name = place.endsWith('/') ? `${place}other.ts` : place;
    const gaps = coverageGaps([...others, covered(name, [1, 0])], ROOT);
    assert.deepEqual(gaps, [`${name}:5`]);
    assert.deepEqual(coverageGaps(others, ROOT), [place]);
  }
});

test('what is to be ignored is no gap, nor is what gives the fields of a class their values', () => {
  const [place] = PLACES.filter((name) => name.endsWith('/'));
  const file = covered(`${place}some.ts`, [1, 0]);
  const gapsOf = (changed: Partial<Covered>): string[] =>
    coverageGaps([{ ...file, ...changed }], ROOT).filter((gap) => gap.startsWith(place));
  assert.deepEqual(gapsOf({}), [`${place}some.ts:5`]);
  assert.deepEqual(gapsOf({ lines: file.lines.filter(({ line }) => line !== 5) }), []);

  const idle = (name: string): Partial<Covered> => {
    return { branches: [{ line: 1, count: 0 }], functions: [{ name, line: 1, count: 0 }] };
  };
  assert.deepEqual(gapsOf(idle('some')), [`${place}some.ts:1`]);
  assert.deepEqual(gapsOf(idle('<instance_members_initializer>')), []);
});

const USERS = pathToFileURL(join(ROOT, 'scripts', 'dist-users.mjs')).href;
const GROUPS = pathToFileURL(join(ROOT, 'scripts', 'test-groups.mjs')).href;

/** Starts a process that uses a folder for `what`, and then does `program`. */
function user(folder: string, what: string, program: string): ChildProcessWithoutNullStreams {
  const code = `import { use, untilFree } from '${USERS}';
    const folder = ${JSON.stringify(folder)};
    use(folder, '${what}');
    ${program}`;
  return spawn(process.execPath, ['--input-type=module', '-e', code]);
}

test('a build waits for the tests that run from dist, by name, and for nobody who is gone', async (t) => {
  const folder = temporaryFolder(t);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  mkdirSync(join(folder, '.users'));
  writeFileSync(join(folder, '.users', String(gone)), 'tests that were killed');

  const tests = user(folder, 'the tests', `console.log('use it'); process.stdin.resume();`);
  await once(tests.stdout, 'data');
  const build = user(folder, 'a build', 'console.log(await untilFree(folder));');
  const [said] = (await once(build.stderr, 'data')) as [Buffer];
  assert.equal(String(said), `nonomill: waits for the tests (process ${tests.pid}) ...\n`);
  tests.stdin.end();
  assert.equal(await text(build.stdout), 'true\n');

  const alone = user(folder, 'a build', 'console.log(await untilFree(folder));');
  assert.equal(await text(alone.stdout), 'false\n');
  assert.deepEqual(readdirSync(join(folder, '.users')), []);
});

test('two that test at the same time do not take away what the other one starts', async (t) => {
  const folder = temporaryFolder(t);
  const begin = `import { entriesOf } from '${GROUPS}';
    const group = { title: 'pure-0', names: ['a.test.js', 'b.test.js'] };
    console.log(entriesOf([group], 'test', ${JSON.stringify(folder)})[0]);`;
  const words = ['--input-type=module', '-e'];
  const first = spawn(process.execPath, [...words, `${begin} process.stdin.resume();`]);
  const [said] = (await once(first.stdout, 'data')) as [Buffer];
  const entry = String(said).trim();
  assert.equal(spawnSync(process.execPath, [...words, begin]).status, 0);
  assert.ok(existsSync(entry));
  first.stdin.end();
  await once(first, 'exit');
  assert.deepEqual(readdirSync(folder), []);
});

const TYPES = join(ROOT, 'dist', 'types');

deepTest('the types of the library compile without those of Node.js or browsers', async () => {
  const { default: ts } = await import('typescript');
  const files = ['index.d.ts', 'node.d.ts', 'worker.d.ts'].map((name) => join(TYPES, name));
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2020,
    lib: ['lib.es2020.d.ts'],
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const wrong = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const place = file?.getLineAndCharacterOfPosition(start ?? 0);
    return `${file?.fileName}:${(place?.line ?? 0) + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  assert.deepEqual(wrong, []);
});

test('they are what the library exports and what that is made of, and name nothing of the engine', () => {
  assert.deepEqual(readdirSync(TYPES).sort(), [
    'index.d.ts',
    'library.d.ts',
    'node.d.ts',
    'worker.d.ts',
  ]);
  for (const name of readdirSync(TYPES)) {
    const text = readFileSync(join(TYPES, name), 'utf8');
    for (const [, from] of text.matchAll(/\bfrom\s+'([^']+)'/g)) {
      assert.match(from, /^\.\/(?:index|library)\.js$/);
    }
    assert.doesNotMatch(text, /\b(?:Engine|Settings|Observer|Budget)\b/);
  }
});

const OUTER_MODULE = pathToFileURL(join(ROOT, 'scripts', 'outer-process.mjs')).href;

const OUTER = `
import { spawn } from 'node:child_process';
import { WITH_PIPE, endWith } from '${OUTER_MODULE}';
const { stdio, env } = WITH_PIPE;
await endWith(spawn(process.execPath, process.argv.slice(2), { env: { ...process.env, ...env }, stdio }));
`;

/** Notes each signal in a file, and goes on until it is told to end by another. */
const INNER = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { followOuter } from '${OUTER_MODULE}';
followOuter();
const [, , folder] = process.argv;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => appendFileSync(folder + '/signals', signal + ' '));
}
setInterval(() => existsSync(folder + '/end') && process.exit(7), 10);
writeFileSync(folder + '/pid', String(process.pid));
`;

/** Ends by itself on every signal, as a program without listeners. */
const PLAIN = `
import { writeFileSync } from 'node:fs';
import { followOuter } from '${OUTER_MODULE}';
followOuter();
setInterval(() => undefined, 1000);
writeFileSync(process.argv[2] + '/pid', String(process.pid));
`;

async function begin(t: TestContext, inner: string) {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'outer.mjs'), OUTER);
  writeFileSync(join(folder, 'inner.mjs'), inner);
  const files = ['outer.mjs', 'inner.mjs'].map((name) => join(folder, name));
  const outer = spawn(process.execPath, [...files, folder], { stdio: 'ignore', detached: true });
  const over = new Promise<number | null>((resolve) => outer.on('exit', resolve));
  const pidFile = join(folder, 'pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  t.after(() => isThere(pid) && process.kill(pid, 'SIGKILL'));
  const signals = join(folder, 'signals');
  return {
    outer: outer.pid!,
    over,
    inner: pid,
    signals: () => (existsSync(signals) ? readFileSync(signals, 'utf8').trim().split(' ') : []),
    end: () => writeFileSync(join(folder, 'end'), ''),
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const NO_SIGNALS = process.platform === 'win32' && 'processes of Windows send no signals';

test('a signal to the outer process is passed on once', { skip: NO_SIGNALS }, async (t) => {
  const { outer, over, signals, end } = await begin(t, INNER);
  const expected: string[] = [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    process.kill(outer, signal);
    expected.push(signal);
    await until(() => signals().length === expected.length);
  }
  end();
  assert.equal(await over, 7);
  assert.deepEqual(signals(), expected);
});

test('a signal to both, as a terminal sends it, counts once', { skip: NO_SIGNALS }, async (t) => {
  const { outer, over, signals, end } = await begin(t, INNER);
  process.kill(-outer, 'SIGINT');
  await until(() => signals().length > 0);
  // What comes after it has waited for the same time as what was passed on would have.
  process.kill(outer, 'SIGTERM');
  await until(() => signals().includes('SIGTERM'));
  end();
  await over;
  assert.deepEqual(signals(), ['SIGINT', 'SIGTERM']);
});

test('a program without listeners is ended by what passes on', { skip: NO_SIGNALS }, async (t) => {
  const { outer, over, inner } = await begin(t, PLAIN);
  process.kill(outer, 'SIGINT');
  assert.equal(await over, 130);
  await until(() => !isThere(inner));
});

test('the inner process ends after the outer one was killed', async (t) => {
  const { outer, inner } = await begin(t, PLAIN);
  process.kill(outer, 'SIGKILL');
  await until(() => !isThere(inner));
});
