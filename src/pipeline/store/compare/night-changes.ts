import { CHANGE_KINDS, type ChangeCounts, type ChangeKind } from '../../record/changes.js';
import { matchNights, seenIn, type MatchParts } from './match-nights.js';
import { LINE, OPEN, UNIQUE, type NightRows } from './night-rows.js';

/** A puzzle that has changed from one run to a later one. */
export interface NightChange {
  readonly kind: ChangeKind;
  /** Its id in the earlier run; null for a new one. */
  readonly before: number | null;
  /** Its id in the later run; null for one that is gone. */
  readonly after: number | null;
  /** Whether its clues are others. */
  readonly edited: boolean;
  /** Whether it is a reject now: then `after` is the place where it should be. */
  readonly rejected: boolean;
}

/** What changed from one run to another. */
export interface NightChanges {
  readonly counts: ChangeCounts;
  /** The first of each kind, in the order of the corpus. */
  readonly first: readonly NightChange[];
}

/**
 * What changed from one run to a later one, whose puzzles are matched as `matchNights` says. At
 * most `listed` puzzles of each kind are named; `each` sees all of them, with the verdict in the
 * later run, which is `OPEN` without one.
 */
export function nightChanges(
  parts: MatchParts,
  before: NightRows,
  after: NightRows,
  listed: number,
  each: (change: NightChange, verdict: number) => void = () => undefined,
): NightChanges {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<
    ChangeKind,
    number
  >;
  const first: NightChange[] = [];
  const add = (kind: ChangeKind, others: Omit<NightChange, 'kind'>, verdict = OPEN): void => {
    const change = { kind, ...others };
    if (counts[kind]++ < listed) first.push(change);
    each(change, verdict);
  };
  const alone = matchNights(parts, seenIn(before), after, {
    pair: (left, right, edited) => {
      const kind = changeKind(before.verdicts[left], after.verdicts[right], edited);
      if (kind === null) return;
      const ids = { before: before.ids[left], after: after.ids[right] };
      add(kind, { ...ids, edited, rejected: false }, after.verdicts[right]);
    },
    rejected: (left, { id }) =>
      add('lost', { before: before.ids[left], after: id, edited: false, rejected: true }),
  });
  const lone = { edited: false, rejected: false };
  for (const k of alone.after)
    add('new', { before: null, after: after.ids[k], ...lone }, after.verdicts[k]);
  for (const i of alone.before) add('gone', { before: before.ids[i], after: null, ...lone });
  const inOrder = (one: NightChange, other: NightChange): number =>
    (one.after ?? one.before!) - (other.after ?? other.before!);
  return { counts, first: first.sort(inOrder) };
}

/** What became of a puzzle, by its verdicts; null if it is the same. */
export function changeKind(before: number, after: number, edited: boolean): ChangeKind | null {
  if (before !== OPEN && after === OPEN) return 'lost';
  if (before <= UNIQUE && after > UNIQUE) return 'ambiguous';
  if (before === LINE && after === UNIQUE) return 'guessing';
  if (before === OPEN && after !== OPEN) return 'decided';
  if (edited) return 'edited';
  return before !== after && before > UNIQUE ? 'other' : null;
}
