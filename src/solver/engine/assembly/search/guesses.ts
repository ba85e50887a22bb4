// What a search guesses next: a variable and its value.
//
// Until it knows a solution, a search takes turns: for some conflicts it looks for a solution and
// guesses what is likely; then for a proof that there is none, and guesses what has the most
// consequences. What it learns serves both (as "stable" and "focused" in CaDiCaL, Biere et al.
// 2020). After a solution, only the proof is left.
//
// A guess for a solution tries first the value that the cell had when most cells were known without
// a contradiction ("target phases", Biere and Fleury 2020); before that, the likeliest. Later
// descents estimate again each time that a tenth of the cells has become known (as survey
// propagation does, Braunstein, Mézard and Zecchina 2005). docs/solver/solver.md says what each of
// these is worth.

import { hasValue } from '../lines/planes';
import { Setting, setting, spend } from '../memory/budget';
import { Table, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Counters, Stage, Statistic, add, enterStage } from '../memory/statistics';
import { heapBump, heapPop } from './heap';
import { Learning, meanRank } from './learning';
import { Trail, backjump, guess } from './trail';

// How likely the values of each unknown cell are among all solutions, by belief propagation (Pearl
// 1988; to guide a search: Hsu and McIlraith 2006): in rounds, each line tells its cells what
// follows from its clue and the crossing lines. As all lines cross, these are only estimates, but a
// search that follows them finds a solution after a tenth of the conflicts.

class Beliefs {
  /** By cell: its likeliest value. */
  static value: Table<u8> = changetype<Table<u8>>(0);
  /** By cell: how much more likely that value is than if all were equally likely, from 0 to 1. */
  static certainty: Table<f64> = changetype<Table<f64>>(0);
  /** By cell and colour: the odds against blank that its row tells, and that its column tells. */
  static fromRow: Table<f64> = changetype<Table<f64>>(0);
  static fromColumn: Table<f64> = changetype<Table<f64>>(0);
  /** By cell and colour: what the grid knows, as odds. */
  static known: Table<f64> = changetype<Table<f64>>(0);
  /** Whether messages are geometric means with their last: to settle (Murphy et al. 1999). */
  static damped: bool = false;
  /** Whether the tables are there: few puzzles need them. */
  static ready: bool = false;
}

class Sums {
  /** By block and start: the weight of the placements of the blocks before it. */
  static ahead: Table<f64> = changetype<Table<f64>>(0);
  /** By start of the current block: the weight of the placements of the blocks after it. */
  static behind: Table<f64> = changetype<Table<f64>>(0);
  /** By start of the current block: the weight of all placements with it. */
  static both: Table<f64> = changetype<Table<f64>>(0);
  /** By colour and cell: the product of the odds of the cells before it. */
  static product: Table<f64> = changetype<Table<f64>>(0);
  /** By colour and cell: how much more likely it is to be covered than the cell before it. */
  static rise: Table<f64> = changetype<Table<f64>>(0);
}

/** The odds of what is certain. */
const CERTAIN: f64 = 1e4;
const MOST_HEARD: f64 = 1e4;
const MOST_TOLD: f64 = 1e3;
/** Rounding can make the probability of something very unlikely negative. */
const LEAST: f64 = 1e-9;

/**
 * Estimates `value` and `certainty` of the unknown cells, in so many rounds, from the square roots
 * of what the lines told last for this puzzle, if anything: these lead to other solutions than
 * nothing. False, without estimates, if the `fewest` rounds take too long or the budget ran out.
 */
function estimate<W>(damped: bool, rounds: f64, fewest: f64): bool {
  Beliefs.damped = damped;
  if (mostRounds<W>() < fewest) return false;
  const isFirst = !Beliefs.ready;
  if (isFirst) takeTables<W>();
  for (let at = 0; at < Problem.cells * coloursOf<W>(); at++) {
    Beliefs.fromRow[at] = isFirst ? 1 : sqrt<f64>(Beliefs.fromRow[at]);
    Beliefs.fromColumn[at] = isFirst ? 1 : sqrt<f64>(Beliefs.fromColumn[at]);
  }
  return exchange<W>(rounds);
}

/** As `estimate`, for a later grid of the same puzzle: goes on from what was told before. */
function estimateAgain<W>(rounds: f64): bool {
  return exchange<W>(rounds);
}

function mostRounds<W>(): f64 {
  return floor(setting(Setting.beliefSteps) / <f64>stepsOfRound<W>());
}

