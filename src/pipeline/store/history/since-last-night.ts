import { CHANGE_KINDS, CHANGE_WORDS, WORSE, type ChangeCounts } from '../../record/changes.js';
import { gatesOf } from '../../record/gates.js';
import { studyOf } from '../../record/study.js';
import { sourceOf } from '../../../solver/core/result/puzzle-id.js';
import { commandText } from '../../../solver/core/text/command-text.js';
import { rejectPlace } from '../../../solver/core/text/corpora-text.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { NightChange } from '../compare/night-changes.js';
import { LINE, MULTIPLE, OPEN, UNIQUE } from '../compare/night-rows.js';
import { Nights } from '../compare/nights.js';
import type { Store } from '../open/open.js';
import type { LastRun } from '../stored-runs/runs-before.js';
import { sourcePaths } from '../stored-runs/file-places.js';
import type { Run } from '../stored-runs/read-runs.js';
import { isOfSeries, partOf } from '../stored-runs/run-series.js';
import { newRejects } from './new-rejects.js';
import { namedChanges, type NamedChange } from './run-history.js';

/** What is new in a run since the last complete one of its name, or over its corpora. */
export type SinceLastNight = NothingBefore | ChangesSince;

/** A run that is compared with none. */
interface NothingBefore extends Pick<LastRun, 'by'> {
  /** No complete run is before it, or it is not complete itself: what it lacks is not gone. */
  readonly kind: 'first' | 'unfinished';
}

export interface ChangesSince extends Pick<LastRun, 'by'> {
  readonly kind: 'compared';
  readonly before: Pick<Run, 'runId' | 'name' | 'startedAt'>;
  /** The latest run between the two that is not complete; null if there is none. */
  readonly unfinished: number | null;
  /** How many puzzles the run has. */
  readonly puzzles: number;
  /** How many puzzles changed in each way. */
  readonly counts: ChangeCounts;
  /** Whether puzzles that it lacks are gone: not of a part, nor of a run with a limit. */
  readonly isWhole: boolean;
  readonly fresh: NewPuzzles;
  /** The first puzzles that are worse, of each kind, the worst kind first. */
  readonly worse: readonly NamedChange[];
  /** The first puzzles that got a verdict. */
  readonly gained: readonly NamedChange[];
  readonly rejects: { readonly count: number; readonly kinds: readonly RejectsSince[] };
  /** The files in which something is new or changed, the worst first: the first of `count`. */
  readonly files: { readonly count: number; readonly first: readonly FileSince[] };
  /** What to look at first; null if nothing needs it. */
  readonly next: NextStep | null;
}

/** New puzzles, by what was found of them. */
export interface NewPuzzles {
  readonly puzzles: number;
  readonly unique: number;
  /** Unique by lines alone. */
  readonly line: number;
  readonly ambiguous: number;
  readonly contradiction: number;
  /** Without a verdict. */
  readonly open: number;
}

/** What is new or changed in a file. */
export interface FileSince extends NewPuzzles {
  readonly path: string;
  readonly changed: number;
  /** How many of these are worse. */
  readonly worse: number;
  readonly gone: number;
  readonly rejects: number;
}

/** New rejects whose reasons are of one kind, and where the first of them is. */
export interface RejectsSince {
  readonly reason: string;
  readonly count: number;
  readonly path: string;
  readonly ordinal: number;
  readonly line: number | null;
}

/** What a person does next. */
export interface NextStep {
  /** What is to be looked at, a phrase. */
  readonly what: string;
  /** What to type to see it; null if it is a place in a file. */
  readonly command: string | null;
  /** What to type if it may stay so: null unless the gate no-worse was asked for. */
  readonly accept: string | null;
}

/** How many puzzles of each kind and how many files are listed. */
const LISTED = 20;

/**
 * What is new in a run since the night before: null for a study and for runs of other solvers,
 * which are no nights. Puzzles are matched as `matchNights` says.
 */
export function sinceLastNight(
  store: Store,
  run: Run,
  nights = new Nights(store),
): SinceLastNight | null {
  if (studyOf(run.options) !== null || !isOfSeries(run)) return null;
  const { by, before, broken } = nights.lastBefore(run);
  if (run.state !== 'complete') return { kind: 'unfinished', by };
  if (before === null) return { kind: 'first', by };
  const { runId } = run;
  const isWhole = partOf(run) === null && typeof run.options.limit !== 'number';
  const files = new ChangedFiles(store, nights);
  const fresh = nothingNew();
  const firstNew: { ambiguous?: NightChange; open?: NightChange } = {};
  const right = nights.rows(runId);
  const { counts, first } = nights.changes(
    nights.rows(before.runId),
    right,
    LISTED,
    (change, verdict) => {
      const { kind, after } = change;
      if (kind === 'gone' && !isWhole) return;
      const file = files.of(
        after === null ? before.runId : runId,
        sourceOf(after ?? change.before!),
      );
      if (kind === 'gone') file.gone++;
      else if (kind === 'new') {
        countNew(fresh, verdict);
        countNew(file, verdict);
        if (verdict === MULTIPLE) firstNew.ambiguous ??= change;
        if (verdict === OPEN) firstNew.open ??= change;
      } else {
        file.changed++;
        if (WORSE.includes(kind)) file.worse++;
      }
    },
  );
  const pathOf = sourcePaths(store);
  let rejects = 0;
  const kinds = newRejects(store, before.runId, runId, ({ sourceId }) => {
    rejects++;
    files.of(runId, sourceId).rejects++;
  }).map(({ reason, count, first: { sourceId, ordinal, line } }) => {
    return { reason, count, path: pathOf(runId, sourceId), ordinal, line };
  });
  const named = (changes: readonly NightChange[]): NamedChange[] =>
    namedChanges(store, before.runId, runId, changes);
  const worse = WORSE.flatMap((of) => named(first.filter(({ kind }) => kind === of)));
  const [ambiguous, open] = [firstNew.ambiguous, firstNew.open].map((one) =>
    one === undefined ? undefined : named([one]).at(0),
  );
  return {
    kind: 'compared',
    by,
    before: { runId: before.runId, name: before.name, startedAt: before.startedAt },
    unfinished: broken?.runId ?? null,
    puzzles: right.ids.length,
    counts: isWhole ? counts : { ...counts, gone: 0 },
    isWhole,
    fresh,
    worse,
    gained: named(first.filter(({ kind }) => kind === 'decided')),
    rejects: { count: rejects, kinds: kinds.slice(0, LISTED) },
    files: files.worst(),
    next: nextStep(store, run, { worse: worse.at(0), rejects: kinds.at(0), ambiguous, open }),
  };
}

