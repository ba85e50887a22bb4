import { shardText } from '../../result/run/shard.js';
import { STATE_WORDS } from '../../result/run/run-state.js';
import type { Part } from './part.js';

/** How many missing parts are named. */
const NAMED = 20;

/** The parts that are not there, or not complete, a phrase each; of many the first. */
export function missingParts(parts: readonly Part[]): readonly string[] {
  const { of } = parts[0].shard;
  const missing: string[] = [];
  for (let number = 1; number <= of; number++) {
    const there = parts.filter(({ shard }) => shard.part === number);
    if (there.some(({ state }) => state === 'complete')) continue;
    const text = `part ${shardText({ part: number, of })}`;
    missing.push(
      there.length === 0
        ? `${text} is missing`
        : `${text} is not complete (${there[0].path}: ${STATE_WORDS[there[0].state]})`,
    );
  }
  const more = missing.length - NAMED;
  return more > 0 ? [...missing.slice(0, NAMED), `and ${more} more`] : missing;
}
