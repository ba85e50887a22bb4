import { densityBinText, scoreBinStart } from '../../../result/score-bins.js';
import { countText, shareText } from '../../../text/numbers.js';
import type { DensityNumbers } from '../../numbers/size-tally.js';
import { AXIS, STILL, chartSvg } from './chart-svg.js';
import { COLOURS } from './colours.js';
import { scoreBinText } from './difficulty-charts.js';
import { mapChart } from './map-chart.js';
import { binFields, medianMark, scoreAxis } from './size-chart.js';
import type { SizeClass } from './size-classes.js';

/** What of the puzzles of a size and a density is drawn. */
export type Share = 'unique' | 'line';

/** The bins of densities that occur, with those between them. */
export function densityRange(classes: readonly SizeClass[]): number[] {
  const bins = classes.flatMap(({ densities }) =>
    densities.flatMap((density, bin) => (density === undefined ? [] : [bin])),
  );
  if (bins.length === 0) return [];
  const first = Math.min(...bins);
  return Array.from({ length: Math.max(...bins) - first + 1 }, (_, i) => first + i);
}

/** Scores against the share of filled cells, a column for each five per cent. */
export function scoreByDensity(all: SizeClass, bins: readonly number[]): string {
  const scores = bins.map((bin) => Array.from(all.densities[bin]?.scoreBins ?? []));
  const fields = scores.flatMap((scoreBins, column) =>
    binFields(column, scoreBins, scoreBinStart, (bin, count) => {
      const of = scores[column].reduce((sum, n) => sum + n, 0);
      return (
        `${densityBinText(bins[column])} filled: ${countText(count)} of ${countText(of)} ` +
        `with a score of ${scoreBinText(bin)}`
      );
    }),
  );
  return mapChart({
    id: 'score-densities',
    title: 'Difficulty against density',
    description: `Scores of puzzles that are ${densityBinText(bins[0])} to ${densityBinText(bins[bins.length - 1])} filled; the table has the medians.`,
    columns: bins.map(densityName),
    columnsAre: '% of the cells that are filled, from',
    valueAxis: scoreAxis(fields),
    fields,
    marks: scores.flatMap((scoreBins, column) => medianMark(column, scoreBins)),
  });
}

/** The share of puzzles that are unique, or line-solvable, by size and density. */
export function shareMap(
  share: Share,
  classes: readonly SizeClass[],
  bins: readonly number[],
): string {
  const what = SHARE_WORDS[share];
  // Ten per cent at a time, with some room about a few.
  const first = Math.max(0, 2 * Math.floor((bins[0] - 1) / 2));
  const last = Math.min(20, 2 * Math.ceil((bins[bins.length - 1] + 2) / 2));
  const fields = classes.flatMap(({ name, densities }, column) =>
    bins.flatMap((bin) => {
      const density = densities[bin];
      if (density === undefined) return [];
      const tip = `${name}, ${densityBinText(bin)} filled: ${shareWords(density, share)} ${what}`;
      const strength = density[share] / density.puzzles;
      return [{ column, from: bin * 5, to: bin * 5 + 5, strength, tip }];
    }),
  );
  return mapChart({
    id: `${share}-map`,
    title: `Share of puzzles that are ${what}`,
    description: `By size and density; the table has the figures.`,
    columns: classes.map(({ name }) => name),
    valueAxis: {
      type: 'value',
      min: first * 5,
      max: last * 5,
      interval: 10,
      axisLabel: { ...AXIS.axisLabel, formatter: '{value} %' },
    },
    fields,
    dense: true,
  });
}

export const SHARE_WORDS: Readonly<Record<Share, string>> = {
  unique: 'unique',
  line: 'line-solvable',
};

/** The same for one size alone, whose map would be a stripe: two curves over the density. */
export function shareCurves({ densities }: SizeClass, bins: readonly number[]): string {
  const curve = (share: Share): (number | null)[] =>
    bins.map((bin) => {
      const density = densities[bin];
      return density === undefined ? null : (100 * density[share]) / density.puzzles;
    });
  const series = (['unique', 'line'] as const).map((share) => ({
    type: 'line',
    connectNulls: true,
    symbol: 'circle',
    symbolSize: 7,
    lineStyle: { color: SHARE_COLOURS[share], width: 2.5 },
    itemStyle: { color: SHARE_COLOURS[share], opacity: 1 },
    data: curve(share),
    ...STILL,
  }));
  const option = {
    grid: { left: 62, right: 16, top: 14, bottom: 48 },
    xAxis: {
      type: 'category',
      data: bins.map(densityName),
      name: '% of the cells that are filled, from',
      nameLocation: 'middle',
      nameGap: 28,
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, color: COLOURS.ink, interval: bins.length > 10 ? 1 : 0 },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: 100,
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, formatter: '{value} %' },
    },
    series,
  };
  return chartSvg(option, 318, {
    id: 'share-curves',
    title: 'Share of puzzles that are unique and line-solvable',
    description: 'By density; the table has the figures.',
  });
}

const SHARE_COLOURS: Readonly<Record<Share, string>> = {
  unique: COLOURS.accent,
  line: COLOURS.probe,
};

/** `87.1 % of 1,234`. */
export function shareWords(density: DensityNumbers, share: Share): string {
  return `${shareText(density[share], density.puzzles)} of ${countText(density.puzzles)}`;
}

function densityName(bin: number): string {
  return String(bin * 5);
}
