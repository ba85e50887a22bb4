import type { TableColumn } from '../../../solver/core/text/escape.js';
import { NEEDS_WORDS, scoreText } from '../../../solver/core/result/difficulty-words.js';
import {
  starsText,
  countText,
  numberOf,
  durationText,
  timeText,
} from '../../../solver/core/text/numbers.js';
import { reusedText, KEPT_OPTIONS, type OptionsInForce } from '../../record/options.js';
import {
  limitsText,
  retryText,
  gatesVerdict,
  judgedGatesText,
  verdictText,
  CHANGE_KINDS,
  CHANGE_WORDS,
  countWorse,
  fileWhy,
  puzzlesOfFiles,
  wholeFileText,
  STATE_WORDS,
} from '../../record/outcome.js';
import { depthMeaning } from '../../record/figures.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import { copiedEntries } from '../../store/pieces.js';
import { plainText, rejectPlace } from '../../../solver/core/text/plain-text.js';
import type { PuzzleLines } from '../../runs/puzzle-lines.js';
import { listed, type GateVerdict } from '../../store/gates.js';
import { calledText, isPlace, type SizedPuzzle } from '../../record/puzzle-id.js';
import { MOST_LISTED, lineOf, type Numbers, type StoppedRun } from './numbers.js';
import {
  type ChangesSince,
  isAnythingNew,
  type SinceLastNight,
} from '../../store/changes/since.js';

/**
 * One thing that a summary says of a run. The terminal, Markdown and the page show each kind of
 * topic in their own way; all texts are on one line and safe on a terminal, but not escaped. A
 * title of a word or two is what a terminal shows beside it.
 */
export type SummaryTopic = (
  | Since
  | CountTopic
  | Fact
  | Listing
  | NonNullable<ReturnType<typeof solveTimes>>
  | ReturnType<typeof puzzleList>
) &
  Place;

interface Place {
  /** Set if pages say it first; terminals say it last, as people see the end of the text. */
  readonly isFirst?: true;
  /** Set if it is left out on a terminal. */
  readonly isLong?: true;
}

/** A name and its meaning in a few words, and how many there are. */
type CountRow = readonly [label: string, count: number];

export type CountTopic = ReturnType<typeof counts>;

/** How many of `whole` there are of each kind. */
function counts(title: string, rows: readonly CountRow[], whole: number) {
  return { kind: 'counts', title, rows, whole } as const;
}

type Fact = ReturnType<typeof fact>;

/** A phrase, and what it is about in full. */
function fact(title: string, about: string, text: string) {
  return { kind: 'fact', title, about, text } as const;
}

/** What people should look at. */
export interface Listing extends Place {
  readonly kind: 'listing';
  readonly title: string;
  readonly heading: string;
  /** What was found, without a full stop, and what else there is to know of it, a sentence. */
  readonly note: string;
  readonly remark?: string;
  readonly columns: readonly TableColumn[];
  /** The first of `total`; `short` is one line for a terminal. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly short: string }[];
  readonly total: number;
  /** What a terminal shows instead of the rows: a line for each kind of them. */
  readonly kinds?: readonly { readonly short: string }[];
}

/** With all rows, unless `others` says how many there are. */
function listing(
  [title, heading]: readonly [title: string, heading: string],
  note: string,
  columns: Listing['columns'],
  rows: Listing['rows'],
  others: Partial<Pick<Listing, 'total' | 'remark' | 'kinds'>> = {},
): Listing {
  return { kind: 'listing', title, heading, note, columns, rows, total: rows.length, ...others };
}

