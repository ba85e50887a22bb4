import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { cluesJsonLength, writeCluesJson } from '../../../solver/core/puzzle/clues-json.js';
import {
  FINGERPRINT_LENGTH,
  SHAPE_LENGTH,
  writeFingerprint,
  writeShape,
} from '../../../solver/core/puzzle/fingerprint.js';
import {
  findLabel,
  noPlaces,
  type PackedBatch,
  paletteOf,
  viewBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import {
  coloursOf,
  filledBy,
  heightOf,
  hasStart,
  startOf,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import type { RowValue } from '../../../solver/core/result/result-rules.js';
import { STATUSES, type Status } from '../../../solver/core/result/outcome.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import {
  RESULT_COLUMN_LIST,
  type SolvedField,
} from '../../../solver/core/result/result-columns.js';
import {
  type EntryPart,
  partsOf,
  type PictureSize,
  type PuzzleResult,
  type ResultInCells,
  type ResultParts,
  resultWith,
  solvedOnce,
  type StoredResult,
} from '../../../solver/core/result/result.js';
import { faultReason } from '../../../solver/core/text/error-codes.js';
import type { ReuseWish } from '../../record/reuse.js';
import { noneSolved, type SolvedWhy, type SolvedWhyCounts } from '../../record/solved-why.js';
import { fitOfStart, numberOfKind, type ResultKind } from '../tally/result-kinds.js';
import { ResultTally } from '../tally/result-tally.js';
import { addCells, addResultValues, addReusedValues } from './result-values.js';
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
  readonly values: readonly RowValue[];
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

/**
 * Makes the rows of puzzles and their results, whoever has solved them: the thread that did, or one
 * that got them from elsewhere.
 */
export class RowMaker {
  private readonly pages = new RowPages(2);
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
    const { label, pages } = this;
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
    pages.null();
    addResultValues(pages, row, size);
    pages.end(RESULTS, id);
    this.note(id, status);
    const found = valuesOf<'outcome'>(outcome);
    const rated = valuesOf<'rating'>(rating);
    const worked = valuesOf<'thread'>(thread);
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
    addReusedValues(pages, values, entry, size);
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
    const { pages, label } = this;
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
    const clues = pages.room(cluesJsonLength(words, offset));
    pages.endText(writeCluesJson(clues, pages.place, words, offset));
    addCells(pages, startOf(words, offset), size, false);
    addCells(pages, goal, size, false);
    if (fingerprint === null) {
      const palette = paletteOf(words, bytes, offset);
      const row = pages.room(FINGERPRINT_LENGTH);
      pages.endText(writeFingerprint(row, pages.place, words, offset, palette));
    } else {
      pages.text(fingerprint);
    }
    const row = pages.room(SHAPE_LENGTH);
    const end = writeShape(row, pages.place, words, offset);
    this.tally.shapes.addDigits(id, row, pages.place);
    pages.endText(end);
    const filled = filledBy(words, offset);
    pages.number(filled);
    pages.end(PUZZLES, id);
    return filled;
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
    const result = results[solved];
    try {
      maker.add(view, offset, place, result.status, partsOf(result), known);
    } catch (error) {
      // Only this puzzle loses its result; the rows before it are made again.
      if (result.status === 'crash') throw error;
      const crash = { status: 'crash', stoppedBy: 'crash', error: faultReason(error) } as const;
      const failed = resultWith({ ...crash, solveMs: 0, finishedAt: Date.now() });
      return rowsOf(batch, results.with(solved, failed), place, reused);
    }
    solved++;
  }
  return maker.take();
}
