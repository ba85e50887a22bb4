// Estimates the number of solutions from random ways down a tree of guesses (Knuth 1975,
// "Estimating the efficiency of backtrack programs"): one that takes a side with probability p
// counts what it finds below 1 / p times. Its mean over all ways is the number of solutions,
// whatever the probabilities are.
//
// What keeps the ways alike, without which the few ways that weigh most are never met:
//
// - a search tells, before a side is taken, whether it has a solution, so that no way is in vain
//   ("backtrack-free", Gogate and Dechter 2011, "SampleSearch");
// - the sides' probabilities come from belief propagation;
// - what is left of a way is counted exactly once that is cheap;
// - the tree is kept: what was counted is not estimated again. If nothing is left, the count is
//   exact.
//
// Each way is unbiased given those before it, so their mean is, too, and its error follows from
// their spread.

import { Budget, RanOut, allows } from '../memory/budget';
import { Table, grown, takeUnset } from '../memory/memory';
import { addLogs, exp, log } from '../memory/logs';
import { Problem } from '../memory/problem';
import { Setting, setting } from '../memory/settings';
import { Beliefs, swapBeliefs } from '../search/beliefs';
import { firstOpen } from '../search/find-solution';
import { startGuesses } from '../search/guesses';
import { Trail } from '../search/trail';
import { addTop, dropTop, logOfTop, pushLimbs, pushWord, topAt, topLimbs } from './big';
import { Mean, addToMean, errorOfMean, log10OfMean, startMean } from './estimate-mean';
import {
  KnownSolutions,
  bytesOfKnown,
  isAllowed,
  narrowNear,
  startKnown,
  startNear,
} from './known-solutions';
import { PartCount, countRest } from './part-count';
import { nextRandom, startRandom } from './random';
import { Searcher } from './searcher';

/** How an estimate ended. */
export const enum Estimating {
  /** There were too few ways for one. */
  nothing,
  /** Everything was counted: the number is on top. */
  counted,
  estimated,
}

export class Estimate {
  /** The decimal logarithm of the estimate, and one standard error of it. */
  static log10: f64 = 0;
  static error: f64 = 0;
  /** Literals on the trail, and open ones, before any guess. */
  static literals: i32 = 0;
  /** Nodes at which something was chosen or counted. */
  static opened: i32 = 0;
  /** At how many open literals a count of the rest is tried: as many as have been cheap. */
  static cheap: f64 = 0;
}

/** The tree of guesses. A node: what was found out below its guesses. */
class Tree {
  /** How many nodes there are. */
  static size: i32 = 0;
  /** By node, NODE words. */
  static words: Table<i32> = changetype<Table<i32>>(0);
  /** By node: how likely the positive literal of its variable is taken. */
  static likely: Table<f64> = changetype<Table<f64>>(0);
  /** The limbs of counts. */
  static limbs: Table<u32> = changetype<Table<u32>>(0);
  static limbsEnd: i32 = 0;
}

const NODE: i32 = 5;

/** The words of a node. */
const enum Word {
  /** The place of its number of solutions in `limbs`, or UNKNOWN; and how many limbs that has. */
  count,
  limbs,
  /** The variable guessed next, or UNKNOWN. */
  variable,
  /** By sign (0: the literal holds): the node below; NONE if it has no solution, or UNKNOWN. */
  below,
}

const UNKNOWN: i32 = -1;
const NONE: i32 = -2;
/** About what a node takes, for the limit on memory. */
const NODE_BYTES: f64 = 150;

/** The way down that is taken. By step: */
class Way {
  static nodes: Table<i32> = changetype<Table<i32>>(0);
  /** The literals guessed; and the one that is asked about. */
  static taken: Table<i32> = changetype<Table<i32>>(0);
  /**
   * What the count of one side adds, and by what the estimate of the other is multiplied, as
   * logarithms.
   */
  static added: Table<f64> = changetype<Table<f64>>(0);
  static weight: Table<f64> = changetype<Table<f64>>(0);
  static length: i32 = 0;
}

/**
 * Estimates until the budget runs out. The same for the same puzzle and steps.
 * @pre the search has loaded the puzzle, and no parts are remembered.
 */
