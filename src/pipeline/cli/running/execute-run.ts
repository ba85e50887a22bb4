import { setFlagsFromString } from 'node:v8';
import {
  countText,
  durationText,
  numberOf,
  bytesText,
  shareText,
} from '../../../solver/core/text/numbers.js';
import {
  solvedWhyText,
  EXIT_CODES,
  countWorse,
  judgedGatesText,
  sumOfWhys,
  limitsText,
  NO_GATES,
  gatesOf,
  type GateRequirement,
  type NeedsGate,
} from '../../record/outcome.js';
import type { RunOutcome, RunRequest } from '../../runs/request.js';
import { LOCAL, doRun, type RunParts } from '../../runs/do-run.js';
import type { CommandContext } from '../command.js';
import { storedInForce } from '../flag.js';
import { withStore } from '../with-store.js';
import { previewRun, type RunPreview } from '../../runs/preview.js';
import {
  reportRun,
  reportStopped,
  prepareReportFolder,
  whyNoReportFolder,
  type ReportOptions,
} from './report-run.js';
import {
  timedLines,
  type LogEvent,
  type CommandOutcome,
  type Failure,
  firstOf,
  localTime,
  titled,
} from '../terminal.js';
import { carryOut, openWorkers, sayStopped, takeCare } from './carry-out.js';
import { plainText, padText, rejectPlace } from '../../../solver/core/text/plain-text.js';
import type { Store } from '../../store/open/open.js';
import { findRun } from '../../store/stored-runs.js';
import { withCode } from '../../../solver/core/text/error-codes.js';
import { leftOutLines } from '../../corpus/sources.js';

/** Threads of this machine, or a queue of many machines, this one among them if it has threads. */
export const RUN_PARTS: RunParts = {
  ...LOCAL,
  async makePool(request, needs) {
    if (request.queue === null) return LOCAL.makePool(request, needs);
    return openWorkers(request, request.queue, needs.queueKey(), needs);
  },
};

/** What `nonomill run` was asked for: the run itself, and what to do with it afterwards. */
export interface CheckedRun extends ReportOptions {
  readonly request: RunRequest;
  /** For a preview alone: how many milliseconds a sample is solved at most. */
  readonly preview: { readonly sampleMs: number; readonly explain: boolean } | null;
}

/** Solves what is asked for, and reports what it found. */
export async function executeRun(
  options: CheckedRun,
  context: CommandContext,
): Promise<CommandOutcome> {
  keepNurseriesSmall();
  prepareReportFolder(options.report);
  const { quiet } = options;
  const { terminal } = context;
  const inForce = storedInForce(context.inForce ?? []);
  const request = { ...options.request, ...(inForce && { inForce }) };
  takeCare(request.nice ?? null, terminal);
  const outcome = await carryOut({ quiet, drains: true }, context, (controls) =>
    doRun(request, controls, RUN_PARTS),
  );
  if (outcome === null) return 'interrupted';
  context.night?.ended(outcome);
  const why = whySolvedText(outcome);
  if (why !== null && !quiet) terminal.say(why);
  const { db } = request;
  const reported =
    outcome.state === 'complete'
      ? await reportRun(outcome, { ...options, db }, terminal, { night: context.night })
      : {
          report: await reportStopped(outcome, { ...options, db }, terminal),
          outcome: sayStopped(outcome, context),
          verdicts: [],
          since: null,
        };
  const { logForm } = terminal;
  if (quiet || logForm === 'json') {
    const end = await withStore(db, (store) => endOf(store, outcome, reported));
    const text = logForm === 'plain' ? timedLines(endText(end)) : endText(end);
    terminal.tell(endEvent(end, EXIT_CODES[reported.outcome]), text);
  }
  return reported.outcome;
}

