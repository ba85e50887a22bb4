import {
  gatesOf,
  hasGates,
  verdictText,
  isNeedsGate,
  type NeedsGate,
  type RunGates,
  WORSE,
  countWorse,
  type FileChange,
  isLost,
} from '../record/outcome.js';
import { commandText } from '../../solver/core/text/typed.js';
import { Nights, type Night } from './changes/nights.js';
import { queryRows, queryValues, type Store } from './open/open.js';
import type { Run, SolvedPuzzle, StoredReject } from './stored.js';
import { countRun, runSources, listLeftOut } from './stored-runs.js';
import { numberOf, countText, timeText } from '../../solver/core/text/numbers.js';
import { copiedFiles, countInPiece, type CopiedFile } from './pieces.js';
import { repeatedShapes } from './queries/scan-results.js';
import { countRejectedPuzzles, countRejects, listRejects } from './queries/rejects.js';
import { misfitsOf, misfitText, shortMisfitText } from '../../solver/craft/advice/mistake.js';
import { textToCells } from '../../solver/core/puzzle/text.js';
import { LISTED_ROW, fieldsSql, solvedPuzzle } from './queries/stored-results.js';
import type { StoredResult } from '../../solver/core/result/result.js';
import type { Changes, PuzzleChange } from './changes/changes.js';
import { NEEDS, type Needs } from '../../solver/core/result/difficulty.js';
import { FAULT_ENDING } from '../../solver/core/text/error-codes.js';
import { resultsInOrderSql } from './result-layout.js';
import type { SizedPuzzle } from '../record/puzzle-id.js';

/** One gate of a run: whether it holds. */
export type GateVerdict = ReturnType<typeof evaluateGates>['verdicts'][number];

/** How many items of each kind are kept: a build log needs all of them, but not a million. */
const LISTED = 200;

/** Judges the gates of a run, with at most `limit` items of each kind; `nights` for other runs. */
export function evaluateGates(
  store: Store,
  run: Run,
  { limit = LISTED, nights = new Nights(store) }: { limit?: number; nights?: Nights } = {},
) {
  const gates = gatesOf(run.options);
  const names = [...(gates.strict ? ['strict' as const] : []), ...gates.require];
  const night = names.includes('no-worse') ? noWorse(store, nights.of(run), limit) : null;
  const gated = { store, runId: run.runId, limit };
  const findings = hasGates(gates) ? unmetGates(gated, gates, night) : [];
  const verdicts = names.map((name) => {
    const flag = name === 'strict' ? '--strict' : `--require ${name}`;
    // Of an empty corpus nothing is proven: none of the gates holds.
    const own = findings.filter(
      ({ gate, kind }) =>
        gate === flag || kind === 'no-puzzle' || (kind === 'empty' && name !== 'no-worse'),
    );
    return {
      name,
      /** As typed. */
      flag,
      holds: own.length === 0,
      /** How many entries, puzzles or files do not meet it. */
      misfits: own.reduce((sum, { misfits }) => sum + misfits, 0),
      /** What does not hold, a sentence each. */
      why: own.map(({ headline }) => headline),
      /** Of `no-worse`: what it was compared with, a sentence without a full stop; else null. */
      compared: name === 'no-worse' ? night!.said : null,
      /** Whether it holds because there was nothing to compare with. */
      isFirst: name === 'no-worse' && night!.isFirst,
    };
  });
  return { verdicts, findings };
}

/** What to type for a list of everything that does not meet the gates of a run. */
export function gatesCommand(store: Store, runId: number): string {
  return commandText(['report', String(runId), '--db', store.path, '--gates'], process.platform);
}

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
export function calledName({ name, title }: Pick<SizedPuzzle, 'name' | 'title'>): string {
  return title === null ? name : `${name} (${title})`;
}

/** A puzzle as an item of a finding. */
function itemOf(puzzle: Pick<SizedPuzzle, 'puzzleId' | 'name' | 'title' | 'path'>, what: string) {
  const { path, puzzleId } = puzzle;
  return { path, line: null, called: calledName(puzzle), what, puzzleId, count: 1 };
}

/** The same with its size and its verdict. */
export function offenderItem(offender: Offender, verdict = verdictText(offender)): FindingItem {
  return itemOf(offender, `${offender.width}x${offender.height}: ${verdict}`);
}

