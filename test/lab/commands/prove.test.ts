import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { dominoes } from '../../support/long-puzzles.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { linesIn, assertEach, deepTest, folderWith } from '../../support/tests.js';

const PLUS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

test('a proof is written, compressed on demand, and verified', async () => {
  const folder = folderWith({ 'plus.json': PLUS });
  const puzzle = join(folder, 'plus.json');
  for (const name of ['plus.proof', 'plus.proof.gz']) {
    const proof = join(folder, name);
    const proven = await succeeds(['prove', puzzle, '--out', proof]);
    assert.match(proven.stderr, /^Proven: exactly one solution, in \d+ steps with 0 clauses/);
    const verified = await succeeds(['verify', puzzle, proof]);
    const expected = /^The proof holds: exactly one solution \(\d+ steps, 0 clauses\)\.$/m;
    assert.match(verified.stdout, expected);
  }
  const plain = readFileSync(join(folder, 'plus.proof'), 'utf8');
  assert.equal(gunzipSync(readFileSync(join(folder, 'plus.proof.gz'))).toString(), plain);
});

test('a proof goes through a pipe', async () => {
  const puzzle = join(folderWith({ 'plus.json': PLUS }), 'plus.json');
  const { stdout } = await nonomill(['prove', puzzle]);
  const verified = await nonomill(['verify', puzzle, '-', '--json'], { input: stdout });
  const expected = { valid: true, claim: 'unique', steps: 0, clauses: 0 };
  assert.deepEqual({ ...JSON.parse(verified.stdout), steps: 0 }, expected);
});

test('a proof that does not hold is named with its line and the reason, and fails', async () => {
  const folder = folderWith({ 'plus.json': PLUS });
  const puzzle = join(folder, 'plus.json');
  const { stdout } = await nonomill(['prove', puzzle]);
  const proof = join(folder, 'damaged.proof');
  writeFileSync(proof, stdout.replace(/^l 2 -?\d+/m, 'l 2 7'));
  const verified = await ends(1, ['verify', puzzle, proof]);
  assert.match(verified.stderr, /damaged\.proof, line 5: 7 does not follow from row 2/);
  const json = await nonomill(['verify', puzzle, proof, '--json']);
  assert.deepEqual(JSON.parse(json.stdout), {
    valid: false,
    line: 5,
    reason: '7 does not follow from row 2',
  });
  const cut = join(folder, 'cut.proof.gz');
  writeFileSync(cut, gzipSync(stdout).subarray(0, 60));
  const unpacked = await ends(1, ['verify', puzzle, cut]);
  assert.match(unpacked.stderr, /cut\.proof\.gz: the compressed data is damaged or cut off/);
});

deepTest('a long proof in a file, which several threads check, is held to the same', async () => {
  const { rows, columns } = dominoes(12);
  const folder = folderWith({ 'dominoes.json': JSON.stringify({ rows, columns }) });
  const [puzzle, proof] = [join(folder, 'dominoes.json'), join(folder, 'long.proof')];
  // However busy the machine is.
  await succeeds(['prove', puzzle, '--out', proof, '--timeout', '8h']);
  const text = readFileSync(proof, 'utf8');
  assert.ok(text.length > 3_000_000);
  const holds = await nonomill(['verify', puzzle, proof]);
  assert.match(holds.stdout, /^The proof holds: exactly one solution/);
  writeFileSync(proof, text.replace(/^u 900$/m, 'u 901'));
  const damaged = await ends(1, ['verify', puzzle, proof]);
  const [, line] = /long\.proof, line (\d+): /.exec(damaged.stderr) ?? [];
  // The checksum would find it in the last line.
  assert.ok(Number(line) < text.split('\n').length - 1);
});

test('a puzzle with several solutions has no proof, and the message says why', async () => {
  const input = '{"rows":[[1],[1]],"columns":[[1],[1]]}';
  const { stderr } = await ends(1, ['prove', '-'], { input });
  assert.match(stderr, /several solutions: two different pictures prove that/);
});

