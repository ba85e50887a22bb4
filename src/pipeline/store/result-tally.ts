import {
  DIFFICULTY_CLASSES,
  NEEDS,
  difficultyClass,
  difficultyRank,
  type Needs,
} from '../../solver/core/result/difficulty.js';
import {
  depthKeyOf,
  depthOrder,
  SizeTally,
  TECHNIQUE_KEYS,
  type TechniqueKey,
  techniqueKeyOf,
} from '../record/figures.js';
import { grown, NumberList, PackedReader, PackedWriter, TopList } from './number-lists.js';
import { placeOf, puzzleIdOf } from '../record/puzzle-id.js';
import type { StoredResult, PuzzleResult } from '../../solver/core/result/result.js';
import {
  isUndecided,
  type Status,
  STATUSES,
  TECHNIQUES,
  type Technique,
} from '../../solver/core/result/outcome.js';
import { penalisedMs } from '../record/outcome.js';
import { CROSS_CHECKS } from '../../solver/core/result/result-columns.js';

/** What figures need of one result and its puzzle. */
export interface CountedResult {
  puzzleId: number;
  width: number;
  height: number;
  /** The cells that the clues fill. */
  filled: number;
  /** See `kindOfNumber`. */
  kind: number;
  depth: StoredResult['guessDepth'];
  depthMin: StoredResult['guessDepthMin'];
  ms: StoredResult['solveMs'];
  limitMs: StoredResult['limitMs'];
  score: StoredResult['difficulty'];
  stars: StoredResult['stars'];
  /** Whether something went wrong, so that nobody takes it over. */
  wentWrong: boolean | number;
}

/** How many of the hardest puzzles are named and drawn, of each kind. */
const HARDEST = 12;

interface KindCount {
  readonly kind: ResultKind;
  count: number;
}

/**
 * What is counted of the results of a run, for all of its figures: a pure value. Results are added
 * in any order, in any thread, and counts are merged with others, as bytes.
 */
export class ResultTally {
  private readonly kinds = new Map<number, KindCount>();
  private readonly depths = new Map<string, number>();
  readonly sizes = new SizeTally();
  /** Milliseconds of results with a verdict, and of the others, without what was taken over. */
  readonly decidedTimes = new NumberList();
  readonly openTimes = new NumberList();
  /** What the others count in PAR-2. */
  readonly openPenalties = new NumberList();
  /** Scores by the class of the puzzle: those of the last one are lower bounds. */
  readonly scores = Array.from({ length: DIFFICULTY_CLASSES }, () => new NumberList());
  /** How many results nobody takes over. */
  wentWrong = 0;
  /** The sum of the hashes of all rows, of puzzles, results and rejects: 32 bits. */
  rowsSum = 0;
  private readonly byScore = new TopList(HARDEST);
  private readonly byTime = new TopList(HARDEST);
  private readonly byGuessDepth = new TopList(HARDEST);

  /** Those of all puzzles, which are added apart. */
  readonly shapes = new ShapeKeys();

  /** @param withShapes whether shapes are kept, too: those of a run are too many */
  constructor(readonly withShapes = true) {}

  /** Adds a result, which is not kept. */
  add(result: CountedResult): void {
    const { puzzleId, width, height, filled, depth, depthMin, ms, limitMs, score, stars } = result;
    const counted = this.kindCount(result.kind);
    const { kind } = counted;
    counted.count++;
    const { isReused, isBound } = kind;
    if (result.wentWrong) this.wentWrong++;
    const status = kind.status as Status;
    const technique = kind.technique ?? null;
    const depthKey = depthKeyOf(status, technique, depth, depthMin);
    this.depths.set(depthKey, (this.depths.get(depthKey) ?? 0) + 1);
    this.sizes.add({ width, height, filled, ms, score, status, technique, isReused, isBound });
    const rated = { difficulty: score, difficultyBound: isBound, stars };
    if (score !== null) this.scores[difficultyClass(rated)].push(score);
    if (!isReused) {
      if (!isUndecided(status)) this.decidedTimes.push(ms);
      else {
        this.openTimes.push(ms);
        this.openPenalties.push(penalisedMs(status, ms, limitMs));
      }
    }
    // Nobody learns from an empty grid, which may be slow as the first of a run.
    if (filled === 0) return;
    const difficulty = difficultyRank(rated);
    if (difficulty !== null) this.byScore.add(difficulty, puzzleId);
    if (!isReused) this.byTime.add(ms, puzzleId);
    const rank = depthRank(result, ms);
    if (rank !== null) this.byGuessDepth.add(rank, puzzleId);
  }

