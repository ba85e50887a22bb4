import { countWorse, WORSE } from '../../../core/run-record/changes.js';
import { nightChanges, nightRows } from '../compare/night-changes.js';
import { listLeftOut } from '../stored-runs/run-corpora.js';
import { duplicatesAmong, findDuplicates, type DuplicateGroup } from '../queries/duplicates.js';
import { countMisfits, findMisfits } from '../queries/misfits.js';
import {
  countOffenders,
  findOffenders,
  offenderById,
  type Offender,
  type Requirement,
} from '../queries/offenders.js';
import type { ShapeKeys } from '../queries/shape-keys.js';
import { copiedFiles, type CopiedFile } from '../stored-runs/copied-files.js';
import { countRun, runById, runSources } from '../stored-runs/read-runs.js';
import { runBefore } from '../stored-runs/run-series.js';
import { countRejects, listRejects } from '../rows/rejects.js';
import type { Store } from '../open/open.js';
import { countText, numberOf } from '../../../core/text/numbers.js';
import type { RunGates } from '../../../core/run-record/gates.js';
import {
  misfitsOf,
  type Misfit,
  misfitText,
  shortMisfitText,
} from '../../../craft/advice/misfit.js';
import { textToCells } from '../../../core/puzzle/text.js';
import type { Cells } from '../../../core/puzzle/types.js';
import type { SolvedPuzzle } from '../queries/stored-results.js';

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
  readonly kind: 'reject' | 'left-out' | 'empty' | 'not-met' | 'misfit' | 'duplicate' | 'worse';
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

const MEANINGS = {
  unique: 'have one solution',
  line: 'have one solution without guessing',
} as const;

/**
 * Everything that does not meet the gates, with at most `limit` items of each kind. `shapes` are
 * those of the run's puzzles, if they were collected already.
 */
export function findUnmet(
  store: Store,
  runId: number,
  gates: RunGates,
  limit: number,
  shapes: ShapeKeys | null = null,
): Finding[] {
  if (!gates.strict && gates.require.length === 0) return [];
  const run = { store, runId, limit, copies: copiedFiles(store, runId) };
  const found: (Finding | null)[] = [];
  if (gates.strict) found.push(rejected(run), leftOut(run));
  found.push(empty(run, gates));
  for (const requirement of gates.require) {
    if (requirement === 'goal') found.push(misfits(run));
    else if (requirement === 'no-worse') found.push(worse(run));
    else if (requirement === 'distinct') found.push(equal(run, shapes), copied(run));
    else found.push(notMet(run, requirement));
  }
  return found.filter((finding) => finding !== null);
}

/** The run that gates look at. */
interface GatedRun {
  readonly store: Store;
  readonly runId: number;
  /** The most items that are listed. */
  readonly limit: number;
  readonly copies: readonly CopiedFile[];
}

const FILE = { line: null, puzzleId: null, count: 1 } as const;

/** What does not meet a gate in files that are copies of others: an item for each file. */
function inCopies(
  { copies }: GatedRun,
  countOf: (copy: CopiedFile) => number,
  words: (count: number) => string,
): { readonly sum: number; readonly items: readonly FindingItem[] } {
  const items = copies.flatMap((copy): FindingItem[] => {
    const { path, of } = copy;
    const count = countOf(copy);
    const what = `a copy of ${of}: ${words(count)}`;
    return count === 0 ? [] : [{ ...FILE, path, called: path, what, count }];
  });
  return { sum: listed(items), items };
}

function rejected(run: GatedRun): Finding | null {
  const { store, runId, limit } = run;
  const rejects = countRejects(store, runId);
  if (rejects === 0) return null;
  const copied = inCopies(
    run,
    (copy) => copy.rejects,
    (count) => numberOf(count, 'entry is not a puzzle', 'entries are not puzzles'),
  );
  const total = rejects + copied.sum;
  const items = listRejects(store, runId, limit).map((reject): FindingItem => {
    const { path, ordinal, line, name, reason } = reject;
    const place = line === null ? `${path}#${ordinal}` : path;
    const called = name === null || line !== null ? (name ?? place) : `${place} (${name})`;
    return { path, line, called, what: reason, puzzleId: null, count: 1 };
  });
  return {
    gate: '--strict',
    kind: 'reject',
    headline: numberOf(total, 'entry is not a puzzle', 'entries are not puzzles'),
    total,
    misfits: total,
    items: [...items, ...copied.items].slice(0, limit),
  };
}

