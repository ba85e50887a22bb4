import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { lratFault } from '../../../support/naive/lrat-check.js';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/tests.js';

const PLUS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const TWO = '{"rows":[[1],[1]],"columns":[[1],[1]]}';
const NONE = '{"rows":[[3],[],[3]],"columns":[[1],[2],[3]]}';

test('a certificate is written with its clauses, in each form, and verified', async () => {
  const folder = folderWith({ 'plus.json': PLUS });
  for (const [name, cnf, ...more] of [
    ['p.lrat', 'p.cnf', '--format', 'lrat'],
    ['b.lrat', 'b.cnf', '--format', 'lrat', '--binary'],
    ['d.drat', 'd.cnf', '--format', 'drat'],
    ['z.lrat.gz', 'z.cnf', '--format', 'lrat'],
    ['c.lrat', 'other.cnf.gz', '--format', 'lrat', '--cnf', 'other.cnf.gz'],
  ]) {
    const words = ['prove', 'plus.json', '--out', name, ...more];
    const proven = await succeeds(words, { cwd: folder });
    const expected = /^Proven: exactly one solution, in \d+ lemmas, each of them checked\.$/m;
    assert.match(proven.stderr, expected);
    const verified = await nonomill(['verify', 'plus.json', name, '--cnf', cnf], { cwd: folder });
    const wanted = /^The proof holds: exactly one solution \(\d+ steps, \d+ clauses\)/;
    assert.match(verified.stdout, wanted);
  }
  const text = (name: string): string => {
    const bytes = readFileSync(join(folder, name));
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
  };
  assert.equal(text('z.lrat.gz'), text('p.lrat'));
  assert.equal(text('other.cnf.gz'), text('p.cnf'));
  assert.equal(lratFault(text('p.cnf'), text('p.lrat')), null);
});