  addRow(hash: number): void {
    this.rowsSum = (this.rowsSum + hash) >>> 0;
  }

  /** All of it as bytes, with the puzzles as places in a piece: see `absorbBytes`. */
  toBytes(): Uint8Array {
    const kinds = [...this.kinds].map(([number, { count }]) => [number, count]);
    const packed = new PackedWriter();
    packed.text(JSON.stringify([FORM, this.wentWrong, this.rowsSum, [...this.depths], kinds]));
    packed.wholes(this.sizes.toNumbers());
    for (const list of [this.byScore, this.byTime, this.byGuessDepth]) {
      const entries = list.entries().reverse();
      packed.numbers(Float64Array.from(entries, ([rank]) => rank));
      packed.wholes(entries.map(([, id]) => placeOf(id)));
    }
    for (const list of [this.decidedTimes, this.openTimes, this.openPenalties, ...this.scores]) {
      packed.numbers(list.sorted());
    }
    packed.numbers(this.shapes.idsOf().map(placeOf));
    packed.raw(this.shapes.words());
    return packed.take();
  }

  /** Adds what `toBytes` made, as taken over if `isReused`; false, adding none, for other bytes. */
  absorbBytes(bytes: Uint8Array, pieceId: number, isReused: boolean): boolean {
    const packed = new PackedReader(bytes);
    const head = readHead(packed.text());
    if (head === null) return false;
    const [, wentWrong, rowsSum, depths, kinds] = head;
    this.wentWrong += wentWrong;
    this.addRow(rowsSum);
    for (const [number, count] of kinds) {
      this.kindCount(isReused ? takenOverKind(number) : number).count += count;
    }
    for (const [key, count] of depths) this.depths.set(key, (this.depths.get(key) ?? 0) + count);
    this.sizes.addNumbers(packed.wholes(), !isReused);
    for (const list of [this.byScore, isReused ? null : this.byTime, this.byGuessDepth]) {
      const ranks = packed.numbers().slice();
      const places = packed.wholes();
      ranks.forEach((rank, i) => list?.add(rank, puzzleIdOf(pieceId, places[i])));
    }
    for (const list of [this.decidedTimes, this.openTimes, this.openPenalties]) {
      if (isReused) packed.skipNumbers();
      else list.addPacked(packed);
    }
    for (const list of this.scores) list.addPacked(packed);
    if (this.withShapes) this.shapes.addPacked(packed, pieceId);
    return true;
  }

  get puzzles(): number {
    return this.count(() => true);
  }

  count(isSuch: (kind: ResultKind) => boolean): number {
    let sum = 0;
    for (const { kind, count } of this.kinds.values()) if (isSuch(kind)) sum += count;
    return sum;
  }

  /** How many puzzles of each status have each technique, or what they have instead. */
  get byStatusAndTechnique(): Map<Status, Map<TechniqueKey, number>> {
    const statuses = STATUSES.map((status) => {
      const counts = TECHNIQUE_KEYS.map((key) => {
        const isSuch = (kind: ResultKind): boolean =>
          kind.status === status && techniqueKeyOf(status, kind.technique ?? null) === key;
        return [key, this.count(isSuch)] as const;
      });
      return [status, new Map(counts.filter(([, count]) => count > 0))] as const;
    });
    return new Map(statuses.filter(([, counts]) => counts.size > 0));
  }

