import { cluesOfPicture } from '../../core/puzzle/picture.js';
import { UNKNOWN, type Cells, type Clue } from '../../core/puzzle/types.js';
import { solveLine } from '../../engine/solver/line.js';
import type { Validation } from '../../core/puzzle/validate.js';

/** A line that may be the only one with a wrong clue. */
interface MistypedLine {
  readonly kind: 'row' | 'column';
  /** Counted from 0. */
  readonly index: number;
  /** The only clue that fits all the others, if line solving finds it; else null. */
  readonly fitting: Clue | null;
}

type Rejection = Extract<Validation, { readonly reason: string }>;

/** The clues of a puzzle whose sums differ; each fits its line. */
type Sides = NonNullable<Rejection['sides']>;

/** Line solves for one puzzle: some tens of milliseconds. */
const MOST_LINE_SOLVES = 4000;

/** The longest side of a puzzle that is examined. */
const MOST_SIDE = 100;

/**
 * The lines that may hold the one mistyped clue of a puzzle whose rows and columns hold different
 * numbers of cells: those lines without whose clue line solving meets no contradiction. Null if the
 * puzzle is too large to find out.
 */
export function mistypedLines(sides: Sides): readonly MistypedLine[] | null {
  const { rows, columns } = sides;
  if (Math.max(rows.length, columns.length) > MOST_SIDE) return null;
  const budget = { left: MOST_LINE_SOLVES };
  const found: MistypedLine[] = [];
  for (const kind of ['row', 'column'] as const) {
    const side = kind === 'row' ? rows : columns;
    for (let index = 0; index < side.length; index++) {
      const cells = solveWithout(sides, kind, index, budget);
      if (budget.left <= 0) return null;
      if (cells === null) continue;
      const fitting = clueIn(cells, sides, kind, index);
      // If the clue fits as it is, it cannot be what makes the sums differ.
      if (fitting === null || fitting.join() !== side[index].join()) {
        found.push({ kind, index, fitting });
      }
    }
  }
  return found;
}

/** What line solving finds without one line's clue; null if the others contradict each other. */
function solveWithout(
  { rows, columns }: Sides,
  kind: 'row' | 'column',
  index: number,
  budget: { left: number },
): Cells | null {
  const [width, height] = [columns.length, rows.length];
  const cells = new Uint8Array(width * height).fill(UNKNOWN);
  const dirty = { row: new Set(rows.keys()), column: new Set(columns.keys()) };
  dirty[kind].delete(index);
  while (dirty.row.size + dirty.column.size > 0) {
    const isRow = dirty.row.size > 0;
    const [line] = isRow ? dirty.row : dirty.column;
    dirty[isRow ? 'row' : 'column'].delete(line);
    if (budget.left-- <= 0) return null;
    const at = (i: number): number => (isRow ? line * width + i : i * width + line);
    const before = Uint8Array.from({ length: isRow ? width : height }, (_, i) => cells[at(i)]);
    const after = solveLine(isRow ? rows[line] : columns[line], before);
    if (after === null) return null;
    after.forEach((cell, i) => {
      if (cell === before[i]) return;
      cells[at(i)] = cell;
      const crossing = isRow ? 'column' : 'row';
      if (crossing !== kind || i !== index) dirty[crossing].add(i);
    });
  }
  return cells;
}

/** The clue of a line if every cell of it is known, else null. */
function clueIn(cells: Cells, { rows, columns }: Sides, kind: 'row' | 'column', index: number) {
  const width = columns.length;
  const line =
    kind === 'row'
      ? cells.slice(index * width, (index + 1) * width)
      : Uint8Array.from(rows, (_, y) => cells[y * width + index]);
  return line.includes(UNKNOWN) ? null : cluesOfPicture(line, line.length, 1).rows[0];
}

/** How many lines are named: more would not help anyone to find the mistake. */
const MOST_NAMED = 6;

/** `a clue may be mistyped: row 1 (2 would fit), column 2`; empty if there is nothing to say. */
export function mistypedText(lines: readonly MistypedLine[] | null, colours: number): string {
  if (lines === null || lines.length > MOST_NAMED) return '';
  if (lines.length === 0) return 'more than one clue is wrong';
  const named = lines.map(({ kind, index, fitting }) => {
    const place = `${kind} ${index + 1}`;
    if (fitting === null || colours > 1) return place;
    return `${place} (${fitting.join(' ') || '0'} would fit)`;
  });
  return `a clue may be mistyped: ${named.join(', ')}`;
}

/** How many rejects are examined: each takes milliseconds, and nobody repairs more by hand. */
const LOOKED_INTO = 50;

/** The reasons why entries of one corpus are rejected. */
export class RejectionReasons {
  private lookedInto = 0;

  /** Why an entry is rejected; if its sums differ, with the lines that may be mistyped. */
  for({ reason, sides }: Rejection): string {
    if (sides === undefined || this.lookedInto >= LOOKED_INTO) return reason;
    this.lookedInto++;
    const text = mistypedText(mistypedLines(sides), sides.colours);
    return text === '' ? reason : `${reason}; ${text}`;
  }
}
