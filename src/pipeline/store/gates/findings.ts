import type { Nights } from '../changes/nights.js';
import { listLeftOut } from '../stored-runs/run-corpora.js';
import { duplicatesAmong, findDuplicates, type DuplicateGroup } from '../queries/duplicates.js';
import { countMisfits, findMisfits } from '../queries/misfits.js';
import { countOffenders, findOffenders, type Requirement } from '../queries/offenders.js';
import type { ShapeKeys } from '../tally/shape-keys.js';
import { noWorse } from './no-worse.js';
import { copiedFiles, type CopiedFile } from '../stored-runs/copied-files.js';
import { countRun, runSources, type Run } from '../stored-runs/read-runs.js';
import {
  countRejectedPuzzles,
  countRejects,
  listRejects,
  type RejectedAs,
} from '../rows/rejects.js';
import type { StoredReject } from '../rows/stored.js';
import type { Store } from '../open/open.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import {
  isNeedsGate,
  mostNeeded,
  type GateRequirement,
  type NeedsGate,
  type RunGates,
} from '../../record/outcome.js';
import {
  misfitsOf,
  type Misfit,
  misfitText,
  shortMisfitText,
} from '../../../solver/craft/advice/mistake.js';
import { textToCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import {
  calledName,
  listed,
  needsVerdictOf,
  offenderItem,
  untrueText,
  type Finding,
  type FindingItem,
} from './finding.js';
import type { SolvedPuzzle } from '../queries/stored-results.js';

/** What is asked of all puzzles, after "do not". */
function meaningOf(requirement: Requirement): string {
  if (requirement === 'unique') return 'have one solution';
  if (requirement === 'line') return 'have one solution without guessing';
  return `have one solution that needs at most ${mostNeeded(requirement)}`;
}

/** How the gates of a run are looked at. */
interface GateLook {
  /** The most items of each kind. */
  readonly limit: number;
  /** Those of the run's puzzles, if they were collected already. */
  readonly shapes: ShapeKeys | null;
  readonly nights: Nights;
}

/** What a run was compared with, a sentence without a full stop; null if it was not to be. */
interface WithWhat {
  readonly said: string | null;
  readonly isFirst: boolean;
}

/**
 * Everything that does not meet the gates of a run, and what `no-worse` compared it with.
 */
export function findUnmet(
  store: Store,
  run: Run,
  gates: RunGates,
  { limit, shapes, nights }: GateLook,
): { readonly findings: readonly Finding[]; readonly compared: WithWhat } {
  let compared: WithWhat = { said: null, isFirst: false };
  if (!gates.strict && gates.require.length === 0) return { findings: [], compared };
  const { runId } = run;
  const gated = { store, runId, limit, copies: copiedFiles(store, runId), shapes };
  const found: (Finding | null)[] = [];
  if (gates.strict) found.push(rejected(gated, 'strict'), leftOut(gated));
  found.push(empty(gated, gates));
  for (const requirement of gates.require) {
    if (requirement === 'no-worse') {
      const { finding, ...what } = noWorse(store, nights.of(run), limit);
      found.push(finding);
      compared = what;
    } else if (isNeedsGate(requirement)) {
      found.push(notMet(gated, requirement), rejected(gated, requirement));
    } else found.push(...FINDS[requirement](gated));
  }
  return { findings: found.filter((finding) => finding !== null), compared };
}

/** What does not meet each gate of a word; `no-worse` alone looks at other runs. */
const FINDS: Readonly<
  Record<
    Exclude<GateRequirement, 'no-worse' | NeedsGate>,
    (run: GatedRun) => readonly (Finding | null)[]
  >
> = {
  unique: (run) => [notMet(run, 'unique'), rejected(run, 'unique')],
  line: (run) => [notMet(run, 'line'), rejected(run, 'line')],
  goal: (run) => [misfits(run), rejected(run, 'goal')],
  distinct: (run) => [equal(run), copied(run)],
};

/** The run that gates look at. */
interface GatedRun {
  readonly store: Store;
  readonly runId: number;
  /** The most items that are listed. */
  readonly limit: number;
  readonly copies: readonly CopiedFile[];
  readonly shapes: GateLook['shapes'];
}

const FILE = { line: null, puzzleId: null, count: 1 } as const;

function inAll({ pieces }: CopiedFile, countOf: (pieceId: number) => number): number {
  return pieces.reduce((sum, pieceId) => sum + countOf(pieceId), 0);
}

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

/** Which rejects do not meet a gate, and what is said of them. */
const REJECTED = {
  strict: { as: null, one: 'entry is not a puzzle', many: 'entries are not puzzles' },
  unique: ofPuzzle('puzzle', 'clues that cannot hold'),
  line: ofPuzzle('puzzle', 'clues that cannot hold'),
  goal: ofPuzzle('cells', 'clues that cannot hold, so nor can its start position or picture'),
} as const;

function ofPuzzle(as: RejectedAs, what: string) {
  return { as, one: `puzzle has ${what}`, many: `puzzles have ${what.replace('its', 'their')}` };
}

const isOfOwn = (gate: keyof typeof REJECTED | NeedsGate): gate is keyof typeof REJECTED =>
  gate in REJECTED;

/** Entries that are not puzzles, or only those that are puzzles with a mistake in them. */
function rejected(run: GatedRun, gate: keyof typeof REJECTED | NeedsGate): Finding | null {
  const { store, runId, limit } = run;
  const { as, one, many } = REJECTED[isOfOwn(gate) ? gate : 'unique'];
  const rejects = as === null ? countRejects(store, runId) : countRejectedPuzzles(store, runId, as);
  if (rejects === 0) return null;
  const copied = inCopies(
    run,
    (copy) =>
      as === null
        ? copy.rejects
        : inAll(copy, (pieceId) => countRejectedPuzzles(store, runId, as, pieceId)),
    (count) => numberOf(count, one, many),
  );
  const total = rejects + copied.sum;
  const items = listRejects(store, runId, limit, as).map(rejectItem);
  return {
    gate: gate === 'strict' ? '--strict' : `--require ${gate}`,
    kind: 'reject',
    headline: numberOf(total, one, many),
    total,
    misfits: total,
    items: [...items, ...copied.items].slice(0, limit),
  };
}

function rejectItem({ path, ordinal, line, name, reason }: StoredReject): FindingItem {
  const place = line === null ? `${path}#${ordinal}` : path;
  const called = name === null || line !== null ? (name ?? place) : `${place} (${name})`;
  return { path, line, called, what: reason, puzzleId: null, count: 1 };
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
  const gateOf = (asked: RunGates['require']): string =>
    gates.strict ? '--strict' : `--require ${asked.join(',')}`;
  // Whose puzzles are gone, `no-worse` says itself.
  const others = gates.require.filter((one) => one !== 'no-worse');
  const sources = runSources(store, runId).filter(
    ({ entries, allEntries }) => (allEntries ?? entries) === 0,
  );
  if (sources.length > 0 && (gates.strict || others.length > 0)) {
    return {
      gate: gateOf(others),
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
  return {
    gate: gateOf(gates.require),
    kind: 'no-puzzle',
    headline,
    total: 1,
    misfits: 1,
    items: [],
  };
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
  const inPiece = countOffenders(store, runId, requirement);
  const copied = inCopies(
    run,
    (copy) => inAll(copy, inPiece),
    (count) => numberOf(count, 'puzzle'),
  );
  const total = found + copied.sum;
  const items = first.map((one) =>
    isNeedsGate(requirement) ? offenderItem(one, needsVerdictOf(one)) : offenderItem(one),
  );
  const puzzles = copies.reduce((sum, copy) => sum + copy.results, countRun(store, runId).results);
  return {
    gate: `--require ${requirement}`,
    kind: 'not-met',
    headline: `${countText(total)} of ${numberOf(puzzles, 'puzzle')} ${total === 1 ? 'does' : 'do'} not ${meaningOf(requirement)}${untrueText(store, runId)}`,
    total,
    misfits: total,
    items: [...items, ...copied.items].slice(0, limit),
  };
}

/** Start positions and authors' pictures that do not fit, or that are not proven to fit. */
function misfits(run: GatedRun): Finding | null {
  const { store, runId, limit } = run;
  const { total: found, first } = findMisfits(store, runId, limit);
  if (found === 0) return null;
  const inPiece = countMisfits(store, runId);
  const copied = inCopies(
    run,
    (copy) => inAll(copy, inPiece),
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
function equal({ store, runId, limit, shapes }: GatedRun): Finding | null {
  const limits = { groups: limit, members: EQUALS_NAMED };
  const found =
    shapes === null
      ? findDuplicates(store, runId, limits)
      : duplicatesAmong(store, runId, shapes, limits);
  const duplicate = { gate: '--require distinct', kind: 'duplicate' } as const;
  if (found.groups === 0) return null;
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
