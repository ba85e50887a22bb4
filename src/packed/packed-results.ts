import { compileFunction } from 'node:vm';
import { RESULT_COLUMN_LIST, isSolved, type NamedColumn } from '../result/result-columns.js';
import { STATUSES, type Status } from '../result/outcome.js';
import type { PuzzleResult } from '../result/result.js';

/**
 * Results on their way from a thread or another machine: one transferable buffer.
 *
 *   word 0    RESULT_VERSION            (a float64, as all words)
 *   word 1    the number of results
 *   then      FIELDS words for each result: for each column that solving fills, in the order of the table,
 *               a number, a time     itself
 *               a flag               1 or 0
 *               one of a list        its index
 *               text, a picture      its bytes of text; -1 is no text
 *               a decimal            itself, or -1 and then its bytes of text if a word is too small for it
 *             and -1 for null
 *   then      the text of all of these as UTF-8, result by result
 */
export type PackedResults = ArrayBuffer;

/** Changes with every change of the layout, so that two versions never misread each other. */
export const RESULT_VERSION = 6;
/** Digits that a word holds exactly, whatever they are; a decimal in the text has more. */
export const SAFE_DIGITS = 15;
export const HEADER = 2;

export type SolvedField = keyof PuzzleResult;

/** One word of a result: the value of a column, or the length of its text. */
export interface Word {
  readonly column: NamedColumn & { readonly field: SolvedField };
  readonly isLength: boolean;
}

const SOLVED = RESULT_COLUMN_LIST.filter(isSolved) as readonly Word['column'][];

/** The words of a result, in their order. */
export const WORDS: readonly Word[] = SOLVED.flatMap((column): Word[] => {
  switch (column.kind.is) {
    case 'text':
    case 'cells':
      return [{ column, isLength: true }];
    case 'decimal':
      return [
        { column, isLength: false },
        { column, isLength: true },
      ];
    case 'count':
    case 'real':
    case 'flag':
    case 'time':
    case 'choice':
      return [{ column, isLength: false }];
  }
});

export const FIELDS = WORDS.length;

/** Where among the words of a result the value of a field is; -1 if it is in the text alone. */
export const VALUE_AT = placesOf(false);
/** Where the length of its text is; -1 if it has none. */
export const LENGTH_AT = placesOf(true);

function placesOf(isLength: boolean): Readonly<Record<SolvedField, number>> {
  const placeOf = (field: SolvedField): number =>
    WORDS.findIndex((word) => word.column.field === field && word.isLength === isLength);
  const places = SOLVED.map(({ field }) => [field, placeOf(field)]);
  return Object.fromEntries(places) as Record<SolvedField, number>;
}

/** The lists of the columns that have one of a list; undefined for the others. */
const LISTS = SOLVED.map(({ kind }) => (kind.is === 'choice' ? kind.choices : undefined));

/** Turns values into text: each adds to the text and returns how many bytes, -1 for null. */
export interface TextWriter {
  addText(text: string | null): number;
  /** `cells` is a picture as the caller has it. */
  addCells(cells: unknown): number;
}

/** Writes the words of one result to `words` from `at` on. */
export type WriteWords<Source> = (
  words: Float64Array,
  at: number,
  source: Source,
  text: TextWriter,
) => void;

/** Reads one result; `textOf` returns the next bytes of the text, null for -1. */
export type ReadWords = (
  words: Float64Array,
  at: number,
  textOf: (length: number) => string | null,
) => PuzzleResult;

/**
 * Makes the function that writes the words of a result. `valueOf` says in JavaScript where in `source` the value
 * of a column is, `isSafe` whether a decimal has at most SAFE_DIGITS. The function is compiled once
 * from the table: a loop over the columns that asks each what it is takes ten times as long, and there are a
 * million results.
 */
export function compileWrite<Source>(
  valueOf: (column: NamedColumn) => string,
  isSafe: (value: string) => string,
): WriteWords<Source> {
  const lines = SOLVED.map((column, i) => {
    const at = (place: number): string => `words[at + ${place}]`;
    const { field, kind } = column;
    const value = valueOf(column);
    const [own, length] = [VALUE_AT[field], LENGTH_AT[field]];
    switch (kind.is) {
      case 'count':
      case 'real':
      case 'time':
        return `${at(own)} = ${value} ?? -1;`;
      case 'flag':
        return `${at(own)} = Number(${value} ?? -1);`;
      case 'choice':
        return `${at(own)} = LISTS[${i}].indexOf(${value});`;
      case 'cells':
        return `${at(length)} = text.addCells(${value});`;
      case 'text':
        return `${at(length)} = text.addText(${value});`;
      case 'decimal':
        return `if (${isSafe(value)}) { ${at(own)} = Number(${value}); ${at(length)} = -1; }
          else { ${at(own)} = -1; ${at(length)} = text.addText(String(${value})); }`;
    }
  });
  return compiled(lines, ['words', 'at', 'source', 'text']) as WriteWords<Source>;
}

/** Makes the function that reads the words of a result, with its fields in the order of the table. */
export function compileRead(): ReadWords {
  const lines = SOLVED.map(({ field, kind, isNull }, i) => {
    const word = `words[at + ${VALUE_AT[field]}]`;
    const text = `textOf(words[at + ${LENGTH_AT[field]}])`;
    const orNull = (value: string): string =>
      isNull === undefined ? value : `${word} < 0 ? null : ${value}`;
    switch (kind.is) {
      case 'count':
      case 'real':
      case 'time':
        return `${field}: ${orNull(word)},`;
      case 'flag':
        return `${field}: ${orNull(`${word} === 1`)},`;
      case 'choice':
        return `${field}: ${orNull(`LISTS[${i}][${word}]`)},`;
      case 'cells':
      case 'text':
        return `${field}: ${text},`;
      case 'decimal':
        return `${field}: ${text} ?? String(${word}),`;
    }
  });
  return compiled(['return {', ...lines, '};'], ['words', 'at', 'textOf']) as ReadWords;
}

function compiled(lines: readonly string[], parameters: readonly string[]): unknown {
  const make = compileFunction(`return (${parameters.join(', ')}) => {\n${lines.join('\n')}\n};`, [
    'LISTS',
  ]) as (lists: typeof LISTS) => unknown;
  return make(LISTS);
}

/** The places of the lengths of text among the words of a result. */
export const LENGTH_PLACES = WORDS.flatMap(({ isLength }, place) => (isLength ? [place] : []));

/** The parts of packed results. */
export interface ResultViews {
  readonly count: number;
  /** HEADER words, then FIELDS words for each. */
  readonly words: Float64Array;
  readonly text: Uint8Array;
}

/**
 * The parts of packed results, to be read in place.
 * @throws Error if the buffer is of another version, or is cut off.
 */
export function viewResults(packed: PackedResults): ResultViews {
  const [version, count] = new Float64Array(packed, 0, HEADER);
  if (version !== RESULT_VERSION) {
    throw new Error(`results of version ${version}, expected ${RESULT_VERSION}`);
  }
  const wordsEnd = HEADER + count * FIELDS;
  if (wordsEnd * 8 > packed.byteLength) throw new Error(`${count} results are cut off`);
  return {
    count,
    words: new Float64Array(packed, 0, wordsEnd),
    text: new Uint8Array(packed, wordsEnd * 8),
  };
}

/** The status of each result. */
export function statusesOf(packed: PackedResults): Status[] {
  const { words } = viewResults(packed);
  const statuses: Status[] = [];
  for (let at = HEADER; at < words.length; at += FIELDS) {
    statuses.push(STATUSES[words[at + VALUE_AT.status]]);
  }
  return statuses;
}
