import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ends, nonomill } from '../../support/nonomill.js';

test('a line is solved from its clue and cells', async () => {
  const { code, stdout } = await nonomill(['line', '8', '??????????']);
  assert.equal(stdout, '??######??\n');
  assert.equal(code, 0);
});

test('known cells rule placements out, and an empty clue leaves blanks', async () => {
  assert.equal((await nonomill(['line', '3 2', '??#????.'])).stdout, '?##??#?.\n');
  assert.equal((await nonomill(['line', '0', '???'])).stdout, '...\n');
  assert.equal((await nonomill(['line', '', '??'])).stdout, '..\n');
});

test('blocks of several colours are named by letters, and may touch', async () => {
  assert.equal((await nonomill(['line', '3a 2b', '?????'])).stdout, 'aaabb\n');
  assert.equal((await nonomill(['line', '3a 2a', '??????'])).stdout, 'aaa.aa\n');
  assert.equal((await nonomill(['line', '2x 1y', '??.y'])).stdout, 'xx.y\n');
});

test('a line that no placement fits is a failure that says so', async () => {
  const { stdout, stderr } = await ends(1, ['line', '3', '#.?']);
  assert.equal(stdout, '');
  assert.match(stderr, /no placement of the blocks fits #\.\?/);
});

test('what is not a clue or not a line of cells is refused with its place', async () => {
  const wrong = [
    ['3 x', '???', /found "x"/],
    ['3a 2', '??????', /"2": either every block has a colour's letter, or none/],
    ['3 0', '????', /"0": a block has 1 to 65535 cells/],
    ['3', '??a', /cell 3: expected # \(filled\)/],
    ['1', '', /has no cells/],
  ] as const;
  for (const [clue, cells, says] of wrong) {
    await ends(2, ['line', clue, cells], { says });
  }
});