test('what is not solved in time has no proof, with or without threads that help', async () => {
  const { rows, columns } = dominoes(20);
  const input = JSON.stringify({ rows, columns });
  for (const timeout of ['100ms', '1500ms']) {
    const { stdout, stderr } = await ends(1, ['prove', '-', '--timeout', timeout], { input });
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /the puzzle could not be solved within [\d.]+ s \(NM_NOT_SOLVED\)\n.*--timeout/,
    );
  }
});

test('a file that exists already is refused before the puzzle is solved', async () => {
  const { rows, columns } = dominoes(20);
  const folder = folderWith({ 'x.proof': 'x', 'x.json': JSON.stringify({ rows, columns }) });
  const words = ['prove', join(folder, 'x.json'), '--out', join(folder, 'x.proof')];
  await ends(1, [...words, '--timeout', '1h'], { says: /x\.proof exists already/ });
});

test('a file with more than one puzzle, or none, is refused with what to do', async () => {
  const two = await ends(1, ['prove', '-'], { input: `${PLUS}\n${PLUS}\n` });
  assert.match(two.stderr, /expected one puzzle in standard input, found more/);
});

const SEVERAL = '{"rows":[[1],[1]],"columns":[[1],[1]]}';
const NONE = '{"rows":[[3],[],[3]],"columns":[[1],[2],[3]]}';

test('run --prove-to keeps proofs that verify reads, and the summary counts them', async () => {
  const folder = folderWith({ 'plus.json': PLUS, 'all.ndjson': `${PLUS}\n${SEVERAL}\n${NONE}\n` });
  const words = ['run', 'all.ndjson', '--db', 'x.sqlite', '--prove-to', 'proofs', '--report', 'r'];
  const { stdout } = await succeeds(words, { cwd: folder });
  assert.match(stdout, /^proven {7}2 of 2 unique or contradictory puzzles$/m);
  const summary = JSON.parse(readFileSync(join(folder, 'r', 'summary.json'), 'utf8')) as object;
  assert.equal((summary as { proven: number }).proven, 2);
  assert.match(readFileSync(join(folder, 'r', 'summary.md'), 'utf8'), /^Proven: 2 of 2 unique/m);
  const expected = /<dt>Proven<\/dt><dd>100 %<small>2 of 2</;
  assert.match(readFileSync(join(folder, 'r', 'index.html'), 'utf8'), expected);
  const exported = await nonomill(['export', '--db', 'x.sqlite', '--to', 'ndjson'], {
    cwd: folder,
  });
  const rows = linesIn(exported.stdout).map((row) => JSON.parse(row) as ExportedRow);
  assertEach(rows, ({ status, proof }) => [status, proof !== null], [
    ['unique', true],
    ['multiple', false],
    ['contradiction', true],
  ]);
  const proof = `proofs/${rows[0].fingerprint}.proof.gz`;
  const verified = await succeeds(['verify', 'plus.json', proof, '--json'], { cwd: folder });
  assert.equal((JSON.parse(verified.stdout) as { steps: number }).steps, rows[0].proof);
});

interface ExportedRow {
  readonly status: string;
  readonly proof: number | null;
  readonly fingerprint: string;
}

test('run --prove-to with a folder that cannot be written fails, and says why for each puzzle', async () => {
  const folder = folderWith({ 'all.ndjson': `${PLUS}\n${NONE}\n` });
  // A folder is where the proof of the first puzzle would be.
  const first = ['run', 'all.ndjson', '--db', 'x.sqlite', '--prove-to', 'proofs', '--no-report'];
  await succeeds(first, { cwd: folder });
  const [name] = readdirSync(join(folder, 'proofs'));
  rmSync(join(folder, 'proofs', name));
  mkdirSync(join(folder, 'proofs', name, 'full'), { recursive: true });
  await ends(1, first, {
    cwd: folder,
    says: /the proofs of 1 puzzle FAILED \(NM_PROOF_INVALID\):\n.*the proof failed: .*\.proof\.gz is not a plain file\n/,
  });
});

test('run --prove-to with a queue is refused, and says why', async () => {
  const words = ['run', 'x.csv', '--prove-to', 'proofs', '--queue', 'redis://localhost'];
  const { stderr } = await ends(2, words);
  assert.match(stderr, /--prove-to and --queue exclude each other: proofs stay on the machine/);
});
