import {
  type Fact,
  type Group,
  type Grouping,
  type Question,
  measureColumn,
  measureName,
  summaryName,
  type Measure,
  compareGroups,
  widthBin,
  QuestionError,
  readGroupings,
  readMeasures,
} from './question.js';
import { type Figure, FEW, shareOf } from './intervals.js';
import { countText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { csvLine, markdownTable, markdownText } from '../../../solver/core/text/escape.js';
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import {
  axisName,
  CURVE_COLOURS,
  columnAxis,
  labelRoom,
  MOST_CURVES,
  type ChartLook,
  CHART_TITLES,
  type ChartFigure,
} from '../figures/chart.js';
import { capital } from '../../../solver/core/text/plain-text.js';
import { DENSITY_BINS, type SizeClass, sumOfSizes } from '../../record/figures.js';

/** The answer to a question: a row for each group that has puzzles. */
export interface Answer {
  /** Several runs side by side are the last thing that puzzles are grouped by. */
  readonly question: Question;
  readonly rows: readonly AnswerRow[];
  readonly total: AnswerRow;
  /** Whether several runs stand side by side, each with what it has more than the first one. */
  readonly isBeside: boolean;
}

export interface AnswerRow {
  /** A group by each fact that is asked for. */
  readonly groups: readonly Group[];
  readonly puzzles: number;
  /** What is asked of them: null if nothing of the group has such a value. */
  readonly figures: readonly (Figure | null)[];
  /** Set if the figures are of a run less the first one, of the puzzles that both have. */
  readonly isDifference?: true;
}

export interface Correlation {
  readonly facts: readonly [Fact, Fact];
  /** Spearman's, over the puzzles that have both numbers; null if there is none. */
  readonly figure: Figure | null;
  /** How many puzzles have both numbers. */
  readonly n: number;
  readonly why: string | null;
}

/** A puzzle that has more of a number than most others of its group. */
interface TopPuzzle {
  /** A group by each fact that is asked for. */
  readonly groups: readonly Group[];
  /** From 1, within its group. */
  readonly place: number;
  readonly puzzleId: number;
  readonly name: string;
  /** The facts that are asked for; the first is never null. */
  readonly values: readonly (number | null)[];
}

/** What was asked for, and the puzzles that were found. */
interface TopPuzzles {
  readonly by: readonly Grouping[];
  readonly facts: readonly Fact[];
  readonly puzzles: readonly TopPuzzle[];
}

/** What a column or an axis calls a measure: `unique`, `median time`, `95 % of time`. */
export function measureLabel(measure: Measure): string {
  switch (measure.kind) {
    case 'puzzles':
      return 'puzzles';
    case 'share':
      return measure.property.label;
    case 'number': {
      const { fact, summary } = measure;
      const word = { mean: 'mean', gmean: 'geometric mean', min: 'least', max: 'most', sum: 'all' };
      if (typeof summary === 'string') return `${word[summary]} ${fact.label}`;
      const name = summaryName(summary);
      return name === 'median' ? `median ${fact.label}` : `${name.slice(1)} % of ${fact.label}`;
    }
  }
}

/** A value of a measure in words, without its interval. */
export function measureText(measure: Measure, value: number): string {
  switch (measure.kind) {
    case 'puzzles':
      return countText(value);
    case 'share':
      return percentText(value);
    case 'number':
      if (measure.fact.unit === 'ms') return durationText(value);
      return plainNumber(value);
  }
}

/** How much more one value of a measure is than another: with its sign. */
function differenceText(measure: Measure, value: number): string {
  if (measure.kind === 'puzzles') return countText(value);
  const text = measureText(measure, Math.abs(value));
  // What rounds to nothing has no sign.
  if (!/[1-9]/.test(text)) return text;
  return (value < 0 ? '-' : '+') + text;
}

/** A share in percent: with decimals near 0 and near 100, where they matter. */
function percentText(share: number): string {
  const percent = share * 100;
  const decimals =
    Math.min(percent, 100 - percent) >= 1 || percent === 0 || percent === 100 ? 1 : 2;
  return `${percent.toFixed(decimals)} %`;
}

function plainNumber(value: number): string {
  if (Number.isInteger(value))
    return Math.abs(value) < 1e15 ? countText(value) : value.toExponential(3);
  return Math.abs(value) >= 1000 ? countText(value) : String(Number(value.toPrecision(3)));
}

/** The value of a figure in words: with a + where it may be more, as lower bounds are among it. */
export function markedText(measure: Measure, figure: Figure, inWords = measureText): string {
  return inWords(measure, figure.value) + (figure.isAtLeast === true ? '+' : '');
}

/** What a + means, if a figure has one: a sentence. */
export function boundsNote({ question, rows, total }: Answer): string | null {
  const figures = [...rows, total].flatMap((row) => row.figures);
  if (!figures.some((figure) => figure?.isAtLeast === true)) return null;
  const counts = question.of.flatMap((measure, i) => {
    const figure = total.figures.at(i);
    if (measure.kind !== 'number' || !figure?.bounds) return [];
    return [`${countText(figure.bounds)} of ${countText(figure.n)} (${measure.fact.label})`];
  });
  const which = counts.length === 0 ? '' : `: ${[...new Set(counts)].join(', ')}`;
  return `+ marks what may be more, since lower bounds are among the values${which}.`;
}

export function measureWords(isDifference: AnswerRow['isDifference']): typeof measureText {
  return isDifference === true ? differenceText : measureText;
}

/** The 95 % interval of a figure: `69.2 to 74.8 %`; nothing where there is none. */
export function intervalText(measure: Measure, { low, high }: Figure, inWords = measureText) {
  if (low === null && high === null) return '';
  const text = (bound: number | null): string => (bound === null ? '' : inWords(measure, bound));
  if (low === null) return `up to ${text(high)}`;
  if (high === null) return `from ${text(low)}`;
  const [from, to] = [text(low), text(high)];
  // A unit that both have is said once.
  const unit = / \S+$/.exec(to)?.[0] ?? '';
  return `${unit !== '' && from.endsWith(unit) ? from.slice(0, -unit.length) : from} to ${to}`;
}

/** Whether a figure rests on so few puzzles that it is shown in grey. */
export function isFew(figure: Figure | null): boolean {
  return figure !== null && figure.n < FEW;
}

/** The titles of the groups of an answer, in their order. */
export function groupTitles({ by }: Question): string[] {
  return by.map(({ fact }) => fact.label);
}

/** All rows; the one of all puzzles is last, if there are several. */
export function rowsWithTotal({ rows, total, question }: Answer): readonly AnswerRow[] {
  return question.by.length === 0 ? [total] : rows;
}

/** An answer as CSV: the groups, then each figure with its interval, n and lower bounds. */
export function answerCsv(answer: Answer): string {
  const { by, of } = answer.question;
  const head = [
    ...groupNames(by),
    ...of.flatMap((measure) => {
      const name = measureColumn(measure);
      if (measure.kind === 'puzzles') return [name];
      const bounds = mayBeBound(measure) ? [`${name}_at_least`] : [];
      return [name, `${name}_low`, `${name}_high`, `${name}_n`, ...bounds];
    }),
  ];
  const lines = rowsWithTotal(answer).map(({ groups, figures }) => [
    ...groupValues(by, groups),
    ...figures.flatMap((figure, i) => {
      if (of[i].kind === 'puzzles') return [figure?.value ?? 0];
      const bounds = mayBeBound(of[i]) ? [figure?.bounds ?? null] : [];
      const [value, low, high] = [figure?.value ?? null, figure?.low ?? null, figure?.high ?? null];
      return [value, low, high, figure?.n ?? 0, ...bounds];
    }),
  ]);
  return [head, ...lines].map(csvLine).join('');
}

/** A group by each fact as columns of CSV: a value, or the bounds of a bin. */
function groupNames(by: readonly Grouping[]): string[] {
  return by.flatMap(({ fact: { name }, bins }) =>
    bins.by === 'value' ? [name] : [`${name}_from`, `${name}_to`],
  );
}

function groupValues(by: readonly Grouping[], groups: readonly Group[]) {
  return groups.flatMap(({ label, from, to }, i) =>
    by[i].bins.by === 'value' ? [from ?? label] : [from, to],
  );
}

function groupFields(by: readonly Grouping[], groups: readonly Group[]): object {
  return Object.fromEntries(
    groups.map(({ label, from, to }, i) => [
      by[i].fact.name,
      by[i].bins.by === 'value' ? (from ?? label) : { label, from, to },
    ]),
  );
}

function mayBeBound(measure: Measure): boolean {
  return measure.kind === 'number' && measure.fact.isBound !== undefined;
}

/** An answer for a program: the rows with their groups and figures by name. */
export function answerJson(answer: Answer): { readonly rows: object[]; readonly total?: object } {
  const { by, of } = answer.question;
  const row = ({ groups, puzzles, figures, isDifference }: AnswerRow): object => ({
    ...(isDifference === true && { isDifference }),
    ...(groups.length > 0 && { groups: groupFields(by, groups) }),
    puzzles,
    figures: Object.fromEntries(
      figures.flatMap((one, i) => (of[i].kind === 'puzzles' ? [] : [[measureName(of[i]), one]])),
    ),
  });
  const rows = answer.rows.map(row);
  return answer.isBeside ? { rows } : { rows, total: row(answer.total) };
}

/** An answer as the table of a chart: its groups, then its figures with their intervals. */
export function answerCells(answer: Answer) {
  const { of } = answer.question;
  const titles = groupTitles(answer.question);
  const rows = rowsWithTotal(answer).map(({ groups, figures, isDifference }) => [
    ...groups.map(({ label }) => label),
    ...figures.map((figure, i) => figureText(of[i], figure, measureWords(isDifference))),
  ]);
  return { head: [...titles, ...of.map(measureLabel)], rows, words: titles.length };
}

export function answerMarkdown(answer: Answer): string {
  const note = boundsNote(answer);
  const { head, rows, words } = answerCells(answer);
  const columns = head.map((title, i) => (i < words ? title : { number: title }));
  const table = markdownTable(columns, rows);
  return note === null ? table : `${table}\n${markdownText(note)}\n`;
}

/** A figure with its interval in brackets: `72.1 % (69.2 to 74.8 %)`; `-` for none. */
export function figureText(measure: Measure, figure: Figure | null, inWords = measureText): string {
  if (figure === null) return '-';
  const interval = intervalText(measure, figure, inWords);
  return markedText(measure, figure, inWords) + (interval === '' ? '' : ` (${interval})`);
}

/**
 * Puzzles for programs. As CSV, groups of bins have their bounds, and each puzzle has its number
 * beside its name.
 */
export function topForms({ by, facts, puzzles }: TopPuzzles) {
  const names = facts.map(({ name }) => name);
  return {
    csv: () => {
      const rows = puzzles.map(({ groups, place, puzzleId, name, values }) => [
        ...groupValues(by, groups),
        ...[place, puzzleId, name],
        ...values,
      ]);
      return [[...groupNames(by), 'place', 'puzzle_id', 'name', ...names], ...rows]
        .map(csvLine)
        .join('');
    },
    json: () => ({
      puzzles: puzzles.map(({ groups, place, puzzleId, name, values }) => ({
        groups: groupFields(by, groups),
        place,
        puzzleId,
        name,
        values: Object.fromEntries(values.map((value, i) => [names[i], value])),
      })),
    }),
  };
}

/** A rank correlation with its interval: `0.67 (0.51 to 0.79)`; `-` for none. */
export function correlationText(figure: Figure | null): string {
  if (figure === null) return '-';
  const { value, low, high } = figure;
  const interval =
    low === null || high === null ? '' : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return value.toFixed(2) + interval;
}

/** Correlations as a square: each fact with those before it. */
export function correlationSquare(
  facts: readonly Fact[],
  correlations: readonly Correlation[],
): { head: string[]; rows: string[][] } {
  const textOf = (a: Fact, b: Fact): string =>
    correlationText(correlations.find(({ facts: [x, y] }) => x === a && y === b)!.figure);
  const across = facts.slice(0, -1);
  return {
    head: ['', ...across.map(({ label }) => label)],
    rows: facts
      .slice(1)
      .map((fact, i) => [fact.label, ...across.map((one, j) => (j > i ? '' : textOf(one, fact)))]),
  };
}

/**
 * The chart of an answer, chosen by the question. By a number: a curve with the band of its
 * intervals, and one for each word beside it; a map, stronger for more, if the words are many. By
 * two numbers: such a map. By words: a bar each, with its interval; by two, a colour for each of
 * the second. Of several measures the first that is not a number of puzzles is drawn.
 * @throws QuestionError if the question cannot be drawn.
 */
export function answerChart(answer: Answer): ChartFigure {
  const { by, of } = answer.question;
  if (by.length === 0 || by.length > 2) {
    throw new QuestionError('a chart is drawn by one fact or two, such as --by size,density:0.05');
  }
  const measured = of.findIndex(({ kind }) => kind !== 'puzzles');
  const place = Math.max(0, measured);
  const drawn = { answer, measure: of[place], place };
  const numbers = by.filter(isNumber).length;
  if (numbers === 0) return barsChart(drawn);
  const isMap = by.every((grouping, i) => isNumber(grouping) || hasMany(answer, i));
  return by.length === 2 && isMap ? mapChart(drawn) : curvesChart(drawn);
}

/** Whether there are more groups by a fact than there are colours. */
function hasMany({ rows }: Answer, at: number): boolean {
  return new Set(rows.map(({ groups }) => groups[at].label)).size > MOST_CURVES;
}

interface DrawnAnswer {
  readonly answer: Answer;
  readonly measure: Measure;
  readonly place: number;
}

/** A group of puzzles with the figure that is drawn. */
export interface Point {
  readonly groups: readonly Group[];
  readonly figure: Figure;
}

function isNumber({ fact }: Grouping): boolean {
  return fact.words === undefined;
}

/** The groups that have a figure, and a place on each axis of numbers. */
function pointsOf({ answer, place }: DrawnAnswer): Point[] {
  const { by } = answer.question;
  return answer.rows.flatMap(({ groups, figures, isDifference }) => {
    const figure = isDifference === true ? null : figures[place];
    const hasPlaces = groups.every((group, i) => !isNumber(by[i]) || group.order !== Infinity);
    return figure === null || !hasPlaces ? [] : [{ groups, figure }];
  });
}

function described({ answer, measure }: DrawnAnswer, points: readonly Point[]) {
  const titles = groupTitles(answer.question);
  const bounds = boundsNote(answer);
  const hasFew = points.some(({ figure }) => figure.n < FEW);
  return {
    id: 'answer',
    title: `${capital(measureLabel(measure))} by ${titles.join(' and ')}`,
    note:
      `${numberOf(answer.total.puzzles, answer.isBeside ? 'result' : 'puzzle')}; 95 % intervals.` +
      (hasFew ? ` Grey: fewer than ${FEW} puzzles.` : '') +
      (bounds === null ? '' : ` ${bounds}`),
    description: points
      .slice(0, 12)
      .map(({ groups, figure }) => `${groupsName(groups)}: ${markedText(measure, figure)}`)
      .join(', '),
    table: answerCells(answer),
  };
}

export function groupsName(groups: readonly Group[]): string {
  return groups.map(({ label }) => label).join(', ');
}

export function tipOf(measure: Measure, { groups, figure }: Point): string {
  return `${groupsName(groups)}: ${figureText(measure, figure)}, n = ${countText(figure.n)}`;
}

/** Where a group lies on its axis: the middle of a bin, or the edge of one without an end. */
function middleOf({ from, to }: Group): number {
  return from !== null && to !== null ? (from + to) / 2 : (from ?? to ?? 0);
}

/** Points by the word of one of their groups, in its order; all under one name if there is none. */
function byWord(points: readonly Point[], fact: Grouping | undefined, at: number) {
  const named = new Map<string, Point[]>();
  for (const point of points) {
    const name = fact === undefined ? '' : point.groups[at].label;
    named.set(name, [...(named.get(name) ?? []), point]);
  }
  if (named.size > MOST_CURVES) {
    throw new QuestionError(
      `${named.size} kinds of ${fact!.fact.label} have no colours of their own: choose at most ${MOST_CURVES} with --where, or ask by one fact`,
    );
  }
  return [...named];
}

/** The axis of the measure: shares in percent, times by decades. */
function valueAxis(measure: Measure, look: ChartLook): object {
  const isTime = measure.kind === 'number' && measure.fact.unit === 'ms';
  return {
    type: isTime ? 'log' : 'value',
    ...(measure.kind === 'share' ? { min: 0, max: 1 } : isTime ? {} : { scale: true }),
    ...look.axis,
    ...axisName(measureLabel(measure), 56),
    axisLabel: {
      ...look.axis.axisLabel,
      formatter: (value: number) =>
        measure.kind === 'share' ? `${Math.round(value * 100)} %` : measureText(measure, value),
    },
  };
}

function curvesChart(drawn: DrawnAnswer): ChartFigure {
  const { measure, answer } = drawn;
  const { by } = answer.question;
  const at = by.findIndex(isNumber);
  const points = pointsOf(drawn);
  const curves = byWord(points, by[1 - at], 1 - at);
  const x = ({ groups }: Point): number => middleOf(groups[at]);
  return {
    ...described(drawn, points),
    height: 360,
    // Each curve has two series: its band, and the curve over it.
    tip: (series, item) => {
      const curve = curves.at(series >> 1)?.[1];
      return series % 2 === 0 || curve === undefined ? null : tipOf(measure, curve[item]);
    },
    option: (look) => ({
      grid: { left: 76, right: curves.length > 1 ? besideOf(curves, 76) : 20, top: 14, bottom: 50 },
      xAxis: {
        type: 'value',
        scale: true,
        ...look.axis,
        ...axisName(by[at].fact.label, 30),
        splitLine: { show: false },
      },
      yAxis: valueAxis(measure, look),
      series: curves.flatMap(([name, curve], i) => {
        const color = look[CURVE_COLOURS[i]];
        return [
          bandSeries(curve, x, color, look),
          {
            type: 'line',
            name,
            symbol: 'circle',
            symbolSize: 8,
            showSymbol: true,
            lineStyle: { color, width: 2.5 },
            data: curve.map((point) => ({
              name: groupsName(point.groups),
              value: [x(point), point.figure.value],
              itemStyle: { color: point.figure.n < FEW ? look.unproven : color },
            })),
            endLabel: { show: name !== '', formatter: name, color, fontSize: 13 },
            labelLayout: { moveOverlap: 'shiftY' },
            ...look.series,
          },
        ];
      }),
    }),
  };
}

/** The band between the bounds of a curve, as one shape. */
function bandSeries(
  curve: readonly Point[],
  x: (point: Point) => number,
  color: string,
  look: ChartLook,
): object {
  const bounded = curve.filter(({ figure }) => figure.low !== null && figure.high !== null);
  return {
    type: 'custom',
    silent: true,
    // All bounds are data, so that the scale has room for them; the first item draws the shape.
    encode: { x: 0, y: [1, 2] },
    data: bounded.map((point) => [x(point), point.figure.low, point.figure.high]),
    renderItem: ({ dataIndex }: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) =>
      dataIndex > 0 || bounded.length < 2
        ? null
        : {
            type: 'polygon' as const,
            shape: {
              points: [
                ...bounded.map((point) => api.coord([x(point), point.figure.high!])),
                ...bounded.toReversed().map((point) => api.coord([x(point), point.figure.low!])),
              ],
            },
            style: { fill: color, opacity: 0.16 },
          },
    ...look.series,
  };
}

function mapChart(drawn: DrawnAnswer): ChartFigure {
  const { measure, answer } = drawn;
  const [across, up] = answer.question.by;
  const points = pointsOf(drawn);
  const columns = labelsOf(points, 0, across);
  const rows = labelsOf(points, 1, up);
  const left = isNumber(up) ? 84 : Math.max(84, 24 + Math.min(labelRoom(rows), MOST_BESIDE));
  const values = points.map(({ figure }) => figure.value);
  const least = measure.kind === 'share' ? 0 : Math.min(...values);
  const most = measure.kind === 'share' ? 1 : Math.max(...values);
  const strength = (value: number): number => (most > least ? (value - least) / (most - least) : 1);
  const text = (value: number): string => measureText(measure, value);
  return {
    ...described(drawn, points),
    height: Math.min(720, 80 + 24 * rows.length),
    tip: (series, item) => (series === 0 ? tipOf(measure, points[item]) : null),
    option: (look) => ({
      grid: { left, right: 12, top: 10, bottom: 50 },
      xAxis: fieldAxis(columns, across, 28, look),
      yAxis: fieldAxis(rows, up, left - 24, look),
      series: [fieldSeries(points, { across: 0, up: 1, strength, text }, look)],
    }),
  };
}

/** How the fields of a map are placed and drawn. */
interface FieldLook {
  /** The places of the groups that lie across and up. */
  readonly across: number;
  readonly up: number;
  /** How strong the colour of a value is, from 0 to 1, and what is written where there is room. */
  readonly strength: (value: number) => number;
  readonly text: (value: number) => string;
}

export function fieldSeries(
  points: readonly Point[],
  { across, up, strength, text }: FieldLook,
  look: ChartLook,
) {
  return {
    type: 'custom' as const,
    data: points.map(({ groups, figure }) => ({
      name: groupsName(groups),
      value: [groups[across].label, groups[up].label, figure.value, figure.n],
    })),
    renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) =>
      fieldOf(api, (value, isFew, width) => {
        const shade = strength(value);
        return {
          fill: isFew ? look.unproven : look.accent,
          opacity: 0.1 + 0.9 * shade,
          text: width < 44 ? '' : text(value),
          fontSize: 12,
          ink: shade > 0.55 && !isFew ? look.paper : look.ink,
        };
      }),
    ...look.series,
  };
}

