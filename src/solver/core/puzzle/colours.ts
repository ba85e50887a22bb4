import type { Palette } from './types.js';

/** Red, green and blue, from 0 to 255, of `#rrggbb`. */
export function channelsOf(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** How much light the red, green and blue of `#rrggbb` are, from 0 to 1 (sRGB). */
export function lightOf(colour: string): readonly number[] {
  return channelsOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** Whether black is easier to read on a colour (`#rrggbb`) than white (luminance of WCAG 2). */
export function isLight(colour: string): boolean {
  const [red, green, blue] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/** How different two colours look: a squared distance, weighted by how the eye sees channels. */
export function colourDistance(
  one: readonly [number, number, number],
  other: readonly [number, number, number],
): number {
  const [red, green, blue] = one.map((channel, i) => (channel - other[i]) ** 2);
  return 3 * red + 4 * green + 2 * blue;
}

/** Colours that are nearer than this are hard to tell apart: some 32 in each channel. */
const ALIKE = 9 * 32 ** 2;

/** Whether a palette's colour looks like its background: then drawings must mark blank cells. */
export function looksBlank(palette: Palette): boolean {
  const [background, ...colours] = palette.map(channelsOf);
  return colours.some((colour) => colourDistance(colour, background) < ALIKE);
}
