import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parquetTypeOf } from '../../pipeline/cli/exporting.js';
import {
  cannotWrite,
  joinedLines,
  openSink,
  refuseUnwritable,
  writePieces,
} from '../../pipeline/cli/input-output.js';
import { Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import {
  MOST_ZIPPED,
  type ParquetField,
  parquetPieces,
  zipPieces,
} from '../../pipeline/corpus/table-writers.js';
import {
  firstBytes,
  giveName,
  makeWritableFolder,
  removeAllOf,
  removeEmptyFolder,
  removeIfThere,
  renameFile,
  whyNotReplaced,
} from '../../pipeline/files/files.js';
import { takeLock } from '../../pipeline/store/open/lock.js';
import { StoreError } from '../../pipeline/store/open/store-error.js';
import { emptyScoreBins, scoreBin, scoreBinText } from '../../pipeline/record/figures.js';
import { markdownTable, markdownText } from '../../solver/core/text/escape.js';
import { bytesText, countText, numberOf, shareText } from '../../solver/core/text/numbers.js';
import {
  FOUND_COLUMNS,
  type PuzzleLine,
  bandText,
  type RandomPuzzlesWanted,
  type Recipe,
} from './chunks.js';
import { type DatasetProgress, Refused, type Gathering } from './gathering.js';
import { npyHead } from '../../pipeline/corpus/tables.js';

interface WritingWork {
  readonly gathering: Gathering;
  readonly recipe: Recipe;
  /** Whether kinds of files that do not hold the puzzles are left out. */
  readonly mayLeaveOut: boolean;
  readonly out: string;
  /** Whether other files in `out` may be written over. */
  readonly force: boolean;
  /** For files that are not whole, or needed meanwhile; what a kill leaves goes with the folder. */
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
  const splits = gathering.split(writing.recipe.split);
  const tally = await tallied(splits, isStopped);
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
    progress.show(() => `writing ${name}`);
    const sink = await openSink({ out: join(work, name), force: true }, terminal);
    const hash = createHash('sha256');
    await writePieces(tapped(pieces, hash), sink, isStopped);
    names.push(name);
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  };
  for (const split of splits) {
    for (const file of recipe.as) {
      if (isStopped()) return null;
      await write(`${split.name}.${file}`, FILES[file].pieces(split, tally, recipe));
    }
  }
  if (isStopped()) return null;
  await write(RECIPE, [`${JSON.stringify(recipe, null, 2)}\n`]);
  await write(CARD, [cardText(recipe, tally, gathering)]);
  const sorted = sums.sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1));
  await write(CHECKSUMS, sorted);
  if (isStopped()) return null;
  await moveFiles(names, writing);
  return tally;
}

