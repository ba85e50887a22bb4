import { scoreText, starsText } from '../../result/difficulty-words.js';
import { STATE_WORDS } from '../../result/run-state.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { durationText } from '../../text/durations.js';
import { countText, numberOf, rateText, shareText } from '../../text/numbers.js';
import type { Numbers } from '../numbers/numbers.js';
import { fitText, padText, plainText } from '../../text/plain-text.js';
import {
  calledText,
  crossCheckText,
  depthMeaning,
  depthText,
  duplicatesText,
  groupText,
  misfitsText,
  provenText,
  isDepth,
  scoreFigures,
  verdictText,
} from './result-words.js';

const WIDTH = 80;
const BAR = 26;

/** Lists on a terminal are short; the rest is in the report. */
const LISTED = 5;

/** Sizes beyond this many are added up in the last line. */
const SIZES = 8;

/** The summary for a terminal: at most 80 columns, plain text, one block for each question. */
export function summaryText(numbers: Numbers): string {
  const blocks = [
    heading(numbers),
    bars('status', present(numbers.byStatus), numbers.puzzles),
    bars('technique', present(numbers.byTechnique), numbers.puzzles),
    bars('guess depth', depths(numbers), numbers.puzzles),
    bars('size', sizes(numbers), numbers.puzzles),
    difficulty(numbers),
    times(numbers),
    hardest(numbers),
    deepest('slowest', numbers.hardest.byTime),
    deepest('deepest', numbers.hardest.byGuessDepth),
    rejects(numbers),
    duplicates(numbers),
    misfits(numbers),
    checks(numbers),
  ];
  return (
    blocks
      .filter((block) => block.length > 0)
      .map((block) => block.join('\n'))
      .join('\n\n') + '\n'
  );
}

function heading({ run, state: shown, puzzles, rejects: refused, leftOut }: Numbers): string[] {
  const name = run.name === null ? '' : `  ${plainText(run.name)}`;
  const state = shown === 'complete' ? '' : `  (${STATE_WORDS[shown]})`;
  const rate = run.wallMs > 0 ? puzzles / (run.wallMs / 1000) : null;
  const entries = [
    numberOf(puzzles, 'puzzle'),
    ...(refused > 0 ? [numberOf(refused, 'reject')] : []),
    ...(leftOut.length > 0 ? [`${numberOf(leftOut.length, 'file')} left out`] : []),
    durationText(run.wallMs),
    rateText(rate),
  ];
  return [fitText(`Run ${run.runId}${name}${state}`, WIDTH), entries.join('   ')];
}

type Row = readonly [label: string, count: number];

function present(counts: ReadonlyMap<string, number>): Row[] {
  return [...counts].filter(([, count]) => count > 0);
}

function depths({ byGuessDepth }: Numbers): Row[] {
  return [...byGuessDepth].map(([key, count]) => [
    isDepth(key) ? `${padText(key, 2)} ${depthMeaning(key)}` : depthMeaning(key),
    count,
  ]);
}

function sizes({ bySize }: Numbers): Row[] {
  const rows = bySize.map(({ width, height, puzzles }): Row => [`${width}x${height}`, puzzles]);
  if (rows.length <= SIZES) return rows;
  const kept = new Set([...rows].sort((a, b) => b[1] - a[1]).slice(0, SIZES - 1));
  const others = rows.filter((row) => !kept.has(row));
  const sum = others.reduce((total, [, count]) => total + count, 0);
  return [...rows.filter((row) => kept.has(row)), [`${others.length} other sizes`, sum]];
}