/** A field of a map with what is written in it, by its value and whether few puzzles have it. */
function fieldOf(
  api: CustomSeriesRenderItemAPI,
  lookOf: (
    value: number,
    isFew: boolean,
    width: number,
  ) => Record<'fill' | 'text' | 'ink', string> & Record<'opacity' | 'fontSize', number>,
) {
  const [x, y] = api.coord([api.value(0), api.value(1)]);
  const [width, height] = api.size!([1, 1]) as number[];
  const [value, n] = [2, 3].map((at) => Number(api.value(at)));
  const { fill, opacity, text, fontSize, ink } = lookOf(value, n < FEW, width);
  const [left, top] = [x - width / 2 + 1, y - height / 2 + 1];
  const shape = { x: left, y: top, width: width - 2, height: height - 2 };
  const middle = { align: 'center' as const, verticalAlign: 'middle' as const };
  return {
    type: 'group' as const,
    children: [
      { type: 'rect' as const, shape, style: { fill, opacity } },
      { type: 'text' as const, style: { text, x, y, ...middle, fontSize, fill: ink } },
    ],
  };
}

/** An axis of fields: bins by where they begin, as many as there is room for. */
function fieldAxis(
  labels: readonly string[],
  { fact, bins }: Grouping,
  nameGap: number,
  look: ChartLook,
): object {
  return {
    ...columnAxis(labels, undefined, look),
    ...axisName(bins.by === 'value' ? fact.label : `${fact.label}, from`, nameGap),
    axisLabel: {
      ...look.axis.axisLabel,
      color: look.ink,
      interval: labels.length > 16 ? 1 : 0,
      formatter: (label: string) => label.replace(/ (?:to .*|and more)$/, ''),
    },
  };
}