function coloursOf<W>(): i32 {
  return isReference<W>() ? Problem.values - 1 : 1;
}

function takeTables<W>(): void {
  const longest = max(Problem.width, Problem.height);
  const colours = coloursOf<W>();
  let places = 0;
  for (let line = 0; line < Problem.lines; line++) places = max(places, placesOf(line));
  Beliefs.value = take<u8>(Problem.cells);
  Beliefs.certainty = take<f64>(Problem.cells);
  Beliefs.fromRow = takeUnset<f64>(colours * Problem.cells);
  Beliefs.fromColumn = takeUnset<f64>(colours * Problem.cells);
  Beliefs.known = takeUnset<f64>(colours * Problem.cells);
  Sums.ahead = takeUnset<f64>(max(places, longest + 1));
  Sums.behind = takeUnset<f64>(longest + 1);
  Sums.both = takeUnset<f64>(longest + 1);
  Sums.product = takeUnset<f64>(colours * (longest + 1));
  Sums.rise = takeUnset<f64>(colours * (longest + 1));
  Beliefs.ready = true;
}

/** The starts of all blocks of a line. */
function placesOf(line: i32): i32 {
  return (Problem.blockStart[line + 1] - Problem.blockStart[line]) * (Problem.slack[line] + 1);
}

/** Steps of a round (starts of blocks, and cells with their colours), some ten nanoseconds each. */
function stepsOfRound<W>(): i32 {
  let steps: i64 = 2 * <i64>Problem.cells * coloursOf<W>();
  for (let line = 0; line < Problem.lines; line++) steps += placesOf(line);
  return <i32>min<i64>(steps, i32.MAX_VALUE);
}

function exchange<W>(rounds: f64): bool {
  const stage = enterStage(Stage.beliefs);
  const isDone = exchangeAll<W>(<i32>min(rounds, mostRounds<W>()));
  enterStage(stage);
  return isDone;
}

function exchangeAll<W>(rounds: i32): bool {
  const width = Problem.width;
  const height = Problem.height;
  const slack = Problem.slack;
  const steps = stepsOfRound<W>();
  const fromRow = Beliefs.fromRow;
  const fromColumn = Beliefs.fromColumn;
  const mostInRow = mostHeard(width);
  const mostInColumn = mostHeard(height);
  look<W>();
  add(Statistic.estimates);
  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < height; row++) {
      if (slack[row] != 0) tell<W>(row, width, row * width, 1, mostInRow, fromColumn, fromRow);
    }
    for (let column = 0; column < width; column++) {
      const line = height + column;
      if (slack[line] != 0) {
        tell<W>(line, height, column, width, mostInColumn, fromRow, fromColumn);
      }
    }
    add(Statistic.beliefRounds);
    if (!spend(0, steps)) return false;
  }
  conclude<W>();
  return true;
}

/** Takes over what the grid knows. */
function look<W>(): void {
  const colours = coloursOf<W>();
  let at = 0;
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      const possible: f64 = hasValue<W>(row, column, 0) ? 1 : CERTAIN;
      for (let value = 1; value <= colours; value++) {
        Beliefs.known[at++] = hasValue<W>(row, column, value) ? possible : 1 / CERTAIN;
      }
    }
  }
}

function conclude<W>(): void {
  const colours = coloursOf<W>();
  let at = 0;
  for (let cell = 0; cell < Problem.cells; cell++) {
    // Blank has the odds 1.
    let best = 0;
    let most: f64 = 1;
    let sum: f64 = 1;
    for (let value = 1; value <= colours; value++) {
      const odds = Beliefs.fromRow[at] * Beliefs.fromColumn[at] * Beliefs.known[at];
      at++;
      sum += odds;
      if (odds <= most) continue;
      best = value;
      most = odds;
    }
    Beliefs.value[cell] = <u8>best;
    Beliefs.certainty[cell] = most / sum - 1 / <f64>(colours + 1);
  }
}

/**
 * e to a power of 700 at most; 0 for one below -700. The last digits of JavaScript's differ between
 * versions of V8, and so would searches: a few terms do, as long as they are the same everywhere.
 */
function exp(power: f64): f64 {
  if (power < -700) return 0;
  const twos = nearest<f64>(power / Math.LN2);
  const rest = power - twos * Math.LN2;
  let sum: f64 = 1;
  for (let i: f64 = 15; i > 0; i--) sum = 1 + (sum * rest) / i;
  return sum * reinterpret<f64>((1023 + <i64>twos) << 52);
}

