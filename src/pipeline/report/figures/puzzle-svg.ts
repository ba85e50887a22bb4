import { cellsToText, textToCells } from '../../../solver/core/puzzle/text.js';
import {
  BLACK_ON_WHITE,
  BLANK,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from '../../../solver/core/puzzle/types.js';
import { isLight, looksBlank } from '../../../solver/core/puzzle/colours.js';
import { markupText } from '../../../solver/core/text/escape.js';
import { startDomains, type Step, valueOf } from '../../../solver/craft/replay/step.js';

/** A puzzle as it is drawn: a part of a page that has `PUZZLE_STYLE`, or a file of its own. */
interface FramedPuzzle {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly puzzle: Puzzle;
  /** Of a file, what is written above it, or nothing; left out on a page. */
  readonly heading?: string;
}

/** What is drawn: a puzzle and, if known, its solutions as rows joined by '/'. */
interface PuzzleDrawing extends FramedPuzzle {
  readonly solution: string | null;
  /** Cells in which it differs from `solution` are marked. */
  readonly secondSolution: string | null;
}

/** The side of a cell; everything else is proportional to it. */
const CELL = 10;
const DIGIT = 4.6;
const GAP = 3;

/** Small puzzles are not drawn larger than this; large ones as large as there is room. */
const SCALE = 2.4;

/** Beyond this side the numbers would be too small to read on a page: only the picture is drawn. */
const LONGEST_CLUED = 100;

/** Around a file, and above it for its heading. */
const MARGIN = 4;
const HEAD = 14;

/** How all of it looks, in the colours of a page. */
export const PUZZLE_STYLE = `
.puzzle text { font-size: 7px; text-anchor: middle; fill: var(--ink); }
.puzzle .heading { font-size: 9px; font-weight: 600; text-anchor: start; }
.puzzle .on-light { fill: #000; }
.puzzle .on-dark { fill: #fff; }
.puzzle .cells:not([fill]) { fill: var(--cell); }
.puzzle .filled { shape-rendering: crispEdges; }
.puzzle .filled:not([fill]) { fill: var(--filled); }
.puzzle .grid { stroke: var(--grid); stroke-width: 0.35; fill: none; }
.puzzle .fifth { stroke: var(--fifth); stroke-width: 0.8; fill: none; }
.puzzle .mark { fill-opacity: 0.45; }
.puzzle rect:not(.cells) { stroke: var(--fifth); stroke-width: 0.35; }
.puzzle .differs { fill: #b23a48; stroke: #ffffff; stroke-width: 0.8; }
.puzzle .unknown { fill: var(--unknown); shape-rendering: crispEdges; }`;

/** The colours of a file, on white, by their names on a page. */
const ON_WHITE: Readonly<Record<string, string>> = {
  ink: '#1c2024',
  cell: '#ffffff',
  filled: '#1c2024',
  grid: '#b5b5b5',
  fifth: '#555555',
  unknown: '#e9e6e0',
};

/** A puzzle with its clues and its solution, or the given cells, as SVG in the page's colours. */
export function puzzleSvg(drawing: PuzzleDrawing): string {
  const { puzzle, solution, secondSolution } = drawing;
  const { width, height } = puzzle;
  const cells = solution === null ? puzzle.start : textToCells(solution, width, height);
  const second = secondSolution === null ? null : textToCells(secondSolution, width, height);
  return framedSvg(
    drawing,
    cells === null ? '' : filledCellPaths(puzzle, cells) + blankMarks(puzzle, cells),
    cells === null || second === null ? '' : differences(width, cells, second),
  );
}

/**
 * The clues and the grid as an SVG element, with `below` and `above` drawn under and over the lines
 * of the grid; both have the origin at the grid's upper left corner and cells of side CELL.
 */
export function framedSvg(
  { id, title, description, puzzle, heading }: FramedPuzzle,
  below: string,
  above = '',
): string {
  const { width, height } = puzzle;
  const isFile = heading !== undefined;
  const clued = isFile || Math.max(width, height) <= LONGEST_CLUED;
  const head = heading === undefined || heading === '' ? 0 : HEAD;
  const left = clued ? Math.max(...puzzle.rows.map(clueWidth), 0) + GAP : 1;
  const clues = clued ? Math.max(...puzzle.columns.map((clue) => clue.length || 1)) * 8 + GAP : 1;
  const top = head + clues;
  const margin = isFile ? MARGIN : 0;
  const widest = Math.max(left + width * CELL + 1, 5.8 * (heading?.length ?? 0));
  const across = round(widest + 2 * margin);
  const down = round(top + height * CELL + 1 + 2 * margin);
  const box = `x="${-margin}" y="${-margin}" width="${across}" height="${down}"`;
  const file = isFile
    ? ` height="${round(down * SCALE)}" xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"`
    : '';
  const size = `viewBox="${-margin} ${-margin} ${across} ${down}" width="${round(across * SCALE)}"`;
  return [
    `<svg class="puzzle" ${size}${file} role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${markupText(title)}</title>`,
    `<desc id="${id}-desc">${markupText(description)}</desc>`,
    isFile
      ? `<style>${PUZZLE_STYLE.replace(/var\(--(\w+)\)/g, (_, name: string) => ON_WHITE[name])}</style>`
      : '',
    isFile ? `<rect class="cells" ${box} fill="#ffffff"/>` : '',
    head > 0 ? `<text class="heading" x="0" y="7">${markupText(heading ?? '')}</text>` : '',
    clued ? rowClues(puzzle, left, top) + columnClues(puzzle, left, top) : '',
    `<g transform="translate(${round(left)} ${round(top)})">`,
    `<rect class="cells" width="${width * CELL}" height="${height * CELL}"${colourFill(puzzle, 0)}/>`,
    below,
    gridLines(width, height),
    above,
    '</g></svg>',
  ].join('');
}

/** A puzzle as a file of SVG, to be solved or, with cells, solved; above it its title, if any. */
export function puzzleFile(puzzle: Puzzle, cells: Cells | null, title: string): string {
  const { width, height, colours } = puzzle;
  const solution = cells === null ? null : cellsToText(cells, width, height, colours);
  const description = `A nonogram of ${width} by ${height} cells`;
  const file = { id: 'puzzle', title: title || description, description, heading: title };
  return `${puzzleSvg({ ...file, puzzle: printed(puzzle), solution, secondSolution: null })}\n`;
}

/** Few programs besides browsers know which cells have no colour of their own. */
function printed(puzzle: Puzzle): Puzzle {
  return { ...puzzle, palette: puzzle.palette ?? BLACK_ON_WHITE };
}

/** A palette's colour as the attribute `fill`; without a palette the page decides. */
function colourFill({ palette }: Puzzle, colour: number): string {
  const text = palette?.[colour] ?? '';
  return /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(text) ? ` fill="${text}"` : '';
}

/** The filled cells of a picture, a path for each colour; unknown ones are left out. */
export function filledCellPaths(puzzle: Puzzle, cells: Cells): string {
  const { width, height } = puzzle;
  const paths = new Map<number, string>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width;) {
      const cell = cells[y * width + x];
      let run = 1;
      while (x + run < width && cells[y * width + x + run] === cell) run++;
      if (cell !== BLANK && cell !== UNKNOWN) {
        const rect = `M${x * CELL} ${y * CELL}h${run * CELL}v${CELL}h${-run * CELL}z`;
        paths.set(cell, (paths.get(cell) ?? '') + rect);
      }
      x += run;
    }
  }
  return [...paths]
    .map(([colour, path]) => `<path class="filled"${colourFill(puzzle, colour)} d="${path}"/>`)
    .join('');
}

