// Looks up the result of complete line solving in what the first propagation has read. Line solving is monotone: if
// it has read the line in a position that knows no more than this one, and came to one that knows no less, the
// result is the same. That saves two thirds of the line solves of a rating.
//
// In the log and in the questions, positions of a line only ever know more: so each line's entries are gone
// through once.

import { LineResult } from '../lines/lines';
import { LOG_ENTRY, ReadLog } from '../lines/propagate';
import { Table, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';

class KnownReads {
  /** By line: the entry that was reached, at first its first; negative for none. */
  static current: Table<i32> = changetype<Table<i32>>(0);
  /** By the number of an entry: the next one of its line, negative for none. */
  static next: Table<i32> = changetype<Table<i32>>(0);
}

/** Takes the log of the puzzle that is rated now. */
export function loadReads<W>(): void {
  const entries = changetype<Table<W>>(ReadLog.entries);
  const current = takeUnset<i32>(Problem.lines);
  const next = takeUnset<i32>(ReadLog.end / LOG_ENTRY);
  for (let line = 0; line < Problem.lines; line++) current[line] = -1;
  for (let entry = ReadLog.end / LOG_ENTRY - 1; entry >= 0; entry--) {
    const line = <i32>entries[LOG_ENTRY * entry];
    next[entry] = current[line];
    current[line] = entry;
  }
  KnownReads.current = current;
  KnownReads.next = next;
}

/** Solves a line, as `solveLine` does, by the log if its result is there. @pre some placement fits. */
export function findRead<W>(line: i32, canBlank: W, canFilled: W): bool {
  let entry = KnownReads.current[line];
  if (entry < 0) return false;
  const entries = changetype<Table<W>>(ReadLog.entries);
  const next = KnownReads.next;
  // The latest entry that knows no more than the position.
  while (true) {
    const after = next[entry];
    if (after < 0) break;
    const at = LOG_ENTRY * after;
    if (((canBlank & ~entries[at + 1]) | (canFilled & ~entries[at + 2])) != 0) break;
    entry = after;
  }
  KnownReads.current[line] = entry;
  const at = LOG_ENTRY * entry;
  if (((canBlank & ~entries[at + 1]) | (canFilled & ~entries[at + 2])) != 0) return false;
  const blank: W = entries[at + 3];
  const filled: W = entries[at + 4];
  LineResult.blank = <u64>blank;
  LineResult.filled = <u64>filled;
  return ((blank & ~canBlank) | (filled & ~canFilled)) == 0;
}
