// What is known about the cells: planes, and a trail of what was removed from them.

import { Table } from './memory';

/** How propagation ended; STOPPED if the budget ran out before the fixpoint. */
export const enum Propagated {
  fixpoint,
  contradiction,
  stopped,
}

export class Grid {
  /**
   * By line, two words W: cells that can be blank, and filled. A cell is in its row and in its
   * column, which are kept in step. Where W is Any: see planes.ts.
   */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** The cells that can still have several values. */
  static unknown: i32 = 0;
  /** The cell `row << 16 | column` that lost the value `trailValue`. */
  static trailCell: Table<i32> = changetype<Table<i32>>(0);
  static trailValue: Table<u8> = changetype<Table<u8>>(0);
  static trailLength: i32 = 0;
  /** The passes of the last `propagateGrid`, up to the one that left no cell unknown. */
  static passes: i32 = 0;
  /** Where W is Any: the line without a placement when propagation last came to a contradiction. */
  static broken: i32 = -1;
}

/** The first `length` bits of a word, one at least. */
export function maskOf<W>(length: i32): W {
  return ~(<W>0) >> (<W>(<i32>(8 * sizeof<W>()) - length));
}