/** Dots in the blank cells of a puzzle with a colour that looks like its background. */
function blankMarks(puzzle: Puzzle, cells: Cells): string {
  if (!marksBlanks(puzzle)) return '';
  const blank = [...cells.keys()].filter((i) => cells[i] === BLANK);
  return `<path ${markFill(puzzle)} d="${cellPaths(blank, puzzle.width, MARK_INSET)}"/>`;
}

/** How far the dot of a blank cell is from the sides of the cell. */
const MARK_INSET = 4;

/** Whether blank cells of a puzzle are marked. */
function marksBlanks({ palette }: Puzzle): boolean {
  return palette !== null && looksBlank(palette);
}

function markFill({ palette }: Puzzle): string {
  const fill = isLight(palette?.[BLANK] ?? '#ffffff') ? '#000000' : '#ffffff';
  return `class="mark" fill="${fill}"`;
}

function gridLines(width: number, height: number): string {
  const lines = (every: number): string => {
    let path = '';
    for (let x = 0; x <= width; x += every) path += `M${x * CELL} 0v${height * CELL}`;
    for (let y = 0; y <= height; y += every) path += `M0 ${y * CELL}h${width * CELL}`;
    return path;
  };
  const edge = `M0 0h${width * CELL}v${height * CELL}h${-width * CELL}z`;
  return `<path class="grid" d="${lines(1)}"/><path class="fifth" d="${lines(5)}${edge}"/>`;
}

