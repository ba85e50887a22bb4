import type { Ambiguity } from '../../../solver/craft/advice/ambiguity.js';
import type { Place } from '../../../solver/craft/advice/places.js';
import { cellCharacter } from '../../../solver/core/puzzle/text.js';
import { UNKNOWN, type Puzzle } from '../../../solver/core/puzzle/types.js';
import { bigCountText, countText } from '../../../solver/core/text/numbers.js';
import { paint } from '../terminal/terminal-colours.js';
import type { DrawingRoom } from './puzzle-drawing.js';

/** Places beyond these share the last letter. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** How many ways to fill one place are drawn. */
const DRAWN = 6;

/**
 * Why a puzzle is ambiguous: a map of the cells that all solutions share and the places that vary,
 * one letter each, and the ways to fill each place.
 */
export function ambiguityLines(puzzle: Puzzle, map: Ambiguity, room: DrawingRoom): string[] {
  const { settled, undecided, places, solutions, solutionsExact } = map;
  const same = settled.reduce((count, value) => count + (value === UNKNOWN ? 0 : 1), 0);
  const lines = [
    `All solutions agree in ${countText(same)} of ${countText(settled.length)} cells.`,
  ];
  if (undecided.length > 0) {
    const cells = undecided.length === 1 ? '1 cell' : `${countText(undecided.length)} cells`;
    lines.push(`Whether they do in ${cells} more was not found out in time (? in the map).`);
  }
  if (places.length === 1) {
    lines.push(`1 place varies, in ${waysText(places[0])} ways.`);
  } else if (places.length > 1) {
    const counts = places.map(waysText);
    const shown = counts.length > 12 ? [...counts.slice(0, 12), '...'] : counts;
    const total = `${solutionsExact ? '' : 'at least '}${bigCountText(String(solutions))}`;
    lines.push(
      `${countText(places.length)} places vary, each by itself: ${shown.join(' x ')} = ${total} solutions.`,
    );
  }
  lines.push('', ...mapRows(puzzle, map, room));
  places.forEach((place, i) => lines.push('', ...placeLines(puzzle, place, i)));
  return lines;
}

function mapRows(
  { width, height, colours }: Puzzle,
  { settled, undecided, places }: Ambiguity,
  { depth }: DrawingRoom,
): string[] {
  const signs = Array.from(settled, (value) => cellCharacter(value, colours));
  places.forEach(({ cells }, i) => {
    for (const cell of cells) signs[cell] = paint(letterOf(i), 'yellow', depth > 1);
  });
  for (const cell of undecided) signs[cell] = '?';
  return Array.from({ length: height }, (_, y) => signs.slice(y * width, (y + 1) * width).join(''));
}

/**
 * A place and its ways, cut out of the grid and side by side; other cells in its rectangle are
 * blank.
 */
function placeLines({ width, colours }: Puzzle, place: Place, index: number): string[] {
  const { cells, variants, complete } = place;
  const rows = cells.map((cell) => Math.floor(cell / width));
  const columns = cells.map((cell) => cell % width);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const head = `${letterOf(index)}: ${waysText(place)} ways in rows ${top + 1} to ${bottom + 1}, columns ${left + 1} to ${right + 1}`;
  const fits = (right - left + 3) * 2 <= 78;
  if (!fits) return [head];
  const shown = variants.slice(
    0,
    Math.max(2, Math.min(DRAWN, Math.floor(78 / (right - left + 3)))),
  );
  const lines: string[] = [];
  for (const row of new Set(rows)) {
    const parts = shown.map((variant) => {
      const signs = new Array<string>(right - left + 1).fill(' ');
      cells.forEach((cell, i) => {
        if (rows[i] === row) signs[(cell % width) - left] = cellCharacter(variant[i], colours);
      });
      return signs.join('');
    });
    lines.push(`   ${parts.join('  ')}`.trimEnd());
  }
  const more = complete && shown.length === variants.length ? '' : '; these are some of them';
  return [head + more, ...lines];
}

function letterOf(index: number): string {
  return LETTERS[Math.min(index, LETTERS.length - 1)];
}

function waysText({ count, exact }: Place): string {
  return `${exact ? '' : 'at least '}${bigCountText(String(count))}`;
}
