import { listLeftOut } from '../../store/queries/left-out.js';
import { findOffenders, type Offender } from '../../store/queries/offenders.js';
import { countRun, runSources } from '../../store/queries/runs.js';
import { listRejects } from '../../store/queries/stored-rejects.js';
import type { Store } from '../../store/open/open.js';
import { countText, numberOf } from '../../text/numbers.js';
import type { Gates } from './gates.js';

/** Something that does not meet a gate. */
export interface FindingItem {
  /** The file it is in, as it was found. */
  readonly path: string;
  /** The line of the file where its entry starts, from 1; null if that is not known. */
  readonly line: number | null;
  /** What it is called: a puzzle's name, an entry's place, or a file's name. */
  readonly called: string;
  readonly what: string;
}

/** One way in which a run does not meet a gate. */
export interface Finding {
  /** The flag that asks for it, as typed. */
  readonly gate: string;
  /** Names the kind of finding in reports for programs. */
  readonly kind: 'reject' | 'left-out' | 'empty' | 'not-met';
  /** A sentence that counts the items. */
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
export function findUnmet(store: Store, runId: number, gates: Gates, limit: number): Finding[] {
  const found: (Finding | null)[] = [];
  if (gates.strict) found.push(rejected(store, runId, limit), leftOut(store, runId, limit));
  if (gates.strict || gates.require !== null) found.push(empty(store, runId, gates, limit));
  if (gates.require !== null) found.push(notMet(store, runId, gates.require, limit));
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

/** Files without an entry, or a run without a puzzle: what is not there is not proven. */
function empty(store: Store, runId: number, gates: Gates, limit: number): Finding | null {
  const gate = gates.strict ? '--strict' : `--require ${String(gates.require)}`;
  const sources = runSources(store, runId).filter(({ entries }) => entries === 0);
  if (sources.length > 0) {
    return {
      gate,
      kind: 'empty',
      headline: `${numberOf(sources.length, 'file holds', 'files hold')} no puzzle at all`,
      total: sources.length,
      items: sources
        .slice(0, limit)
        .map(({ path }) => ({ path, line: null, called: path, what: 'nothing is in it' })),
    };
  }
  if (countRun(store, runId).results > 0) return null;
  return { gate, kind: 'empty', headline: 'there is no puzzle in the run', total: 1, items: [] };
}

function notMet(
  store: Store,
  runId: number,
  requirement: NonNullable<Gates['require']>,
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

/** A puzzle as a finding: its name, its size and what it is instead. */
export function offenderItem(offender: Offender): FindingItem {
  const { name, title, width, height, status, technique, path } = offender;
  const verdict = technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
  return {
    path,
    line: null,
    called: title === null ? name : `${name} (${title})`,
    what: `${width}x${height}: ${verdict}`,
  };
}
