import { BLANK, blockColour, blockLength, type Clue } from '../../core/puzzle/types.js';
import { allows, type Domain } from './step.js';

/**
 * For each block of `clue` every cell (counted from 0) at which it can start in a line whose cells
 * have these domains, in ascending order; null if no placement fits.
 *
 * A plain table of (blocks + 1) x (cells + 1) from each side. It explains one line at a time to a
 * reader, so it is written for readability. The solver's own line solving is fast, and shares
 * nothing with this.
 */
export function blockStarts(clue: Clue, domains: readonly Domain[]): number[][] | null {
  const before = placeable(clue, domains);
  const behind = placeable(clue.toReversed(), domains.toReversed());
  const cells = domains.length;
  const last = clue.length;
  if (!before(last, cells)) return null;
  const blankAt = (i: number): boolean => i >= 0 && i < cells && allows(domains[i], BLANK);

  return clue.map((value, index) => {
    const length = blockLength(value);
    const starts: number[] = [];
    for (let start = 0; start + length <= cells; start++) {
      const end = start + length;
      if (!fits(domains, start, length, blockColour(value))) continue;
      const left = touches(clue, index - 1, index)
        ? before(index, start)
        : blankAt(start - 1) && before(index, start - 1);
      const right = touches(clue, index, index + 1)
        ? behind(last - index - 1, cells - end)
        : blankAt(end) && behind(last - index - 1, cells - end - 1);
      if (left && right) starts.push(start);
    }
    return starts;
  });
}

/**
 * By number of blocks and number of cells: whether the first `blocks` blocks fit in the first
 * `cells` cells.
 */
function placeable(
  clue: Clue,
  domains: readonly Domain[],
): (blocks: number, cells: number) => boolean {
  const columns = domains.length + 1;
  const table = new Uint8Array((clue.length + 1) * columns);
  table[0] = 1;
  for (let blocks = 0; blocks <= clue.length; blocks++) {
    for (let cells = 1; cells < columns; cells++) {
      const blank = allows(domains[cells - 1], BLANK) && table[blocks * columns + cells - 1] === 1;
      table[blocks * columns + cells] = blank || (blocks > 0 && endsAt(blocks, cells)) ? 1 : 0;
    }
  }
  return (blocks, cells) => table[blocks * columns + cells] === 1;

  /** Whether block number `blocks` (from 1) can end just before cell `cells`. */
  function endsAt(blocks: number, cells: number): boolean {
    const value = clue[blocks - 1];
    const start = cells - blockLength(value);
    if (start < 0 || !fits(domains, start, cells - start, blockColour(value))) return false;
    if (touches(clue, blocks - 2, blocks - 1)) return table[(blocks - 1) * columns + start] === 1;
    if (start === 0 || !allows(domains[start - 1], BLANK)) return false;
    return table[(blocks - 1) * columns + start - 1] === 1;
  }
}

/** Whether two neighbouring blocks need no blank between them: other colours, or a line's end. */
function touches(clue: Clue, left: number, right: number): boolean {
  if (left < 0 || right >= clue.length) return true;
  return blockColour(clue[left]) !== blockColour(clue[right]);
}

function fits(domains: readonly Domain[], start: number, length: number, colour: number): boolean {
  for (let i = start; i < start + length; i++) if (!allows(domains[i], colour)) return false;
  return true;
}