test('clauses are found beside a certificate, and a certificate goes through a pipe', async () => {
  const folder = folderWith({ 'none.json': NONE });
  const words = ['prove', 'none.json', '--format', 'lrat', '--cnf', 'p.cnf'];
  const { stdout } = await nonomill(words, { cwd: folder });
  writeFileSync(join(folder, 'p.lrat'), stdout);
  const verified = await nonomill(['verify', 'none.json', 'p.lrat'], { cwd: folder });
  assert.match(verified.stdout, /^The proof holds: no solution/);
  writeFileSync(join(folder, 'q.lrat.gz'), gzipSync(stdout));
  writeFileSync(join(folder, 'q.cnf.gz'), gzipSync(readFileSync(join(folder, 'p.cnf'))));
  const unpacked = await nonomill(['verify', 'none.json', 'q.lrat.gz'], { cwd: folder });
  assert.match(unpacked.stdout, /^The proof holds: no solution/);
  const piped = ['verify', 'none.json', '-', '--cnf', 'p.cnf', '--json'];
  const answer = await nonomill(piped, { cwd: folder, input: stdout });
  assert.match(answer.stdout, /^\{"valid":true,"claim":"contradiction"/);
});

test('a certificate without its clauses, of another puzzle or changed is refused', async () => {
  const folder = folderWith({ 'plus.json': PLUS, 'two.json': TWO, 'none.json': NONE });
  await nonomill(['prove', 'plus.json', '--format', 'lrat', '--out', 'p.lrat'], { cwd: folder });
  const other = await ends(1, ['verify', 'none.json', 'p.lrat'], { cwd: folder });
  assert.match(other.stderr, /p\.cnf, line \d+: expected .*: it is of another puzzle/);
  const asked = ['verify', 'none.json', 'p.lrat', '--json'];
  const { stdout } = await nonomill(asked, { cwd: folder });
  assert.match(stdout, /^\{"valid":false,"inClauses":true,"line":\d+,"reason":"expected /);
  const lemmas = readFileSync(join(folder, 'p.lrat'), 'latin1');
  writeFileSync(join(folder, 'p.lrat'), lemmas.replace(/ \d+ 0\n/, ' 0\n'));
  await ends(1, ['verify', 'plus.json', 'p.lrat'], { cwd: folder, says: /p\.lrat, line 1: / });
  for (const start of ['', '\n', 'x']) {
    writeFileSync(join(folder, 'p.lrat'), start);
    const odd = await nonomill(['verify', 'plus.json', 'p.lrat'], { cwd: folder });
    assert.match(odd.stderr, /p\.lrat, line 1: (?:the empty clause is missing|expected a number)/);
  }
  writeFileSync(join(folder, 'alone.lrat'), lemmas);
  const alone = await ends(1, ['verify', 'plus.json', 'alone.lrat'], { cwd: folder });
  assert.match(alone.stderr, /alone\.cnf is not there \(NM_FILE_ABSENT\)\n.*--cnf/);
});

test('how many solutions there are is proven, in each format, up to --most', async () => {
  const folder = folderWith({ 'two.json': TWO });
  for (const [name, format] of [
    ['p.proof', 'own'],
    ['p.lrat', 'lrat'],
    ['p.drat', 'drat'],
  ]) {
    const words = ['prove', 'two.json', '--count', 'exact', '--format', format, '--out', name];
    const proven = await nonomill([...words, '--force'], { cwd: folder });
    assert.match(proven.stderr, /^Proven: exactly 2 solutions, in /m);
    const verified = await nonomill(['verify', 'two.json', name, '--json'], { cwd: folder });
    const { claim, solutions } = JSON.parse(verified.stdout) as Record<string, unknown>;
    assert.deepEqual([claim, solutions], ['exactly', 2]);
  }
  const four = '{"rows":[[1],[1],[1]],"columns":[[1],[1],[1]]}';
  const words = ['prove', '-', '--count', 'exact', '--most', '5'];
  const { stderr } = await ends(1, words, { input: four });
  assert.match(stderr, /the puzzle has more than 5 solutions \(NM_NOT_UNIQUE\)\n.*--most/);
});

test('what does not go together is refused before any work', async () => {
  for (const [words, says] of [
    [['--binary'], /--binary is a form of --format lrat/],
    [['--cnf', 'x.cnf'], /--cnf says where the clauses of --format lrat and drat go/],
    [['--format', 'lrat'], /writes two files: name the proof with --out/],
    [['--format', 'lrat', '--out', 'p.cnf'], /would both go to p\.cnf: name another place/],
    [['--format', 'drat', '--out', 'p', '--cnf', './p', '--force'], /would both go to \.\/p: /],
    [['--format', 'lrat', '--cnf', '-'], /would both go to standard output: /],
    [['--format', 'lrat', '--out', '-', '--cnf', '-'], /would both go to standard output: /],
  ] as const) {
    await ends(2, ['prove', '-', ...words], { input: PLUS, says });
  }
  const folder = folderWith({ 'plus.json': PLUS, 'p.cnf': 'mine' });
  const taken = ['prove', 'plus.json', '--format', 'lrat', '--out', 'p.lrat'];
  await ends(1, taken, { cwd: folder, says: /p\.cnf exists already/ });
});

test('run --prove-to keeps certificates with their clauses, which verify reads', async () => {
  const folder = folderWith({ 'plus.json': PLUS, 'all.ndjson': `${PLUS}\n${TWO}\n${NONE}\n` });
  const words = ['run', 'all.ndjson', '--db', 'x.sqlite', '--prove-to', 'proofs', '--no-report'];
  const { stdout } = await succeeds([...words, '--proof-format', 'lrat'], { cwd: folder });
  assert.match(stdout, /^proven {7}2 of 2 unique or contradictory puzzles$/m);
  const names = readdirSync(join(folder, 'proofs'));
  assert.equal(names.length, 4);
  const verdicts: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.lrat.gz'))) {
    const { stdout: answer } = await nonomill(['verify', 'plus.json', `proofs/${name}`], {
      cwd: folder,
    });
    verdicts.push(answer.split(' (')[0]);
  }
  // The other is not of this puzzle.
  assert.deepEqual(verdicts.sort(), ['', 'The proof holds: exactly one solution']);
  const alone = await ends(2, ['run', 'all.ndjson', '--proof-format', 'lrat'], { cwd: folder });
  assert.match(alone.stderr, /--proof-format says how --prove-to writes proofs/);
});

test('a stored puzzle is certified by what show says of it', async () => {
  const folder = folderWith({ 'two.json': TWO });
  const db = ['--db', 'x.sqlite'];
  await succeeds(['run', 'two.json', ...db, '--no-report', '--quiet'], { cwd: folder });
  const { stdout: input } = await succeeds(['show', 'two.json#0', ...db, '--json'], {
    cwd: folder,
  });
  const words = ['prove', '-', '--count', 'exact', '--format', 'lrat', '--out', 'p.lrat'];
  await succeeds(words, { cwd: folder, input });
  const verified = await succeeds(['verify', 'two.json', 'p.lrat'], { cwd: folder });
  assert.match(verified.stdout, /^The proof holds: exactly 2 solutions /);
});
