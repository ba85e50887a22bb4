import { columnAxis, type ChartFigure, type ChartLook } from '../pipeline/report/figures/chart.js';
import {
  fieldSeries,
  groupsName,
  type Point,
  tipOf,
  answerCells,
  groupTitles,
  measureText,
  type Answer,
  type AnswerRow,
} from '../pipeline/report/statistics/answer.js';
import { NORMAL_975, FEW, type Figure, shareOf } from '../pipeline/report/statistics/intervals.js';
import {
  compareGroups,
  type Measure,
  type Question,
  readGroupings,
  readMeasures,
} from '../pipeline/report/statistics/question.js';
import { countText, numberOf } from '../solver/core/text/numbers.js';

/** Of puzzles with one solution; of deeper ones than was looked for, the least that it can be. */
const DEPTH_OF_UNIQUE: Measure = {
  kind: 'number',
  fact: {
    name: 'unique_depth',
    label: 'guess depth of unique ones, at least',
    whole: true,
    sql: "CASE status WHEN 'unique' THEN guess_depth_min END",
  },
  summary: 'mean',
};

/** What a phase diagram is made of. */
export const PHASE_QUESTION: Question = {
  by: readGroupings('size,drawn_density'),
  of: [...readMeasures('puzzles,line,unique,open'), DEPTH_OF_UNIQUE],
};

const [SIZE, DENSITY] = [0, 1];
const [, LINE, UNIQUE, OPEN, DEPTH] = PHASE_QUESTION.of.keys();

/** The maps, one above the other. */
const MAPS: readonly { readonly place: number; readonly title: string }[] = [
  { place: LINE, title: 'Solved by lines alone' },
  { place: UNIQUE, title: 'One solution' },
  { place: DEPTH, title: 'Mean guess depth of those with one solution, at least' },
];

/**
 * At how many points the shares of line-solvable and of unique puzzles are known to within `error`.
 * What is open may have one solution or several.
 */
export function knownPoints({ rows }: Answer, error: number): number {
  const isRowKnown = ({ figures }: AnswerRow): boolean => {
    const [line, unique, open] = [LINE, UNIQUE, OPEN].map((place) => figures[place]!);
    const most = shareOf(Math.round((unique.value + open.value) * unique.n), unique.n);
    return isShareKnown(line, error) && isShareKnown({ ...unique, high: most.high }, error);
  };
  return rows.filter(isRowKnown).length;
}

/** The largest share of puzzles without a verdict at one point. */
export function mostOpen({ rows }: Answer): number {
  return rows.reduce((most, { figures }) => Math.max(most, figures[OPEN]?.value ?? 0), 0);
}

/** The phase diagram: maps of sizes and densities for lines, uniqueness and guess depth. */
export function phaseChart(answer: Answer): ChartFigure {
  const { question, rows, total } = answer;
  const axes = [SIZE, DENSITY].map((at) => {
    const groups = new Map(rows.map((row) => [row.groups[at].label, row.groups[at]]));
    return [...groups.values()].sort(compareGroups).map(({ label }) => label);
  });
  const [sizes, densities] = axes;
  const maps = MAPS.map(({ place, title }, i) => {
    const points = rows.flatMap(({ groups, figures }): Point[] => {
      const figure = figures[place];
      return figure === null ? [] : [{ groups, figure }];
    });
    return { points, title, measure: question.of[place], top: TITLE + i * mapHeight(sizes.length) };
  });
  const hasFew = maps.some(({ points }) => points.some(({ figure }) => figure.n < FEW));
  const titles = groupTitles(question);
  return {
    id: 'phase',
    title: 'Random puzzles by size and density',
    note:
      `${numberOf(total.puzzles, 'puzzle')}, ${countText(Math.min(...rows.map(({ puzzles }) => puzzles)))} or more of each.` +
      (hasFew ? ` Grey: fewer than ${FEW} with one solution.` : ''),
    description: maps
      .map(({ title, points, measure }) => `${title}: ${words(points, measure)}`)
      .join('. '),
    table: answerCells(answer),
    height: maps.length * mapHeight(sizes.length) + TITLE,
    tip: (series, item) => tipOf(maps[series].measure, maps[series].points[item]),
    option: (look) => ({
      title: maps.map(({ title, top }) => ({
        text: title,
        left: LEFT,
        top: top - TITLE + 4,
        padding: 0,
        textStyle: { color: look.ink, fontSize: 14, fontWeight: 600 },
      })),
      grid: maps.map(({ top }) => ({ left: LEFT, right: 12, top, height: ROW * sizes.length })),
      xAxis: maps.map((_, gridIndex) => ({ gridIndex, ...axis(densities, titles[DENSITY], look) })),
      yAxis: maps.map((_, gridIndex) => ({ gridIndex, ...axis(sizes, undefined, look) })),
      series: maps.map(({ points, measure }, i) => ({
        xAxisIndex: i,
        yAxisIndex: i,
        ...fieldSeries(points, fieldLook(points, measure), look),
      })),
    }),
  };
}

