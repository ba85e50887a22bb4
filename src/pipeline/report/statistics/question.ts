import { didYouMean } from '../../../solver/core/text/typed.js';
import { ALIASES, FACTS, PROPERTIES, type Fact, type Property } from './facts.js';

/** A question that makes no sense: what was expected and what came. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
}

/** How the numbers of a fact are put together. */
export type Bins =
  /** Each value, or each word, is a group of its own. */
  | { readonly by: 'value' }
  /** From 0 on, so wide. */
  | { readonly by: 'width'; readonly width: number }
  /** Below the first edge, between two, and from the last one on. */
  | { readonly by: 'edges'; readonly edges: readonly number[] }
  /** So many, of equally many puzzles as far as their values allow it. */
  | { readonly by: 'counts'; readonly bins: number }
  /** A width that suits the values. */
  | { readonly by: 'fit' };

export interface Grouping {
  readonly fact: Fact;
  readonly bins: Bins;
}

/** What is worked out of the numbers of a group; a quantile by its share, 0.5 for the median. */
export type SummaryKind = 'mean' | 'gmean' | 'min' | 'max' | 'sum' | { readonly quantile: number };

export type Measure =
  | { readonly kind: 'puzzles' }
  | { readonly kind: 'share'; readonly property: Property }
  | { readonly kind: 'number'; readonly fact: Fact; readonly summary: SummaryKind };

/** What is asked of a run: a row for each group, with its measures. */
export interface Question {
  readonly by: readonly Grouping[];
  readonly of: readonly Measure[];
}

/** The word by which a measure is asked for: `unique`, `solve_ms:p95`. */
export function measureName(measure: Measure): string {
  switch (measure.kind) {
    case 'puzzles':
      return 'puzzles';
    case 'share':
      return measure.property.name;
    case 'number':
      return `${measure.fact.name}:${summaryName(measure.summary)}`;
  }
}

/** The name of a measure in CSV and in a query: `solve_ms_p95`. */
export function measureColumn(measure: Measure): string {
  return measureName(measure).replace(':', '_');
}

/** The word of a summary: `median`, `p95`, `mean`. */
export function summaryName(summary: SummaryKind): string {
  if (typeof summary === 'string') return summary;
  const percent = Number((summary.quantile * 100).toPrecision(12));
  return percent === 50 ? 'median' : `p${percent}`;
}

/** What is asked without `--of`. */
export const USUAL_MEASURES = 'puzzles,unique,line,score:median,solve_ms:median,solve_ms:p95';

/** Groups by more facts than this are a list, and not an answer. */
const MOST_GROUPINGS = 3;

/**
 * Reads `size,density:0.05,technique`: facts, numbers with the width of bins, their edges
 * (`score:5/8/11/14`) or how many there are of equal counts (`solve_ms:q10`).
 * @throws QuestionError
 */
export function readGroupings(text: string): Grouping[] {
  const groupings = wordsOf(text).map(readGrouping);
  if (groupings.length > MOST_GROUPINGS) {
    throw new QuestionError(`expected at most ${MOST_GROUPINGS} facts, got ${groupings.length}`);
  }
  refuseTwice(groupings.map(({ fact }) => fact.name));
  return groupings;
}

/**
 * Reads `unique,line,score,solve_ms:p95`: properties, whose share is meant, and numbers, with what
 * is worked out of them (the median without a word).
 * @throws QuestionError
 */
export function readMeasures(text: string): Measure[] {
  const words = wordsOf(text);
  const measures = words.map(readMeasure);
  refuseTwice(measures.map(measureName));
  return measures;
}

/**
 * Reads `score,solve_ms,density`: two to ten facts that are numbers.
 * @throws QuestionError
 */
export function readNumbers(text: string): Fact[] {
  const words = wordsOf(text);
  if (words.length < 2 || words.length > 10) {
    throw new QuestionError(`expected two to ten facts that are numbers, got "${text}"`);
  }
  const facts = words.map((name) => factOf(name));
  refuseTwice(facts.map(({ name }) => name));
  const word = facts.find(({ words: are }) => are !== undefined);
  if (word !== undefined) throw new QuestionError(`${word.name} is a word, and has no ranks`);
  return facts;
}

