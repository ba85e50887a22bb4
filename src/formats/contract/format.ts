import type { Draft } from '../../puzzle/draft.js';
import type { Puzzle, Cells } from '../../puzzle/types.js';

/** One entry as a reader found it, before validation. */
export interface FoundEntry {
  /** 1-based, where the entry starts; null where lines say nothing (an array on one line). */
  readonly line: number | null;
  /** The entry's id, or null where it has none. */
  readonly name: string | null;
  readonly title: string | null;
  readonly draft: Draft;
  /** The beginning of the entry's text, for a reject; to be called before the sink returns. */
  excerpt(): string;
}

/** One entry that a reader could not make a draft of. */
export interface FoundReject {
  readonly line: number | null;
  readonly name: string | null;
  /** Expected and found, in words; names the format where that helps. */
  readonly reason: string;
  /** The beginning of the entry's text, at most 120 characters. */
  readonly excerpt: string;
}

/** Where a parser puts what it finds, in the order of the file: each call is one entry. */
export interface EntrySink {
  entry(found: FoundEntry): void;
  reject(found: FoundReject): void;
}

/**
 * A push parser: pure, fed with text in pieces of any size, holding one entry at a time. It
 * never throws for what is in the text: that becomes a reject.
 */
export interface Parser {
  write(text: string): void;
  /** No more text comes. */
  end(): void;
}

/** As Parser, for a format of records: something before it has cut the text into fields. */
export interface RecordReader {
  /** The fields of one record, which starts at `line`. */
  record(fields: readonly string[], line: number): void;
  /** Text that could not be cut into fields, and why. */
  broken(text: string, line: number, reason: string): void;
}

/** The most that a parser takes before it rejects an entry for its size. */
export interface ParserLimits {
  /** Characters of one line of text. */
  readonly maxLineLength: number;
  /** Characters of one entry. */
  readonly maxEntryLength: number;
}

/** A puzzle with what people call it, as a writer gets it. */
export interface NamedPuzzle {
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle;
  readonly goal: Cells | null;
}

/** A file whose puzzles are written one by one, whatever comes behind them. */
export interface Sequence {
  readonly head: string;
  /** `number` counts from 1. */
  readonly puzzle: (named: NamedPuzzle, number: number) => string;
  readonly between: string;
  readonly tail: string;
}

/** One way of writing puzzles down: see the registry for the list. */
export interface Format {
  /** What `--format` and `--to` call it. */
  readonly name: string;
  /** What people call it. */
  readonly description: string;
  /** With their dot, in lower case; the first is the one that is written. */
  readonly extensions: readonly string[];
  readonly holds: {
    readonly colour: boolean;
    readonly name: boolean;
    /** Many puzzles in one file. */
    readonly many: boolean;
    readonly title: boolean;
    readonly start: boolean;
    readonly goal: boolean;
  };
  /** How sure `head` (the first characters of a file) looks like this format: 0 to 1. */
  detect(head: string): number;
  /** Null where the format is only written, or is read record by record. */
  readonly createParser: ((sink: EntrySink, limits: ParserLimits) => Parser) | null;
  /** For formats of records (CSV) alone. */
  readonly createRecordReader?: (header: readonly string[], sink: EntrySink) => RecordReader;
  /** Set where the file is no text: the parser is fed with its bytes as characters up to 255. */
  readonly binary?: true;
  /**
   * Why this format cannot hold a puzzle, besides what `holds` says; null where it can.
   */
  readonly unfit?: (named: NamedPuzzle) => string | null;
  /** The text of a whole file in pieces; null where the format is only read. */
  readonly write: ((puzzles: Iterable<NamedPuzzle>) => Iterable<string>) | null;
  /** Set where puzzles can be written before the next is known; `write` gives the same text. */
  readonly sequence?: Sequence;
}
