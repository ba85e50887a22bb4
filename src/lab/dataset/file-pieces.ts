import { closeSync, readSync, writeSync } from 'node:fs';
import { zipPieces } from '../../pipeline/corpus/table-writers.js';
import { npyHead, type WrittenType } from '../../pipeline/corpus/tables.js';
import { openNewFile, removeIfThere } from '../../pipeline/files/files.js';
import type { PuzzleLine } from './chunks.js';

/** A puzzle as a question in words, its clues, the answer, and how hard it is: a line of JSON. */
export function* jsonlPieces(rows: Iterable<PuzzleLine>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(jsonlFields(row))}\n`;
}

function jsonlFields(row: PuzzleLine): object {
  const { id, title, width, height, palette, clues, start, found, shape } = row;
  return {
    id,
    title: title ?? undefined,
    question: questionText(row),
    width,
    height,
    palette: palette?.split(' '),
    ...clues,
    start: start ?? undefined,
    answer: lines(found.solution),
    grade: {
      stars: found.stars,
      difficulty: found.difficulty,
      bound: found.difficultyBound,
      needs: found.needs,
      lookAhead: found.lookAhead,
      technique: found.technique,
      guessDepth: found.guessDepth,
    },
    shape,
  };
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
  return side
    .map((clue) =>
      clue.length === 0
        ? '0'
        : clue
            .map((block) =>
              typeof block === 'number' ? block : `${block.n}x${block.c.toString(32)}`,
            )
            .join(' '),
    )
    .join('; ');
}

/** The largest puzzle of a data set, and so the room for each in its arrays. */
export interface ArrayRoom {
  readonly width: number;
  readonly height: number;
}

/** An array of a file: how many values there are of each puzzle, and how they get there. */
interface ArrayOf {
  readonly name: string;
  readonly type: WrittenType;
  /** Without the first side, the number of puzzles. */
  readonly sides: readonly number[];
  /** The bytes are zeros. */
  readonly put: (row: PuzzleLine, bytes: Buffer) => void;
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
function arraysOf({ width, height }: ArrayRoom): ArrayOf[] {
  const blocks = Math.ceil(Math.max(width, height) / 2);
  const bytesOfBlock = Math.max(width, height) > 255 ? 2 : 1;
  return [
    {
      name: 'clues',
      type: bytesOfBlock === 1 ? '|u1' : '<u2',
      sides: [height + width, blocks],
      put({ clues }, bytes) {
        const putSide = (side: PuzzleLine['clues']['rows'], first: number): void => {
          side.forEach((clue, line) => {
            const end = (first + line + 1) * blocks;
            clue.forEach((block, i) => {
              const at = (end - clue.length + i) * bytesOfBlock;
              bytes.writeUIntLE(Number(block), at, bytesOfBlock);
            });
          });
        };
        putSide(clues.rows, 0);
        putSide(clues.columns, height);
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

function one(
  name: string,
  type: WrittenType,
  put: (row: PuzzleLine, bytes: Buffer) => unknown,
): ArrayOf {
  return { name, type, sides: [], put };
}

function bytesOf({ type, sides }: ArrayOf): number {
  return sides.reduce((product, side) => product * side, Number(type.slice(2)));
}

/** About how many bytes the file of so many puzzles has. */
export function npzBytes(count: number, room: ArrayRoom): number {
  return arraysOf(room).reduce((sum, array) => sum + bytesOf(array) * count + 500, 0);
}

/** Bytes that are written and read in one step. */
const STEP = 1 << 20;

/**
 * The file in pieces, some of them empty. A zip file holds one array after the other, and puzzles
 * come one by one: so arrays are collected in files, `scratch` says where, and removed at the end.
 */
export function* npzPieces(
  count: number,
  rows: Iterable<PuzzleLine>,
  room: ArrayRoom,
  scratch: (name: string) => string,
): Generator<Uint8Array> {
  const arrays = arraysOf(room).map((array) => ({
    ...array,
    bytes: bytesOf(array),
    file: new Scratch(scratch(array.name)),
  }));
  try {
    let done = 0;
    for (const row of rows) {
      for (const { put, file, bytes } of arrays) put(row, file.room(bytes));
      if (++done % 500 === 0) yield new Uint8Array();
    }
    const members = arrays.map(({ name, type, sides, file }) => {
      const head = npyHead(type, [count, ...sides]);
      return [`${name}.npy`, piecesOf(head, file)] as const;
    });
    yield* zipPieces(members);
  } finally {
    for (const { file } of arrays) file.remove();
  }
}

function* piecesOf(head: Uint8Array, file: Scratch): Generator<Uint8Array> {
  yield head;
  yield* file.pieces();
}

/** Bytes that are put into a file, and read again from its beginning. */
class Scratch {
  private readonly fd: number;
  private block = Buffer.alloc(STEP);
  private used = 0;
  private written = 0;

  constructor(private readonly path: string) {
    removeIfThere(path);
    this.fd = openNewFile(path, 0o666, 'wx+');
  }

  /** The next bytes, which are zeros, to be filled before any others are asked for. */
  room(length: number): Buffer {
    if (this.used + length > this.block.length) {
      this.flush();
      if (length > this.block.length) this.block = Buffer.alloc(length);
      else this.block.fill(0);
    }
    this.used += length;
    return this.block.subarray(this.used - length, this.used);
  }

  *pieces(): Generator<Uint8Array> {
    this.flush();
    for (let at = 0; at < this.written;) {
      const piece = Buffer.allocUnsafe(Math.min(STEP, this.written - at));
      const read = readSync(this.fd, piece, 0, piece.length, at);
      at += read;
      yield piece.subarray(0, read);
    }
  }

  remove(): void {
    closeSync(this.fd);
    removeIfThere(this.path);
  }

  private flush(): void {
    for (let from = 0; from < this.used;) {
      from += writeSync(this.fd, this.block, from, this.used - from, this.written + from);
    }
    this.written += this.used;
    this.used = 0;
  }
}
