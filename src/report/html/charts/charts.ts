import { CHART_TITLES } from '../../../text/chart-titles.js';
import { durationText } from '../../../text/durations.js';
import { countText, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/numbers.js';
import { depthMeaning } from '../../text/result-words.js';
import { TECHNIQUE_KEYS } from '../../numbers/tally.js';
import { binStart } from '../../../result/time-bins.js';
import { card, legend } from '../parts/card.js';
import { depthChart } from './depth-chart.js';
import { decidedWithin, quantileChart } from './quantile-chart.js';
import { sizeChart } from './size-chart.js';
import { quantileBin, sizeClasses } from './size-classes.js';
import { foldedTable } from '../parts/table.js';
import { verdictChart } from './verdict-chart.js';

/** The four charts of a report, each in a card with a note and its figures as a table. */
export function chartCards(numbers: Numbers): string {
  return `<div class="charts">${verdicts(numbers)}${depths(numbers)}${sizes(numbers)}${quantiles(numbers)}</div>`;
}

function verdicts(numbers: Numbers): string {
  const { byStatus, byStatusAndTechnique, puzzles } = numbers;
  const shown = TECHNIQUE_KEYS.filter((name) => (numbers.byTechnique.get(name) ?? 0) > 0);
  const rows = [...byStatus].map(([status, count]) => [
    status,
    countText(count),
    shareText(count, puzzles),
    ...TECHNIQUE_KEYS.map((name) => countText(byStatusAndTechnique.get(status)?.get(name) ?? 0)),
  ]);
  const columns = [
    'status',
    ...['puzzles', 'share', ...TECHNIQUE_KEYS].map((number) => ({ number })),
  ];
  return card(
    CHART_TITLES.verdicts,
    'What is proven of the puzzles, and which technique those with one solution take.',
    legend(shown) +
      verdictChart(numbers) +
      foldedTable('Status and technique as a table', columns, rows),
  );
}

function depths(numbers: Numbers): string {
  const rows = [...numbers.byGuessDepth].map(([key, count]) => [
    key,
    depthMeaning(key),
    countText(count),
    shareText(count, numbers.puzzles),
  ]);
  return card(
    CHART_TITLES.depths,
    'How many assumptions must stand inside each other: 0 is lines alone, “2+” is not solved at depth 1.',
    depthChart(numbers) +
      foldedTable(
        'Guess depth as a table',
        ['depth', 'meaning', { number: 'puzzles' }, { number: 'share' }],
        rows,
      ),
  );
}

function sizes(numbers: Numbers): string {
  const classes = sizeClasses(numbers.bySize);
  const rows = classes.map((size) => [
    size.name,
    countText(size.puzzles),
    ...[0.05, 0.5, 0.95, 1].map((q) => durationText(binStart(quantileBin(size.timeBins, q)))),
  ]);
  const chartAndTable =
    sizeChart(classes) +
    foldedTable(
      'Solve time against size as a table',
      ['size', ...['puzzles', '5 %', 'median', '95 %', 'longest'].map((number) => ({ number }))],
      rows,
    );
  const grouped = numbers.bySize.length > classes.length;
  if (classes.length === 1)
    return card(CHART_TITLES.times, `All puzzles are ${classes[0].name}.`, chartAndTable);
  return card(
    CHART_TITLES.timeBySize,
    (grouped ? 'By the longer side in cells. ' : '') +
      'The stronger the colour, the more of a size’s puzzles took that long; the bar is the median.',
    chartAndTable,
  );
}

function quantiles(numbers: Numbers): string {
  const shares = [0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];
  const rows = shares.map((share) => [
    `${share * 100} %`,
    durationText(decidedWithin(numbers, share)),
  ]);
  return card(
    CHART_TITLES.within,
    'The share of the puzzles that has a verdict within a time. The steeper the end, the fewer the hard ones.' +
      undecidedNote(numbers),
    quantileChart(numbers) +
      foldedTable(
        `${CHART_TITLES.within} as a table`,
        ['share of puzzles', { number: 'decided within' }],
        rows,
      ),
  );
}

function undecidedNote({ decidedMs, puzzles }: Numbers): string {
  const open = puzzles - decidedMs.length;
  return open === 0
    ? ''
    : ` ${shareText(open, puzzles)} never got one: the curve ends at ${shareText(decidedMs.length, puzzles)}.`;
}
