import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FORMATS, canReadText } from '../../../src/solver/formats/registry.js';
import { puzzleOfPicture } from '../../support/random-puzzle.js';
import { readText } from './read-text.js';

/** A plus. */
const SIDE = 3;
const GOAL = Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 1, 0);
const PLUS = {
  name: null,
  title: null,
  puzzle: puzzleOfPicture(GOAL, SIDE, SIDE),
  goal: GOAL,
};

/** Where in the text of a plus its clues or cells are: after the first text, before the other. */
interface Part {
  readonly from: string;
  readonly to?: string;
  /** The signs of cells in a picture; left out for clues. */
  readonly cells?: RegExp;
}

const PARTS: Readonly<Record<string, readonly Part[]>> = {
  csv: [{ from: '3,3,' }],
  json: [
    { from: '"rows"', to: ',"goal"' },
    { from: '"goal":"', to: '"}', cells: /[.#]/ },
  ],
  ndjson: [{ from: '"rows"', to: ',"goal"' }],
  non: [
    { from: 'rows', to: 'goal' },
    { from: 'goal "', to: '"\n', cells: /[01]/ },
  ],
  webpbn: [
    { from: '<clues', to: '<solution' },
    { from: '<image>', to: '</image>', cells: /[.X]/ },
  ],
  freenono: [{ from: '<line>', to: '</Nonogram>', cells: /[_x](?=[ _x])/ }],
  nonogrid: [{ from: 'columns' }],
  nin: [{ from: '3 3\n' }],
  mk: [{ from: '3 3\n' }],
  cwd: [{ from: '3\n3\n' }],
  keen: [{ from: '' }],
  g: [{ from: ': rows' }],
  gno: [
    { from: '[Row clues]', to: '[Solution]' },
    { from: '[Solution]', cells: /[12]/ },
  ],
  tournament: [{ from: '$1' }],
  tatham: [{ from: ':' }],
  puzzlink: [{ from: 'nonogram/3/3/' }],
  haskell: [{ from: '(' }],
  lists: [{ from: 'rows' }],
  mn: [{ from: '3 3\n' }],
  nonogram: [{ from: '3 3\n' }],
  spoj: [{ from: '3 3\n' }],
  grid: [{ from: 'ROWS' }],
  picture: [{ from: '', cells: /[.#]/ }],
  pbm: [{ from: '3 3\n', cells: /[01]/ }],
  xpm: [{ from: 'a c #000000",', to: '};', cells: /[a ](?=[a "])/ }],
};

/** What takes the place of a clue's number or of a cell: none of them leaves a puzzle. */
const SLIPS = ['7', 'z', '&', ''];

/** The texts of a plus with one clue or one cell spoilt. */
function* spoilt(text: string, { from, to, cells = /[13]/ }: Part): Iterable<string> {
  const begin = text.indexOf(from) + from.length;
  assert.ok(text.includes(from), from);
  const end = to === undefined ? text.length : text.indexOf(to, begin);
  const signs = new RegExp(cells.source, 'g');
  let found = 0;
  for (const { index } of text.matchAll(signs)) {
    if (index < begin || index >= end) continue;
    found++;
    for (const slip of SLIPS) yield text.slice(0, index) + slip + text.slice(index + 1);
  }
  assert.ok(found >= 2 * SIDE, `${found} clues or cells`);
}

describe('A puzzle with one clue or one cell mistyped is a reject, and no mere text, in', () => {
  for (const format of FORMATS.filter(canReadText)) {
    test(format.name, () => {
      const whole = [...format.write!([PLUS])].join('');
      const parts = PARTS[format.name];
      assert.ok(parts !== undefined, 'the table has no place of its clues or cells');
      for (const part of parts) {
        for (const wrong of spoilt(whole, part)) {
          const found = readText(format.name, wrong);
          const said = `${JSON.stringify(wrong)}: ${JSON.stringify(found)}`;
          assert.ok(found.length > 0, said);
          for (const { kind, puzzle } of found) {
            assert.equal(puzzle, null, said);
            assert.match(kind!, /^(?:clues|cells)$/, said);
          }
        }
      }
    });
  }
});
