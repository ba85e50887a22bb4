import * as v from 'valibot';
import {
  spreadBits,
  fingerprint,
  SHAPE_LENGTH,
  shapeOf,
} from '../../solver/core/puzzle/fingerprint.js';
import { type GridSize, filledCells } from '../../solver/core/puzzle/types.js';
import { NEEDS } from '../../solver/core/result/difficulty.js';
import { drawnPuzzles } from '../../solver/craft/random-puzzles.js';
import { cluesToJson, type JsonClues } from '../../solver/core/puzzle/clues-json.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import { isUndecided, outcomeFields, refuse } from '../../solver/core/result/outcome.js';
import { type NamedColumn, RESULT_COLUMN_LIST } from '../../solver/core/result/result-columns.js';
import type { StoredResult } from '../../solver/core/result/result.js';
import { limitedBySteps } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';
import type { NamedPuzzle } from '../../solver/formats/contract/format.js';

/** The kinds of files that a data set can have. */
export const DATASET_FILES = ['jsonl', 'parquet', 'npz'] as const;

/** What the name of a part may be: it becomes the name of a file. */
export const SPLIT_NAME = /^[a-z][a-z0-9_]{0,30}$/i;

/** What the id of a licence may be, as data set hubs name it: `cc0-1.0`. */
export const LICENCE_ID = /^[a-z0-9][a-z0-9.+-]*$/i;

const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
const number = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(number, v.gtValue(0));
const side = whole(1, 1000);
const some = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.minLength(1), v.readonly());

/** A part of the data set, and its share of it. */
const SPLIT = v.object({ name: v.pipe(v.string(), v.regex(SPLIT_NAME)), share: positive });

/**
 * Puzzles of a difficulty, and their share of all: null for any stars, and for any score. Both
 * bounds of the score are included; a lower bound of a score is never within.
 */
const BAND = v.object({
  stars: v.nullable(whole(1, 5)),
  difficulty: v.nullable(v.object({ from: number, to: v.nullable(number) })),
  share: positive,
});

/** Puzzles that are drawn by lot until there are enough, as many of each size. */
const RANDOM = v.object({
  kind: v.literal('random'),
  sizes: some(v.object({ width: side, height: side })),
  density: v.object({ from: number, to: number }),
  count: whole(1),
  bands: some(BAND),
  // To look on for kinds of which there is none among the first candidates. Left out otherwise, as
  // the other below: recipes without it stay as they are.
  anyway: v.exactOptional(v.literal(true)),
});

const SHA256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const CORPUS = v.object({
  kind: v.literal('corpus'),
  files: some(v.object({ name: v.string(), sha256: SHA256 })),
  format: v.nullable(v.string()),
  limit: v.nullable(whole(1)),
  ignoreStart: v.boolean(),
  columnsFirst: v.exactOptional(v.literal(true)),
});

/** Puzzles of a run, with what it has found out. */
const RUN = v.object({ kind: v.literal('run'), run: v.string() });

/** What decides which puzzles a data set has; the seed decides where each goes, too. */
const MAKING = v.object({
  from: v.variant('kind', [RANDOM, CORPUS, RUN]),
  keep: v.object({
    for: v.picklist(['unique', 'line', 'probe', 'search']),
    needs: v.nullable(v.picklist(NEEDS)),
  }),
  seed: whole(0),
});

/** All that decides a data set's bytes, kept as JSON. Other versions may rate puzzles otherwise. */
const RECIPE = v.object({
  nonomill: v.string(),
  ...MAKING.entries,
  split: some(SPLIT),
  as: v.pipe(v.array(v.picklist(DATASET_FILES)), v.readonly()),
  licence: v.pipe(v.string(), v.regex(LICENCE_ID)),
});

type Split = v.InferOutput<typeof SPLIT>;
type Band = v.InferOutput<typeof BAND>;
export type RandomPuzzlesWanted = v.InferOutput<typeof RANDOM>;
export type Making = v.InferOutput<typeof MAKING>;
export type Recipe = v.InferOutput<typeof RECIPE>;

/** The recipe in JSON, or null: people edit them, and a stranger's must not name other files. */
export function checkedRecipe(value: unknown): Recipe | null {
  return v.is(RECIPE, value) ? value : null;
}

export const ANY_BAND: Band = { stars: null, difficulty: null, share: 1 };

