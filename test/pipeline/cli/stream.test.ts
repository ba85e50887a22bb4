import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Answers, STREAM_OPTIONS } from '../../../src/pipeline/cli/stream/stream.js';
import {
  type StreamQuestion,
  answering,
  counting,
  unanswered,
  cellsInAnswer,
  nearestGrid,
} from '../../../src/pipeline/cli/stream/answers.js';
import { cellsToText } from '../../../src/solver/core/puzzle/text.js';
import { ScoreSummary } from '../../../src/pipeline/cli/stream/score-summary.js';
import { depth } from '../../support/tests.js';

type StreamOptions = ConstructorParameters<typeof Answers>[1];

const QUESTION: StreamQuestion = {
  command: 'check',
  timeoutMs: 1000,
  format: null,
  ignoreStart: false,
};

/** Threads that repeat their lines. */
const ECHO: StreamOptions = {
  threads: 2,
  timeoutMs: 100,
  graceMs: 60_000,
  module: new URL('../../fixtures/stream-thread.js', import.meta.url),
};

/** All lines of the answers to some pieces of text. */
async function answersTo(
  pieces: readonly string[],
  options: StreamOptions = ECHO,
): Promise<{ readonly lines: string[]; readonly failed: number }> {
  const answers = new Answers(QUESTION, options);
  let text = '';
  for await (const some of answers.to(bytesOf(pieces))) text += some;
  assert.ok(text === '' || text.endsWith('\n'));
  return { lines: text.split('\n').slice(0, -1), failed: answers.failed };
}

async function* bytesOf(pieces: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    await nextTurn();
    yield Buffer.from(piece);
  }
}

test('answers come in the order of their lines, however these are cut and whichever thread has them', async () => {
  const wanted = Array.from({ length: 20_000 }, (_, i) => `line ${i} ${'é'.repeat(i % 7)}`);
  const text = `${wanted.slice(0, 5000).join('\n')}\r\n\n\r\n${wanted.slice(5000).join('\r\n')}`;
  const bytes = Buffer.from(text);
  const answers = new Answers(QUESTION, ECHO);
  let answered = '';
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7) % 50_021) {
      await nextTurn();
      yield bytes.subarray(at, at + step);
    }
  };
  for await (const some of answers.to(pieces())) answered += some;
  assert.equal(answered, `${wanted.join('\n')}\n`);
});

test('a line is answered before the next one comes', async () => {
  const PLUS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"cells":".#./###/.#."}\n';
  const answers = new Answers(QUESTION, { ...STREAM_OPTIONS, threads: 2, timeoutMs: 1000 });
  let answered = 0;
  let tell: () => void = () => undefined;
  const oneByOne = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for (let asked = 0; asked < 5; asked++) {
      yield Buffer.from(PLUS);
      while (answered <= asked) await new Promise<void>((resolve) => (tell = resolve));
    }
  };
  for await (const text of answers.to(oneByOne())) {
    assert.match(text, /^\{"kind":"solution"[^\n]*\}\n$/);
    answered++;
    tell();
  }
  assert.equal(answered, 5);
});

test('it reads no further than a window if nobody takes the answers', async () => {
  const line = Buffer.from(`${'x'.repeat(99)}\n`.repeat(600));
  let read = 0;
  const endless = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      await nextTurn();
      read += 600;
      yield line;
    }
  };
  const answers = new Answers(QUESTION, ECHO).to(endless());
  await answers.next();
  for (let before = -1; before !== read;) {
    before = read;
    for (let turn = 0; turn < 200; turn++) await nextTurn();
  }
  assert.ok(read < 10_000, `${read} lines were read`);
  await answers.return();
});

test('a line that ends its thread is answered with that, and those after it by another', async () => {
  const text = 'one\n{"id":5,"do":"exit"}\ntwo\nexit\nexit\nthree\n';
  const { lines, failed } = await answersTo([text], { ...ECHO, threads: 1 });
  const crash = '{"kind":"crash","reason":"the thread died: it ended with the exit code 3"}';
  const withId = crash.replace('{', '{"id":5,');
  assert.deepEqual(lines, ['one', withId, 'two', crash, crash, 'three']);
  assert.equal(failed, 3);
});

