import { animatedSvg } from '../../../craft/replay/animated-svg.js';
import type { Replay } from '../../../craft/replay/step.js';
import type { Cells, Puzzle } from '../../../core/puzzle/types.js';
import type { Judged } from '../solve/latest-solver.js';
import { cardPng } from './card.js';
import { sheetsPdf } from './sheet-pdf.js';
import { sheetPng } from './sheet-png.js';
import { sheetSvg } from './sheet-svg.js';
import { puzzleSheet } from './sheet.js';

/** A puzzle, and what is known of it, as it is drawn in files. */
export interface Pictured {
  readonly puzzle: Puzzle;
  /** Empty if it has none. */
  readonly title: string;
  /** The picture, or the only solution; null if there is neither. */
  readonly solution: Cells | null;
  readonly judged: Judged | null;
  /** Null while it is not known. */
  readonly replay: Replay | null;
}

/** A kind of picture that a puzzle can be saved as. */
export interface PictureFile {
  readonly label: string;
  /** What its name ends with. */
  readonly end: string;
  readonly make: () => Promise<Blob>;
}

/** The pictures that a puzzle can be saved as. */
export function pictureFiles({ puzzle, title, solution, judged, replay }: Pictured): PictureFile[] {
  const empty = puzzleSheet(puzzle, null, title);
  const solved = solution === null ? null : puzzleSheet(puzzle, solution, title);
  const svg = (text: string): Promise<Blob> =>
    Promise.resolve(new Blob([text], { type: 'image/svg+xml' }));
  const pdf = (): Promise<Blob> => {
    const bytes = sheetsPdf(solved === null ? [empty] : [empty, solved]);
    return Promise.resolve(new Blob([bytes], { type: 'application/pdf' }));
  };
  const of = solved === null ? '' : ', its solution on a page of its own';
  return [
    { label: `PDF to print${of}`, end: '.pdf', make: pdf },
    { label: 'PNG of the puzzle', end: '.png', make: () => sheetPng(empty) },
    { label: 'SVG of the puzzle', end: '.svg', make: () => svg(sheetSvg(empty, title)) },
    ...(solved === null
      ? []
      : [
          { label: 'PNG of the solution', end: '-solved.png', make: () => sheetPng(solved) },
          {
            label: 'SVG of the solution',
            end: '-solved.svg',
            make: () => svg(sheetSvg(solved, title)),
          },
        ]),
    ...(replay === null
      ? []
      : [
          {
            label: 'SVG that shows how it is solved',
            end: '-replay.svg',
            make: () => svg(animatedSvg(puzzle, replay.steps, { title })),
          },
        ]),
    {
      label: 'Card to share: empty grid, size and stars',
      end: '-card.png',
      make: () => cardPng(puzzle, title, judged),
    },
  ];
}