/** The greatest odds heard in a line of `length` cells: no product of them leaves a double. */
function mostHeard(length: i32): f64 {
  return min(MOST_HEARD, exp((120 * Math.LN10) / <f64>length));
}

/** A value within bounds; faster than min and max, which have to look for negative zeros. */
function bounded(value: f64, least: f64, most: f64): f64 {
  return value < least ? least : value > most ? most : value;
}

/**
 * For each cell and colour of a line with slack: the odds that its clue alone implies, if all
 * others have the odds `heard` times what is known; at `(base + step * i) * colours + colour - 1`
 * of both.
 *
 * Weights are odds against blank: a placement's is the product over the cells that its blocks
 * cover. In slack space the sums over placements of the blocks before are running sums over starts:
 * some ten operations for each start of a block, and twenty for each cell and colour. The odds
 * heard are limited to `most`, and those told to MOST_TOLD.
 */
function tell<W>(
  line: i32,
  length: i32,
  base: i32,
  step: i32,
  most: f64,
  heard: Table<f64>,
  told: Table<f64>,
): void {
  const colours = coloursOf<W>();
  for (let colour = 0; colour < colours; colour++) {
    multiply(length, base * colours + colour, step * colours, most, heard, colour * (length + 1));
  }
  sumAhead<W>(line, length);
  cover<W>(line, length);
  if (isReference<W>()) answerColours(length, base, step, told);
  else answer(length, base, step, told);
}

/** Begins a row of `product` and `rise` at `to` with a colour's odds, at `base + step * i`. */
function multiply(length: i32, base: i32, step: i32, most: f64, heard: Table<f64>, to: i32): void {
  const known = Beliefs.known;
  const product = Sums.product;
  const rise = Sums.rise;
  const least = 1 / most;
  let running: f64 = 1;
  product[to] = 1;
  rise[to] = 0;
  for (let i = to, at = base; i < to + length; i++, at += step) {
    running *= bounded(heard[at] * known[at], least, most);
    product[i + 1] = running;
    rise[i + 1] = 0;
  }
}

/** Tells the cells of a line in black and white what follows from the sums. */
function answer(length: i32, base: i32, step: i32, told: Table<f64>): void {
  const product = Sums.product;
  const rise = Sums.rise;
  let covered: f64 = 0;
  for (let i = 0, at = base; i < length; i++, at += step) {
    covered = rise[i] + covered;
    const blank = max(LEAST, 1 - covered);
    const odds = (max(LEAST, covered) * product[i]) / (blank * product[i + 1]);
    const now = bounded(odds, 1 / MOST_TOLD, MOST_TOLD);
    told[at] = Beliefs.damped ? sqrt(told[at] * now) : now;
  }
}

/** As `answer`, for any number of colours. */
function answerColours(length: i32, base: i32, step: i32, told: Table<f64>): void {
  const product = Sums.product;
  const rise = Sums.rise;
  const colours = Problem.values - 1;
  for (let i = 0; i < length; i++) {
    let blank: f64 = 1;
    for (let k = i; k < colours * (length + 1); k += length + 1) {
      if (i > 0) rise[k] = rise[k] + rise[k - 1];
      blank -= rise[k];
    }
    blank = max(LEAST, blank);
    let at = (base + step * i) * colours;
    for (let k = i; k < colours * (length + 1); k += length + 1) {
      const odds = (max(LEAST, rise[k]) * product[k]) / (blank * product[k + 1]);
      const now = bounded(odds, 1 / MOST_TOLD, MOST_TOLD);
      told[at] = Beliefs.damped ? sqrt(told[at] * now) : now;
      at++;
    }
  }
}

/** Where the products of a block's colour begin, for a line of `length` cells. */
function rowOf<W>(block: i32, length: i32): i32 {
  return isReference<W>() ? (<i32>Problem.blockColour[block] - 1) * (length + 1) : 0;
}