export function runEstimate(): Estimating {
  if (Searcher.propagate() != 0 || Budget.stopped != RanOut.nothing) return Estimating.nothing;
  startKnown();
  startMean();
  startGuesses(false);
  swapBeliefs();
  const ready = Searcher.estimate();
  swapBeliefs();
  if (!ready) return Estimating.nothing;
  startRandom();
  startTree();
  Estimate.literals = Trail.size + openLiterals();
  Estimate.cheap = setting(Setting.estimateCounted) * <f64>max(1, Problem.values - 1);
  Estimate.opened = 0;
  const root = newNode();
  while (<f64>Estimate.opened < setting(Setting.estimateNodes)) {
    if (!goOneWay(root)) break;
    if (pushCount(root)) return Estimating.counted;
  }
  if (Mean.count < setting(Setting.estimateWays)) return Estimating.nothing;
  Estimate.log10 = log10OfMean();
  Estimate.error = errorOfMean();
  return Estimating.estimated;
}

function startTree(): void {
  Tree.size = 0;
  Tree.words = takeUnset<i32>(64 * NODE);
  Tree.likely = takeUnset<f64>(64);
  Tree.limbs = takeUnset<u32>(256);
  Tree.limbsEnd = 0;
  const most = Trail.variables + 1;
  Way.nodes = takeUnset<i32>(most);
  Way.taken = takeUnset<i32>(most);
  Way.added = takeUnset<f64>(most);
  Way.weight = takeUnset<f64>(most);
}

function openLiterals(): i32 {
  let open = 0;
  for (let v = 0; v < Trail.variables; v++) open += i32(Trail.value[2 * v] == 0);
  return open;
}

function newNode(): i32 {
  const node = Tree.size++;
  const at = node * NODE;
  if (at + NODE > Tree.words.length) Tree.words = grown<i32>(Tree.words, at + NODE);
  if (node == Tree.likely.length) Tree.likely = grown<f64>(Tree.likely, node + 1);
  for (let k = 0; k < NODE; k++) Tree.words[at + k] = UNKNOWN;
  return node;
}

function wordOf(node: i32, word: i32): i32 {
  return Tree.words[node * NODE + word];
}

function setWord(node: i32, word: i32, value: i32): void {
  Tree.words[node * NODE + word] = value;
}

/** Whether the number of solutions below a node is known. */
function isCounted(node: i32): bool {
  return wordOf(node, Word.count) != UNKNOWN;
}

/** Puts the number of solutions below a node on top, if it is known. */
function pushCount(node: i32): bool {
  if (!isCounted(node)) return false;
  const at = changetype<usize>(Tree.limbs) + ((<usize>wordOf(node, Word.count)) << 2);
  pushLimbs(at, wordOf(node, Word.limbs));
  return true;
}

/** Takes the number on top away: it is the number of solutions below a node. */
function keepCount(node: i32): void {
  const limbs = topLimbs();
  const at = Tree.limbsEnd;
  Tree.limbsEnd += limbs;
  if (Tree.limbsEnd > Tree.limbs.length) Tree.limbs = grown<u32>(Tree.limbs, Tree.limbsEnd);
  const to = changetype<usize>(Tree.limbs) + ((<usize>at) << 2);
  memory.copy(to, topAt(), (<usize>limbs) << 2);
  setWord(node, Word.count, at);
  setWord(node, Word.limbs, limbs);
  dropTop();
}

/** The logarithm of the number of solutions below a node, which is known. */
function logOfCount(node: i32): f64 {
  pushCount(node);
  const own = logOfTop();
  dropTop();
  return own;
}

/** Adds what one way down the tree estimates to the mean. Returns false if the budget ran out. */
function goOneWay(root: i32): bool {
  Way.length = 0;
  startNear();
  KnownSolutions.hasMoved = true;
  let node = root;
  while (!isCounted(node)) {
    if (!standAt() || !open(node)) return false;
    if (isCounted(node)) break;
    if (!lookBelow(node)) return false;
    const side = choose(node);
    const literal = 2 * wordOf(node, Word.variable) + side;
    Way.nodes[Way.length] = node;
    Way.taken[Way.length++] = literal;
    narrowNear(literal);
    node = wordOf(node, Word.below + side);
    if (node == NONE) return false;
  }
  let estimated = logOfCount(node);
  for (let i = Way.length - 1; i >= 0; i--) {
    estimated = addLogs(Way.added[i], estimated + Way.weight[i]);
    close(Way.nodes[i]);
  }
  addToMean(estimated);
  return true;
}

/** Brings the search to the fixpoint of the guesses of the way, which have a solution. */
function standAt(): bool {
  // On the way down, only the last guess is new.
  if (KnownSolutions.hasMoved) Searcher.backjump(0);
  KnownSolutions.hasMoved = false;
  while (true) {
    if (Searcher.propagate() != 0 || Budget.stopped != RanOut.nothing) return false;
    const next = firstOpen(Way.taken, Way.length);
    if (next < 0) return true;
    Searcher.guess(next);
  }
}