/** The fields of an axis; bins of a width that nothing is in are between the others as well. */
function labelsOf(points: readonly Point[], at: number, { bins }: Grouping): string[] {
  const groups = new Map(points.map(({ groups: all }) => [all[at].label, all[at]]));
  const ascending = [...groups.values()].sort(compareGroups);
  if (bins.by !== 'width' && bins.by !== 'fit') return ascending.map(({ label }) => label);
  const [first, last] = [ascending[0], ascending[ascending.length - 1]].map(({ order }) =>
    Number(order),
  );
  if (last - first >= MOST_FIELDS) return ascending.map(({ label }) => label);
  const [{ from, to }] = ascending;
  const width = to! - from!;
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const there = ascending.find(({ order }) => order === first + i);
    return there?.label ?? widthBin(first + i, width).label;
  });
}

/** An axis with more fields than this leaves out the empty ones. */
const MOST_FIELDS = 100;

/** Room for the names beside a chart: `least` pixels, and no more than the chart can spare. */
function besideOf(kinds: readonly (readonly [name: string, points: unknown])[], least: number) {
  const needed = labelRoom(kinds.map(([name]) => name)) + KEY;
  return Math.max(least, Math.min(needed, MOST_BESIDE));
}

/** What stands before a name, and the most that names get. */
const KEY = 14;
const MOST_BESIDE = 240;