  /** All statuses, even if no puzzle has them. */
  get byStatus(): Map<Status, number> {
    return new Map(STATUSES.map((one) => [one, this.count(({ status }) => status === one)]));
  }

  get byDepth(): Map<string, number> {
    return new Map([...this.depths].sort(([a], [b]) => depthOrder(a, b)));
  }

  /** One to five stars, all of them. */
  get byStars(): Map<number, number> {
    const counts = this.scores.map(({ length }) => length);
    const [, one, two, three, four, five, bounds] = counts;
    return new Map([one, two, three, four, five + bounds].map((count, i) => [i + 1, count]));
  }

  /** Every technique, the weakest first. */
  get byNeeds(): Map<Needs, number> {
    return new Map(NEEDS.map((one) => [one, this.count(({ needs }) => needs === one)]));
  }

  /** How many verdicts a second engine checked, by its answer. */
  get crossChecks() {
    const of = (answer: ResultKind['crossCheck']): number =>
      this.count(({ crossCheck }) => crossCheck === answer);
    return {
      agreed: of('agree'),
      disagreed: of('differ'),
      /** Its time ran out, or there was no verdict to compare with. */
      undecided: of('unknown'),
    };
  }

  /** How many authors' pictures or start positions there were, and of how many it is `open`. */
  fits(of: 'goalFit' | 'startFit') {
    const sums = { given: 0, wrong: 0, open: 0 };
    for (const { kind, count } of this.kinds.values()) {
      const fit = kind[of];
      if (fit == null) continue;
      sums.given += count;
      if (fit !== 'fits') sums[fit] += count;
    }
    return sums;
  }

  /** The ids of the puzzles that rank highest, the highest first. */
  hardest(by: 'byScore' | 'byTime' | 'byGuessDepth'): number[] {
    return this[by].entries().map(([, id]) => id);
  }

  private kindCount(number: number): KindCount {
    let counted = this.kinds.get(number);
    if (counted === undefined) {
      counted = { kind: kindOfNumber(number), count: 0 };
      this.kinds.set(number, counted);
    }
    return counted;
  }
}

/** Among equal depths, the slower one is harder: times weigh less than one level. Null for none. */
function depthRank({ depth, depthMin }: CountedResult, ms: number): number | null {
  const rank = depth ?? depthMin ?? 0;
  return rank > 0 ? rank + ms / (ms + 1000) : null;
}

/** The form of what `toBytes` makes; what has another is counted again. */
const FORM = 3;

/** What a run asks of the many pieces that it takes over: short, and read without the rest. */
type Head = readonly [
  form: typeof FORM,
  wentWrong: number,
  rowsSum: number,
  depths: readonly (readonly [string, number])[],
  kinds: readonly (readonly [number: number, count: number])[],
];

function readHead(text: string): Head | null {
  try {
    const head = JSON.parse(text) as Head;
    return head[0] === FORM ? head : null;
  } catch {
    return null;
  }
}

/** What `toBytes` says up to its first `]]]` (if there are results), in short; null if nothing. */
export function countsIn(bytes: Uint8Array) {
  const head = readHead(new PackedReader(bytes).text());
  if (head === null) return null;
  const [, wentWrong, rowsSum, , kinds] = head;
  const byStatus = new Map<Status, number>();
  for (const [number, count] of kinds) {
    const status = kindOfNumber(number).status as Status;
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
  }
  return { byStatus, wentWrong, rowsSum };
}

/** Adds the shapes that `toBytes` has of a piece; false, and nothing is added, if it has none. */
export function addShapesIn(bytes: Uint8Array, pieceId: number, shapes: ShapeKeys): boolean {
  const packed = new PackedReader(bytes);
  if (!packed.skipText(`[${FORM},`)) return false;
  for (let list = 0; list < 10 + DIFFICULTY_CLASSES; list++) packed.skipNumbers();
  shapes.addPacked(packed, pieceId);
  return true;
}