/**
 * Counts what is below a node if that is cheap; or else chooses what to guess there. False if the
 * budget ran out.
 */
function open(node: i32): bool {
  if (wordOf(node, Word.variable) != UNKNOWN) return true;
  const bytes = Searcher.bytes() + bytesOfKnown() + <f64>Estimate.opened * NODE_BYTES;
  if (!allows(bytes)) return false;
  Estimate.opened++;
  if (<f64>(Estimate.literals - Trail.size) <= Estimate.cheap) {
    countRest(setting(Setting.estimateSteps));
    if (Budget.stopped != RanOut.nothing) return false;
    Estimate.cheap *= PartCount.ended ? 0.97 : 1.05;
    if (!PartCount.ended) {
      keepCount(node);
      return true;
    }
    dropTop();
  }
  return chooseVariable(node);
}

/**
 * Chooses the least certain cell: what follows from it leaves the fewest guesses. False if the
 * budget ran out.
 */
function chooseVariable(node: i32): bool {
  swapBeliefs();
  const ready = Searcher.estimateAgain();
  if (ready) setLeastCertain(node);
  swapBeliefs();
  if (!ready) return false;
  // What the count learned may have left nothing open.
  if (wordOf(node, Word.variable) == UNKNOWN) {
    pushWord(1);
    keepCount(node);
  }
  return true;
}

function setLeastCertain(node: i32): void {
  const values = Problem.values;
  let least = Infinity;
  for (let variable = 0; variable < Trail.variables; variable++) {
    if (Trail.value[2 * variable] != 0) continue;
    const cell = values == 2 ? variable : variable / values;
    const value = values == 2 ? 1 : variable - cell * values;
    const isLikely = <i32>Beliefs.value[cell] == value;
    // Of the values of a coloured cell, the likeliest is asked for, unless it is excluded.
    const certainty = min<f64>(1, Beliefs.certainty[cell] + 1 / <f64>values);
    const distance = abs(certainty - 0.5) + (values > 2 && !isLikely ? 1 : 0);
    if (distance >= least) continue;
    least = distance;
    setWord(node, Word.variable, variable);
    Tree.likely[node] = cautious(isLikely ? certainty : 1 - certainty);
  }
}

/** Finds out which sides of a node have a solution. Returns false if the budget ran out. */
function lookBelow(node: i32): bool {
  for (let side = 0; side < 2; side++) {
    if (wordOf(node, Word.below + side) != UNKNOWN) continue;
    Way.taken[Way.length] = 2 * wordOf(node, Word.variable) + side;
    const allowed = isAllowed(Way.taken, Way.length + 1);
    if (Budget.stopped != RanOut.nothing) return false;
    setWord(node, Word.below + side, allowed ? newNode() : NONE);
  }
  return true;
}

/** Takes a side that is not counted yet: the only one, or one by chance. */
function choose(node: i32): i32 {
  const step = Way.length;
  for (let side = 0; side < 2; side++) {
    const other = wordOf(node, Word.below + 1 - side);
    if (other != NONE && !isCounted(other)) continue;
    Way.added[step] = other == NONE ? -Infinity : logOfCount(other);
    Way.weight[step] = 0;
    return side;
  }
  const likely = Tree.likely[node];
  const side = nextRandom() < likely ? 0 : 1;
  Way.added[step] = -Infinity;
  Way.weight[step] = -log(side == 0 ? likely : 1 - likely);
  return side;
}

/** Adds up what is below a node if both sides are counted. */
function close(node: i32): void {
  for (let side = 0; side < 2; side++) {
    const below = wordOf(node, Word.below + side);
    if (below == UNKNOWN || (below != NONE && !isCounted(below))) return;
  }
  pushWord(0);
  for (let side = 0; side < 2; side++) {
    const below = wordOf(node, Word.below + side);
    if (below == NONE) continue;
    pushCount(below);
    addTop();
  }
  keepCount(node);
}

/** Beliefs are too sure of themselves: no side may be so unlikely that it is never met. */
function cautious(certainty: f64): f64 {
  const open = min<f64>(0.9999, max<f64>(0.0001, certainty));
  const odds = exp(setting(Setting.estimateTrust) * log(open / (1 - open)));
  const likely = odds / (1 + odds);
  const least = setting(Setting.estimateLeast);
  return min<f64>(1 - least, max<f64>(least, likely));
}
