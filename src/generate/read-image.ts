import { PNG } from 'pngjs';
import { pbm } from '../formats/pictures/pbm.js';
import { DEFAULT_PARSER_LIMITS } from '../formats/contract/limits.js';
import type { Draft } from '../puzzle/draft.js';
import { ImageError, type Image } from './image.js';
import { checkPng } from './png-check.js';

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
    throw new ImageError(`PNG: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readPbm(bytes: Buffer): Image {
  let draft: Draft | null = null;
  let wrong: string | null = null;
  const parser = pbm.createParser!(
    {
      entry: (found) => (draft ??= found.draft),
      reject: (found) => (wrong ??= found.reason),
    },
    DEFAULT_PARSER_LIMITS,
  );
  parser.write(bytes.toString('latin1'));
  parser.end();
  return imageOf(draft, wrong);
}

function imageOf(draft: Draft | null, wrong: string | null): Image {
  if (draft?.goal == null) throw new ImageError(wrong ?? 'PBM: it holds no picture');
  const [width, height] = [draft.columns.length, draft.rows.length];
  if (width * height === 0) throw new ImageError('PBM: the picture has no cells');
  return { width, height, pixels: Uint32Array.from(draft.goal, (cell) => (cell ? 0 : 0xffffff)) };
}