/** What is said of a run beneath its heading, in this order. */
export function summaryTopics(numbers: Numbers): readonly SummaryTopic[] {
  const { byStatus, byTechnique, bySize, byStars, byNeeds, puzzles, hardest } = numbers;
  const { rated } = numbers.difficulty;
  const sizes = bySize.map((size) => [sizeText(size), size.puzzles] as const);
  const stars = byStars.map(([number, count]) => [starsText(number), count] as const);
  const needs = byNeeds.map(([name, count]) => [NEEDS_WORDS[name], count] as const);
  const topics: readonly (SummaryTopic | null)[] = [
    sinceTopic(numbers),
    counts('status', Object.entries(byStatus), puzzles),
    counts('technique', Object.entries(byTechnique), puzzles),
    counts('guess depth', depthRows(numbers), puzzles),
    counts('size', sizes, puzzles),
    counts('stars', stars, rated),
    { ...counts('needs', needs, rated), isLong: true },
    scores(numbers),
    takenOver(numbers),
    solveTimes(numbers),
    hardestPuzzles(hardest.byScore),
    costlyPuzzles('slowest', hardest.byTime),
    costlyPuzzles('deepest', hardest.byGuessDepth),
    inForce(numbers),
    rounds(numbers),
    retries(numbers),
    rejects(numbers),
    leftOut(numbers),
    duplicates(numbers),
    misfits(numbers),
    copies(numbers),
    { ...gates(numbers), isFirst: true, isLong: true },
    { ...unmet(numbers), isFirst: true, isLong: true },
    ...[...crossCheck(numbers), ...proven(numbers)].map(
      (said) => ({ ...said, isFirst: true }) as const,
    ),
  ];
  return topics.flatMap((topic) => (topic === null || isEmpty(topic) ? [] : [topic]));
}

function isEmpty(topic: SummaryTopic): boolean {
  if (topic.kind === 'counts') return topic.whole === 0;
  return (topic.kind === 'puzzles' || topic.kind === 'listing') && topic.rows.length === 0;
}

function depthRows({ byDepth }: Numbers): CountRow[] {
  return byDepth.map(([name, count]) => {
    const meaning = depthMeaning(name);
    return [/^\d/.test(name) ? `${name}: ${meaning}` : meaning, count];
  });
}

function scores({ difficulty }: Numbers): Fact | null {
  const { rated, bounds } = difficulty;
  if (rated === 0) return null;
  const lower = bounds === 0 ? '' : `; ${numberOf(bounds, 'is a lower bound', 'are lower bounds')}`;
  const text = `median ${medianScoreText(difficulty)}, ${scoreRangeText(difficulty)}${lower}`;
  return fact('score', `Difficulty of ${numberOf(rated, 'puzzle')} with one solution`, text);
}

/** `6.4`, or `6.4+` if it may be more. */
export function medianScoreText({ median, medianIsBound }: Numbers['difficulty']): string {
  return scoreText({ difficulty: median, difficultyBound: medianIsBound });
}

/** `from 3.1 to 9.4+`, marked where they may be more. */
export function scoreRangeText(all: Numbers['difficulty']): string {
  const from = scoreText({ difficulty: all.lowest, difficultyBound: all.lowestIsBound });
  const to = scoreText({ difficulty: all.highest, difficultyBound: all.highestIsBound });
  return `from ${from} to ${to}`;
}

function takenOver({ puzzles, reused }: Numbers): Fact | null {
  if (reused === 0) return null;
  const times = reused === puzzles ? '' : '; times are of what was solved';
  const text = `${reusedText(puzzles, reused)}${times}`;
  return fact('taken over', 'Taken over from earlier runs', text);
}

function solveTimes({ solveMs, puzzles, reused }: Numbers) {
  if (puzzles === reused) return null;
  const { median, p95, p99, max, total, par2 } = solveMs;
  const times = { median, '95 %': p95, '99 %': p99, longest: max, all: total, 'PAR-2': par2 };
  const cells = Object.entries(times).map(([name, ms]) => [name, durationText(ms)] as const);
  return { kind: 'figures', title: 'solve time', cells } as const;
}

function hardestPuzzles(puzzles: readonly SolvedPuzzle[]) {
  return puzzleList('hardest', ['needs', 'score', 'stars'], puzzles, ({ result }) => {
    const { needs, stars } = result;
    const words = needs === null ? '' : NEEDS_WORDS[needs];
    return [words, needs ?? '', scoreText(result), starsText(stars)];
  });
}

function costlyPuzzles(title: string, puzzles: readonly SolvedPuzzle[]) {
  return puzzleList(title, ['verdict', 'depth', 'time'], puzzles, (solved) => {
    const { status, solveMs } = solved.result;
    const verdict = verdictText(solved.result);
    const short = status === 'unique' ? verdict : status;
    return [verdict, short, depthText(solved), durationText(solveMs)];
  });
}