/** A bar for each word, or a group of bars for each pair of words. */
function barsChart(drawn: DrawnAnswer): ChartFigure {
  const { measure, answer } = drawn;
  const [, second] = answer.question.by;
  const points = pointsOf(drawn);
  const names = [...new Set(points.map(({ groups }) => groups[0].label))];
  const kinds = byWord(points, second, 1);
  return {
    ...described(drawn, points),
    height: 330,
    tip: (series, item) => {
      const point = pointAt(kinds.at(series >> 1)?.[1], names[item]);
      return series % 2 === 1 || point === undefined ? null : tipOf(measure, point);
    },
    option: (look) => ({
      grid: { left: 76, right: kinds.length > 1 ? besideOf(kinds, 110) : 12, top: 14, bottom: 50 },
      legend: { show: false },
      xAxis: columnAxis(names, answer.question.by[0].fact.label, look),
      yAxis: { ...valueAxis(measure, look), type: 'value', min: 0, max: topOf(points) },
      series: [
        ...kinds.flatMap(([name, those], i) => [
          barSeries(name, those, names, look[CURVE_COLOURS[i]], look),
          whiskerSeries(those, names, { of: kinds.length, at: i }, look),
        ]),
        ...(kinds.length > 1 ? [keySeries(kinds, names[0], look)] : []),
      ],
    }),
  };
}

