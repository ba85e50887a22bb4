import { scoreText, starsText } from '../../result/difficulty-words.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { durationText } from '../../text/durations.js';
import { numberOf, rateText, countText, shareText } from '../../text/numbers.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { fitText, padText, plainText } from '../../text/plain-text.js';
import { rejectPlace } from '../../text/corpora-text.js';
import {
  calledText,
  copiesTexts,
  crossCheckText,
  damagedTexts,
  depthMeaning,
  depthText,
  duplicatesText,
  groupText,
  misfitsText,
  provenText,
  isDepth,
  scoreFigures,
  stateText,
  verdictText,
} from './result-words.js';

/** Lists on a terminal are short; the rest is in the report. */
const LISTED = 5;

/** Sizes beyond this many are added up in the last line. */
const SIZES = 8;

/**
 * The summary for a terminal of `columns` characters: plain text, at most 80 characters wide, one
 * block for each question.
 */
export function summaryText(numbers: Numbers, columns = WIDTH): string {
  const { byStatus, byTechnique, puzzles, crossCheck, proven } = numbers;
  const room = roomOf(columns);
  const block = (title: string, lines: readonly string[]): string[] =>
    titled(title, lines, columns);
  const blocks = [
    heading(numbers, Math.min(columns, WIDTH)),
    block('status', barLines(present(byStatus), puzzles, room)),
    block('technique', barLines(present(byTechnique), puzzles, room)),
    block('guess depth', barLines(depths(numbers), puzzles, room)),
    block('size', barLines(sizes(numbers), puzzles, room)),
    [...block('stars', stars(numbers, room)), ...block('score', score(numbers))],
    block('solve time', times(numbers, room)),
    block('hardest', hardest(numbers, room)),
    block('slowest', deepest(numbers.hardest.byTime, room)),
    block('deepest', deepest(numbers.hardest.byGuessDepth, room)),
    block('rejects', rejects(numbers, room)),
    block('damaged', textLines(damagedTexts(numbers.damaged), 0, room)),
    block('copies', textLines(copiesTexts(numbers.copies, LISTED), 0, room)),
    block('duplicates', duplicates(numbers, room)),
    block('misfits', misfits(numbers, room)),
    [
      ...block('cross-check', crossCheck === null ? [] : [crossCheckText(crossCheck)]),
      ...block('proven', proven === null ? [] : [provenText(proven, byStatus)]),
    ],
  ];
  return (
    blocks
      .filter((block) => block.length > 0)
      .map((block) => block.join('\n'))
      .join('\n\n') + '\n'
  );
}

function heading(numbers: Numbers, width: number): string[] {
  const { run, state: shown, puzzles, rejects: refused, leftOut } = numbers;
  const name = run.name === null ? '' : `  ${plainText(run.name)}`;
  const state = shown === 'complete' && numbers.stopped === null ? '' : `  (${stateText(numbers)})`;
  const rate = run.wallMs > 0 ? puzzles / (run.wallMs / 1000) : null;
  const entries = [
    numberOf(puzzles, 'puzzle'),
    ...(refused > 0 ? [numberOf(refused, 'reject')] : []),
    ...(leftOut.length > 0 ? [`${numberOf(leftOut.length, 'file')} left out`] : []),
    durationText(run.wallMs),
    rateText(rate),
  ];
  return [fitText(`Run ${run.runId}${name}${state}`, width), entries.join('   ')];
}

function present(counts: ReadonlyMap<string, number>): BarRow[] {
  return [...counts].filter(([, count]) => count > 0);
}

function depths({ byGuessDepth }: Numbers): BarRow[] {
  return [...byGuessDepth].map(([key, count]) => [
    isDepth(key) ? `${padText(key, 2)} ${depthMeaning(key)}` : depthMeaning(key),
    count,
  ]);
}

function sizes({ bySize }: Numbers): BarRow[] {
  const rows = bySize.map(({ width, height, puzzles }): BarRow => [`${width}x${height}`, puzzles]);
  if (rows.length <= SIZES) return rows;
  const kept = new Set([...rows].sort((a, b) => b[1] - a[1]).slice(0, SIZES - 1));
  const others = rows.filter((row) => !kept.has(row));
  const sum = others.reduce((total, [, count]) => total + count, 0);
  return [...rows.filter((row) => kept.has(row)), [`${others.length} other sizes`, sum]];
}

function times({ solveMs, puzzles }: Numbers, room: number): string[] {
  if (puzzles === 0) return [];
  return columnLines(
    [
      ['median', durationText(solveMs.median)],
      ['95 %', durationText(solveMs.p95)],
      ['99 %', durationText(solveMs.p99)],
      ['longest', durationText(solveMs.max)],
      ['all', durationText(solveMs.total)],
      ['PAR-2', durationText(solveMs.par2)],
    ],
    room,
  );
}

/** How many of the rated puzzles have how many stars. */
function stars({ difficulty: { rated, byStars } }: Numbers, room: number): string[] {
  const rows = [...byStars].map(([number, count]): BarRow => [starsText(number), count]);
  return barLines(
    rows.filter(([, count]) => count > 0),
    rated,
    room,
  );
}

/** Their scores. */
function score({ difficulty }: Numbers): string[] {
  const { rated, bounds } = difficulty;
  if (rated === 0) return [];
  const lowerBounds =
    bounds === 0 ? '' : `; ${numberOf(bounds, 'is a lower bound', 'are lower bounds')}`;
  return [scoreFigures(difficulty) + lowerBounds];
}

