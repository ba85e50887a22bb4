import {
  CHANGE_KINDS,
  CHANGE_WORDS,
  countWorse,
  fileWhy,
  puzzlesOfFiles,
  wholeFileText,
  verdictText,
} from '../../record/outcome.js';
import { plainText, rejectPlace } from '../../../solver/core/text/plain-text.js';
import { countText, numberOf, timeText } from '../../../solver/core/text/numbers.js';
import type { TableColumn } from '../../../solver/core/text/escape.js';
import type { PuzzleLines } from '../../runs/puzzle-lines.js';
import type { Numbers } from './numbers.js';
import type { GateVerdict } from '../../store/gates.js';
import {
  type ChangesSince,
  isAnythingNew,
  type NamedChange,
  type NextStep,
  type SinceLastNight,
} from '../../store/changes/since.js';

/** What is new since the night before: it comes before anything else that is said of a run. */
export interface Since {
  readonly kind: 'since';
  readonly title: 'since';
  readonly heading: string;
  /** The run that it is compared with, which the heading names; null if there is none. */
  readonly run: string | null;
  /** A phrase each, with a word for what it is about. */
  readonly facts: readonly (readonly [about: string, text: string])[];
  readonly lists: readonly SinceList[];
  readonly next: NextStep | null;
}

interface SinceList {
  readonly about: string;
  readonly heading: string;
  readonly columns: readonly TableColumn[];
  /** The first of `total`. */
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** One line for a terminal. */
    readonly short: string;
    /** The puzzle of the run that it is about, if it is about one. */
    readonly puzzleId?: number | null;
  }[];
  readonly total: number;
  /** What more of them are called. */
  readonly more: string;
}

/** Null for a run that is no night. */
export function sinceTopic(
  parts: Pick<Numbers, 'since' | 'lines' | 'gatesCommand' | 'run' | 'gates'>,
): Since | null {
  const { since, gates, lines, gatesCommand } = parts;
  if (since === null) return null;
  const topic = { kind: 'since', title: 'since' } as const;
  if (since.kind !== 'compared') {
    const facts = [['', nothingBefore(since)]] as const;
    return { ...topic, heading: headingOf(since), run: null, facts, lists: [], next: null };
  }
  const run = beforeText(since, parts.run.startedAt);
  const isNew = isAnythingNew(since);
  const failed = gates.verdicts.filter(({ holds }) => !holds);
  const unmet =
    failed.length === 0
      ? null
      : { what: 'what does not meet the gates', command: gatesCommand, accept: null };
  const { puzzles } = since;
  const all = numberOf(puzzles, 'puzzle');
  const same = puzzles === 0 ? '' : `: ${puzzles === 1 ? `${all} is` : `all ${all} are`} as before`;
  return {
    ...topic,
    heading: `Since ${run}`,
    run,
    facts: [
      ...(isNew ? newFacts(since) : [['', `nothing is new${same}`] as const]),
      ...(isNew ? gates.verdicts : failed).map((gate) => ['gate', gateText(gate)] as const),
    ],
    lists: isNew
      ? [
          puzzleList('worse', 'Puzzles that are worse', since.worse, since, lines),
          wholeFileList(since),
          puzzleList(
            'gained',
            'Puzzles that got a verdict, or are good again',
            since.gained,
            since,
            lines,
          ),
          rejectList(since),
          fileList(since),
        ].filter(({ rows }) => rows.length > 0)
      : [],
    next: withPlainWords(since.next) ?? unmet,
  };
}

/** The figures of what is new, by what programs call them; null if nothing is compared. */
export function sinceFigures(
  since: SinceLastNight | null,
): readonly (readonly [name: string, count: number])[] | null {
  if (since?.kind !== 'compared') return null;
  const { fresh, counts, rejects } = since;
  return [
    ['new', fresh.puzzles],
    ['ambiguous', fresh.ambiguous],
    ['open', fresh.open],
    ['changed', since.changed],
    ['worse', countWorse(counts)],
    ['gained', counts.decided],
    ['mended', counts.mended],
    ['accepted', counts.accepted],
    ['gone', counts.gone],
    ['rejects', rejects.count],
  ];
}

/** What is new, for a message; empty if nothing is compared. */
export function sinceSentence(since: SinceLastNight | null): string {
  if (since?.kind !== 'compared') return '';
  const { before, fresh, counts, rejects, next, changed } = since;
  const verdicts = verdictsText(fresh).join(', ');
  const parts = [
    `${countText(fresh.puzzles)} new${verdicts === '' ? '' : ` (${verdicts})`}`,
    ...(changed === 0 ? [] : [`${countText(changed)} changed`]),
    ...(counts.mended === 0 ? [] : [`${countText(counts.mended)} good again`]),
    `${countText(counts.gone)} gone`,
    `${countText(countWorse(counts))} worse`,
    numberOf(rejects.count, 'new reject'),
  ];
  const said = isAnythingNew(since) ? parts.join(', ') : 'nothing is new';
  const then = next === null ? '' : ` Next: ${plainText(next.what)}.`;
  return `Since run ${before.runId}: ${said}.${then}`;
}