/** What a puzzle needs, in words, if it has one solution; else what was found of it. */
function needsVerdictOf(offender: Offender): string {
  const { status, needs } = offender;
  if (status !== 'unique') return verdictText(offender);
  return needs === null ? 'unique, not rated' : `unique, needs ${needs}`;
}

/** What is asked of all puzzles, after "do not". */
function meaningOf(requirement: Requirement): string {
  if (requirement === 'unique') return 'have one solution';
  if (requirement === 'line') return 'have one solution without guessing';
  return `have one solution that needs at most ${mostNeeded(requirement)}`;
}

/** The most that a puzzle may need by such a gate. */
function mostNeeded(gate: NeedsGate): Needs {
  return NEEDS.find((level) => gate === `needs=${level}`)!;
}

/** Everything that does not meet the gates of a run; `night` is what `no-worse` found. */
function unmetGates(run: Omit<GatedRun, 'copies'>, gates: RunGates, night: NoWorse | null) {
  const gated = { ...run, copies: copiedFiles(run.store, run.runId) };
  return [
    ...(gates.strict ? [rejected(gated, 'strict'), leftOut(gated)] : []),
    empty(gated, gates),
    ...gates.require.flatMap((gate) => {
      if (gate === 'no-worse') return [night!.finding];
      if (gate === 'distinct') return [equal(gated), copied(gated)];
      return [gate === 'goal' ? misfits(gated) : notMet(gated, gate), rejected(gated, gate)];
    }),
  ].filter((finding) => finding !== null);
}

interface GatedRun {
  readonly store: Store;
  readonly runId: number;
  readonly limit: number;
  readonly copies: readonly CopiedFile[];
}

const FILE = { line: null, puzzleId: null, count: 1 } as const;

/** A finding without items. */
const ONE = { total: 1, misfits: 1, items: [] } as const;

function inAll({ pieces }: CopiedFile, countOf: (pieceId: number) => number): number {
  return pieces.reduce((sum, pieceId) => sum + countOf(pieceId), 0);
}

/** What does not meet a gate in files that are copies of others: an item for each file. */
function inCopies(
  { copies }: GatedRun,
  countOf: (copy: CopiedFile) => number,
  words = (count: number): string => numberOf(count, 'puzzle'),
): { readonly sum: number; readonly items: readonly FindingItem[] } {
  const items = copies.flatMap((copy): FindingItem[] => {
    const { path, of } = copy;
    const count = countOf(copy);
    const what = `a copy of ${of}: ${words(count)}`;
    return count === 0 ? [] : [{ ...FILE, path, called: path, what, count }];
  });
  return { sum: listed(items), items };
}

function withCopies(
  run: GatedRun,
  own: { readonly total: number; readonly items: readonly FindingItem[] },
  countOf: (copy: CopiedFile) => number,
  words?: (count: number) => string,
): Pick<Finding, 'total' | 'misfits' | 'items'> {
  const copied = inCopies(run, countOf, words);
  const total = own.total + copied.sum;
  return { total, misfits: total, items: [...own.items, ...copied.items].slice(0, run.limit) };
}

function ofFiles(files: readonly Pick<FindingItem, 'path' | 'what'>[], limit: number) {
  const items = files.slice(0, limit).map((file) => ({ ...FILE, ...file, called: file.path }));
  return { total: files.length, misfits: files.length, items };
}

/** Entries that are not puzzles, or only those that are puzzles with a mistake in them. */
function rejected(run: GatedRun, gate: 'strict' | 'goal' | Requirement): Finding | null {
  const { store, runId, limit } = run;
  const as = gate === 'strict' ? null : gate === 'goal' ? 'cells' : 'puzzle';
  const countOf = (pieceId?: number): number =>
    as === null ? countRejects(store, runId) : countRejectedPuzzles(store, runId, as, pieceId);
  const total = countOf();
  if (total === 0) return null;
  const nor = (whose: string): string =>
    gate === 'goal' ? `, so nor can ${whose} start position or picture` : '';
  const words = (count: number): string =>
    as === null
      ? numberOf(count, 'entry is not a puzzle', 'entries are not puzzles')
      : numberOf(
          count,
          `puzzle has clues that cannot hold${nor('its')}`,
          `puzzles have clues that cannot hold${nor('their')}`,
        );
  const items = listRejects(store, runId, limit, as).map(rejectItem);
  const countIn = (copy: CopiedFile): number => (as === null ? copy.rejects : inAll(copy, countOf));
  const all = withCopies(run, { total, items }, countIn, words);
  const asked = gate === 'strict' ? '--strict' : `--require ${gate}`;
  return { gate: asked, kind: 'reject', headline: words(all.total), ...all };
}

