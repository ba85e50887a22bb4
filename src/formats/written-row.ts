import { sideToJson } from '../puzzle/json.js';
import { cellsToText } from '../puzzle/text.js';
import type { Clue } from '../puzzle/types.js';
import type { NamedPuzzle } from './format.js';

/** Which of the optional columns a CSV file has. */
export interface CsvColumns {
  readonly title: boolean;
  readonly goal: boolean;
}

/** The header line of the CSV that nonomill writes. */
export function csvHeader({ title, goal }: CsvColumns): string {
  return `id,${title ? 'title,' : ''}width,height,rows,columns${goal ? ',goal' : ''}\n`;
}

/**
 * A black and white puzzle as a line of CSV: clues are blocks separated by blanks, lines by
 * `;`: `p1,2,2,"2;1","2;1"`.
 */
export function csvRow({ name, title, puzzle, goal }: NamedPuzzle, columns: CsvColumns): string {
  const { width, height } = puzzle;
  let row = csvField(name ?? '');
  if (columns.title) row += ',' + csvField(title ?? '');
  row += `,${width},${height},"${side(puzzle.rows)}","${side(puzzle.columns)}"`;
  if (columns.goal) row += goal === null ? ',' : ',' + cellsToText(goal, width, height, 1);
  return row + '\n';
}

/** A puzzle as one JSON object without a line break, its optional fields left out where null. */
export function jsonObject({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, height, colours, palette, start } = puzzle;
  const text = (cells: Uint8Array): string =>
    JSON.stringify(cellsToText(cells, width, height, colours));
  let fields = name === null ? '' : `"id":${JSON.stringify(name)},`;
  if (title !== null) fields += `"title":${JSON.stringify(title)},`;
  fields += `"width":${width},"height":${height}`;
  fields += `,"rows":${sideToJson(puzzle.rows, colours)}`;
  fields += `,"columns":${sideToJson(puzzle.columns, colours)}`;
  if (palette !== null) fields += `,"palette":${JSON.stringify(palette)}`;
  if (goal !== null) fields += `,"goal":${text(goal)}`;
  if (start !== null) fields += `,"start":${text(start)}`;
  return `{${fields}}`;
}

/** A field in quotes where it needs them (RFC 4180). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function side(clues: readonly Clue[]): string {
  let text = '';
  for (let i = 0; i < clues.length; i++) {
    if (i > 0) text += ';';
    const clue = clues[i];
    for (let b = 0; b < clue.length; b++) text += b === 0 ? String(clue[b]) : ` ${clue[b]}`;
  }
  return text;
}
