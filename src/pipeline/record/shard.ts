/** One part of a run that several machines share: every `of`-th entry, from the `part`-th on. */
export interface Shard {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/** The most parts that a run may be cut into. */
const MAX_SHARDS = 100_000;

/** A shard as people type it: `2/8`. */
export function shardText({ part, of }: Shard): string {
  return `${part}/${of}`;
}

/** The shard that `text` names; null if it names none. */
export function readShard(text: string): Shard | null {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (part === undefined) return null;
  const shard = { part: Number(part), of: Number(of) };
  return shard.part >= 1 && shard.part <= shard.of && shard.of <= MAX_SHARDS ? shard : null;
}

/**
 * Whether an entry belongs to a shard, by its place, from 0, among the entries of all corpora
 * together: one after the other goes to another part, so that hard ones spread.
 */
export function isInShard(index: number, { part, of }: Shard): boolean {
  return index % of === part - 1;
}
