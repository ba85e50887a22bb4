import type { LineLanguages, Segment } from './line-languages.js';
import type { Problem } from '../model/problem.js';

/** Connected segments: each shares an unknown cell with another of them. */
export interface Part {
  /** Segments of rows, in order, from the top. */
  readonly rows: Segment[];
  /** Segments of columns, in order, from the left. */
  readonly columns: Segment[];
}

/**
 * Splits the unknown cells of a puzzle into parts that share no segment of a line, so that
 * their numbers of solutions multiply.
 */
export class Parts {
  private walk = 0;
  /** By line: its segments, and the walk that asked for them. */
  private readonly current: (readonly Segment[])[] = [];
  private currentWalk = new Int32Array(64);
  /** By line: the last walk that met all of it. */
  private whole = new Int32Array(64);

  constructor(
    private readonly problem: Problem,
    private readonly languages: LineLanguages,
  ) {}

  /** The segments of all rows. */
  allRows(): Segment[] {
    const rows: Segment[] = [];
    for (let row = 0; row < this.problem.height; row++) {
      rows.push(...this.languages.segmentsOf(row));
    }
    return rows;
  }

  /**
   * The parts that the unknown cells of `rows` fall into, the smallest first. `rows` are the rows'
   * segments of one part or several, as they are now or were when fewer cells were known.
   * @pre the state is a fixpoint of propagation, without a contradiction.
   */
  of(rows: readonly Segment[]): Part[] {
    const walk = ++this.walk;
    if (this.whole.length < this.problem.lines) {
      this.currentWalk = new Int32Array(this.problem.lines);
      this.whole = new Int32Array(this.problem.lines);
    }
    const parts: Part[] = [];
    for (const { line, cells } of rows) {
      const first = cells[0];
      const last = cells[cells.length - 1];
      for (const segment of this.segmentsOf(line)) {
        if (segment.mark === walk || segment.cells[0] < first || segment.cells[0] > last) continue;
        segment.mark = walk;
        parts.push(this.from(segment));
      }
    }
    return parts.length === 1 ? parts : parts.sort((a, b) => a.rows.length - b.rows.length);
  }

  private from(segment: Segment): Part {
    const { walk, whole } = this;
    const { height } = this.problem;
    const rows = [segment];
    const columns: Segment[] = [];
    let rowsDone = 0;
    let columnsDone = 0;
    while (rowsDone < rows.length) {
      const { line, cells } = rows[rowsDone++];
      for (const cell of cells) {
        if (whole[height + cell] === walk) continue;
        const crossing = this.at(height + cell, line);
        if (crossing.mark === walk) continue;
        crossing.mark = walk;
        columns.push(crossing);
      }
      while (columnsDone < columns.length) {
        const column = columns[columnsDone++];
        for (const cell of column.cells) {
          if (whole[cell] === walk) continue;
          const crossing = this.at(cell, column.line - height);
          if (crossing.mark === walk) continue;
          crossing.mark = walk;
          rows.push(crossing);
        }
      }
    }
    rows.sort(inOrder);
    columns.sort(inOrder);
    return { rows, columns };
  }

  /** The segment of a line that contains an unknown cell. */
  private at(line: number, cell: number): Segment {
    const segments = this.segmentsOf(line);
    let i = segments.length - 1;
    // The caller meets it now.
    if (i === 0) this.whole[line] = this.walk;
    while (segments[i].cells[0] > cell) i--;
    return segments[i];
  }

  private segmentsOf(line: number): readonly Segment[] {
    if (this.currentWalk[line] !== this.walk) {
      this.currentWalk[line] = this.walk;
      this.current[line] = this.languages.segmentsOf(line);
    }
    return this.current[line];
  }
}

function inOrder(a: Segment, b: Segment): number {
  return a.line - b.line || a.cells[0] - b.cells[0];
}
