import type { Puzzle } from '../../../core/puzzle/types.js';
import { starsText } from '../../../core/result/difficulty-words.js';
import type { Judged } from '../solve/latest-solver.js';
import { paintSheet, pngOf, whiteCanvas } from './sheet-png.js';
import { puzzleSheet } from './sheet.js';

/** The sides that networks show pictures of links in. */
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 56;

/** What a card says below the title: size, stars, and whether it is a good puzzle. */
function cardWords({ width, height }: Puzzle, judged: Judged | null): string[] {
  const stars = judged?.verdict.difficulty?.stars ?? null;
  const outcome = judged?.verdict.outcome;
  const size = `${width} × ${height}`;
  if (outcome?.status !== 'unique') return [size];
  const guessing = outcome.technique === 'line' ? 'Unique, no guessing' : 'Unique';
  return [size, ...(stars === null ? [] : [starsText(stars)]), guessing];
}

/** A picture of the empty grid with what is known of the puzzle beside it, for whoever shares it. */
export function cardPng(puzzle: Puzzle, title: string, judged: Judged | null): Promise<Blob> {
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
  const lines = [title === '' ? 'A nonogram' : title, ...cardWords(puzzle, judged)];
  lines.forEach((line, i) => {
    brush.font = i === 0 ? 'bold 52px sans-serif' : '38px sans-serif';
    brush.fillText(line, left, HEIGHT / 2 - 90 + i * 66, right - left);
  });
  brush.fillStyle = '#555555';
  brush.font = '26px sans-serif';
  brush.fillText('nonomill', left, HEIGHT - MARGIN, right - left);
  return pngOf(canvas);
}
