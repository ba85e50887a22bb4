import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { shortCluesLength, writeShortClues } from '../../../solver/core/puzzle/clues-json.js';
import {
  FINGERPRINT_BYTES,
  SHAPE_BYTES,
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
  filledBy,
  hasStart,
  sizeOf,
  startOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import type { RowValue } from '../../record/result-rules.js';
import { STATUSES, type Status } from '../../../solver/core/result/outcome.js';
import { puzzleIdOf } from '../../record/puzzle-id.js';
import {
  RESULT_COLUMN_LIST,
  type FieldsFrom,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import {
  type EntryPart,
  partsOf,
  type PuzzleResult,
  type ResultInCells,
  type ResultParts,
  resultWith,
  solvedOnce,
  type StoredResult,
} from '../../../solver/core/result/result.js';
import { faultReason } from '../../../solver/core/text/error-codes.js';
import type { ReuseWish } from '../../record/options.js';
import { noneSolved, type SolvedWhy, type SolvedWhyCounts } from '../../record/outcome.js';
import { fitOfStart, numberOfKind, ResultTally, type ResultKind } from '../result-tally.js';
import { RowPages, type Pages } from './row-pages.js';
import { textLength, writeCells } from '../../../solver/core/puzzle/text.js';
import { isPackable, packPicture, packPictureCells, packedPictureBytes } from './packed-picture.js';

/** Some puzzles of a batch that are of one piece, one after the other. */
export interface PieceShare {
  readonly pieceId: number;
  /** How many puzzles of the batch are of it. */
  readonly puzzles: number;
  /** The file that it was read from, and which entry of that is the first of the piece. */
  readonly path: string;
  readonly firstEntry: number;
}

/** What the rows of a batch say besides the puzzles and their results. */
export interface RowPlace {
  /** What the first row is called on its way: rows that are written together have other numbers. */
  readonly firstRow: number;
  /** The pieces that the puzzles are of, in their order. */
  readonly pieces: readonly PieceShare[];
  /** The time limit of the run; null for none. */
  readonly limitMs: number | null;
  /** Which results of other runs are taken over; left out: none. */
  readonly reuse?: ReuseWish;
}

/** The place of the puzzles of a batch from `first` on. */
export function placeFrom({ firstRow, pieces, ...place }: RowPlace, first: number): RowPlace {
  let left = first;
  const others = pieces.flatMap((piece) => {
    const gone = Math.min(left, piece.puzzles);
    left -= gone;
    return gone === piece.puzzles ? [] : [{ ...piece, puzzles: piece.puzzles - gone }];
  });
  return { ...place, firstRow: firstRow + first, pieces: others };
}

/** Tells of which piece a puzzle of a batch is, asked for one after the other. */
export function shareFinder({ pieces }: RowPlace): (index: number) => PieceShare {
  let [at, end] = [0, pieces[0].puzzles];
  return (index) => {
    while (index >= end) end += pieces[++at].puzzles;
    return pieces[at];
  };
}

interface CountedPiece {
  readonly pieceId: number;
  readonly puzzles: number;
  /** See `ResultTally.toBytes`. */
  readonly counts: Uint8Array;
}

/** Rows of puzzles and their results, in the order of the puzzles, on the way to the database. */
export interface EntryRows extends Pages {
  readonly count: number;
  /** The numbers of the first and the last row; no other rows have one between them. */
  readonly first: number;
  readonly last: number;
  /** How many results have each status, in the order of STATUSES. */
  readonly byStatus: readonly number[];
  /** How many of them were taken over from other runs. */
  readonly reused: number;
  /** Why the others were solved; null if none were to be taken over. */
  readonly solvedWhy: SolvedWhyCounts | null;
  /** What is counted of them, for each piece. */
  readonly pieces: readonly CountedPiece[];
}

/** The result of another run as it is taken over: its row's values, packed as in `result_rows`. */
export interface ReusedResult {
  readonly status: Status;
  /** In the order of the table of columns; what came with the entry is left as it is. */
  readonly values: readonly RowValue[];
}

/**
 * The columns of such rows, after the number of the row. The id comes last: what is before it is
 * summed up, and is the same whatever number a piece has.
 */
export const PUZZLE_COLUMNS = [
  ...['name', 'title', 'width', 'height', 'colours', 'palette', 'clues', 'start', 'goal'],
  ...['fingerprint', 'shape', 'filled', 'puzzle_id'],
] as const;
const [PUZZLES, RESULTS] = [0, 1];

/** Makes the rows of puzzles and their results, solved in this thread or got from elsewhere. */
export class RowMaker {
  private readonly pages = new RowPages(2);
  private readonly label = noPlaces();
  /** The same for most results, so that it is made once. */
  private run = solvedOnce(null);
  private count = 0;
  private firstRow = 0;
  private solvedWhy: Record<SolvedWhy, number> | null = null;
  private pieces: { readonly share: PieceShare; puzzles: number; readonly tally: ResultTally }[] =
    [];

  /**
   * Adds the puzzle at `offset` of a batch, whose bytes are `bytes`, and its result. Puzzles come
   * in the order of their ordinals. `why` it was solved, if it might have been taken over.
   */
  add(
    batch: BatchBytes,
    offset: number,
    place: RowPlace,
    status: Status,
    parts: ResultParts,
    why: SolvedWhy | null = null,
  ): void {
    if (why !== null) (this.solvedWhy ??= noneSolved())[why]++;
    const { row, id, tally, size, entry, filled } = this.addPuzzle(batch, offset, place);
    const { outcome, counters, rating, thread } = parts;
    const run = place.limitMs === this.run.limitMs ? this.run : solvedOnce(place.limitMs);
    this.run = run;
    addResultValues(this.pages, { outcome, counters, rating, thread, entry, run }, size);
    this.end(RESULTS, row, id, tally);
    const found = valuesOf<'outcome'>(outcome);
    const rated = valuesOf<'rating'>(rating);
    const worked = valuesOf<'thread'>(thread);
    // As a scan of the row would.
    tally.add({
      puzzleId: id,
      width: size.width,
      height: size.height,
      filled,
      kind: numberOfKind({
        status,
        technique: found.technique ?? null,
        needs: rated.needs ?? null,
        crossCheck: worked.crossCheck ?? null,
        ...fitsOf(batch.words, offset, entry, found.solution != null, status),
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
      wentWrong: isWrong(status, found.stoppedBy ?? null, worked.error ?? null),
    });
  }

  /** Adds the puzzle at `offset` of a batch, and a result that is taken over from another run. */
  addReused(batch: BatchBytes, offset: number, place: RowPlace, { status, values }: ReusedResult) {
    const { row, id, tally, size, entry, filled } = this.addPuzzle(batch, offset, place);
    addReusedValues(this.pages, values, entry, size);
    this.end(RESULTS, row, id, tally);
    const value = <Field extends keyof StoredResult>(field: Field): StoredResult[Field] =>
      values[PLACES[field]] as StoredResult[Field];
    // As a scan of the row would.
    tally.add({
      puzzleId: id,
      width: size.width,
      height: size.height,
      filled,
      kind: numberOfKind({
        status,
        technique: value('technique'),
        needs: value('needs'),
        crossCheck: value('crossCheck'),
        ...fitsOf(batch.words, offset, entry, value('solution') !== null, status),
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
      wentWrong: isWrong(status, value('stoppedBy'), value('error')),
    });
  }

  /** The rows that were added since the last call. */
  take(): EntryRows {
    const { count, firstRow, solvedWhy, pieces } = this;
    this.count = 0;
    this.pieces = [];
    this.solvedWhy = null;
    const resultsOf = (isSuch: (kind: ResultKind) => boolean): number =>
      pieces.reduce((sum, { tally }) => sum + tally.count(isSuch), 0);
    return {
      ...this.pages.take(),
      count,
      first: firstRow,
      last: firstRow + count - 1,
      byStatus: STATUSES.map((one) => resultsOf(({ status }) => status === one)),
      reused: resultsOf(({ isReused }) => isReused),
      solvedWhy,
      pieces: pieces.map(({ share, puzzles, tally }) => {
        return { pieceId: share.pieceId, puzzles, counts: tally.toBytes() };
      }),
    };
  }

  /** Begins with the next puzzle of a batch; returns the number of its rows. */
  private begin({ firstRow, pieces }: RowPlace): number {
    if (this.count === 0) this.firstRow = firstRow;
    let open = this.pieces.at(-1);
    if (open === undefined || open.puzzles === open.share.puzzles) {
      open = { share: pieces[this.pieces.length], puzzles: 0, tally: new ResultTally() };
      this.pieces.push(open);
    }
    open.puzzles++;
    return firstRow + this.count++;
  }

  /** The author's picture of the label, or null. */
  private goalIn(bytes: Uint8Array): Cells | null {
    const { goal, goalLength } = this.label;
    return goalLength < 0 ? null : bytes.subarray(goal, goal + goalLength);
  }

  /** Adds the row of a puzzle, and its shape to what is counted; the row of its result is next. */
  private addPuzzle({ words, bytes }: BatchBytes, offset: number, place: RowPlace) {
    const { pages, label } = this;
    findLabel(words, offset, label);
    const row = this.begin(place);
    const { share, tally } = this.pieces[this.pieces.length - 1];
    const id = puzzleIdOf(share.pieceId, label.ordinal);
    const goal = this.goalIn(bytes);
    const size = sizeOf(words, offset);
    const addBytes = (from: number, length: number): void => {
      if (length < 0) pages.null();
      else pages.bytesOf(bytes, from, length, true);
    };
    // The number of the row.
    pages.null();
    addBytes(label.name, label.nameLength);
    addBytes(label.title, label.titleLength);
    pages.number(size.width);
    pages.number(size.height);
    pages.number(size.colours);
    addBytes(label.palette, label.paletteLength);
    const clues = pages.room(shortCluesLength(words, offset));
    pages.endText(writeShortClues(clues, pages.place, words, offset));
    addCells(pages, startOf(words, offset), size, false);
    addCells(pages, goal, size, false);
    const palette = paletteOf(words, bytes, offset);
    const room = pages.room(FINGERPRINT_BYTES + SHAPE_BYTES);
    pages.endBlob(writeFingerprint(room, pages.place, words, offset, palette));
    const end = writeShape(room, pages.place, words, offset);
    tally.shapes.addBytes(id, room, pages.place);
    pages.endBlob(end);
    const filled = filledBy(words, offset);
    pages.number(filled);
    // Few have a label: without one, the sum is that of the row as it is stored.
    const unlabelled = pages.sum();
    addBytes(label.label, label.labelLength);
    this.end(PUZZLES, row, id, tally, label.labelLength < 0 ? unlabelled : pages.sum());
    pages.null();
    return { row, id, tally, size, entry: entryPart(words, offset, goal), filled };
  }

  /** Ends a row of a puzzle, and adds its sum to that of all. */
  private end(table: number, row: number, id: number, tally: ResultTally, sum = this.pages.sum()) {
    const { pages } = this;
    tally.addRow(sum);
    pages.number(id);
    pages.end(table, row);
  }
}

/** Whether something went wrong, or was wrong: nobody takes such a result over. */
function isWrong(status: Status, stoppedBy: StoredResult['stoppedBy'], error: string | null) {
  return error !== null || status === 'crash' || status === 'solved' || stoppedBy === 'crash';
}

/** The values of a part, which lack those that were not found. */
function valuesOf<From extends keyof ResultParts>(
  part: ResultParts[From],
): Partial<Pick<StoredResult, keyof FieldsFrom<From>>> {
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

type PictureSize = ReturnType<typeof sizeOf>;
type RowParts = ResultParts & { readonly entry: EntryPart; readonly run: RunPart };
type RunPart = ReturnType<typeof solvedOnce>;
type AddValue = (to: RowPages, parts: RowParts, size: PictureSize) => void;

/**
 * Adds the value of each column to a row; null if its part is missing, or has none. It is what the
 * table of columns says (`from`, `field` and `kind`), written out: reading fields by their names
 * takes three times as long, a sixth of solving a 5x5, rating it and making its rows. A test holds
 * it to the table.
 */
const ADD: Readonly<Record<ResultColumnName, AddValue>> = {
  status: (to, { outcome }) => addText(to, outcome?.status),
  stopped_by: (to, { outcome }) => addText(to, outcome?.stoppedBy),
  technique: (to, { outcome }) => addText(to, outcome?.technique),
  guess_depth: (to, { outcome }) => addNumber(to, outcome?.guessDepth),
  guess_depth_min: (to, { outcome }) => addNumber(to, outcome?.guessDepthMin),
  search_depth: (to, { outcome }) => addNumber(to, outcome?.searchDepth),
  solutions: (to, { outcome }) => addDecimal(to, outcome?.solutions),
  solutions_exact: (to, { outcome }) => addFlag(to, outcome?.solutionsExact),
  sweeps: (to, { outcome }) => addNumber(to, outcome?.sweeps),
  line_solves: (to, { counters }) => addNumber(to, counters?.lineSolves),
  probes: (to, { counters }) => addNumber(to, counters?.probes),
  decisions: (to, { counters }) => addNumber(to, counters?.decisions),
  conflicts: (to, { counters }) => addNumber(to, counters?.conflicts),
  solve_ms: (to, { thread }) => addNumber(to, thread?.solveMs),
  difficulty: (to, { rating }) => addNumber(to, rating?.difficulty),
  difficulty_bound: (to, { rating }) => addFlag(to, rating?.difficultyBound),
  effort_line: (to, { rating }) => addNumber(to, rating?.effortLine),
  effort_probe: (to, { rating }) => addNumber(to, rating?.effortProbe),
  tries: (to, { rating }) => addNumber(to, rating?.tries),
  stars: (to, { rating }) => addNumber(to, rating?.stars),
  needs: (to, { rating }) => addText(to, rating?.needs),
  look_ahead: (to, { rating }) => addNumber(to, rating?.lookAhead),
  difficulty_version: (to, { rating }) => addNumber(to, rating?.difficultyVersion),
  opening: (to, { rating }) => addNumber(to, rating?.opening),
  narrowest: (to, { rating }) => addNumber(to, rating?.narrowest),
  inner_look_ahead: (to, { rating }) => addNumber(to, rating?.innerLookAhead),
  proof: (to, { thread }) => addNumber(to, thread?.proof),
  solution: (to, { outcome }, size) => addPicture(to, outcome?.solution, size),
  second_solution: (to, { outcome }, size) => addPicture(to, outcome?.secondSolution, size),
  goal_matches: (to, { entry }) => addFlag(to, entry.goalMatches),
  cross_check: (to, { thread }) => addText(to, thread?.crossCheck),
  attempts: (to, { run }) => addNumber(to, run.attempts),
  limit_ms: (to, { run }) => addNumber(to, run.limitMs),
  reused_run: (to, { run }) => addNumber(to, run.reusedRun),
  reused_from: (to, { run }) => addText(to, run.reusedFrom),
  error: (to, { thread }) => addText(to, thread?.error),
  finished_at: (to, { thread }) => addTime(to, thread?.finishedAt),
};

const COLUMNS = RESULT_COLUMN_LIST.map(({ name, from }) => ({ add: ADD[name], from }));

function addResultValues(to: RowPages, parts: RowParts, size: PictureSize): void {
  for (let i = 0; i < COLUMNS.length; i++) COLUMNS[i].add(to, parts, size);
}

/** Adds a result that is taken over, as its row held it, but for what is said of the entry. */
function addReusedValues(
  to: RowPages,
  values: readonly RowValue[],
  entry: EntryPart,
  size: PictureSize,
): void {
  const parts = { ...NO_PARTS, entry };
  for (const [i, { add, from }] of COLUMNS.entries()) {
    const value = values[i];
    if (from === 'entry') add(to, parts, size);
    else if (value instanceof Uint8Array) to.bytesOf(value, 0, value.length, false);
    else if (typeof value === 'number') to.number(value);
    else addText(to, value);
  }
}

const NO_RUN = solvedOnce(null);
const NO_PARTS = { outcome: null, counters: null, rating: null, thread: null, run: NO_RUN };

function addNumber(pages: RowPages, value: unknown): void {
  if (typeof value === 'number') pages.number(value);
  else pages.null();
}

function addText(pages: RowPages, value: unknown): void {
  if (typeof value === 'string') pages.text(value);
  else pages.null();
}

function addFlag(pages: RowPages, value: unknown): void {
  if (typeof value === 'boolean') pages.number(value ? 1 : 0);
  else pages.null();
}

/** Milliseconds since 1970, without the fraction that a clock may give them. */
function addTime(pages: RowPages, value: unknown): void {
  addNumber(pages, typeof value === 'number' ? Math.floor(value) : null);
}

function addDecimal(pages: RowPages, value: unknown): void {
  addText(pages, typeof value === 'bigint' ? String(value) : value);
}

/** Adds a picture, as cells or as text, packed if it can be. */
function addPicture(pages: RowPages, value: unknown, size: PictureSize): void {
  if (value instanceof Uint8Array) addCells(pages, value, size, true);
  else if (typeof value === 'string') addPictureText(pages, value);
  else pages.null();
}

function addPictureText(pages: RowPages, picture: string): void {
  const packed = packPicture(picture);
  if (typeof packed === 'string') pages.text(packed);
  else pages.bytesOf(packed, 0, packed.length, false);
}

/** Adds cells, or null: packed as columns of results hold them if it `isPacked`, else as text. */
function addCells(
  pages: RowPages,
  cells: Cells | null,
  { width, height, colours }: PictureSize,
  isPacked: boolean,
): void {
  if (cells === null) {
    pages.null();
  } else if (isPacked && colours === 1 && isPackable(cells)) {
    const length = packedPictureBytes(width, height);
    packPictureCells(cells, width, height, pages.room(length), pages.place);
    pages.endBlob(pages.place + length);
  } else {
    const row = pages.room(textLength(width, height));
    pages.endText(writeCells(row, pages.place, cells, width, height, colours));
  }
}
