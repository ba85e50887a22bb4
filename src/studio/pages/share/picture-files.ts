import { animatedSvg } from '../../../solver/craft/replay/animated-svg.js';
import type { Replay } from '../../../solver/craft/replay/step.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import type { JudgedPuzzle } from '../../../pipeline/pages/client/solve/latest-solver.js';
import { pngOf, whiteCanvas } from '../../../pipeline/pages/client/window/canvas.js';
import { sheetsPdf } from './sheet-pdf.js';
import { paintSheet, sheetPng } from './sheet-png.js';
import { sheetSvg } from './sheet-svg.js';
import { puzzleSheet } from './sheet.js';
import { starsText } from '../../../solver/core/result/difficulty-words.js';

/** A puzzle, and what is known of it, as it is drawn in files. */
export interface Pictured {
  readonly puzzle: Puzzle;
  /** Empty if it has none. */
  readonly title: string;
  /** The picture, or the only solution; null if there is neither. */
  readonly solution: Cells | null;
  readonly judged: JudgedPuzzle | null;
  /** Null while it is not known. */
  readonly replay: Replay | null;
}

/** A kind of picture that a puzzle can be saved as. */
export interface PictureFile {
  readonly label: string;
  /** What it is called; the title, which may tell what the picture is, only if it shows that. */
  readonly name: string;
  /** What its name ends with. */
  readonly end: string;
  readonly make: () => Promise<Blob>;
}

/** What stands for the title where the solution is not shown. */
const UNTITLED = 'A nonogram';

/** The pictures that a puzzle can be saved as. */
export function pictureFiles({ puzzle, title, solution, judged, replay }: Pictured): PictureFile[] {
  const empty = puzzleSheet(puzzle, null, '');
  const name = `puzzle-${puzzle.width}x${puzzle.height}`;
  const called = title === '' ? name : title;
  const solved = solution === null ? null : puzzleSheet(puzzle, solution, title);
  const svg = (text: string): Promise<Blob> =>
    Promise.resolve(new Blob([text], { type: 'image/svg+xml' }));
  const pdf = (): Promise<Blob> => {
    const bytes = sheetsPdf(solved === null ? [empty] : [empty, solved]);
    return Promise.resolve(new Blob([bytes], { type: 'application/pdf' }));
  };
  const of = solved === null ? '' : ', its solution on a page of its own';
  return [
    { label: `PDF to print${of}`, name, end: '.pdf', make: pdf },
    { label: 'PNG of the puzzle', name, end: '.png', make: () => sheetPng(empty) },
    { label: 'SVG of the puzzle', name, end: '.svg', make: () => svg(sheetSvg(empty, UNTITLED)) },
    ...(solved === null
      ? []
      : [
          {
            label: 'PNG of the solution',
            name: called,
            end: '-solved.png',
            make: () => sheetPng(solved),
          },
          {
            label: 'SVG of the solution',
            name: called,
            end: '-solved.svg',
            make: () => svg(sheetSvg(solved, title)),
          },
        ]),
    ...(replay === null
      ? []
      : [
          {
            label: 'SVG that shows how it is solved',
            name: called,
            end: '-replay.svg',
            make: () => svg(animatedSvg(puzzle, replay.steps, title)),
          },
        ]),
    {
      label: 'Card to share: empty grid, size and stars',
      name,
      end: '-card.png',
      make: () => cardPng(puzzle, judged),
    },
  ];
}

/** The sides that networks show pictures of links in. */
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 56;

/** What a card says below the title: size, stars, and whether it is a good puzzle. */
function cardWords({ width, height }: Puzzle, judged: JudgedPuzzle | null): string[] {
  const stars = judged?.verdict.difficulty?.stars ?? null;
  const outcome = judged?.verdict.outcome;
  const size = `${width} × ${height}`;
  if (outcome?.status !== 'unique') return [size];
  const guessing = outcome.technique === 'line' ? 'Unique, no guessing' : 'Unique';
  return [size, ...(stars === null ? [] : [starsText(stars)]), guessing];
}

/**
 * A picture of the empty grid with what is known of the puzzle beside it, for whoever shares it.
 */
function cardPng(puzzle: Puzzle, judged: JudgedPuzzle | null): Promise<Blob> {
  const [canvas, brush] = whiteCanvas(WIDTH, HEIGHT);
  const sheet = puzzleSheet(puzzle, null, '');
  const room = HEIGHT - 2 * MARGIN;
  const scale = Math.min(room / sheet.height, (WIDTH * 0.56) / sheet.width);
  brush.save();
  brush.translate(MARGIN, (HEIGHT - sheet.height * scale) / 2);
  brush.scale(scale, scale);
  paintSheet(brush, sheet);
  brush.restore();
  const left = MARGIN + sheet.width * scale + MARGIN / 2;
  const right = WIDTH - MARGIN;
  brush.textAlign = 'start';
  brush.fillStyle = '#1b1b1b';
  const lines = [UNTITLED, ...cardWords(puzzle, judged)];
  lines.forEach((line, i) => {
    brush.font = i === 0 ? 'bold 52px sans-serif' : '38px sans-serif';
    brush.fillText(line, left, HEIGHT / 2 - 90 + i * 66, right - left);
  });
  brush.fillStyle = '#555555';
  brush.font = '26px sans-serif';
  brush.fillText('nonomill', left, HEIGHT - MARGIN, right - left);
  return pngOf(canvas);
}
