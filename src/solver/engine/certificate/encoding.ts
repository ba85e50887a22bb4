import { fingerprint } from '../../core/puzzle/fingerprint.js';
import { pack } from '../../core/puzzle/packed.js';
import { cellsToText } from '../../core/puzzle/text.js';
import {
  BLANK,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from '../../core/puzzle/types.js';

/**
 * A puzzle as clauses whose unit propagation is complete line solving; each solution is exactly one
 * model. Literals are those of DIMACS: a variable from 1, or the same with a minus. Cells come
 * first: with two values to a cell (blank and one colour) the cell is variable `cell + 1`, true if
 * it is filled; with V values, `cell * V + value + 1` says that the cell has the value, and exactly
 * one of these is true.
 *
 * A line's placements are the ways through a grid of (blocks + 1) x (slack + 1) nodes, where slack
 * is the number of cells that the blocks and the gaps between them leave over: at node (j, s) the
 * first j blocks and s other blank cells have been placed. "Block j starts here" leads to
 * (j + 1, s), "blank here, after j blocks" to (j, s + 1), and each of these steps is a variable.
 * Clauses say that ways go on at each node, forward and backward, that the cells of a step have its
 * values, and that each value of a cell is that of a step. Unit propagation removes each step that
 * is on no way through what is known, and with its last step the value of a cell.
 *
 * Sources: Pesant, "A regular language membership constraint for finite sequences of variables"
 * (2004); Bacchus, "GAC via unit propagation" (2007); Quimper and Walsh, "Global grammar
 * constraints" (2006).
 *
 * Whoever trusts the checker of a certificate has only this left to trust.
 */
export class Encoding {
  readonly variables: number;
  /** Variables up to this one are about cells. */
  readonly cellVariables: number;
  readonly clauses: number;
  /** The number of the first clause against a solution, from 1: they come last. */
  readonly firstAgainst: number;
  /** Rows first. */
  readonly lines: readonly LineWays[];
  private readonly values: number;

  /** Each of the `solutions` is excluded by a clause. */
  constructor(
    readonly puzzle: Puzzle,
    readonly solutions: readonly Cells[],
  ) {
    const { width, height, rows, columns, colours } = puzzle;
    this.values = colours + 1;
    this.cellVariables = width * height * (colours === 1 ? 1 : this.values);
    let variables = this.cellVariables;
    const added = (clue: Clue, first: number, stride: number, length: number): LineWays => {
      const earliest = [0];
      for (const [j, block] of clue.entries()) {
        // Two blocks of one colour need a blank cell between them.
        const isFollowed = j + 1 < clue.length && blockColour(clue[j + 1]) === blockColour(block);
        earliest.push(earliest[j] + blockLength(block) + (isFollowed ? 1 : 0));
      }
      const slack = length - earliest[clue.length];
      const firstVariable = variables + 1;
      variables += slack < 0 ? 0 : (clue.length + 1) * slack + clue.length * (slack + 1);
      return { clue, first, stride, length, earliest, slack, firstVariable };
    };
    this.lines = [
      ...rows.map((clue, y) => added(clue, y * width, 1, width)),
      ...columns.map((clue, x) => added(clue, x, width, height)),
    ];
    this.variables = variables;
    let clauses = 0;
    for (const part of this.parts()) clauses += part.clauses.length;
    this.clauses = clauses;
    this.firstAgainst = clauses - solutions.length + 1;
  }

  literal(cell: number, value: number): number {
    if (this.values > 2) return cell * this.values + value + 1;
    return value === BLANK ? -(cell + 1) : cell + 1;
  }

  /** All clauses by line, which is -1 for cells, and for solutions, whose clauses come last. */
  *parts() {
    const gathered = (line: number, gather: (take: TakeClause) => void) => {
      const clauses: (readonly number[])[] = [];
      gather((clause) => clauses.push(clause));
      return { line, clauses };
    };
    yield gathered(-1, (take) => this.cellClauses(take));
    for (const [number, line] of this.lines.entries()) {
      yield gathered(number, (take) => this.lineClauses(line, take));
    }
    for (const cells of this.solutions) yield { line: -1, clauses: [this.clauseAgainst(cells)] };
  }

  clauseAgainst(cells: Cells): number[] {
    return Array.from(cells, (value, cell) => -this.literal(cell, value));
  }

  private cellClauses(take: TakeClause): void {
    const { puzzle, values } = this;
    if (values > 2) {
      const coloursOf = (clue: Clue): Set<number> => new Set([BLANK, ...clue.map(blockColour)]);
      const ofColumns = puzzle.columns.map(coloursOf);
      for (const [y, clue] of puzzle.rows.entries()) {
        const ofRow = [...coloursOf(clue)].sort((a, b) => a - b);
        for (const [x, ofColumn] of ofColumns.entries()) {
          // A value that one of the two lines does not have is excluded by the line.
          const common = ofRow.filter((value) => ofColumn.has(value));
          const literals = common.map((value) => this.literal(y * puzzle.width + x, value));
          take(literals);
          for (const [i, one] of literals.entries()) {
            for (const other of literals.slice(i + 1)) take([-one, -other]);
          }
        }
      }
    }
    for (const [cell, value] of puzzle.start?.entries() ?? []) {
      if (value !== UNKNOWN) take([this.literal(cell, value)]);
    }
  }

  private lineClauses(line: LineWays, take: TakeClause): void {
    const { clue, slack, length } = line;
    if (slack < 0) {
      take([]);
      return;
    }
    const covers: number[][] = Array.from({ length: length * this.values }, () => []);
    const covered = (step: number, position: number, value: number): void => {
      take([-step, this.literal(line.first + position * line.stride, value)]);
      covers[position * this.values + value].push(step);
    };
    for (let j = 0; j <= clue.length; j++) {
      for (let s = 0; s <= slack; s++) {
        flowClauses(line, j, s, take);
        const at = line.earliest[j] + s;
        if (s < slack) covered(blankStep(line, j, s), at, BLANK);
        if (j === clue.length) continue;
        const step = blockStep(line, j, s);
        const end = at + blockLength(clue[j]);
        for (let i = at; i < end; i++) covered(step, i, blockColour(clue[j]));
        if (end < line.earliest[j + 1] + s) covered(step, end, BLANK);
      }
    }
    for (const [place, steps] of covers.entries()) {
      const value = place % this.values;
      const cell = line.first + ((place - value) / this.values) * line.stride;
      take([-this.literal(cell, value), ...steps]);
    }
  }

  /** The clauses as a DIMACS file, in pieces. */
  *dimacs(): Generator<string> {
    yield this.heading();
    for (const { clauses } of this.parts()) {
      yield clauses.map((clause) => `${[...clause, 0].join(' ')}\n`).join('');
    }
  }

  private heading(): string {
    const { puzzle, lines, values } = this;
    const { width, height, colours } = puzzle;
    const cells =
      values === 2
        ? `cell r, c (from 0) is variable r * ${width} + c + 1: true if it is filled`
        : `cell r, c (from 0) has value v: variable (r * ${width} + c) * ${values} + v + 1`;
    const names = lines.map((line, number) => {
      const name = number < height ? `row ${number + 1}` : `column ${number - height + 1}`;
      const blocks = line.clue.map((block) =>
        values === 2 ? `${blockLength(block)}` : `${blockLength(block)}:${blockColour(block)}`,
      );
      return `c ${name}: steps from ${line.firstVariable}; blocks ${blocks.join(' ') || '-'}`;
    });
    const pictures = this.solutions.flatMap((solution, number) => [
      `c solution ${number + 1}`,
      ...cellsToText(solution, width, height, colours)
        .split('/')
        .map((row) => `c ${row}`),
    ]);
    const comments = [
      `c nonogram ${width}x${height}, ${fingerprint(pack(puzzle), 0, null)}`,
      `c ${cells}`,
      ...names,
      ...pictures,
    ];
    return [
      ...comments.map((line) => line.slice(0, LONGEST_COMMENT)),
      `p cnf ${this.variables} ${this.clauses}\n`,
    ].join('\n');
  }
}

/** Some checkers read no longer ones. */
const LONGEST_COMMENT = 1000;

type TakeClause = (clause: readonly number[]) => void;

interface LineWays {
  readonly clue: Clue;
  /** Its first cell, and how far it is from one to the next. */
  readonly first: number;
  readonly stride: number;
  readonly length: number;
  /** By number of blocks: where they and the gaps after them end at the earliest. */
  readonly earliest: readonly number[];
  /** How many cells are to spare; less than 0: the blocks do not fit. */
  readonly slack: number;
  readonly firstVariable: number;
}

/** The variable of the blank cell after node (j, s). */
export function blankStep({ slack, firstVariable }: LineWays, j: number, s: number): number {
  return firstVariable + j * (2 * slack + 1) + s;
}

/** The variable of block j after node (j, s). */
export function blockStep({ slack, firstVariable }: LineWays, j: number, s: number): number {
  return firstVariable + j * (2 * slack + 1) + slack + s;
}

/** What leads to a node leads on, and what leads on came from somewhere. */
function flowClauses(line: LineWays, j: number, s: number, take: TakeClause): void {
  const [blocks, { slack }] = [line.clue.length, line];
  const before: number[] = [];
  const after: number[] = [];
  if (s > 0) before.push(blankStep(line, j, s - 1));
  if (j > 0) before.push(blockStep(line, j - 1, s));
  if (s < slack) after.push(blankStep(line, j, s));
  if (j < blocks) after.push(blockStep(line, j, s));
  if (before.length === 0) {
    take(after);
    return;
  }
  for (const step of after) take([-step, ...before]);
  if (after.length > 0) for (const step of before) take([-step, ...after]);
}