/** Fills `ahead`; each block's weights are scaled, as only their ratios matter. */
function sumAhead<W>(line: i32, length: i32): void {
  const product = Sums.product;
  const ahead = Sums.ahead;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const starts = Problem.slack[line] + 1;
  const last = Problem.blockStart[line + 1] - 1;
  for (let s = 0; s < starts; s++) ahead[s] = 1;
  for (let block = Problem.blockStart[line], at = 0; block < last; block++, at += starts) {
    const from = rowOf<W>(block, length) + blockMin[block];
    const end = from + blockLength[block];
    let sum: f64 = 0;
    for (let s = 0; s < starts; s++) {
      sum += (ahead[at + s] * product[end + s]) / product[from + s];
      ahead[at + starts + s] = sum;
    }
    const scale = 1 / sum;
    for (let s = 0; s < starts; s++) ahead[at + starts + s] = ahead[at + starts + s] * scale;
  }
}

/** Adds up in `rise` how likely each start of each block is, from the last block to the first. */
function cover<W>(line: i32, length: i32): void {
  const product = Sums.product;
  const ahead = Sums.ahead;
  const behind = Sums.behind;
  const both = Sums.both;
  const rise = Sums.rise;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const starts = Problem.slack[line] + 1;
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  for (let s = 0; s < starts; s++) behind[s] = 1;
  for (let block = last, at = (last - first) * starts; block >= first; block--, at -= starts) {
    const from = rowOf<W>(block, length) + blockMin[block];
    const end = from + blockLength[block];
    let all: f64 = 0;
    let sum: f64 = 0;
    for (let s = starts - 1; s >= 0; s--) {
      const weight = (behind[s] * product[end + s]) / product[from + s];
      const weightOfAll = ahead[at + s] * weight;
      both[s] = weightOfAll;
      all += weightOfAll;
      sum += weight;
      behind[s] = sum;
    }
    const share = 1 / all;
    const scale = 1 / sum;
    for (let s = 0; s < starts; s++) {
      const likely = both[s] * share;
      rise[from + s] = rise[from + s] + likely;
      rise[end + s] = rise[end + s] - likely;
      behind[s] = behind[s] * scale;
    }
  }
}

class Modes {
  /** Whether the search is looking for a solution. */
  static finding: bool = false;
  /** How many turns have looked for a solution, the current one included. */
  static attempts: i32 = 0;
  /** Conflicts of the first turn for a proof after one that looks for a solution. */
  static proving: f64 = 0;
  /** For how many conflicts the first turn goes on if its clauses are of low rank. */
  static proofGoesOn: f64 = 0;
  /** The greatest mean rank with which it does. */
  static provingRank: f64 = 0;
  /** The number of conflicts at which the next turn begins. */
  static next: f64 = 0;
  /** How many times longer turns are than the first. */
  static growth: f64 = 1;
  /** Whether turns for a solution are long, with many rounds an estimate. */
  static isLarge: bool = false;
}

class Phases {
  /** By cell: the value that a guess tries first. */
  static value: Table<u8> = changetype<Table<u8>>(0);
  /** The most literals that were known without a contradiction. */
  static most: i32 = 0;
  /** How many literals were known at the last estimate, and how many more make another. */
  static estimatedAt: i32 = 0;
  static step: f64 = 0;
  /** The number of conflicts after which estimates end. */
  static end: f64 = 0;
}

/**
 * Begins with a puzzle. The first turn looks for a proof and is short, as what it decides needs no
 * estimates; it goes on while learned clauses are of low rank, as near a proof. If the puzzle is
 * symmetric, later ones are long: a solution not found soon is likely to be its own image, and hard
 * to find; and what a proof learns is learned with its images.
 */
export function startGuesses(isSymmetric: bool): void {
  Modes.finding = false;
  Modes.attempts = 0;
  Modes.growth = 1;
  Modes.proving = setting(isSymmetric ? Setting.provingSymmetric : Setting.proving);
  Modes.proofGoesOn = setting(isSymmetric ? Setting.provingSymmetric : Setting.firstProving);
  Modes.provingRank = setting(isSymmetric ? Setting.provingRankSymmetric : Setting.provingRank);
  Modes.next = <f64>Counters.conflicts + setting(Setting.firstProving);
  Modes.isLarge = <f64>min(Problem.width, Problem.height) > setting(Setting.largeSide);
  Beliefs.ready = false;
  beginTurn();
}

export function proveOnly(): void {
  Modes.finding = false;
  Modes.next = Infinity;
}

/** As `proveOnly`, in the midst of a search. */
export function turnToProof(): void {
  const wasFinding = Modes.finding;
  proveOnly();
  if (wasFinding) beginTurn();
}

function beginTurn(): void {
  add(Statistic.turns);
  enterStage(Modes.finding ? Stage.solution : Stage.proof);
}

