import { listLeftOut } from '../../store/runs/left-out.js';
import { findDuplicates, type DuplicateGroup } from '../../store/queries/duplicates.js';
import { findMisfits } from '../../store/queries/misfits.js';
import { findOffenders, type Offender, type Requirement } from '../../store/queries/offenders.js';
import { countRun, runSources } from '../../store/runs/runs.js';
import { listRejects } from '../../store/queries/stored-rejects.js';
import type { Store } from '../../store/open/open.js';
import { countText, numberOf } from '../../text/numbers.js';
import { nameMisfits } from '../../report/numbers/named-misfits.js';
import type { RunGates } from '../../result/run/gates.js';

/** Something that does not meet a gate. */
export interface FindingItem {
  /** The file it is in, with the path that was found. */
  readonly path: string;
  /** The line of the file where its entry starts, from 1; null if that is not known. */
  readonly line: number | null;
  /** Its name: that of a puzzle, the place of an entry, or the name of a file. */
  readonly called: string;
  readonly what: string;
}

/** One way in which a run does not meet a gate. */
export interface Finding {
  /** The flag that asks for it, as typed. */
  readonly gate: string;
  /** Names the kind of finding in reports for programs. */
  readonly kind: 'reject' | 'left-out' | 'empty' | 'not-met' | 'misfit' | 'duplicate';
  /** A sentence with the number of items. */
  readonly headline: string;
  readonly total: number;
  /** The first of them. */
  readonly items: readonly FindingItem[];
}

const MEANINGS = {
  unique: 'have one solution',
  line: 'have one solution without guessing',
} as const;

/** Everything that does not meet the gates, with at most `limit` items of each kind. */
export function findUnmet(store: Store, runId: number, gates: RunGates, limit: number): Finding[] {
  const found: (Finding | null)[] = [];
  if (gates.strict) found.push(rejected(store, runId, limit), leftOut(store, runId, limit));
  if (gates.strict || gates.require.length > 0) found.push(empty(store, runId, gates, limit));
  for (const requirement of gates.require) {
    if (requirement === 'goal') found.push(misfits(store, runId, limit));
    else if (requirement === 'distinct') found.push(equal(store, runId, limit));
    else found.push(notMet(store, runId, requirement, limit));
  }
  return found.filter((finding) => finding !== null);
}

function rejected(store: Store, runId: number, limit: number): Finding | null {
  const { rejects } = countRun(store, runId);
  if (rejects === 0) return null;
  return {
    gate: '--strict',
    kind: 'reject',
    headline: numberOf(rejects, 'entry is not a puzzle', 'entries are not puzzles'),
    total: rejects,
    items: listRejects(store, runId, limit).map(({ path, ordinal, line, name, reason }) => {
      const place = line === null ? `${path}#${ordinal}` : path;
      const called = name === null || line !== null ? (name ?? place) : `${place} (${name})`;
      return { path, line, called, what: reason };
    }),
  };
}

function leftOut(store: Store, runId: number, limit: number): Finding | null {
  const files = listLeftOut(store, runId);
  if (files.length === 0) return null;
  return {
    gate: '--strict',
    kind: 'left-out',
    headline: `${numberOf(files.length, 'file was', 'files were')} left out; --ignore leaves files out on purpose`,
    total: files.length,
    items: files
      .slice(0, limit)
      .map(({ path, reason }) => ({ path, line: null, called: path, what: reason })),
  };
}

/** Files without an entry, or a run without a puzzle: nothing was proven about them. */
function empty(store: Store, runId: number, gates: RunGates, limit: number): Finding | null {
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
      items: sources
        .slice(0, limit)
        .map(({ path }) => ({ path, line: null, called: path, what: 'it is empty' })),
    };
  }
  if (countRun(store, runId).results > 0 || isSmallPart(store, runId)) return null;
  return { gate, kind: 'empty', headline: 'the run has no puzzle', total: 1, items: [] };
}

/** Whether a run is one of more parts than there are entries, and got none of them. */
function isSmallPart(store: Store, runId: number): boolean {
  return runSources(store, runId).some(
    ({ entries, allEntries }) => entries === 0 && allEntries !== null && allEntries > 0,
  );
}

function notMet(
  store: Store,
  runId: number,
  requirement: Requirement,
  limit: number,
): Finding | null {
  const { total, first } = findOffenders(store, runId, requirement, limit);
  if (total === 0) return null;
  const { results } = countRun(store, runId);
  return {
    gate: `--require ${requirement}`,
    kind: 'not-met',
    headline: `${countText(total)} of ${numberOf(results, 'puzzle')} ${total === 1 ? 'does' : 'do'} not ${MEANINGS[requirement]}`,
    total,
    items: first.map(offenderItem),
  };
}

/** Start positions and authors' pictures that do not fit, or that are not proven to fit. */
function misfits(store: Store, runId: number, limit: number): Finding | null {
  const { total, first } = findMisfits(store, runId, limit);
  if (total === 0) return null;
  return {
    gate: '--require goal',
    kind: 'misfit',
    headline: `${numberOf(total, 'puzzle has', 'puzzles have')} a start position or an author's picture that does not fit`,
    total,
    items: nameMisfits(first).map(({ solved, text }) => ({
      path: solved.path,
      line: null,
      called: calledName(solved),
      what: text,
    })),
  };
}

/** Groups of equal puzzles, one item each: the later puzzles, which the first makes superfluous. */
function equal(store: Store, runId: number, limit: number): Finding | null {
  const found = findDuplicates(store, runId, { groups: limit, members: EQUALS_NAMED });
  if (found.groups === 0 && found.unknown === 0) return null;
  if (found.groups === 0) {
    return {
      gate: '--require distinct',
      kind: 'duplicate',
      headline: `${numberOf(found.unknown, 'puzzle was', 'puzzles were')} stored by an older version, which did not look for equal ones: run the corpus again`,
      total: found.unknown,
      items: [],
    };
  }
  return {
    gate: '--require distinct',
    kind: 'duplicate',
    headline: `${numberOf(found.groups, 'group of puzzles is', 'groups of puzzles are')} equal except for turns, mirror images and colours`,
    total: found.groups,
    items: found.first.map(equalItem),
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
  const { name, title, width, height, status, technique, path } = offender;
  const verdict = technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
  return {
    path,
    line: null,
    called: calledName({ name, title }),
    what: `${width}x${height}: ${verdict}`,
  };
}
