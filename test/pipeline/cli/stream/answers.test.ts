import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answering,
  unanswered,
  type StreamQuestion,
} from '../../../../src/pipeline/cli/stream/answers.js';

const PLUS = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };
const EITHER = { rows: [[1], [1]], columns: [[1], [1]] };
const READING = { format: null, ignoreStart: false };
const CHECK = { command: 'check', timeoutMs: 10_000, ...READING } as const;
const SOLVE = { command: 'solve', options: {}, ...READING } as const;

function answer(question: StreamQuestion, line: unknown): Record<string, unknown> {
  const text = typeof line === 'string' ? line : JSON.stringify(line);
  const { text: answered } = answering(question)(text);
  assert.ok(!answered.includes('\n'));
  return JSON.parse(answered) as Record<string, unknown>;
}

test('check scores a solution, a grid on the way to one, and a wrong one', () => {
  assert.deepEqual(answer(CHECK, { id: 7, ...PLUS, cells: '.#./###/.#.' }), {
    id: 7,
    kind: 'solution',
    unknown: 0,
    rightCells: 1,
    fittingLines: 1,
  });
  assert.deepEqual(answer(CHECK, { ...PLUS, cells: '???/?##/???' }), {
    kind: 'on-the-way',
    unknown: 7,
    rightCells: 2 / 9,
    fittingLines: 1,
  });
  assert.deepEqual(answer(CHECK, { ...PLUS, cells: '.#./###/##.' }), {
    kind: 'wrong',
    mistake: { kind: 'cell', row: 3, column: 1, value: 1 },
    unknown: 0,
    rightCells: 8 / 9,
    fittingLines: 4 / 6,
  });
});

test('check accepts every solution, not the author’s alone', () => {
  for (const cells of ['#./.#', '.#/#.']) {
    assert.equal(answer(CHECK, { ...EITHER, goal: '#./.#', cells }).kind, 'solution');
  }
});

test('cells are text, rows of text, lists of numbers, or one list', () => {
  const ways = [
    '.#./###/.#.',
    '.#.\n###\n.#.',
    ['.#.', '###', '.#.'],
    [
      [0, 1, 0],
      [1, 1, 1],
      [0, 1, 0],
    ],
    [0, 1, 0, 1, 1, 1, 0, 1, 0],
    [
      [false, true, false],
      [true, true, true],
      [false, true, false],
    ],
  ];
  for (const cells of ways) assert.equal(answer(CHECK, { ...PLUS, cells }).kind, 'solution');
  const partial = [
    [null, 1, -1],
    [1, 1, 1],
    [0, 1, 0],
  ];
  assert.equal(answer(CHECK, { ...PLUS, cells: partial }).unknown, 2);
});

test('a puzzle is an object of its own, or a text in any format', () => {
  const non = 'width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n';
  const nin = '3 3\n1\n3\n1\n1\n3\n1\n';
  assert.equal(answer(SOLVE, { puzzle: PLUS }).status, 'unique');
  assert.equal(answer(SOLVE, { id: 'a', puzzle: non }).solution, '.#./###/.#.');
  assert.equal(answer({ ...SOLVE, format: 'nin' }, { puzzle: nin }).status, 'unique');
  assert.equal(answer(CHECK, { puzzle: non, cells: '.#./###/.#.' }).kind, 'solution');
});

test('a line that is not understood is answered with the reason, and with its id', () => {
  const reasons: readonly (readonly [unknown, RegExp])[] = [
    ['{', /^not JSON: /],
    ['[1]', /^expected a JSON object, found \[1\]$/],
    [{ cells: '#' }, /^there are neither clues/],
    [{ ...PLUS, rows: [[4], [], []], cells: '' }, /row 1/],
    [PLUS, /^there are no cells$/],
    [{ ...PLUS, cells: '.#./###/.#.', extract: 'yes' }, /^expected extract to be true or false/],
    [{ puzzle: 'heart', cells: '#' }, /in none of the formats/],
    [{ puzzle: [PLUS, PLUS] }, /clues/],
    [{ puzzle: `${JSON.stringify(PLUS)}\n${JSON.stringify(PLUS)}\n` }, /one puzzle, found 2$/],
  ];
  for (const [line, reason] of reasons) {
    const answered = answer(CHECK, line);
    assert.equal(answered.kind, 'reject', JSON.stringify(line));
    assert.match(String(answered.reason), reason);
  }
  const reject = answer(CHECK, { id: { of: 'mine' }, ...PLUS });
  assert.deepEqual(reject.id, { of: 'mine' });
});

