import { sideToJson } from '../../puzzle/json.js';
import { cellsToText } from '../../puzzle/text.js';
import type { NamedPuzzle } from '../contract/format.js';

/** One puzzle as nonomill writes it, on one line and without a line break. */
export function puzzleToJson({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const cells = (value: Uint8Array): string =>
    JSON.stringify(cellsToText(value, width, height, colours));
  const fields = [
    name === null ? null : `"id":${JSON.stringify(name)}`,
    title === null ? null : `"title":${JSON.stringify(title)}`,
    `"width":${width},"height":${height}`,
    `"rows":${sideToJson(rows, colours)},"columns":${sideToJson(columns, colours)}`,
    palette === null ? null : `"palette":${JSON.stringify(palette)}`,
    goal === null ? null : `"goal":${cells(goal)}`,
    start === null ? null : `"start":${cells(start)}`,
  ];
  return `{${fields.filter((field) => field !== null).join(',')}}`;
}
