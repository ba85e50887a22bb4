/** A line whose blocks have bounds (see LevelLine). */
export interface BoundedLine {
  readonly length: number;
  readonly values: number;
  readonly blocks: number;
  /** By cell: the values that it can have, bit v for value v. */
  readonly cells: Int32Array;
  /** By block. */
  readonly size: Int32Array;
  readonly colour: Int32Array;
  /** By block: its first and its last start, both from `min`. */
  readonly min: Int32Array;
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Takes values from a cell; returns whether it had one of them. */
  take(cell: number, values: number): boolean;
}

/**
 * Applies the rules about runs of filled cells in a line, once the bounds of its blocks are known
 * (`first` and `last`). A run is a stretch of cells of one colour. A block is possible for it if it
 * has that colour, is at least as long, and the run is within its bounds.
 *
 * - A cell next to a run does not have its colour if that would make a run for which no block is
 *   possible: so the longest possible block is capped, and two runs are not joined into too long a one.
 * - A run grows away from the nearest cell that cannot have its colour, up to the length of the
 *   shortest possible block, counted from there.
 * - A gap (a stretch of cells that can have a colour, none of them found) into which no block of the
 *   colour fits within its bounds does not have the colour.
 *
 * Takes the values that this rules out from the line's cells; returns whether there were any.
 */
export function applyRuns(line: BoundedLine): boolean {
  let changed = false;
  for (let colour = 1; colour < line.values; colour++) {
    changed = limitRuns(line, colour) || changed;
    changed = growRuns(line, colour) || changed;
    changed = closeGaps(line, colour) || changed;
  }
  return changed;
}

function limitRuns(line: BoundedLine, colour: number): boolean {
  const { cells, length } = line;
  const bit = 1 << colour;
  let changed = false;
  for (let cell = 0; cell < length; cell++) {
    if (cells[cell] === bit || (cells[cell] & bit) === 0) continue;
    const from = runStart(line, cell, bit);
    const to = runEnd(line, cell, bit);
    if (from === to || shortest(line, colour, from, to) !== 0) continue;
    changed = line.take(cell, bit) || changed;
  }
  return changed;
}

function growRuns(line: BoundedLine, colour: number): boolean {
  const { cells, length } = line;
  const bit = 1 << colour;
  let changed = false;
  for (let from = 0; from < length; from++) {
    if (cells[from] !== bit) continue;
    const to = runEnd(line, from, bit);
    const size = shortest(line, colour, from, to);
    let left = from;
    while (left > 0 && (cells[left - 1] & bit) !== 0) left--;
    let right = to;
    while (right + 1 < length && (cells[right + 1] & bit) !== 0) right++;
    for (let cell = to + 1; cell < left + size; cell++) {
      changed = line.take(cell, ~bit) || changed;
    }
    for (let cell = from - 1; cell > right - size; cell--) {
      changed = line.take(cell, ~bit) || changed;
    }
    from = runEnd(line, to, bit);
  }
  return changed;
}

function closeGaps(line: BoundedLine, colour: number): boolean {
  const { cells, length } = line;
  const bit = 1 << colour;
  let changed = false;
  for (let from = 0; from < length; from++) {
    if ((cells[from] & bit) === 0) continue;
    let to = from;
    let found = false;
    for (; to < length && (cells[to] & bit) !== 0; to++) found ||= cells[to] === bit;
    if (!found && !hasRoom(line, colour, from, to)) {
      for (let cell = from; cell < to; cell++) changed = line.take(cell, bit) || changed;
    }
    from = to;
  }
  return changed;
}

/** The first cell of the run that ends before `cell`, or `cell`. */
function runStart({ cells }: BoundedLine, cell: number, bit: number): number {
  while (cell > 0 && cells[cell - 1] === bit) cell--;
  return cell;
}

/** The last cell of the run that begins after `cell`, or `cell`. */
function runEnd({ cells, length }: BoundedLine, cell: number, bit: number): number {
  while (cell + 1 < length && cells[cell + 1] === bit) cell++;
  return cell;
}

/** The length of the shortest block that is possible for the run from `from` to `to`; 0 for none. */
function shortest(line: BoundedLine, colour: number, from: number, to: number): number {
  let least = 0;
  for (let block = 0; block < line.blocks; block++) {
    const size = line.size[block];
    if (line.colour[block] !== colour || size <= to - from) continue;
    if (line.min[block] + line.first[block] > from) continue;
    if (line.min[block] + line.last[block] + size <= to) continue;
    if (least === 0 || size < least) least = size;
  }
  return least;
}

/** Whether a block of the colour fits into the cells from `from` to before `to`. */
function hasRoom(line: BoundedLine, colour: number, from: number, to: number): boolean {
  for (let block = 0; block < line.blocks; block++) {
    if (line.colour[block] !== colour) continue;
    const first = Math.max(from, line.min[block] + line.first[block]);
    const last = Math.min(to - line.size[block], line.min[block] + line.last[block]);
    if (first <= last) return true;
  }
  return false;
}
