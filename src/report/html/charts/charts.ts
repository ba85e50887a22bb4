import { timeTable, timesBySize, timeWords } from '../../../charts/size-figures.js';
import { CHART_NOTES, CHART_TITLES } from '../../../text/chart-words.js';
import { durationText } from '../../../text/durations.js';
import { countText, shareText, numberOf } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/report-numbers.js';
import { depthMeaning } from '../../text/result-words.js';
import { TECHNIQUE_KEYS, techniqueOfDepth } from '../../../result/technique-keys.js';
import { sizeClasses, type SizeClass } from '../../../result/size-tally.js';
import { depthCounts } from '../../text/summary-topics.js';
import { card, countTable, foldedTable, legend } from '../table.js';
import { decidedWithin, quantileChart } from './quantile-chart.js';
import { figureTable, mapCard } from './figure-card.js';
import { binStart } from '../../../result/bins.js';
import { barChart, COLOURS, LOOK, chartSvg, type ChartText } from './chart-svg.js';
import { barOf, barTip, barsHeight, barsOption, type Bar } from '../../../charts/bars.js';

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
    CHART_NOTES.verdicts,
    legend(shown) +
      verdictChart(numbers) +
      foldedTable('Status and technique as a table', columns, rows),
  );
}

function depths(numbers: Numbers): string {
  return card(
    CHART_TITLES.depths,
    CHART_NOTES.depths,
    depthChart(numbers) + countTable('Guess depth as a table', depthCounts(numbers)),
  );
}

function sizes(numbers: Numbers): string {
  const classes = sizeClasses(numbers.bySize);
  if (classes.length > 1) return mapCard(timesBySize(classes));
  return card(
    CHART_TITLES.times,
    `All puzzles are ${classes[0].name}.`,
    timeHistogram(classes[0]) + figureTable(CHART_TITLES.times, timeTable(classes)),
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
    CHART_NOTES.within + undecidedNote(numbers),
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

/** The solve times of puzzles of one size, whose map would be a stripe. */
function timeHistogram(size: SizeClass): string {
  const { timeBins, puzzles } = size;
  const all = Array.from({ length: timeBins.length }, (_, bin) => bin);
  const first = Math.max(0, all.find((bin) => timeBins[bin] > 0)! - 2);
  const last = all.findLast((bin) => timeBins[bin] > 0)! + 2;
  const bins = all.slice(first, last + 1);
  return barChart({
    id: 'sizes',
    title: 'Solve times',
    description: timeWords(size),
    bars: bins.map((bin) => ({
      name: durationText(binStart(bin)),
      count: timeBins[bin],
      colour: COLOURS.accent,
      tip:
        `${durationText(binStart(bin))} to ${durationText(binStart(bin + 1))}: ` +
        `${countText(timeBins[bin])} of ${numberOf(puzzles, 'puzzle')}`,
    })),
    namesAre: 'time, from',
    close: true,
    named: (i) => (bins.length <= 8 ? i % 2 === 0 : bins[i] % (bins.length <= 24 ? 5 : 10) === 0),
  });
}

/** Bars from left to right, as the pages draw them. */
export function barsSvg(bars: readonly Bar[], text: Omit<ChartText, 'tip'>): string {
  return chartSvg(barsOption(bars, LOOK), barsHeight(bars), {
    ...text,
    tip: (series, item) => barTip(bars, series, item),
  });
}

/** How many puzzles have each status, each bar in the colours of their techniques. */
function verdictChart({ byStatus, byStatusAndTechnique, puzzles }: Numbers): string {
  const bars = [...byStatus]
    .filter(([, count]) => count > 0)
    .map(([status]) => barOf(status, Object.fromEntries(byStatusAndTechnique.get(status) ?? [])));
  const description = bars
    .map(({ name, count }) => `${name} ${countText(count)} (${shareText(count, puzzles)})`)
    .join(', ');
  return barsSvg(bars, {
    id: 'verdicts',
    title: 'Puzzles by status and technique',
    description: `${description}. The table below has the techniques.`,
  });
}

/** How many puzzles have each guess depth. */
function depthChart({ byGuessDepth }: Numbers): string {
  const bars = [...byGuessDepth].map(([key, count]) =>
    barOf(key, { [techniqueOfDepth(key)]: count }, depthMeaning(key)),
  );
  return barsSvg(bars, {
    id: 'depths',
    title: 'Puzzles by guess depth',
    description: bars.map(({ name, count }) => `depth ${name}: ${countText(count)}`).join(', '),
  });
}