test('answers that were lost with a thread are asked for again, and its line is still told from them', async () => {
  const text = 'one\nwait 1\nwait 2\n{"id":5,"do":"exit"}\nwait 3\nexit\nwait 4\n';
  const { lines, failed } = await answersTo([text], { ...ECHO, threads: 1 });
  const crash = '{"kind":"crash","reason":"the thread died: it ended with the exit code 3"}';
  const withId = crash.replace('{', '{"id":5,');
  assert.deepEqual(lines, ['one', 'wait 1', 'wait 2', withId, 'wait 3', crash, 'wait 4']);
  assert.equal(failed, 2);
});

test('a thread that does not come back from a line is ended', async () => {
  const options = { ...ECHO, threads: 1, graceMs: 2000 };
  const { lines } = await answersTo(['one\nhang\ntwo\n'], options);
  assert.equal(lines.length, 3);
  assert.match(lines[1], /^\{"kind":"timeout","reason":"the thread did not come back/);
  assert.deepEqual([lines[0], lines[2]], ['one', 'two']);
});

test('a line that is too long is answered with that, and is not kept', async () => {
  const mebibyte = 'x'.repeat(2 ** 20);
  const pieces = ['one\n', ...Array.from({ length: 41 }, () => mebibyte), '\ntwo\n'];
  const { lines, failed } = await answersTo(pieces);
  const reason = 'the line is longer than 41943040 bytes';
  assert.deepEqual(lines, ['one', JSON.stringify({ kind: 'reject', reason }), 'two']);
  assert.equal(failed, 1);
});

test('an input that breaks off is told after the answers to its lines', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    yield Buffer.from('one\ntwo\n');
    await nextTurn();
    throw new Error('the pipe broke');
  };
  let text = '';
  await assert.rejects(async () => {
    for await (const some of new Answers(QUESTION, ECHO).to(broken())) text += some;
  }, /the pipe broke/);
  assert.equal(text, 'one\ntwo\n');
});

const PLUS = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };
const EITHER = { rows: [[1], [1]], columns: [[1], [1]] };
const READING = { format: null, ignoreStart: false };
const CHECK = { command: 'check', timeoutMs: 10_000, ...READING } as const;
const SOLVE = { command: 'solve', options: {}, ...READING } as const;

/** What is said of a solution. */
const SOLVED = { kind: 'solution', unknown: 0, rightCells: 1, fittingLines: 1 };

function answer(question: StreamQuestion, line: unknown): Record<string, unknown> {
  const text = typeof line === 'string' ? line : JSON.stringify(line);
  const { text: answered } = answering(question)(text);
  assert.ok(!answered.includes('\n'));
  return JSON.parse(answered) as Record<string, unknown>;
}

test('check scores a solution, a grid on the way to one, and a wrong one', () => {
  assert.deepEqual(answer(CHECK, { id: 7, ...PLUS, cells: '.#./###/.#.' }), { id: 7, ...SOLVED });
  const partly = { kind: 'on-the-way', unknown: 7, rightCells: 2 / 9, fittingLines: 1 };
  assert.deepEqual(answer(CHECK, { ...PLUS, cells: '???/?##/???' }), partly);
  const mistake = { kind: 'cell', row: 3, column: 1, value: 1 };
  const wrong = { kind: 'wrong', mistake, unknown: 0, rightCells: 8 / 9, fittingLines: 4 / 6 };
  assert.deepEqual(answer(CHECK, { ...PLUS, cells: '.#./###/##.' }), wrong);
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
    const told = { id: 7, kind: 'unreadable', reason, unknown: 9, rightCells: 0, fittingLines: 0 };
    assert.deepEqual(JSON.parse(text), told);
    assert.equal(understood, true);
  }
});

