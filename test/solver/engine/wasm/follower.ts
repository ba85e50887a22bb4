import assert from 'node:assert/strict';
import type { Observer, Removal } from '../../../../src/solver/engine/wasm/event-reader.js';
import {
  UNKNOWN,
  type Cells,
  type Clue,
  type Puzzle,
} from '../../../../src/solver/core/puzzle/types.js';
import { dynamicLine } from '../../../support/naive/dynamic-line.js';

/** An assumption under way: what was known before it. */
interface Mark {
  readonly domains: number[];
  readonly cell: number;
  readonly value: number;
}

/**
 * Follows what an observer is told with a grid of its own, and asserts that each line takes from
 * its cells exactly what dynamic programming says, that assumptions end in the order in which they
 * began, and that full grids keep all clues.
 *
 * A search that learns tells its guesses alone; they are followed, too, but no line belongs to
 * them.
 */
export class Follower implements Observer {
  lines = 0;
  contradictions = 0;
  /** Probes that were refuted. */
  refuted = 0;
  readonly solutions: Cells[] = [];
  private domains: number[];
  /** What is known before all assumptions. */
  private root: number[] | null = null;
  private marks: Mark[] = [];
  private isProbing = false;

  constructor(private readonly puzzle: Puzzle) {
    const { width, height, colours, start } = puzzle;
    const all = 2 ** (colours + 1) - 1;
    this.domains = Array.from({ length: width * height }, (_, cell) => {
      const given = start?.[cell] ?? UNKNOWN;
      return given === UNKNOWN ? all : 1 << given;
    });
  }

  line(line: number, removed: readonly Removal[]): void {
    this.lines++;
    const cells = this.cellsOf(line);
    const possible = this.solved(line);
    assert.ok(possible !== null, 'the line has a placement');
    const expected = new Set<string>();
    cells.forEach((cell, i) => {
      for (let value = 0; value <= this.puzzle.colours; value++) {
        if (((this.domains[cell] & ~possible[i]) >> value) & 1) expected.add(`${cell} ${value}`);
      }
    });
    assert.ok(removed.length > 0);
    assert.deepEqual(new Set(removed.map(({ cell, value }) => `${cell} ${value}`)), expected);
    assert.equal(removed.length, expected.size);
    for (const { cell, value } of removed) this.domains[cell] &= ~(1 << value);
  }

  lineContradiction(line: number): void {
    this.contradictions++;
    assert.equal(this.solved(line), null);
  }

  probe(cell: number, value: number, level: number): void {
    if (!this.isProbing && this.root !== null) {
      this.marks = [];
      this.domains = [...this.root];
    }
    this.isProbing = true;
    assert.ok(level >= 1);
    this.assume(cell, value);
  }

  probeEnd(cell: number, value: number, _level: number, contradiction: boolean): void {
    this.takeBack(cell, value);
    if (!contradiction) return;
    this.refuted++;
    this.domains[cell] &= ~(1 << value);
  }

  guess(cell: number, value: number, depth: number): void {
    assert.ok(!this.isProbing);
    this.assume(cell, value);
    assert.equal(depth, this.marks.length);
  }

  back(cell: number, value: number, depth: number): void {
    assert.equal(depth, this.marks.length);
    this.takeBack(cell, value);
    this.domains[cell] &= ~(1 << value);
  }

  solution(cells: Cells): void {
    this.solutions.push(cells.slice());
    const { width, height } = this.puzzle;
    for (let line = 0; line < width + height; line++) {
      const own = this.cellsOf(line).map((cell) => 1 << cells[cell]);
      assert.notEqual(dynamicLine(this.clue(line), own), null);
    }
  }

  private assume(cell: number, value: number): void {
    this.root ??= [...this.domains];
    this.marks.push({ domains: [...this.domains], cell, value });
    this.domains[cell] = 1 << value;
  }

  private takeBack(cell: number, value: number): void {
    const mark = this.marks.pop();
    assert.deepEqual([mark?.cell, mark?.value], [cell, value]);
    this.domains = mark!.domains;
  }

  /** What placements of the line's blocks leave its cells; null if none fits. */
  private solved(line: number): number[] | null {
    return dynamicLine(
      this.clue(line),
      this.cellsOf(line).map((cell) => this.domains[cell]),
    );
  }

  private clue(line: number): Clue {
    const { rows, columns, height } = this.puzzle;
    return line < height ? rows[line] : columns[line - height];
  }

  private cellsOf(line: number): number[] {
    const { width, height } = this.puzzle;
    return line < height
      ? Array.from({ length: width }, (_, x) => line * width + x)
      : Array.from({ length: height }, (_, y) => y * width + line - height);
  }
}
