import { NEEDS_WORDS, scoreText, starsText } from '../../result/difficulty-words.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { durationText, timeText } from '../../text/durations.js';
import { countText, numberOf, rateText, shareText } from '../../text/numbers.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { plainText } from '../../text/plain-text.js';
import {
  calledText,
  copiesTexts,
  crossCheckText,
  damagedTexts,
  depthMeaning,
  depthText,
  duplicatesText,
  gateText,
  misfitsText,
  provenText,
  isDepth,
  scoreFigures,
  stateText,
  verdictText,
} from './result-words.js';

/** `summary.md`: the same as on the terminal, for an issue or a wiki; names are escaped. */
export function summaryMarkdown(numbers: Numbers): string {
  const { run, puzzles, solveMs } = numbers;
  const name = run.name === null ? '' : `: ${escaped(run.name)}`;
  const rate = run.wallMs > 0 ? puzzles / (run.wallMs / 1000) : null;
  const counted = (title: string, rows: Iterable<readonly [string, number]>): string =>
    table(
      [title, 'puzzles', 'share'],
      [...rows]
        .filter(([, count]) => count > 0)
        .map(([label, count]) => [label, countText(count), shareText(count, puzzles)]),
    );
  const parts = [
    `# Run ${run.runId}${name}`,
    `${numberOf(puzzles, 'puzzle')} and ${numberOf(numbers.rejects, 'reject')} in ` +
      `${durationText(run.wallMs)} (${rateText(rate)}), started ${timeText(run.startedAt)}, ${stateText(numbers)}.`,
    list(copiesTexts(numbers.copies, COPIES).map(escaped)),
    list(damagedTexts(numbers.damaged).map(escaped)),
    gates(numbers),
    numbers.crossCheck === null
      ? ''
      : `Cross-check by a second engine: ${crossCheckText(numbers.crossCheck)}.`,
    numbers.proven === null ? '' : `Proven: ${provenText(numbers.proven, numbers.byStatus)}.`,
    counted('status', numbers.byStatus),
    counted('technique', numbers.byTechnique),
    counted(
      'guess depth',
      [...numbers.byGuessDepth].map(([key, n]) => [
        isDepth(key) ? `${key} (${depthMeaning(key)})` : depthMeaning(key),
        n,
      ]),
    ),
    counted(
      'size',
      numbers.bySize.map((size) => [`${size.width}x${size.height}`, size.puzzles]),
    ),
    ...difficulty(numbers),
    table(
      ['solve time', 'median', '95 %', '99 %', 'longest', 'all', 'PAR-2'],
      [
        [
          '',
          ...[
            solveMs.median,
            solveMs.p95,
            solveMs.p99,
            solveMs.max,
            solveMs.total,
            solveMs.par2,
          ].map(durationText),
        ],
      ],
    ),
    hardest(numbers),
    slowest('The slowest', numbers.hardest.byTime),
    slowest('The deepest', numbers.hardest.byGuessDepth),
    rejects(numbers),
    duplicates(numbers),
    misfits(numbers),
  ];
  return parts.filter((part) => part !== '').join('\n\n') + '\n';
}

/** Copies that are named. */
const COPIES = 20;

/** PASS or FAIL of each gate, and how to list what does not meet them. */
function gates({ gates: { verdicts }, gatesCommand }: Numbers): string {
  if (verdicts.length === 0) return '';
  const lines = list(verdicts.map((verdict) => escaped(gateText(verdict))));
  const failed = verdicts.some(({ holds }) => !holds);
  return `## Gates\n\n${lines}${failed ? `\n\nAll that does not meet them: ${escaped(gatesCommand)}` : ''}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function difficulty(numbers: Numbers): string[] {
  const { rated, bounds, byStars, byNeeds } = numbers.difficulty;
  if (rated === 0) return [];
  const rows = <Key>(counts: ReadonlyMap<Key, number>, words: (key: Key) => string): string[][] =>
    [...counts]
      .filter(([, count]) => count > 0)
      .map(([key, count]) => [words(key), countText(count), shareText(count, rated)]);
  return [
    `Difficulty of ${numberOf(rated, 'puzzle')} with one solution: ${scoreFigures(numbers.difficulty)}` +
      (bounds === 0 ? '.' : `; ${numberOf(bounds, 'is a lower bound', 'are lower bounds')}.`),
    table(['stars', 'puzzles', 'share'], rows(byStars, starsText)),
    table(
      ['needs', 'puzzles', 'share'],
      rows(byNeeds, (needs) => NEEDS_WORDS[needs]),
    ),
  ];
}

function hardest({ hardest: { byScore } }: Numbers): string {
  if (byScore.length === 0) return '';
  const rows = byScore.map((solved) => [
    escaped(calledText(solved)),
    `${solved.puzzle.width}x${solved.puzzle.height}`,
    solved.result.needs === null ? '' : NEEDS_WORDS[solved.result.needs],
    scoreText(solved.result),
    starsText(solved.result.stars),
  ]);
  return `## The hardest\n\n${table(['puzzle', 'size', 'needs', 'score', 'stars'], rows)}`;
}

function slowest(title: string, puzzles: readonly SolvedPuzzle[]): string {
  if (puzzles.length === 0) return '';
  const rows = puzzles.map((solved) => [
    escaped(calledText(solved)),
    `${solved.puzzle.width}x${solved.puzzle.height}`,
    verdictText(solved),
    depthText(solved),
    durationText(solved.result.solveMs),
  ]);
  return `## ${title}\n\n${table(['puzzle', 'size', 'verdict', 'depth', 'time'], rows)}`;
}

function rejects({ firstRejects, rejects: total }: Numbers): string {
  if (total === 0) return '';
  const rows = firstRejects.map((reject) => [
    escaped(reject.path),
    String(reject.ordinal),
    reject.line === null ? '' : String(reject.line),
    reject.name === null ? '' : escaped(reject.name),
    escaped(reject.reason),
  ]);
  const more = total - rows.length;
  return (
    `## Rejects\n\n${table(['file', 'entry', 'line', 'name', 'reason'], rows)}` +
    (more > 0 ? `\n\nand ${countText(more)} more.` : '')
  );
}

function duplicates({ duplicates: found }: Numbers): string {
  if (found.groups === 0) return '';
  const rows = found.first.map(({ puzzles, first }) => [
    first.map((puzzle) => escaped(calledText(puzzle))).join(', '),
    countText(puzzles),
  ]);
  return `## Equal puzzles\n\n${duplicatesText(found)}.\n\n${table(['the same puzzle', 'times'], rows)}`;
}

function misfits({ misfits: found }: Numbers): string {
  const text = misfitsText(found);
  if (text === '') return '';
  const rows = found.first.map((misfit) => [
    escaped(calledText(misfit.solved)),
    escaped(misfit.text),
  ]);
  return `## Starts and pictures that do not fit\n\n${escaped(text)}.\n\n${table(['puzzle', 'what is wrong'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** One line in which nothing is special to Markdown or HTML. */
function escaped(text: string): string {
  return plainText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~@]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(/(https?):/gi, '$1&#58;');
}