/** How many of a whole number each share gets: together all of it. */
export function quotas(count: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (count * share) / total);
  const given = exact.map(Math.floor);
  let left = count - given.reduce((sum, quota) => sum + quota, 0);
  // What is left goes to the shares that lost most; of equals, to the first.
  const order = exact.map((_, i) => i).sort((a, b) => exact[b] - given[b] - (exact[a] - given[a]));
  for (const i of order) if (left-- > 0) given[i]++;
  return given;
}

/** `3 stars`, `a score of 6 to 8`, or nothing for any. */
export function bandText({ stars, difficulty }: Band): string {
  if (stars !== null) return stars === 1 ? '1 star' : `${stars} stars`;
  if (difficulty === null) return '';
  const { from, to } = difficulty;
  return to === null ? `a score of ${from} or more` : `a score of ${from} to ${to}`;
}

/**
 * Which share of all a puzzle falls into, from 0 up to 1, and its place in the order: by its shape
 * and the seed alone, so equal puzzles are on one side of a split in all data sets of the seed.
 */
export function sharePlaceOf(shape: string, seed: number) {
  const high = Number.parseInt(shape.slice(0, 8), 16);
  const low = Number.parseInt(shape.slice(8), 16);
  const first = spreadBits(spreadBits(seed | 0) ^ Math.floor(seed / 2 ** 32));
  const second = spreadBits(first ^ high);
  const share = spreadBits(second ^ low);
  const order = spreadBits(share + 0x9e3779b9);
  const rest = spreadBits(order ^ second);
  return { share: (share >>> 0) / 2 ** 32, order: (order >>> 0) * 2 ** 21 + (rest >>> 11) };
}

/** The number of the split that a share of all falls into. */
export function splitAt(share: number, splits: readonly Split[]): number {
  let left = share * splits.reduce((sum, split) => sum + split.share, 0);
  const found = splits.findIndex((split) => (left -= split.share) < 0);
  return found < 0 ? splits.length - 1 : found;
}

/** The seed of one of many sequences, a whole number from 0 to 2^53 - 1. */
export function seedOf(seed: number, sequence: number): number {
  const low = spreadBits(spreadBits(seed | 0) ^ Math.floor(seed / 2 ** 32));
  const one = spreadBits(low ^ sequence);
  const other = spreadBits(spreadBits(one ^ 0x6c62272e) + Math.floor(sequence / 2 ** 32));
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}

/** A part of the work, for one thread: candidates to draw, or puzzles to look at. */
export type ChunkTask =
  | {
      readonly number: number;
      readonly kind: 'random';
      readonly size: GridSize;
      readonly count: number;
      readonly seed: number;
      /** What the first candidate is called; the others count on. */
      readonly first: number;
      /** Of which bands more are wanted. */
      readonly open: readonly boolean[];
    }
  | { readonly number: number; readonly kind: 'given'; readonly puzzles: readonly GivenPuzzle[] };

type GivenPuzzle = Pick<NamedPuzzle, 'name' | 'title' | 'puzzle'>;

/**
 * Why puzzles are not in the data set, and how many: `undecided` within the steps that are allowed,
 * `other` with one solution, but not of the kind that is wanted.
 */
export function nothingLeftOut() {
  return { several: 0, none: 0, undecided: 0, other: 0 };
}

/** What came out of a part of the work; `ms` are milliseconds of a thread. */
export type Chunk = ReturnType<ChunkMaker['make']>;

const LIMITS = limitedBySteps(200_000);

/** Of puzzles that people have made, each counts. */
const GIVEN_LIMITS = limitedBySteps(2_000_000);

/** Does parts of the work, one after the other. */
export class ChunkMaker {
  private readonly solver = new Solver();
  private readonly bands: readonly Band[];

  constructor(private readonly making: Pick<Making, 'from' | 'keep'>) {
    this.bands = making.from.kind === 'random' ? making.from.bands : [ANY_BAND];
  }