test('check takes the grid out of an answer with words around it, if it is told to, and says what it read', () => {
  const cells = 'Row 2 is full, so:\n\n```\n.#.\n###\n.#?\n```\n\nDone.';
  const score = { kind: 'on-the-way', unknown: 1, rightCells: 8 / 9, fittingLines: 1 };
  const told = { ...score, cells: '.#./###/.#?' };
  assert.deepEqual(answer(CHECK, { ...PLUS, cells, extract: true }), told);
  assert.equal(answer(CHECK, { ...PLUS, cells, extract: false }).kind, 'unreadable');
  const list = [0, 1, 0, 1, 1, 1, 0, 1, 0];
  assert.equal(answer(CHECK, { ...PLUS, cells: list, extract: true }).kind, 'solution');
  const hint = { command: 'hint', timeoutMs: 1000, ...READING } as const;
  assert.equal(answer(hint, { ...PLUS, cells, extract: true }).kind, 'reject');
});

const LINE = { clue: [3, 1], known: '??#????.' };

test('check scores an answer about a single line: what follows, and nothing else', () => {
  assert.deepEqual(answer(CHECK, { id: 7, ...LINE, cells: '??#????.' }), { id: 7, ...SOLVED });
  const line = { clue: [3, 2], known: '???????.' };
  const shares = { rightCells: 7 / 8, fittingLines: 1 };
  assert.equal(answer(CHECK, { ...line, cells: '.##??#?.' }).kind, 'wrong');
  assert.equal(answer(CHECK, { ...line, cells: '?##??#?.' }).kind, 'solution');
  const partly = { kind: 'on-the-way', unknown: 1, ...shares };
  assert.deepEqual(answer(CHECK, { ...line, cells: '?##????.' }), partly);
  const guess = { kind: 'guess', row: 1, column: 1, value: 1 };
  const guessed = { kind: 'wrong', mistake: guess, unknown: 0, ...shares };
  assert.deepEqual(answer(CHECK, { ...line, cells: '###??#?.' }), guessed);
  const { mistake, fittingLines } = answer(CHECK, { ...line, cells: '?#.??#?.' });
  assert.deepEqual(mistake, { kind: 'cell', row: 1, column: 3, value: 0 });
  assert.equal(fittingLines, 0);
  assert.equal(answer(CHECK, { clue: [0], known: '??', cells: '..' }).kind, 'solution');
  assert.equal(answer(CHECK, { ...line, cells: '?##' }).kind, 'unreadable');
});

test('an answer that nothing fits is right for a line that nothing fits, and for no other', () => {
  const none = { clue: [2], known: '#.#' };
  const lost = { kind: 'wrong', mistake: { kind: 'impossible' } };
  const shares = { unknown: 0, rightCells: 0, fittingLines: 0 };
  assert.equal(answer(CHECK, { ...none, cells: 'impossible' }).kind, 'solution');
  assert.deepEqual(answer(CHECK, { ...none, cells: '#.#' }), { ...lost, ...shares });
  assert.deepEqual(answer(CHECK, { ...LINE, cells: 'impossible' }), { ...lost, ...shares });
  assert.equal(answer(CHECK, { ...none, cells: 'It is impossible.' }).kind, 'unreadable');
  const said = (cells: string, line: object = LINE): unknown =>
    answer(CHECK, { ...line, cells, extract: true }).kind;
  assert.equal(said('Two blocks of one.\n\n**Impossible**.', none), 'solution');
  assert.equal(said('Is it impossible? No.\n\n`??#????.`'), 'solution');
  assert.equal(said('??#????.\nso this is not impossible'), 'solution');
  assert.equal(said('??#????. I think that it’s impossible'), 'wrong');
});

test('a question about a line that is none is not understood', () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ clue: ['3'], known: '????' }, /^expected the lengths of blocks, found \["3"\]$/],
    [{ clue: [1, 0], known: '????' }, /^expected the lengths of blocks/],
    [{ clue: [1], known: '??/??' }, /^expected the known cells of one line/],
    [{ clue: [1], known: [7, 1] }, /filled, blank or unknown/],
    [{ clue: [1], known: '?'.repeat(1e5) }, /^a line has at most /],
  ];
  for (const [line, reason] of cases) {
    const { kind, reason: said } = answer(CHECK, { ...line, cells: '????' });
    assert.equal(kind, 'reject');
    assert.match(String(said), reason);
  }
  assert.equal(answer(CHECK, LINE).reason, 'there are no cells');
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

