// Depth-first search without learning: on a contradiction it goes back to the last guess. Good for
// small puzzles, where conflicts cost less than learning from them; hopeless for hard ones.

import { Event, Events, tell } from '../lines/events';
import { assignValue, hasValue, removeValue, undoGrid } from '../lines/planes';
import { propagateGrid } from '../lines/propagate';
import { planeWords, severalOf } from '../lines/shape';
import { Grid, Propagated } from '../memory/grid';
import { takeUnset, withRoom } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { End, FoundSolutions, addFound } from './found';

/** Words of an open guess: trail length and unknown cells before it, its cell and its value. */
const MARK: i32 = 4;

/**
 * Looks for `wanted` solutions until its guesses led to more than `mostConflicts` contradictions.
 * The grid, a fixpoint with unknown cells, is afterwards what it was.
 */
export function searchBriefly<W>(wanted: f64, mostConflicts: i32): End {
  enterStage(Stage.brief);
  const length = Grid.trailLength;
  const unknown = Grid.unknown;
  let marks = takeUnset<i32>(MARK * 32);
  let open = 0;
  let conflictsLeft = mostConflicts;
  let end = End.none;
  while (end == End.none) {
    let found = Propagated.fixpoint;
    if (Grid.unknown != 0) {
      Counters.decisions++;
      const cell = mostConstrainedCell<W>();
      marks = withRoom<i32>(marks, MARK * (open + 1));
      marks[MARK * open] = Grid.trailLength;
      marks[MARK * open + 1] = Grid.unknown;
      marks[MARK * open + 2] = cell;
      const value = highestValue<W>(cell);
      marks[MARK * open + 3] = value;
      open++;
      if (Events.steps) tellGuess(Event.guess, cell, value, open);
      Counters.depth = max(Counters.depth, open);
      assignValue<W>(cell >>> 16, cell & 0xffff, value);
      found = propagateGrid<W>();
    }
    while (found != Propagated.fixpoint || Grid.unknown == 0) {
      if (found == Propagated.stopped) {
        end = End.stopped;
        break;
      }
      if (found == Propagated.contradiction) {
        Counters.conflicts++;
        if (conflictsLeft-- == 0) {
          end = End.givenUp;
          break;
        }
      } else {
        addFound<W>();
        if (FoundSolutions.count >= wanted) {
          end = End.wanted;
          break;
        }
      }
      if (open == 0) {
        end = End.exhausted;
        break;
      }
      const cell = marks[MARK * open - 2];
      const value = marks[MARK * open - 1];
      if (Events.steps) tellGuess(Event.back, cell, value, open);
      open--;
      undoGrid<W>(marks[MARK * open], marks[MARK * open + 1]);
      removeValue<W>(cell >>> 16, cell & 0xffff, value);
      found = propagateGrid<W>();
    }
  }
  for (; Events.steps && open > 0; open--) {
    tellGuess(Event.back, marks[MARK * open - 2], marks[MARK * open - 1], open);
  }
  undoGrid<W>(length, unknown);
  return end;
}

/** Tells of a guess, the one inside `open` - 1 others, about a cell `row << 16 | column`. */
function tellGuess(event: Event, cell: i32, value: i32, open: i32): void {
  const place = (cell >>> 16) * Problem.width + (cell & 0xffff);
  tell(event, place * Problem.values + value, open);
}

/** The value that is guessed of an unknown cell. */
function highestValue<W>(cell: i32): i32 {
  if (!isReference<W>()) return 1;
  let value = Problem.values - 1;
  while (!hasValue<W>(cell >>> 16, cell & 0xffff, value)) value--;
  return value;
}

/** The first unknown cell, as row << 16 | column, of the row with the fewest of them. */
function mostConstrainedCell<W>(): i32 {
  let best = -1;
  let fewest = i32.MAX_VALUE;
  for (let row = 0; row < Problem.height; row++) {
    let first = -1;
    let count = 0;
    for (let k = 0; k < planeWords<W>(row) && count < fewest; k++) {
      const several = severalOf<W>(Grid.planes, row, k);
      if (first < 0 && several != 0) first = 64 * k + <i32>ctz<u64>(several);
      count += <i32>popcnt<u64>(several);
    }
    if (count == 0 || count >= fewest) continue;
    fewest = count;
    best = (row << 16) | first;
  }
  return best;
}
