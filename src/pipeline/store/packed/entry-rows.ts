import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { writeCluesJson } from '../../../solver/core/puzzle/clues-json.js';
import { writeFingerprint, writeShape } from '../../../solver/core/puzzle/fingerprint.js';
import { viewBatch, type PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { findLabel, noPlaces, paletteOf } from '../../../solver/core/puzzle/packed-label.js';
import {
  coloursOf,
  filledBy,
  heightOf,
  hasStart,
  startOf,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import { TextBuilder } from '../../../solver/core/puzzle/text-builder.js';
import { textLength, writeCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { STATUSES, type Status } from '../../../solver/core/result/outcome.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import {
  RESULT_COLUMN_LIST,
  type NamedColumn,
  type SolvedField,
} from '../../../solver/core/result/result-columns.js';
import {
  partsOf,
  solvedOnce,
  valueIn,
  type EntryPart,
  type PartValue,
  type PictureSize,
  type ResultParts,
  type RowParts,
} from '../../../solver/core/result/result-parts.js';
import type {
  PuzzleResult,
  ResultInCells,
  StoredResult,
} from '../../../solver/core/result/result.js';
import type { ReuseWish } from '../../record/reuse.js';
import { noneSolved, type SolvedWhy, type SolvedWhyCounts } from '../../record/solved-why.js';
import { fitOfStart, numberOfKind, type ResultKind } from '../tally/result-kinds.js';
import { ResultTally } from '../tally/result-tally.js';
import { isPackable, packPictureCells, packPicture, packedPictureBytes } from './packed-picture.js';
import { RowPages, type Pages } from './row-pages.js';

/** What the rows of a batch say besides the puzzles and their results. */
export interface RowPlace {
  readonly sourceId: number;
  /** Names puzzles without a name: `<label>#<ordinal>`. */
  readonly label: string;
  /** The time limit of the run; null for none. */
  readonly limitMs: number | null;
  /** Which results of other runs are taken over; left out: none. */
  readonly reuse?: ReuseWish;
}

/**
 * Rows of puzzles and of their results, in the order of the puzzles, on their way to the database.
 */
export interface EntryRows extends Pages {
  readonly count: number;
  /** The ids of the first and the last puzzle; no other rows have one between them. */
  readonly first: number;
  readonly last: number;
  /** How many results have each status, in the order of STATUSES. */
  readonly byStatus: readonly number[];
  /** How many of them were taken over from other runs. */
  readonly reused: number;
  /** Why the others were solved; null if none were to be taken over. */
  readonly solvedWhy: SolvedWhyCounts | null;
  /** What is counted of them; a copy from another thread, without methods. */
  readonly tally: ResultTally;
}

/**
 * The result of another run, as it is taken over: the values of its row, packed as `result_rows`
 * holds them.
 */
export interface ReusedResult {
  readonly status: Status;
  /** That of its puzzle. */
  readonly fingerprint: string;
  /** In the order of the table of columns; what came with the entry is left as it is. */
  readonly values: readonly (string | number | Uint8Array | null)[];
}

/** The tables of such rows: what they are called, and their columns, the key first. */
export const PUZZLE_COLUMNS = [
  ...[
    'puzzle_id',
    'source_id',
    'ordinal',
    'name',
    'title',
    'width',
    'height',
    'colours',
    'palette',
  ],
  ...['clues', 'start', 'goal', 'fingerprint', 'shape', 'filled'],
] as const;
export const STAGED_RESULT_COLUMNS: readonly string[] = [
  'puzzle_id',
  ...RESULT_COLUMN_LIST.map(({ name }) => name),
];
const [PUZZLES, RESULTS] = [0, 1];

const COLUMNS = RESULT_COLUMN_LIST.map(({ from, field, kind }) => ({ from, field, is: kind.is }));

/**
 * Makes the rows of puzzles and their results, whoever has solved them: the thread that did, or one
 * that got them from elsewhere.
 */
export class RowMaker {
  private readonly pages = new RowPages(2);
  private readonly text = new TextBuilder();
  private readonly label = noPlaces();
  /** The same for most results, so that it is made once. */
  private run = solvedOnce(null);
  private count = 0;
  private first = 0;
  private last = 0;
  private reused = 0;
  private solvedWhy: Record<SolvedWhy, number> | null = null;
  private byStatus = STATUSES.map(() => 0);
  private tally = new ResultTally();

  /**
   * Adds the puzzle at `offset` of a batch, whose bytes are `bytes`, and its result. Puzzles come
   * in the order of their ordinals. `why` it was solved, if it might have been taken over.
   */
  add(
    { words, bytes }: BatchBytes,
    offset: number,
    place: RowPlace,
    status: Status,
    parts: ResultParts,
    why: SolvedWhy | null = null,
  ): void {
    if (why !== null) (this.solvedWhy ??= noneSolved())[why]++;
    const { label } = this;
    findLabel(words, offset, label);
    const id = place.sourceId * MAX_ENTRIES + label.ordinal;
    const goal = this.goalIn(bytes);
    const size = sizeOf(words, offset);
    const filled = this.addPuzzle(words, bytes, offset, place, id, size, goal);
    const { outcome, counters, rating, thread } = parts;
    const entry = entryPart(words, offset, goal);
    const run = place.limitMs === this.run.limitMs ? this.run : solvedOnce(place.limitMs);
    this.run = run;
    const row = { outcome, counters, rating, thread, entry, run };
    this.addResult(id, row, size);
    this.note(id, status);
    // Read by their names, which takes a fraction of the time of reading them by the table.
    const [found, rated, worked] = [
      valuesOf<'outcome'>(outcome),
      valuesOf<'rating'>(rating),
      valuesOf<'thread'>(thread),
    ];
    // As a scan of the row would.
    this.tally.add({
      puzzleId: id,
      width: size.width,
      height: size.height,
      filled,
      kind: numberOfKind({
        status,
        technique: found.technique ?? null,
        needs: rated.needs ?? null,
        crossCheck: worked.crossCheck ?? null,
        ...fitsOf(words, offset, entry, found.solution != null, status),
        isProven: worked.proof != null,
        isReused: false,
        isBound: rated.difficultyBound === true,
        isFirstTry: run.attempts === 1,
      }),
      depth: found.guessDepth ?? null,
      depthMin: found.guessDepthMin ?? null,
      ms: worked.solveMs!,
      limitMs: run.limitMs,
      score: rated.difficulty ?? null,
      stars: rated.stars ?? null,
    });
  }

  /** Adds the puzzle at `offset` of a batch, and a result that is taken over from another run. */
  addReused(
    { words, bytes }: BatchBytes,
    offset: number,
    place: RowPlace,
    { status, fingerprint, values }: ReusedResult,
  ): void {
    const { label, pages } = this;
    findLabel(words, offset, label);
    const id = place.sourceId * MAX_ENTRIES + label.ordinal;
    const goal = this.goalIn(bytes);
    const size = sizeOf(words, offset);
    const filled = this.addPuzzle(words, bytes, offset, place, id, size, goal, fingerprint);
    pages.null();
    const entry = entryPart(words, offset, goal);
    for (let i = 0; i < values.length; i++) {
      const { from, field, is } = COLUMNS[i];
      const value = values[i];
      if (from === 'entry') this.addValue(valueIn(entry, field), is, size);
      else if (value instanceof Uint8Array) pages.bytesOf(value, 0, value.length, false);
      else if (typeof value === 'string') pages.text(value);
      else if (value === null) pages.null();
      else pages.number(value);
    }
    pages.end(RESULTS, id);
    this.note(id, status);
    this.reused++;
    const value = <Field extends keyof StoredResult>(field: Field): StoredResult[Field] =>
      values[PLACES[field]] as StoredResult[Field];
    // As a scan of the row would.
    this.tally.add({
      puzzleId: id,
      width: size.width,
      height: size.height,
      filled,
      kind: numberOfKind({
        status,
        technique: value('technique'),
        needs: value('needs'),
        crossCheck: value('crossCheck'),
        ...fitsOf(words, offset, entry, value('solution') !== null, status),
        isProven: value('proof') !== null,
        isReused: value('reusedRun') !== null,
        isBound: Boolean(value('difficultyBound')),
        isFirstTry: value('attempts') === 1,
      }),
      depth: value('guessDepth'),
      depthMin: value('guessDepthMin'),
      ms: value('solveMs'),
      limitMs: value('limitMs'),
      score: value('difficulty'),
      stars: value('stars'),
    });
  }

  /** The rows that were added since the last call. */
  take(): EntryRows {
    const { count, first, last, byStatus, reused, solvedWhy, tally } = this;
    this.count = 0;
    this.tally = new ResultTally();
    this.reused = 0;
    this.solvedWhy = null;
    this.byStatus = STATUSES.map(() => 0);
    return {
      ...this.pages.take(),
      count,
      first,
      last,
      byStatus,
      reused,
      solvedWhy,
      tally: tally.trim(),
    };
  }

  private note(id: number, status: Status): void {
    if (this.count++ === 0) this.first = id;
    this.last = id;
    this.byStatus[STATUSES.indexOf(status)]++;
  }

  /** The author's picture of the label, or null. */
  private goalIn(bytes: Uint8Array): Cells | null {
    const { goal, goalLength } = this.label;
    return goalLength < 0 ? null : bytes.subarray(goal, goal + goalLength);
  }

  /** Adds the row of a puzzle, and its shape to what is counted; returns its filled cells. */
  private addPuzzle(
    words: PackedWords,
    bytes: Uint8Array,
    offset: number,
    { sourceId, label: source }: RowPlace,
    id: number,
    size: PictureSize,
    goal: Cells | null,
    fingerprint: string | null = null,
  ): number {
    const { pages, label, text } = this;
    const addBytes = (from: number, length: number): void => {
      if (length < 0) pages.null();
      else pages.bytesOf(bytes, from, length, true);
    };
    // The key, which is the number of the row.
    pages.null();
    pages.number(sourceId);
    pages.number(label.ordinal);
    if (label.nameLength < 0) pages.text(`${source}#${label.ordinal}`);
    else addBytes(label.name, label.nameLength);
    addBytes(label.title, label.titleLength);
    pages.number(size.width);
    pages.number(size.height);
    pages.number(size.colours);
    addBytes(label.palette, label.paletteLength);
    writeCluesJson(text, words, offset);
    this.addText();
    this.addCells(startOf(words, offset), size, false);
    this.addCells(goal, size, false);
    if (fingerprint === null) {
      writeFingerprint(text, words, offset, paletteOf(words, bytes, offset));
      this.addText();
    } else {
      pages.text(fingerprint);
    }
    writeShape(text, words, offset);
    const { length } = text;
    pages.textOf(length, (row, at) => {
      text.moveTo(row, at);
      this.tally.shapes.addDigits(id, row, at);
      return at + length;
    });
    const filled = filledBy(words, offset);
    pages.number(filled);
    pages.end(PUZZLES, id);
    return filled;
  }

  private addResult(id: number, parts: RowParts, size: PictureSize): void {
    const { pages } = this;
    pages.null();
    for (const { from, field, is } of COLUMNS) this.addValue(valueIn(parts[from], field), is, size);
    pages.end(RESULTS, id);
  }

  private addValue(value: PartValue, is: NamedColumn['kind']['is'], size: PictureSize): void {
    const { pages } = this;
    if (typeof value === 'number') pages.number(is === 'time' ? Math.floor(value) : value);
    else if (typeof value === 'boolean') pages.number(value ? 1 : 0);
    else if (typeof value === 'string' && is === 'cells') this.addPicture(value);
    else if (typeof value === 'string') pages.text(value);
    else if (typeof value === 'bigint') pages.text(String(value));
    else this.addCells(value, size, true);
  }

  /** Adds a picture, or null; packed as columns of results hold it, if it `isPacked`. */
  private addCells(
    cells: Cells | null,
    { width, height, colours }: PictureSize,
    isPacked: boolean,
  ): void {
    const { pages } = this;
    if (cells === null) {
      pages.null();
    } else if (isPacked && colours === 1 && isPackable(cells)) {
      pages.blobOf(packedPictureBytes(width, height), (bytes, at) =>
        packPictureCells(cells, width, height, bytes, at),
      );
    } else {
      pages.textOf(textLength(width, height), (bytes, at) =>
        writeCells(bytes, at, cells, width, height, colours),
      );
    }
  }

  private addPicture(picture: string): void {
    const packed = packPicture(picture);
    if (typeof packed === 'string') this.pages.text(packed);
    else this.pages.bytesOf(packed, 0, packed.length, false);
  }

  private addText(): void {
    const { length } = this.text;
    this.pages.textOf(length, (bytes, at) => {
      this.text.moveTo(bytes, at);
      return at + length;
    });
  }
}

/** The values of a part, which lack those that were not found. */
function valuesOf<From extends keyof ResultParts>(
  part: ResultParts[From],
): Partial<Pick<StoredResult, SolvedField<From>>> {
  return part ?? NOTHING;
}

const NOTHING = {};

/** How the picture and the start position that came with a puzzle fit. */
function fitsOf(
  words: PackedWords,
  offset: number,
  { goalMatches }: EntryPart,
  hasSolution: boolean,
  status: Status,
): Pick<ResultKind, 'goalFit' | 'startFit'> {
  return {
    goalFit: goalMatches === null ? null : goalMatches ? 'fits' : 'wrong',
    startFit: hasStart(words, offset) ? fitOfStart(hasSolution, status) : null,
  };
}

/** Where the value of each column is in a result that is taken over. */
const PLACES = Object.fromEntries(RESULT_COLUMN_LIST.map(({ field }, i) => [field, i])) as Readonly<
  Record<keyof StoredResult, number>
>;

/** What is said of an entry, whoever has solved its puzzle. */
function entryPart(words: PackedWords, offset: number, goal: Cells | null): EntryPart {
  return { goalMatches: goal === null ? null : checkPacked(words, offset, goal) === null };
}

function sizeOf(words: PackedWords, offset: number): PictureSize {
  return {
    width: widthOf(words, offset),
    height: heightOf(words, offset),
    colours: coloursOf(words, offset),
  };
}

/** A batch, as words and as bytes. */
export interface BatchBytes {
  readonly words: PackedWords;
  readonly bytes: Uint8Array;
}

/**
 * The rows of the first puzzles of a batch, one for each result, which may come from anywhere. An
 * element of `reused` is the result of its puzzle, or why it was solved; `results` are those of the
 * latter, as far as they are known: the rows end at the first that is not.
 */
export function rowsOf(
  batch: PackedBatch,
  results: readonly (PuzzleResult | ResultInCells)[],
  place: RowPlace,
  reused: readonly (ReusedResult | SolvedWhy)[] = [],
): EntryRows {
  const { words, offsets } = viewBatch(batch);
  const maker = new RowMaker();
  const view = { words, bytes: new Uint8Array(batch) };
  let solved = 0;
  for (const [i, offset] of offsets.entries()) {
    const known = reused.at(i) ?? null;
    if (known !== null && typeof known !== 'string') {
      maker.addReused(view, offset, place, known);
      continue;
    }
    if (solved === results.length) break;
    const result = results[solved++];
    maker.add(view, offset, place, result.status, partsOf(result), known);
  }
  return maker.take();
}