const UNREADABLE: readonly (readonly [object, string])[] = [
  [{ cells: 'what' }, 'expected cells, found "what"'],
  [{ cells: null }, 'expected cells, found null'],
  [{ cells: '##/##' }, 'expected 3x3 cells, found 2x2'],
  [{ cells: [0, 1] }, 'expected 3x3 cells, found 2'],
  [{ cells: [0, 1, 0, 1, 7, 1, 0, 1, 0] }, 'row 2, cell 2 is not a cell of this puzzle'],
  [{ cells: 'It is .#./###/.#.' }, 'expected cells, found "It is .#./###/.#."'],
  [{ cells: 'I give up.', extract: true }, 'expected 3x3 cells, found no such grid'],
  [{ cells: 'So:\n.#.\n###', extract: true }, 'expected 3x3 cells, found 2 rows of 3'],
  [{ cells: [[2]], extract: true }, 'expected 3x3 cells, found 1x1'],
];

test('check scores an answer that it cannot read 0, says why, and counts it as understood', () => {
  for (const [cells, reason] of UNREADABLE) {
    const { text, understood } = answering(CHECK)(JSON.stringify({ id: 7, ...PLUS, ...cells }));
    assert.deepEqual(JSON.parse(text), {
      id: 7,
      kind: 'unreadable',
      reason,
      unknown: 9,
      rightCells: 0,
      fittingLines: 0,
    });
    assert.equal(understood, true);
  }
});

test('check takes the grid out of an answer with words around it, if it is told to, and says what it read', () => {
  const cells = 'Row 2 is full, so:\n\n```\n.#.\n###\n.#?\n```\n\nDone.';
  assert.deepEqual(answer(CHECK, { ...PLUS, cells, extract: true }), {
    kind: 'on-the-way',
    unknown: 1,
    rightCells: 8 / 9,
    fittingLines: 1,
    cells: '.#./###/.#?',
  });
  assert.equal(answer(CHECK, { ...PLUS, cells, extract: false }).kind, 'unreadable');
  const list = [0, 1, 0, 1, 1, 1, 0, 1, 0];
  assert.equal(answer(CHECK, { ...PLUS, cells: list, extract: true }).kind, 'solution');
  const hint = { command: 'hint', timeoutMs: 1000, ...READING } as const;
  assert.equal(answer(hint, { ...PLUS, cells, extract: true }).kind, 'reject');
});

test('solve, rate, hint and fix answer as their commands do with --json', () => {
  const solved = answer(SOLVE, { ...PLUS, title: 'A plus', goal: '.#./###/.#.' });
  const { title, width, goalMatches, status } = solved;
  assert.deepEqual([title, width, goalMatches, status], ['A plus', 3, true, 'unique']);
  const rated = answer({ command: 'rate', options: {}, ...READING }, PLUS);
  assert.deepEqual([rated.status, rated.stars, rated.needs], ['unique', 1, 'count']);
  const hint = answer(
    { command: 'hint', timeoutMs: 1000, ...READING },
    { ...PLUS, cells: '???/???/???' },
  );
  assert.deepEqual([hint.kind, hint.line], ['step', { side: 'row', number: 2 }]);
  const fix = answer({ command: 'fix', options: { by: 'givens' }, ...READING }, EITHER);
  assert.deepEqual(fix.changes, [{ row: 1, column: 1, from: '?', to: '#' }]);
});

test('verify checks the proof of the line', () => {
  const question = { command: 'verify', ...READING } as const;
  const missing = answer(question, PLUS);
  assert.equal(missing.reason, 'expected a proof as text, found nothing');
  assert.equal(answer(question, { ...PLUS, proof: 'p nonsense\n' }).valid, false);
});

test('start positions count, unless they are to be left out', () => {
  const given = { ...EITHER, start: '#?/??' };
  assert.equal(answer(SOLVE, given).status, 'unique');
  assert.equal(answer({ ...SOLVE, ignoreStart: true }, given).status, 'multiple');
  assert.equal(answer(CHECK, { ...given, cells: '.#/#.' }).kind, 'wrong');
});

for (const id of [
  '12345678901234567890',
  '1.0',
  '1e400',
  '-0',
  '"\\u00e9 \\" } ,"',
  '{"of": [1, {"id": 2.50}], "and": "]"}',
  '[ ]',
  'null',
]) {
  test(`the id ${id} comes back as it came, wherever it stands in its line`, () => {
    const plus = JSON.stringify(PLUS).slice(1, -1);
    for (const line of [
      `{"id":${id},${plus},"cells":"#########"}`,
      ` { ${plus} , "cells" : "#########" , "more": {"id": 1}, "\\u0069d" : ${id} } `,
      `{"id":${id},"rows":"nonsense"}`,
    ]) {
      const { text } = answering(CHECK)(line);
      assert.ok(text.startsWith(`{"id":${id},"kind":`), text);
      assert.ok(typeof JSON.parse(text) === 'object');
    }
    const died = unanswered(new TextEncoder().encode(`{"id":${id}}`), 'crash', 'why');
    assert.equal(died, `{"id":${id},"kind":"crash","reason":"why"}`);
  });
}
