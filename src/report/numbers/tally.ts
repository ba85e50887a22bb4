import { STATUSES, type Status, type Technique } from '../../result/outcome.js';
import type { ScannedResult } from '../../store/queries/result-scan.js';
import { ShapeKeys } from '../../store/queries/shape-keys.js';
import { NumberList } from './quantiles.js';
import { binOf, emptyBins, type TimeBins } from '../../result/time-bins.js';
import { TopList } from './top-list.js';

/** In the order in which they are shown. */
export const TECHNIQUES: readonly (Technique | 'unproven')[] = [
  'line',
  'probe',
  'search',
  'unproven',
];

/** A guess depth: `2` is known, `2+` is "at least 2", `none` if there is no depth. */
export type DepthKey = string;

/** How many verdicts a second engine checked, by its answer. */
export interface CrossChecks {
  agreed: number;
  disagreed: number;
  /** Its time ran out, or there was no verdict to compare with. */
  undecided: number;
}

/** How many authors' pictures or start positions came with the puzzles, and how they fit the clues. */
export interface Fits {
  given: number;
  wrong: number;
  /** Whether they fit was not found out. */
  open: number;
}

/** The puzzles of one size. */
export interface SizeNumbers {
  readonly width: number;
  readonly height: number;
  puzzles: number;
  readonly timeBins: TimeBins;
}

const OUTCOMES = { agree: 'agreed', differ: 'disagreed', unknown: 'undecided' } as const;

/** Adds up results one by one: all that the numbers of a run need from its rows. */
export class Tally {
  readonly byStatusAndTechnique = new Map<Status, Map<Technique | 'unproven', number>>();
  readonly crossChecks: CrossChecks = { agreed: 0, disagreed: 0, undecided: 0 };
  readonly goals: Fits = { given: 0, wrong: 0, open: 0 };
  readonly starts: Fits = { given: 0, wrong: 0, open: 0 };
  readonly shapes = new ShapeKeys();
  readonly times = new NumberList();
  /** Ids of puzzles. */
  readonly hardestByTime: TopList<number>;
  readonly hardestByGuessDepth: TopList<number>;
  totalMs = 0;
  /** Verdicts with a checked proof. */
  proven = 0;
  penalisedMs = 0;
  private readonly depths = new Map<number, number>();
  private readonly sizes = new Map<number, SizeNumbers>();

  constructor(
    readonly timeoutMs: number | null,
    hardest: number,
  ) {
    this.hardestByTime = new TopList(hardest);
    this.hardestByGuessDepth = new TopList(hardest);
  }

  add(scanned: ScannedResult): void {
    const [id, width, height, status, technique, depth, depthMin, ms, crossCheck] = scanned;
    const [, , , , , , , , , goalMatches, startFit, shape, isProven] = scanned;
    if (goalMatches !== null) {
      this.goals.given++;
      if (goalMatches === 0) this.goals.wrong++;
    }
    if (startFit !== null) {
      this.starts.given++;
      if (startFit !== 'fits') this.starts[startFit]++;
    }
    this.shapes.add(shape);
    let techniques = this.byStatusAndTechnique.get(status);
    if (techniques === undefined) {
      techniques = new Map<Technique | 'unproven', number>();
      this.byStatusAndTechnique.set(status, techniques);
    }
    increase(techniques, technique ?? 'unproven');
    increase(this.depths, depth !== null ? depth : depthMin !== null ? -1 - depthMin : NaN);
    this.addSize(width, height, ms);
    if (crossCheck !== null) this.crossChecks[OUTCOMES[crossCheck]]++;
    this.proven += isProven;
    this.times.push(ms);
    this.totalMs += ms;
    const open = status === 'timeout' || status === 'memory' || status === 'crash';
    this.penalisedMs += open ? 2 * (this.timeoutMs ?? ms) : ms;
    if (ms > this.hardestByTime.threshold) this.hardestByTime.add(ms, id);
    const rank = depth ?? depthMin ?? 0;
    // Among equal depths, the slower one: times weigh less than one level.
    if (rank > 0) this.hardestByGuessDepth.add(rank + ms / (ms + 1000), id);
  }

  /** All statuses, even if no puzzle has them. */
  byStatus(): Map<Status, number> {
    const count = (status: Status): number => {
      let sum = 0;
      for (const n of this.byStatusAndTechnique.get(status)?.values() ?? []) sum += n;
      return sum;
    };
    return new Map(STATUSES.map((status) => [status, count(status)]));
  }

  /** All techniques, even if no puzzle has them. */
  byTechnique(): Map<Technique | 'unproven', number> {
    const count = (technique: Technique | 'unproven'): number => {
      let sum = 0;
      for (const counts of this.byStatusAndTechnique.values()) sum += counts.get(technique) ?? 0;
      return sum;
    };
    return new Map(TECHNIQUES.map((technique) => [technique, count(technique)]));
  }

  /** Ascending; "at least 2" after 2, and `none` last. */
  byGuessDepth(): Map<DepthKey, number> {
    const place = (depth: number): number =>
      Number.isNaN(depth) ? Infinity : depth >= 0 ? depth : -1 - depth + 0.5;
    const key = (depth: number): DepthKey =>
      Number.isNaN(depth) ? 'none' : depth >= 0 ? String(depth) : `${-1 - depth}+`;
    return new Map(
      [...this.depths]
        .sort(([a], [b]) => (place(a) < place(b) ? -1 : 1))
        .map(([depth, count]) => [key(depth), count]),
    );
  }

  /** In the order of the number of cells, wide ones after narrow ones. */
  bySize(): SizeNumbers[] {
    return [...this.sizes.values()].sort(
      (a, b) => a.width * a.height - b.width * b.height || a.width - b.width,
    );
  }

  private addSize(width: number, height: number, ms: number): void {
    const key = width * 0x10000 + height;
    let size = this.sizes.get(key);
    if (size === undefined) {
      size = { width, height, puzzles: 0, timeBins: emptyBins() };
      this.sizes.set(key, size);
    }
    size.puzzles++;
    size.timeBins[binOf(ms)]++;
  }
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
