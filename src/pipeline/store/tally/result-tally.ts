import {
  DIFFICULTY_CLASSES,
  NEEDS,
  difficultyClass,
  difficultyRank,
  type Needs,
} from '../../../solver/core/result/difficulty.js';
import {
  type DepthKey,
  depthKeyOf,
  depthOrder,
  type SizeAsJson,
  SizeTally,
  TECHNIQUE_KEYS,
  type TechniqueKey,
  techniqueKeyOf,
} from '../../record/figures.js';
import { placeOf, puzzleIdOf } from '../../record/puzzle-id.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import { isUndecided, type Status, STATUSES } from '../../../solver/core/result/outcome.js';
import { penalisedMs } from '../../record/outcome.js';
import { NumberList, PackedReader, TopList, packedNumbers, packedText } from './number-lists.js';
import { kindOfNumber, takenOverKind, type ResultKind } from './result-kinds.js';
import { ShapeKeys } from './shape-keys.js';

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

/** How many verdicts a second engine checked, by its answer. */
export interface CrossChecks {
  readonly agreed: number;
  readonly disagreed: number;
  /** Its time ran out, or there was no verdict to compare with. */
  readonly undecided: number;
}

/**
 * How many authors' pictures or start positions came with the puzzles, and how they fit the clues.
 */
export interface Fits {
  readonly given: number;
  readonly wrong: number;
  /** Whether they fit was not found out. */
  readonly open: number;
}

/** How many of the hardest puzzles are named and drawn, of each kind. */
const HARDEST = 12;

/** How many results are of a kind. */
interface KindCount {
  readonly kind: ResultKind;
  count: number;
}

/**
 * What is counted of the results of a run, from which all its figures are made: a pure value.
 * Results are added in any order, in one thread or in several, and what was counted of some is
 * merged with what was counted of others, as bytes.
 */
export class ResultTally {
  private readonly kinds = new Map<number, KindCount>();
  private readonly depths = new Map<DepthKey, number>();
  /** Those of all puzzles, which are added apart. */
  readonly shapes = new ShapeKeys();
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