/** Of an author's picture, or a start position: whether it fits the clues. */
type Fit = 'fits' | 'wrong' | 'open';

/**
 * What of a result is one of a few words: a million results are of some hundred kinds, whose counts
 * make most figures. A word that its column does not have is undefined.
 */
export interface ResultKind {
  readonly status: Status | null | undefined;
  readonly technique: Technique | null | undefined;
  readonly needs: Needs | null | undefined;
  readonly crossCheck: PuzzleResult['crossCheck'] | undefined;
  /** Null without a picture, or a start position. */
  readonly goalFit: Fit | null | undefined;
  readonly startFit: Fit | null | undefined;
  /** Whether it has a checked proof. */
  readonly isProven: boolean;
  /** Whether it was taken over from another run, which its time is of. */
  readonly isReused: boolean;
  /** Whether its score is a lower bound. */
  readonly isBound: boolean;
  /** Whether it was tried once. */
  readonly isFirstTry: boolean;
}

/** The values of a field in their order, and the place of that of a result `r` of a puzzle `p`. */
type KindValues = readonly [values: readonly (string | boolean | null)[], placeSql: string];

const KIND_VALUES: readonly (readonly [keyof ResultKind, KindValues])[] = Object.entries({
  status: oneOf('r.status', STATUSES),
  technique: oneOf('r.technique', TECHNIQUES),
  needs: oneOf('r.needs', NEEDS),
  crossCheck: oneOf('r.cross_check', CROSS_CHECKS),
  goalFit: [[null, 'fits', 'wrong'], 'ifnull(1 + (r.goal_matches = 0), 0)'],
  startFit: [
    [null, 'fits', 'wrong', 'open'],
    `CASE WHEN p.start IS NULL THEN 0 WHEN r.solution IS NOT NULL THEN 1
      WHEN r.status = 'contradiction' THEN 2 ELSE 3 END`,
  ],
  isProven: [[false, true], 'r.proof IS NOT NULL'],
  isReused: [[false, true], 'r.reused_run IS NOT NULL'],
  isBound: [[false, true], 'r.difficulty_bound IS 1'],
  isFirstTry: [[false, true], 'r.attempts IS 1'],
} satisfies Record<keyof ResultKind, KindValues>) as [keyof ResultKind, KindValues][];

/** A word of a list, or null; what comes after all of them is another one. */
function oneOf(column: string, words: readonly string[]): KindValues {
  const cases = words.map((word, i) => `WHEN '${word}' THEN ${i + 1}`).join(' ');
  const other = `(${column} IS NOT NULL) * ${words.length + 1}`;
  return [[null, ...words], `CASE ${column} ${cases} ELSE ${other} END`];
}

/** Each field takes 4 bits, except for the last ones, which are one. */
const bitsOf = ([, [values]]: (typeof KIND_VALUES)[number]): number => (values.length > 2 ? 4 : 1);

const SHIFTS = KIND_VALUES.map((_, i) =>
  KIND_VALUES.slice(0, i).reduce((sum, field) => sum + bitsOf(field), 0),
);

/** The number of the kind of a result in SQL: ten words in one value. */
export const KIND_SQL = KIND_VALUES.map(([, [, place]], i) => `((${place}) << ${SHIFTS[i]})`).join(
  ' | ',
);

/** By field, the bits of each of its values. */
const BITS = Object.fromEntries(
  KIND_VALUES.map(([field, [values]], i) => [
    field,
    new Map(values.map((value, place) => [value, place << SHIFTS[i]])),
  ]),
) as unknown as Readonly<Record<keyof ResultKind, ReadonlyMap<unknown, number>>>;

/**
 * The number of a kind whose words are all known. It is written out, as this is asked of every
 * result of a run: a loop over the fields takes three times as long. Null and false are 0.
 */
