import { Beliefs } from '../beliefs/beliefs.js';
import type { Cells } from '../../puzzle/types.js';
import { SETTINGS } from '../model/settings.js';
import type { Workspace } from '../propagate/workspace.js';
import type { Search } from '../search/search.js';
import { EstimateMean, addLogs, logOf } from './estimate-mean.js';
import { KnownSolutions } from './known-solutions.js';
import type { PartCount } from './part-count.js';
import { randomNumbersOf } from './random.js';

/** How many solutions there are, estimated. */
export interface CountEstimate {
  /** The decimal logarithm of the estimate. */
  readonly log10: number;
  /** One standard error of that logarithm. */
  readonly error: number;
}

/** A node of the tree of guesses: what was found out below its guesses. */
interface Node {
  /** The number of solutions, once it is known. */
  count: bigint | null;
  /** The variable guessed next, and how likely its positive literal is taken; -1 before it is chosen. */
  variable: number;
  likely: number;
  /** By sign (0: the literal holds): the node below, null if it has no solution, undefined if not known. */
  readonly below: [Node | null | undefined, Node | null | undefined];
}

/**
 * Estimates the number of solutions from random ways down a tree of guesses (Knuth 1975, "Estimating the
 * efficiency of backtrack programs"): one that takes a side with probability p counts what it finds
 * below 1 / p times. Its mean over all ways is the number of solutions, whatever the probabilities are.
 *
 * What keeps the ways alike, without which the few ways that weigh most are never met:
 *
 * - a search tells, before a side is taken, whether it has a solution, so that no way is in vain
 *   ("backtrack-free", Gogate and Dechter 2011, "SampleSearch");
 * - the sides' probabilities come from belief propagation;
 * - what is left of a way is counted exactly once that is cheap;
 * - the tree is kept: what was counted is not estimated again. If nothing is left, the count is exact.
 *
 * Each way is unbiased given those before it, so their mean is, too, and its error follows from their
 * spread.
 */
export class Estimate {
  private readonly beliefs = new Beliefs();
  private readonly known: KnownSolutions;
  private readonly mean = new EstimateMean();
  private random: () => number = Math.random;
  /** Literals on the trail, and open ones, before any guess. */
  private literals = 0;
  private nodes = 0;
  /** At how many open literals a count of the rest is tried: as many as have been cheap. */
  private cheap = 0;

  constructor(
    private readonly work: Workspace,
    private readonly search: Search,
    private readonly parts: PartCount,
  ) {
    this.known = new KnownSolutions(work, search);
  }

  /** The solutions that were found on the way, all different. */
  get solutions(): readonly Cells[] {
    return this.known.found;
  }

  /**
   * Estimates until the budget runs out; returns the number of solutions if everything was counted, an
   * estimate, or null if there were too few ways for one. The same for the same puzzle and steps.
   * @pre the engine has loaded the puzzle, and `parts` are empty.
   */
  run(): bigint | CountEstimate | null {
    const { engine, guesses } = this.search;
    const { problem, state, budget, counters } = this.work;
    if (engine.propagate() !== 0 || budget.stopped !== null) return null;
    this.known.reset();
    this.mean.reset();
    guesses.modes.start(counters.conflicts);
    if (!this.beliefs.estimate(problem, state, budget, false)) return null;
    this.random = randomNumbersOf(problem);
    this.literals = engine.trailSize + openLiterals(engine.value, engine.variables);
    this.cheap = SETTINGS.estimateCounted * Math.max(1, engine.values - 1);
    this.nodes = 0;
    const root = newNode();
    while (this.nodes < SETTINGS.estimateNodes) {
      const log = this.oneWay(root);
      if (log === null) break;
      this.mean.add(log);
      if (root.count !== null) return root.count;
    }
    const { count, log10, error } = this.mean;
    return count < SETTINGS.estimateWays ? null : { log10, error };
  }

  /** The natural logarithm of what one way down the tree estimates; null if the budget ran out. */
  private oneWay(root: Node): number | null {
    const path: Node[] = [];
    const taken: number[] = [];
    /** By step: what the count of one side adds, and by what the estimate of the other is multiplied. */
    const added: number[] = [];
    const weight: number[] = [];
    let near = this.known.found;
    this.known.hasMoved = true;
    let node = root;
    while (node.count === null) {
      if (!this.standAt(taken) || !this.open(node)) return null;
      if (node.count !== null) break;
      if (!this.lookBelow(node, taken, near)) return null;
      const side = this.choose(node, added, weight);
      const literal = 2 * node.variable + side;
      path.push(node);
      taken.push(literal);
      near = near.filter((cells) => this.known.holds(cells, literal));
      const below = node.below[side];
      if (!below) return null;
      node = below;
    }
    let log = logOf(node.count);
    for (let i = path.length - 1; i >= 0; i--) {
      log = addLogs(added[i], log + weight[i]);
      close(path[i]);
    }
    return log;
  }

