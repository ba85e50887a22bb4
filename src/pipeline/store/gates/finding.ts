import { verdictText } from '../../record/outcome.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import type { Store } from '../open/open.js';
import { countUntrue, type Offender } from '../queries/offenders.js';
import { findRun } from '../stored-runs/read-runs.js';

/** Something that does not meet a gate. */
export interface FindingItem {
  /** The file it is in, with the path that was found. */
  readonly path: string;
  /** The line of the file where its entry starts, from 1; null if that is not known. */
  readonly line: number | null;
  /** Its name: that of a puzzle, the place of an entry, or the name of a file. */
  readonly called: string;
  readonly what: string;
  /** Which puzzle it is; null for entries that are not puzzles, and for files. */
  readonly puzzleId: number | null;
  /** How many of the total it counts for. */
  readonly count: number;
}

/** One way in which a run does not meet a gate. */
export interface Finding {
  /** The flag that asks for it, as typed. */
  readonly gate: string;
  /** Names the kind of finding in reports for programs. */
  readonly kind:
    | 'reject'
    | 'left-out'
    | 'empty'
    | 'no-puzzle'
    | 'not-met'
    | 'misfit'
    | 'duplicate'
    | 'worse'
    | 'not-compared';
  /** A sentence with the number of misfits. */
  readonly headline: string;
  /** How many items there are; the first of them are listed. */
  readonly total: number;
  /** How many entries, puzzles or files these are. */
  readonly misfits: number;
  readonly items: readonly FindingItem[];
}

/** How many of the total these items make up. */
export function listed(items: readonly FindingItem[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/** How people call a puzzle: by its name, with its title if it has one. */
export function calledName({
  name,
  title,
}: {
  readonly name: string;
  readonly title: string | null;
}): string {
  return title === null ? name : `${name} (${title})`;
}

/** A puzzle as a finding: its name, its size and its verdict. */
export function offenderItem(offender: Offender, verdict = verdictOf(offender)): FindingItem {
  const { puzzleId, name, title, width, height, path } = offender;
  return {
    path,
    line: null,
    called: calledName({ name, title }),
    what: `${width}x${height}: ${verdict}`,
    puzzleId,
    count: 1,
  };
}

/** What was found of a puzzle, in words. */
export function verdictOf(offender: Offender): string {
  return believed(verdictText(offender), offender.isUntrue);
}

/** What a puzzle needs, in words, if it has one solution; else what was found of it. */
export function needsVerdictOf(offender: Offender): string {
  const { status, needs, isUntrue } = offender;
  if (status !== 'unique') return verdictOf(offender);
  return believed(needs === null ? 'unique, not rated' : `unique, needs ${needs}`, isUntrue);
}

function believed(verdict: string, isUntrue: Offender['isUntrue']): string {
  return isUntrue === 1 ? `${verdict}, but its columns do not fit each other` : verdict;
}

/**
 * What to do about results of a run that cannot be true, after the headline of a gate; empty if
 * there are none.
 */
export function untrueText(store: Store, runId: number): string {
  const count = countUntrue(store, runId);
  if (count === 0) return '';
  const words = ['run', '--retry', 'crash', '--db', store.path];
  const again =
    findRun(store).runId === runId
      ? `"${commandText(words, process.platform)}" solves`
      : 'a run of these corpora without --reuse solves';
  const results = numberOf(count, 'result');
  return `; ${results} cannot be true: ${again} ${count === 1 ? 'it' : 'them'} again`;
}