function rejectItem({ path, ordinal, line, name, reason }: StoredReject): FindingItem {
  const place = line === null ? `${path}#${ordinal}` : path;
  const called = name === null || line !== null ? (name ?? place) : `${place} (${name})`;
  return { path, line, called, what: reason, puzzleId: null, count: 1 };
}

function leftOut({ store, runId, limit }: GatedRun): Finding | null {
  const files = listLeftOut(store, runId).map(({ path, reason }) => ({ path, what: reason }));
  if (files.length === 0) return null;
  return {
    gate: '--strict',
    kind: 'left-out',
    headline: `${numberOf(files.length, 'file was', 'files were')} left out; --ignore leaves files out on purpose`,
    ...ofFiles(files, limit),
  };
}

/** Files without an entry, or a run without a puzzle: nothing was proven about them. */
function empty({ store, runId, limit }: GatedRun, gates: RunGates): Finding | null {
  const gateOf = (asked: RunGates['require']): string =>
    gates.strict ? '--strict' : `--require ${asked.join(',')}`;
  // Whose puzzles are gone, `no-worse` says itself.
  const others = gates.require.filter((one) => one !== 'no-worse');
  const all = runSources(store, runId);
  const sources = all.filter(({ entries, allEntries }) => (allEntries ?? entries) === 0);
  if (sources.length > 0 && (gates.strict || others.length > 0)) {
    const files = sources.map(({ path }) => ({ path, what: 'it is empty' }));
    return {
      gate: gateOf(others),
      kind: 'empty',
      headline: `${numberOf(sources.length, 'file holds', 'files hold')} no puzzle`,
      ...ofFiles(files, limit),
    };
  }
  // A part may be without entries, because there are fewer entries than parts.
  const isSmallPart = all.some(
    ({ entries, allEntries }) => entries === 0 && allEntries !== null && allEntries > 0,
  );
  if (isSmallPart || countRun(store, runId).results > 0) return null;
  const gate = gateOf(gates.require);
  return { gate, kind: 'no-puzzle', headline: 'the run has no puzzle', ...ONE };
}

function notMet(run: GatedRun, requirement: Requirement): Finding | null {
  const { store, runId, limit, copies } = run;
  const { total: found, first } = findOffenders(store, runId, requirement, limit);
  if (found === 0) return null;
  const items = first.map((one) =>
    isNeedsGate(requirement) ? offenderItem(one, needsVerdictOf(one)) : offenderItem(one),
  );
  const offends = offendsSql(requirement);
  const all = withCopies(run, { total: found, items }, (copy) =>
    inAll(copy, (pieceId) => countInPiece(store, 'results', offends, runId, pieceId)),
  );
  const { total } = all;
  const puzzles = copies.reduce((sum, copy) => sum + copy.results, countRun(store, runId).results);
  return {
    gate: `--require ${requirement}`,
    kind: 'not-met',
    headline: `${countText(total)} of ${numberOf(puzzles, 'puzzle')} ${total === 1 ? 'does' : 'do'} not ${meaningOf(requirement)}`,
    ...all,
  };
}

/** Start positions and authors' pictures that do not fit, or that are not proven to fit. */
function misfits(run: GatedRun): Finding | null {
  const { store, runId, limit } = run;
  const { total: found, first } = findMisfits(store, runId, limit);
  if (found === 0) return null;
  const items = first.map(({ solved, text }) => itemOf(solved, text));
  const all = withCopies(run, { total: found, items }, (copy) =>
    inAll(copy, (pieceId) => countInPiece(store, WITH_PUZZLES, MAY_MISFIT, runId, pieceId)),
  );
  return {
    gate: '--require goal',
    kind: 'misfit',
    headline: `${numberOf(all.total, 'puzzle has', 'puzzles have')} a start position or an author's picture that does not fit`,
    ...all,
  };
}