function read(answer: string, width = 4, height = 3, colours = 1): string | null {
  const cells = cellsInAnswer(answer, { width, height, colours });
  return cells === null ? null : cellsToText(cells, width, height, colours);
}

const READ: Readonly<Record<string, string>> = {
  'between lines of words': 'Here you are:\n\n.##.\n#..#\n..#.\n\nRow 1 has 1 block.',
  'in a fence': '```text\n.##.\n#..#\n..#.\n```',
  'in tags': '<think>4 rows? 3!</think><answer>.##./#..#/..#.</answer>',
  'in a sentence': 'So the answer is .##./#..#/..#.. I checked it.',
  'at the end of a sentence': 'So the answer is .##./#..#/..#..',
  'in quotes in a sentence': 'It is `.##./#..#/..#.`, or ".##./#..#/..#.".',
  'with labels': 'Row 1: .##.\nRow 2: #..#\nRow 3: ..#.',
  'with numbers': '1. .##.\n2. #..#\n3) ..#.\n',
  'with numbers of rows and words behind': 'r1 .##. (2)\nr2 #..# (1 1)\nr3 ..#. (1)',
  'with blanks between cells': 'Grid:\n. # # .\n# . . #\n. . # .\n',
  'with labels, and blanks between cells': 'Row 1: . # # .\nRow 2: # . . #\nRow 3: . . # .',
  'with digits in one row': 'The cells are 011010010010.',
  'as lists of numbers': 'Final: [[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 1, 0]]',
  'as lists of numbers on lines': '[\n  [0, 1, 1, 0],\n  [1, 0, 0, 1],\n  [0, 0, 1, 0]\n]',
  'as a list of texts': '{"grid": [".##.", "#..#", "..#."]}',
  'as a list of texts on lines': "rows = [\n  '.##.',\n  '#..#',\n  '..#.',\n]",
  'as JSON with line breaks': '{"answer": ".##.\\n#..#\\n..#."}',
  'as a table': '| . | # | # | . |\n|---|---|---|---|\n| # | . | . | # |\n| . | . | # | . |',
  'as squares': '⬜⬛⬛⬜\n⬛⬜⬜⬛\n⬜⬜⬛⬜',
  'as squares that are emojis': '⬜️⬛️⬛️⬜️\n⬛️⬜️⬜️⬛️\n⬜️⬜️⬛️⬜️',
  'with empty lines between rows': '.##.\n\n#..#\n\n..#.\n',
  'as squares in colour': '⬜🟦🟦⬜\n🟦⬜⬜🟦\n⬜⬜🟦⬜',
  'as squares in colour on a dark page': '⬛🟩🟩⬛\n🟩⬛⬛🟩\n⬛⬛🟩⬛',
  'as discs': '⚪⚫⚫⚪\n⚫⚪⚪⚫\n⚪⚪⚫⚪',
  'as marks': '❌✅✅❌\n✅❌❌✅\n❌❌✅❌',
  'as boxes with and without a tick': '☐☑☑☐\n☑☐☐☑\n☐☐☑☐',
  'as names of squares':
    ':white_large_square::black_large_square::black_large_square::white_large_square:\n' +
    ':black_large_square::white_large_square::white_large_square::black_large_square:\n' +
    ':white_large_square::white_large_square::black_large_square::white_large_square:',
  'as O and _': '_OO_\nO__O\n__O_',
  'as O and _ with blanks between': '_ O O _\nO _ _ O\n_ _ O _',
  'as squares, with crosses for blank cells': 'x■■x\n■xx■\nxx■x',
  'as X and O': 'OXXO\nXOOX\nOOXO',
  'with crosses for blank cells': 'X██X\n█XX█\nXX█X',
  'as B and W': 'WBBW\nBWWB\nWWBW',
  'as T and F': 'F T T F\nT F F T\nF F T F',
  'as F and E': 'EFFE\nFEEF\nEEFE',
  'as letters and dots': '.BB.\nB..B\n..B.',
  'as True and False':
    '[[False, True, True, False], [True, False, False, True], [False, False, True, False]]',
  'as words in a table':
    '| empty | filled | filled | empty |\n| filled | empty | empty | filled |\n| empty | empty | filled | empty |',
  'in bold': '**.##.**\n**#..#**\n**..#.**',
  'as a list with bullets': '- .##.\n- #..#\n- ..#.',
  'as a list with bullets and blanks': '* . # # .\n* # . . #\n* . . # .',
  'with numbers of rows that could be cells': '0 . # # .\n1 # . . #\n2 . . # .',
  'with numbers and clues beside cells':
    '| 1 | . | # | # | . | 2 |\n| 2 | # | . | . | # | 1 1 |\n| 3 | . | . | # | . | 1 |',
  'in a frame': '┌─┬─┬─┬─┐\n│.│#│#│.│\n├─┼─┼─┼─┤\n│#│.│.│#│\n├─┼─┼─┼─┤\n│.│.│#│.│\n└─┴─┴─┴─┘',
  'in HTML':
    '<table><tr><td>.</td><td>#</td><td>#</td><td>.</td></tr><tr><td>#</td><td>.</td><td>.</td><td>#</td></tr><tr><td>.</td><td>.</td><td>#</td><td>.</td></tr></table>',
  'with breaks of HTML': '<p>.##.<br>#..#<br/>..#.</p>',
  'with LaTeX glued to its first row': '\\boxed{.##.\n#..#\n..#.}',
  'between dollars': '$.##.\n#..#\n..#.$',
  'between LaTeX brackets': 'So \\[.##.\n#..#\n..#.\\]',
  'in a matrix of LaTeX':
    '$$\\boxed{\\begin{bmatrix}0&1&1&0\\\\1&0&0&1\\\\0&0&1&0\\end{bmatrix}}$$',
  'in an array of LaTeX':
    '\\[\\begin{array}{|c|c|c|c|}\\hline . & \\# & \\# & . \\\\ \\hline \\# & . & . & \\# \\\\ \\hline . & . & \\# & . \\\\ \\hline\\end{array}\\]',
  'as text in LaTeX': '\\text{.\\#\\#.}\\\\\\text{\\#..\\#}\\\\\\text{..\\#.}',
  'as squares of LaTeX':
    '\\square\\blacksquare\\blacksquare\\square\n\\blacksquare\\square\\square\\blacksquare\n\\square\\square\\blacksquare\\square',
  'with line breaks of Windows': 'So:\r\n.##.\r\n#..#\r\n..#.\r\n',
};