const [LEFT, TITLE, ROW, AXIS] = [64, 28, 24, 52];

/** With its title above and its axis below. */
function mapHeight(rows: number): number {
  return TITLE + ROW * rows + AXIS;
}

/** An axis with the name of every column, or of every other if there are many. */
function axis(columns: readonly string[], are: string | undefined, look: ChartLook) {
  const { axisLabel, ...rest } = columnAxis(columns, are, look);
  const interval = are !== undefined && columns.length > 16 ? 1 : 0;
  return { ...rest, axisLabel: { ...axisLabel, interval } };
}

/** Shares from none to all; depths from none to the deepest, or to one. */
function fieldLook(points: readonly Point[], { kind }: Measure) {
  const most = kind === 'share' ? 1 : Math.max(1, ...points.map(({ figure }) => figure.value));
  const text = (value: number): string =>
    kind === 'share' ? `${(value * 100).toFixed(1)} %` : value.toFixed(2);
  return { across: DENSITY, up: SIZE, strength: (value: number) => value / most, text };
}

/** The points where a map is strongest. */
function words(points: readonly Point[], measure: Measure): string {
  return [...points]
    .sort((a, b) => b.figure.value - a.figure.value)
    .slice(0, 5)
    .map(({ groups, figure }) => `${groupsName(groups)} ${measureText(measure, figure.value)}`)
    .join(', ');
}

/** Whether a share is known to within `error`: its 95 % interval is not wider than twice that. */
export function isShareKnown({ low, high }: Figure, error: number): boolean {
  return (high! - low!) / 2 <= error;
}

/** About how many puzzles tell a share to within `error` (Wilson's interval), if it is `share`. */
export function puzzlesFor(share: number, error: number): number {
  // Half of the interval is z / (n + zz) * sqrt(n * variance + zz / 4): where that is `error`, n
  // solves a quadratic equation.
  const zz = NORMAL_975 ** 2;
  const linear = 2 * zz * error ** 2 - zz * share * (1 - share);
  const constant = zz ** 2 * (error ** 2 - 1 / 4);
  const root = Math.sqrt(linear ** 2 - 4 * error ** 2 * constant);
  return Math.max(1, Math.ceil((root - linear) / (2 * error ** 2)));
}

/** At most so many times as many at once: few puzzles cannot tell how many it takes. */
const MOST_TIMES = 4;

/** At least so many times as many at once, so that it comes to an end. */
const LEAST_TIMES = 1.05;

/**
 * How many puzzles there should be until all shares, `having` of `puzzles`, are known to within
 * `error`: no fewer than there are. The first are as many as it takes if all of them are alike.
 */
export function puzzlesNeeded(puzzles: number, having: readonly number[], error: number): number {
  if (puzzles === 0) return puzzlesFor(0, error);
  if (having.every((k) => isShareKnown(shareOf(k, puzzles), error))) return puzzles;
  const wanted = Math.max(...having.map((k) => puzzlesFor(k / puzzles, error)));
  return Math.ceil(Math.min(puzzles * MOST_TIMES, Math.max(wanted, puzzles * LEAST_TIMES)));
}