function wordsOf(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new QuestionError(`expected words between commas, got "${text}"`);
  return words;
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new QuestionError(`${twice} was asked for twice`);
}

function readGrouping(text: string): Grouping {
  const [name, spec] = cut(text);
  const fact = factOf(name);
  const { words, whole = false } = fact;
  if (spec === null) return { fact, bins: { by: words !== undefined || whole ? 'value' : 'fit' } };
  if (words !== undefined) {
    throw new QuestionError(`${name} is a word, and has no bins; got "${text}"`);
  }
  return { fact, bins: readBins(name, spec) };
}

function readBins(name: string, spec: string): Bins {
  const expected = `expected bins such as ${name}:0.5 (their width), ${name}:1/2/5 (their edges, ascending) or ${name}:q10 (how many, of equal counts)`;
  const counts = /^q(\d{1,3})$/.exec(spec);
  if (counts !== null) {
    const bins = Number(counts[1]);
    if (bins >= 2 && bins <= 100) return { by: 'counts', bins };
    throw new QuestionError(`${expected}; got "${spec}": there are 2 to 100 of equal counts`);
  }
  const numbers = spec.split('/').map(Number);
  const areNumbers = spec.split('/').every((word) => /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(word));
  if (areNumbers && numbers.length === 1 && numbers[0] > 0) {
    return { by: 'width', width: numbers[0] };
  }
  const ascend = numbers.every((edge, i) => i === 0 || edge > numbers[i - 1]);
  if (areNumbers && numbers.length > 1 && ascend) return { by: 'edges', edges: numbers };
  throw new QuestionError(`${expected}; got "${spec}"`);
}

function readMeasure(text: string): Measure {
  const [name, spec] = cut(text);
  if (name === 'puzzles' && spec === null) return { kind: 'puzzles' };
  const property = PROPERTIES.find((one) => one.name === name);
  if (property !== undefined) {
    if (spec === null || spec === 'share') return { kind: 'share', property };
    throw new QuestionError(
      `${name} is or is not: expected ${name} or ${name}:share; got "${text}"`,
    );
  }
  const fact = factOf(name, true);
  if (fact.words !== undefined) {
    throw new QuestionError(
      `${name} is a word: put it in --by, or ask for the share of ${PROPERTIES.map((one) => one.name).join(', ')}`,
    );
  }
  return { kind: 'number', fact, summary: readSummary(name, spec ?? 'median') };
}

/** The words of summaries besides medians and percentiles. */
export const SUMMARIES = ['mean', 'gmean', 'min', 'max', 'sum'] as const;

function readSummary(name: string, word: string): SummaryKind {
  if (word === 'median') return { quantile: 0.5 };
  const percent = /^p(\d{1,2}(?:\.\d{1,3})?)$/.exec(word);
  if (percent !== null && Number(percent[1]) > 0) return { quantile: Number(percent[1]) / 100 };
  const summary = SUMMARIES.find((one) => one === word);
  if (summary !== undefined) return summary;
  throw new QuestionError(
    `${name}: expected median, p95 (or another percentile), ${SUMMARIES.join(', ')}; got "${word}"${didYouMean(word, ['median', ...SUMMARIES])}`,
  );
}

function cut(text: string): [string, string | null] {
  const at = text.indexOf(':');
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function factOf(name: string, isMeasure = false): Fact {
  const fact = FACTS.find((one) => one.name === (ALIASES[name] ?? name));
  if (fact !== undefined) return fact;
  const known = [
    ...(isMeasure ? ['puzzles', ...PROPERTIES.map((one) => one.name)] : []),
    ...FACTS.map((one) => one.name),
    ...Object.keys(ALIASES),
  ];
  const near = didYouMean(name, known);
  throw new QuestionError(
    `"${name}" is not known${near === '' ? `; expected one of ${known.join(', ')}` : near}`,
  );
}