  /** Brings the engine to the fixpoint of these guesses, which have a solution. */
  private standAt(guesses: readonly number[]): boolean {
    const { engine } = this.search;
    // On the way down, only the last guess is new.
    if (this.known.hasMoved) engine.backjump(0);
    this.known.hasMoved = false;
    for (;;) {
      if (engine.propagate() !== 0 || this.work.budget.stopped !== null) return false;
      const next = guesses.find((literal) => engine.value[literal] !== 1);
      if (next === undefined) return true;
      engine.guess(next);
    }
  }

  /** Counts what is below a node if that is cheap; or else chooses what to guess there. */
  private open(node: Node): boolean {
    const { engine } = this.search;
    const { budget } = this.work;
    if (node.variable >= 0) return true;
    if (!budget.allows(engine.bytes + this.known.bytes + this.nodes * NODE_BYTES)) return false;
    this.nodes++;
    if (this.literals - engine.trailSize <= this.cheap) {
      const count = this.parts.countRest(SETTINGS.estimateSteps);
      if (budget.stopped !== null) return false;
      this.cheap *= this.parts.ended ? 0.97 : 1.05;
      if (!this.parts.ended) {
        node.count = count;
        return true;
      }
    }
    return this.chooseVariable(node);
  }

  /** Chooses the least certain cell: what follows from it leaves the fewest guesses. */
  private chooseVariable(node: Node): boolean {
    const { engine } = this.search;
    const { problem, state, budget } = this.work;
    const { beliefs } = this;
    if (!beliefs.estimateAgain(problem, state, budget)) return false;
    const { values } = engine;
    let least = Infinity;
    for (let variable = 0; variable < engine.variables; variable++) {
      if (engine.value[2 * variable] !== 0) continue;
      const cell = engine.cellOf(variable);
      const isLikely =
        values === 2 ? beliefs.value[cell] === 1 : beliefs.value[cell] === variable % values;
      // Of the values of a coloured cell, the likeliest is asked for, unless it is excluded.
      const certainty = Math.min(1, beliefs.certainty[cell] + 1 / values);
      const distance = Math.abs(certainty - 0.5) + (values > 2 && !isLikely ? 1 : 0);
      if (distance >= least) continue;
      least = distance;
      node.variable = variable;
      node.likely = cautious(isLikely ? certainty : 1 - certainty);
    }
    // What the count learned may have left nothing open.
    if (node.variable < 0) node.count = 1n;
    return true;
  }

  /** Finds out which sides of a node have a solution. Returns false if the budget ran out. */
  private lookBelow(node: Node, taken: readonly number[], near: Cells[]): boolean {
    for (const side of SIDES) {
      if (node.below[side] !== undefined) continue;
      const allowed = this.known.allow([...taken, 2 * node.variable + side], near);
      if (this.work.budget.stopped !== null) return false;
      node.below[side] = allowed ? newNode() : null;
    }
    return true;
  }

  /** Takes a side that is not counted yet: the only one, or one by chance. */
  private choose(node: Node, added: number[], weight: number[]): 0 | 1 {
    for (const side of SIDES) {
      const other = node.below[1 - side];
      if (other && other.count === null) continue;
      added.push(other ? logOf(other.count ?? 0n) : -Infinity);
      weight.push(0);
      return side;
    }
    const side = this.random() < node.likely ? 0 : 1;
    added.push(-Infinity);
    weight.push(-Math.log(side === 0 ? node.likely : 1 - node.likely));
    return side;
  }
}

const SIDES = [0, 1] as const;

/** About what a node takes, for the limit on memory. */
const NODE_BYTES = 150;

function newNode(): Node {
  return { count: null, variable: -1, likely: 0, below: [undefined, undefined] };
}

/** Adds up what is below a node if both sides are counted, and lets go of them. */
function close(node: Node): void {
  let sum = 0n;
  for (const below of node.below) {
    if (below === undefined || below?.count === null) return;
    sum += below === null ? 0n : below.count;
  }
  node.count = sum;
  node.below.fill(undefined);
}

function openLiterals(value: Int8Array, variables: number): number {
  let open = 0;
  for (let variable = 0; variable < variables; variable++) if (value[2 * variable] === 0) open++;
  return open;
}

/** Beliefs are too sure of themselves: no side may be so unlikely that it is never met. */
function cautious(certainty: number): number {
  const odds = Math.pow(certainty / (1 - Math.min(0.9999, certainty)), SETTINGS.estimateTrust);
  const likely = odds / (1 + odds);
  const least = SETTINGS.estimateLeast;
  return Math.min(1 - least, Math.max(least, likely));
}
