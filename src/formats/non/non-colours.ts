import {
  BLANK,
  MAX_COLOURS,
  UNKNOWN,
  block,
  type Cells,
  type Palette,
} from '../../puzzle/types.js';
import { colourOf, spareColour } from '../parse/colour-names.js';

/** The colours of one .non puzzle: the characters that `color` lines, or only blocks, name. */
export class NonColours {
  private readonly characters = new Map<string, number>();
  private readonly colours: string[] = [];
  private background = '#ffffff';

  /** Takes `CHARACTER #rrggbb`; returns the reason if it is something else. */
  add(definition: string): string | null {
    const parts = /^(\S)\s+(\S+)$/.exec(definition);
    const colour = parts === null ? null : colourOf(parts[2]);
    if (parts === null || colour === null) {
      return `expected "color a #rrggbb", found "color ${definition.slice(0, 60)}"`;
    }
    const character = parts[1];
    if (character === '0') this.background = colour;
    else if (this.characters.has(character)) return `colour ${character} is said twice`;
    else this.define(character, colour);
    return null;
  }

  /** The block that `3` or `3a` means, or null. */
  block(token: string): number | null {
    const parts = /^(-?\d+)([^\d\s,-])?$/.exec(token);
    if (parts === null) return null;
    const [, digits, character = '1'] = parts;
    const length = Number(digits);
    return length === 0 ? 0 : block(length, this.colourOf(character));
  }

  /** The cells of a picture in one piece of text; null without one, or the reason against it. */
  cells(text: string | null, what: string): Cells | string | null {
    if (text === null) return null;
    const compact = text.replace(/[\s/]/g, '');
    const cells = new Uint8Array(compact.length);
    for (let i = 0; i < compact.length; i++) {
      const character = compact[i];
      if (character === '0' || character === '.') cells[i] = BLANK;
      else if (character === '?') cells[i] = UNKNOWN;
      else if (character === '1' && this.colours.length === 0) cells[i] = 1;
      else {
        const colour = this.characters.get(character);
        if (colour === undefined) return `${what}: "${character}" is not a colour of this puzzle`;
        cells[i] = colour;
      }
    }
    return cells;
  }

  /** Null means black on white. */
  palette(): Palette | null {
    if (this.colours.length === 0) return null;
    if (this.colours.length === 1 && this.characters.has('1') && this.background === '#ffffff') {
      if (this.colours[0] === '#000000') return null;
    }
    return [this.background, ...this.colours];
  }

  private colourOf(character: string): number {
    const known = this.characters.get(character);
    if (known !== undefined) return known;
    const colour = character === '1' ? '#000000' : spareColour(this.colours.length);
    return this.define(character, colour);
  }

  private define(character: string, colour: string): number {
    this.colours.push(colour);
    const index = Math.min(this.colours.length, MAX_COLOURS + 1);
    this.characters.set(character, index);
    return index;
  }
}
