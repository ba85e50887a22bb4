/** A picture as it was drawn or photographed, before it becomes a puzzle. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Row by row, each 0xrrggbb. */
  readonly pixels: Uint32Array;
}

/** Thrown if a file is not a picture that can be read; the message says what is wrong with it. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** The most pixels that are read: 4096 x 4096, 64 MiB unpacked. */
export const MAX_PIXELS = 1 << 24;

/** The relative luminance of a screen's red, green and blue (ITU-R BT.709), 0 to 1. */
export function brightness(pixel: number): number {
  return (
    (0.2126 * (pixel >>> 16) + 0.7152 * ((pixel >>> 8) & 0xff) + 0.0722 * (pixel & 0xff)) / 255
  );
}
