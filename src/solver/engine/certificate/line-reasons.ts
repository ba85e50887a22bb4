import { BLANK, blockColour, blockLength } from '../../core/puzzle/types.js';
import type { ClauseNumbers } from './clause-numbers.js';
import { literalPlace } from './clause-numbers.js';
import { type LineWays, type Encoding, blankStep, blockStep } from './encoding.js';
import type { Facts } from './facts.js';

/**
 * Why something follows from a line, in clauses: which steps of its ways (see Encoding) are
 * excluded, by cells, or as no way leads to them or on from them. That is what unit propagation
 * finds, too, but only the steps that are asked for are looked at.
 */
export class LineReasons {
  private line!: LineWays;
  private number = -1;
  /** By node: whether a way leads to it, and whether one leads on from it. */
  private reached = new Uint8Array(0);
  private leading = new Uint8Array(0);
  /** By colour and cell: how many cells from it on can all have the colour. */
  private runs: Int32Array[] = [];
  /** By line, as they are needed: the places of the literals of its cells, value by value. */
  private readonly places: Int32Array[] = [];

  constructor(
    private readonly encoding: Encoding,
    private readonly numbers: ClauseNumbers,
    private readonly facts: Facts,
  ) {}

  /** Finds the ways of a line through what is known now. */
  load(number: number): void {
    const line = this.encoding.lines[number];
    this.line = line;
    this.number = number;
    const { clue, slack } = line;
    const room = (clue.length + 1) * (slack + 1);
    if (this.reached.length < room) {
      this.reached = new Uint8Array(room);
      this.leading = new Uint8Array(room);
    }
    this.countRuns();
    const { reached, leading } = this;
    const width = slack + 1;
    for (let j = 0, node = 0; j <= clue.length; j++) {
      for (let s = 0; s <= slack; s++, node++) {
        const isReached =
          node === 0 ||
          (s > 0 && reached[node - 1] === 1 && this.canBlank(j, s - 1)) ||
          (j > 0 && reached[node - width] === 1 && this.canBlock(j - 1, s));
        reached[node] = isReached ? 1 : 0;
      }
    }
    for (let j = clue.length, node = room - 1; j >= 0; j--) {
      for (let s = slack; s >= 0; s--, node--) {
        const isLeading =
          node === room - 1 ||
          (s < slack && leading[node + 1] === 1 && this.canBlank(j, s)) ||
          (j < clue.length && leading[node + width] === 1 && this.canBlock(j, s));
        leading[node] = isLeading ? 1 : 0;
      }
    }
  }

  /** Derives that a cell of the line does not have a value. @throws Error if it can */
  exclude(cell: number, value: number): void {
    const { encoding, line, number, numbers, facts } = this;
    const literal = encoding.literal(cell, value);
    if (facts.value(literal) < 0) return;
    const steps = this.stepsOver((cell - line.first) / line.stride, value);
    const support = numbers.supports[2 * literalPlace(literal) + this.orientation(number)];
    facts.derive(-literal, support, steps);
  }

  /** Derives that no placement fits in the line. @throws Error if one does */
  contradict(): void {
    const steps: number[] = [];
    if (this.line.slack > 0) steps.push(this.killBlank(0, 0));
    if (this.line.clue.length > 0) steps.push(this.killBlock(0, 0));
    this.facts.contradict(this.numbers.beginnings[this.number], steps);
  }

  private orientation(number: number): number {
    return number < this.encoding.puzzle.height ? 0 : 1;
  }

  /** Excludes all steps with which the cell at a position has a value; returns them. */
  private stepsOver(position: number, value: number): number[] {
    const { clue, earliest, slack } = this.line;
    const steps: number[] = [];
    for (let j = 0; j <= clue.length; j++) {
      const last = position - earliest[j];
      if (last < 0) break;
      if (value === BLANK && last < slack) steps.push(this.killBlank(j, last));
      if (j === clue.length) continue;
      const length = blockLength(clue[j]);
      if (value === blockColour(clue[j])) {
        const from = Math.max(0, last - length + 1);
        for (let s = from; s <= last && s <= slack; s++) steps.push(this.killBlock(j, s));
      } else if (value === BLANK && this.hasGap(j) && last >= length && last - length <= slack) {
        steps.push(this.killBlock(j, last - length));
      }
    }
    return steps;
  }

