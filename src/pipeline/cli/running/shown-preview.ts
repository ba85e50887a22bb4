import { withCode } from '../../../solver/core/text/error-codes.js';
import {
  bytesText,
  countText,
  numberOf,
  shareText,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { padText, plainText, rejectPlace } from '../../../solver/core/text/plain-text.js';
import {
  solvedWhyText,
  sumOfWhys,
  limitsText,
  NO_GATES,
  gatesOf,
  type GateRequirement,
  type NeedsGate,
} from '../../record/outcome.js';
import { leftOutLines } from '../../corpus/sources.js';
import { firstOf, localTime, titled } from '../terminal.js';
import type { RunPreview } from '../../runs/preview.js';

/** Files, rejects and groups of equal puzzles that are listed; `--json` has more. */
const LISTED = 12;

/** How many reasons of rejects programs get. */
const REASONS = 100;

/** From this long on it is said what a clock will show. */
const CLOCK_MS = 600_000;

/** What a run would do; `explain` adds why puzzles of each file would be solved. */
export function previewText(preview: RunPreview, { explain = false, now = new Date() } = {}) {
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
export function previewJson(preview: RunPreview): object {
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