/** `1,000 solved: 950 new, 50 changed`; null if that is no news. */
function whySolvedText({ solved, reused, solvedWhy }: RunOutcome): string | null {
  if (solvedWhy === null || (reused === 0 && solvedWhy.new === solved)) return null;
  return `${countText(solved - reused)} solved: ${solvedWhyText(solvedWhy)}.`;
}

/** Says what a run would do, and writes nothing; fails if it would be refused. */
export async function executePreview(
  { request, report, json, quiet }: CheckedRun,
  { sampleMs, explain }: NonNullable<CheckedRun['preview']>,
  context: CommandContext,
): Promise<CommandOutcome> {
  keepNurseriesSmall();
  const { terminal } = context;
  takeCare(request.nice ?? null, terminal);
  const whyNot = (): Failure | null => whyNoReportFolder(report);
  const preview = await carryOut({ quiet }, context, (controls) =>
    previewRun(request, controls, { makePool: LOCAL.makePool, sampleMs, whyNot }),
  );
  if (preview === null) return 'interrupted';
  if (json) await terminal.printJson(previewJson(preview));
  else await terminal.print(previewText(preview, { explain }));
  return preview.kind === 'refused' ? 'negative' : 'done';
}

/**
 * Lets the heaps of this process keep less room for new objects, from here on: what V8 gives them
 * is made for larger heaps. A run over a million small puzzles takes 140 MB less, and no more time.
 * The main thread keeps what it has by now, 16 MiB; threads that are started later begin with what
 * their limits allow, instead of growing to it.
 */
function keepNurseriesSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--min-semi-space-size=8');
}

type RunEnd = ReturnType<typeof endOf>;

function endOf(
  store: Store,
  { runId, state, stoppedBy, solvedWhy, proof, wallMs }: RunOutcome,
  { verdicts, report, since }: Omit<Awaited<ReturnType<typeof reportRun>>, 'outcome'>,
) {
  const counts = since?.kind === 'compared' ? since.counts : null;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  return {
    run: runId,
    name: findRun(store, String(runId)).name,
    state,
    stoppedBy,
    /** Puzzles with a result, and entries that are none, in the whole run. */
    puzzles: proof.results,
    rejects: proof.rejects,
    /**
     * Since the last complete run of the name, or of the same corpora: puzzles that it did not
     * have, those that are gone, those that are worse than they were (what the gate `no-worse`
     * counts), and new rejects; null if there is none, or this one is not complete.
     */
    new: counts?.new ?? null,
    gone: counts?.gone ?? null,
    worse: counts && countWorse(counts),
    newRejects: since?.kind === 'compared' ? since.rejects.count : null,
    /** Why puzzles were solved that might have been taken over; null if none might. */
    solvedWhy,
    /** The names of the gates that do not hold; null if there are none, or they were not judged. */
    failedGates: verdicts.length === 0 ? null : failed,
    /** Milliseconds of work, in this process. */
    ms: wallMs,
    /** The page of the report, or null. */
    report,
  };
}

/** `Run 24 (book) is complete: 5,300 puzzles, 100 new, 0 gone, 0 worse, 2 rejects (1 new), ...`. */
function endText(end: RunEnd): string {
  const { run, name, state, puzzles, rejects, failedGates, ms, report } = end;
  const called = `Run ${run}${name === null ? '' : ` (${plainText(name)})`}`;
  const how = state === 'complete' ? 'is complete' : 'was stopped';
  const parts = [
    numberOf(puzzles, 'puzzle'),
    ...(['new', 'gone', 'worse'] as const).flatMap((what) =>
      end[what] === null ? [] : [`${countText(end[what])} ${what}`],
    ),
    `${numberOf(rejects, 'reject')}${end.newRejects === null || rejects === 0 ? '' : ` (${countText(end.newRejects)} new)`}`,
    failedGates === null ? 'no gates' : `gates ${judgedGatesText(failedGates)}`,
    durationText(ms),
    report === null ? 'no report' : `report ${plainText(report)}`,
  ];
  return `${called} ${how}: ${parts.join(', ')}`;
}

