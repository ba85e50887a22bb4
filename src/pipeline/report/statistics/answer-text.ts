import {
  type Fact,
  type Group,
  type Grouping,
  type Question,
  measureColumn,
  measureName,
  summaryName,
  type Measure,
} from './question.js';
import { type Figure, FEW } from './intervals.js';
import { countText, durationText } from '../../../solver/core/text/numbers.js';
import { csvLine, markdownTable, markdownText } from '../../../solver/core/text/escape.js';

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
export interface TopPuzzle {
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
      const words = {
        mean: 'mean',
        gmean: 'geometric mean',
        min: 'least',
        max: 'most',
        sum: 'all',
      };
      if (typeof summary === 'string') return `${words[summary]} ${fact.label}`;
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
export function intervalText(
  measure: Measure,
  { low, high }: Figure,
  inWords = measureText,
): string {
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
      figures.flatMap((figure, i) =>
        of[i].kind === 'puzzles' ? [] : [[measureName(of[i]), figure]],
      ),
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

export function correlationsCsv(correlations: readonly Correlation[]): string {
  const lines = correlations.map(({ facts: [a, b], figure, n, why }) => [
    ...[a.name, b.name, figure?.value ?? null, figure?.low ?? null, figure?.high ?? null],
    ...[n, why],
  ]);
  const head = ['fact', 'other', 'spearman', 'spearman_low', 'spearman_high', 'n', 'why'];
  return [head, ...lines].map(csvLine).join('');
}

/** Puzzles as CSV: groups of bins with their bounds, the number of the puzzle besides its name. */
export function topCsv({ by, facts, puzzles }: TopPuzzles): string {
  const names = facts.map(({ name }) => name);
  const rows = puzzles.map(({ groups, place, puzzleId, name, values }) => [
    ...groupValues(by, groups),
    ...[place, puzzleId, name],
    ...values,
  ]);
  return [[...groupNames(by), 'place', 'puzzle_id', 'name', ...names], ...rows]
    .map(csvLine)
    .join('');
}

export function topJson({ by, facts, puzzles }: TopPuzzles): object[] {
  return puzzles.map(({ groups, place, puzzleId, name, values }) => ({
    groups: groupFields(by, groups),
    place,
    puzzleId,
    name,
    values: Object.fromEntries(values.map((value, i) => [facts[i].name, value])),
  }));
}

/** A rank correlation with its interval: `0.67 (0.51 to 0.79)`; `-` for none. */
export function correlationText(figure: Figure | null): string {
  if (figure === null) return '-';
  const { value, low, high } = figure;
  const interval =
    low === null || high === null ? '' : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return value.toFixed(2) + interval;
}

/** Why pairs have no correlation, a sentence for each. */
export function missingCorrelations(correlations: readonly Correlation[]): string[] {
  return correlations.flatMap(({ facts: [a, b], why }) =>
    why === null ? [] : [`- for ${a.label} and ${b.label}: ${why}.`],
  );
}

/** Correlations as a square: each fact with those before it. */
export function correlationSquare(
  facts: readonly Fact[],
  correlations: readonly Correlation[],
): { head: string[]; rows: string[][] } {
  const figureOf = (a: Fact, b: Fact): Figure | null =>
    correlations.find(({ facts: [one, other] }) => one === a && other === b)!.figure;
  return {
    head: ['', ...facts.slice(0, -1).map(({ label }) => label)],
    rows: facts
      .slice(1)
      .map((fact, i) => [
        fact.label,
        ...facts
          .slice(0, -1)
          .map((other, j) => (j > i ? '' : correlationText(figureOf(other, fact)))),
      ]),
  };
}