function leftOut({ store, runId, limit }: GatedRun): Finding | null {
  const files = listLeftOut(store, runId);
  if (files.length === 0) return null;
  return {
    gate: '--strict',
    kind: 'left-out',
    headline: `${numberOf(files.length, 'file was', 'files were')} left out; --ignore leaves files out on purpose`,
    total: files.length,
    misfits: files.length,
    items: files
      .slice(0, limit)
      .map(({ path, reason }) => ({ ...FILE, path, called: path, what: reason })),
  };
}

/** Files without an entry, or a run without a puzzle: nothing was proven about them. */
function empty({ store, runId, limit }: GatedRun, gates: RunGates): Finding | null {
  const gate = gates.strict ? '--strict' : `--require ${gates.require.join(',')}`;
  const sources = runSources(store, runId).filter(
    ({ entries, allEntries }) => (allEntries ?? entries) === 0,
  );
  if (sources.length > 0) {
    return {
      gate,
      kind: 'empty',
      headline: `${numberOf(sources.length, 'file holds', 'files hold')} no puzzle`,
      total: sources.length,
      misfits: sources.length,
      items: sources
        .slice(0, limit)
        .map(({ path }) => ({ ...FILE, path, called: path, what: 'it is empty' })),
    };
  }
  if (countRun(store, runId).results > 0 || isSmallPart(store, runId)) return null;
  const headline = 'the run has no puzzle';
  return { gate, kind: 'empty', headline, total: 1, misfits: 1, items: [] };
}

/** Whether a run is a part without entries, because there are fewer entries than parts. */
function isSmallPart(store: Store, runId: number): boolean {
  return runSources(store, runId).some(
    ({ entries, allEntries }) => entries === 0 && allEntries !== null && allEntries > 0,
  );
}

function notMet(run: GatedRun, requirement: Requirement): Finding | null {
  const { store, runId, limit, copies } = run;
  const { total: found, first } = findOffenders(store, runId, requirement, limit);
  if (found === 0) return null;
  const inSource = countOffenders(store, runId, requirement);
  const copied = inCopies(
    run,
    ({ sourceId }) => inSource(sourceId),
    (count) => numberOf(count, 'puzzle'),
  );
  const total = found + copied.sum;
  const puzzles = copies.reduce((sum, copy) => sum + copy.results, countRun(store, runId).results);
  return {
    gate: `--require ${requirement}`,
    kind: 'not-met',
    headline: `${countText(total)} of ${numberOf(puzzles, 'puzzle')} ${total === 1 ? 'does' : 'do'} not ${MEANINGS[requirement]}`,
    total,
    misfits: total,
    items: [...first.map(offenderItem), ...copied.items].slice(0, limit),
  };
}

/** Start positions and authors' pictures that do not fit, or that are not proven to fit. */
function misfits(run: GatedRun): Finding | null {
  const { store, runId, limit } = run;
  const { total: found, first } = findMisfits(store, runId, limit);
  if (found === 0) return null;
  const inSource = countMisfits(store, runId);
  const copied = inCopies(
    run,
    ({ sourceId }) => inSource(sourceId),
    (count) => numberOf(count, 'puzzle'),
  );
  const total = found + copied.sum;
  const items = nameMisfits(first).map(({ solved, text }) => ({
    path: solved.path,
    line: null,
    called: calledName(solved),
    what: text,
    puzzleId: solved.puzzleId,
    count: 1,
  }));
  return {
    gate: '--require goal',
    kind: 'misfit',
    headline: `${numberOf(total, 'puzzle has', 'puzzles have')} a start position or an author's picture that does not fit`,
    total,
    misfits: total,
    items: [...items, ...copied.items].slice(0, limit),
  };
}

/** Groups of equal puzzles, one item each: the later puzzles, which the first makes superfluous. */
function equal({ store, runId, limit }: GatedRun, shapes: ShapeKeys | null): Finding | null {
  const limits = { groups: limit, members: EQUALS_NAMED };
  const found =
    shapes === null
      ? findDuplicates(store, runId, limits)
      : duplicatesAmong(store, runId, shapes, limits);
  const duplicate = { gate: '--require distinct', kind: 'duplicate' } as const;
  if (found.groups === 0 && found.unknown === 0) return null;
  if (found.groups === 0) {
    return {
      ...duplicate,
      headline: `${numberOf(found.unknown, 'puzzle was', 'puzzles were')} stored by an older version, which did not look for equal ones: run the corpus again`,
      total: found.unknown,
      misfits: found.unknown,
      items: [],
    };
  }
  return {
    ...duplicate,
    headline: `${numberOf(found.groups, 'group of puzzles is', 'groups of puzzles are')} equal except for turns, mirror images and colours`,
    total: found.groups,
    misfits: found.surplus,
    items: found.first.map(equalItem),
  };
}