function endEvent({ failedGates, ...end }: RunEnd, exit: number): LogEvent {
  const gates = failedGates === null ? null : failedGates.length === 0 ? 'PASS' : 'FAIL';
  return { event: 'end', ...end, gates, failedGates: failedGates ?? [], exit };
}

/** Files, rejects and groups of equal puzzles that are listed; `--json` has more. */
const LISTED = 12;

/** How many reasons of rejects programs get. */
const REASONS = 100;

/** From this long on it is said what a clock will show. */
const CLOCK_MS = 600_000;

/** What a run would do; `explain` adds why puzzles of each file would be solved. */
function previewText(preview: RunPreview, { explain = false, now = new Date() } = {}) {
  const parts = [
    [headline(preview)],
    titled(
      'refused',
      preview.refusals.map(({ message, code }) => plainText(withCode(message, code))),
    ),
    titled('note', preview.notes.map(plainText)),
    filesLines(preview),
    rejectLines(preview),
    reuseLines(preview),
    explain ? explainLines(preview) : [],
    equalLines(preview),
    titled('gates', certainMisfits(preview)),
    forecastLines(preview, now),
    roomLines(preview),
  ];
  return `${parts.flat().join('\n')}\n`;
}

function headline({ kind, run, request, round, survey }: RunPreview): string {
  const runId = run?.runId ?? 0;
  const db = plainText(request.db);
  switch (kind) {
    case 'refused':
      return 'This run would be refused. Nothing was written.';
    case 'started':
      return `A new run would start in ${db}. Nothing was written.`;
    case 'resumed': {
      const { done: count } = survey.all;
      const done = count > 0 ? `, ${countText(count)} of its entries are done` : '';
      const which = round === null || round === 1 ? '' : `, in round ${round}`;
      return `Run ${runId} of ${db} would go on${which}${done}. Nothing was written.`;
    }
    case 'retried':
      return `Puzzles of run ${runId} of ${db} would be tried again. Nothing was written.`;
    case 'untouched':
      return `Nothing would be solved: run ${runId} of ${db} stays as it is. Nothing was written.`;
  }
}

function filesLines({ survey, leftOut }: RunPreview): string[] {
  if (survey.files.length === 0) return [];
  const { files, all, sizes } = survey;
  const bytes = files.every((file) => file.bytes !== null)
    ? `, ${bytesText(files.reduce((sum, file) => sum + (file.bytes ?? 0), 0))}`
    : '';
  const size = sizes === null ? '' : `, ${sizesText(sizes)}`;
  const counts = [
    numberOf(all.puzzles + all.takenOver, 'puzzle') + size,
    ...(all.rejects > 0 ? [numberOf(all.rejects, 'reject')] : []),
    ...(all.done > 0 ? [`${countText(all.done)} done before`] : []),
  ];
  const lines =
    files.length === 1 ? [] : files.length <= LISTED ? files.map(fileLine) : folderLines(files);
  const shown = lines.slice(0, LISTED);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  const rows = shown.map(
    ([name, format, what]) => `${padText(name, width)}  ${padText(format, 8)}  ${what}`,
  );
  const more = lines.length - shown.length;
  const format = files.length === 1 ? `, ${files[0].format}` : '';
  return [
    ...titled('files', [
      `${numberOf(files.length, 'file')}${bytes}${format}: ${numberOf(all.entries, 'entry', 'entries')}`,
      ...rows,
      ...(more > 0 ? [`and ${numberOf(more, 'more folder')}`] : []),
    ]),
    ...titled('', leftOutLines(leftOut)),
    ...titled('puzzles', [counts.join(', ')]),
  ];
}

type File = RunPreview['survey']['files'][number];

/** A line of a list of files: a name, a format, and what is in it. */
type FileLine = readonly [name: string, format: string, what: string];