/**
 * Puzzles that stand out, which the page draws, with what `cellsOf` says of each: words, the same
 * in short for a terminal, and two figures.
 */
function puzzleList(
  title: string,
  [what, ...figures]: readonly [string, string, string],
  puzzles: readonly SolvedPuzzle[],
  cellsOf: (solved: SolvedPuzzle) => readonly [string, string, string, string],
) {
  const rows = puzzles.map((solved) => {
    const place = [calledText(solved), sizeText(solved.puzzle)];
    const [words, short, ...rest] = cellsOf(solved);
    return { cells: [...place, words, ...rest], short: [...place, short, ...rest] };
  });
  const columns = ['puzzle', 'size', what, ...figures.map((number) => ({ number }))];
  return { kind: 'puzzles', title, heading: `The ${title} puzzles`, columns, rows } as const;
}

/** `12x8`: columns and rows. */
function sizeText({ width, height }: Pick<SizedPuzzle, 'width' | 'height'>): string {
  return `${width}x${height}`;
}

/** What a config file and the command line said, and where each came from. */
function inForce({ run }: Numbers): Listing {
  const rows = Object.entries(optionsInForce(run.options)).map(([name, { value, from }]) => {
    const option = plainText(value === true ? `--${name}` : `--${name} ${value}`);
    return { cells: [option, plainText(from)], short: `${option}  (${plainText(from)})` };
  });
  const note = `${numberOf(rows.length, 'option')} that ${rows.length === 1 ? 'is' : 'are'} not built in`;
  return listing(['in force', 'Options in force'], note, ['option', 'from'], rows);
}

/** What a config file and the command line said, among the stored options of a run, if sound. */
function optionsInForce(options: Readonly<Record<string, unknown>>): OptionsInForce {
  const found = options[KEPT_OPTIONS.inForce];
  if (typeof found !== 'object' || found === null) return {};
  const entries = Object.entries(found as Record<string, unknown>).filter(([, one]) => {
    const { value, from } = (one ?? {}) as Record<string, unknown>;
    return (typeof value === 'string' || value === true) && typeof from === 'string';
  });
  return Object.fromEntries(entries) as OptionsInForce;
}

function rounds({ rounds: all }: Numbers): Listing {
  const numbers = ['given', 'tried', 'decided', 'time'].map((number) => ({ number }));
  const rows = all.map((one) => {
    const { round, given, tried, decided, wallMs } = one;
    const left = given > tried ? `, ${countText(given - tried)} not tried` : '';
    const took = wallMs === null ? '' : ` in ${durationText(wallMs)}`;
    const [number, limits] = [countText(round), limitsText(one)];
    return {
      cells: [number, limits, ...[given, tried, decided].map(countText), durationText(wallMs)],
      short: `${number}  ${limits} each: ${countText(decided)} of ${countText(given)} decided${left}${took}`,
    };
  });
  const note = `${numberOf(all.length, 'round')}: what has no verdict is tried again under a larger limit`;
  return listing(['rounds', 'Rounds'], note, ['round', 'limits', ...numbers], rows);
}

function retries({ run }: Numbers): Listing {
  const own = run.retries.filter(({ round }) => round === null);
  const replaced = numberOf(own.length, 'retry: its results', 'retries: their results');
  const numbers = ['puzzles', 'tried', 'decided'].map((number) => ({ number }));
  const columns = ['began', 'results that were', 'limits', ...numbers];
  const rows = own.map((retry) => {
    const { startedAt, statuses, puzzles, tried, decided } = retry;
    const began = timeText(startedAt);
    const counted = [puzzles, tried, decided].map(countText);
    return {
      cells: [began, statuses.join(', '), limitsText(retry), ...counted],
      short: `${retryText(retry)}  (${began})`,
    };
  });
  return listing(['retries', 'Retries'], `${replaced} replace earlier ones`, columns, rows);
}

