// Propagation where W is Any.

import { spend } from '../memory/budget';
import { Grid, Propagated } from '../memory/grid';
import { Table } from '../memory/memory';
import { Any, lineLength } from '../memory/problem';
import { Event, Events, tell, tellPlanes } from './events';
import { solveKnownPlanes } from './line-cache';
import { lineWork } from './lines-planes';
import { Planes, clearLines, narrow } from './planes';
import { addRead } from './reads';
import { firstLine, lineSetWords, rowSetWords } from './shape';

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
