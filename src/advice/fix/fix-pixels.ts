import { Approach } from './approach.js';
import { ExactSearch, type CellChange, type ExactEnd } from './exact.js';
import type { ChangesAsked, FoundChanges } from './found-changes.js';
import { exchanges } from './exchanges.js';
import { Improvement } from './improvement.js';
import { appearanceCost } from './appearance.js';
import type { Sketch } from './goal/sketch.js';
import type { Target } from './goal/target.js';

/** How many sets of changes of one size are compared by their looks at most. */
const COMPARED = 400;
/** Sizes that are searched completely before anything else is tried. */
const SMALL = 2;
/** The share of the remaining time for making a first, large set of changes smaller. */
const IMPROVING = 0.4;
/** The share for finding other sets of the same size, if they are wanted. */
const EXCHANGING = 0.2;

/**
 * The fewest cells of a picture that must change to make it good. Small numbers are proven by a
 * complete search. If that finds none, changes are made step by step and then made fewer; the
 * remaining time goes to the proof, one number after the other.
 */
export function fixPixels(
  sketch: Sketch,
  target: Target,
  kept: Uint8Array,
  asked: ChangesAsked,
): FoundChanges {
  const search = new ExactSearch(sketch, target, kept);
  const original = sketch.cells.slice();
  const { maxChanges, deadline } = asked;
  const enough = (found: readonly unknown[]): boolean => found.length >= COMPARED;
  let atLeast = 0;
  let proving = true;
  const lookFor = (size: number): { end: ExactEnd; found: CellChange[][] } => {
    const looked = search.run(size, { deadline, enough });
    proving &&= looked.end === 'complete';
    if (looked.found.length === 0 && proving) atLeast = size + 1;
    return looked;
  };

  search.seed();
  for (let size = 0; size <= Math.min(SMALL, maxChanges); size++) {
    const { found } = lookFor(size);
    if (found.length > 0) return ranked(sketch, found, atLeast, asked);
  }
  if (performance.now() >= deadline || maxChanges <= SMALL) {
    return { changes: null, atLeast, alternatives: [] };
  }

  let others: CellChange[][] = [];
  let changes: CellChange[] | null = new Approach(sketch, target, search).run(
    largestTried(maxChanges),
    deadline,
  );
  if (changes !== null) {
    const now = performance.now();
    const until = now + IMPROVING * (deadline - now);
    changes = new Improvement(sketch, target, search).run(changes, atLeast, until);
    if (asked.alternatives > 0) {
      const left = Math.max(0, deadline - performance.now());
      others = exchanges(sketch, search, changes, performance.now() + EXCHANGING * left);
    }
    for (const { cell, from } of changes) sketch.set(cell, from);
  } else {
    original.forEach((value, cell) => sketch.set(cell, value));
  }

  for (let size = SMALL + 1; size <= maxChanges; size++) {
    if (changes !== null && changes.length < size) break;
    if (!proving || performance.now() >= deadline) break;
    const { found } = lookFor(size);
    if (found.length > 0) return ranked(sketch, found, atLeast, asked);
  }
  if (changes === null || changes.length > maxChanges) {
    return { changes: null, atLeast, alternatives: [] };
  }
  return ranked(sketch, [changes, ...others], atLeast, asked);
}

/** The steps on the way may be more than the final limit, as some prove superfluous. */
function largestTried(maxChanges: number): number {
  return 2 * maxChanges + 5;
}

/** The best-looking of `found` first. */
function ranked(
  sketch: Sketch,
  found: readonly CellChange[][],
  atLeast: number,
  { alternatives }: ChangesAsked,
): FoundChanges {
  const sorted = found
    .map((changes) => ({ changes: inOrder(changes), cost: costOf(sketch, changes) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ changes }) => changes);
  return { changes: sorted[0], atLeast, alternatives: sorted.slice(1, 1 + alternatives) };
}

/** How much changes, made one after the other, hurt a picture. */
function costOf(sketch: Sketch, changes: readonly CellChange[]): number {
  let cost = 0;
  for (const { cell, to } of changes) {
    cost += appearanceCost(sketch, cell, to);
    sketch.set(cell, to);
  }
  for (const { cell, from } of changes) sketch.set(cell, from);
  return cost;
}

function inOrder(changes: readonly CellChange[]): CellChange[] {
  return changes.toSorted((one, other) => one.cell - other.cell);
}