function rejects({ firstRejects, rejectKinds, rejects: total }: Numbers): Listing {
  const columns = ['file', { number: 'entry' }, { number: 'line' }, 'name', 'reason', 'text'];
  const rows = firstRejects.map((reject) => {
    const { path, ordinal, line, name, excerpt } = reject;
    const reason = plainText(reject.reason);
    const place = [plainText(path), countText(ordinal), line === null ? '' : countText(line)];
    return { cells: [...place, plainText(name ?? ''), reason, plainText(excerpt)], short: reason };
  });
  const kinds = rejectKinds.map(({ kind, count, first }) => ({
    short: rejectKindText(count, plainText(rejectPlace(first)), plainText(kind)),
  }));
  const note = numberOf(total, 'entry is not a puzzle', 'entries are not puzzles');
  return listing(['rejects', 'Rejects'], note, columns, rows, { total, kinds });
}

function leftOut({ leftOut: files }: Numbers): Listing {
  const total = files.length;
  const note = `${numberOf(total, 'file of a folder is', 'files of folders are')} not read`;
  const rows = files.slice(0, MOST_LISTED.files).map(({ path, reason }) => {
    const cells = [plainText(path), plainText(reason)];
    return { cells, short: cells.join('  ') };
  });
  return listing(['left out', 'Files left out'], note, ['file', 'reason'], rows, { total });
}

/** Equal puzzles that fit on a line of a terminal. */
const EQUALS_SHOWN = 2;

function duplicates({ duplicates: { groups, surplus, first }, lines }: Numbers): Listing {
  const note = `${numberOf(groups, 'group')} of equal puzzles, ${numberOf(surplus, 'puzzle')} too many`;
  const remark = 'Turned and mirrored puzzles count as equal, and so do those in other colours.';
  const columns = ['the same puzzle', { number: 'times' }, 'size', 'where'];
  const rows = first.map(({ puzzles, first: listed }) => {
    const names = listed.map(calledText);
    const places = listed.map((puzzle) => placeText(puzzle, lines));
    const short = listed
      .slice(0, EQUALS_SHOWN)
      .map((puzzle, i) =>
        isPlace(puzzle) && puzzle.title === null ? places[i] : `${names[i]} (${places[i]})`,
      );
    const rest = (shown: number): string =>
      puzzles > shown ? `, and ${countText(puzzles - shown)} more` : '';
    const where = places.join(', ') + rest(places.length);
    return {
      cells: [names.join(', '), countText(puzzles), sizeText(listed[0]), where],
      short: short.join(' = ') + rest(short.length),
    };
  });
  return listing(['duplicates', 'Equal puzzles'], note, columns, rows, { total: groups, remark });
}

function misfits({ misfits: found, lines }: Numbers): Listing {
  const { goals, starts, first } = found;
  const rows = first.map(({ solved, text, shortText }) => {
    const called = calledText(solved);
    const where = placeText(solved, lines);
    const short = plainText(`${where}  ${called}: ${shortText}`);
    return { cells: [called, where, plainText(text)], short };
  });
  // A puzzle may have both a wrong picture and a wrong start: only a list of all tells.
  const total =
    first.length < MOST_LISTED.misfits ? first.length : goals.wrong + starts.wrong + starts.open;
  const titles = ['misfits', 'Starts and pictures that do not fit'] as const;
  return listing(titles, misfitsText(found), ['puzzle', 'where', 'what is wrong'], rows, { total });
}

/** `2 of 120 authors' pictures and 1 of 4 start positions do not fit`; empty if all do. */
function misfitsText({ goals, starts }: Numbers['misfits']): string {
  const share = (wrong: number, given: number, one: string, many?: string): string[] =>
    wrong === 0 ? [] : [`${countText(wrong)} of ${numberOf(given, one, many)}`];
  const wrong = [
    ...share(goals.wrong, goals.given, "author's picture", "authors' pictures"),
    ...share(starts.wrong, starts.given, 'start position'),
  ];
  const sentences: string[] = [];
  if (wrong.length > 0) {
    const verb = goals.wrong + starts.wrong === 1 ? 'does' : 'do';
    sentences.push(`${wrong.join(' and ')} ${verb} not fit`);
  }
  if (starts.open > 0) {
    sentences.push(
      `whether ${numberOf(starts.open, 'start position fits', 'start positions fit')} is not known`,
    );
  }
  return sentences.join('; ');
}