function differences(width: number, first: Cells, second: Cells): string {
  const cells = [...first.keys()].filter((i) => first[i] !== second[i]);
  return `<path class="differs" d="${cellPaths(cells, width, 3)}"/>`;
}

function clueWidth(clue: Clue): number {
  return written(clue).reduce((sum, block) => sum + blockWidth(block), 0);
}

/** The numbers of a clue: an empty one is 0. */
function written(clue: Clue): Clue {
  return clue.length === 0 ? [0] : clue;
}

function blockWidth(block: number): number {
  return String(blockLength(block)).length * DIGIT + GAP;
}

function rowClues(puzzle: Puzzle, left: number, top: number): string {
  return puzzle.rows
    .map((clue, y) => {
      let x = left - GAP;
      const texts = written(clue)
        .toReversed()
        .map((block) => {
          const width = blockWidth(block);
          x -= width;
          return number(puzzle, block, x + width / 2, top + y * CELL + CELL / 2);
        });
      return texts.join('');
    })
    .join('');
}

function columnClues(puzzle: Puzzle, left: number, top: number): string {
  return puzzle.columns
    .map((clue, x) =>
      written(clue)
        .map((block, i, { length }) => {
          const y = top - GAP - (length - i) * 8 + 4;
          return number(puzzle, block, left + x * CELL + CELL / 2, y);
        })
        .join(''),
    )
    .join('');
}