function barSeries(
  name: string,
  points: readonly Point[],
  names: readonly string[],
  color: string,
  look: ChartLook,
) {
  return {
    type: 'bar',
    name,
    barGap: '10%',
    barCategoryGap: '30%',
    barMaxWidth: 56,
    data: names.map((label) => {
      const point = pointAt(points, label);
      const few = point !== undefined && point.figure.n < FEW;
      return {
        name: point === undefined ? label : groupsName(point.groups),
        value: point?.figure.value ?? null,
        itemStyle: { color: few ? look.unproven : color },
      };
    }),
    ...look.series,
  };
}

/** The end of an axis that has room for all bars and their intervals: two digits, rounded up. */
function topOf(points: readonly Point[]): number {
  const most = Math.max(...points.map(({ figure: { value, high } }) => Math.max(value, high ?? 0)));
  if (most <= 0) return 1;
  const digit = 10 ** (Math.floor(Math.log10(most)) - 1);
  return Number((Math.ceil(most / digit) * digit).toPrecision(12));
}

/** What the colours of bars side by side are, at the right of the chart. */
function keySeries(kinds: readonly (readonly [string, unknown])[], first: string, look: ChartLook) {
  return {
    type: 'custom',
    silent: true,
    data: [[first, 0]],
    renderItem: ({ coordSys }: CustomSeriesRenderItemParams) => {
      const { x, y, width } = coordSys as unknown as Record<'x' | 'y' | 'width', number>;
      return {
        type: 'group' as const,
        children: kinds.flatMap(([text], i) => {
          const shape = { x: x + width + 10, y: y + 4 + 22 * i, width: 11, height: 11 };
          const place = { x: x + width + 26, y: y + 3 + 22 * i };
          return [
            { type: 'rect' as const, shape, style: { fill: look[CURVE_COLOURS[i]] } },
            { type: 'text' as const, style: { text, ...place, fontSize: 13, fill: look.ink } },
          ];
        }),
      };
    },
    ...look.series,
  };
}

