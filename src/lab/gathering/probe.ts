import { countText, durationText } from '../../solver/core/text/numbers.js';
import { isQuotaFull, type Gathering } from './gathering.js';
import { bandText, type RandomPuzzlesWanted } from './recipe.js';

/** Candidates of each size that are looked at before anything is said of them. */
const LEAST_TRIED = 4096;

/** The probe ends with so many candidates of all sizes, or after so long. */
const ENOUGH_TRIED = 65_536;
const ENOUGH_MS = 20_000;

/** What takes longer than this must be asked for. */
const LONG_MS = 3_600_000;

/** If none was found among n, there is, with 95 % confidence, less than 1 in n / 3. */
const NONE_FOUND = 3;

/** Tells from the first candidates what the rest will take. */
export class Probe {
  private readonly began = performance.now();
  /** Milliseconds of threads, and candidates, by size, of this session. */
  private readonly spent: { ms: number; tried: number }[];
  private isOver = false;

  constructor(
    private readonly from: RandomPuzzlesWanted,
    private readonly gathering: Gathering,
    private readonly threads: number,
  ) {
    this.spent = from.sizes.map(() => ({ ms: 0, tried: 0 }));
  }

  note(size: number, tried: number, ms: number): void {
    this.spent[size].ms += ms;
    this.spent[size].tried += tried;
  }

  /** Whether enough is known by now, for the first time. */
  isReady(): boolean {
    if (this.isOver) return false;
    const { buckets, tried } = this.gathering;
    const open = buckets.filter((ofSize) => !ofSize.every(isQuotaFull));
    if (open.some((ofSize) => Math.max(...ofSize.map((one) => one.tried)) < LEAST_TRIED)) {
      return false;
    }
    this.isOver = tried >= ENOUGH_TRIED || performance.now() - this.began >= ENOUGH_MS;
    return this.isOver;
  }

  /**
   * How long the rest will take, in milliseconds; at least, if there are kinds of which none was
   * found.
   */
  get leftMs(): number {
    const sizes = this.gathering.buckets.map((ofSize, size) => {
      const { ms, tried } = this.spent[size];
      const needed = ofSize.map((bucket) =>
        isQuotaFull(bucket)
          ? 0
          : ((bucket.quota - bucket.kept) * bucket.tried) / (bucket.kept || NONE_FOUND),
      );
      return tried === 0 ? 0 : (Math.max(...needed) * ms) / tried;
    });
    return sizes.reduce((sum, ms) => sum + ms, 0) / this.threads;
  }

  get isLong(): boolean {
    return this.leftMs > LONG_MS;
  }

  /** How rare each kind is of which more is wanted, in a sentence each, the rarest first. */
  get rarities(): string[] {
    const { from, gathering } = this;
    const density = from.density.from === from.density.to ? String(from.density.from) : null;
    const at = density ?? `${from.density.from} to ${from.density.to}`;
    return gathering.buckets
      .flatMap((ofSize, size) =>
        ofSize
          .map((bucket, band) => ({ bucket, band, size }))
          .filter(({ bucket }) => !isQuotaFull(bucket)),
      )
      .sort((one, other) => rarity(other.bucket) - rarity(one.bucket))
      .map(({ bucket, band, size }) => {
        const { width, height } = from.sizes[size];
        const { kept, tried, quota } = bucket;
        const what = bandText(from.bands[band]) || 'puzzles of the kind';
        const share =
          kept === 0
            ? `none among ${countText(tried)} (so fewer than 1 in ${countText(Math.floor(tried / NONE_FOUND))})`
            : `about 1 in ${inText(tried / kept)}`;
        return `${what} at ${width}x${height}: ${share} at density ${at}, ${countText(quota)} wanted`;
      });
  }

  /** `about 9 h`, or `more than 9 h` if there are kinds of which none was found. */
  get timeText(): string {
    const isLeast = this.gathering.buckets
      .flat()
      .some(({ kept, quota }) => kept === 0 && quota > 0);
    return `${isLeast ? 'more than' : 'about'} ${durationText(this.leftMs)}`;
  }
}

function rarity({ kept, tried }: { readonly kept: number; readonly tried: number }): number {
  return tried / (kept || 1 / NONE_FOUND);
}

function inText(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : countText(Math.round(ratio));
}
