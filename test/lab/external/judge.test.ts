import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cells, Puzzle } from '../../../src/solver/core/puzzle/types.js';
import type { SolverAnswer } from '../../../src/lab/external/answer.js';
import { judge, type KnownVerdict, type JudgedAnswer } from '../../../src/lab/external/judge.js';

/** Both diagonals of 2x2 cells solve it. */
const PUZZLE: Puzzle = {
  width: 2,
  height: 2,
  rows: [[1], [1]],
  columns: [[1], [1]],
  colours: 1,
  palette: null,
  start: null,
};
const FALLING = Uint8Array.of(1, 0, 0, 1);
const RISING = Uint8Array.of(0, 1, 1, 0);
const WRONG = Uint8Array.of(1, 1, 0, 0);

const OPEN: KnownVerdict = { status: 'timeout', solutions: '0' };

function judged(
  verdict: SolverAnswer['verdict'],
  pictures: readonly Cells[],
  known: KnownVerdict | null = null,
): Promise<JudgedAnswer> {
  return judge(PUZZLE, { verdict, pictures }, () => {
    assert.ok(known !== null, 'nobody needs to be asked');
    return Promise.resolve(known);
  });
}

test('a picture is judged by the clues alone', async () => {
  assert.deepEqual(await judged(null, [FALLING]), {
    status: 'solved',
    said: 'solved',
    judged: 'right',
    reason: null,
    pictures: [FALLING],
  });
  const wrong = await judged('unique', [WRONG]);
  assert.deepEqual([wrong.status, wrong.judged], ['crash', 'wrong']);
  assert.equal(wrong.reason, 'wrong picture: row 1 breaks its clue');
});

test('two solutions prove that there are several', async () => {
  const { status, judged: judgement } = await judged(null, [FALLING, RISING]);
  assert.deepEqual([status, judgement], ['multiple', 'right']);
  assert.equal((await judged('unique', [FALLING, RISING])).judged, 'wrong');
});

test('a false "unique", "contradiction" or "multiple" is found by what is known', async () => {
  const several: KnownVerdict = { status: 'multiple', solutions: '2' };
  assert.match(String((await judged('unique', [FALLING], several)).reason), /false "unique"/);
  assert.match(String((await judged('contradiction', [], several)).reason), /has a solution/);
  const one: KnownVerdict = { status: 'unique', solutions: '1' };
  assert.match(String((await judged('multiple', [FALLING], one)).reason), /false "multiple"/);
  const none: KnownVerdict = { status: 'contradiction', solutions: '0' };
  assert.match(String((await judged('unique', [], none)).reason), /has no solution/);
  assert.match(String((await judged('contradiction', [RISING])).reason), /its own picture/);
});

test('an unknown verdict is left open, but one solution refutes "contradiction" all the same', async () => {
  const open = await judged('unique', [FALLING], OPEN);
  assert.deepEqual([open.status, open.judged], ['unique', 'open']);
  const some: KnownVerdict = { status: 'timeout', solutions: '1' };
  assert.equal((await judged('contradiction', [], some)).judged, 'wrong');
  const silent = await judged('open', []);
  assert.deepEqual([silent.status, silent.said, silent.judged], [null, null, 'open']);
});

test('a number of solutions is compared with the count, and open if that did not come so far', async () => {
  const claimed = (count: bigint, known: KnownVerdict): Promise<JudgedAnswer> =>
    judge(PUZZLE, { verdict: 'multiple', pictures: [FALLING, RISING], count }, (asked) => {
      assert.equal(asked, count);
      return Promise.resolve(known);
    });
  const two: KnownVerdict = { status: 'multiple', solutions: '2', solutionsExact: true };
  assert.deepEqual((await claimed(2n, two)).judged, 'right');
  const seven = await claimed(7n, two);
  assert.deepEqual([seven.status, seven.judged], ['crash', 'wrong']);
  assert.equal(seven.reason, 'false number of solutions: 7 claimed, but it has 2');
  const many: KnownVerdict = { status: 'multiple', solutions: '15', solutionsExact: false };
  assert.match(String((await claimed(7n, many)).reason), /7 claimed, but it has at least 15/);
  const open = await claimed(1_000_000n, many);
  assert.deepEqual([open.status, open.judged], ['multiple', 'open']);
});
