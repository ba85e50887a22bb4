import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import {
  excerptOf,
  readSoundly,
  tooLong,
  type Mistyped,
  type TextEntry,
} from '../contract/draft-of.js';
import type { EntrySink, Parser, ParserLimits } from '../contract/format.js';
import { LineParser, type LineReader } from './line-parser.js';

/** The most lines of an entry: twice as many clues as there can be, and room for other lines. */
const MAX_LINES = 2 * MAX_BLOCK_LENGTH + 1000;

/** How a format that is read line by line makes entries from its lines. */
export interface EntryFormat {
  /** The format's name for people: every reason begins with it. */
  readonly title: string;
  /** Whether a line begins a new entry; absent if a file holds only one. */
  readonly starts?: (line: string) => boolean;
  /** Whether a line ends the entry without belonging to it. */
  readonly ends?: (line: string) => boolean;
  /**
   * The puzzle in an entry's lines, of which at least one is not blank; or why it cannot be read;
   * or why there is none; or null if there are only comments.
   */
  readonly read: (lines: readonly string[]) => TextEntry | Mistyped | string | null;
}

/** A parser that gathers the lines of one entry and hands them to its format. */
export function entryParser(
  { title, starts, ends, read }: EntryFormat,
  sink: EntrySink,
  limits: ParserLimits,
): Parser {
  let lines: string[] = [];
  let firstLine = 0;
  let length = 0;
  let refused: string | null = null;

  const finish = (): void => {
    const text = lines;
    const line = firstLine;
    const excerpt = (): string => excerptOf(text.slice(0, 20).join(' '));
    const found = text.length === 0 ? null : (refused ?? readSoundly(read, text));
    lines = [];
    length = 0;
    refused = null;
    if (found === null) return;
    if (typeof found !== 'string' && 'draft' in found) {
      sink.entry({ line, ...found, excerpt });
      return;
    }
    const { kind, reason } =
      typeof found === 'string' ? { kind: 'text' as const, reason: found } : found;
    sink.reject({ line, name: null, kind, reason: `${title}: ${reason}`, excerpt: excerpt() });
  };

  const add = (text: string, number: number): void => {
    if (lines.length === 0) {
      if (text.trim() === '') return;
      firstLine = number;
    }
    length += text.length + 1;
    if (length > limits.maxEntryLength) {
      refused ??= tooLong('it', limits.maxEntryLength);
    } else if (lines.length > MAX_LINES) {
      refused ??= `it has more than ${MAX_LINES} lines`;
    }
    if (refused === null || lines.length === 0) lines.push(text);
  };

  const reader: LineReader = {
    line(text, number) {
      if (ends?.(text) === true) {
        finish();
        return;
      }
      if (starts?.(text) === true) finish();
      add(text, number);
    },
    tooLong(text, number) {
      add(text, number);
      refused ??= tooLong(`line ${number}`, limits.maxLineLength);
    },
    end: finish,
  };
  return new LineParser(reader, limits.maxLineLength);
}
