import { cellCharacter } from '../../solver/core/puzzle/text.js';
import {
  type Cells,
  type Puzzle,
  UNKNOWN,
  BLANK,
  blockColour,
  blockLength,
  type Block,
  type Clue,
} from '../../solver/core/puzzle/types.js';
import { capital, wrap } from '../../solver/core/text/plain-text.js';
import { NEEDS_WORDS } from '../../solver/core/result/difficulty-words.js';
import type { Outcome, Status } from '../../solver/core/result/outcome.js';
import type { Ambiguity } from '../../solver/craft/advice/ambiguity.js';
import { misfitsOf, misfitText, type SolvedWithGoal } from '../../solver/craft/advice/mistake.js';
import { countText, durationText, numberOf, bigCountText } from '../../solver/core/text/numbers.js';
import { paint, type ColourDepth, puzzleColours, type Terminal } from './terminal.js';
import { replaySolving } from '../../solver/craft/replay/replay.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';

/** How many milliseconds the search for the first wrong cell may take. */
const MISFITS_MS = 2000;

/**
 * Sentences about the start position, as a puzzle may have only one solution because of it, and
 * about the author's picture: if one does not fit, its first wrong cell is named.
 */
export function givenWords(
  given: SolvedWithGoal & { readonly goalMatches: boolean | null },
): string[] {
  const { puzzle, goalMatches, status } = given;
  const words: string[] = [];
  const cells = knownIn(puzzle.start ?? []);
  if (cells > 0) {
    const count = numberOf(cells, 'cell is', 'cells are');
    words.push(`It is solved from its start position, where ${count} given.`);
  }
  if (goalMatches === true) words.push(`The author's picture is ${goalWords(status)}.`);
  if (goalMatches === false || (cells > 0 && status === 'contradiction')) {
    const misfits = misfitsOf(given, MISFITS_MS);
    words.push(...misfits.map((misfit) => `${capital(misfitText(misfit, puzzle))}.`));
  }
  return words;
}

function knownIn(cells: Iterable<number>): number {
  let count = 0;
  for (const cell of cells) if (cell !== UNKNOWN) count++;
  return count;
}

function goalWords(status: Status): string {
  if (status === 'unique') return 'the solution, the only one';
  if (status === 'multiple') return 'a solution, but not the only one';
  return 'a solution; whether it is the only one is not decided';
}

/** The columns of a result that a verdict in words needs. */
interface VerdictColumns extends Pick<
  Outcome,
  'stoppedBy' | 'technique' | 'guessDepth' | 'guessDepthMin' | 'solutionsExact'
> {
  readonly status: Status;
  readonly solutions: string;
}

/** A sentence without its full stop; `hasStart`: a start position may be to blame. */
export function verdictInWords(verdict: VerdictColumns, hasStart: boolean): string {
  switch (verdict.status) {
    case 'unique':
      return `one solution, ${techniqueInWords(verdict)}`;
    case 'multiple':
      return howMany(verdict);
    case 'contradiction':
      return `no solution: its clues ${hasStart ? 'and start position ' : ''}contradict each other, ${contradictionInWords(verdict)}`;
    case 'solved':
      return 'a solution; whether it is the only one was not asked';
    case 'timeout':
    case 'steps':
    case 'memory': {
      const what = verdict.status === 'timeout' ? 'time' : verdict.status;
      const soFar = verdict.solutions === '0' ? '' : '; it has at least one solution';
      return `not decided: the ${what} ran out${soFar}`;
    }
    case 'crash':
      return 'not decided: the thread that solved it died';
  }
}

function techniqueInWords({ technique, guessDepth, guessDepthMin }: VerdictColumns): string {
  if (technique === 'line') return 'found line by line';
  if (technique === 'probe') return 'found by assuming single cells (guess depth 1)';
  if (guessDepth !== null) return `found by guessing ${guessDepth} deep`;
  return guessDepthMin === null || guessDepthMin < 2
    ? 'which takes guessing'
    : `which takes guessing at least ${guessDepthMin} deep`;
}

function contradictionInWords({ technique }: VerdictColumns): string {
  if (technique === 'line') return 'as line solving shows';
  return technique === 'probe' ? 'as assuming single cells shows' : 'as a search shows';
}