function fileLine(file: File): FileLine {
  const { path, format, copyOf } = file;
  return [
    plainText(path),
    format,
    copyOf === null ? entriesText(file) : `a copy of ${plainText(copyOf)}`,
  ];
}

function folderLines(files: readonly File[]): FileLine[] {
  const folders = Map.groupBy(files, ({ path }) => path.replace(/[^\\/]*$/, '') || './');
  return Array.from(folders, ([folder, those]) => {
    const sum = (of: 'entries' | 'rejects' | 'done'): number =>
      those.reduce((total, file) => total + file[of], 0);
    const formats = [...new Set(those.map(({ format }) => format))];
    const copies = those.filter(({ copyOf }) => copyOf !== null).length;
    const [entries, rejects, done] = [sum('entries'), sum('rejects'), sum('done')];
    const counts = entriesText({ entries, rejects, done });
    const copied = copies === 0 ? '' : `, ${numberOf(copies, 'copy', 'copies')} of others`;
    return [
      plainText(folder),
      formats.length === 1 ? formats[0] : 'mixed',
      `${numberOf(those.length, 'file')}, ${counts}${copied}`,
    ];
  });
}

function entriesText(counts: Pick<File, 'entries' | 'rejects' | 'done'>): string {
  const { entries, rejects, done } = counts;
  return [
    numberOf(entries, 'entry', 'entries'),
    ...(rejects > 0 ? [numberOf(rejects, 'reject')] : []),
    ...(done > 0 ? [`${countText(done)} done`] : []),
  ].join(', ');
}

function rejectLines({ survey }: RunPreview): string[] {
  const shown = reasonsOf(survey).slice(0, LISTED);
  const rows = shown.map(({ count, first: { path, line, ordinal, name, reason } }) => {
    const called = name === null ? '' : ` (${plainText(name)})`;
    const place = plainText(rejectPlace({ path, line, ordinal }));
    const others = count === 1 ? '' : `; and ${countText(count - 1)} more like it`;
    return `${place}${called}: ${plainText(reason)}${others}`;
  });
  const more = survey.all.rejects - shown.reduce((sum, { count }) => sum + count, 0);
  return titled('rejects', firstOf(rows, LISTED, 'and', rows.length + more));
}

/** The reasons of rejects, the most frequent first. */
function reasonsOf({ reasons }: RunPreview['survey']) {
  return [...reasons.values()].sort((one, other) => other.count - one.count);
}

function reuseLines({ survey: { all, takenOpen, files }, request }: RunPreview): string[] {
  if (request.reuse == null) return [];
  const whys = sumOfWhys(files.map(({ solvedWhy }) => solvedWhy));
  const without = takenOpen > 0 ? ` (${countText(takenOpen)} of them without a verdict)` : '';
  return titled('reuse', [
    `${countText(all.takenOver)} taken over${without}, ${countText(all.puzzles)} to solve`,
    ...(whys !== null && all.puzzles > 0 ? [solvedWhyText(whys)] : []),
  ]);
}

function explainLines({ survey: { files } }: RunPreview): string[] {
  return titled(
    'to solve',
    files.flatMap(({ path, puzzles, solvedWhy }) =>
      puzzles === 0 || solvedWhy === null
        ? []
        : [`${plainText(path)}: ${solvedWhyText(solvedWhy)}`],
    ),
  );
}

function equalLines({ survey }: RunPreview): string[] {
  const { equal } = survey;
  if (equal.groups === 0) return [];
  const head =
    `${numberOf(equal.groups, 'puzzle')} more than once (turned, mirrored or recoloured, too): ` +
    `${countText(equal.surplus)} could go`;
  const rows = equal.first.slice(0, LISTED / 4).map(({ count, first }) => {
    const places = first.map((id) => survey.placeOf(id));
    const names = places.map(({ path, ordinal }) => `${plainText(path)}, entry ${ordinal + 1}`);
    const more = count - first.length;
    return names.join(' = ') + (more > 0 ? ` and ${countText(more)} more` : '');
  });
  return titled('equal', [head, ...rows]);
}