/** The wanted kinds of files that hold puzzles. */
function fittingFiles(
  { recipe, mayLeaveOut, progress }: WritingWork,
  { unfit, room, splits }: DatasetTally,
): DatasetFile[] {
  // About as many as the file of the largest part has.
  const most = Math.max(...splits.map(({ count }) => count));
  const bytes = arraysOf(room).reduce((sum, array) => sum + bytesOf(array) * most + 500, 0);
  if (!recipe.as.includes('npz') || (unfit === 0 && bytes <= MOST_ZIPPED)) return [...recipe.as];
  const reason =
    unfit > 0
      ? `npz holds neither colours nor start positions, and ${numberOf(unfit, 'puzzle has', 'puzzles have')} them`
      : `npz would take ${bytesText(bytes)}, as every puzzle takes the room of the largest, ${room.width}x${room.height}`;
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

interface FileKind {
  /** What it holds, for the card, and begins with. */
  readonly holds: string;
  readonly start: string;
  pieces(split: SplitRows, tally: DatasetTally, recipe: Recipe): Iterable<string | Uint8Array>;
}

type DatasetFile = Recipe['as'][number];

/** The kinds of files that hold puzzles. */
const FILES: Readonly<Record<DatasetFile, FileKind>> = {
  jsonl: {
    holds:
      'a line of JSON for each puzzle: a question in words, the clues (`rows`, `columns`), the `answer`, and its `grade`',
    start: '{"id":',
    pieces: (split) => joinedLines(jsonLines(split.rows())),
  },
  parquet: {
    holds:
      'a row for each puzzle with all columns of the results, the clues as JSON, and the `solution`',
    start: 'PAR1',
    pieces: (split, _, { nonomill }) =>
      parquetPieces(PARQUET_FIELDS, split.rows(), `nonomill ${nonomill}`),
  },
  npz: {
    holds:
      'NumPy arrays: `clues` (puzzles, rows then columns, blocks; zeros in front), `pictures` (flat, 1 is filled), ' +
      '`widths`, `heights`, `stars`, `difficulties`, `shapes`',
    start: 'PK\x03\x04',
    pieces: (split, { room }) => npzPieces(split, room),
  },
};

function* tapped(pieces: Iterable<string | Uint8Array>, hash: ReturnType<typeof createHash>) {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

type Field = ParquetField<PuzzleLine>;

/** The columns of a data set, called as those of an export are. */
const PARQUET_FIELDS: readonly Field[] = [
  own('id', 'STRING', true),
  own('title', 'STRING', true),
  own('width', 'INT32'),
  own('height', 'INT32'),
  own('colours', 'INT32'),
  own('palette', 'STRING', true),
  own('fingerprint', 'STRING'),
  own('shape', 'STRING'),
  own('density', 'DOUBLE'),
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

function own(name: keyof PuzzleLine, type: Field['type'], nullable = false): Field {
  return { name, type, nullable, valueOf: (row) => row[name] };
}

type SplitRows = ReturnType<Gathering['split']>[number];

type DatasetTally = NonNullable<Awaited<ReturnType<typeof tallied>>>;

/** Counts all puzzles, while other work gets its turn from time to time; null if stopped. */
async function tallied(splits: readonly SplitRows[], isStopped: () => boolean) {
  const sizes = new Map<string, { count: number; cells: number }>();
  const techniques = new Map<string, number>();
  // By the number of stars; 0 without a rating.
  const stars = [0, 0, 0, 0, 0, 0];
  const scores = emptyScoreBins();
  // The largest puzzle, and so the room for each in arrays.
  const room = { width: 1, height: 1 };
  // Puzzles with several colours, or with a start position: they fit into no arrays.
  let unfit = 0;
  let count = 0;
  for (const split of splits) {
    for (const { width, height, colours, start, found } of split.rows()) {
      const size = `${width}x${height}`;
      const known = sizes.get(size)?.count ?? 0;
      sizes.set(size, { count: known + 1, cells: width * height });
      const technique = String(found.technique);
      techniques.set(technique, (techniques.get(technique) ?? 0) + 1);
      stars[Number(found.stars ?? 0)]++;
      if (found.difficulty !== null) scores[scoreBin(Number(found.difficulty))]++;
      room.width = Math.max(room.width, width);
      room.height = Math.max(room.height, height);
      if (colours > 1 || start !== null) unfit++;
      if (++count % 500 !== 0) continue;
      await new Promise(setImmediate);
      if (isStopped()) return null;
    }
  }
  const inOrder = [...sizes].sort(
    ([a, one], [b, other]) => one.cells - other.cells || (a < b ? -1 : 1),
  );
  return {
    stars,
    scores,
    room,
    unfit,
    count,
    splits,
    sizes: new Map(inOrder.map(([size, counted]) => [size, counted.count])),
    techniques: new Map([...techniques].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The card, README.md: what data set hubs want to know first, then what people do. */
function cardText(recipe: Recipe, tally: DatasetTally, gathering: Gathering): string {
  const { count, splits, sizes, stars, scores, techniques } = tally;
  const { from } = recipe;
  const title = from.kind === 'random' ? `Nonograms of ${sizesText(from)}` : 'Nonograms';
  const rated = stars.map((found, i): Row => [
    i === 0 ? 'not rated' : bandText({ stars: i, difficulty: null, share: 1 }),
    found,
  ]);
  const bins = Array.from(scores, (found, bin): Row => [scoreBinText(bin), found]);
  return [
    frontMatter(recipe, title, tally),
    `# ${markdownText(title)}`,
    `${numberOf(count, 'nonogram')}, each with exactly one solution and no two equal up to turns, mirror images and colours; ` +
      `each is rated, and its solution was checked.`,
    '## Files',
    recipe.as.map((file) => `- \`<split>.${file}\`: ${FILES[file].holds}`).join('\n') +
      '\n- `recipe.json`: what the data set was made by; `nonomill dataset --recipe recipe.json` makes the same bytes' +
      '\n- `checksums.txt`: for `sha256sum -c`',
    '## Splits',
    table('split', splits.map(({ name, count: found }): Row => [name, found]), count),
    'The shape of a puzzle (the same for turns, mirror images and renamed colours) and the seed decide its split and its place there, and ' +
      'nothing else: no puzzle is, turned or mirrored, on both sides.',
    '## Balance',
    table('size', [...sizes], count),
    table('stars', rated.filter(isSome), count),
    table('takes', [...techniques], count),
    '## Scores',
    table('difficulty', bins.slice(bins.findIndex(isSome), bins.findLastIndex(isSome) + 1), count, true),
    '## How it was made',
    madeText(recipe, count, gathering),
    `Made with nonomill ${recipe.nonomill}.`,
    '## Licence',
    licenceText(recipe),
  ].join('\n\n') + '\n'; // prettier-ignore
}

type Row = readonly [what: string, count: number];

function isSome([, count]: Row): boolean {
  return count > 0;
}

/** The longest bar, in characters. */
const BAR = 30;

function table(what: string, rows: readonly Row[], whole: number, withBars = false): string {
  const most = Math.max(...rows.map(([, count]) => count));
  const bar = (count: number): string => '█'.repeat(Math.ceil((count / most) * BAR));
  return markdownTable(
    [what, { number: 'puzzles' }, { number: 'share' }, ...(withBars ? [''] : [])],
    rows.map(([word, count]) => [
      ...[word, countText(count), shareText(count, whole)],
      ...(withBars ? [bar(count)] : []),
    ]),
  ).trimEnd();
}

/** Sizes of data sets, as hubs sort them: by the number of digits, three or fewer in the first. */
const CATEGORIES = ['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', '1M<n<10M', '10M<n<100M'];

function frontMatter({ licence, as }: Recipe, title: string, tally: DatasetTally): string {
  const { splits, count } = tally;
  const read = as.find((file) => file !== 'npz');
  const files = splits
    .filter((split) => split.count > 0)
    .map(({ name }) => `  - split: ${name}\n    path: ${name}.${read}\n`);
  const configs = `configs:\n- config_name: default\n  data_files:\n${files.join('')}`;
  return `---
license: ${licence}
pretty_name: ${JSON.stringify(title)}
tags:
- nonogram
- puzzles
- constraint-satisfaction
- reasoning
size_categories:
- ${CATEGORIES[Math.max(0, Math.min(String(count).length - 3, CATEGORIES.length - 1))]}
${read === undefined ? '' : configs}---`;
}

function madeText(
  { from, keep, seed }: Recipe,
  count: number,
  { tried, leftOut, shortfalls }: Gathering,
): string {
  const kind = `of the kind "${keep.for}"${keep.needs === null ? '' : ` that need "${keep.needs}"`}`;
  if (from.kind === 'random') {
    const { density, bands } = from;
    const wished = bands.map((band) => [bandText(band), band.share] as const);
    const shares = wished.map(([text, share]) => `${text} (${share})`).join(', ');
    return (
      `Random pictures of ${sizesText(from)}, each cell filled with the same probability ` +
      `(${density.from === density.to ? density.from : `${density.from} to ${density.to}, drawn for each`}), seed ${seed}. ` +
      `Of ${numberOf(tried, 'candidate')}, those ${kind} were kept${wished[0][0] === '' ? '' : `, in these shares: ${shares}`}, ` +
      `until there were ${countText(count)}; ${countText(leftOut.duplicates)} were equal to others.` +
      (shortfalls.length === 0 ? '' : ` Not found: ${shortfalls.join('; ')}.`)
    );
  }
  const what =
    from.kind === 'run'
      ? `the run ${from.run} of nonomill`
      : `${from.files.slice(0, 20).map(({ name }) => markdownText(name)).join(', ')}${from.files.length > 20 ? ` and ${from.files.length - 20} other files` : ''}`; // prettier-ignore
  return (
    `From ${what}: of ${numberOf(tried, 'puzzle')}, those ${kind} were kept, ${countText(count)}. Left out were ` +
    `${leftOutText(leftOut)}. Seed of the splits: ${seed}.`
  );
}

function sizesText({ sizes }: RandomPuzzlesWanted): string {
  return sizes.map(({ width, height }) => `${width}x${height}`).join(', ');
}

/** Why puzzles of a corpus are not in a data set, and how many. */
export function leftOutText(leftOut: Gathering['leftOut']): string {
  const { several, none, undecided, other, duplicates } = leftOut;
  return (
    `${countText(several)} with several solutions, ${countText(none)} without any, ${countText(undecided)} not decided within the limits, ` +
    `${countText(other)} of another kind, and ${countText(duplicates)} equal to others`
  );
}

function licenceText({ licence, from }: Recipe): string {
  if (licence !== UNKNOWN_LICENCE) return `${licence}.`;
  return from.kind === 'random'
    ? 'Not named.'
    : 'Not named: the puzzles belong to those who made them.';
}

/** As hubs call it. */
export const UNKNOWN_LICENCE = 'unknown';

/** A puzzle as a question in words, its clues, the answer, and how hard it is: a line of JSON. */
function* jsonLines(rows: Iterable<PuzzleLine>): Generator<string> {
  for (const row of rows) {
    const { id, title, width, height, palette, clues, start, found, shape } = row;
    const { stars, difficulty, difficultyBound: bound, needs, lookAhead } = found;
    const { technique, guessDepth } = found;
    const told = {
      id,
      title: title ?? undefined,
      question: questionText(row),
      width,
      height,
      palette: palette?.split(' '),
      ...clues,
      start: start ?? undefined,
      answer: lines(found.solution),
      grade: { stars, difficulty, bound, needs, lookAhead, technique, guessDepth },
      shape,
    };
    yield `${JSON.stringify(told)}\n`;
  }
}

/** A picture with line breaks between its rows. */
function lines(picture: unknown): string {
  return String(picture).replaceAll('/', '\n');
}

/** The puzzle as people ask it. */
function questionText({ width, height, colours, clues, start }: PuzzleLine): string {
  const coloured = colours > 1;
  const rule = coloured
    ? `A clue has the length and the colour (1 to ${Math.min(colours, 9)}${colours > 9 ? ', then a to v' : ''}) of each block of filled cells of its line, ` +
      'in order, such as 3x2 for three cells of colour 2; between two blocks of the same colour there is at least one blank cell.'
    : 'A clue has the lengths of the blocks of filled cells of its line, in order; between two blocks there is at least one blank cell.';
  const answer = coloured
    ? 'the colour of a filled cell, . for a blank one'
    : '# for a filled cell, . for a blank one';
  return [
    `Solve this nonogram of ${height} ${height === 1 ? 'row' : 'rows'} and ${width} ${width === 1 ? 'column' : 'columns'}. ${rule}`,
    `Rows, from the top: ${sideText(clues.rows)}`,
    `Columns, from the left: ${sideText(clues.columns)}`,
    ...(start === null ? [] : [`Known so far (? is unknown):\n${lines(start)}`]),
    `Answer with ${height} ${height === 1 ? 'line' : 'lines'} of ${width} ${width === 1 ? 'character' : 'characters'}: ${answer}.`,
  ].join('\n');
}

function sideText(side: PuzzleLine['clues']['rows']): string {
  const blockText = (block: (typeof side)[number][number]): string =>
    typeof block === 'number' ? String(block) : `${block.n}x${block.c.toString(32)}`;
  return side.map((clue) => clue.map(blockText).join(' ') || '0').join('; ');
}

/** An array of a file: how many values there are of each puzzle, and how they get there. */
interface ArrayOf {
  readonly name: string;
  readonly type: Parameters<typeof npyHead>[0];
  /** Without the first side, the number of puzzles. */
  readonly sides: readonly number[];
  /** The bytes are zeros. */
  readonly put: (row: PuzzleLine, bytes: Buffer) => unknown;
}

/**
 * The arrays of black and white puzzles without start positions, in the layout that people train
 * with:
 *
 *   clues       the rows' from the top, then the columns' from the left; each is filled up with
 *               zeros in front
 *   pictures    flat, row by row, 1 is filled
 *   widths, heights, stars, difficulties, shapes: one value each
 *
 * A puzzle that is smaller than the largest is in the upper left corner.
 */
function arraysOf({ width, height }: DatasetTally['room']): ArrayOf[] {
  const blocks = Math.ceil(Math.max(width, height) / 2);
  const bytesOfBlock = Math.max(width, height) > 255 ? 2 : 1;
  return [
    {
      name: 'clues',
      type: bytesOfBlock === 1 ? '|u1' : '<u2',
      sides: [height + width, blocks],
      put({ clues: { rows, columns } }, bytes) {
        const putClue = (clue: (typeof rows)[number], line: number): void =>
          clue.forEach((block, i) => {
            const at = ((line + 1) * blocks - clue.length + i) * bytesOfBlock;
            bytes.writeUIntLE(Number(block), at, bytesOfBlock);
          });
        rows.forEach(putClue);
        columns.forEach((clue, x) => putClue(clue, height + x));
      },
    },
    {
      name: 'pictures',
      type: '|u1',
      sides: [height * width],
      put({ found, width: own }, bytes) {
        const picture = String(found.solution);
        for (let i = 0; i < picture.length; i++) {
          const y = Math.floor(i / (own + 1));
          if (picture[i] === '#') bytes[y * width + (i % (own + 1))] = 1;
        }
      },
    },
    one('widths', '<u2', (row, bytes) => bytes.writeUInt16LE(row.width)),
    one('heights', '<u2', (row, bytes) => bytes.writeUInt16LE(row.height)),
    one('stars', '|u1', ({ found }, bytes) => bytes.writeUInt8(Number(found.stars ?? 0))),
    one('difficulties', '<f8', ({ found }, bytes) =>
      bytes.writeDoubleLE(found.difficulty === null ? Number.NaN : Number(found.difficulty)),
    ),
    one('shapes', '<u8', ({ shape }, bytes) => bytes.writeBigUInt64LE(BigInt(`0x${shape}`))),
  ];
}

function one(name: string, type: ArrayOf['type'], put: ArrayOf['put']): ArrayOf {
  return { name, type, sides: [], put };
}

function bytesOf({ type, sides }: ArrayOf): number {
  return sides.reduce((product, side) => product * side, Number(type.slice(2)));
}

/** How many puzzles go into one piece. */
const TOGETHER = 500;

/**
 * The file in pieces. A zip file holds one array after the other, and puzzles come one by one: so
 * each large array reads them once more, and those of one value each are filled together.
 */
function* npzPieces(split: SplitRows, room: DatasetTally['room']): Generator<Uint8Array> {
  const { count } = split;
  const large = function* (array: ArrayOf): Generator<Uint8Array> {
    yield npyHead(array.type, [count, ...array.sides]);
    const bytes = bytesOf(array);
    let [block, used] = [Buffer.alloc(TOGETHER * bytes), 0];
    for (const row of split.rows()) {
      array.put(row, block.subarray(used, used + bytes));
      used += bytes;
      if (used < block.length) continue;
      yield block;
      [block, used] = [Buffer.alloc(TOGETHER * bytes), 0];
    }
    yield block.subarray(0, used);
  };
  const arrays = arraysOf(room);
  const small = arrays.filter(({ sides }) => sides.length === 0);
  const values = small.map((array) => Buffer.alloc(count * bytesOf(array)));
  let at = 0;
  for (const row of split.rows()) {
    for (const [i, array] of small.entries()) {
      array.put(row, values[i].subarray(at * bytesOf(array)));
    }
    if (++at % TOGETHER === 0) yield new Uint8Array();
  }
  yield* zipPieces(
    arrays.map((array) => {
      const head = npyHead(array.type, [count, ...array.sides]);
      const one = small.indexOf(array);
      return [`${array.name}.npy`, one < 0 ? large(array) : [head, values[one]]] as const;
    }),
  );
}

// The folder of a data set, and of the work on it.

/** What is kept of the work until the data set is done. */
const WORK = '.making';

/** The last file that is written. */
export const CHECKSUMS = 'checksums.txt';

const RECIPE = 'recipe.json';

export const CARD = 'README.md';

/** The folder for the work, in which no other process works until the lock is released. */
type WorkFolder = NonNullable<ReturnType<typeof workFolder>>;

/**
 * The folder for the work on a data set; null if that is done already. What was begun there is
 * removed with `force`, and kept with `resume`, if it is the same work.
 * @throws Failure if there is something else in the folder, or another process works there.
 */
export function workFolder(
  out: string,
  recipe: Recipe,
  { force, resume }: { readonly force: boolean; readonly resume: boolean },
) {
  const work = join(out, WORK);
  const isBegun = existsSync(work);
  if (resume && !isBegun && existsSync(join(out, CHECKSUMS))) {
    if (JSON.stringify(recipeIn(out)) === JSON.stringify(recipe)) return null;
    throw new Failure(
      'NM_DATASET_DIFFERS',
      `${out} holds the data set of another recipe`,
      'Name another folder.',
    );
  }
  if (isBegun && !force && !resume) {
    throw new Failure(
      'NM_DATASET_UNFINISHED',
      `${out} holds an unfinished data set`,
      'Say --resume to go on with it, or --force to begin anew.',
    );
  }
  // A process that was killed may have left its lock, which nobody holds.
  const isOther = (name: string): boolean => name !== `${WORK}.lock`;
  if (!isBegun && !force && existsSync(out) && readdirSync(out).some(isOther)) {
    throw new Failure(
      'NM_FILE_EXISTS',
      `${out} is not empty`,
      'Name a new folder, or say --force to write over its files.',
    );
  }
  if (!force) requireOwnFiles(out, recipe);
  const lock = lockedFolder(out, work);
  try {
    if (force) removeAllOf(work);
    makeWritableFolder(work);
  } catch (error) {
    lock.release();
    throw cannotWrite(out, error);
  }
  // Until the new ones are there, the files of an older data set have no list.
  removeIfThere(join(out, CHECKSUMS));
  // And whether work that was begun before goes on.
  return { path: work, lock, isResumed: isBegun && !force };
}

/** @throws Failure if something else has the name of a file that will be written. */
function requireOwnFiles(out: string, { split, as }: Recipe): void {
  const sets = split.flatMap(({ name }) => as.map((file) => `${name}.${file}`));
  for (const name of [...sets, RECIPE, CARD, CHECKSUMS]) {
    const path = join(out, name);
    const reason = whyNotReplaced(path, startOfFile(path));
    if (reason === null) continue;
    throw new Failure(
      'NM_FILE_EXISTS',
      `the data set needs the name ${name} for itself: ${reason}`,
      'Move it elsewhere, and say --resume again.',
    );
  }
}

/** How an own file at `path` begins. */
function startOfFile(path: string): string {
  const name = basename(path);
  if (name === RECIPE) return '{\n  "nonomill":';
  if (name === CARD) return '---\nlicense: ';
  if (name !== CHECKSUMS) return FILES[extname(name).slice(1) as DatasetFile].start;
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const head = isFile ? firstBytes(path, 66) : '';
  return /^[0-9a-f]{64} {2}$/.test(head) ? head : 'a hash';
}

/**
 * Moves whole files, in this order, from the folder for the work into the data set.
 * @throws Failure if something else has one of the names; with `force` that stays only if it is a
 * folder or a database.
 */
async function moveFiles(names: readonly string[], { work, out, force }: WritingWork) {
  for (const name of names) {
    const path = join(out, name);
    try {
      if (force) {
        await refuseUnwritable(path, force);
        renameFile(join(work, name), path);
      } else giveName(join(work, name), path, startOfFile(path));
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }
}

/** Removes what was kept of the work, and the folder of the data set if nothing else is in it. */
export function removeWorkFolder(out: string, { path, lock }: WorkFolder): void {
  removeAllOf(path);
  lock.release();
  if (readdirSync(out).length === 0) removeEmptyFolder(out);
}

function lockedFolder(out: string, work: string) {
  try {
    makeWritableFolder(out);
    return takeLock(work);
  } catch (error) {
    if (!(error instanceof StoreError)) throw cannotWrite(out, error);
    if (error.code !== 'NM_DATABASE_LOCKED') throw error;
    throw new Failure(
      'NM_DATASET_LOCKED',
      `another process works on the data set in ${out}`,
      'Wait for it to end, or name another folder.',
    );
  }
}

function recipeIn(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, RECIPE), 'utf8'));
  } catch {
    return null;
  }
}
