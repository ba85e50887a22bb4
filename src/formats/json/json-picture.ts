import type { Draft } from '../../puzzle/draft.js';
import { cluesOfPicture } from '../../puzzle/picture.js';
import { MAX_BLOCK_LENGTH, type Palette } from '../../puzzle/types.js';
import { cellsOfJson, type FoundCells } from './json-cells.js';
import type { Fields } from './json-fields.js';
import type { Size } from './json-sizes.js';
import { Unreadable, shown } from '../contract/unreadable.js';

/**
 * An entry that holds the finished picture instead of clues: they follow from it.
 * @throws Unreadable
 */
export function pictureDraft(fields: Fields, size: Size, palette: Palette | null): Draft {
  const value = fields.grid ?? fields.goal;
  if (value === undefined) {
    throw new Unreadable('there are neither clues (rows and columns) nor a picture');
  }
  const indexed = palette !== null && fields.gridName?.toLowerCase() === 'cells';
  const found = cellsOfJson(value, palette !== null, indexed);
  if (typeof found === 'string') throw new Unreadable(found);
  if (found === null) throw new Unreadable(`expected a picture, found ${shown(value)}`);
  const { cells, partial } = found;
  if (partial) throw new Unreadable('there are no clues, and the picture has unknown cells');
  const { width, height } = pictureSize(found, size);
  const full = palette !== null && indexed ? ['#ffffff', ...palette] : palette;
  const most = full === null ? 1 : full.length - 1;
  const strange = cells.findIndex((cell) => cell > most);
  if (strange >= 0) {
    const place = `row ${Math.floor(strange / width) + 1}, cell ${(strange % width) + 1}`;
    throw new Unreadable(
      `the picture: ${place} is not a cell${most > 1 ? ` of ${most} colours` : ''}`,
    );
  }
  const clues = cluesOfPicture(cells, width, height);
  return { width, height, ...clues, palette: full, start: null, goal: cells };
}

function pictureSize(found: FoundCells, size: Size): { width: number; height: number } {
  const count = found.cells.length;
  let width = found.width ?? size.width;
  let height = found.height ?? size.height;
  if (width === null && height !== null && height > 0) width = count / height;
  if (height === null && width !== null && width > 0) height = count / width;
  if (width === null || height === null)
    throw new Unreadable('the picture has no width and height');
  if (width !== (size.width ?? width) || height !== (size.height ?? height)) {
    throw new Unreadable(
      `the picture is ${width}x${height}, but the size is ${size.width ?? width}x${size.height ?? height}`,
    );
  }
  if (width * height !== count || !Number.isInteger(width) || !Number.isInteger(height)) {
    throw new Unreadable(`the picture has ${count} cells, but the grid is ${width}x${height}`);
  }
  if (Math.max(width, height) > MAX_BLOCK_LENGTH) {
    throw new Unreadable(`the picture is ${width}x${height}, too large`);
  }
  return { width, height };
}