function forecastLines({ forecast, basis, request, survey }: RunPreview, now: Date): string[] {
  if (forecast === null) return [];
  const { ms, open, rounds, ends } = forecast;
  const threads =
    request.threads > 0
      ? numberOf(request.threads, 'thread')
      : `as many threads as this machine runs at once; the queue's workers may be more`;
  const isUp = ends === 'time-up' || ends === 'interrupted';
  const clock = ms.to === null ? '' : clockText(new Date(now.getTime() + ms.to));
  const isLong = !isUp && ms.to !== null && ms.to >= CLOCK_MS;
  const time = isUp
    ? `${ms.from === ms.to ? '' : `${durationText(ms.from)} or, if puzzles take long, `}until the time is up, at ${clock}`
    : ms.to === null
      ? `at least ${durationText(ms.from)}; no end in sight`
      : betweenText({ from: ms.from, to: ms.to }, durationText);
  const { all, takenOpen } = survey;
  const openText = (count: number): string =>
    shareText(count + takenOpen, all.puzzles + all.takenOver);
  return [
    ...titled('time', [
      `${time}, on ${threads}${isLong ? `; done by ${clock}` : ''}`,
      ...(ends === 'interrupted'
        ? ['not all puzzles may have been tried then: --resume goes on']
        : []),
    ]),
    ...titled('open', [
      `${betweenText(open, openText)} of the puzzles without a verdict at the end`,
    ]),
    ...titled('rounds', roundTexts(rounds)),
    ...titled('estimated', basisTexts(basis)),
  ];
}

type Round = NonNullable<RunPreview['forecast']>['rounds'][number];

/** A line for each round, if there are some; those that try what the one before tried as one. */
function roundTexts(rounds: readonly Round[]): string[] {
  if (rounds.length < 2) return [];
  const texts = rounds.map(({ puzzles }) => betweenText(puzzles, countText));
  const shown = rounds.flatMap(({ round, limitMs, maxSteps }, i) => {
    const each = limitsText({ timeoutMs: limitMs, maxSteps, memoryMiB: null });
    return texts[i] === texts[i - 1] ? [] : [`${round}  ${each} each: ${texts[i]} to try`];
  });
  return shown.length < rounds.length ? [...shown, 'and so on'] : shown;
}

function basisTexts({ run, solved, sampleMs }: RunPreview['basis']): string[] {
  if (run !== null) return [`by run ${run}, the latest like it`];
  return solved === 0
    ? []
    : [`by a sample of ${numberOf(solved, 'puzzle')}, in ${durationText(sampleMs)}`];
}

function roomLines({ room, survey }: RunPreview): string[] {
  if (survey.files.length === 0) return [];
  const { database, disk, memory } = room;
  const free = disk.free === null ? '' : `; ${bytesText(disk.free)} are free`;
  const lacks = disk.free !== null && disk.free < disk.needs;
  const isTight = memory.free < memory.needs;
  return [
    ...titled('database', [
      `up to ${bytesText(database.adds)} more` +
        (database.now > 0 ? `, ${bytesText(database.now)} now` : '') +
        free,
      ...(lacks ? [`NOT ENOUGH: while it works the run needs ${bytesText(disk.needs)}`] : []),
    ]),
    ...titled('memory', [
      `about ${bytesText(memory.needs)}; ${bytesText(memory.free)} are free`,
      ...(isTight ? ['NOT ENOUGH: take fewer threads'] : []),
    ]),
  ];
}

/** `10 s to 15 s`; only one of them if both are the same. */
function betweenText(
  { from, to }: { readonly from: number; readonly to: number },
  text: (value: number) => string,
): string {
  const [least, most] = [text(from), text(to)];
  return least === most ? most : `${least} to ${most}`;
}

function clockText(date: Date): string {
  const [day, time] = localTime(date).split('T');
  return `${time.slice(0, 5)} (${day})`;
}