function pointAt(points: readonly Point[] | undefined, label: string): Point | undefined {
  return points?.find(({ groups }) => groups[0].label === label);
}

/** The intervals of bars as thin lines; `offset`: which of the bars of a word they are of. */
function whiskerSeries(
  points: readonly Point[],
  names: readonly string[],
  offset: { readonly of: number; readonly at: number },
  look: ChartLook,
): object {
  const bounded = points.filter(({ figure }) => figure.low !== null && figure.high !== null);
  return {
    type: 'custom',
    silent: true,
    data: bounded.map(({ groups: [{ label }], figure: { low, high } }) => {
      return [names.indexOf(label), low, high];
    }),
    renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
      const [middle, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const [band] = api.size!([1, 0]) as number[];
      // As wide as the chart makes them: 30 % of a word's room is left, and a tenth between two.
      const width = Math.min(56, (band * 0.7) / (offset.of + 0.1 * (offset.of - 1)));
      const x = middle + (offset.at - (offset.of - 1) / 2) * width * 1.1;
      return {
        type: 'line' as const,
        shape: { x1: x, y1: low, x2: x, y2: high },
        style: { stroke: look.ink, lineWidth: 1.5 },
      };
    },
    ...look.series,
  };
}

/**
 * The shares of unique and of line-solvable puzzles against density: a curve with its band for each
 * of some sizes, a map of many. Nothing if all puzzles of a few sizes have one density.
 */
