import {
  BLACK_ON_WHITE,
  type Block,
  blockColour,
  blockLength,
  type Clue,
  type Puzzle,
} from '../../core/puzzle/types.js';
import { isLight } from '../../core/puzzle/colours.js';
import { markupText } from '../../core/text/escape.js';
import { startDomains, valueOf, type Step } from './step.js';

const CELL = 16;
const UNKNOWN_COLOUR = '#e9e6e0';

/**
 * A replay as one SVG that plays by itself, without a script: every cell that changes has an SMIL
 * animation of its colour, in jumps. At the end the picture is shown for a while, then it begins
 * again.
 */
export function animatedSvg(puzzle: Puzzle, steps: readonly Step[], title: string): string {
  const { width, height } = puzzle;
  const left = (Math.max(1, ...puzzle.rows.map((clue) => clue.length)) + 0.5) * CELL;
  const top = (Math.max(1, ...puzzle.columns.map((clue) => clue.length)) + 0.5) * CELL;
  const across = left + width * CELL + 8;
  const down = top + height * CELL + 8;
  const seconds = Math.max(3, Math.min(60, steps.length / 8));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${down}" width="${across}" height="${down}" font-family="sans-serif" font-size="10" text-anchor="middle">
<title>${markupText(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${cellRects(puzzle, steps, left, top, seconds)}
${gridLines(puzzle, left, top)}
${clueTexts(puzzle, left, top)}
</svg>
`;
}

/** The share of the animation during which the finished picture is shown. */
const STILL = 0.25;

function cellRects(
  puzzle: Puzzle,
  steps: readonly Step[],
  left: number,
  top: number,
  seconds: number,
): string {
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  const colour = (domain: number): string => {
    const value = valueOf(domain);
    return value < palette.length ? palette[value] : UNKNOWN_COLOUR;
  };
  const start = startDomains(puzzle);
  const times: string[][] = Array.from({ length: start.length }, () => ['0']);
  const values: string[][] = Array.from(start, (domain) => [colour(domain)]);
  steps.forEach(({ changes }, index) => {
    const time = (((index + 1) / (steps.length + 1)) * (1 - STILL)).toFixed(5);
    for (let i = 0; i < changes.length; i += 3) {
      const now = colour(changes[i + 2]);
      if (now === values[changes[i]].at(-1)) continue;
      times[changes[i]].push(time);
      values[changes[i]].push(now);
    }
  });
  return values
    .map((colours, cell) => {
      const x = left + (cell % puzzle.width) * CELL;
      const y = top + Math.floor(cell / puzzle.width) * CELL;
      const rect = `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${colours[0]}"`;
      if (colours.length === 1) return `${rect}/>`;
      return `${rect}><animate attributeName="fill" calcMode="discrete" dur="${seconds}s" repeatCount="indefinite" keyTimes="${times[cell].join(';')}" values="${colours.join(';')}"/></rect>`;
    })
    .join('\n');
}

function gridLines({ width, height }: Puzzle, left: number, top: number): string {
  const lines: string[] = [];
  const line = (path: string, strong: boolean): void => {
    lines.push(`<path d="${path}" stroke="${strong ? '#8d8a83' : '#d5d2ca'}"/>`);
  };
  for (let x = 0; x <= width; x++) {
    line(`M${left + x * CELL} ${top}v${height * CELL}`, x % 5 === 0 || x === width);
  }
  for (let y = 0; y <= height; y++) {
    line(`M${left} ${top + y * CELL}h${width * CELL}`, y % 5 === 0 || y === height);
  }
  return lines.join('');
}

function clueTexts(puzzle: Puzzle, left: number, top: number): string {
  const texts: string[] = [];
  const text = (x: number, y: number, clue: Clue, i: number): void => {
    const number = `<text x="${x}" y="${y}" fill="${inkOf(puzzle, clue[i])}">${blockLength(clue[i])}</text>`;
    texts.push(patch(puzzle, clue[i], x, y) + number);
  };
  puzzle.rows.forEach((clue, row) => {
    clue.forEach((_, i) =>
      text(left - (clue.length - i - 0.4) * CELL, top + (row + 0.72) * CELL, clue, i),
    );
  });
  puzzle.columns.forEach((clue, column) => {
    clue.forEach((_, i) =>
      text(left + (column + 0.5) * CELL, top - (clue.length - i - 0.65) * CELL, clue, i),
    );
  });
  return texts.join('');
}

/**
 * In a coloured puzzle, numbers have their colour as background: a light one could not be read on
 * white.
 */
function patch({ colours, palette }: Puzzle, block: Block, x: number, y: number): string {
  if (colours === 1 || palette === null) return '';
  const width = 4 + 6 * String(blockLength(block)).length;
  return (
    `<rect x="${x - width / 2}" y="${y - 10}" width="${width}" height="13" ` +
    `fill="${palette[blockColour(block)]}" stroke="#8d8a83" stroke-width="0.5"/>`
  );
}

function inkOf({ colours, palette }: Puzzle, block: Block): string {
  if (palette === null) return '#1d2126';
  const colour = palette[blockColour(block)];
  if (colours === 1) return isLight(colour) ? '#1d2126' : colour;
  return isLight(colour) ? '#000000' : '#ffffff';
}
