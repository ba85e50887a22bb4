import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import { cellsInAnswer, nearestGrid } from '../../../../src/pipeline/cli/stream/cells-in-answer.js';

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
  for (const answer of [
    '',
    'I cannot.\n\n...\n',
    '---\n\n---\n\n---\n',
    'Row 1: 2\nRow 2: 1 1\n',
  ]) {
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
  const long = `${' '.repeat(2 ** 22)}${'.'.repeat(2 ** 22)}\n${'# '.repeat(2 ** 21)}\n${'|'.repeat(2 ** 20)}\n${'####\n'.repeat(2 ** 17)}`;
  assert.equal(read(`${long}\n.##.\n#..#\n..#.`), '.##./#..#/..#.');
  assert.equal(read(long), null);
});