function howMany(verdict: VerdictColumns): string {
  const { solutions, solutionsExact, stoppedBy } = verdict;
  if (stoppedBy === 'count' && solutions === '2' && !solutionsExact)
    return 'more than one solution';
  const grouped = solutions.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${solutionsExact ? 'exactly' : 'at least'} ${grouped} solutions`;
}

/** Whether pictures are drawn for people: on a terminal, or if colours are asked for. */
export function isDrawn({ isTty, depth }: TextRoom): boolean {
  return isTty || depth > 1;
}

/** Counters are null if a thread was ended. */
type WorkDone = { readonly solveMs: number } & Readonly<
  Record<'lineSolves' | 'sweeps' | 'probes' | 'decisions', number | null>
>;

/** `5.1 ms, 860 line solves, 19 probes`: what solving took. */
export function workText({ solveMs, lineSolves, sweeps, probes, decisions }: WorkDone): string {
  const counted = (count: number | null, one: string, many?: string): string[] =>
    count === null || count === 0 ? [] : [numberOf(count, one, many)];
  return [
    durationText(solveMs),
    ...counted(lineSolves, 'line solve'),
    ...counted(sweeps, 'sweep'),
    ...counted(probes, 'probe'),
    ...counted(decisions, 'guess', 'guesses'),
  ].join(', ');
}

/** The picture found; or two, with their differences marked; or the puzzle with nothing known. */
export function solutionLines(
  puzzle: Puzzle,
  solution: Cells | null,
  secondSolution: Cells | null,
  room: TextRoom,
): string[] {
  if (solution === null) {
    const unknown = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
    return isDrawn(room) ? drawnPuzzle(puzzle, puzzle.start ?? unknown, room) : [];
  }
  if (secondSolution === null) return picture(puzzle, solution, room);
  const marked = new Set([...solution.keys()].filter((i) => solution[i] !== secondSolution[i]));
  return [
    ...picture(puzzle, solution, room, marked),
    '',
    ...picture(puzzle, secondSolution, room, marked),
  ];
}

function picture(puzzle: Puzzle, cells: Cells, room: TextRoom, marked?: ReadonlySet<number>) {
  return isDrawn(room) ? drawnPuzzle(puzzle, cells, room, marked) : plainPicture(puzzle, cells);
}

type Place = Ambiguity['places'][number];

/** Places beyond these share the last letter. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** How many ways to fill one place are drawn. */
const DRAWN = 6;

/** A map of what all solutions share and the places that vary, and the ways to fill each. */
export function ambiguityLines(puzzle: Puzzle, map: Ambiguity, room: DrawingRoom): string[] {
  const { settled, undecided, places, solutions, solutionsExact } = map;
  const same = countText(knownIn(settled));
  const lines = [`All solutions agree in ${same} of ${countText(settled.length)} cells.`];
  if (undecided.length > 0) {
    const cells = numberOf(undecided.length, 'cell');
    lines.push(`Whether they do in ${cells} more was not found out in time (? in the map).`);
  }
  if (places.length === 1) {
    lines.push(`1 place varies, in ${waysText(places[0])} ways.`);
  } else if (places.length > 1) {
    const counts = places.map(waysText);
    const shown = counts.length > 12 ? [...counts.slice(0, 12), '...'] : counts;
    const total = `${solutionsExact ? '' : 'at least '}${bigCountText(String(solutions))}`;
    lines.push(
      `${countText(places.length)} places vary, each by itself: ${shown.join(' x ')} = ${total} solutions.`,
    );
  }
  lines.push('', ...mapRows(puzzle, map, room));
  places.forEach((place, i) => lines.push('', ...placeLines(puzzle, place, i)));
  return lines;
}

function mapRows(
  { width, height, colours }: Puzzle,
  { settled, undecided, places }: Ambiguity,
  { depth }: DrawingRoom,
): string[] {
  const signs = Array.from(settled, (value) => cellCharacter(value, colours));
  places.forEach(({ cells }, i) => {
    for (const cell of cells) signs[cell] = paint(letterOf(i), 'yellow', depth > 1);
  });
  for (const cell of undecided) signs[cell] = '?';
  return Array.from({ length: height }, (_, y) => signs.slice(y * width, (y + 1) * width).join(''));
}

/** A place cut out of the grid and its ways, side by side; other cells there are blank. */
function placeLines({ width, colours }: Puzzle, place: Place, index: number): string[] {
  const { cells, variants, complete } = place;
  const rows = cells.map((cell) => Math.floor(cell / width));
  const columns = cells.map((cell) => cell % width);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const head = `${letterOf(index)}: ${waysText(place)} ways in rows ${top + 1} to ${bottom + 1}, columns ${left + 1} to ${right + 1}`;
  const fits = (right - left + 3) * 2 <= 78;
  if (!fits) return [head];
  const most = Math.min(DRAWN, Math.floor(78 / (right - left + 3)));
  const shown = variants.slice(0, Math.max(2, most));
  const lines: string[] = [];
  for (const row of new Set(rows)) {
    const parts = shown.map((variant) => {
      const signs = new Array<string>(right - left + 1).fill(' ');
      cells.forEach((cell, i) => {
        if (rows[i] === row) signs[(cell % width) - left] = cellCharacter(variant[i], colours);
      });
      return signs.join('');
    });
    lines.push(`   ${parts.join('  ')}`.trimEnd());
  }
  const more = complete && shown.length === variants.length ? '' : '; these are some of them';
  return [head + more, ...lines];
}

function letterOf(index: number): string {
  return LETTERS[Math.min(index, LETTERS.length - 1)];
}

function waysText({ count, exact }: Place): string {
  return `${exact ? '' : 'at least '}${bigCountText(String(count))}`;
}

/** The fewest characters of a line of words, however deep they are indented. */
const NARROWEST = 20;

/** Numbered, indented for open assumptions, and broken at `columns` (Infinity: a step a line). */
export function stepsText(puzzle: Puzzle, columns: number): string {
  const { steps, cut } = replaySolving(puzzle, DEFAULT_SOLVE_LIMITS).replay;
  if (steps.length === 0) return 'Nothing can be settled.\n';
  const places = String(steps.length).length;
  const lines = steps.flatMap(({ depth, words, kind, needs }, i) => {
    const opens = kind === 'probe' || kind === 'guess' ? 1 : 0;
    const inset = '  '.repeat(depth - opens);
    const sentence = needs === null ? words : `${words} [${NEEDS_WORDS[needs]}]`;
    const width = Math.max(NARROWEST, columns - places - 2 - inset.length);
    const [first, ...more] = wrap(sentence, width);
    const start = `${String(i + 1).padStart(places)}  ${inset}`;
    return [start + first, ...more.map((line) => ' '.repeat(start.length) + line)];
  });
  if (cut) lines.push(`... only the first ${steps.length} steps are kept`);
  return lines.join('\n') + '\n';
}

/** For programs; `step` counts from 1. */
export function tracedSteps(puzzle: Puzzle) {
  const { steps } = replaySolving(puzzle, DEFAULT_SOLVE_LIMITS).replay;
  return steps.map(({ kind, line, cell, depth, needs, words }, i) => {
    return { step: i + 1, kind, line, cell, depth, needs, words };
  });
}

/** The same as one JSON object a step. */
export function stepsJson(puzzle: Puzzle): string {
  return tracedSteps(puzzle)
    .map((step) => `${JSON.stringify(step)}\n`)
    .join('');
}

type TextRoom = Pick<Terminal['output'], 'columns' | 'depth' | 'isTty'>;
type DrawingRoom = Omit<TextRoom, 'isTty'>;

/** The rows of a picture as plain text (`#..#`), for a file or another program. */
export function plainPicture({ width, height, colours }: Puzzle, cells: Cells): string[] {
  return Array.from({ length: height }, (_, y) => {
    const row = cells.subarray(y * width, (y + 1) * width);
    return Array.from(row, (cell) => cellCharacter(cell, colours)).join('');
  });
}

/**
 * A picture for people, with its clues around it, cells two or more characters wide so that they
 * are about square. Cells at `marked` are drawn in another colour, or in another shade. If there is
 * no room for the clues (`cluesFit`), they are left out; if there is none for the cells either, two
 * rows share a line and a cell is one character wide.
 */
export function drawnPuzzle(
  puzzle: Puzzle,
  cells: Cells,
  room: DrawingRoom,
  marked: ReadonlySet<number> = new Set(),
): string[] {
  const painter = cellPainter(puzzle, cells, marked, room.depth);
  const layout = layoutOf(puzzle, room);
  if (layout !== null) return withClues(puzzle, layout, painter);
  const { width, height } = puzzle;
  if (width * 2 > room.columns) return halfRows(puzzle, cells, room.depth);
  return Array.from({ length: height }, (_, y) => paintedRow(y, width, painter, 2).trimEnd());
}

/** Whether a picture is drawn with its clues around it. */
export function cluesFit(puzzle: Puzzle, room: DrawingRoom): boolean {
  return layoutOf(puzzle, room) !== null;
}

type Layout = NonNullable<ReturnType<typeof layoutOf>>;

/**
 * Widths of a drawing with its clues, in characters, and what writes a block; null if the clues do
 * not fit. The margin has room for the longest clue of a row, and a blank.
 */
function layoutOf(puzzle: Puzzle, room: DrawingRoom) {
  const palette = puzzleColours(puzzle, room.depth);
  // Without colours, the colour is a number.
  const said = palette === null ? puzzle.colours : 1;
  const textOf = (block: Block): string => blockText(said === 1 ? blockLength(block) : block, said);
  /** A block right-aligned in so many characters, in its colour if there are some. */
  const painted = (value: Block, width: number): string => {
    const text = textOf(value);
    if (palette === null) return text.padStart(width);
    // A coloured number has its colour as background: text in it might not be readable.
    const { ink, ground } = palette[blockColour(value)];
    return `${' '.repeat(Math.max(0, width - text.length))}\u001b[${ink};${ground}m${text}\u001b[39;49m`;
  };
  const longest = Math.max(...puzzle.columns.flat().map((block) => textOf(block).length), 1);
  const clueWidths = puzzle.rows.map((clue) => (clue.map(textOf).join(' ') || '0').length);
  const margin = Math.max(...clueWidths) + 1;
  const fitting = (cellWidth: number): boolean =>
    margin + puzzle.width * cellWidth + 2 <= room.columns;
  if (fitting(longest + 1)) return { clueWidths, margin, cellWidth: longest + 1, painted };
  // Numbers that touch differ in brightness.
  const mayTouch = longest === 2 && puzzle.colours === 1 && room.depth > 1;
  return mayTouch && fitting(2) ? { clueWidths, margin, cellWidth: 2, painted } : null;
}

function withClues(
  { width, height, rows, columns }: Puzzle,
  { clueWidths, margin, cellWidth, painted }: Layout,
  painter: CellPainter,
): string[] {
  const indent = ' '.repeat(margin);
  const rule = '─'.repeat(width * cellWidth);
  const lines = columnClueLines(columns, cellWidth, painted).map((line) =>
    `${indent} ${line}`.trimEnd(),
  );
  lines.push(`${indent}┌${rule}┐`);
  for (let y = 0; y < height; y++) {
    const blocks = rows[y].map((value) => painted(value, 0)).join(' ');
    const clue = ' '.repeat(margin - 1 - clueWidths[y]) + (blocks || '0');
    lines.push(`${clue} │${paintedRow(y, width, painter, cellWidth)}│`);
  }
  lines.push(`${indent}└${rule}┘`);
  return lines;
}

/** The column clues end at the grid: their last blocks are in the lowest line. */
function columnClueLines(columns: readonly Clue[], cellWidth: number, painted: Layout['painted']) {
  const tallest = Math.max(...columns.map((clue) => clue.length), 1);
  const touching = cellWidth === 2 && columns.flat().some((block) => blockLength(block) > 9);
  return Array.from({ length: tallest }, (_, line) =>
    columns
      .map((clue, column) => {
        const at = line - (tallest - clue.length);
        if (clue.length === 0 && line === tallest - 1) return '0'.padStart(cellWidth);
        if (at < 0 || clue.length === 0) return ' '.repeat(cellWidth);
        const text = painted(clue[at], cellWidth);
        return touching && column % 2 === 1 ? paint(text, 'dim', true) : text;
      })
      .join(''),
  );
}

function paintedRow(y: number, width: number, painter: CellPainter, cellWidth: number): string {
  return Array.from({ length: width }, (_, x) => painter(y * width + x, cellWidth)).join('');
}

/** Two rows a line; below the last one, cells are unknown. */
function halfRows(puzzle: Puzzle, cells: Cells, depth: ColourDepth): string[] {
  const { width, height } = puzzle;
  const palette = puzzleColours(puzzle, depth);
  return Array.from({ length: Math.ceil(height / 2) }, (_, pair) => {
    let line = '';
    for (let x = 0; x < width; x++) {
      const upper = 2 * pair * width + x;
      line += halves(cells[upper], cells.at(upper + width) ?? UNKNOWN, palette);
    }
    return line.trimEnd();
  });
}

/**
 * A character for a cell and the one below it: the upper half has the text's colour, the lower its
 * background, or the terminal's if unknown. Without a palette, colours and unknown cells are lost.
 */
function halves(upper: number, lower: number, palette: ReturnType<typeof puzzleColours>): string {
  if (palette === null) {
    const [above, below] = [upper, lower].map((cell) => cell !== BLANK && cell !== UNKNOWN);
    return above ? (below ? '█' : '▀') : below ? '▄' : ' ';
  }
  if (upper === UNKNOWN && lower === UNKNOWN) return ' ';
  if (upper === UNKNOWN) return `\u001b[${palette[lower].text}m▄\u001b[39m`;
  if (lower === UNKNOWN) return `\u001b[${palette[upper].text}m▀\u001b[39m`;
  return `\u001b[${palette[upper].text};${palette[lower].ground}m▀\u001b[39;49m`;
}

/** The text of the cell at an index, `width` characters of it. */
type CellPainter = (index: number, width: number) => string;

/**
 * Draws cells as full blocks, blank ones as a faint dot. A coloured puzzle is drawn in its own
 * colours if the terminal has colours, else with the characters of the text form. Its blank cells
 * have its own background, so that no colour is lost on a terminal of the same colour; the dot
 * tells them from filled cells of a similar colour.
 */
function cellPainter(
  puzzle: Puzzle,
  cells: Cells,
  marked: ReadonlySet<number>,
  depth: ColourDepth,
): CellPainter {
  const palette = puzzleColours(puzzle, depth);
  const colours = depth > 1;
  return (index, width) => {
    const cell = cells[index];
    const isMarked = marked.has(index);
    if (cell === UNKNOWN) return paint('?'.padStart(width), 'dim', colours);
    const dot = (isMarked ? '╳' : cell === BLANK ? '·' : ' ').padStart(width);
    if (palette !== null) {
      const { ground, ink, faint } = palette[cell];
      const colour = cell === BLANK && !isMarked ? faint : ink;
      return `\u001b[${colour};${ground}m${dot}\u001b[39;49m`;
    }
    if (cell === BLANK) return paint(dot, isMarked ? 'yellow' : 'dim', colours);
    if (puzzle.colours > 1) return cellCharacter(cell, puzzle.colours).repeat(width);
    if (!isMarked) return '█'.repeat(width);
    return colours ? paint('█'.repeat(width), 'yellow', true) : '▒'.repeat(width);
  };
}

/** For when no picture with clues is drawn: `3 1; 0`, or `3:1 1:2; 0` with colours. */
export function clueTextLines({ rows, columns, colours, palette }: Puzzle): string[] {
  const sideText = (side: readonly Clue[]): string =>
    side.map((clue) => clue.map((block) => blockText(block, colours)).join(' ') || '0').join('; ');
  const lines = [`rows     ${sideText(rows)}`, `columns  ${sideText(columns)}`];
  if (colours > 1 && palette !== null) {
    const named = palette.map((colour, i) => `${cellCharacter(i, colours)} ${colour}`);
    lines.push(`colours  ${named.join(', ')}; a block is length:colour`);
  }
  return lines;
}

/** `3`, or `3:1` with colours. */
function blockText(block: Block, colours: number): string {
  if (colours === 1) return String(block);
  return `${blockLength(block)}:${cellCharacter(blockColour(block), colours)}`;
}
