import { solveWordLine, wordResult } from './line-word.js';
import { TABLE_CELLS, type Problem } from '../model/problem.js';

/**
 * The results of lines of up to six cells in black and white, each computed when it is first asked
 * for and then kept: a 5x5 grid is a few dozen lookups. Six cells have 21 clues of 4,096 states,
 * 172 kB. Tables for lines of eight cells would not fit in the second-level cache, and the bit
 * method is just as fast.
 */
export class LineTable {
  /** By line of the loaded problem: where its clue's 4^length results begin in `results`. */
  readonly places = new Int32Array(2 * TABLE_CELLS);
  /**
   * `blank << length | filled`, for what can be blank and filled in some placement; or one of
   * these.
   */
  results = new Uint16Array(1 << 12);

  /** Both are above all results, which have 12 bits at most. */
  static readonly NO_PLACEMENT = 0xfffe;
  static readonly NOT_COMPUTED = 0xffff;

  /** By clue as `placeOf` takes it; 0 for none yet. */
  private readonly known = new Int32Array(2 << TABLE_CELLS);
  private used = 1;

  /** Finds the places of the lines of `problem`, whose sides are at most TABLE_CELLS. */
  load(problem: Problem): void {
    const { lines, height, width, blockStart, blockMin, blockLength } = problem;
    for (let line = 0; line < lines; line++) {
      const length = line < height ? width : height;
      let clue = 1 << length;
      for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
        clue |= ((1 << blockLength[block]) - 1) << blockMin[block];
      }
      this.places[line] = this.placeOf(clue, length);
    }
  }

  /** Where the results of a clue begin, given as `1 << length | its cells when pushed left`. */
  placeOf(clue: number, length: number): number {
    const place = this.known[clue];
    return place !== 0 ? place : this.addClue(clue, length);
  }

  /** Computes and keeps one result of `line`, whose results begin at `place`. */
  compute(
    problem: Problem,
    line: number,
    place: number,
    canBlank: number,
    canFilled: number,
  ): number {
    const length = problem.lineLength(line);
    let result = LineTable.NO_PLACEMENT;
    if (solveWordLine(problem, line, canBlank, canFilled)) {
      result = (wordResult[0] << length) | wordResult[1];
    }
    this.results[place + ((canBlank << length) | canFilled)] = result;
    return result;
  }

  private addClue(clue: number, length: number): number {
    const place = this.used;
    this.used += 1 << (2 * length);
    if (this.used > this.results.length) {
      const results = new Uint16Array(2 * this.used);
      results.set(this.results.subarray(0, place));
      this.results = results;
    }
    this.results.fill(LineTable.NOT_COMPUTED, place, this.used);
    this.known[clue] = place;
    return place;
  }
}
