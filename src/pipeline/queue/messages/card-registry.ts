import type { Redis } from '../link/bullmq.js';
import { runCard, workerCard, type RunCard, type WorkerCard } from './cards.js';
import { readFields } from './fields.js';
import type { GenericSchema } from 'valibot';
import { PREFIX } from '../link/names.js';

/** Someone who is, or was, at the queue; times are those of Redis. */
export type SeenCard<Card> = Card & { readonly seenMsAgo: number };

/** Entries that nobody renews are gone after a day at the latest. */
const CARD_SECONDS = 86_400;

/** Sets the time of an id in the index, in milliseconds, and its entry. */
const ANNOUNCE = `
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
  redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3])`;

/** Characters of a reason that a stranger may have written. */
const MOST_REASON = 500;

/**
 * Who is at the queue: a sorted set of ids by the time they were last seen, and an entry for each.
 * Redis tells the time, so that the clocks of the machines do not matter.
 */
export class CardRegistry<Card extends object> {
  private readonly index: string;

  private constructor(
    private readonly redis: Redis,
    private readonly kind: 'worker' | 'run',
    private readonly schema: GenericSchema<Card>,
  ) {
    this.index = `${PREFIX}:${kind}s`;
  }

  static workers(redis: Redis): CardRegistry<WorkerCard> {
    return new CardRegistry<WorkerCard>(redis, 'worker', workerCard);
  }

  static runs(redis: Redis): CardRegistry<RunCard> {
    return new CardRegistry<RunCard>(redis, 'run', runCard);
  }

  /**
   * Notes that `id` is there, by one command: Redis takes those of a connection in their order, so
   * what is announced before a removal cannot arrive after it.
   */
  async announce(id: string, card: Card): Promise<void> {
    const text = JSON.stringify(card);
    await this.redis.eval(ANNOUNCE, 2, this.index, this.key(id), id, text, CARD_SECONDS);
  }

  async remove(id: string): Promise<void> {
    await this.redis.multi().zrem(this.index, id).del(this.key(id)).del(this.shutOutKey(id)).exec();
  }

  /** Asks `id` to leave the queue: it looks for that whenever it announces itself. */
  async shutOut(id: string, reason: string): Promise<void> {
    await this.redis.set(this.shutOutKey(id), reason, 'EX', `${CARD_SECONDS}`);
  }

  /** Why `id` is to leave the queue, or null if it is not. */
  async whyShutOut(id: string): Promise<string | null> {
    return (await this.redis.get(this.shutOutKey(id)))?.slice(0, MOST_REASON) ?? null;
  }

  async has(id: string): Promise<boolean> {
    return (await this.redis.zscore(this.index, id)) !== null;
  }

  /** Everybody with a valid entry, the latest seen last. Broken entries are removed. */
  async all(): Promise<readonly SeenCard<Card>[]> {
    const now = await this.now();
    const found = await this.redis.zrange(this.index, '0', '-1', 'WITHSCORES');
    if (found.length === 0) return [];
    const ids = found.filter((_, i) => i % 2 === 0);
    const cards = await this.redis.mget(ids.map((id) => this.key(id)));
    const seen: SeenCard<Card>[] = [];
    for (const [i, id] of ids.entries()) {
      const card = this.read(cards[i]);
      if (card === null) await this.remove(id);
      else seen.push({ ...card, seenMsAgo: now - Number(found[2 * i + 1]) });
    }
    return seen;
  }

  private read(text: string | null): Card | null {
    if (text === null) return null;
    try {
      return readFields(this.schema, JSON.parse(text));
    } catch {
      return null;
    }
  }

  private async now(): Promise<number> {
    const [seconds, microseconds] = await this.redis.time();
    return seconds * 1000 + Math.floor(microseconds / 1000);
  }

  private key(id: string): string {
    return `${PREFIX}:${this.kind}:${id}`;
  }

  private shutOutKey(id: string): string {
    return `${this.key(id)}:shut-out`;
  }
}