/** A block's length at the point (x, y); in a coloured puzzle on a field of its colour. */
function number(puzzle: Puzzle, block: number, x: number, y: number): string {
  const text = String(blockLength(block));
  const at = `x="${round(x)}" y="${round(y + 2.3)}"`;
  if (puzzle.colours === 1 || block === 0) return `<text ${at}>${text}</text>`;
  const colour = blockColour(block);
  const width = text.length * DIGIT + 2.4;
  const field = `x="${round(x - width / 2)}" y="${round(y - 3.8)}" width="${round(width)}" height="7.6"`;
  const light = isLight(puzzle.palette?.[colour] ?? '#000000') ? 'on-light' : 'on-dark';
  return `<rect ${field}${colourFill(puzzle, colour)}/><text class="${light}" ${at}>${text}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** How a puzzle is solved as a file of SVG that plays by itself, without a script. */
export function solvingFile(puzzle: Puzzle, steps: readonly Step[], title: string): string {
  return `${solvingSvg({ id: 'solving', title, puzzle: printed(puzzle), steps, heading: '' })}\n`;
}

/** The share of the animation during which the finished picture is shown. */
const STILL = 0.25;

/**
 * How a puzzle is solved, as an animation that repeats by itself, in the page's colours. Cells that
 * always look the same share one path: as a line settles many cells at once, this is several times
 * shorter than an animation of each cell. It only shows and hides paths, which the page's security
 * policy allows and `prefers-reduced-motion` can turn off.
 */
export function solvingSvg({
  steps,
  ...framed
}: Omit<FramedPuzzle, 'description'> & { readonly steps: readonly Step[] }): string {
  const { puzzle } = framed;
  // Eight steps a second, within these limits.
  const seconds = Math.max(4, Math.min(40, Math.round(steps.length / 8)));
  const starts = startsOf(steps);
  const timing = `dur="${seconds}s" repeatCount="indefinite" calcMode="discrete"`;
  const paths = [...looks(puzzle, steps)].map(([look, cells]) => {
    const { value, times, shown } = JSON.parse(look) as Look;
    const d = cellPaths(cells, puzzle.width, value === BLANK ? MARK_INSET : 0);
    const kind = fillOf(puzzle, value);
    if (times.length === 1) return `<path ${kind} d="${d}"/>`;
    const keys = times.map((step) => (step === 0 ? '0' : starts[step].toFixed(4)));
    const values = times.map((_, i) => ((i % 2 === 0) === shown ? 'visible' : 'hidden'));
    return (
      `<path ${kind} d="${d}"><animate attributeName="visibility" ${timing} ` +
      `keyTimes="${keys.join(';')}" values="${values.join(';')}"/></path>`
    );
  });
  const description = `An animation of ${steps.length} steps in ${seconds} seconds, over and over.`;
  return framedSvg({ ...framed, description }, paths.join(''));
}

/** How much longer than a step a solution is shown that others follow, as a share of all steps. */
const PAUSE = 0.25;

/**
 * When each state of the grid begins, the one before the first step included, as shares of the
 * animation: all steps take the same time, but a solution is shown for longer.
 */
function startsOf(steps: readonly Step[]): number[] {
  const starts = [0];
  let sum = 1;
  for (const { kind } of steps) {
    starts.push(sum);
    sum += kind === 'solution' ? 1 + PAUSE * steps.length : 1;
  }
  // The last state is shown longest.
  const all = starts[starts.length - 1] + 1;
  return starts.map((start) => (start / all) * (1 - STILL));
}

/** When one value of a cell is visible: first as in `shown`, then alternating. */
interface Look {
  readonly value: number;
  readonly times: readonly number[];
  readonly shown: boolean;
}

/** The cells by their looks over time (as JSON): each value that a cell takes is one look. */
function looks(puzzle: Puzzle, steps: readonly Step[]): Map<string, number[]> {
  const states = Array.from(startDomains(puzzle), (start) => [{ step: 0, value: valueOf(start) }]);
  steps.forEach(({ changes }, index) => {
    for (let i = 0; i < changes.length; i += 3) {
      const state = states[changes[i]];
      const value = valueOf(changes[i + 2]);
      if (state[state.length - 1].value !== value) state.push({ step: index + 1, value });
    }
  });
  const found = new Map<string, number[]>();
  const marks = marksBlanks(puzzle);
  states.forEach((state, cell) => {
    for (const value of new Set(state.map((at) => at.value))) {
      if (value === BLANK && !marks) continue;
      const turns = state.filter(
        (at, i) => i === 0 || (at.value === value) !== (state[i - 1].value === value),
      );
      const times = turns.map(({ step }) => step);
      const look: Look = { value, times, shown: state[0].value === value };
      const key = JSON.stringify(look);
      if (!found.has(key)) found.set(key, []);
      found.get(key)!.push(cell);
    }
  });
  return found;
}

function fillOf(puzzle: Puzzle, value: number): string {
  if (value === UNKNOWN) return 'class="unknown"';
  return value === BLANK ? markFill(puzzle) : `class="filled"${colourFill(puzzle, value)}`;
}

/** Squares in the middle of cells, so far from their sides. */
export function cellPaths(cells: readonly number[], width: number, inset = 0): string {
  const side = CELL - 2 * inset;
  const square = (cell: number): string => {
    const [x, y] = [cell % width, Math.floor(cell / width)].map((at) => at * CELL + inset);
    return `M${x} ${y}h${side}v${side}h-${side}z`;
  };
  return cells.map(square).join('');
}