for (const [how, answer] of Object.entries(READ)) {
  test(`a grid is read ${how}`, () => assert.equal(read(answer), '.##./#..#/..#.'));
}

test('the last grid counts', () => {
  const first = '####\n####\n####\n';
  assert.equal(read(`First:\n${first}\nNo:\n.##.\n#..#\n..#.\nThat is it.`), '.##./#..#/..#.');
  assert.equal(read(`${first}\n.##.\n#..#\n..#.`), '.##./#..#/..#.');
  assert.equal(read('.##./#..#/..#.\nand not ####/####'), '.##./#..#/..#.');
});

test('a grid of another size is not cut to fit', () => {
  for (const answer of [
    '.##.\n#..#\n..#.\n....',
    '.##.\n#..#',
    '.##..\n#..#.\n..#..',
    '.##./#..#/..#./....',
    '.##../#..#./..#..',
    '[[0,1,1],[1,0,0],[0,0,1]]',
    '0110100100100',
  ]) {
    assert.equal(read(answer), null, answer);
  }
});

const NEAREST: Readonly<Record<string, string>> = {
  '': 'an empty answer',
  'I cannot.': 'no such grid',
  'Row 1: 2\nRow 2: 1 1': 'no such grid',
  'So:\n.##.\n#..#\nDone.': '2 rows of 4',
  '####\n\n.##.\n#..#.\n..#.\n#..': '5 rows of 3 to 5',
  '| . | # | # | . |\n|---|---|---|---|\n| # | . | . | # |': '2 rows of 4',
};