export function shareCharts(classes: readonly SizeClass[]): ChartFigure[] {
  const occur = classes.flatMap(({ densities }) =>
    densities.flatMap((density, bin) => (density === null ? [] : [bin])),
  );
  if (new Set(occur).size < 2 && classes.length <= MOST_CURVES) return [];
  return [shareChart('unique', classes), shareChart('line', classes)];
}

function shareChart(share: 'unique' | 'line', classes: readonly SizeClass[]): ChartFigure {
  const [only, ...others] = classes;
  const isAlone = others.length === 0;
  const by = `density:${1 / DENSITY_BINS}`;
  const rows = classes.flatMap(({ name, densities }, order) =>
    densities.flatMap((density, bin) => {
      if (density === null) return [];
      const size = { label: name, order, from: null, to: null };
      const filled = widthBin(bin, 1 / DENSITY_BINS);
      const figures = [shareOf(density[share], density.puzzles)];
      return [{ groups: isAlone ? [filled] : [filled, size], puzzles: density.puzzles, figures }];
    }),
  );
  const chart = answerChart({
    question: { by: readGroupings(isAlone ? by : `${by},size`), of: readMeasures(share) },
    rows,
    total: { groups: [], puzzles: sumOfSizes(classes).puzzles, figures: [] },
    isBeside: false,
  });
  const what = isAlone ? `Puzzles of ${only.name} by` : 'By size and by';
  return {
    ...chart,
    id: `${share}-map`,
    title: share === 'unique' ? CHART_TITLES.uniqueMap : CHART_TITLES.lineMap,
    note: `${what} the share of filled cells. ${chart.note}`,
  };
}

