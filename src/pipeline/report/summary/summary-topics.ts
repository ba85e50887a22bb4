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
import { rejectKindText, sinceTopic, type Since } from './since-topic.js';
import {
  FILES_LISTED,
  FINDINGS_LISTED,
  MISFITS_LISTED,
  type Misfits,
  type Numbers,
} from './numbers.js';
import { calledText, depthText, isPlace, provable } from './result-words.js';

/**
 * One thing that a summary says of a run. The terminal, Markdown and the page show each kind of
 * topic in their own way; all texts are on one line and safe on a terminal, but not escaped.
 */
export type SummaryTopic = Since | CountTopic | Figures | Fact | Puzzles | Listing;

interface Titled {
  /** A word or two: what a terminal shows beside the topic. */
  readonly title: string;
  /** Set if pages say it first; terminals say it last, as people see the end of the text. */
  readonly isFirst?: true;
  /** Set if it is left out on a terminal. */
  readonly isLong?: true;
}

/** How many of `whole` there are of each kind. */
export interface CountTopic extends Titled {
  readonly kind: 'counts';
  readonly rows: readonly CountRow[];
  readonly whole: number;
}

/** A name and its meaning in a few words, and how many there are. */
export type CountRow = readonly [label: string, count: number];

interface Figures extends Titled {
  readonly kind: 'figures';
  readonly cells: readonly (readonly [name: string, text: string])[];
}

interface Fact extends Titled {
  readonly kind: 'fact';
  /** What the phrase is about, in full. */
  readonly about: string;
  readonly text: string;
}

/** Puzzles that stand out, which the page draws. */
interface Puzzles extends Titled {
  readonly kind: 'puzzles';
  readonly heading: string;
  readonly columns: readonly TableColumn[];
  /** As wide as there is room; `short` for a terminal. */
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly short: readonly string[];
  }[];
}

