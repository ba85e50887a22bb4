import type { Fact, Property } from '../statistics/facts.js';
import type { Measure } from '../statistics/question.js';

/** What is read of each row to answer what is asked of groups. */
export interface AskedColumns {
  /**
   * All shares side by side in one number, since each value of a row takes time: bit i for the
   * property i.
   */
  readonly shares: string;
  readonly properties: readonly Property[];
  readonly facts: readonly Fact[];
  /**
   * Which of the facts are only lower bounds, side by side in the same way; null if none can be.
   */
  readonly bounds: string | null;
  /** Element i is the place of measure i among the properties, or among the facts. */
  readonly places: readonly number[];
}

export function askedColumns(measures: readonly Measure[]): AskedColumns {
  const properties = measures.flatMap((one) => (one.kind === 'share' ? [one.property] : []));
  const facts = [...new Set(measures.flatMap((one) => (one.kind === 'number' ? [one.fact] : [])))];
  const places = measures.map((measure) => {
    if (measure.kind === 'share') return properties.indexOf(measure.property);
    return measure.kind === 'number' ? facts.indexOf(measure.fact) : 0;
  });
  const shares = sideBySide(properties.map(({ sql }) => sql)) ?? '0';
  const bounds = sideBySide(facts.map(({ isBound }) => isBound));
  return { shares, properties, facts, bounds, places };
}

/** Conditions that are 1 or 0 as the bits of one number; null if there are none. */
function sideBySide(conditions: readonly (string | undefined)[]): string | null {
  const bits = conditions.flatMap((sql, i) => (sql === undefined ? [] : [`(${sql}) * ${2 ** i}`]));
  return bits.length === 0 ? null : bits.join(' + ');
}