for (const [answer, nearest] of Object.entries(NEAREST)) {
  test(`of ${JSON.stringify(answer)} it says that it has ${nearest}`, () => {
    assert.equal(read(answer), null);
    assert.equal(nearestGrid(answer, { width: 4, height: 3, colours: 1 }), nearest);
  });
}

test('signs that do not go together are not a grid', () => {
  for (const answer of ['TWWT\nWTTW\nTTWT', 'FFFF\nFFFF\nFFFF']) assert.equal(read(answer), null);
});

test('words are not a grid', () => {
  const words = ['', 'I cannot.\n\n...\n', '---\n\n---\n\n---\n', 'Row 1: 2\nRow 2: 1 1\n'];
  for (const answer of words) {
    assert.equal(read(answer), null, answer);
    assert.equal(read(answer, 3, 5), null, answer);
  }
});

test('blank rows may be dashes, if rules leave no grid', () => {
  assert.equal(read('It is\n----\n#--#\n---#\n'), '..../#..#/...#');
  assert.equal(read('----\n#--#\n---#\n----\n.##.\n'), null);
});

test('unknown cells are question marks, and colours are those of the puzzle', () => {
  assert.equal(read('So far: ?#?/.??', 3, 2), '?#?/.??');
  assert.equal(read('So: 1.2\n022', 3, 2, 2), '1.2/.22');
  assert.equal(read('So: 1.3\n022', 3, 2, 2), null);
});

test('a puzzle of one line, and of one cell', () => {
  assert.equal(read('It is #.#.', 3, 1), '#.#');
  assert.equal(read('Down: #, ., #', 1, 3), '#/./#');
  assert.equal(read('It is #', 1, 1), '#');
});

test('long answers take no longer than their length', () => {
  const n = 2 ** depth(13, 17);
  const long = `${' '.repeat(32 * n)}${'.'.repeat(32 * n)}\n${'# '.repeat(16 * n)}\n${'|'.repeat(8 * n)}\n${'####\n'.repeat(n)}`;
  assert.equal(read(`${long}\n.##.\n#..#\n..#.`), '.##./#..#/..#.');
  assert.equal(read(long), null);
});
const BAR = { rows: [[2], []], columns: [[1], [1]] };

/** What a summary says of the answers to some lines. */
function summaryOf(lines: readonly object[]): Record<string, unknown> & { text: string } {
  const { count, take } = counting(CHECK);
  const [asJson, asText] = [new ScoreSummary(true), new ScoreSummary(false)];
  for (const line of lines) {
    assert.ok(count(JSON.stringify(line)));
    const counts = take();
    asJson.add(counts);
    asText.add(counts);
  }
  return { ...(JSON.parse(asJson.text(0)) as Record<string, unknown>), text: asText.text(0) };
}

const RIGHT = { ...PLUS, cells: '.#./###/.#.' };

test('an accuracy has the interval of Wilson, and what cannot be read is wrong', () => {
  const { accuracy, answers, text } = summaryOf([RIGHT, RIGHT, RIGHT, { ...PLUS, cells: 'no' }]);
  assert.equal(answers, 4);
  const { value, low, high, n } = accuracy as Record<string, number>;
  assert.deepEqual([value, n], [0.75, 4]);
  assert.deepEqual([low.toFixed(3), high.toFixed(3)], ['0.301', '0.954']);
  assert.match(text, /^right +75\.0 % +30\.1 % to 95\.4 %$/m);
});

