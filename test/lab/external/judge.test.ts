import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  picturesIn,
  readVerdictPattern,
  type SolverAnswer,
  VerdictReader,
} from '../../../src/lab/external/answers.js';
import { judge, type JudgedAnswer } from '../../../src/lab/external/judge.js';
import type { Cells } from '../../../src/solver/core/puzzle/types.js';
import { puzzleOfClues } from '../../support/random-puzzle.js';
import { assertEach } from '../../support/tests.js';

type Known = Awaited<ReturnType<Parameters<typeof judge>[2]>>;

/** Both diagonals of 2x2 cells solve it. */
const PUZZLE = puzzleOfClues([[1], [1]], [[1], [1]]);
const FALLING = Uint8Array.of(1, 0, 0, 1);
const RISING = Uint8Array.of(0, 1, 1, 0);
const WRONG = Uint8Array.of(1, 1, 0, 0);

const OPEN: Known = { status: 'timeout', solutions: '0' };

function judged(
  verdict: SolverAnswer['verdict'],
  pictures: readonly Cells[],
  known: Known | null = null,
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
  const several: Known = { status: 'multiple', solutions: '2' };
  assert.match(String((await judged('unique', [FALLING], several)).reason), /false "unique"/);
  assert.match(String((await judged('contradiction', [], several)).reason), /has a solution/);
  const one: Known = { status: 'unique', solutions: '1' };
  assert.match(String((await judged('multiple', [FALLING], one)).reason), /false "multiple"/);
  const none: Known = { status: 'contradiction', solutions: '0' };
  assert.match(String((await judged('unique', [], none)).reason), /has no solution/);
  assert.match(String((await judged('contradiction', [RISING])).reason), /its own picture/);
});

test('an unknown verdict is left open, but one solution refutes "contradiction" all the same', async () => {
  const open = await judged('unique', [FALLING], OPEN);
  assert.deepEqual([open.status, open.judged], ['unique', 'open']);
  const some: Known = { status: 'timeout', solutions: '1' };
  assert.equal((await judged('contradiction', [], some)).judged, 'wrong');
  const silent = await judged('open', []);
  assert.deepEqual([silent.status, silent.said, silent.judged], [null, null, 'open']);
});

test('a number of solutions is compared with the count, and open if that did not come so far', async () => {
  const claimed = (count: bigint, known: Known): Promise<JudgedAnswer> =>
    judge(PUZZLE, { verdict: 'multiple', pictures: [FALLING, RISING], count }, (asked) => {
      assert.equal(asked, count);
      return Promise.resolve(known);
    });
  const two: Known = { status: 'multiple', solutions: '2', solutionsExact: true };
  assert.deepEqual((await claimed(2n, two)).judged, 'right');
  const seven = await claimed(7n, two);
  assert.deepEqual([seven.status, seven.judged], ['crash', 'wrong']);
  assert.equal(seven.reason, 'false number of solutions: 7 claimed, but it has 2');
  const many: Known = { status: 'multiple', solutions: '15', solutionsExact: false };
  assert.match(String((await claimed(7n, many)).reason), /7 claimed, but it has at least 15/);
  const open = await claimed(1_000_000n, many);
  assert.deepEqual([open.status, open.judged], ['multiple', 'open']);
});

const SIZE = { width: 4, height: 3, colours: 1 };
const CELLS = [0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0];

const LAYOUTS: Readonly<Record<string, string>> = {
  'as nonomill writes it': '.##.\n#..#\n..#.\n',
  'on one line, after some words': 'solution: .##./#..#/..#.\n',
  'with digits': 'Solved in 3 ms:\n0110\n1001\n0010\n',
  'with a blank between cells': '. # # .\n# . . #\n. . # .\n',
  'with two characters a cell': '  ████  \n██    ██\n    ██  \n',
  'in a frame': '+----+\n|.XX.|\n|X..X|\n|..X.|\n+----+\n',
  'with blanks cut off': ' ## \n#  #\n  #\n',
};

for (const [how, output] of Object.entries(LAYOUTS)) {
  test(`a picture is read ${how}`, () => {
    assertEach(picturesIn(output, SIZE), (cells) => [...cells], [CELLS]);
  });
}

test('two different pictures count as two, and one that comes twice counts once', () => {
  const [one, other] = ['.##.\n#..#\n..#.\n', '.##.\n#..#\n.#..\n'];
  assert.equal(picturesIn(`1:\n${one}\n2:\n${other}`, SIZE).length, 2);
  assert.equal(picturesIn(`${one}\n${one}`, SIZE).length, 1);
});

test('colours are digits, and a colour that the puzzle does not have is not read', () => {
  const size = { width: 3, height: 2, colours: 2 };
  assert.deepEqual([...picturesIn('1.2\n022', size)[0]], [1, 0, 2, 0, 2, 2]);
  assert.deepEqual(picturesIn('1.3\n022', size), []);
});

test('words are not a picture', () => {
  assert.deepEqual(picturesIn('reading\nsolving\ndone in 3 s\n\n\n\n', SIZE), []);
});

test('a pattern that comes to no end on a text is given up, and goes on with the next text', async (t) => {
  const reader = new VerdictReader(readVerdictPattern('^solutions: (\\d)|^(?<unique>(a+)+)$'));
  t.after(() => reader.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal(await reader.read('solutions: 0', 10), 'contradiction');
  const endless = reader.read(`${'a'.repeat(50)}!`, 10);
  const others = ['aaa', 'nothing'].map((output) => reader.read(output, 10));
  let isGivenUp = false;
  void endless.then(() => (isGivenUp = true));
  await new Promise(setImmediate);
  // Two seconds are the least: the thread may have to wait for a processor.
  t.mock.timers.tick(1999);
  await new Promise(setImmediate);
  assert.ok(!isGivenUp);
  t.mock.timers.tick(1);
  assert.equal(await endless, undefined);
  assert.deepEqual(await Promise.all(others), ['unique', null]);
});