function copies({ copies: files }: Numbers): Listing {
  const entriesOf = (some: Numbers['copies']): string =>
    numberOf(copiedEntries(some), 'entry is', 'entries are');
  const total = files.length;
  const found = numberOf(total, 'file is a copy of another', 'files are copies of others');
  const rows = files.slice(0, FEW_LISTED).map((copy) => ({
    cells: [plainText(copy.path), plainText(copy.of), countText(copiedEntries([copy]))],
    short: plainText(`${entriesOf([copy])} in ${copy.path} too, a copy of ${copy.of}`),
  }));
  const columns = ['file', 'a copy of', { number: 'entries' }];
  const note = `${found}: ${entriesOf(files)} solved once`;
  return listing(['copies', 'Copies'], note, columns, rows, { total });
}

/** Copies, and files that are gone or back, that are listed. */
const FEW_LISTED = 20;

/** Why a gate does not hold, and what it compared with. */
function gateWords(why: readonly string[], compared: string | null): string {
  return plainText([...new Set([...why, compared ?? ''])].filter((text) => text !== '').join('; '));
}

/** A terminal has a list of what does not meet them. */
function gates({ gates: { verdicts }, gatesCommand }: Numbers): Listing {
  const failed = verdicts.filter(({ holds }) => !holds).length;
  const verdict = gatesVerdict(verdicts.length, failed);
  const note =
    failed === 0 ? verdict : `${verdict}; ${gatesCommand} lists all that does not meet them`;
  const rows = verdicts.map(({ flag, holds, misfits: many, why, compared }) => ({
    cells: [holds ? 'PASS' : 'FAIL', flag, countText(many), gateWords(why, compared)],
    short: flag,
  }));
  return listing(['gates', 'Gates'], note, ['verdict', 'gate', { number: 'misfits' }, 'why'], rows);
}

/** What does not meet the gates, by name; a terminal has it in the lists below the summary. */
function unmet({ gates: { findings }, lines }: Numbers): Listing {
  const shown = findings.map((finding) => finding.items.slice(0, MOST_LISTED.findings));
  const rest = findings.reduce((sum, { total }, i) => sum + total - listed(shown[i]), 0);
  const rows = findings.flatMap(({ gate }, i) =>
    shown[i].map(({ path, line, called, what, puzzleId }) => {
      const at = line ?? (puzzleId === null ? null : lines.get(puzzleId));
      const where = at == null ? path : `${path}:${at}`;
      const cells = [gate, called === path ? '' : called, where, what].map(plainText);
      return { cells, short: cells.join('  ') };
    }),
  );
  const note = plainText(findings.map(({ headline, gate }) => `${headline} (${gate})`).join('; '));
  const titles = ['not met', 'What does not meet the gates'] as const;
  const total = rows.length + rest;
  return listing(titles, note, ['gate', 'name', 'where', 'why'], rows, { total });
}

const NAMED_IN_NOTICE = 3;

/** Which gates do not hold, and the first cases, in a sentence for a notice; empty if all hold. */
export function gatesSentence(numbers: Numbers): string {
  const failed = numbers.gates.verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  if (failed.length === 0) return numbers.gates.verdicts.length === 0 ? '' : 'Gates PASS.';
  const { rows, total } = unmet(numbers);
  const named = rows
    .slice(0, NAMED_IN_NOTICE)
    .map(({ cells: [, ...cells] }) => cells.filter((cell) => cell !== '').join(', '));
  const rest = total - named.length;
  const more = rest > 0 ? [`and ${countText(rest)} more`] : [];
  return `Gates ${judgedGatesText(failed)}: ${[...named, ...more].join('; ')}.`;
}

/** Where a puzzle is: `a.csv:3`, or `a.csv#2` if its line is not known. */
function placeText(
  { puzzleId, path, ordinal }: Pick<SizedPuzzle, 'puzzleId' | 'path' | 'ordinal'>,
  lines: PuzzleLines,
): string {
  return plainText(rejectPlace({ path, ordinal, line: lines.get(puzzleId) ?? null }));
}

