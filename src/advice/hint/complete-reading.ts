import type { Clue } from '../../puzzle/types.js';
import { blockStarts } from '../../replay/block-starts.js';
import { allows, isKnown, only, type Domain } from '../../replay/domain.js';

/**
 * Everything that follows from all placements of a line: each value of each cell is tried by
 * itself. It is slow and plain, as one line at a time is explained to a person.
 */
export function completeReading(clue: Clue, before: readonly Domain[], colours: number): Domain[] {
  return before.map((domain, i) => {
    if (isKnown(domain)) return domain;
    let left = 0;
    for (let value = 0; value <= colours; value++) {
      if (!allows(domain, value)) continue;
      if (blockStarts(clue, before.with(i, only(value))) !== null) left |= 1 << value;
    }
    return left >>> 0;
  });
}
