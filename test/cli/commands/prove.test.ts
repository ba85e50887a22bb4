import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { nonomill } from '../nonomill.js';
import { folderWith } from '../../corpus/temporary.js';

const PLUS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

test('a proof is written, compressed on demand, and verified', async () => {
  const folder = folderWith({ 'plus.json': PLUS });
  const puzzle = join(folder, 'plus.json');
  for (const name of ['plus.proof', 'plus.proof.gz']) {
    const proof = join(folder, name);
    const proven = await nonomill(['prove', puzzle, '--out', proof]);
    assert.equal(proven.code, 0, proven.stderr);
    assert.match(proven.stderr, /^Proven: exactly one solution, in \d+ steps with 0 clauses/);
    const verified = await nonomill(['verify', puzzle, proof]);
    assert.equal(verified.code, 0, verified.stderr);
    assert.match(
      verified.stdout,
      /^The proof holds: exactly one solution \(\d+ steps, 0 clauses\)\.$/m,
    );
  }
  const plain = readFileSync(join(folder, 'plus.proof'), 'utf8');
  assert.equal(gunzipSync(readFileSync(join(folder, 'plus.proof.gz'))).toString(), plain);
});

test('a proof goes through a pipe', async () => {
  const folder = folderWith({ 'plus.json': PLUS });
  const puzzle = join(folder, 'plus.json');
  const { stdout } = await nonomill(['prove', puzzle]);
  const verified = await nonomill(['verify', puzzle, '-', '--json'], { input: stdout });
  assert.deepEqual(
    { ...JSON.parse(verified.stdout), steps: 0 },
    { valid: true, claim: 'unique', steps: 0, clauses: 0 },
  );
});

test('a proof that does not hold is named with its line and the reason, and fails', async () => {
  const folder = folderWith({ 'plus.json': PLUS });
  const puzzle = join(folder, 'plus.json');
  const { stdout } = await nonomill(['prove', puzzle]);
  const proof = join(folder, 'damaged.proof');
  writeFileSync(proof, stdout.replace(/^l 2 -?\d+/m, 'l 2 7'));
  const verified = await nonomill(['verify', puzzle, proof]);
  assert.equal(verified.code, 1);
  assert.match(verified.stderr, /damaged\.proof, line 5: 7 does not follow from row 2/);
  const json = await nonomill(['verify', puzzle, proof, '--json']);
  assert.deepEqual(JSON.parse(json.stdout), {
    valid: false,
    line: 5,
    reason: '7 does not follow from row 2',
  });
});

test('a puzzle with several solutions has no proof, and is told why', async () => {
  const input = '{"rows":[[1],[1]],"columns":[[1],[1]]}';
  const { code, stderr } = await nonomill(['prove', '-'], { input });
  assert.equal(code, 1);
  assert.match(stderr, /several solutions: two different pictures prove that/);
});

test('a file with more than one puzzle, or none, is refused with what to do', async () => {
  const two = await nonomill(['prove', '-'], { input: `${PLUS}\n${PLUS}\n` });
  assert.equal(two.code, 1);
  assert.match(two.stderr, /expected one puzzle in standard input, found more/);
});