/** Guesses a literal of the most active unassigned variable; returns false if all are assigned. */
export function decide<W>(): bool {
  for (;;) {
    const variable = heapPop();
    if (variable < 0) return false;
    if (Trail.value[2 * variable] != 0) continue;
    guess<W>(Modes.finding ? likelyLiteral<W>(variable) : 2 * variable);
    return true;
  }
}

/** A literal that gives a variable's cell its likely value, else the variable's own value. */
function likelyLiteral<W>(variable: i32): i32 {
  if (!hasColours<W>()) return 2 * variable + 1 - <i32>Phases.value[variable];
  const cell = variable / Problem.values;
  const literal = 2 * (cell * Problem.values + <i32>Phases.value[cell]);
  return Trail.value[literal] == 0 ? literal : 2 * variable;
}

function hasColours<W>(): bool {
  return isReference<W>() && Problem.values > 2;
}

/** Notes a conflict before it is taken back: keeps the values known before it. */
export function noteConflict<W>(): void {
  if (!Modes.finding || Trail.currentLevel == 0) return;
  const size = Trail.levelStart[Trail.currentLevel];
  if (size <= Phases.most) return;
  Phases.most = size;
  for (let i = 0; i < size; i++) {
    const literal = Trail.literals[i];
    if (!hasColours<W>()) Phases.value[literal >> 1] = <u8>(1 - (literal & 1));
    // A value that a cell does not have says nothing about the one it has.
    else if ((literal & 1) == 0) {
      const cell = (literal >> 1) / Problem.values;
      Phases.value[cell] = Trail.valueOf[literal >> 1];
    }
  }
}

/** Begins another turn if it is time; returns whether it did. */
export function changeMode<W>(): bool {
  const conflicts = <f64>Counters.conflicts;
  if (conflicts < Modes.next) return false;
  if (Modes.attempts == 0 && meanRank() <= Modes.provingRank) {
    Modes.next = conflicts + Modes.proofGoesOn;
    return false;
  }
  Modes.finding = !Modes.finding;
  if (Modes.finding && ++Modes.attempts > 1) Modes.growth *= setting(Setting.turnGrowth);
  const finding = setting(Modes.isLarge ? Setting.findingLarge : Setting.finding);
  const length = Modes.finding ? finding : Modes.proving;
  Modes.next = conflicts + length * Modes.growth;
  beginTurn();
  if (Modes.finding) aim<W>();
  return true;
}

/** Begins again to guess what is likely; looks for a proof if that cannot be estimated. */
function aim<W>(): void {
  backjump<W>(Learning.floor);
  const rounds = setting(Modes.isLarge ? Setting.beliefRoundsLarge : Setting.beliefRounds);
  if (!estimate<W>(Modes.attempts % 2 == 0, rounds, roundsAgain())) {
    turnToProof();
    return;
  }
  if (Modes.attempts == 1) Phases.value = take<u8>(Problem.cells);
  for (let cell = 0; cell < Problem.cells; cell++) Phases.value[cell] = Beliefs.value[cell];
  Phases.most = 0;
  Phases.end = 0;
  if (Modes.attempts > 1) {
    Phases.estimatedAt = Trail.size;
    Phases.step = <f64>(Trail.variables - Trail.size) * setting(Setting.freshShare);
    Phases.end = <f64>Counters.conflicts + setting(Setting.freshConflicts);
  }
  preferLikely<W>();
}

/** Estimates again what is likely if enough was learned about the cells since the last time. */
export function refresh<W>(): void {
  if (!Modes.finding || <f64>Counters.conflicts >= Phases.end) return;
  if (<f64>(Trail.size - Phases.estimatedAt) < Phases.step) return;
  Phases.estimatedAt = Trail.size;
  if (estimateAgain<W>(roundsAgain())) preferLikely<W>();
}

function roundsAgain(): f64 {
  return setting(Modes.isLarge ? Setting.beliefRoundsAgainLarge : Setting.beliefRoundsAgain);
}

function preferLikely<W>(): void {
  const likely = setting(Setting.likely);
  for (let variable = 0; variable < Trail.variables; variable++) {
    if (Trail.value[2 * variable] != 0) continue;
    const cell = hasColours<W>() ? variable / Problem.values : variable;
    Phases.value[cell] = Beliefs.value[cell];
    heapBump(variable, likely * Beliefs.certainty[cell]);
  }
}