function sizesText({ smallest, largest }: NonNullable<RunPreview['survey']['sizes']>): string {
  const [from, to] = [smallest, largest].map(({ width, height }) => `${width}x${height}`);
  return from === to ? from : `${from} to ${to}`;
}

/** Gates of a run that will not hold, whatever solving finds: a phrase for each. */
function certainMisfits({ request, run, survey, leftOut }: RunPreview): string[] {
  const { gates = run === null ? (request.newGates ?? NO_GATES) : gatesOf(run.options) } = request;
  const { all, rejectKinds, equal, files } = survey;
  const empty = files.filter(
    ({ entries, copyOf, bytes }) => entries === 0 && copyOf === null && bytes !== null,
  );
  const emptyFiles = {
    count: request.limit === null ? empty.length : 0,
    text: `${numberOf(empty.length, 'file')} without entries`,
  };
  // Each is said if it counts anything.
  const reasonsOf = (gate: GateRequirement | 'strict'): readonly (typeof emptyFiles)[] => {
    if (gate === 'no-worse') return [];
    if (gate === 'strict') {
      const left = { count: leftOut.length, text: `${numberOf(leftOut.length, 'file')} left out` };
      return [{ count: all.rejects, text: numberOf(all.rejects, 'reject') }, left, emptyFiles];
    }
    if (gate === 'distinct') {
      const { groups, surplus } = equal;
      return [{ count: surplus, text: `${numberOf(groups, 'puzzle')} more than once` }, emptyFiles];
    }
    // A new gate is for the type check to find here.
    const asksForPuzzle: 'unique' | 'line' | 'goal' | NeedsGate = gate;
    const { clues, cells } = rejectKinds;
    const count = asksForPuzzle === 'goal' ? cells : clues + cells;
    const typos = numberOf(count, 'puzzle has', 'puzzles have');
    return [{ count, text: `${typos} clues that cannot hold` }, emptyFiles];
  };
  const asked = [...(gates.strict ? ['strict' as const] : []), ...gates.require];
  return asked.flatMap((gate) => {
    const reasons = reasonsOf(gate).filter(({ count }) => count > 0);
    const flag = gate === 'strict' ? '--strict' : `--require ${gate}`;
    const why = reasons.map(({ text }) => text).join(', ');
    return reasons.length === 0 ? [] : [`${flag} will not hold: ${why}`];
  });
}

/** For programs: counts, bytes and milliseconds, as docs/pipeline/monitoring.md says. */
function previewJson(preview: RunPreview): object {
  const { kind, run, round, refusals, notes, leftOut, survey, forecast, basis, room } = preview;
  const { files, all, takenOpen, rejects, equal, sizes } = survey;
  const { entries, done, puzzles, takenOver } = all;
  const share = (open: number): number => (open + takenOpen) / (puzzles + takenOver);
  return {
    plan: kind,
    run: run?.runId ?? null,
    round,
    db: preview.request.db,
    threads: preview.request.threads,
    refused: refusals.map(({ message }) => message),
    refusedCodes: refusals.map(({ code }) => code),
    notes,
    files,
    leftOut,
    entries,
    done,
    puzzles,
    takenOver: { count: takenOver, open: takenOpen },
    solvedWhy: sumOfWhys(files.map(({ solvedWhy }) => solvedWhy)),
    sizes,
    rejects: { count: all.rejects, first: rejects, byReason: reasonsOf(survey).slice(0, REASONS) },
    equal: {
      ...equal,
      first: equal.first.map(({ count, first }) => ({
        puzzles: count,
        first: first.map((id) => survey.placeOf(id)),
      })),
    },
    gates: certainMisfits(preview),
    estimate:
      forecast === null
        ? null
        : {
            ...forecast,
            openShare: { from: share(forecast.open.from), to: share(forecast.open.to) },
            basis,
          },
    room,
  };
}