export function numberOfKind(kind: ResultKind): number {
  const { status, technique, needs, crossCheck, goalFit, startFit } = kind;
  return (
    BITS.status.get(status)! |
    (technique === null ? 0 : BITS.technique.get(technique)!) |
    (needs === null ? 0 : BITS.needs.get(needs)!) |
    (crossCheck === null ? 0 : BITS.crossCheck.get(crossCheck)!) |
    (goalFit === null ? 0 : BITS.goalFit.get(goalFit)!) |
    (startFit === null ? 0 : BITS.startFit.get(startFit)!) |
    (kind.isProven ? IS_PROVEN : 0) |
    (kind.isReused ? IS_REUSED : 0) |
    (kind.isBound ? IS_BOUND : 0) |
    (kind.isFirstTry ? IS_FIRST_TRY : 0)
  );
}

const IS_PROVEN = BITS.isProven.get(true)!;
const IS_REUSED = BITS.isReused.get(true)!;
const IS_BOUND = BITS.isBound.get(true)!;
const IS_FIRST_TRY = BITS.isFirstTry.get(true)!;

/** The number of the same kind of a result that was taken over. */
export function takenOverKind(number: number): number {
  return number | IS_REUSED;
}

/** Whether a start position fits the clues, as far as it was found out. */
export function fitOfStart(hasSolution: boolean, status: Status): Fit {
  if (hasSolution) return 'fits';
  return status === 'contradiction' ? 'wrong' : 'open';
}

/** The kinds that were met, by their numbers. */
const KINDS_MET = new Map<number, ResultKind>();

function kindOfNumber(number: number): ResultKind {
  const kind = KINDS_MET.get(number) ?? readKind(number);
  KINDS_MET.set(number, kind);
  return kind;
}

function readKind(number: number): ResultKind {
  return Object.fromEntries(
    KIND_VALUES.map((field, i) => {
      const [name, [values]] = field;
      return [name, values[(number >> SHIFTS[i]) & (2 ** bitsOf(field) - 1)]];
    }),
  ) as unknown as ResultKind;
}

/** Which of the groups are named, and how many puzzles of each. */
interface NamedGroups {
  /** How many groups are passed over before the first that is named. */
  readonly skip?: number;
  readonly groups: number;
  readonly members: number;
}

/** How many digits of a shape are one number, and how many are left. */
const KEY_DIGITS = 13;
const REST_DIGITS = 3;

/** The bits of these, and how many bits of a number share a word with them. */
const REST_BITS = 4 * REST_DIGITS;
const SPLIT_BITS = 32 - REST_BITS;

/**
 * Collects the shapes of puzzles, to find shapes that occur twice: as numbers, 18 bytes a puzzle.
 * Of many puzzles it collects one of several parts, in which equal ones are together.
 */
export class ShapeKeys {
  private ids: Float64Array = new Float64Array();
  private keys: Float64Array = new Float64Array();
  private rests: Uint16Array = new Uint16Array();
  private length = 0;

  constructor(
    private readonly part = 0,
    private readonly parts = 1,
  ) {}

  /** Adds the shape of a puzzle, hexadecimal digits. */
  add(id: number, shape: string): void {
    this.addHalves(id, Number.parseInt(shape.slice(0, 8), 16), Number.parseInt(shape.slice(8), 16));
  }

  /** The same of its bytes: to make a text of them would take longer than all else here. */
  addBytes(id: number, bytes: Uint8Array, at: number): void {
    const half = (from: number): number =>
      bytes[from] * 2 ** 24 + (bytes[from + 1] << 16) + (bytes[from + 2] << 8) + bytes[from + 3];
    this.addHalves(id, half(at), half(at + 4));
  }

  private addHalves(id: number, high: number, low: number): void {
    if ((high + low) % this.parts !== this.part) return;
    const at = this.length++;
    if (at === this.keys.length) this.grow(at + 1);
    this.ids[at] = id;
    this.keys[at] = high * 2 ** SPLIT_BITS + (low >>> REST_BITS);
    this.rests[at] = low & (2 ** REST_BITS - 1);
  }

