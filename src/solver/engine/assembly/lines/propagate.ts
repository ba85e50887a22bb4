// Line solving repeated to the fixpoint.

import { Budget, spend } from '../memory/budget';
import { Grid, Propagated } from '../memory/grid';
import { Table } from '../memory/memory';
import { Any, Problem, lineLength } from '../memory/problem';
import { Event, Events, tell, tellLine, tellPlanes } from './events';
import { LineCache, solveKnownLine, solveKnownPlanes } from './line-cache';
import { solveLine } from './lines';
import { lineWork } from './lines-planes';
import { LineResult } from './near';
import { Planes, clearLines, narrow } from './planes';
import { Reads, addRead } from './reads';
import { firstLine, lineSetWords, rowSetWords } from './shape';

/**
 * Solves dirty lines until none is left: all rows, then all columns, in turn. The fixpoint does not
 * depend on the order; this one makes the passes of the first propagation the sweeps of Batenburg
 * and Kosters, as a line that is not dirty would change nothing in its pass.
 */
export function propagateGrid<W>(): Propagated {
  if (isReference<W>()) return propagatePlanes();
  const height = Problem.height;
  const planes = changetype<Table<W>>(Grid.planes);
  const trailCell = Grid.trailCell;
  const trailValue = Grid.trailValue;
  let length = Grid.trailLength;
  let unknown = Grid.unknown;
  let dirty: W = <W>Planes.dirty[0];
  let crossingDirty: W = <W>Planes.dirty[1];
  const isNoted = Reads.most > 0 || Events.lines;
  const isProbing = changetype<usize>(LineCache.places) != 0;
  let rows = true;
  let passes = 0;
  let found = Propagated.fixpoint;
  while ((dirty | crossingDirty) != 0) {
    if (unknown > 0) passes++;
    const base = rows ? 0 : height;
    const crossing = rows ? 2 * height : 0;
    let solved = 0;
    for (; dirty != 0; dirty &= dirty - <W>1) {
      const index = <i32>ctz<W>(dirty);
      const line = base + index;
      const canBlank = planes[2 * line];
      const canFilled = planes[2 * line + 1];
      solved++;
      if (
        isProbing
          ? !solveKnownLine<W>(line, canBlank, canFilled)
          : !solveLine<W>(line, canBlank, canFilled)
      ) {
        found = Propagated.contradiction;
        if (Events.on) tell(Event.lineContradiction, line, 0);
        break;
      }
      if (isNoted) {
        if (Events.lines) tellLine<W>(line, canBlank, canFilled);
        addRead<W>(line);
      }
      const filled: W = canBlank & ~(<W>LineResult.blank);
      const blank: W = canFilled & ~(<W>LineResult.filled);
      const changed: W = filled | blank;
      if (sizeof<W>() == 8 && <f64>solved + Budget.steps > Budget.maxSteps) {
        found = Propagated.stopped;
      }
      // No branch for lines that find nothing: it is guessed wrong, and so is then the loop's end.
      planes[2 * line] = canBlank ^ filled;
      planes[2 * line + 1] = canFilled ^ blank;
      crossingDirty |= changed;
      const keep: W = ~((<W>1) << (<W>index));
      for (let rest: W = changed; rest != 0; rest &= rest - <W>1) {
        const i = <i32>ctz<W>(rest);
        const value = <i32>((blank >> (<W>i)) & (<W>1));
        const to = crossing + 2 * i + value;
        planes[to] = planes[to] & keep;
        trailCell[length] = rows ? (index << 16) | i : (i << 16) | index;
        trailValue[length++] = <u8>value;
        unknown--;
      }
      if (found == Propagated.stopped) break;
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
  clearLines<W>();
  Grid.trailLength = length;
  Grid.unknown = unknown;
  Grid.passes = passes;
  return found;
}

/** As `propagateGrid`, where W is Any. */
export function propagatePlanes(): Propagated {
  Grid.passes = 0;
  const dirty = Planes.dirty;
  const middle = rowSetWords<Any>();
  const end = lineSetWords<Any>();
  let rows = true;
  while (!isEmpty(dirty, end)) {
    if (Grid.unknown > 0) Grid.passes++;
    const past = rows ? middle : end;
    for (let k = rows ? 0 : middle; k < past; k++) {
      const base = firstLine<Any>(k);
      while (dirty[k] != 0) {
        const line = base + <i32>ctz<u64>(dirty[k]);
        dirty[k] = dirty[k] & (dirty[k] - 1);
        const within = spend(1, 4 + lineWork(line));
        if (!solveKnownPlanes(line)) {
          Grid.broken = line;
          clearLines<Any>();
          if (Events.on) tell(Event.lineContradiction, line, 0);
          return Propagated.contradiction;
        }
        // Short lines are solved as fast as they are looked up.
        if (lineLength(line) > 32) addRead<Any>(line);
        if (Events.lines) tellPlanes(line);
        narrow(line);
        if (!within) return Propagated.stopped;
      }
    }
    rows = !rows;
  }
  return Propagated.fixpoint;
}

function isEmpty(set: Table<u64>, words: i32): bool {
  for (let k = 0; k < words; k++) if (set[k] != 0) return false;
  return true;
}
