import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ChartLook, ChartFigure, FigureTable } from '../../report/figures/look.js';
import type { EChartsCoreOption } from 'echarts/core';
import { onThemeChange } from './theme.js';
import { TableView } from './lists.js';
import { keepReady } from './window.js';
import type { DrawnChart, ChartOption } from './draw-chart.js';
import {
  countText,
  decadeText,
  durationText,
  numberOf,
} from '../../../solver/core/text/numbers.js';
import { BINS_PER_DECADE, binStart } from '../../record/figures.js';
import type { TimePair } from '../api.js';

/** A chart that reports have as well. */
export function FigureChart(props: {
  readonly figure: ChartFigure;
  /** Said after its note. */
  readonly hint?: string;
  /** Colours of its own, beside those of all charts. */
  readonly look?: (colours: ChartColours) => Partial<ChartLook>;
  readonly onPick?: (name: string) => void;
  /** Whether the page has its table elsewhere. */
  readonly withoutTable?: boolean;
}): JSX.Element {
  const { figure, hint, look, onPick, withoutTable } = props;
  const { title, note, description, table, height, legend } = figure;
  const option = useCallback(
    (colours: ChartColours) => ({
      textStyle: { fontFamily: colours.font, color: colours.ink },
      tooltip: tooltip(figure, colours),
      ...figure.option({ ...chartLook(colours), ...look?.(colours) }),
    }),
    [figure, look],
  );
  return (
    <Chart
      title={title}
      note={hint === undefined ? note : `${note} ${hint}`}
      label={description}
      option={option}
      table={withoutTable === true ? null : table}
      height={height}
      onPick={onPick}
      legend={
        legend && (
          <ul class="legend">
            {legend.map(({ sample, words }) => (
              <li key={sample}>
                <i class={`proof-${sample}`} aria-hidden="true" />
                {words}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** How charts that reports have as well look on the pages. */
function chartLook(colours: ChartColours): ChartLook {
  return {
    accent: colours.accent,
    second: colours.probe,
    techniques: colours,
    ink: colours.ink,
    paper: colours.card,
    axis: axisStyle(colours),
    series: {},
    wide: false,
  };
}

/** What the chart library says of a place under the pointer. */
interface Pointed {
  readonly seriesIndex: number;
  readonly dataIndex: number;
}

function tooltip({ tip, tipsOfColumn }: ChartFigure, colours: ChartColours): object {
  return {
    ...tooltipStyle(colours),
    trigger: tipsOfColumn === true ? 'axis' : 'item',
    formatter: (pointed: Pointed | readonly Pointed[]) =>
      [pointed]
        .flat()
        .flatMap(({ seriesIndex, dataIndex }: Pointed) => tip(seriesIndex, dataIndex) ?? [])
        .join('\n'),
  };
}

/** A chart with its title and the same as a table. The drawing code is loaded when it is needed. */
export function Chart(props: {
  readonly title: string;
  readonly note?: string;
  readonly label: string;
  readonly option: (colours: ChartColours) => EChartsCoreOption;
  /** Null if the page has it elsewhere. */
  readonly table: FigureTable | null;
  /** What its colours mean. */
  readonly legend?: JSX.Element | undefined;
  /** Its height in pixels; without it, as high as most charts. */
  readonly height?: number;
  /** Called with the name of the bar that was clicked. */
  readonly onPick?: ((name: string) => void) | undefined;
}): JSX.Element {
  const { title, note, label, option, table, legend, height, onPick } = props;
  const place = useRef<HTMLDivElement>(null);
  const [themes, setThemes] = useState(0);
  useEffect(() => onThemeChange(() => setThemes((n) => n + 1)), []);
  useEffect(() => {
    let chart: DrawnChart | null = null;
    let gone = false;
    const drawn = import('./draw-chart.js').then(({ drawChart }) => {
      if (gone || place.current === null) return;
      chart = drawChart(place.current, option(chartColours()), onPick);
    });
    void keepReady(drawn);
    const observer = new ResizeObserver(() => chart?.resize());
    observer.observe(place.current!);
    return () => {
      gone = true;
      observer.disconnect();
      chart?.dispose();
    };
  }, [option, onPick, themes]);
  return (
    <section class="card">
      <h2>{title}</h2>
      {note !== undefined && <p class="soft small">{note}</p>}
      {legend}
      <div
        class="chart"
        ref={place}
        role="img"
        aria-label={label}
        style={height === undefined ? undefined : { height: `${height}px` }}
      />
      {table !== null && (
        <details>
          <summary>The same as a table</summary>
          <TableView
            title={`${title}, as a table`}
            columns={table.head.map((word, i) => [word, i < (table.words ?? 1) ? '' : 'number'])}
            rows={table.rows}
          />
        </details>
      )}
    </section>
  );
}

/** How many puzzles one run solved within which time. */
export interface CactusCurve {
  readonly name: string;
  readonly steps: readonly { readonly ms: number; readonly solved: number }[];
  /** Its place among the runs; null for the virtual best. */
  readonly place: number | null;
}

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

/** The times of two runs on the same puzzles; `left` of a pair is along x. */
interface TimesOfTwo {
  readonly times: readonly TimePair[];
  readonly x: string;
  readonly y: string;
}

/** Both times on a log scale, with the line on which they are the same. */
export function scatterOption({ times, x, y }: TimesOfTwo, colours: ChartColours): ChartOption {
  const base = baseOption(colours);
  const style = axisStyle(colours);
  const middle = (bin: number): number => binStart(bin + 0.5);
  const bins = times.flatMap(({ left, right }) => [left, right]);
  const decade = (bin: number): number => Math.floor(bin / BINS_PER_DECADE);
  const low = binStart(decade(Math.min(...bins)) * BINS_PER_DECADE);
  const high = binStart((decade(Math.max(...bins)) + 1) * BINS_PER_DECADE);
  const axis = {
    ...style,
    type: 'log' as const,
    min: low,
    max: high,
    axisLabel: { ...style.axisLabel, formatter: decadeText },
  };
  return {
    ...base,
    tooltip: {
      ...tooltipStyle(colours),
      formatter: (item) => {
        const [left, right, n] = (Array.isArray(item) ? item[0] : item).value as number[];
        const about = (name: string, ms: number): string => `${name} about ${durationText(ms)}`;
        return `${numberOf(n, 'puzzle')}: ${about(x, left)}, ${about(y, right)}`;
      },
    },
    xAxis: { ...axis, name: x },
    yAxis: { ...axis, name: y, nameGap: 48 },
    series: [
      {
        type: 'line',
        data: [
          [low, low],
          [high, high],
        ],
        showSymbol: false,
        silent: true,
        tooltip: { show: false },
        lineStyle: { color: colours.soft, width: 1, type: 'dashed' },
      },
      {
        type: 'scatter',
        data: times.map(({ left, right, count: n }) => ({
          value: [middle(left), middle(right), n],
          name: `${left},${right}`,
        })),
        symbolSize: (value: unknown) => 4 + 3 * Math.log10((value as number[])[2]),
        itemStyle: { color: colours.accent, opacity: 0.7 },
      },
    ],
  };
}

/** On how many puzzles one was faster or slower than the other, and by how much. */
export function scatterTable({ times, x, y }: TimesOfTwo): FigureTable {
  const shares: [string, (decades: number) => boolean][] = [
    ['more than 10 times faster', (d) => d < -1],
    ['2 to 10 times faster', (d) => d >= -1 && d < -0.3],
    ['about the same', (d) => d >= -0.3 && d <= 0.3],
    ['2 to 10 times slower', (d) => d > 0.3 && d <= 1],
    ['more than 10 times slower', (d) => d > 1],
  ];
  return {
    head: [`${y} against ${x}`, 'puzzles'],
    rows: shares.map(([words, fits]) => [
      words,
      countText(
        times
          .filter(({ left, right }) => fits((right - left) / BINS_PER_DECADE))
          .reduce((sum, { count: n }) => sum + n, 0),
      ),
    ]),
  };
}

/** What all charts have in common: font, margins, and tooltips without inline styles. */
function baseOption(colours: ChartColours): ChartOption {
  return {
    textStyle: { fontFamily: colours.font, color: colours.ink },
    grid: { left: 8, right: 28, top: 16, bottom: 32, containLabel: true },
    tooltip: tooltipStyle(colours),
  };
}

/** Drawn on the canvas: the content security policy forbids the styled HTML otherwise used. */
function tooltipStyle(colours: ChartColours) {
  return {
    renderMode: 'richText' as const,
    backgroundColor: colours.ink,
    borderWidth: 0,
    textStyle: { color: colours.card, fontSize: 13 },
    confine: true,
  };
}

function axisStyle(colours: ChartColours) {
  return {
    axisLabel: { color: colours.soft, fontSize: 12 },
    nameTextStyle: { color: colours.soft },
    nameLocation: 'middle' as const,
    nameGap: 28,
    axisLine: { lineStyle: { color: colours.rule } },
    splitLine: { lineStyle: { color: colours.rule } },
  };
}

/** The colours of charts by meaning, and the font. */
const NAMES = {
  ink: '--ink',
  soft: '--ink-soft',
  rule: '--line',
  card: '--card',
  accent: '--accent',
  accentSoft: '--accent-soft',
  differA: '--differ-a',
  differB: '--differ-b',
  unique: '--unique',
  line: '--proof-line',
  probe: '--proof-probe',
  search: '--proof-search',
  ambiguous: '--proof-ambiguous',
  contradiction: '--proof-contradiction',
  unproven: '--proof-unproven',
  font: '--sans',
} as const;

export type ChartColours = Readonly<Record<keyof typeof NAMES, string>>;

function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(NAMES);
  return Object.fromEntries(
    entries.map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]),
  ) as ChartColours;
}