/** Groups of equal puzzles, one item each: the later puzzles, which the first makes superfluous. */
function equal({ store, runId, limit }: GatedRun): Finding | null {
  const found = findDuplicates(store, runId, { groups: limit, members: EQUALS_NAMED });
  if (found.groups === 0) return null;
  return {
    gate: '--require distinct',
    kind: 'duplicate',
    headline: `${numberOf(found.groups, 'group of puzzles is', 'groups of puzzles are')} equal except for turns, mirror images and colours`,
    total: found.groups,
    misfits: found.surplus,
    items: found.first.map(equalItem),
  };
}

/** Files whose content is that of others: each of their puzzles is there twice. */
function copied(run: GatedRun): Finding | null {
  const { sum, items } = inCopies(run, ({ results }) => results);
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

function equalItem({ puzzles, first: [original, ...others] }: Duplicates['first'][number]) {
  const named = others.map((puzzle) => `${calledName(puzzle)} in ${puzzle.path}`);
  const more = puzzles - 1 - others.length;
  const all = [...named, ...(more > 0 ? [`${countText(more)} more`] : [])];
  const { width, height } = original;
  return itemOf(original, `${width}x${height}: equal to ${all.join(', ')}`);
}

/** Milliseconds to look for the first wrong cell of one puzzle, and of all of them. */
const PUZZLE_MS = 1000;
const ALL_MS = 5000;

/** Says of each puzzle which of its cells is the first wrong one, as far as time allows. */
function nameMisfits(puzzles: readonly SolvedPuzzle[]) {
  const deadline = performance.now() + ALL_MS;
  return puzzles.map((solved) => {
    const left = Math.min(PUZZLE_MS, deadline - performance.now());
    const { puzzle, goal, result } = solved;
    const { width, height } = puzzle;
    const solution = result.solution === null ? null : textToCells(result.solution, width, height);
    const found = { puzzle, goal, status: result.status, solution };
    const misfits = misfitsOf(found, Math.max(1, left));
    const texts = misfits.map((misfit) => misfitText(misfit, puzzle));
    const short = misfits.map((misfit) => shortMisfitText(misfit, puzzle));
    const open = 'whether the start position fits the clues is not known';
    return {
      solved,
      /** What is wrong as data, without what may or may not fit. */
      misfits,
      /** One sentence, without a full stop. */
      text: texts.join('; ') || open,
      /** The same in few words. */
      shortText: short.join('; ') || 'start: not known whether it fits',
    };
  });
}

interface NoWorse {
  readonly finding: Finding | null;
  /** What it compared with, a sentence without a full stop. */
  readonly said: string;
  /** Whether it holds only because there is nothing to compare with. */
  readonly isFirst: boolean;
}

const GATE = '--require no-worse';

/** Whether a run is no worse than those before it, and with what it was compared. */
export function noWorse(
  store: Store,
  { run, by, before, broken, changes }: Night,
  limit: number,
): NoWorse {
  const { runId } = run;
  const of = by === 'name' ? 'this name' : 'these corpora';
  if (run.acceptedAt !== null) {
    const who = run.acceptedBy === null ? '' : ` by ${run.acceptedBy}`;
    const said = `run ${runId} was accepted${who} at ${timeText(run.acceptedAt)}: later runs are compared with it`;
    return { finding: null, said, isFirst: false };
  }
  if (before === null || changes === null) {
    if (broken === null) {
      const said =
        `the first run of ${of} in this database: there is none to compare it with; ` +
        'a build server has to keep the database from run to run';
      return { finding: null, said, isFirst: true };
    }
    return notCompared(
      `nothing to compare with: run ${broken.runId} of ${of} is not complete, and no other is; ` +
        `"nonomill history --accept ${runId}" takes this one`,
    );
  }
  const { puzzles, same, common, counts } = changes;
  if (common === 0 && puzzles > 0) {
    return notCompared(
      `nothing to compare with: run ${before.runId} of ${of} has none of these puzzles; ` +
        `"nonomill history --accept ${runId}" takes this run as it is`,
    );
  }
  const rest = [
    ...(counts.gone === 0 ? [] : [`, ${countText(counts.gone)} gone`]),
    ...(counts.accepted === 0 ? [] : [`, ${countText(counts.accepted)} accepted`]),
  ].join('');
  const said = `compared with run ${before.runId}, ${countText(same)} of ${numberOf(puzzles, 'puzzle')} the same${rest}`;
  const finding = countWorse(counts) === 0 ? null : worseFinding(store, runId, changes, limit);
  return { finding, said, isFirst: false };
}

function notCompared(headline: string): NoWorse {
  const finding = { gate: GATE, kind: 'not-compared' as const, headline, ...ONE };
  return { finding, said: headline, isFirst: false };
}

function worseFinding(store: Store, runId: number, changes: Changes, limit: number): Finding {
  const { list, files, counts } = changes;
  const worse = list.filter(({ kind }) => WORSE.includes(kind));
  const lost = files.filter(isLost);
  const runs = [...worse.map(({ before }) => before!.piece.runId), ...lost.map(({ best }) => best)];
  const bestRuns = new Set(runs);
  const than = bestRuns.size === 1 ? `in run ${[...bestRuns].join('')}` : 'in runs before';
  const total = countWorse(counts);
  const items = [
    ...worse.slice(0, limit).map((one) => worseItem(store, runId, one)),
    ...lost.slice(0, limit).map((file) => fileItem(file, runId)),
  ];
  return {
    gate: GATE,
    kind: 'worse',
    headline: `${numberOf(total, 'puzzle is', 'puzzles are')} worse than ${than}`,
    total,
    misfits: total,
    items: items.slice(0, limit),
  };
}

function fileItem({ kind, path, puzzles, best, since }: FileChange, runId: number): FindingItem {
  const why = kind === 'empty' ? 'its file holds nothing now' : 'its file was left out';
  const gone = `${numberOf(puzzles, 'puzzle')} gone, as ${puzzles === 1 ? why : why.replace('its', 'their')}`;
  const what = `${gone}; there in run ${best}${since === runId ? '' : `, worse since run ${since}`}`;
  return { ...FILE, path, called: path, what, count: puzzles };
}

function worseItem(store: Store, runId: number, change: PuzzleChange): FindingItem {
  const [before, after] = [change.before!, change.after!];
  const bestRun = before.piece.runId;
  const was = offenderById(store, bestRun, before.puzzleId);
  const since =
    change.since === null || change.since === runId ? '' : `, worse since run ${change.since}`;
  const then = `; in run ${bestRun} ${was === undefined ? 'better' : verdictText(was)}`;
  const { path } = after.piece;
  const item = { ...FILE, path, called: before.name };
  if (!('puzzleId' in after)) {
    return { ...item, line: after.line, what: `no puzzle now: ${after.reason}${then}${since}` };
  }
  const is = offenderById(store, runId, after.puzzleId);
  const clues = change.isEdited ? ', with other clues' : '';
  const now = is === undefined ? { ...item, called: after.name, what: '' } : offenderItem(is);
  const what = `${now.what}${then}${clues}${since}`;
  return { ...now, path, what };
}

/** `--require`: one solution; one without guessing (`line`); or no more than a level. */
type Requirement = 'unique' | 'line' | NeedsGate;

/** A puzzle that does not meet a requirement, with what it is instead. */
type Offender = SizedPuzzle & Pick<StoredResult, (typeof INSTEAD)[number]>;

const INSTEAD = ['status', 'technique', 'needs', 'error'] as const;

/** What puzzles that do not meet it have in their rows, as SQL. */
function offendsSql(requirement: Requirement): string {
  return `(results.status <> 'unique' OR ${lacksSql(requirement)})`;
}

/** What a unique puzzle lacks; one that was not rated lacks every level. */
function lacksSql(requirement: Requirement): string {
  if (requirement === 'unique') return 'false';
  if (requirement === 'line') return `results.technique IS NOT 'line'`;
  const enough = NEEDS.slice(0, NEEDS.indexOf(mostNeeded(requirement)) + 1);
  return `results.needs IS NULL OR results.needs NOT IN (${enough.map((level) => `'${level}'`).join(', ')})`;
}

/** What a run found that tells of a fault of the program, as SQL. */
const FAULTS = {
  /** The second engine differs. */
  differs: `cross_check = 'differ'`,
  /** The proof was refused, or could not be kept. */
  unproven: `proof IS NULL AND error LIKE 'the proof %'`,
  crash: `status = 'crash'`,
} as const;

/** How many puzzles of a run are such, or do not meet it; the first `limit` in corpus order. */
export function findOffenders(
  store: Store,
  runId: number,
  what: Requirement | keyof typeof FAULTS,
  limit: number,
): { readonly total: number; readonly first: readonly Offender[] } {
  const isFault = (one: typeof what): one is keyof typeof FAULTS => one in FAULTS;
  const condition = isFault(what) ? FAULTS[what] : offendsSql(what);
  const sql = `${OFFENDER} ${inOrder(runId)} WHERE ${condition} ${IN_ORDER} LIMIT ?`;
  const first = queryRows<Offender>(store, sql, limit);
  if (first.length < limit) return { total: first.length, first };
  const count = `SELECT count(*) FROM results WHERE run_id = ? + 0 AND ${condition}`;
  return { total: queryValues<number>(store, count, runId)[0], first };
}

/** The results of a run with their puzzles, which come by `IN_ORDER` in that of the corpus. */
function inOrder(runId: number): string {
  return `FROM ${resultsInOrderSql(runId)} AS results CROSS JOIN puzzles USING (puzzle_id)`;
}

/** Ids are in the order of the corpus only within a piece, as earlier runs may have made some. */
const IN_ORDER = 'ORDER BY file, piece, puzzle_id';

/** How many rejects of a run are no fault of the input: reading them met an unexpected error. */
export function countFaultyRejects(store: Store, runId: number): number {
  const sql = 'SELECT count(*) FROM rejects WHERE run_id = ? + 0 AND reason LIKE ?';
  return queryValues<number>(store, sql, runId, `%${FAULT_ENDING}`)[0];
}

const OFFENDER = `SELECT ${LISTED_ROW}, ${fieldsSql(INSTEAD)}`;

/** A puzzle of such a list by its id; undefined if somebody removed the row. */
function offenderById(store: Store, runId: number, puzzleId: number): Offender | undefined {
  return queryRows<Offender>(store, `${OFFENDER} ${ONE_PUZZLE}`, runId, puzzleId).at(0);
}

const WITH_PUZZLES = 'results JOIN puzzles USING (puzzle_id)';
const ONE_PUZZLE = `FROM ${WITH_PUZZLES} WHERE run_id = ? + 0 AND puzzle_id = ? + 0`;
const MAY_MISFIT = '(goal_matches = 0 OR (start IS NOT NULL AND solution IS NULL))';

/**
 * How many puzzles' pictures or starts do not, or may not, fit; the first in corpus order, each
 * with its first wrong cell as far as time allows.
 */
export function findMisfits(store: Store, runId: number, limit: number) {
  const from = `${inOrder(runId)} WHERE ${MAY_MISFIT}`;
  const ids = queryValues<number>(store, `SELECT puzzle_id ${from} ${IN_ORDER} LIMIT ?`, limit);
  const first = nameMisfits(ids.map((id) => solvedPuzzle(store, runId, id)!));
  if (ids.length < limit) return { total: ids.length, first };
  return { total: queryValues<number>(store, `SELECT count(*) ${from}`)[0], first };
}

type Duplicates = ReturnType<typeof findDuplicates>;

/**
 * The groups of puzzles of a run that have one shape: the same except for turns, mirror images and
 * the names of colours. They are in the order of their first puzzles.
 */
export function findDuplicates(
  store: Store,
  runId: number,
  limits: Parameters<typeof repeatedShapes>[2],
) {
  const { first, ...counts } = repeatedShapes(store, runId, limits);
  const sql = `SELECT ${LISTED_ROW} ${ONE_PUZZLE}`;
  return {
    ...counts,
    first: first.map(({ shape, count, first: ids }) => ({
      shape,
      /** How many puzzles are in the group: two or more. */
      puzzles: count,
      /** The first of them in the order of the corpus. */
      first: ids.map((puzzleId) => queryRows<SizedPuzzle>(store, sql, runId, puzzleId)[0]),
    })),
  };
}