function crossCheck({ crossCheck: checks }: Numbers): Fact[] {
  if (checks === null) return [];
  const [yes, no, open] = [checks.agreed, checks.disagreed, checks.undecided].map(countText);
  const text = `${yes} agreed, ${no} disagreed, ${open} undecided`;
  return [fact('cross-check', 'Cross-check by a second engine', text)];
}

function proven({ proven: count, byStatus }: Numbers): Fact[] {
  if (count === null) return [];
  const all = numberOf(provable(byStatus), 'unique or contradictory puzzle');
  return [fact('proven', 'Proven', `${countText(count)} of ${all}`)];
}

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
  readonly next: ChangesSince['next'];
}

interface SinceList extends Pick<Listing, 'heading' | 'columns' | 'total'> {
  readonly about: string;
  /** As those of a listing, with the puzzle of the run that each is about, if it is about one. */
  readonly rows: readonly (Listing['rows'][number] & { readonly puzzleId?: number | null })[];
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
    const of = since.by === 'name' ? 'this name' : 'these corpora';
    const [heading, why] =
      since.kind === 'unfinished'
        ? ['Not complete yet', 'the run is not complete; it is compared once it is']
        : ['The first night', `the first complete run of ${of}: nothing to compare it with`];
    return { ...topic, heading, run: null, facts: [['', why]], lists: [], next: null };
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
          changeList('worse', 'Puzzles that are worse', since, lines),
          wholeFileList(since),
          changeList('gained', 'Puzzles that got a verdict, or are good again', since, lines),
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
  const own = unique === 0 ? [] : [`${countText(unique)} unique${lines}`];
  return `${numberOf(puzzles, 'puzzle')}: ${[...own, ...verdictsText(others)].join(', ')}`;
}

function verdictsText(counts: Pick<ChangesSince['fresh'], 'ambiguous' | 'contradiction' | 'open'>) {
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

function changeList(
  about: 'worse' | 'gained',
  heading: string,
  { counts, runId, wholeFiles, [about]: changes }: ChangesSince,
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
    rows: rows.slice(0, FEW_LISTED),
    total: rows.length,
    more: 'more files',
  };
}

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
function rejectKindText(count: number, where: string, kind: string): string {
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
      const counts = columns.map(([, countOf]) => countText(countOf(file)));
      return { cells: [path, ...counts], short: `${shortPlace(path)}  ${fileText(file)}` };
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

/** The guess depth: `2+` if only a lower bound is known, `-` if nothing is. */
export function depthText({ result }: SolvedPuzzle): string {
  if (result.guessDepth !== null) return String(result.guessDepth);
  return result.guessDepthMin === null ? '-' : `${result.guessDepthMin}+`;
}

export function provable({ unique = 0, contradiction = 0 }: Numbers['byStatus']): number {
  return unique + contradiction;
}

/** What became of a run: `complete`, or `interrupted, 1,200 of about 20,000 entries done`. */
export function stateText({ state, stopped, puzzles, rejects, copies, rounds }: Numbers): string {
  const progressOf = ({ done, of, isEstimate }: StoppedRun): string =>
    countText(done) + (of === null ? '' : ` of ${isEstimate ? 'about ' : ''}${countText(of)}`);
  if (stopped?.kind === 'retry') {
    return `${STATE_WORDS[state]}; a retry was interrupted, ${progressOf(stopped)} tried again`;
  }
  const last = rounds.at(-1);
  const round =
    last === undefined || last.tried === last.given
      ? []
      : [`round ${last.round} tried ${countText(last.tried)} of ${countText(last.given)}`];
  if (state === 'complete') return [STATE_WORDS[state], ...round].join('; ');
  const done = puzzles + rejects + copiedEntries(copies);
  const known = { done, of: null, isEstimate: false } as const;
  const text = `${STATE_WORDS[state]}, ${progressOf(stopped ?? { kind: 'run', ...known })} entries done`;
  return [text, ...round, ...(stopped?.missing ?? [])].join('; ');
}
