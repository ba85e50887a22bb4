import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/temporary.js';
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
  assert.deepEqual(
    kept.figures.map(({ value }) => value),
    [12, 100],
  );
  const text = compareText(readFigures(path), [
    figure('time', 18, 'less'),
    figure('rate', 150, 'more'),
    figure('other', 1, 'less'),
  ]);
  assert.match(text, /some: time +12\.0 +18\.0 +ms +1\.50 times, worse\n/);
  assert.match(text, /some: rate +100 +150 +ms +1\.50 times, better\n/);
  assert.match(text, /some: other +- +1\.00 +ms +new\n/);
});

test('a benchmark hands its figures over', { timeout: 60_000 }, (t) => {
  const file = join(temporaryFolder(t), 'figures.ndjson');
  const command = [join(ROOT, 'dist', 'bench', 'reading.bench.js')];
  const env = { ...process.env, BENCH_FIGURES: file, PUZZLES: '200', ROUNDS: '1', FILES: '2' };
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  assert.equal(status, 0, stdout);
  const figures = readFileSync(file, 'utf8').trim().split('\n');
  const names = figures.map((line) => (JSON.parse(line) as Figure).name);
  assert.deepEqual(names, [
    '5x5.csv',
    '5x5.ndjson',
    '5x5.json',
    '25x25.csv',
    '25x25.ndjson',
    'memory, 5x5.csv',
    'memory, 5x5.ndjson',
  ]);
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