function headingOf({ kind }: Exclude<SinceLastNight, ChangesSince>): string {
  return kind === 'unfinished' ? 'Not complete yet' : 'The first night';
}

function nothingBefore({ kind, by }: Exclude<SinceLastNight, ChangesSince>): string {
  if (kind === 'unfinished') return 'the run is not complete; it is compared once it is';
  const of = by === 'name' ? 'this name' : 'these corpora';
  return `the first complete run of ${of}: nothing to compare it with`;
}

/** `run 23 (the day before, 2026-11-26 23:00 UTC)`. */
function beforeText({ before, unfinished }: ChangesSince, startedAt: string): string {
  const day = (iso: string): number => Math.floor(Date.parse(iso) / 86_400_000);
  const days = day(startedAt) - day(before.startedAt);
  const when =
    days === 0 ? 'the same day' : days === 1 ? 'the day before' : `${countText(days)} days before`;
  const later = unfinished === null ? '' : `; run ${unfinished} after it is not complete`;
  return `run ${before.runId} (${days < 0 ? '' : `${when}, `}${timeText(before.startedAt)}${later})`;
}

function newFacts(since: ChangesSince): (readonly [string, string])[] {
  const { fresh, counts, standing, rejects } = since;
  const ways = CHANGE_KINDS.flatMap((kind) => {
    const count = counts[kind] - standing[kind];
    const isOther = ['new', 'gone', 'moved'].includes(kind);
    return count === 0 || isOther ? [] : [`${countText(count)} ${CHANGE_WORDS[kind]}`];
  });
  const stillWorse = countWorse(standing);
  const counted = (about: string, count: number, text: string) =>
    count === 0 ? [] : [[about, text] as const];
  return [
    ...counted('new', fresh.puzzles, newText(fresh)),
    ...counted('changed', ways.length, `${numberOf(since.changed, 'puzzle')}: ${ways.join(', ')}`),
    ...counted(
      'worse',
      stillWorse,
      `${numberOf(countWorse(counts), 'puzzle')}, ${countText(stillWorse)} of them since nights before`,
    ),
    ...counted('moved', counts.moved, `${numberOf(counts.moved, 'puzzle')} under another name`),
    ...counted('gone', counts.gone, numberOf(counts.gone, 'puzzle')),
    ...counted('rejects', rejects.count, `${countText(rejects.count)} new`),
  ];
}

/** `212 puzzles: 180 unique (150 by lines), 20 ambiguous, 12 open`. */
function newText({ puzzles, unique, line, ...others }: ChangesSince['fresh']): string {
  const lines = line === 0 ? '' : ` (${countText(line)} by lines)`;
  const parts = [
    ...(unique === 0 ? [] : [`${countText(unique)} unique${lines}`]),
    ...verdictsText(others),
  ];
  return `${numberOf(puzzles, 'puzzle')}: ${parts.join(', ')}`;
}

function verdictsText(
  counts: Pick<ChangesSince['fresh'], 'ambiguous' | 'contradiction' | 'open'>,
): readonly string[] {
  const { ambiguous, contradiction, open } = counts;
  const words = { ambiguous, 'without a solution': contradiction, open };
  return Object.entries(words).flatMap(([word, count]) =>
    count === 0 ? [] : [`${countText(count)} ${word}`],
  );
}

/** `FAIL --require no-worse (1): compared with run 23, ...`. */
function gateText({ flag, holds, misfits, compared }: GateVerdict): string {
  const with_ = compared === null ? '' : `: ${plainText(compared)}`;
  return `${holds ? `PASS ${flag}` : `FAIL ${flag} (${countText(misfits)})`}${with_}`;
}

function puzzleList(
  about: string,
  heading: string,
  changes: readonly NamedChange[],
  { counts, runId, wholeFiles }: ChangesSince,
  lines: PuzzleLines,
): SinceList {
  const kinds = new Set(changes.map(({ kind }) => kind));
  const rows = changes.map((change) => {
    const { name, before, after, rejected, edited } = change;
    const where = plainText(rejectPlace({ ...change, line: lineOf(change, lines) }));
    const [was, found] = [before, after].map((one) => (one === null ? '' : verdictText(one)));
    const is = rejected === null ? found : `not a puzzle (${plainText(rejected)})`;
    const isStill = change.since !== null && change.since !== runId;
    const clues = `${edited ? ', other clues' : ''}${isStill ? `, since run ${change.since}` : ''}`;
    const called = plainText(name);
    return {
      puzzleId: after?.puzzleId ?? null,
      cells: [called, was, `${is}${clues}`, where],
      short: `${called}  ${was} -> ${is}${clues}  ${shortPlace(where)}`,
    };
  });
  const total = [...kinds].reduce(
    (sum, kind) => sum + counts[kind] - puzzlesOfFiles(wholeFiles, kind),
    0,
  );
  const columns = ['puzzle', 'was', 'is', 'where'];
  return { about, heading, columns, rows, total, more: 'more' };
}

