import { countResults, listsAll } from '../store/listing/result-count.js';
import type { ResultList } from '../store/listing/result-filter.js';
import type { Store } from '../store/open/open.js';
import type { RunEntry } from './api.js';

/** How many counts are kept. */
const KEPT = 100;

/**
 * How many results lists have, counted one list after the other. Counts are kept for as long as the
 * results of their run stay the same.
 */
export class ResultCounts {
  private readonly cached = new Map<string, number>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: Store) {}

  /** Null if nobody waits for it any more. */
  of(run: RunEntry, list: ResultList, isWanted: () => boolean): Promise<number | null> {
    const { state, finishedAt, results } = run;
    // Of a run under way, too, it is known how many results there are.
    if (listsAll(list)) return Promise.resolve(results);
    const key = JSON.stringify([state, finishedAt, results, list]);
    const counted = this.queue.then(() => this.cached.get(key) ?? this.count(list, isWanted, key));
    this.queue = counted.catch(() => undefined);
    return counted;
  }

  private async count(
    list: ResultList,
    isWanted: () => boolean,
    key: string,
  ): Promise<number | null> {
    if (!isWanted()) return null;
    const count = await countResults(this.store, list, isWanted);
    if (count === null) return null;
    this.cached.set(key, count);
    const [oldest] = this.cached.keys();
    if (this.cached.size > KEPT) this.cached.delete(oldest);
    return count;
  }
}
