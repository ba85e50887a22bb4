import type { Problem } from '../model/problem.js';

/**
 * What follows for each cell of a line from its clue and the odds of its other cells: sums over all
 * placements of its blocks.
 *
 * All weights are odds against blank: a placement's weight is the product of the odds of the cells
 * that its blocks cover; blank cells count as 1. In slack space (see Problem) the sums over the
 * placements of the blocks before a block are running sums over its starts, so that the whole takes
 * some ten operations for each start of each block, and twenty for each cell and colour.
 */
export class LineBeliefs {
  /** Whether a line answers with the geometric mean of its last odds and the new ones. */
  damped = false;

  /** By block and start: the weight of the placements of the blocks before it. */
  private ahead = new Float64Array(256);
  /** By start of the current block: the weight of the placements of the blocks after it. */
  private behind = new Float64Array(64);
  /** By start of the current block: the weight of all placements with it. */
  private both = new Float64Array(64);
  /** By colour and cell: the product of the odds of the cells before it. */
  private product = new Float64Array(128);
  /** By colour and cell: how much more likely it is to be covered than the cell before it. */
  private rise = new Float64Array(128);

  /**
   * For each cell and colour of a line with slack, the odds that its clue alone implies, if all
   * others have the odds `heard` times `prior`. Cell i has its odds at `(base + step * i) * colours
   * + colour - 1` of all three arrays.
   *
   * The odds heard are limited (at 10,000 for short lines, earlier on long ones) so that no product
   * leaves the range of a double; those told are limited to 1,000.
   */
  tell(
    problem: Problem,
    line: number,
    base: number,
    step: number,
    prior: Float64Array,
    heard: Float64Array,
    told: Float64Array,
  ): void {
    const length = problem.lineLength(line);
    const colours = problem.values - 1;
    this.reserve(problem, line, length, colours);
    this.multiply(length, colours, base, step, prior, heard);
    this.sumAhead(problem, line, length);
    this.cover(problem, line, length);
    const { product, rise } = this;
    for (let i = 0; i < length; i++) {
      let blank = 1;
      for (let k = i; k < colours * (length + 1); k += length + 1) {
        if (i > 0) rise[k] += rise[k - 1];
        blank -= rise[k];
      }
      blank = Math.max(LEAST, blank);
      const at = (base + step * i) * colours;
      for (let colour = 0, k = i; colour < colours; colour++, k += length + 1) {
        const odds = (Math.max(LEAST, rise[k]) * product[k]) / (blank * product[k + 1]);
        const bounded = Math.min(MOST_TOLD, Math.max(1 / MOST_TOLD, odds));
        told[at + colour] = this.damped ? Math.sqrt(told[at + colour] * bounded) : bounded;
      }
    }
  }

  private multiply(
    length: number,
    colours: number,
    base: number,
    step: number,
    prior: Float64Array,
    heard: Float64Array,
  ): void {
    const { product, rise } = this;
    const most = Math.min(MOST_HEARD, Math.pow(10, 120 / length));
    for (let colour = 0, k = 0; colour < colours; colour++, k++) {
      product[k] = 1;
      rise[k] = 0;
      for (let i = 0; i < length; i++, k++) {
        const at = (base + step * i) * colours + colour;
        const odds = heard[at] * prior[at];
        product[k + 1] = product[k] * Math.min(most, Math.max(1 / most, odds));
        rise[k + 1] = 0;
      }
    }
  }

  /** Fills `ahead`; each block's weights are scaled, as only their ratios matter. */
  private sumAhead(problem: Problem, line: number, length: number): void {
    const { blockStart, blockLength, blockColour, blockMin } = problem;
    const { product, ahead } = this;
    const starts = problem.slack[line] + 1;
    const last = blockStart[line + 1] - 1;
    for (let s = 0; s < starts; s++) ahead[s] = 1;
    for (let block = blockStart[line], at = 0; block < last; block++, at += starts) {
      const from = (blockColour[block] - 1) * (length + 1) + blockMin[block];
      const end = from + blockLength[block];
      let sum = 0;
      for (let s = 0; s < starts; s++) {
        sum += (ahead[at + s] * product[end + s]) / product[from + s];
        ahead[at + starts + s] = sum;
      }
      const scale = 1 / sum;
      for (let s = 0; s < starts; s++) ahead[at + starts + s] *= scale;
    }
  }

  /** Adds up in `rise` how likely each start of each block is, from the last block to the first. */
  private cover(problem: Problem, line: number, length: number): void {
    const { blockStart, blockLength, blockColour, blockMin } = problem;
    const { product, ahead, behind, both, rise } = this;
    const starts = problem.slack[line] + 1;
    const first = blockStart[line];
    const last = blockStart[line + 1] - 1;
    for (let s = 0; s < starts; s++) behind[s] = 1;
    for (let block = last, at = (last - first) * starts; block >= first; block--, at -= starts) {
      const from = (blockColour[block] - 1) * (length + 1) + blockMin[block];
      const end = from + blockLength[block];
      let all = 0;
      let sum = 0;
      for (let s = starts - 1; s >= 0; s--) {
        const weight = (behind[s] * product[end + s]) / product[from + s];
        both[s] = ahead[at + s] * weight;
        all += both[s];
        sum += weight;
        behind[s] = sum;
      }
      const share = 1 / all;
      const scale = 1 / sum;
      for (let s = 0; s < starts; s++) {
        const likely = both[s] * share;
        rise[from + s] += likely;
        rise[end + s] -= likely;
        behind[s] *= scale;
      }
    }
  }

  private reserve(problem: Problem, line: number, length: number, colours: number): void {
    const cells = colours * (length + 1);
    if (this.product.length < cells) {
      this.product = new Float64Array(2 * cells);
      this.rise = new Float64Array(2 * cells);
    }
    const starts = problem.slack[line] + 1;
    const room = (problem.blockStart[line + 1] - problem.blockStart[line]) * starts;
    if (this.ahead.length < room) this.ahead = new Float64Array(2 * room);
    if (this.behind.length < starts) {
      this.behind = new Float64Array(2 * starts);
      this.both = new Float64Array(2 * starts);
    }
  }
}

const MOST_HEARD = 1e4;
const MOST_TOLD = 1e3;
/** Rounding can make the probability of something very unlikely negative. */
const LEAST = 1e-9;
