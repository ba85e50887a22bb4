import { countText, shareText } from '../../text/numbers.js';
import { fitText, padText } from '../../text/plain-text.js';

/** The summary is at most so wide, and narrower on narrower terminals. */
export const WIDTH = 80;

/** Titles are at the left of their blocks; on a narrow terminal they are above them. */
const TITLE = 13;
const INSET = 2;

/** Characters of a name in a list, of a label of a bar, and of a bar, in the full width. */
const NAME = 25;
const LABEL = 25;
const BAR = 24;

/** Characters of a line of `rowText`, the name not counted. */
const OTHERS = 10 + 16 + 5 + 10;

/** A bar: what it counts, and how many there are. */
export type BarRow = readonly [label: string, count: number];

/** How many characters the lines of a block have on a terminal of `columns`. */
export function roomOf(columns: number): number {
  const width = Math.min(columns, WIDTH);
  return width - (width < WIDTH ? INSET : TITLE);
}

/** Lines with their title beside them, or above them on a terminal of less than `WIDTH` columns. */
export function titled(title: string, lines: readonly string[], columns: number): string[] {
  if (lines.length === 0) return [];
  if (columns < WIDTH) return [title, ...lines.map((line) => ' '.repeat(INSET) + line)];
  return lines.map((line, i) => padText(i === 0 ? title : '', TITLE) + line);
}

/** Counts with their shares of `whole`, and as bars where there is room. */
export function barLines(rows: readonly BarRow[], whole: number, room: number): string[] {
  if (rows.length === 0) return [];
  const counts = rows.map(([, count]) => countText(count));
  const countWidth = Math.max(...counts.map((text) => text.length), 7);
  const longest = Math.min(BAR, Math.max(0, room - LABEL - 1 - countWidth - 8 - 2));
  return rows.map(([label, count], i) => {
    const lead = padText(fitText(label, LABEL), LABEL + 1);
    const text = `${lead}${counts[i].padStart(countWidth)}${shareText(count, whole).padStart(8)}`;
    return longest === 0 ? text : `${text}  ${bar(count / whole, longest)}`;
  });
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar is visible even if its share is tiny. */
function bar(share: number, longest: number): string {
  const eighths = Math.max(1, Math.round(share * longest * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

/** Columns of 11 characters: labels with what they mean below, in two halves where room is short. */
export function columnLines(cells: readonly (readonly [string, string])[], room: number): string[] {
  const half = room < cells.length * 11 ? Math.ceil(cells.length / 2) : cells.length;
  const line = (texts: readonly string[]): string =>
    texts.map((text) => text.padStart(11)).join('');
  return [cells.slice(0, half), cells.slice(half)]
    .filter((part) => part.length > 0)
    .flatMap((part) => [line(part.map(([label]) => label)), line(part.map(([, text]) => text))]);
}

/** A line of a list of puzzles; the name has what the others leave of the room. */
export function rowText(
  room: number,
  ...[name, size, verdict, figure, last]: readonly string[]
): string {
  const named = Math.min(NAME, Math.max(6, room - OTHERS - 1));
  return (
    padText(fitText(name, named), named + 1) +
    padText(size, 10) +
    padText(verdict, 16) +
    figure.padStart(5) +
    last.padStart(10)
  );
}

/** Lines of text, cut where they do not fit, and how many more there would be. */
export function textLines(texts: readonly string[], more: number, room: number): string[] {
  const lines = texts.map((text) => fitText(text, room));
  return more > 0 ? [...lines, `and ${countText(more)} more`] : lines;
}
