import { countText, decadeText, durationText } from '../../../../solver/core/text/numbers.js';
import { axisStyle, baseOption, tooltipStyle } from './chart-look.js';
import type { FigureTable } from '../../../report/figures/look.js';
import type { ChartColours } from './chart-look.js';
import type { ChartOption } from './draw.js';

/** How many puzzles one run solved within which time. */
export interface CactusCurve {
  readonly name: string;
  readonly steps: readonly { readonly ms: number; readonly solved: number }[];
  /** Its place among the runs; null for the virtual best. */
  readonly place: number | null;
}

/** How the axis of time is divided. */
export type TimeScale = 'log' | 'value';

/** The more to the right and the lower a curve, the better its run. */
export function cactusOption(
  curves: readonly CactusCurve[],
  scale: TimeScale,
  colours: ChartColours,
): ChartOption {
  const style = axisStyle(colours);
  return {
    ...baseOption(colours),
    tooltip: {
      ...tooltipStyle(colours),
      trigger: 'item',
      formatter: (items) => {
        const { seriesName, value } = Array.isArray(items) ? items[0] : items;
        const [solved, ms] = value as [number, number];
        return `${seriesName ?? ''}: ${countText(solved)} solved within ${durationText(ms)}`;
      },
    },
    xAxis: { ...style, type: 'value', min: 0, name: 'puzzles solved' },
    yAxis: {
      ...style,
      type: scale,
      axisLabel: { ...style.axisLabel, formatter: scale === 'log' ? decadeText : linearTick },
    },
    series: curves.map(({ name, steps, place }) => {
      const { colour, dashes } = curveStyle(place);
      return {
        type: 'line',
        name,
        data: steps.map(({ ms, solved }) => [solved, ms]),
        showSymbol: true,
        symbolSize: 5,
        lineStyle: { width: 2, color: colours[colour], type: dashes },
        itemStyle: { color: colours[colour] },
      };
    }),
  };
}

/** A tick of an axis that begins with 0. */
function linearTick(ms: number): string {
  return ms === 0 ? '0' : durationText(ms);
}

const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9, 1];

/** The time within which each run solved some shares of the `common` puzzles. */
export function cactusTable(curves: readonly CactusCurve[], common: number): FigureTable {
  const counts = [...new Set(SHARES.map((share) => Math.ceil(share * common)))];
  return {
    head: ['puzzles', ...curves.map(({ name }) => name)],
    rows: counts.map((count) => [
      countText(count),
      ...curves.map(({ steps }) =>
        durationText(steps.find(({ solved }) => solved >= count)?.ms ?? null),
      ),
    ]),
  };
}

/** How a curve among many is drawn. */
interface CurveStyle {
  readonly colour: keyof ChartColours;
  readonly dashes: 'solid' | 'dashed' | 'dotted';
  /** The class of the same line in a legend. */
  readonly sample: string;
}

const COLOURS = ['differB', 'differA', 'unique', 'ambiguous', 'search', 'probe'] as const;

const DASHES = ['solid', 'dashed', 'dotted'] as const;

/** Colours first, then dashes, so that 18 curves can be told apart; null is the virtual best. */
export function curveStyle(place: number | null): CurveStyle {
  if (place === null) return { colour: 'soft', dashes: 'dotted', sample: 'curve best dotted' };
  const at = place % COLOURS.length;
  const dashes = DASHES[Math.floor(place / COLOURS.length) % DASHES.length];
  return { colour: COLOURS[at], dashes, sample: `curve c${at} ${dashes}` };
}
