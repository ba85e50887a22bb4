import {
  BLANK,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import type { Format, NamedPuzzle } from '../contract/format.js';

/**
 * DIMACS, the input of SAT solvers: any of them can check a verdict. The comments tell what the
 * variables mean, so that a model can be read as a picture.
 */
export const cnf: Format = {
  name: 'cnf',
  extensions: ['.cnf', '.dimacs'],
  holds: new Set(['colour', 'name', 'title', 'start']),
  detect: () => 0,
  createParser: null,
  *write(puzzles) {
    let written = 0;
    for (const named of puzzles) {
      if (written++ > 0) throw new Error('a DIMACS file holds one puzzle, got more: pick one');
      yield* writeOne(named);
    }
  },
};

function* writeOne(named: NamedPuzzle): Iterable<string> {
  const { puzzle } = named;
  const encoding = encodeCnf(puzzle);
  yield header(named);
  yield* cellComments(puzzle);
  for (let i = 0; i < encoding.lines.length; i++) {
    yield lineComments(
      i < puzzle.height ? `row ${i + 1}` : `column ${i - puzzle.height + 1}`,
      encoding.lines[i],
    );
  }
  yield `p cnf ${encoding.variables} ${encoding.clauses}\n`;

  for (const part of encoding.parts) {
    const lines: string[] = [];
    part((a, b, c) => {
      lines.push(b === 0 ? `${a} 0\n` : c === 0 ? `${a} ${b} 0\n` : `${a} ${b} ${c} 0\n`);
    });
    yield lines.join('');
  }
}

function header({ name, title, puzzle }: NamedPuzzle): string {
  const named = [name, title].filter((text) => text !== null);
  const label = named.map((text) => text.replace(/\s+/g, ' '));
  return [
    `c nonogram ${puzzle.width}x${puzzle.height}${label.length > 0 ? `: ${label.join(', ')}` : ''}`,
    'c every model is exactly one solution, and every solution one model',
    `c "cell <row> <column> <colour> <variable>": true if the cell has the colour`,
    `c "row|column <line> block <b> from <place> variables <first>..<last>": true if the block`,
    'c starts at or before that place, the next place, and so on; a block without has one place',
    '',
  ].join('\n');
}

function* cellComments(puzzle: Puzzle): Iterable<string> {
  for (let y = 0; y < puzzle.height; y++) {
    let text = '';
    for (let x = 0; x < puzzle.width; x++) {
      for (let colour = 1; colour <= puzzle.colours; colour++) {
        const variable = cellVariable(puzzle, y * puzzle.width + x, colour);
        text += `c cell ${y + 1} ${x + 1} ${colour} ${variable}\n`;
      }
    }
    yield text;
  }
}

function lineComments(name: string, line: EncodedLine): string {
  const { clue, slack, earliest, firstVariable } = line;
  if (slack === 0) return '';
  return clue
    .map((block, b) => {
      const first = firstVariable + b * slack;
      const what = `${blockLength(block)} of colour ${blockColour(block)}`;
      return `c ${name} block ${b + 1} (${what}) from ${earliest[b] + 1} variables ${first}..${first + slack - 1}\n`;
    })
    .join('');
}

/** Takes a clause of one, two or three literals; unused ones are 0 and come last. */
type AddClause = (a: number, b: number, c: number) => void;

/** One row or column, and the variables of its blocks. */
interface EncodedLine {
  readonly clue: Clue;
  /** The grid's index of the line's first cell, and the distance to the next one. */
  readonly firstCell: number;
  readonly step: number;
  readonly length: number;
  /** The leftmost place of each block: all blocks together can move by `slack` cells. */
  readonly earliest: readonly number[];
  readonly slack: number;
  /** Block b starts at or before `earliest[b] + s`: variable `firstVariable + b * slack + s`. */
  readonly firstVariable: number;
}

/** The number of the variable "this cell has this colour" (colours count from 1). */
export function cellVariable(puzzle: Puzzle, cell: number, colour: number): number {
  return cell * puzzle.colours + colour;
}

/**
 * A puzzle as a problem for a SAT solver, in the order encoding: one variable for each cell and
 * colour ("the cell has this colour"), and for each block and place "the block starts at or before
 * this place". The cells of a picture determine the places of its blocks, so every model is one
 * solution, and two models differ in a cell.
 *
 * Variables are numbered from 1: the cells row by row, each with its colours, come first. `parts`
 * each add some of the clauses: one for every line, rows first, then the rest. The size is known
 * before any clause is made, so no clause has to be kept.
 *
 * Source: the order encoding of Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP
 * into SAT" (2009), with clauses of at most three literals between blocks and cells.
 */
export function encodeCnf(puzzle: Puzzle) {
  const { width, height, rows, columns, colours } = puzzle;
  const lines: EncodedLine[] = [];
  let next = width * height * colours + 1;
  const addLine = (clue: Clue, firstCell: number, step: number, length: number): void => {
    const { earliest, slack } = leftmostPlaces(clue, length);
    lines.push({ clue, firstCell, step, length, earliest, slack, firstVariable: next });
    next += clue.length * slack;
  };
  for (const [y, clue] of rows.entries()) addLine(clue, y * width, 1, width);
  for (const [x, clue] of columns.entries()) addLine(clue, x, width, height);
  const parts = lines.map((line) => (add: AddClause) => addLineClauses(puzzle, line, add));
  parts.push((add) => {
    addColourClauses(puzzle, add);
    addStartClauses(puzzle, add);
  });
  let clauses = 0;
  for (const part of parts) part(() => clauses++);
  return { variables: next - 1, clauses, lines, parts };
}

/** The picture of a model; `isTrue` says whether a variable is true, of those of cells alone. */
export function decodeCnf(puzzle: Puzzle, isTrue: (variable: number) => boolean): Cells {
  const cells = new Uint8Array(puzzle.width * puzzle.height).fill(BLANK);
  for (let cell = 0; cell < cells.length; cell++) {
    for (let colour = 1; colour <= puzzle.colours; colour++) {
      if (isTrue(cellVariable(puzzle, cell, colour))) cells[cell] = colour;
    }
  }
  return cells;
}

/** Literals with a fixed value, for starts before the first place or after the last. */
const TRUE = 0x40000000;
const FALSE = -TRUE;

/**
 * Adds a clause of two or three literals without its false literals; adds nothing if one is true.
 */
function addReduced(add: AddClause, first: number, second: number, third: number): void {
  if (first === TRUE || second === TRUE || third === TRUE) return;
  const a = first === FALSE ? 0 : first;
  const b = second === FALSE ? 0 : second;
  const c = third === FALSE ? 0 : third;
  if (a === 0) add(b === 0 ? c : b, b === 0 ? 0 : c, 0);
  else if (b === 0) add(a, c, 0);
  else add(a, b, c);
}

function leftmostPlaces(clue: Clue, length: number): { earliest: number[]; slack: number } {
  const earliest: number[] = [];
  let end = 0;
  clue.forEach((block, b) => {
    if (b > 0) end += gapBehind(clue, b - 1);
    earliest.push(end);
    end += blockLength(block);
  });
  return { earliest, slack: length - end };
}

/** How many blank cells must follow a block: blocks of two colours may touch. */
function gapBehind(clue: Clue, b: number): number {
  return blockColour(clue[b]) === blockColour(clue[b + 1]) ? 1 : 0;
}

/** "Block b starts by `place`": always before the first block, never after the last. */
function startsBy(line: EncodedLine, b: number, place: number): number {
  if (b < 0) return TRUE;
  if (b >= line.clue.length) return FALSE;
  const s = place - line.earliest[b];
  if (s < 0) return FALSE;
  return s >= line.slack ? TRUE : line.firstVariable + b * line.slack + s;
}

function addLineClauses(puzzle: Puzzle, line: EncodedLine, add: AddClause): void {
  const { clue, length, earliest, slack } = line;
  for (let b = 0; b < clue.length; b++) {
    const last = earliest[b] + slack;
    for (let s = earliest[b]; s < last; s++) {
      addReduced(add, -startsBy(line, b, s), startsBy(line, b, s + 1), FALSE);
    }
    if (b + 1 === clue.length) break;
    const distance = blockLength(clue[b]) + gapBehind(clue, b);
    for (let s = earliest[b]; s <= last; s++) {
      addReduced(add, -startsBy(line, b + 1, s + distance), startsBy(line, b, s), FALSE);
    }
  }
  for (let i = 0; i < length; i++) addCellClauses(puzzle, line, i, add);
}

/** Cell `i`: filled if a block covers it, blank between two neighbours that both miss it. */
function addCellClauses(puzzle: Puzzle, line: EncodedLine, i: number, add: AddClause): void {
  const { clue } = line;
  const cell = line.firstCell + i * line.step;
  for (let b = 0; b < clue.length; b++) {
    const size = blockLength(clue[b]);
    const filled = cellVariable(puzzle, cell, blockColour(clue[b]));
    addReduced(add, -startsBy(line, b, i), startsBy(line, b, i - size), filled);
  }
  for (let b = -1; b < clue.length; b++) {
    const ended = b < 0 ? TRUE : startsBy(line, b, i - blockLength(clue[b]));
    const nextStarted = startsBy(line, b + 1, i);
    for (let colour = 1; colour <= puzzle.colours; colour++) {
      addReduced(add, -ended, nextStarted, -cellVariable(puzzle, cell, colour));
    }
  }
}

/** No cell has two colours, or a colour that its row or its column does not have. */
function addColourClauses(puzzle: Puzzle, add: AddClause): void {
  if (puzzle.colours === 1) return;
  const coloursOf = (clue: Clue): Set<number> => new Set(clue.map(blockColour));
  const columnColours = puzzle.columns.map(coloursOf);
  puzzle.rows.forEach((clue, y) => {
    const rowColours = coloursOf(clue);
    for (let x = 0; x < puzzle.width; x++) {
      const cell = y * puzzle.width + x;
      for (let colour = 1; colour <= puzzle.colours; colour++) {
        const variable = cellVariable(puzzle, cell, colour);
        if (!rowColours.has(colour) || !columnColours[x].has(colour)) {
          add(-variable, 0, 0);
          continue;
        }
        for (let other = colour + 1; other <= puzzle.colours; other++) {
          add(-variable, -cellVariable(puzzle, cell, other), 0);
        }
      }
    }
  });
}

function addStartClauses(puzzle: Puzzle, add: AddClause): void {
  puzzle.start?.forEach((value, cell) => {
    if (value === UNKNOWN) return;
    for (let colour = 1; colour <= puzzle.colours; colour++) {
      const variable = cellVariable(puzzle, cell, colour);
      add(value === colour ? variable : -variable, 0, 0);
    }
  });
}
