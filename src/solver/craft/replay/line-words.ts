import { BLANK, type Block, blockColour, blockLength, type Clue } from '../../core/puzzle/types.js';
import { allows, type Domain, isFilled, isKnown, only } from './step.js';

/** The names of colours; black and white needs none. */
export type ColourNames = readonly string[] | null;

/**
 * Why a line settles cells, as one sentence without its beginning: "the block of 4 must cover cells
 * 3 to 5; no block reaches cells 8 to 10". `before` and `after` are the domains of its cells; cells
 * are counted from 1 in the words.
 */
export function lineWords(
  clue: Clue,
  before: readonly Domain[],
  after: readonly Domain[],
  colours: ColourNames,
): string {
  const starts = blockStarts(clue, before);
  if (starts === null) return `no placement of ${clueWords(clue, colours)} fits`;
  const open = new Set<number>();
  after.forEach((domain, i) => domain !== before[i] && open.add(i));
  const all = open.size;
  if (![...open].slice(0, CHECKED).every((i) => follows(clue, before, after, i))) {
    return `${settledWords([...open])} by what the search has learned`;
  }
  if (clue.length === 0) return `the clue is empty, so ${blankWords([...open])}`;

  const parts: string[] = [];
  parts.push(...coverWords(clue, starts, after, open, colours));
  const filled = takeWhere(open, (i) => isFilled(after[i]) && isKnown(after[i]));
  if (filled.length > 0) {
    parts.push(`${are(cellWords(filled), filled.length)} filled in every placement`);
  }
  const blank = takeWhere(open, (i) => after[i] === only(0));
  if (blank.length > 0) parts.push(...blankReasons(clue, starts, blank, blank.length === all));
  parts.push(...narrowedWords(open, before, after, colours));
  return parts.join('; ');
}

/**
 * How many cells of a step are checked: each check takes a table, and one cell is enough to tell.
 */
const CHECKED = 8;

/** Whether it follows from the line alone that the cell has none of the values that it lost. */
function follows(
  clue: Clue,
  before: readonly Domain[],
  after: readonly Domain[],
  cell: number,
): boolean {
  for (let value = 0; value < 32; value++) {
    if (!allows(before[cell], value) || allows(after[cell], value)) continue;
    if (placeable(clue, before.with(cell, only(value)))(clue.length, before.length)) return false;
  }
  return true;
}

function settledWords(cells: readonly number[]): string {
  return `${cellWords(cells)} ${cells.length === 1 ? 'is' : 'are'} settled`;
}

/**
 * The cells that one block covers wherever it is placed, block by block; removes them from `open`.
 */
function coverWords(
  clue: Clue,
  starts: readonly number[][],
  after: readonly Domain[],
  open: Set<number>,
  colours: ColourNames,
): string[] {
  const parts: string[] = [];
  clue.forEach((block, index) => {
    const [first, last] = [starts[index][0], starts[index].at(-1)!];
    const end = first + blockLength(block) - 1;
    const covered = takeWhere(
      open,
      (i) => i >= last && i <= end && after[i] === only(blockColour(block)),
    );
    if (covered.length === 0) return;
    const name = `${ordinalWords(clue, index)}${blockWords(block, colours)}`;
    const only1 = blockLength(block) === 1 ? 'cell' : 'cells';
    parts.push(
      first === last
        ? `${name} can only be at ${only1} ${rangeWords(first, end)}`
        : `${name} must cover ${cellWords(covered)}`,
    );
  });
  return parts;
}

/** Why cells are blank: beside a block that has its place, or out of every block's reach. */
function blankReasons(
  clue: Clue,
  starts: readonly number[][],
  blank: readonly number[],
  nothingElse: boolean,
): string[] {
  if (starts.every((places) => places.length === 1)) {
    const placed = clue.length === 1 ? 'the block has its place' : 'all blocks have their place';
    return [`${nothingElse ? placed : 'with that ' + placed}, so ${blankWords(blank)}`];
  }
  const rest = new Set(blank);
  const ends = takeWhere(rest, (i) =>
    clue.some((block, index) => {
      if (starts[index].length > 1) return false;
      const start = starts[index][0];
      return i === start - 1 || i === start + blockLength(block);
    }),
  );
  const parts: string[] = [];
  if (ends.length > 0) {
    parts.push(`${are(cellWords(ends), ends.length)} blank beside a block that has its place`);
  }
  if (rest.size > 0) parts.push(`no block can reach ${cellWords([...rest])}`);
  return parts;
}

/** Cells that lost a colour and are still open (only with several colours). */
function narrowedWords(
  open: ReadonlySet<number>,
  before: readonly Domain[],
  after: readonly Domain[],
  colours: ColourNames,
): string[] {
  const byValue = new Map<number, number[]>();
  for (const i of open) {
    for (let value = 0; value < 32; value++) {
      if (!allows(before[i], value) || allows(after[i], value)) continue;
      byValue.set(value, [...(byValue.get(value) ?? []), i]);
    }
  }
  return [...byValue].map(
    ([value, cells]) => `${cellWords(cells)} cannot be ${valueWords(value, colours)}`,
  );
}

/** What a cell with the known value `value` is called. */
export function valueWords(value: number, colours: ColourNames): string {
  if (value === 0) return 'blank';
  return colours === null ? 'filled' : colours[value];
}

/** The blocks of a clue as words: "4 1", or "4 red, 1 blue". */
export function clueWords(clue: Clue, colours: ColourNames): string {
  if (clue.length === 0) return 'the empty clue';
  if (colours === null) return clue.map(blockLength).join(' ');
  return clue.map((value) => `${blockLength(value)} ${colours[blockColour(value)]}`).join(', ');
}

/** Cells, counted from 0, as people name them: "cell 3", "cells 3 to 5, 8 and 9". */
export function cellWords(cells: readonly number[]): string {
  const sorted = cells.toSorted((a, b) => a - b);
  const ranges: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end] + 1) end++;
    if (end - i === 1) ranges.push(String(sorted[i] + 1), String(sorted[end] + 1));
    else ranges.push(rangeWords(sorted[i], sorted[end]));
    i = end + 1;
  }
  const last = ranges.pop()!;
  const list = ranges.length === 0 ? last : `${ranges.join(', ')} and ${last}`;
  return `${sorted.length === 1 ? 'cell' : 'cells'} ${list}`;
}

function rangeWords(first: number, last: number): string {
  return first === last ? String(first + 1) : `${first + 1} to ${last + 1}`;
}

function blankWords(cells: readonly number[]): string {
  return `${are(cellWords(cells), cells.length)} blank`;
}

function are(words: string, count: number): string {
  return `${words} ${count === 1 ? 'is' : 'are'}`;
}

function blockWords(block: Block, colours: ColourNames): string {
  const colour = colours === null ? '' : `${colours[blockColour(block)]} `;
  return `${colour}block of ${blockLength(block)}`;
}

/** "the " for the only block of its kind, "the first ", "the second " … for one of several. */
function ordinalWords(clue: Clue, index: number): string {
  const alike = clue.filter((value) => value === clue[index]).length;
  if (alike === 1) return 'the ';
  const before = clue.slice(0, index).filter((value) => value === clue[index]).length;
  return `the ${ORDINALS[before] ?? `${before + 1}th`} `;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** Removes what `wanted` names from `set`, and returns it. */
function takeWhere(set: Set<number>, wanted: (i: number) => boolean): number[] {
  const taken = [...set].filter(wanted);
  for (const i of taken) set.delete(i);
  return taken;
}

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
