import { type RejectKind, validate } from '../../../src/solver/core/puzzle/validate.js';
import { CsvText } from '../../../src/pipeline/corpus/reader/csv-text.js';
import {
  type FoundEntry,
  type FoundReject,
  type ParserLimits,
  DEFAULT_PARSER_LIMITS,
} from '../../../src/solver/formats/contract/format.js';
import { formatByName } from '../../../src/solver/formats/registry.js';
import { sideToJson } from '../../../src/solver/core/puzzle/clues-json.js';
import { cellsToText } from '../../../src/solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../../src/solver/core/puzzle/types.js';

/** One entry of a text: a puzzle, or the reason against it. */
export interface ReadText {
  readonly line: number | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle | null;
  readonly goal: Cells | null;
  readonly reason: string | null;
  /** What the reject is; null for a puzzle. */
  readonly kind: RejectKind | null;
}

/** All entries that a format finds in a text, which comes in pieces of `piece` characters. */
export function readText(
  format: string,
  text: string,
  piece = text.length + 1,
  limits: ParserLimits = DEFAULT_PARSER_LIMITS,
): ReadText[] {
  const found: ReadText[] = [];
  const sink = {
    entry(entry: FoundEntry): void {
      const { line, name, title, draft } = entry;
      const read = validate(draft);
      const { puzzle = null, reason = null } = read;
      const kind = read.puzzle === undefined ? read.kind : null;
      found.push({ line, name, title, puzzle, goal: draft.goal, reason, kind });
    },
    reject({ line, name, reason, kind = 'text' }: FoundReject): void {
      found.push({ line, name, title: null, puzzle: null, goal: null, reason, kind });
    },
  };
  const { createParser, createRecordReader, columns } = formatByName(format)!;
  if (createParser !== null) {
    const parser = createParser(sink, limits);
    for (let at = 0; at < text.length; at += piece) parser.write(text.slice(at, at + piece));
    parser.end();
  } else {
    const createReader: ConstructorParameters<typeof CsvText>[0] = (header, line) =>
      createRecordReader!(header, sink, line);
    const csv = new CsvText(createReader, limits, undefined, columns);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += piece) csv.write(bytes.subarray(at, at + piece));
    csv.end();
  }
  return found;
}

/** A puzzle on one line: `2x1 [[2]] [[1],[1]]`, then its palette, start and goal if it has them. */
export function shown({ puzzle, goal, reason }: ReadText): string {
  if (puzzle === null) return `reject: ${reason}`;
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const cells = (value: Cells): string => cellsToText(value, width, height, colours);
  return [
    `${width}x${height} ${sideToJson(rows, colours)} ${sideToJson(columns, colours)}`,
    palette === null ? '' : ` palette ${palette.join(',')}`,
    start === null ? '' : ` start ${cells(start)}`,
    goal === null ? '' : ` goal ${cells(goal)}`,
  ].join('');
}