/** What people should look at. */
export interface Listing extends Titled {
  readonly kind: 'listing';
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
    gates(numbers),
    unmet(numbers),
    crossCheck(numbers),
    proven(numbers),
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

function counts(title: string, rows: readonly CountRow[], whole: number): CountTopic {
  return { kind: 'counts', title, rows, whole };
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
  const median = medianScoreText(difficulty);
  return {
    kind: 'fact',
    title: 'score',
    about: `Difficulty of ${numberOf(rated, 'puzzle')} with one solution`,
    text: `median ${median}, ${scoreRangeText(difficulty)}${lower}`,
  };
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
  return {
    kind: 'fact',
    title: 'taken over',
    about: 'Taken over from earlier runs',
    text: `${reusedText(puzzles, reused)}${reused === puzzles ? '' : '; times are of what was solved'}`,
  };
}

function solveTimes({ solveMs, puzzles, reused }: Numbers): Figures | null {
  if (puzzles === reused) return null;
  const { median, p95, p99, max, total, par2 } = solveMs;
  const times = { median, '95 %': p95, '99 %': p99, longest: max, all: total, 'PAR-2': par2 };
  return {
    kind: 'figures',
    title: 'solve time',
    cells: Object.entries(times).map(([name, ms]) => [name, durationText(ms)]),
  };
}

function hardestPuzzles(puzzles: readonly SolvedPuzzle[]): Puzzles {
  return puzzleList('hardest', ['needs', 'score', 'stars'], puzzles, ({ result }) => {
    const { needs, stars } = result;
    const words = needs === null ? '' : NEEDS_WORDS[needs];
    return [words, needs ?? '', scoreText(result), starsText(stars)];
  });
}

function costlyPuzzles(title: string, puzzles: readonly SolvedPuzzle[]): Puzzles {
  return puzzleList(title, ['verdict', 'depth', 'time'], puzzles, (solved) => {
    const { status, solveMs } = solved.result;
    const verdict = verdictText(solved.result);
    const short = status === 'unique' ? verdict : status;
    return [verdict, short, depthText(solved), durationText(solveMs)];
  });
}

/** Puzzles with what `cellsOf` says of each: words, the same in short, and two figures. */
function puzzleList(
  title: string,
  [what, ...figures]: readonly [string, string, string],
  puzzles: readonly SolvedPuzzle[],
  cellsOf: (solved: SolvedPuzzle) => readonly [string, string, string, string],
): Puzzles {
  return {
    kind: 'puzzles',
    title,
    heading: `The ${title} puzzles`,
    columns: ['puzzle', 'size', what, ...figures.map((number) => ({ number }))],
    rows: puzzles.map((solved) => {
      const place = [calledText(solved), sizeText(solved.puzzle)];
      const [words, short, ...rest] = cellsOf(solved);
      return { cells: [...place, words, ...rest], short: [...place, short, ...rest] };
    }),
  };
}

/** `12x8`: columns and rows. */
function sizeText({ width, height }: Pick<SizedPuzzle, 'width' | 'height'>): string {
  return `${width}x${height}`;
}

/** What a config file and the command line said, and where each came from. */
function inForce({ run }: Numbers): Listing {
  const all = Object.entries(optionsInForce(run.options));
  return {
    kind: 'listing',
    title: 'in force',
    heading: 'Options in force',
    total: all.length,
    note: `${numberOf(all.length, 'option')} that ${all.length === 1 ? 'is' : 'are'} not built in`,
    columns: ['option', 'from'],
    rows: all.map(([name, { value, from }]) => {
      const option = plainText(value === true ? `--${name}` : `--${name} ${value}`);
      return { cells: [option, plainText(from)], short: `${option}  (${plainText(from)})` };
    }),
  };
}

function rounds({ rounds: all }: Numbers): Listing {
  return {
    kind: 'listing',
    title: 'rounds',
    heading: 'Rounds',
    total: all.length,
    note: `${numberOf(all.length, 'round')}: what has no verdict is tried again under a larger limit`,
    columns: [
      ...['round', 'limits'],
      ...['given', 'tried', 'decided', 'time'].map((number) => ({ number })),
    ],
    rows: all.map((one) => {
      const { round, given, tried, decided, wallMs } = one;
      const left = given > tried ? `, ${countText(given - tried)} not tried` : '';
      const took = wallMs === null ? '' : ` in ${durationText(wallMs)}`;
      return {
        cells: [
          ...[countText(round), limitsText(one)],
          ...[given, tried, decided].map(countText),
          durationText(wallMs),
        ],
        short: `${countText(round)}  ${limitsText(one)} each: ${countText(decided)} of ${countText(given)} decided${left}${took}`,
      };
    }),
  };
}

function retries({ run }: Numbers): Listing {
  const own = run.retries.filter(({ round }) => round === null);
  const replaced = numberOf(own.length, 'retry: its results', 'retries: their results');
  return {
    kind: 'listing',
    title: 'retries',
    heading: 'Retries',
    total: own.length,
    note: `${replaced} replace earlier ones`,
    columns: [
      ...['began', 'results that were', 'limits'],
      ...['puzzles', 'tried', 'decided'].map((number) => ({ number })),
    ],
    rows: own.map((retry) => {
      const { startedAt, statuses, puzzles, tried, decided } = retry;
      const began = timeText(startedAt);
      const counts = [puzzles, tried, decided].map(countText);
      return {
        cells: [began, statuses.join(', '), limitsText(retry), ...counts],
        short: `${retryText(retry)}  (${began})`,
      };
    }),
  };
}

function rejects({ firstRejects, rejectKinds, rejects: total }: Numbers): Listing {
  return {
    kind: 'listing',
    title: 'rejects',
    heading: 'Rejects',
    total,
    note: numberOf(total, 'entry is not a puzzle', 'entries are not puzzles'),
    kinds: rejectKinds.map(({ kind, count, first }) =>
      rejectKindText(count, plainText(rejectPlace(first)), plainText(kind)),
    ),
    columns: ['file', { number: 'entry' }, { number: 'line' }, 'name', 'reason', 'text'],
    rows: firstRejects.map((reject) => {
      const { path, ordinal, line, name, excerpt } = reject;
      const reason = plainText(reject.reason);
      const place = [plainText(path), countText(ordinal), line === null ? '' : countText(line)];
      return {
        cells: [...place, plainText(name ?? ''), reason, plainText(excerpt)],
        short: reason,
      };
    }),
  };
}

function leftOut({ leftOut: files }: Numbers): Listing {
  return {
    kind: 'listing',
    title: 'left out',
    heading: 'Files left out',
    total: files.length,
    note: `${numberOf(files.length, 'file of a folder is', 'files of folders are')} not read`,
    columns: ['file', 'reason'],
    rows: files.slice(0, FILES_LISTED).map(({ path, reason }) => {
      const cells = [plainText(path), plainText(reason)];
      return { cells, short: cells.join('  ') };
    }),
  };
}

/** Equal puzzles that fit on a line of a terminal. */
const EQUALS_SHOWN = 2;

function duplicates({ duplicates: { groups, surplus, first }, lines }: Numbers): Listing {
  const found = `${numberOf(groups, 'group')} of equal puzzles, ${numberOf(surplus, 'puzzle')} too many`;
  return {
    kind: 'listing',
    title: 'duplicates',
    heading: 'Equal puzzles',
    total: groups,
    note: found,
    remark: 'Turned and mirrored puzzles count as equal, and so do those in other colours.',
    columns: ['the same puzzle', { number: 'times' }, 'size', 'where'],
    rows: first.map(({ puzzles, first: listed }) => {
      const names = listed.map(calledText);
      const places = listed.map((puzzle) => placeText(puzzle, lines));
      const short = listed
        .slice(0, EQUALS_SHOWN)
        .map((puzzle, i) =>
          isPlace(puzzle) && puzzle.title === null ? places[i] : `${names[i]} (${places[i]})`,
        );
      const rest = (shown: number): string =>
        puzzles > shown ? `, and ${countText(puzzles - shown)} more` : '';
      return {
        cells: [
          ...[names.join(', '), countText(puzzles), sizeText(listed[0])],
          places.join(', ') + rest(places.length),
        ],
        short: short.join(' = ') + rest(short.length),
      };
    }),
  };
}

function misfits({ misfits: found, lines }: Numbers): Listing {
  const { goals, starts, first } = found;
  return {
    kind: 'listing',
    title: 'misfits',
    heading: 'Starts and pictures that do not fit',
    note: misfitsText(found),
    columns: ['puzzle', 'where', 'what is wrong'],
    rows: first.map(({ solved, text, shortText }) => {
      const called = calledText(solved);
      const where = placeText(solved, lines);
      return {
        cells: [called, where, plainText(text)],
        short: plainText(`${where}  ${called}: ${shortText}`),
      };
    }),
    // A puzzle may have both a wrong picture and a wrong start: only a list of all tells.
    total: first.length < MISFITS_LISTED ? first.length : goals.wrong + starts.wrong + starts.open,
  };
}

/** `2 of 120 authors' pictures and 1 of 4 start positions do not fit`; empty if all do. */
function misfitsText({ goals, starts }: Omit<Misfits, 'first'>): string {
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
  const found = numberOf(files.length, 'file is a copy of another', 'files are copies of others');
  return {
    kind: 'listing',
    title: 'copies',
    heading: 'Copies',
    total: files.length,
    note: `${found}: ${entriesOf(files)} solved once`,
    columns: ['file', 'a copy of', { number: 'entries' }],
    rows: files.slice(0, COPIES_LISTED).map((copy) => ({
      cells: [plainText(copy.path), plainText(copy.of), countText(copiedEntries([copy]))],
      short: plainText(`${entriesOf([copy])} in ${copy.path} too, a copy of ${copy.of}`),
    })),
  };
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
  return {
    kind: 'listing',
    title: 'gates',
    heading: 'Gates',
    isFirst: true,
    isLong: true,
    note,
    columns: ['verdict', 'gate', { number: 'misfits' }, 'why'],
    rows: verdicts.map(({ flag, holds, misfits: many, why, compared }) => ({
      cells: [holds ? 'PASS' : 'FAIL', flag, countText(many), gateWords(why, compared)],
      short: flag,
    })),
    total: verdicts.length,
  };
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
  return {
    kind: 'listing',
    title: 'not met',
    heading: 'What does not meet the gates',
    isFirst: true,
    isLong: true,
    note: plainText(findings.map(({ headline, gate }) => `${headline} (${gate})`).join('; ')),
    columns: ['gate', 'name', 'where', 'why'],
    rows,
    total: rows.length + rest,
  };
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

function crossCheck({ crossCheck: checks }: Numbers): Fact | null {
  if (checks === null) return null;
  const [yes, no, open] = [checks.agreed, checks.disagreed, checks.undecided].map(countText);
  return {
    kind: 'fact',
    title: 'cross-check',
    about: 'Cross-check by a second engine',
    text: `${yes} agreed, ${no} disagreed, ${open} undecided`,
    isFirst: true,
  };
}

function proven({ proven: count, byStatus }: Numbers): Fact | null {
  if (count === null) return null;
  const all = numberOf(provable(byStatus), 'unique or contradictory puzzle');
  return {
    kind: 'fact',
    title: 'proven',
    about: 'Proven',
    isFirst: true,
    text: `${countText(count)} of ${all}`,
  };
}
