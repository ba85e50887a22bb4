// Propagation with lines of up to six cells, which are looked up: puzzles of 5x5 are solved by the
// million. What the lines of a pass find goes into one word, eight bits a line, and is taken from
// the lines that cross them in one loop: of a loop for each line, the processor guesses the end
// wrong each time.

import { spend } from '../memory/budget';
import { Grid, Propagated } from '../memory/grid';
import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { NO_PLACEMENT, keptResult } from './lines';
import { Planes, clearLines } from './planes';

/** As `propagateGrid`, if lines are looked up and nobody watches. */
export function propagateTiny(): Propagated {
  const planes = changetype<Table<u32>>(Grid.planes);
  const trailCell = Grid.trailCell;
  const trailValue = Grid.trailValue;
  let length = Grid.trailLength;
  let unknown = Grid.unknown;
  let dirty = <u32>Planes.dirty[0];
  let crossingDirty = <u32>Planes.dirty[1];
  let rows = true;
  let passes = 0;
  let found = Propagated.fixpoint;
  while ((dirty | crossingDirty) != 0) {
    if (unknown > 0) passes++;
    const base = rows ? 0 : Problem.height;
    const crossing = rows ? 2 * Problem.height : 0;
    const cells = <u32>(rows ? Problem.width : Problem.height);
    let solved = 0;
    let filled: u64 = 0;
    let blank: u64 = 0;
    for (; dirty != 0; dirty &= dirty - 1) {
      const index = ctz<u32>(dirty);
      const line = base + <i32>index;
      const canBlank = planes[2 * line];
      const canFilled = planes[2 * line + 1];
      solved++;
      const result = keptResult(line, cells, canBlank, canFilled);
      if (result == NO_PLACEMENT) {
        found = Propagated.contradiction;
        break;
      }
      const possibleBlank = result >> cells;
      const possibleFilled = result & ((1 << cells) - 1);
      planes[2 * line] = possibleBlank;
      planes[2 * line + 1] = possibleFilled;
      const at = <u64>(index << 3);
      filled |= (<u64>(canBlank ^ possibleBlank)) << at;
      blank |= (<u64>(canFilled ^ possibleFilled)) << at;
    }
    const changed = filled | blank;
    unknown -= <i32>popcnt<u64>(changed);
    for (let rest = changed; rest != 0; rest &= rest - 1) {
      const at = <i32>ctz<u64>(rest);
      const i = at & 7;
      const index = at >> 3;
      const value = (<i32>(blank >> (<u64>at))) & 1;
      const to = crossing + 2 * i + value;
      planes[to] = planes[to] & ~((<u32>1) << index);
      crossingDirty |= (<u32>1) << i;
      trailCell[length] = rows ? (index << 16) | i : (i << 16) | index;
      trailValue[length++] = <u8>value;
    }
    const within = spend(solved, 4 * solved);
    if (found != Propagated.fixpoint) break;
    dirty = crossingDirty;
    crossingDirty = 0;
    rows = !rows;
    if (!within) {
      // The lines left dirty are those of the next pass; they do not matter any more.
      found = Propagated.stopped;
      break;
    }
  }
  clearLines<u32>();
  Grid.trailLength = length;
  Grid.unknown = unknown;
  Grid.passes = passes;
  return found;
}