  /** Excludes the blank cell after node (j, s); returns its variable. */
  private killBlank(j: number, s: number): number {
    const { encoding, numbers, facts, line } = this;
    const step = blankStep(line, j, s);
    if (facts.value(step) < 0) return step;
    const literal = encoding.literal(this.cellAt(line.earliest[j] + s), BLANK);
    if (facts.value(literal) < 0) facts.exclude(step, numbers.covers[step], Math.abs(literal), 0);
    else this.killByWay(step, j, s, j, s + 1);
    return step;
  }

  /** Excludes block j after node (j, s); returns its variable. */
  private killBlock(j: number, s: number): number {
    const { encoding, numbers, facts, line } = this;
    const step = blockStep(line, j, s);
    if (facts.value(step) < 0) return step;
    const from = line.earliest[j] + s;
    const [length, colour] = [blockLength(line.clue[j]), blockColour(line.clue[j])];
    const size = length + (this.hasGap(j) ? 1 : 0);
    let found = -1;
    let foundVariable = 0;
    for (let i = 0; i < size; i++) {
      const literal = encoding.literal(this.cellAt(from + i), i < length ? colour : BLANK);
      if (facts.value(literal) >= 0) continue;
      found = i;
      foundVariable = Math.abs(literal);
      // Then the step is excluded at the root as well.
      if (facts.holdsAtRoot(foundVariable)) break;
    }
    if (found >= 0) facts.exclude(step, numbers.covers[step] + found, foundVariable, 0);
    else this.killByWay(step, j, s, j + 1, s);
    return step;
  }

  /** Excludes a step from a node to another as no way leads to the one, or on from the other. */
  private killByWay(step: number, j: number, s: number, toJ: number, toS: number): void {
    const { line, numbers, facts } = this;
    const width = line.slack + 1;
    let [one, other] = [0, 0];
    if (this.reached[j * width + s] === 0) {
      if (s > 0) one = this.killBlank(j, s - 1);
      if (j > 0) other = this.killBlock(j - 1, s);
      facts.exclude(step, numbers.cameFrom[step], one, other);
    } else if (this.leading[toJ * width + toS] === 0) {
      if (toS < line.slack) one = this.killBlank(toJ, toS);
      if (toJ < line.clue.length) other = this.killBlock(toJ, toS);
      facts.exclude(step, numbers.leadsOn[step], one, other);
    } else throw new Error(`a step of the proof does not follow from line ${this.number + 1}`);
  }

  private canBlank(j: number, s: number): boolean {
    return this.runs[BLANK][this.line.earliest[j] + s] > 0;
  }

  private canBlock(j: number, s: number): boolean {
    const { clue, earliest } = this.line;
    const at = earliest[j] + s;
    const length = blockLength(clue[j]);
    if (this.runs[blockColour(clue[j])][at] < length) return false;
    return !this.hasGap(j) || this.runs[BLANK][at + length] > 0;
  }

  private hasGap(j: number): boolean {
    const { clue, earliest } = this.line;
    return earliest[j] + blockLength(clue[j]) < earliest[j + 1];
  }

  private cellAt(position: number): number {
    return this.line.first + position * this.line.stride;
  }

  private countRuns(): void {
    const { length } = this.line;
    const { values } = this.facts;
    const { colours, width, height } = this.encoding.puzzle;
    const places = (this.places[this.number] ??= this.placesOfLine());
    for (let value = 0; value <= colours; value++) {
      const runs = (this.runs[value] ??= new Int32Array(Math.max(width, height)));
      let run = 0;
      for (let i = length - 1; i >= 0; i--) {
        run = values[places[value * length + i]] < 0 ? 0 : run + 1;
        runs[i] = run;
      }
    }
  }

  private placesOfLine(): Int32Array {
    const { length } = this.line;
    return Int32Array.from({ length: (this.encoding.puzzle.colours + 1) * length }, (_, place) => {
      const position = place % length;
      return literalPlace(
        this.encoding.literal(this.cellAt(position), (place - position) / length),
      );
    });
  }
}
