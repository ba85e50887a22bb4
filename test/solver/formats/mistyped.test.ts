import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NamedPuzzle } from '../../../src/solver/formats/contract/format.js';
import { FORMATS, canReadText } from '../../../src/solver/formats/registry.js';
import { puzzleOfPicture } from '../../support/random-puzzle.js';
import { readText } from './read-text.js';

/** A plus. */
const SIDE = 3;
const GOAL = Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 1, 0);
const PLUS = { name: null, title: null, puzzle: puzzleOfPicture(GOAL, SIDE, SIDE), goal: GOAL };

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
  dzn: [{ from: 'row_rule_len, [' }],
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

/** Three pictures whose clues differ, so that parts of one make none of another. */
const PICTURES = [
  ['###..', '#.###', '##..#', '.####', '#..##'],
  ['.####', '###.#', '#.#..', '.#.##', '####.'],
  ['####.', '##.##', '.#.#.', '###.#', '#####'],
].map((rows, i): NamedPuzzle => {
  const goal = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0));
  return {
    name: 'abc'[i],
    title: `No ${i}`,
    puzzle: puzzleOfPicture(goal, SIDE + 2, SIDE + 2),
    goal,
  };
});

/** A text with lines, brackets, other signs and words cut off, dropped and doubled. */
function* broken(text: string): Iterable<string> {
  const lines = text.split(/(?<=\n)/);
  for (const [i, line] of lines.entries()) {
    const [before, after] = [lines.slice(0, i).join(''), lines.slice(i + 1).join('')];
    yield before + line.slice(0, line.length >> 1);
    yield before + after;
    yield before + line + line + after;
    yield before + lines.slice(i + 2).join('');
    yield line + after;
  }
  for (const { 0: sign, index } of text.matchAll(/[^\s\w.-]/g)) {
    yield text.slice(0, index) + text.slice(index + 1);
    yield text.slice(0, index) + sign + text.slice(index);
    yield text.slice(0, index);
  }
}

/**
 * Formats that cannot tell: a picture or a square without sizes that lost a row is another one, and
 * where nothing but numbers or bits follow each other, a puzzle is over before the break shows.
 */
const CANNOT_TELL = new Set(['picture', 'tournament', 'spoj', 'pbm']);

describe('What is cut, dropped or doubled leaves the puzzle that was written, or a reject, in', () => {
  for (const format of FORMATS.filter(canReadText)) {
    if (CANNOT_TELL.has(format.name)) continue;
    test(format.name, () => {
      const written = new Set(PICTURES.map(({ puzzle }) => sides(puzzle)));
      const groups = format.holds.has('many') ? [PICTURES] : PICTURES.map((puzzle) => [puzzle]);
      for (const group of groups) {
        for (const text of broken([...format.write!(group)].join(''))) {
          for (const { puzzle } of readText(format.name, text)) {
            if (puzzle !== null) assert.ok(written.has(sides(puzzle)), `${text}\n${sides(puzzle)}`);
          }
        }
      }
    });
  }
});

function sides({ rows, columns }: NamedPuzzle['puzzle']): string {
  return JSON.stringify([rows, columns]);
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
