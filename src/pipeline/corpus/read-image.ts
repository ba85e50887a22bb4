import { PNG } from 'pngjs';
import { pbm } from '../../solver/formats/single/picture.js';
import { readWhole } from '../../solver/formats/registry.js';
import type { Draft } from '../../solver/core/puzzle/types.js';
import { ImageError, type Image } from '../../solver/craft/image.js';
import { crc32, inflateSync } from 'node:zlib';
import { messageOf } from '../../solver/core/text/plain-text.js';

const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The picture in the bytes of a PNG or PBM file, which their beginning tells apart; if a PBM holds
 * several, the first. Transparent pixels become white.
 * @throws ImageError if there is none.
 */
export function readImage(bytes: Buffer): Image {
  if (bytes.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) return readPng(bytes);
  if (/^P[14]\s/.test(bytes.toString('latin1', 0, 3))) return readPbm(bytes);
  throw new ImageError('expected a PNG or a PBM picture (P1 or P4), found neither');
}

function readPng(bytes: Buffer): Image {
  checkPng(bytes);
  const { width, height, data } = unpackPng(bytes);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const alpha = data[4 * i + 3];
    let pixel = 0;
    for (let channel = 0; channel < 3; channel++) {
      const seen = Math.round((data[4 * i + channel] * alpha + 255 * (255 - alpha)) / 255);
      pixel = pixel * 256 + seen;
    }
    pixels[i] = pixel;
  }
  return { width, height, pixels };
}

function unpackPng(bytes: Buffer): { width: number; height: number; data: Buffer } {
  try {
    return PNG.sync.read(bytes);
  } catch (error) {
    throw new ImageError(`PNG: ${messageOf(error)}`);
  }
}

function readPbm(bytes: Buffer): Image {
  const [drafts, wrong]: [Draft[], string[]] = [[], []];
  readWhole(pbm, bytes.toString('latin1'), {
    entry: (found) => drafts.push(found.draft),
    reject: ({ reason }) => wrong.push(reason),
  });
  const draft = drafts.at(0);
  if (draft?.goal == null) throw new ImageError(wrong.at(0) ?? 'PBM: it holds no picture');
  const [width, height] = [draft.columns.length, draft.rows.length];
  if (width * height === 0) throw new ImageError('PBM: the picture has no cells');
  return { width, height, pixels: Uint32Array.from(draft.goal, (cell) => (cell ? 0 : 0xffffff)) };
}

/** Length, type and checksum of a chunk, without its data. */
const CHUNK_OVERHEAD = 12;

const HEADER_LENGTH = 13;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly interlaced: boolean;
}

/** Samples of a pixel by colour type: grey, RGB, palette, grey and alpha, RGB and alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Checks a PNG before its pixels are unpacked: a small file can claim any size, even twice, or
 * unpack to any length.
 * @throws ImageError if it has no header or several, is cut off, is too large, is damaged, or holds
 * other pixels than it claims
 */
function checkPng(bytes: Buffer): void {
  let header: Header | null = null;
  const data: Buffer[] = [];
  let ended = false;
  for (let at = PNG_MAGIC.length; at < bytes.length && !ended;) {
    const length = at + 8 <= bytes.length ? bytes.readUInt32BE(at) : Infinity;
    if (at + CHUNK_OVERHEAD + length > bytes.length)
      throw new ImageError('PNG: the file is cut off');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if ((type === 'IHDR') !== (header === null)) {
      throw new ImageError(`PNG: expected one header at the beginning, found ${type} there`);
    }
    if (type === 'IHDR') header = readHeader(content);
    else if (type === 'IDAT') data.push(content);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) {
      throw new ImageError(`PNG: it is damaged: the CRC-32 of ${type} is not that of its bytes`);
    }
    ended = type === 'IEND';
    at += CHUNK_OVERHEAD + length;
  }
  if (header === null || !ended) throw new ImageError('PNG: the file is cut off');
  checkData(Buffer.concat(data), dataLength(header));
}

/** The most pixels that are read: 4096 x 4096, 64 MiB unpacked. */
const MAX_PIXELS = 1 << 24;

function readHeader(content: Buffer): Header {
  if (content.length !== HEADER_LENGTH) throw new ImageError('PNG: its header is broken');
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
  if (width === 0 || height === 0) {
    throw new ImageError(`PNG: the picture is ${width}x${height}: it has no pixels`);
  }
  if (width * height > MAX_PIXELS) {
    throw new ImageError(
      `PNG: ${width}x${height} is too large; at most ${MAX_PIXELS} pixels are read`,
    );
  }
  const bitsPerPixel = content[8] * (SAMPLES[content[9]] ?? 4);
  return { width, height, bitsPerPixel, interlaced: content[12] !== 0 };
}

/** Where each pass of an interlaced picture (Adam7) starts, and its steps. */
const PASSES: readonly (readonly [x: number, y: number, dx: number, dy: number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** Bytes of the unpacked rows, each with the byte that names its filter. */
function dataLength({ width, height, bitsPerPixel, interlaced }: Header): number {
  const passes = interlaced ? PASSES : [[0, 0, 1, 1] as const];
  return passes.reduce((sum, [x, y, dx, dy]) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    if (columns <= 0 || rows <= 0) return sum;
    return sum + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }, 0);
}

function checkData(packed: Buffer, expected: number): void {
  let length: number;
  try {
    length = inflateSync(packed, { maxOutputLength: expected + 1 }).length;
  } catch (error) {
    if (error instanceof RangeError) length = expected + 1;
    else throw new ImageError(`PNG: its pixels are damaged or cut off`);
  }
  if (length !== expected) {
    throw new ImageError(
      `PNG: it holds ${length > expected ? 'more' : 'fewer'} pixels than its header says`,
    );
  }
}