  /** Those that were added, in the order of the ids: two words for each. */
  words(): Uint32Array {
    this.order();
    const words = new Uint32Array(2 * this.length);
    for (let i = 0; i < this.length; i++) {
      words[2 * i] = Math.floor(this.keys[i] / 2 ** SPLIT_BITS);
      words[2 * i + 1] = (this.keys[i] % 2 ** SPLIT_BITS) * 2 ** REST_BITS + this.rests[i];
    }
    return words;
  }

  /** The ids of these puzzles, in the same order. */
  idsOf(): Float64Array {
    this.order();
    return this.ids.subarray(0, this.length);
  }

  /** Adds what `ResultTally.toBytes` has packed of a piece: places, and two words for each. */
  addPacked(packed: PackedReader, pieceId: number): void {
    const places = packed.numbers();
    const words = packed.words(2 * places.length);
    for (let i = 0; i < places.length; i++) {
      this.addHalves(puzzleIdOf(pieceId, places[i]), words[2 * i], words[2 * i + 1]);
    }
  }

  /** The groups of one shape, in the order in which their first puzzles were added. */
  repeated({ skip = 0, groups, members }: NamedGroups) {
    const { firstOf, counts } = this.firstOnes();
    // Of each the ids of its first puzzles.
    const named = new Map<number, { shape: string; count: number; first: number[] }>();
    let all = 0;
    let surplus = 0;
    for (let i = 0; i < this.length; i++) {
      const count = counts[i];
      if (count < 2) continue;
      surplus += count - 1;
      if (all >= skip && all < skip + groups) {
        named.set(i, { shape: this.shapeAt(i), count, first: [] });
      }
      all++;
    }
    for (let i = 0; named.size > 0 && i < this.length; i++) {
      const first = named.get(firstOf[i])?.first;
      if (first !== undefined && first.length < members) first.push(this.ids[i]);
    }
    return {
      groups: all,
      /** How many puzzles would have to go, so that each is there once. */
      surplus,
      /** Those that are named. */
      first: [...named.values()],
    };
  }

  /** For each puzzle the first of its shape; for that one how many there are, 0 for others. */
  private firstOnes(): { firstOf: Int32Array; counts: Int32Array } {
    const firstOf = new Int32Array(this.length);
    const counts = new Int32Array(this.length);
    // Of each shape the place of its first puzzle, from 1 on, where its last bits say, or in the
    // next free place.
    const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.length + 2)));
    for (let i = 0; i < this.length; i++) {
      let at = (this.keys[i] % 2 ** 31) & (places.length - 1);
      let first = places[at] - 1;
      while (first >= 0 && !this.areEqual(first, i)) {
        at = (at + 1) & (places.length - 1);
        first = places[at] - 1;
      }
      if (first < 0) {
        first = i;
        places[at] = i + 1;
      }
      firstOf[i] = first;
      counts[first]++;
    }
    return { firstOf, counts };
  }

  private areEqual(one: number, other: number): boolean {
    return this.keys[one] === this.keys[other] && this.rests[one] === this.rests[other];
  }

  private shapeAt(i: number): string {
    const key = this.keys[i].toString(16).padStart(KEY_DIGITS, '0');
    return key + this.rests[i].toString(16).padStart(REST_DIGITS, '0');
  }

  /** Puts the puzzles in the order of their ids. */
  private order(): void {
    const { ids, keys, rests, length } = this;
    if (ids.subarray(1, length).every((id, i) => id >= ids[i])) return;
    const order = Array.from({ length }, (_, i) => i).sort((one, other) => ids[one] - ids[other]);
    this.ids = Float64Array.from(order, (i) => ids[i]);
    this.keys = Float64Array.from(order, (i) => keys[i]);
    this.rests = Uint16Array.from(order, (i) => rests[i]);
  }

  private grow(least: number): void {
    const { length } = this.keys;
    this.ids = grown(this.ids, length, least);
    this.keys = grown(this.keys, length, least);
    this.rests = grown(this.rests, length, least);
  }
}