function hardest({ hardest: { byScore } }: Numbers, room: number): string[] {
  const rows = byScore.slice(0, LISTED).map((solved) => {
    const { result, puzzle } = solved;
    const size = `${puzzle.width}x${puzzle.height}`;
    const [needs, last] = [result.needs ?? '', starsText(result.stars)];
    return rowText(room, calledText(solved), size, needs, scoreText(result), last);
  });
  if (rows.length === 0) return [];
  return [rowText(room, 'puzzle', 'size', 'needs', 'score', 'stars'), ...rows];
}

function deepest(puzzles: readonly SolvedPuzzle[], room: number): string[] {
  if (puzzles.length === 0) return [];
  const rows = puzzles.slice(0, LISTED).map((solved) => {
    const size = `${solved.puzzle.width}x${solved.puzzle.height}`;
    const time = durationText(solved.result.solveMs);
    const { status } = solved.result;
    const verdict = status === 'unique' ? verdictText(solved) : status;
    return rowText(room, calledText(solved), size, verdict, depthText(solved), time);
  });
  return [rowText(room, 'puzzle', 'size', 'verdict', 'depth', 'time'), ...rows];
}

function rejects({ firstRejects, rejects: total }: Numbers, room: number): string[] {
  const texts = firstRejects
    .slice(0, LISTED)
    .map((reject) => `${plainText(rejectPlace(reject))}  ${plainText(reject.reason)}`);
  return texts.length === 0 ? [] : textLines(texts, total - texts.length, room);
}

function duplicates({ duplicates: found }: Numbers, room: number): string[] {
  if (found.groups === 0) return [];
  const groups = found.first.slice(0, LISTED).map(groupText);
  const texts = [duplicatesText(found), ...groups].map(plainText);
  return textLines(texts, found.groups - groups.length, room);
}

function misfits({ misfits: found }: Numbers, room: number): string[] {
  const text = misfitsText(found);
  if (text === '') return [];
  const shown = found.first.slice(0, LISTED);
  const { goals, starts } = found;
  // A puzzle may have both a wrong picture and a wrong start: how many more there are is then only
  // known if all are listed.
  const more = found.first.length > LISTED ? goals.wrong + starts.wrong + starts.open - LISTED : 0;
  const rows = shown.map((misfit) => `${calledText(misfit.solved)}: ${misfit.shortText}`);
  return textLines([text, ...rows].map(plainText), more, room);
}

/** The summary is at most so wide, and narrower on narrower terminals. */
const WIDTH = 80;

/** Titles are at the left of their blocks; on a narrow terminal they are above them. */
const TITLE = 13;

const INSET = 2;

/** Characters of a name in a list, of a label of a bar, and of a bar, in the full width. */
const NAME = 25;

const LABEL = 25;

const BAR = 24;

/** Characters of a line of `rowText`, the name not counted. */
const OTHERS = 10 + 16 + 5 + 10;

/** A bar: what it counts, and how many there are. */
type BarRow = readonly [label: string, count: number];

/** How many characters the lines of a block have on a terminal of `columns`. */
function roomOf(columns: number): number {
  const width = Math.min(columns, WIDTH);
  return width - (width < WIDTH ? INSET : TITLE);
}

/** Lines with their title beside them, or above them on a terminal of less than `WIDTH` columns. */
function titled(title: string, lines: readonly string[], columns: number): string[] {
  if (lines.length === 0) return [];
  if (columns < WIDTH) return [title, ...lines.map((line) => ' '.repeat(INSET) + line)];
  return lines.map((line, i) => padText(i === 0 ? title : '', TITLE) + line);
}

/** Counts with their shares of `whole`, and as bars where there is room. */
function barLines(rows: readonly BarRow[], whole: number, room: number): string[] {
  if (rows.length === 0) return [];
  const counts = rows.map(([, count]) => countText(count));
  const countWidth = Math.max(...counts.map((text) => text.length), 7);
  const longest = Math.min(BAR, Math.max(0, room - LABEL - 1 - countWidth - 8 - 2));
  return rows.map(([label, count], i) => {
    const lead = padText(fitText(label, LABEL), LABEL + 1);
    const text = `${lead}${counts[i].padStart(countWidth)}${shareText(count, whole).padStart(8)}`;
    return longest === 0 ? text : `${text}  ${bar(count / whole, longest)}`;
  });
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar is visible even if its share is tiny. */
function bar(share: number, longest: number): string {
  const eighths = Math.max(1, Math.round(share * longest * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

/** Columns of 11 characters: labels with what they mean below, in two halves where room is short. */
function columnLines(cells: readonly (readonly [string, string])[], room: number): string[] {
  const half = room < cells.length * 11 ? Math.ceil(cells.length / 2) : cells.length;
  const line = (texts: readonly string[]): string =>
    texts.map((text) => text.padStart(11)).join('');
  return [cells.slice(0, half), cells.slice(half)]
    .filter((part) => part.length > 0)
    .flatMap((part) => [line(part.map(([label]) => label)), line(part.map(([, text]) => text))]);
}

/** A line of a list of puzzles; the name has what the others leave of the room. */
function rowText(room: number, ...[name, size, verdict, figure, last]: readonly string[]): string {
  const named = Math.min(NAME, Math.max(6, room - OTHERS - 1));
  return (
    padText(fitText(name, named), named + 1) +
    padText(size, 10) +
    padText(verdict, 16) +
    figure.padStart(5) +
    last.padStart(10)
  );
}

/** Lines of text, cut where they do not fit, and how many more there would be. */
function textLines(texts: readonly string[], more: number, room: number): string[] {
  const lines = texts.map((text) => fitText(text, room));
  return more > 0 ? [...lines, `and ${countText(more)} more`] : lines;
}
