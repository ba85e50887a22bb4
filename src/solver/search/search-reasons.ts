import { HEADER } from './clauses.js';
import { WordAutomata } from '../explain/explain.js';
import { SearchPropagation } from './search-propagation.js';

/**
 * Explains why a variable was assigned, or a line or clause contradicted: finds the variables that
 * force it.
 */
export class SearchReasons extends SearchPropagation {
  /** The variables that explain the variable last asked about, with room for all. */
  protected because = new Int32Array(0);
  private readonly wordAutomata = new WordAutomata();

  override load(): void {
    super.load();
    if (this.because.length < this.variables) this.because = new Int32Array(this.variables);
    if (this.small) this.wordAutomata.load(this.work.problem);
  }

  /** Puts the variables of a clause into `because`, without the first, which it derived. */
  protected clauseBecause(clause: number): number {
    const { arena } = this.clauses;
    const count = arena[clause] - 1;
    for (let k = 0; k < count; k++) this.because[k] = arena[clause + HEADER + 1 + k] >> 1;
    return count;
  }

  /** Puts the variables that explain one derived by a line into `because`; returns their number. */
  protected explain(variable: number): number {
    const line = -1 - this.reason[variable];
    if (!this.small) return this.explainWide(line, variable);
    let mask = this.explained[variable];
    if (mask === 0) {
      const isRow = line < this.height;
      const i = isRow ? this.columnOf[variable] : this.rowOf[variable];
      const bit = 1 << i;
      const isFilled = this.value[2 * variable] === 1;
      mask = this.wordAutomata.conflict(
        line,
        isRow ? this.width : this.height,
        isFilled ? this.hadBlank[variable] : this.hadBlank[variable] & ~bit,
        isFilled ? this.hadFilled[variable] & ~bit : this.hadFilled[variable],
        this.fixed[line] | bit,
        i,
      );
      this.explained[variable] = mask;
    }
    return this.spreadMask(line, mask);
  }

  protected explainConflict(line: number): number {
    if (!this.small) return this.explainWide(line, -1);
    const { planes } = this.work.state;
    const length = line < this.height ? this.width : this.height;
    return this.spreadMask(
      line,
      this.wordAutomata.conflict(
        line,
        length,
        planes[2 * line],
        planes[2 * line + 1],
        this.fixed[line],
        length,
      ),
    );
  }

  /** Puts the cells of a mask over a line into `because`; returns their number. */
  private spreadMask(line: number, mask: number): number {
    const { because } = this;
    const isRow = line < this.height;
    const base = isRow ? line * this.width : line - this.height;
    const step = isRow ? 1 : this.width;
    let count = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      because[count++] = base + step * (31 - Math.clz32(rest & -rest));
    }
    return count;
  }

  /** As `explain`, or with variable -1 as `explainConflict`, for a line of any kind. */
  private explainWide(line: number, variable: number): number {
    const { lineReasons } = this;
    if (variable < 0) lineReasons.explainConflict(line);
    else {
      const cell = this.cellOf(variable);
      const row = Math.floor(cell / this.width);
      const i = line < this.height ? cell - row * this.width : row;
      const removed = this.value[2 * variable] === 1 ? 0 : 1;
      lineReasons.explain(line, variable, i, this.values > 2 ? this.valueOf(variable) : removed);
    }
    const { from, count, variables } = lineReasons;
    for (let k = 0; k < count; k++) this.because[k] = variables[from + k];
    return count;
  }
}
