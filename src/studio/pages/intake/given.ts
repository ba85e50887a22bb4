import { checkSolution } from '../../../solver/core/puzzle/check.js';
import type { Cells, Draft, Puzzle } from '../../../solver/core/puzzle/types.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import { puzzleOfDrawing, type Drawn } from '../drawing/drawn.js';
import { addressToPicture } from '../../../pipeline/pages/client/window/picture-address.js';
import {
  LONGEST_SIDE,
  readTryHash,
  tryHash,
} from '../../../pipeline/pages/client/window/try-address.js';

/** What is to be solved, or why it cannot be. */
export type Given =
  | {
      readonly puzzle: Puzzle;
      readonly title: string;
      readonly problem: null;
      /** The picture that it was drawn as, or null. */
      readonly picture: Cells | null;
      /** A 1 for each cell of the picture that is locked, or null. */
      readonly locked: Uint8Array | null;
    }
  | {
      readonly puzzle: null;
      readonly title: string;
      readonly problem: string | null;
      readonly picture: null;
      readonly locked: null;
    };

export const NOTHING: Given = nothing('', null);

/** Why there is nothing to be solved. */
export function nothing(title: string, problem: string | null): Given {
  return { puzzle: null, title, problem, picture: null, locked: null };
}

export function fromDrawing(drawn: Drawn, title: string): Given {
  const { cells, locked } = drawn;
  return { puzzle: puzzleOfDrawing(drawn), title, problem: null, picture: cells, locked };
}

/** The puzzle that the address holds after its `#`, or null if it holds none. */
export function fromHash(hash: string): Given | null {
  const found = readTryHash(hash);
  if (found === null) return null;
  const { draft, title, drawing, locks } = found;
  if (draft === null) {
    const problem = 'The puzzle in the address cannot be read: a part of it may be missing.';
    return nothing(title, problem);
  }
  const given = checked(draft, title, ({ width, height, colours }) =>
    drawing === null ? null : addressToPicture(drawing, width * height, colours),
  );
  if (given.picture === null || locks === null) return given;
  return { ...given, locked: addressToPicture(locks, given.picture.length, 1) };
}

/** A draft, judged, with its picture if that can be drawn on. */
export function checked(
  draft: Draft,
  title: string,
  pictureOf: (puzzle: Puzzle) => Cells | null,
): Given {
  const { puzzle, reason } = validate(draft);
  if (puzzle === undefined) return nothing(title, reason);
  const picture = drawable(puzzle, pictureOf(puzzle));
  return { puzzle, title, problem: null, picture, locked: null };
}

/** A picture, if it can be drawn on and is one of the puzzle; else null. */
export function drawable(puzzle: Puzzle, picture: Cells | null): Cells | null {
  const { width, height, start } = puzzle;
  if (picture === null || start !== null || Math.max(width, height) > LONGEST_SIDE) return null;
  return checkSolution(puzzle, picture) === null ? picture : null;
}

/** What files of a puzzle are called. */
export function nameOf({ title }: Given): string {
  return title === '' ? 'puzzle' : title;
}

/** The part of an address that holds what is given; empty for nothing. */
export function hashOf({ puzzle, title, picture, locked }: Given): string {
  return puzzle === null ? '' : tryHash(puzzle, title, picture, locked);
}