  /** Adds a result, which is not kept. */
  add(result: CountedResult): void {
    const { puzzleId, width, height, filled, depth, depthMin, ms, limitMs, score, stars } = result;
    const counted = this.kindCount(result.kind);
    const { kind } = counted;
    counted.count++;
    const { isReused, isBound } = kind;
    if (result.wentWrong) this.wentWrong++;
    const known = kind.status as Status;
    const by = kind.technique ?? null;
    const depthKey = depthKeyOf(known, by, depth, depthMin);
    this.depths.set(depthKey, (this.depths.get(depthKey) ?? 0) + 1);
    this.sizes.add({
      width,
      height,
      filled,
      ms,
      score,
      status: known,
      technique: by,
      isReused,
      isBound,
    });
    const rated = { difficulty: score, difficultyBound: isBound, stars };
    if (score !== null) this.scores[difficultyClass(rated)].push(score);
    if (!isReused) {
      if (!isUndecided(known)) this.decidedTimes.push(ms);
      else {
        this.openTimes.push(ms);
        this.openPenalties.push(penalisedMs(known, ms, limitMs));
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

  /** Adds the hash of a row. */
  addRow(hash: number): void {
    this.rowsSum = (this.rowsSum + hash) >>> 0;
  }

  /** All of it as bytes, with the puzzles as places in a piece: see `absorbBytes`. */
  toBytes(): Uint8Array {
    const tops = [this.byScore, this.byTime, this.byGuessDepth].map((list) =>
      list.entries(HARDEST).map(([rank, id]) => [rank, placeOf(id)]),
    );
    const head = [
      FORM,
      [...this.kinds].map(([number, { count }]) => [number, count]),
      [...this.depths],
      this.sizes,
      tops,
      this.wentWrong,
      this.rowsSum,
    ];
    const lists = [this.decidedTimes, this.openTimes, this.openPenalties, ...this.scores];
    const places = this.shapes.idsOf().map(placeOf);
    const words = this.shapes.words();
    const bytes = Buffer.concat([
      packedText(JSON.stringify(head)),
      ...lists.map((list) => packedNumbers(list.sorted())),
      packedNumbers(places),
      new Uint8Array(words.buffer, words.byteOffset, words.byteLength),
    ]);
    // Small buffers share memory, all of which would travel to another thread with them.
    return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);
  }

  /**
   * Takes in what `toBytes` made of the results of a piece, as those of a run that takes them over
   * if it is `isReused`. False, and nothing is taken in, if the bytes are none of these.
   */
  absorbBytes(bytes: Uint8Array, pieceId: number, isReused: boolean): boolean {
    const packed = new PackedReader(bytes);
    const head = readHead(packed.text());
    if (head === null) return false;
    const [, kinds, depths, sizes, tops, wentWrong, rowsSum] = head;
    this.wentWrong += wentWrong;
    this.addRow(rowsSum);
    for (const [number, count] of kinds) {
      this.kindCount(isReused ? takenOverKind(number) : number).count += count;
    }
    for (const [key, count] of depths) this.depths.set(key, (this.depths.get(key) ?? 0) + count);
    this.sizes.addJson(sizes, !isReused);
    const ranked = [this.byScore, isReused ? null : this.byTime, this.byGuessDepth];
    ranked.forEach((list, i) => {
      for (const [rank, place] of tops[i]) list?.add(rank, puzzleIdOf(pieceId, place));
    });
    const { decidedTimes, openTimes, openPenalties } = this;
    for (const list of [decidedTimes, openTimes, openPenalties]) {
      const numbers = packed.numbers();
      if (!isReused) list.addAll(numbers);
    }
    for (const list of this.scores) list.addAll(packed.numbers());
    const ids = packed.numbers().map((place) => puzzleIdOf(pieceId, place));
    this.shapes.addWords(ids, packed.words(2 * ids.length));
    return true;
  }

  /** How many results there are. */
  get puzzles(): number {
    return this.count(() => true);
  }

  /** How many of these results are such. */
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

  get byDepth(): Map<DepthKey, number> {
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

  get crossChecks(): CrossChecks {
    const of = (answer: ResultKind['crossCheck']): number =>
      this.count(({ crossCheck }) => crossCheck === answer);
    return { agreed: of('agree'), disagreed: of('differ'), undecided: of('unknown') };
  }

  /** How authors' pictures fit, or start positions. */
  fits(of: 'goalFit' | 'startFit'): Fits {
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
    return this[by].ids(HARDEST);
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
const FORM = 1;

type Head = readonly [
  form: typeof FORM,
  kinds: readonly (readonly [number: number, count: number])[],
  depths: readonly (readonly [DepthKey, number])[],
  sizes: readonly SizeAsJson[],
  tops: readonly (readonly (readonly [rank: number, place: number])[])[],
  wentWrong: number,
  rowsSum: number,
];

function readHead(text: string): Head | null {
  try {
    const head = JSON.parse(text) as Head;
    return head[0] === FORM ? head : null;
  } catch {
    return null;
  }
}

/** What `toBytes` says in few words. */
interface FewCounts extends Pick<ResultTally, 'wentWrong' | 'rowsSum'> {
  readonly byStatus: ReadonlyMap<Status, number>;
}

/** How many results of each status there are; null if it says nothing. */
export function countsIn(bytes: Uint8Array): FewCounts | null {
  const head = readHead(new PackedReader(bytes).text());
  if (head === null) return null;
  const byStatus = new Map<Status, number>();
  for (const [number, count] of head[1]) {
    const status = kindOfNumber(number).status as Status;
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
  }
  return { byStatus, wentWrong: head[5], rowsSum: head[6] };
}