/** A path without the folders before the last one, which lines of a terminal have no room for. */
function shortPlace(path: string): string {
  return path.split(/[\\/]/).slice(-2).join('/');
}

/** The line at which a puzzle or a reject begins, if it is known. */
export function lineOf({ after, line }: NamedChange, lines: PuzzleLines): number | null {
  return line ?? (after === null ? null : (lines.get(after.puzzleId) ?? null));
}

/** A line for each file whose puzzles are lost or gone with it, or are back. */
function wholeFileList({ wholeFiles, runId }: ChangesSince): SinceList {
  const rows = wholeFiles.map((file) => {
    const path = plainText(file.path);
    const cells = [path, countText(file.puzzles), fileWhy(file, runId)];
    return { cells, short: wholeFileText({ ...file, path: shortPlace(path) }, runId) };
  });
  return {
    about: wholeFiles.every(({ kind }) => kind === 'back') ? 'back' : 'lost',
    heading: 'Files whose puzzles are gone, or back',
    columns: ['file', { number: 'puzzles' }, 'the file'],
    rows: rows.slice(0, FILES_LISTED),
    total: rows.length,
    more: 'more files',
  };
}

const FILES_LISTED = 20;

function rejectList({ rejects: { kinds, count } }: ChangesSince): SinceList {
  const listed = kinds.reduce((sum, kind) => sum + kind.count, 0);
  return {
    about: 'rejects',
    heading: 'New rejects by reason',
    columns: [{ number: 'rejects' }, 'reason', 'the first of them'],
    rows: kinds.map((kind) => {
      const [reason, where] = [kind.reason, rejectPlace(kind)].map(plainText);
      const cells = [countText(kind.count), reason, where];
      return { cells, short: rejectKindText(kind.count, where, reason) };
    }),
    total: kinds.length + (count - listed),
    more: 'more rejects',
  };
}

/** How many rejects have a kind of reason, and where the first of them is, for a terminal. */
export function rejectKindText(count: number, where: string, kind: string): string {
  return `${countText(count)}  ${shortPlace(where)}  ${kind}`;
}

/** With the columns in which some file has something. */
function fileList({ files: { first, count } }: ChangesSince): SinceList {
  const columns = Object.entries(FILE_COLUMNS).filter(([, countOf]) =>
    first.some((file) => countOf(file) > 0),
  );
  return {
    about: 'files',
    heading: 'By file',
    columns: ['file', ...columns.map(([title]) => ({ number: title }))],
    rows: first.map((file) => {
      const path = plainText(file.path);
      const counts = columns.map(([, countOf]) => countOf(file));
      return {
        cells: [path, ...counts.map(countText)],
        short: `${shortPlace(path)}  ${fileText(file)}`,
      };
    }),
    total: count,
    more: 'more files',
  };
}

type FileSince = ChangesSince['files']['first'][number];

const FILE_COLUMNS: Readonly<Record<string, (file: FileSince) => number>> = {
  new: ({ puzzles }) => puzzles,
  unique: ({ unique }) => unique,
  'by lines': ({ line }) => line,
  ambiguous: ({ ambiguous }) => ambiguous,
  'no solution': ({ contradiction }) => contradiction,
  open: ({ open }) => open,
  rejects: ({ rejects }) => rejects,
  changed: ({ changed }) => changed,
  worse: ({ worse }) => worse,
  gone: ({ gone }) => gone,
};

/** `2 worse, 1 reject, 100 new: 5 ambiguous, 3 open`. */
function fileText(file: FileSince): string {
  const { puzzles, changed, worse, gone, rejects } = file;
  const verdicts = verdictsText(file);
  const parts = [
    [worse, `${countText(worse)} worse`],
    [rejects, numberOf(rejects, 'reject')],
    [changed - worse, `${countText(changed - worse)} changed`],
    [gone, `${countText(gone)} gone`],
    [puzzles, [`${countText(puzzles)} new`, verdicts.join(', ')].filter(Boolean).join(': ')],
  ] as const;
  return parts.flatMap(([count, text]) => (count === 0 ? [] : [text])).join(', ');
}

function withPlainWords(next: ChangesSince['next']): Since['next'] {
  if (next === null) return null;
  const [command, accept] = [next.command, next.accept].map((text) =>
    text === null ? null : plainText(text),
  );
  return { what: plainText(next.what), command, accept };
}
