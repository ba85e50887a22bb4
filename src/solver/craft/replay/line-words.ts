import { LineValues } from '../../core/puzzle/check.js';
import { type Block, blockColour, blockLength, type Clue } from '../../core/puzzle/types.js';
import { valueWords } from './colour-name.js';
import { allows, type Domain, isKnown, only } from './step.js';

/** The names of colours; black and white needs none. */
type ColourNames = readonly string[] | null;

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
    return `${are([...open])} settled by what the search has learned`;
  }
  if (clue.length === 0) return `the clue is empty, so ${are([...open])} blank`;

  const parts = coverWords(clue, starts, after, open, colours);
  const filled = takeWhere(open, (i) => isKnown(after[i]) && after[i] !== only(0));
  if (filled.length > 0) parts.push(`${are(filled)} filled in every placement`);
  const blank = takeWhere(open, (i) => after[i] === only(0));
  if (blank.length > 0) parts.push(...blankReasons(clue, starts, blank, blank.length === all));
  parts.push(...narrowedWords(open, before, after, colours));
  return parts.join('; ');
}

/** How many cells of a step are checked: each takes a table, and one cell is enough to tell. */
const CHECKED = 8;

/** Whether it follows from the line alone that the cell has none of the values that it lost. */
function follows(clue: Clue, before: readonly Domain[], after: readonly Domain[], cell: number) {
  for (let value = 0; value < 32; value++) {
    if (!allows(before[cell], value) || allows(after[cell], value)) continue;
    const tried = before.with(cell, only(value));
    if (blockStarts(clue, tried) !== null) return false;
  }
  return true;
}

/** Cells that a block covers wherever it is placed, block by block; removes them from `open`. */
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
    return [`${nothingElse ? placed : 'with that ' + placed}, so ${are(blank)} blank`];
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
  if (ends.length > 0) parts.push(`${are(ends)} blank beside a block that has its place`);
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

function are(cells: readonly number[]): string {
  return `${cellWords(cells)} ${cells.length === 1 ? 'is' : 'are'}`;
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

/** By block, the cells (from 0, ascending) where it can start; null if no placement fits. */
export function blockStarts(clue: Clue, domains: readonly Domain[]): number[][] | null {
  return new LineValues().starts(clue, Int32Array.from(domains));
}
