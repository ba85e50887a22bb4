import { type Cells, type Clue, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import type { Needs } from '../../core/result/difficulty.js';
import type { SteppedGrid } from '../../engine/wasm/stepped-grid.js';

/** What one step of a replay shows. */
type StepKind =
  /** A line was solved and settled cells, or took colours from them. */
  | 'line'
  /** No placement fits a line. */
  | 'contradiction'
  /** A cell is assumed to have a value, in order to contradict it. */
  | 'probe'
  /** The assumption led to a contradiction: its value and all that followed are taken away. */
  | 'removed'
  /** The search assumes a value and goes on. */
  | 'guess'
  /** The search takes a guess back. */
  | 'back'
  /** The grid is full. */
  | 'solution';

/** One step of a replay, plain data. */
export interface Step {
  readonly kind: StepKind;
  /** The line under work (rows from 0, columns after them), or null. */
  readonly line: number | null;
  /** The cell that is assumed, guessed or freed, or null. */
  readonly cell: number | null;
  /** How many assumptions are open while the step is shown. */
  readonly depth: number;
  /** Triples of cell, domain before and domain after: a step can be done and undone. */
  readonly changes: readonly number[];
  /**
   * The weakest technique that finds what the step finds: a way of reading its line, or the
   * assumptions that were made; null for steps that find nothing, and for guesses.
   */
  readonly needs: Needs | null;
  /** What happens and why, as a sentence without its full stop. */
  readonly words: string;
}

/** How a puzzle is solved, as steps. */
export interface Replay {
  readonly steps: readonly Step[];
  /** Whether there were more steps than were kept. */
  readonly cut: boolean;
}

/** A cell's values: bit 0 for blank, bit c for colour c. One bit: known; none: a contradiction. */
export type Domain = number;

/** The domain of a cell about which nothing is known. */
export function anyValue(colours: number): Domain {
  return colours >= 31 ? 0xffffffff >>> 0 : 2 ** (colours + 1) - 1;
}

/** The domain of a cell that is known to be `value` (BLANK or a colour). */
export function only(value: number): Domain {
  return (1 << value) >>> 0;
}

export function isKnown(domain: Domain): boolean {
  return domain !== 0 && (domain & (domain - 1)) === 0;
}

/** The one value of a known cell, UNKNOWN for every other. */
export function valueOf(domain: Domain): number {
  return isKnown(domain) ? 31 - Math.clz32(domain) : UNKNOWN;
}

/** Whether a cell with this domain can be `value`. */
export function allows(domain: Domain, value: number): boolean {
  return ((domain >>> value) & 1) === 1;
}

/** The domains at the start of a puzzle: its start position, else anything. */
export function startDomains(puzzle: Puzzle): Uint32Array {
  const { width, height, colours, start } = puzzle;
  const domains = new Uint32Array(width * height).fill(anyValue(colours));
  if (start !== null) {
    for (let i = 0; i < start.length; i++) if (start[i] !== UNKNOWN) domains[i] = only(start[i]);
  }
  return domains;
}

/** The known cells, the others UNKNOWN. */
export function knownCells(domains: Uint32Array): Cells {
  return Uint8Array.from(domains, valueOf);
}

/** A line, counted from 1. */
export interface HintedLine {
  readonly side: 'row' | 'column';
  readonly number: number;
}

/** Where a cell is, counted from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A cell that a hint settles, or that is wrong. */
export interface HintedCell extends CellPlace {
  /** BLANK or a colour. */
  readonly value: number;
}

/** The place of a cell of a grid, which are numbered row by row from 0. */
export function cellPlace(cell: number, width: number): CellPlace {
  return { row: Math.floor(cell / width) + 1, column: (cell % width) + 1 };
}

/** What one line settles in a round: a cell, and what it can be before and after. */
interface LookedAt {
  /** Rows first, from 0. */
  readonly line: number;
  /** Triples of cell, domain before and domain after. */
  readonly changes: readonly number[];
}

/** An assumption that contradicts. */
export interface Contradiction {
  /** The round in which it does: see docs/solver/difficulty.md. */
  readonly rounds: number;
  /** What the lines before the contradiction settle, in their order. */
  readonly steps: readonly LookedAt[];
  /** The line without a placement, or the two that disagree on `cell`. */
  readonly lines: readonly number[];
  readonly cell: number | null;
}

/** A cell, counted row by row, and a value that it is assumed to have. */
interface Assumption {
  readonly cell: number;
  readonly value: number;
}

/**
 * Follows an assumption from the fixpoint of lines that the grid is at, in at most so many
 * synchronous rounds; null if it does not contradict. If `only` is given, no other lines are read.
 * The grid stays as it is.
 */
export function followAssumption(
  grid: SteppedGrid,
  puzzle: Puzzle,
  { cell, value }: Assumption,
  most: number,
  only?: ReadonlySet<number>,
): Contradiction | null {
  const { width, height } = puzzle;
  const before = grid.mark();
  grid.assign(cell, value);
  const isRead = (line: number): boolean => only === undefined || only.has(line);
  let due = new Set([Math.floor(cell / width), height + (cell % width)].filter(isRead));
  const steps: LookedAt[] = [];
  let found: Contradiction | null = null;
  for (let rounds = 1; rounds <= most && due.size > 0 && found === null; rounds++) {
    const inRound: LookedAt[] = [];
    for (const line of due) {
      const changes = readLine(grid, puzzle, line);
      if (changes === null) found ??= { rounds, steps, lines: [line], cell: null };
      else if (changes.length > 0) inRound.push({ line, changes });
    }
    if (found !== null) break;
    due = new Set();
    const settledBy = new Map<number, number>();
    for (const { line, changes } of inRound) {
      for (let i = 0; i < changes.length && found === null; i += 3) {
        const at = changes[i];
        if (!grid.keep(at, changes[i + 2])) {
          found = { rounds, steps, lines: [settledBy.get(at)!, line], cell: at };
        }
        settledBy.set(at, line);
        const across = line < height ? height + (at % width) : Math.floor(at / width);
        if (isRead(across)) due.add(across);
      }
    }
    steps.push(...inRound);
  }
  grid.undo(before);
  if (found === null || found.cell === null) return found;
  const { lines, cell: crossing } = found;
  // Without what the lines say that disagree.
  const isBefore = ({ line, changes }: LookedAt): boolean =>
    !lines.includes(line) || !changes.includes(crossing);
  return { ...found, steps: steps.filter(isBefore) };
}

/** What a line settles, as triples of `LookedAt`; null if no placement fits. */
export function readLine(grid: SteppedGrid, puzzle: Puzzle, line: number): number[] | null {
  const cells = cellsInLine(puzzle, line);
  const before = cells.map((cell) => grid.values(cell));
  const mark = grid.mark();
  const fits = grid.solveLine(line);
  const after = cells.map((cell) => grid.values(cell));
  grid.undo(mark);
  if (!fits) return null;
  return cells.flatMap((cell, i) => (before[i] === after[i] ? [] : [cell, before[i], after[i]]));
}

/** The same contradiction from lines of which none can be left out. */
export function fewestLines(
  grid: SteppedGrid,
  puzzle: Puzzle,
  assumption: Assumption,
  found: Contradiction,
): Contradiction {
  let fewest = found;
  for (const line of linesOf(found)) {
    const lines = linesOf(fewest);
    if (!lines.delete(line)) continue;
    fewest = followAssumption(grid, puzzle, assumption, found.rounds, lines) ?? fewest;
  }
  return fewest;
}

/** The lines that one looks at, in the order in which they are read. */
export function linesOf({ steps, lines }: Contradiction): Set<number> {
  return new Set([...steps.map(({ line }) => line), ...lines]);
}

/** The clue of a line (rows first, from 0). */
export function clueOf({ rows, columns, height }: Puzzle, line: number): Clue {
  return line < height ? rows[line] : columns[line - height];
}

/** The cells of a line (rows first, from 0), counted row by row. */
export function cellsInLine({ width, height }: Puzzle, line: number): number[] {
  return line < height
    ? Array.from({ length: width }, (_, x) => line * width + x)
    : Array.from({ length: height }, (_, y) => y * width + line - height);
}

/**
 * What an assumption comes to: `row 3 and column 7 disagree where they cross`, or `row 3 cannot be
 * completed`; with `end`, what it would come to, and when.
 */
export function contradictionWords(
  puzzle: Puzzle,
  { lines, cell }: Contradiction,
  end: string | null = null,
): string {
  const names = linesText(lines.map((line) => hintedLine(puzzle, line)));
  if (cell === null) {
    return end === null ? `${names} cannot be completed` : `${names} could not be completed${end}`;
  }
  const disagree = end === null ? 'disagree' : 'would disagree';
  return `${names} ${disagree} where they cross${end ?? ''}`;
}

/** The name of a line, of which rows come first, from 0. */
export function hintedLine({ height }: Puzzle, line: number): HintedLine {
  const side = line < height ? 'row' : 'column';
  return { side, number: side === 'row' ? line + 1 : line - height + 1 };
}

/** `row 3`, or `row 1, column 2 and row 3`. */
export function linesText(lines: readonly HintedLine[]): string {
  const names = lines.map(({ side, number }) => `${side} ${number}`);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}
