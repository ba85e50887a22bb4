/** Refused answers in a row after which a worker is shut out. */
const MOST_REFUSED = 3;

/**
 * For how many workers this is kept: the workers that were not heard of for longest are forgotten.
 */
const MOST_REMEMBERED = 10_000;

interface Conduct {
  /** Whether it has ever sent an answer that could be used. */
  readonly isTrusted: boolean;
  /** Refused answers since then. */
  readonly refused: number;
  /** What the last of them was about. */
  readonly last: object | null;
}

const NEWCOMER: Conduct = { isTrusted: false, refused: 0, last: null };

/**
 * How the workers of a run answer, and who is shut out. A worker that never sent anything sound is
 * to blame for whatever it sends. If a trusted one fails, its puzzle may be to blame: only failures
 * at different batches count.
 */
export class Conducts {
  private readonly known = new Map<string, Conduct>();
  private readonly out = new Set<string>();

  isTrusted(worker: string): boolean {
    return this.known.get(worker)?.isTrusted ?? false;
  }

  isShutOut(worker: string): boolean {
    return this.out.has(worker);
  }

  /** Notes an answer that can be used. */
  praise(worker: string): void {
    this.remember(worker, { isTrusted: true, refused: 0, last: null });
  }

  /** Notes an answer to `batch` that is refused, and returns whether its worker is now shut out. */
  blame(worker: string, batch: object): boolean {
    const { isTrusted, refused, last } = this.known.get(worker) ?? NEWCOMER;
    const more = isTrusted && last === batch ? refused : refused + 1;
    this.remember(worker, { isTrusted, refused: more, last: batch });
    if (more < MOST_REFUSED) return false;
    this.out.add(worker);
    return true;
  }

  private remember(worker: string, conduct: Conduct): void {
    this.known.delete(worker);
    this.known.set(worker, conduct);
    for (const [oldest] of this.known) {
      if (this.known.size <= MOST_REMEMBERED) break;
      this.known.delete(oldest);
    }
  }
}
