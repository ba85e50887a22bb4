import { spawnSync } from 'node:child_process';
import { PNG } from 'pngjs';

/** Why a test that draws SVG by librsvg is skipped; false if its program is there. */
export const NO_RSVG = missing('rsvg-convert', '--version', 'librsvg2-bin');

/** Why a test that draws PDF by poppler is skipped; false if its program is there. */
export const NO_PDFTOPPM = missing('pdftoppm', '-v', 'poppler-utils');

function missing(program: string, asked: string, from: string): false | string {
  const { error } = spawnSync(program, [asked]);
  return error === undefined ? false : `${program} is not installed (apt-get install ${from})`;
}

/** What a picture looks like to those who see it. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  /** The colour of the pixel at the upper left. */
  readonly paper: string;
  /** The share of pixels that are neither light nor in colour, from 0 to 1. */
  readonly dark: number;
  /** The pixels that are clearly in colour. */
  readonly coloured: number;
  /** The most dark pixels in one row beside each other. */
  readonly longestLine: number;
}

/** An SVG as librsvg draws it, which desktops and many converters use. @throws if it cannot */
export function renderedSvg(svg: string): Seen {
  return seen(drawnBy('rsvg-convert', [], svg));
}

/** The first page of a PDF as poppler draws it. @throws if it cannot */
export function renderedPdf(pdf: Uint8Array): Seen {
  return seen(drawnBy('pdftoppm', ['-png', '-r', '72', '-singlefile', '-'], pdf));
}

function drawnBy(program: string, words: readonly string[], input: string | Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program}: ${stderr.toString()}`);
  return stdout;
}

function seen(picture: Buffer): Seen {
  const { width, height, data } = PNG.sync.read(picture);
  let [dark, coloured, line, longestLine] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const [least, most] = [
      Math.min(data[i], data[i + 1], data[i + 2]),
      Math.max(data[i], data[i + 1], data[i + 2]),
    ];
    const isDark = data[i + 3] > 127 && most < 0x80 && most - least < 0x20;
    if (isDark) dark++;
    if (data[i + 3] > 127 && most - least > 0x30) coloured++;
    line = isDark && i % (4 * width) !== 0 ? line + 1 : +isDark;
    longestLine = Math.max(longestLine, line);
  }
  const paper = `#${data.subarray(0, 3).toString('hex')}`;
  return { width, height, paper, dark: dark / (width * height), coloured, longestLine };
}