/** The ids, in the run, of the puzzles that are named as worse, or with a verdict now. */
export function namedPuzzles(since: SinceLastNight | null): number[] {
  if (since?.kind !== 'compared') return [];
  return [...since.worse, ...since.gained].flatMap(({ after }) =>
    after === null ? [] : [after.puzzleId],
  );
}

/** Whether anything is new or has changed. */
export function isAnythingNew({ counts, rejects }: ChangesSince): boolean {
  return rejects.count > 0 || CHANGE_KINDS.some((kind) => counts[kind] > 0);
}

/** How many puzzles of both runs have other clues or another verdict. */
export function countChanged({ counts }: Pick<ChangesSince, 'counts'>): number {
  return CHANGE_KINDS.filter((kind) => kind !== 'new' && kind !== 'gone').reduce(
    (sum, kind) => sum + counts[kind],
    0,
  );
}

type Counting<T> = { -readonly [Field in keyof T]: T[Field] };

function nothingNew(): Counting<NewPuzzles> {
  return { puzzles: 0, unique: 0, line: 0, ambiguous: 0, contradiction: 0, open: 0 };
}

function countNew(counts: Counting<NewPuzzles>, verdict: number): void {
  counts.puzzles++;
  if (verdict === LINE) counts.line++;
  if (verdict === LINE || verdict === UNIQUE) counts.unique++;
  else if (verdict === MULTIPLE) counts.ambiguous++;
  else if (verdict === OPEN) counts.open++;
  else counts.contradiction++;
}

/** Files in which something is new or changed: one that both runs read is one file. */
class ChangedFiles {
  private readonly bySource = new Map<string, Counting<FileSince>>();
  private readonly byFile = new Map<string, Counting<FileSince>>();
  private readonly pathOf: ReturnType<typeof sourcePaths>;

  constructor(
    store: Store,
    private readonly nights: Nights,
  ) {
    this.pathOf = sourcePaths(store);
  }

  of(runId: number, sourceId: number): Counting<FileSince> {
    const key = `${runId} ${sourceId}`;
    let file = this.bySource.get(key);
    if (file === undefined) {
      const place = this.nights.fileOf(runId, sourceId);
      const path = this.pathOf(runId, sourceId);
      const none = { ...nothingNew(), changed: 0, worse: 0, gone: 0, rejects: 0 };
      file = this.byFile.get(place) ?? { path, ...none };
      this.byFile.set(place, file);
      this.bySource.set(key, file);
    }
    return file;
  }

  worst(): ChangesSince['files'] {
    const all = [...this.byFile.values()];
    const ranks = (file: FileSince): readonly number[] => [
      ...[file.worse, file.rejects, file.open, file.ambiguous + file.contradiction],
      ...[file.gone, file.changed, file.puzzles],
    ];
    all.sort((one, other) => {
      const [left, right] = [ranks(one), ranks(other)];
      const at = left.findIndex((rank, i) => rank !== right[i]);
      return at < 0 ? 0 : right[at] - left[at];
    });
    return { count: all.length, first: all.slice(0, LISTED) };
  }
}

/** What comes first: what was lost, then what cannot be read, is ambiguous, or is open. */
function nextStep(
  { path: db }: Store,
  { runId, options }: Run,
  found: {
    readonly worse: NamedChange | undefined;
    readonly rejects: RejectsSince | undefined;
    readonly ambiguous: NamedChange | undefined;
    readonly open: NamedChange | undefined;
  },
): NextStep | null {
  const { worse, rejects, ambiguous, open } = found;
  const show = (change: NamedChange): string => {
    const { runId: shown, puzzleId } = (change.after ?? change.before)!;
    const { name } = change;
    const isTyped = plainText(name) === name && !name.startsWith('-');
    const word = isTyped ? name : String(puzzleId);
    return commandText(['show', word, '--run', String(shown), '--db', db], process.platform);
  };
  if (worse !== undefined) {
    const accept = ['history', '--accept', String(runId), '--db', db];
    const isGated = gatesOf(options).require.includes('no-worse');
    return {
      what: `${worse.name}: ${CHANGE_WORDS[worse.kind]}`,
      command: show(worse),
      accept: isGated ? commandText(accept, process.platform) : null,
    };
  }
  if (rejects !== undefined)
    return { what: `${rejectPlace(rejects)} is not a puzzle`, command: null, accept: null };
  if (ambiguous !== undefined) {
    const words = ['fix', String(ambiguous.after!.puzzleId), '--db', db];
    const command = commandText(words, process.platform);
    return { what: `${ambiguous.name} is new and has several solutions`, command, accept: null };
  }
  if (open !== undefined)
    return { what: `${open.name} is new and has no verdict`, command: show(open), accept: null };
  return null;
}
