import type { TableColumn } from '../../../solver/core/text/escape.js';
import { NEEDS_WORDS, scoreText } from '../../../solver/core/result/difficulty-words.js';
import {
  starsText,
  countText,
  numberOf,
  durationText,
  timeText,
} from '../../../solver/core/text/numbers.js';
import { optionsInForce, reusedText } from '../../record/options.js';
import {
  limitsText,
  retryText,
  gatesVerdict,
  judgedGatesText,
  verdictText,
} from '../../record/outcome.js';
import { depthMeaning } from '../../record/figures.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import { copiedEntries } from '../../store/pieces.js';
import { plainText, rejectPlace } from '../../../solver/core/text/plain-text.js';
import type { PuzzleLines } from '../../runs/puzzle-lines.js';
import { listed } from '../../store/gates.js';
import type { SizedPuzzle } from '../../record/puzzle-id.js';
import { calledText, depthText, isPlace, provable } from './result-words.js';
import { rejectKindText, sinceTopic, type Since } from './since-topic.js';
import { FILES_LISTED, FINDINGS_LISTED, MISFITS_LISTED, type Numbers } from './numbers.js';

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
export type CountRow = readonly [label: string, count: number];

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
  readonly kinds?: readonly string[];
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

/** Whether pages say it before the figures. */
export function comesFirst(topic: SummaryTopic): boolean {
  return topic.kind === 'since' || topic.isFirst === true;
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
export function scoreRangeText({
  lowest,
  lowestIsBound,
  highest,
  highestIsBound,
}: Numbers['difficulty']): string {
  const from = scoreText({ difficulty: lowest, difficultyBound: lowestIsBound });
  return `from ${from} to ${scoreText({ difficulty: highest, difficultyBound: highestIsBound })}`;
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
  const kinds = rejectKinds.map(({ kind, count, first }) =>
    rejectKindText(count, plainText(rejectPlace(first)), plainText(kind)),
  );
  const note = numberOf(total, 'entry is not a puzzle', 'entries are not puzzles');
  return listing(['rejects', 'Rejects'], note, columns, rows, { total, kinds });
}

function leftOut({ leftOut: files }: Numbers): Listing {
  const total = files.length;
  const note = `${numberOf(total, 'file of a folder is', 'files of folders are')} not read`;
  const rows = files.slice(0, FILES_LISTED).map(({ path, reason }) => {
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
    return {
      cells: [called, where, plainText(text)],
      short: plainText(`${where}  ${called}: ${shortText}`),
    };
  });
  // A puzzle may have both a wrong picture and a wrong start: only a list of all tells.
  const total =
    first.length < MISFITS_LISTED ? first.length : goals.wrong + starts.wrong + starts.open;
  const titles = ['misfits', 'Starts and pictures that do not fit'] as const;
  return listing(titles, misfitsText(found), ['puzzle', 'where', 'what is wrong'], rows, { total });
}

/** `2 of 120 authors' pictures and 1 of 4 start positions do not fit`; empty if all do. */
function misfitsText({ goals, starts }: Numbers['misfits']): string {
  const share = (wrong: number, given: number, what: string): string[] =>
    wrong === 0 ? [] : [`${countText(wrong)} of ${numberOf(given, ...named(what))}`];
  const wrong = [
    ...share(goals.wrong, goals.given, "author's picture"),
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

function named(what: string): [string, string] {
  return what.startsWith('author') ? [what, "authors' pictures"] : [what, `${what}s`];
}

function copies({ copies: files }: Numbers): Listing {
  const entriesOf = (some: Numbers['copies']): string =>
    numberOf(copiedEntries(some), 'entry is', 'entries are');
  const total = files.length;
  const found = numberOf(total, 'file is a copy of another', 'files are copies of others');
  const rows = files.slice(0, COPIES_LISTED).map((copy) => ({
    cells: [plainText(copy.path), plainText(copy.of), countText(copiedEntries([copy]))],
    short: plainText(`${entriesOf([copy])} in ${copy.path} too, a copy of ${copy.of}`),
  }));
  const columns = ['file', 'a copy of', { number: 'entries' }];
  const note = `${found}: ${entriesOf(files)} solved once`;
  return listing(['copies', 'Copies'], note, columns, rows, { total });
}

const COPIES_LISTED = 20;

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
  const shown = findings.map((finding) => finding.items.slice(0, FINDINGS_LISTED));
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
