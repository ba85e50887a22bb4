import assert from 'node:assert/strict';
import {
  type Format,
  losses,
  type NamedPuzzle,
} from '../../../src/solver/formats/contract/format.js';
import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../support/random-puzzle.js';
import { readText, type ReadText } from './read-text.js';

const PALETTE = ['#ffffff', '#000000', '#ff0000', '#00ff00'];

/** Sound files of a format, to be damaged. */
export function seedsOf(format: Format): readonly string[] {
  const random = randomNumbers(7);
  const texts: string[] = [];
  for (let i = 0; i < 40; i++) {
    const puzzles: NamedPuzzle[] = [];
    for (let k = 0; k < (format.holds.many ? 1 + (i % 3) : 1); k++) {
      const side = 1 + Math.floor(random() * 5);
      const other = i % 2 === 0 ? side : 1 + Math.floor(random() * 5);
      const colours = i % 4 === 3 ? 2 : 1;
      const picture = randomPicture(random, side * other, 0.6, colours);
      const puzzle = puzzleOfPicture(picture, side, other, colours);
      const palette = colours === 1 ? null : PALETTE.slice(0, colours + 1);
      puzzles.push({
        name: `p${k}`,
        title: 'A title',
        puzzle: { ...puzzle, palette },
        goal: picture,
      });
    }
    if (format.write === null) continue;
    if (puzzles.some((puzzle) => losses(puzzle, format).errors.length > 0)) continue;
    texts.push([...format.write(puzzles)].join(''));
  }
  return texts;
}

/** The signs that formats are made of: they break more than any letter. */
const SIGNS = '[]{}()":;,/.#$|<>&?-=\'\\\n\r\t 0123456789abXx\0\u00e9\ufeff'.split('');
const CHUNKS = [
  '99999999999999999999',
  '-1',
  '1e309',
  '0x10',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '{"a":'.repeat(50),
  '(((((((((((((((((((((((',
  '"',
  '\r\n',
  '\n\n\n',
  '====',
  '<!DOCTYPE a [<!ENTITY b "c">]>&b;',
  '<puzzle>',
  'rows',
  '\0\0',
];

/** Damages one of `seeds`, or makes text from nothing, reads it, and checks what was found. */
export function fuzzOnce(format: Format, seeds: readonly string[], random: () => number): void {
  const text = damaged(seeds, random);
  const pieces = [text.length + 1, 1 + Math.floor(random() * 20)];
  let whole: ReadText[];
  try {
    whole = readText(format.name, text, pieces[0], { maxLineLength: 5000, maxEntryLength: 5000 });
    const cut = readText(format.name, text, pieces[1], {
      maxLineLength: 5000,
      maxEntryLength: 5000,
    });
    // Where a text is beyond hope the reasons may differ, the puzzles and the places may not.
    const places = (found: ReadText[]): unknown =>
      found.map(({ puzzle, goal, line }) => [puzzle, goal, line]);
    assert.deepEqual(places(cut), places(whole), `in pieces of ${pieces[1]} it reads differently`);
  } catch (error) {
    throw new Error(`${format.name}: ${JSON.stringify(text)}`, { cause: error });
  }
  for (const { puzzle, goal, reason } of whole) {
    assert.ok((puzzle === null) !== (reason === null));
    if (puzzle === null) continue;
    // What validation lets through fulfils what every solver relies on.
    assert.equal(puzzle.rows.length, puzzle.height);
    assert.equal(puzzle.columns.length, puzzle.width);
    assert.ok(goal === null || goal.length === puzzle.width * puzzle.height);
    if (goal !== null) checkSolution(puzzle, goal);
    // Nothing comes from nothing: a puzzle is no larger than its text.
    assert.ok(puzzle.width + puzzle.height <= text.length * 8 + 8, JSON.stringify(text));
  }
}

function damaged(seeds: readonly string[], random: () => number): string {
  const below = (count: number): number => Math.floor(random() * count);
  const sign = (): string => SIGNS[below(SIGNS.length)];
  let text = seeds[below(seeds.length)];
  if (random() < 0.15) return Array.from({ length: below(80) }, sign).join('');
  for (let hits = 1 + below(4); hits > 0; hits--) {
    const at = below(text.length + 1);
    const to = Math.min(text.length, at + 1 + below(8));
    switch (below(8)) {
      case 0:
        text = text.slice(0, at);
        break;
      case 1:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 2:
        text = text.slice(0, at) + sign() + text.slice(at);
        break;
      case 3:
        text = text.slice(0, at) + sign() + text.slice(at + 1);
        break;
      case 4:
        text = text.slice(0, at) + CHUNKS[below(CHUNKS.length)] + text.slice(at);
        break;
      case 5:
        text = text.slice(0, at) + text.slice(at, to).split('').reverse().join('') + text.slice(to);
        break;
      case 6:
        text += seeds[below(seeds.length)].slice(at);
        break;
      default:
        text = random() < 0.5 ? text.replaceAll('\n', '\r\n') : `\ufeff${text}`;
    }
  }
  return text;
}