  make(task: ChunkTask) {
    const began = performance.now();
    const found = { lines: [] as string[], bands: [] as number[], leftOut: nothingLeftOut() };
    const chunk = { number: task.number, tried: 0, lineSolves: 0, ms: 0, ...found };
    const open = task.kind === 'random' ? task.open : [true];
    const limits = task.kind === 'random' ? LIMITS : GIVEN_LIMITS;
    for (const named of puzzlesOf(task, this.making)) {
      const { puzzle } = named;
      chunk.tried++;
      const words = pack(puzzle);
      const outcome = this.solver.solve(words, 0, limits);
      const refusal = refuse(words, 0, outcome);
      if (refusal !== null) throw new Error(`puzzle ${named.name ?? ''}: ${refusal}`);
      chunk.lineSolves += outcome.counters.lineSolves;
      const fields = outcomeFields(puzzle, outcome, 0, this.solver.rate(outcome));
      const band = bandOf(fields, this.making, this.bands, chunk.leftOut);
      if (band === null || !open[band]) continue;
      chunk.lines.push(puzzleLine(named, fields));
      chunk.bands.push(band);
    }
    return { ...chunk, ms: performance.now() - began };
  }
}

/** The number of a puzzle's band, or null; counts what is not of the wanted kind in `leftOut`. */
export function bandOf(
  found: FoundFields,
  { keep }: Pick<Making, 'keep'>,
  bands: readonly Band[],
  leftOut: ReturnType<typeof nothingLeftOut>,
): number | null {
  const { status, technique, needs, stars, difficulty, difficultyBound } = found as Outcome;
  if (status === 'multiple') leftOut.several++;
  else if (status === 'contradiction') leftOut.none++;
  else if (isUndecided(status)) leftOut.undecided++;
  else if (
    (keep.for !== 'unique' && technique !== keep.for) ||
    (keep.needs !== null && needs !== keep.needs)
  ) {
    leftOut.other++;
  } else {
    const band = bands.findIndex((wanted) => {
      if (wanted.stars !== null) return stars === wanted.stars;
      if (wanted.difficulty === null) return true;
      const { from, to } = wanted.difficulty;
      if (difficulty === null || difficultyBound === true) return false;
      return difficulty >= from && difficulty <= (to ?? Infinity);
    });
    return band < 0 ? null : band;
  }
  return null;
}

type Outcome = ReturnType<typeof outcomeFields>;

function* puzzlesOf(task: ChunkTask, { from }: Pick<Making, 'from'>): Generator<GivenPuzzle, void> {
  if (task.kind === 'given') return yield* task.puzzles;
  if (from.kind !== 'random') throw new Error('there is nothing to draw');
  const { size, seed, first, count } = task;
  let number = first;
  for (const { puzzle } of drawnPuzzles({ sizes: [size], density: from.density, seed })) {
    yield { name: `${size.width}x${size.height}-${number}`, title: null, puzzle };
    if (++number === first + count) return;
  }
}

/** The columns of results that are the same on every machine, whenever they are worked out. */
export const FOUND_COLUMNS: readonly NamedColumn[] = RESULT_COLUMN_LIST.filter(
  ({ from }) => from === 'outcome' || from === 'counters' || from === 'rating',
);

/** What was found out about a puzzle, by the fields of results. */
type FoundFields = Readonly<Partial<Record<keyof StoredResult, unknown>>>;

/** A puzzle of a data set while that is made: a line of JSON, its shape first. */
export type PuzzleLine = ReturnType<typeof fieldsOf> & { readonly clues: JsonClues };

/** The line of a puzzle, without its end. */
export function puzzleLine(named: GivenPuzzle, found: FoundFields): string {
  const { rows, columns, colours } = named.puzzle;
  const fields = JSON.stringify(fieldsOf(named, found));
  return `${fields.slice(0, -1)},"clues":${cluesToJson(rows, columns, colours)}}`;
}

function fieldsOf({ name: id, title, puzzle }: GivenPuzzle, found: FoundFields) {
  const { width, height, colours, palette, start } = puzzle;
  const words = pack(puzzle);
  return {
    shape: shapeOf(words, 0),
    fingerprint: fingerprint(words, 0, palette),
    id,
    title,
    width,
    height,
    colours,
    palette: palette === null ? null : palette.join(' '),
    /** The share of filled cells. */
    density: filledCells(puzzle) / (width * height),
    start: start === null ? null : cellsToText(start, width, height, colours),
    /** By the fields of FOUND_COLUMNS. */
    found: Object.fromEntries(
      FOUND_COLUMNS.map(({ field }) => [field, found[field] as string | number | boolean | null]),
    ),
  };
}

const SHAPE_FROM = '{"shape":"'.length;

export function shapeOfLine(line: string): string {
  return line.slice(SHAPE_FROM, SHAPE_FROM + SHAPE_LENGTH);
}