/** Blue for numbers that grow together, red where one shrinks while the other grows. */
export function correlationChart(
  facts: readonly Fact[],
  correlations: readonly Correlation[],
): ChartFigure {
  const known = correlations.flatMap(({ facts: pair, figure }) =>
    figure === null ? [] : [{ labels: pair.map(({ label }) => label), figure }],
  );
  const ns = known.map(({ figure }) => figure.n);
  const [least, most] = [Math.min(...ns), Math.max(...ns)];
  const tip = ({ labels, figure }: (typeof known)[number]): string =>
    `${labels.join(', ')}: ${correlationText(figure)}, n = ${countText(figure.n)}`;
  const names = facts.map(({ label }) => label);
  return {
    id: 'answer',
    title: 'How numbers of puzzles go together',
    note:
      `Spearman's rank correlation over ${least === most ? countText(most) : `${countText(least)} to ${countText(most)}`} puzzles.` +
      (least < FEW ? ` Grey: fewer than ${FEW} puzzles.` : ''),
    description: known.map(tip).join('; '),
    table: correlationSquare(facts, correlations),
    height: 70 + 44 * (facts.length - 1),
    tip: (series, item) => (series === 0 ? tip(known[item]) : null),
    option: (look) => ({
      grid: { left: 190, right: 12, top: 10, bottom: 34 },
      xAxis: columnAxis(names.slice(0, -1), undefined, look),
      yAxis: { ...columnAxis(names.slice(1), undefined, look), inverse: true },
      series: [
        {
          type: 'custom',
          data: known.map(({ labels, figure }) => [...labels, figure.value, figure.n]),
          renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) =>
            fieldOf(api, (value, isFew) => {
              const strength = Math.abs(value);
              const colour = value < 0 ? look.search : look.accent;
              return {
                fill: isFew ? look.unproven : colour,
                opacity: isFew ? 0.25 : 0.08 + 0.92 * strength,
                text: value.toFixed(2),
                fontSize: 13,
                ink: strength > 0.6 && !isFew ? look.paper : look.ink,
              };
            }),
          ...look.series,
        },
      ],
    }),
  };
}
