import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cardText, leftOutText } from './card.js';
import type { Gathering } from '../gathering/gathering.js';
import { jsonlPieces } from './jsonl-pieces.js';
import { npzBytes, npzPieces } from './npz-pieces.js';
import type { DatasetFile, Recipe } from '../gathering/recipe.js';
import { splitRows, type SplitRows } from './split-rows.js';
import { tallied, type DatasetTally } from './tally.js';
import {
  parquetPieces,
  type ParquetField,
  type ParquetType,
  MOST_ZIPPED,
} from '../../pipeline/corpus/table-writers.js';
import { bytesText, numberOf } from '../../solver/core/text/numbers.js';
import { Failure } from '../../pipeline/cli/terminal/outcome.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import { openSink, writeLines, writePieces } from '../../pipeline/cli/terminal/input-output.js';
import { CARD, CHECKSUMS, RECIPE, moveFiles } from './dataset-folder.js';
import { Refused } from './gather-puzzles.js';
import type { DatasetProgress } from './dataset-progress.js';
import { parquetTypeOf } from '../../pipeline/cli/exporting.js';
import { FOUND_COLUMNS, type PuzzleLine } from '../gathering/puzzle-line.js';

export interface WritingWork {
  readonly gathering: Gathering;
  readonly recipe: Recipe;
  readonly mayLeaveOut: boolean;
  readonly out: string;
  /** Whether other files in `out` may be written over. */
  readonly force: boolean;
  /**
   * For files that are not whole, or needed meanwhile: what a killed process leaves there goes with
   * the folder.
   */
  readonly work: string;
  readonly terminal: Terminal;
  readonly progress: DatasetProgress;
  readonly stop: AbortSignal;
}

/**
 * Writes the files of a data set, which get their names once all are whole, the list of their
 * checksums last; returns what was counted, or null if it was stopped.
 * @throws Failure if the puzzles do not fit into the files that are asked for.
 */
export async function writeDataset(writing: WritingWork): Promise<DatasetTally | null> {
  const { gathering, stop, progress, work, terminal } = writing;
  const isStopped = (): boolean => stop.aborted;
  const splits = splitRows(gathering, writing.recipe);
  const tally = await counted(splits, isStopped);
  if (tally === null) return null;
  if (tally.count === 0) {
    throw new Refused(
      'NM_CORPUS_EMPTY',
      `there is no puzzle for a data set: left out were ${leftOutText(gathering.leftOut)}`,
      'It takes puzzles with exactly one solution.',
    );
  }
  const recipe = { ...writing.recipe, as: fittingFiles(writing, tally) };
  const sums: string[] = [];
  const names: string[] = [];
  const write = async (name: string, pieces: Iterable<string | Uint8Array>): Promise<void> => {
    progress.writing(name);
    const sink = await openSink({ out: join(work, name), force: true }, terminal);
    const hash = createHash('sha256');
    if (name.endsWith('.jsonl')) {
      await writeLines(tapped(pieces as Iterable<string>, hash), sink, isStopped);
    } else await writePieces(tapped(pieces, hash), sink, isStopped);
    names.push(name);
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  };
  for (const split of splits) {
    for (const file of recipe.as) {
      if (isStopped()) return null;
      await write(`${split.name}.${file}`, piecesOf(file, split, tally, recipe, work));
    }
  }
  if (isStopped()) return null;
  await write(RECIPE, [`${JSON.stringify(recipe, null, 2)}\n`]);
  await write(CARD, [cardText({ recipe, title: titleOf(recipe) }, tally, gathering)]);
  const sorted = sums.sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1));
  await write(CHECKSUMS, sorted);
  if (isStopped()) return null;
  await moveFiles(names, { ...writing, from: work });
  return tally;
}

async function counted(
  splits: readonly SplitRows[],
  isStopped: () => boolean,
): Promise<DatasetTally | null> {
  const counting = tallied(splits);
  for (;;) {
    const { done, value } = counting.next();
    if (done === true) return value;
    await new Promise(setImmediate);
    if (isStopped()) return null;
  }
}

/** The wanted kinds of files that hold puzzles. */
function fittingFiles(
  { recipe, mayLeaveOut, progress }: WritingWork,
  { unfit, room, splits }: DatasetTally,
): DatasetFile[] {
  const reason = ((): string | null => {
    if (unfit > 0) {
      return `npz holds neither colours nor start positions, and ${numberOf(unfit, 'puzzle has', 'puzzles have')} them`;
    }
    const bytes = Math.max(...splits.map(({ count }) => npzBytes(count, room)));
    return bytes > MOST_ZIPPED
      ? `npz would take ${bytesText(bytes)}, as every puzzle takes the room of the largest, ${room.width}x${room.height}`
      : null;
  })();
  if (reason === null || !recipe.as.includes('npz')) return [...recipe.as];
  if (!mayLeaveOut) {
    throw new Failure(
      'NM_FORMAT_CANNOT_HOLD',
      reason,
      'Say --as jsonl,parquet, with --resume: what was gathered is kept.',
    );
  }
  progress.say(`nonomill: ${reason}: no .npz is written`);
  return recipe.as.filter((file) => file !== 'npz');
}

function piecesOf(
  file: DatasetFile,
  { name, count, rows }: SplitRows,
  { room }: DatasetTally,
  { nonomill }: Recipe,
  work: string,
): Iterable<string | Uint8Array> {
  switch (file) {
    case 'jsonl':
      return jsonlPieces(rows());
    case 'parquet':
      return parquetPieces(PARQUET_FIELDS, rows(), `nonomill ${nonomill}`);
    case 'npz':
      return npzPieces(count, rows(), room, (array) => join(work, `${name}-${array}`));
  }
}

function* tapped<Piece extends string | Uint8Array>(
  pieces: Iterable<Piece>,
  hash: ReturnType<typeof createHash>,
): Generator<Piece> {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** What the card is headed with: the recipe alone decides. */
function titleOf({ from }: Recipe): string {
  if (from.kind !== 'random') return 'Nonograms';
  const sizes = from.sizes.map(({ width, height }) => `${width}x${height}`);
  return `Nonograms of ${sizes.join(', ')}`;
}

type Field = ParquetField<PuzzleLine>;

/** What is known of the puzzle itself. */
const OWN: readonly Field[] = [
  own('id', 'STRING', true),
  own('title', 'STRING', true),
  own('width', 'INT32'),
  own('height', 'INT32'),
  own('colours', 'INT32'),
  own('palette', 'STRING', true),
  own('fingerprint', 'STRING'),
  own('shape', 'STRING'),
  own('density', 'DOUBLE'),
];

/** The columns of a data set, called as those of an export are. */
const PARQUET_FIELDS: readonly Field[] = [
  ...OWN,
  ...FOUND_COLUMNS.map(({ name, field, kind, isNull }): Field => {
    const type = parquetTypeOf(kind);
    const valueOf = ({ found }: PuzzleLine): unknown => {
      const value = found[field];
      // The number of solutions is 1.
      return value !== null && (type === 'DECIMAL' || type === 'INT64')
        ? BigInt(value ?? 0)
        : value;
    };
    const stored = type === 'DECIMAL' ? 'INT64' : type;
    return { name, type: stored, nullable: isNull !== undefined, valueOf };
  }),
  { name: 'clues', type: 'JSON', nullable: false, valueOf: ({ clues }) => JSON.stringify(clues) },
  own('start', 'STRING', true),
];

function own(name: keyof PuzzleLine, type: ParquetType, nullable = false): Field {
  return { name, type, nullable, valueOf: (row) => row[name] };
}