test('a picture of the right size that is wrong is told from what is not finished, and not read', () => {
  const lines = [
    RIGHT,
    { ...PLUS, cells: '.#./???/.#.' },
    { ...PLUS, cells: '.#./###/##.' },
    { ...PLUS, cells: '#??/???/???' },
    { ...PLUS, cells: '##/##' },
    { ...PLUS, cells: '##/#' },
    { ...PLUS, cells: [] },
    { ...PLUS, cells: 'I give up' },
  ];
  const { outcomes, unreadable, text } = summaryOf(lines);
  const once = { solution: 1, unfinished: 1, valid: 1, wrong: 1 };
  assert.deepEqual(outcomes, { ...once, unreadable: 4, open: 0, impossible: 0 });
  assert.deepEqual(unreadable, {
    'expected cells, found something else': 2,
    'expected … cells, found …': 1,
    'row … of the picture has … cells, row … has …': 1,
  });
  assert.match(text, /^valid but wrong: a whole picture of the right size +1 +12\.5 %$/m);
});

test('the first wrong cell is where the first mistake is, row by row', () => {
  const { firstWrongCell, mistakes } = summaryOf([
    { ...PLUS, cells: '##./###/.#.' },
    { ...PLUS, cells: '.#./###/.##' },
  ]);
  const { quarters, before } = firstWrongCell as { quarters: number[]; before: { value: number } };
  assert.deepEqual(mistakes, { cell: 2 });
  assert.deepEqual(quarters, [1, 0, 0, 1]);
  assert.equal(before.value, 4 / 9);
});

test('levels are those of the data set’s record, or of a row of results, and those it lacks are not said', () => {
  const lines = [
    { ...RIGHT, grade: { stars: 1, needs: 'line', lookAhead: null } },
    { ...RIGHT, cells: '?', grade: { stars: 4, needs: 'assumption', lookAhead: 5 } },
    { ...BAR, cells: '##/..', stars: 1, needs: 'count', look_ahead: 2 },
    { ...BAR, cells: '##/..' },
  ];
  const { by, text } = summaryOf(lines);
  const rows = Object.entries(by as Record<string, { value: unknown; accuracy: { n: number } }[]>);
  const counts = rows.map(([level, some]) =>
    JSON.stringify([level, ...some.map(({ value, accuracy: { n } }) => [value, n])]),
  );
  assert.deepEqual(counts, [
    '["size",["2x2",2],["3x3",2]]',
    '["stars",[1,2],[4,1],[null,1]]',
    '["needs",["count",1],["line",1],["assumption",1],[null,1]]',
    '["lookAhead",[2,1],[5,1],[null,2]]',
    '["asked"]',
  ]);
  assert.match(text, /^stars +answers +right +95 % interval$/m);
  assert.match(text, /^not said +1 +100\.0 %/m);
});

test('a level that no line says has no table', () => {
  const { by, text } = summaryOf([RIGHT]);
  assert.deepEqual((by as Record<string, unknown[]>).stars, []);
  assert.ok(!text.includes('stars'));
});

test('lines that are not understood are counted, and are not answers', () => {
  const { count, take } = counting(CHECK);
  assert.equal(count('nonsense'), false);
  const summary = new ScoreSummary(false);
  summary.add(take());
  assert.equal(summary.text(1), '0 answers; 1 line not understood\n');
});

test('a summary says the same whichever thread has counted what', () => {
  const [some, others] = [counting(CHECK), counting(CHECK)];
  const [lost, far] = ['#??/???/???', '.#./#??/???'];
  for (const cells of ['.#./###/.##', '##./###/.#.', 'no', lost, far, lost, '##/##']) {
    const line = JSON.stringify({ ...PLUS, cells });
    (cells === lost ? others : some).count(line);
  }
  const counted = [some.take(), others.take()];
  const texts = [counted, counted.toReversed()].map((all) => {
    const summary = new ScoreSummary(true);
    for (const counts of all) summary.add(structuredClone(counts));
    return summary.text(0);
  });
  assert.equal(texts[0], texts[1]);
  assert.match(texts[0], /^\{"answers":7,/);
});