/** Files whose content is that of others: each of their puzzles is there twice. */
function copied(run: GatedRun): Finding | null {
  const { sum, items } = inCopies(
    run,
    ({ results }) => results,
    (count) => numberOf(count, 'puzzle'),
  );
  if (sum === 0) return null;
  return {
    gate: '--require distinct',
    kind: 'duplicate',
    headline: `${numberOf(items.length, 'file is a copy of another', 'files are copies of others')}, with ${numberOf(sum, 'puzzle')}`,
    total: sum,
    misfits: sum,
    items: items.slice(0, run.limit),
  };
}

/** Equal puzzles that an item names besides the first. */
const EQUALS_NAMED = 10;

function equalItem({ puzzles, first: [original, ...others] }: DuplicateGroup): FindingItem {
  const named = others.map((puzzle) => `${calledName(puzzle)} in ${puzzle.path}`);
  const more = puzzles - 1 - others.length;
  const all = [...named, ...(more > 0 ? [`${countText(more)} more`] : [])];
  return {
    path: original.path,
    line: null,
    called: calledName(original),
    what: `${original.width}x${original.height}: equal to ${all.join(', ')}`,
    puzzleId: original.puzzleId,
    count: 1,
  };
}

/** Puzzles that the last complete run of the same series found better. */
function worse({ store, runId, limit }: GatedRun): Finding | null {
  const before = runBefore(store, runById(store, runId)!);
  if (before === null) return null;
  const [left, right] = [nightRows(store, before.runId), nightRows(store, runId)];
  const { counts, first } = nightChanges(store, left, right, limit);
  const total = countWorse(counts);
  if (total === 0) return null;
  const [was, is] = [before.runId, runId].map((id) => offenderById(store, id));
  const items = first
    .filter(({ kind }) => WORSE.includes(kind))
    .slice(0, limit)
    .map(({ before: old, after, edited }): FindingItem => {
      const now = offenderItem(is(after!));
      const then = was(old!);
      const clues = edited ? ', with other clues' : '';
      return { ...now, what: `${now.what}; in run ${before.runId} ${verdictOf(then)}${clues}` };
    });
  return {
    gate: '--require no-worse',
    kind: 'worse',
    headline: `${numberOf(total, 'puzzle is', 'puzzles are')} worse than in run ${before.runId}`,
    total,
    misfits: total,
    items,
  };
}

function calledName({
  name,
  title,
}: {
  readonly name: string;
  readonly title: string | null;
}): string {
  return title === null ? name : `${name} (${title})`;
}

/** A puzzle as a finding: its name, its size and its verdict. */
export function offenderItem(offender: Offender): FindingItem {
  const { puzzleId, name, title, width, height, path } = offender;
  return {
    path,
    line: null,
    called: calledName({ name, title }),
    what: `${width}x${height}: ${verdictOf(offender)}`,
    puzzleId,
    count: 1,
  };
}

function verdictOf({ status, technique, isUntrue }: Offender): string {
  const verdict = technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
  return isUntrue === 1 ? `${verdict}, but its columns do not fit each other` : verdict;
}

/**
 * A puzzle whose start position or author's picture does not fit, with what is wrong as sentences.
 */
export interface NamedMisfit {
  readonly solved: SolvedPuzzle;
  /** What is wrong as data, without what may or may not fit. */
  readonly misfits: readonly Misfit[];
  /** One sentence, without a full stop. */
  readonly text: string;
  /** The same in few words. */
  readonly shortText: string;
}

/**
 * Milliseconds in which the first wrong cell of one puzzle is looked for, and those of all of them.
 */
const PUZZLE_MS = 1000;
const ALL_MS = 5000;

/** Says of each puzzle which of its cells is the first wrong one, as far as time allows. */
export function nameMisfits(puzzles: readonly SolvedPuzzle[]): NamedMisfit[] {
  const deadline = performance.now() + ALL_MS;
  return puzzles.map((solved) => {
    const left = Math.min(PUZZLE_MS, deadline - performance.now());
    const { puzzle, goal, result } = solved;
    const found = { puzzle, goal, status: result.status, solution: solutionOf(solved) };
    const misfits = misfitsOf(found, Math.max(1, left));
    const texts = misfits.map((misfit) => misfitText(misfit, puzzle));
    const short = misfits.map((misfit) => shortMisfitText(misfit, puzzle));
    const open = 'whether the start position fits the clues is not known';
    return {
      solved,
      misfits,
      text: texts.join('; ') || open,
      shortText: short.join('; ') || 'start: not known whether it fits',
    };
  });
}

function solutionOf({ puzzle, result }: SolvedPuzzle): Cells | null {
  return result.solution === null
    ? null
    : textToCells(result.solution, puzzle.width, puzzle.height);
}