function bars(title: string, rows: readonly Row[], whole: number): string[] {
  if (rows.length === 0) return [];
  const counts = rows.map(([, count]) => countText(count));
  const countWidth = Math.max(...counts.map((text) => text.length), 7);
  return rows.map(([label, count], i) => {
    const lead = padText(i === 0 ? title : '', 13) + padText(fitText(label, 19), 20);
    const share = shareText(count, whole).padStart(8);
    return `${lead}${counts[i].padStart(countWidth)}${share}  ${bar(count / whole)}`.trimEnd();
  });
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar is visible even if its share is tiny. */
function bar(share: number): string {
  const eighths = Math.max(1, Math.round(share * BAR * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

function times({ solveMs, puzzles }: Numbers): string[] {
  if (puzzles === 0) return [];
  const cells: [string, number | null][] = [
    ['median', solveMs.median],
    ['95 %', solveMs.p95],
    ['99 %', solveMs.p99],
    ['longest', solveMs.max],
    ['all', solveMs.total],
    ['PAR-2', solveMs.par2],
  ];
  const line = (texts: readonly string[]): string =>
    texts
      .map((text) => text.padStart(11))
      .join('')
      .trimEnd();
  return [
    padText('solve time', 13) + line(cells.map(([label]) => label)),
    padText('', 13) + line(cells.map(([, ms]) => durationText(ms))),
  ];
}

/** How many of the rated puzzles have how many stars, and their scores. */
function difficulty(numbers: Numbers): string[] {
  const { rated, bounds, byStars } = numbers.difficulty;
  if (rated === 0) return [];
  const rows = [...byStars].map(([stars, count]): Row => [starsText(stars), count]);
  const lowerBounds =
    bounds === 0 ? '' : `; ${numberOf(bounds, 'is a lower bound', 'are lower bounds')}`;
  return [
    ...bars(
      'stars',
      rows.filter(([, count]) => count > 0),
      rated,
    ),
    padText('score', 13) + scoreFigures(numbers.difficulty) + lowerBounds,
  ];
}

function hardest({ hardest: { byScore } }: Numbers): string[] {
  const rows = byScore.slice(0, LISTED).map((solved) => {
    const { result, puzzle } = solved;
    const size = `${puzzle.width}x${puzzle.height}`;
    return row(
      '',
      calledText(solved),
      size,
      result.needs ?? '',
      scoreText(result),
      starsText(result.stars),
    );
  });
  return rows.length === 0
    ? []
    : [row('hardest', 'puzzle', 'size', 'needs', 'score', 'stars'), ...rows];
}

/** A line of a list of puzzles. */
function row(lead: string, ...[name, size, verdict, figure, last]: string[]): string {
  return (
    padText(lead, 13) +
    padText(fitText(name, 25), 26) +
    padText(size, 10) +
    padText(verdict, 16) +
    figure.padStart(5) +
    last.padStart(10)
  );
}

function deepest(title: string, puzzles: readonly SolvedPuzzle[]): string[] {
  if (puzzles.length === 0) return [];
  const rows = puzzles.slice(0, LISTED).map((solved) => {
    const size = `${solved.puzzle.width}x${solved.puzzle.height}`;
    const time = durationText(solved.result.solveMs);
    const { status } = solved.result;
    const verdict = status === 'unique' ? verdictText(solved) : status;
    return row('', calledText(solved), size, verdict, depthText(solved), time);
  });
  return [row(title, 'puzzle', 'size', 'verdict', 'depth', 'time'), ...rows];
}

function rejects({ firstRejects, rejects: total }: Numbers): string[] {
  const lines = firstRejects.slice(0, LISTED).map((reject, i) => {
    const where = `${plainText(reject.path)}${reject.line === null ? `#${reject.ordinal}` : `:${reject.line}`}`;
    const text = `${where}  ${plainText(reject.reason)}`;
    return padText(i === 0 ? 'rejects' : '', 13) + fitText(text, WIDTH - 13);
  });
  if (total > lines.length && lines.length > 0) {
    lines.push(`${padText('', 13)}and ${countText(total - lines.length)} more`);
  }
  return lines;
}

function duplicates({ duplicates: found }: Numbers): string[] {
  if (found.groups === 0) return [];
  const groups = found.first.slice(0, LISTED).map(groupText);
  return block('duplicates', [duplicatesText(found), ...groups], found.groups - groups.length);
}

function misfits({ misfits: found }: Numbers): string[] {
  const text = misfitsText(found);
  if (text === '') return [];
  const shown = found.first.slice(0, LISTED);
  const { goals, starts } = found;
  // A puzzle of which both are wrong is listed once, so that the rest is only known if all are listed.
  const more = found.first.length > LISTED ? goals.wrong + starts.wrong + starts.open - LISTED : 0;
  const rows = shown.map((misfit) => `${calledText(misfit.solved)}: ${misfit.text}`);
  return block('misfits', [text, ...rows], more);
}

/** A title with lines of text, and how many more there would be. */
function block(title: string, texts: readonly string[], more: number): string[] {
  const lines = texts.map(
    (text, i) => padText(i === 0 ? title : '', 13) + fitText(plainText(text), WIDTH - 13),
  );
  return more > 0 ? [...lines, `${padText('', 13)}and ${countText(more)} more`] : lines;
}

function checks({ crossCheck, proven, byStatus }: Numbers): string[] {
  return [
    ...(crossCheck === null ? [] : [padText('cross-check', 13) + crossCheckText(crossCheck)]),
    ...(proven === null ? [] : [padText('proven', 13) + provenText(proven, byStatus)]),
  ];
}
