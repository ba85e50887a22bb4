import { sqlLiteral } from '../../../solver/core/text/escape.js';
import type { Fact } from './facts.js';
import type { Grouped } from './groups.js';
import { measureColumn, type Measure, type Question } from './question.js';

/**
 * The end of a query that gives the figures of an answer, without their intervals, in SQLite and in
 * DuckDB: after a `WITH` that calls the results `night`. Its columns and the order of its rows are
 * those of the CSV; several runs are in the order of `runIds`.
 */
export function questionSql(
  { of }: Question,
  by: readonly Grouped[],
  runIds: readonly number[],
): string {
  const names = namesOf(by);
  const numbers = of.flatMap((measure) => (measure.kind === 'number' ? [measure.fact] : []));
  const facts = [...new Set(numbers)];
  const over = overGroups(names);
  const properties = of.flatMap((measure) => (measure.kind === 'share' ? [measure.property] : []));
  const grouped = [
    ...by.flatMap((group, i) => [`${group.key} AS ${names[i]}`, ...orderColumn(group)]),
    ...properties.map(({ name, sql }) => `${sql} AS is_${name}`),
    ...facts.map(({ name, sql }) => `${sql} AS value_${name}`),
  ];
  const isRanked = of.some(({ kind }) => kind === 'number');
  const ranked = facts.flatMap(({ name }) => [
    `row_number() OVER (${over}ORDER BY value_${name} NULLS LAST) - 1 AS rank_${name}`,
    `count(value_${name}) OVER (${over.trimEnd()}) AS n_${name}`,
  ]);
  const asked = [
    ...by.flatMap(shownColumns),
    ...of.map((measure) => `${figureSql(measure)} AS ${quoted(measureColumn(measure))}`),
  ];
  const order = by.map((group) => `${orderSql(group, runIds, 'grouped')} NULLS LAST`);
  const group =
    names.length === 0 ? '' : `\nGROUP BY ${names.join(', ')}\nORDER BY ${order.join(', ')}`;
  return (
    `grouped AS (\n  SELECT ${grouped.join(',\n    ') || '1'}\n  FROM night\n)` +
    (isRanked
      ? `, ranked AS (\n  SELECT *,\n    ${ranked.join(',\n    ')}\n  FROM grouped\n)`
      : '') +
    `\nSELECT ${asked.join(',\n  ')}\nFROM ${isRanked ? 'ranked' : 'grouped'}${group};\n`
  );
}

/**
 * The end of a query for the puzzles with the most of the first of some facts, `count` of each
 * group: after a `WITH` that calls the results `night`. Equal ones are in the order of the corpus.
 * With `keys`, groups are columns of their keys, else those of the CSV.
 */
export function topSql(
  by: readonly Grouped[],
  facts: readonly Fact[],
  { count, runIds, keys = false }: TopQuery,
): string {
  const names = namesOf(by);
  const values = facts.map(({ name }) => `value_${name}`);
  const asked = [
    ...by.flatMap((group, i) => [`${group.key} AS ${names[i]}`, ...orderColumn(group)]),
    ...facts.map(({ sql }, i) => `${sql} AS ${values[i]}`),
    `${facts[0].rank ?? facts[0].sql} AS ranked`,
  ];
  const groups = keys ? names : by.flatMap(shownColumns);
  const shown = facts.map(({ name }, i) => `${values[i]} AS ${quoted(name)}`);
  const order = by.map((group) => `${orderSql(group, runIds, 'alone')} NULLS LAST`);
  return (
    `asked AS (\n  SELECT puzzle_id, name,\n    ${asked.join(',\n    ')}\n  FROM night\n), ` +
    `placed AS (\n  SELECT *, row_number() OVER (${overGroups(names)}ORDER BY ranked DESC, puzzle_id) AS place\n` +
    `  FROM asked\n  WHERE ${values[0]} IS NOT NULL\n)\n` +
    `SELECT ${[...groups, 'place', 'puzzle_id', 'name', ...shown].join(', ')}\nFROM placed\nWHERE place <= ${count}\n` +
    `ORDER BY ${[...order, 'place'].join(', ')};\n`
  );
}

/** How many puzzles of each group are wanted, and of which runs. */
interface TopQuery {
  readonly count: number;
  readonly runIds: readonly number[];
  readonly keys?: boolean;
}

function namesOf(by: readonly Grouped[]): string[] {
  return by.map(({ grouping }) => quoted(grouping.fact.name));
}

function overGroups(names: readonly string[]): string {
  return names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `;
}

/** A group as it is shown: a value, or the bounds of a bin. */
function shownColumns({ grouping, bounds }: Grouped): string[] {
  const { name } = grouping.fact;
  if (bounds === undefined) return [quoted(name)];
  const { from, to } = bounds(quoted(name));
  return [`${from} AS ${quoted(`${name}_from`)}`, `${to} AS ${quoted(`${name}_to`)}`];
}

/** What a group is sorted by, if it is something else than its value. */
function orderColumn({ grouping: { fact } }: Grouped): string[] {
  return fact.order === undefined ? [] : [`${fact.order} AS order_${fact.name}`];
}

/** By what rows are sorted, those of a group together or each alone. */
function orderSql(
  { grouping: { fact } }: Grouped,
  runIds: readonly number[],
  rows: 'grouped' | 'alone',
): string {
  // Of the same name may be a number that is shown.
  const name = rows === 'alone' ? `placed.${quoted(fact.name)}` : quoted(fact.name);
  if (fact.order !== undefined) {
    return rows === 'grouped' ? `min(order_${fact.name})` : `order_${fact.name}`;
  }
  const listed = fact.name === 'run' ? runIds : fact.words;
  if (listed === undefined || listed === 'any') return name;
  const cases = listed.map((word, i) => `WHEN ${sqlLiteral(word)} THEN ${i}`).join(' ');
  return `CASE ${name} ${cases} END`;
}

function figureSql(measure: Measure): string {
  switch (measure.kind) {
    case 'puzzles':
      return 'count(*)';
    case 'share':
      return `avg(1.0 * is_${measure.property.name})`;
    case 'number': {
      const { summary } = measure;
      const { name } = measure.fact;
      const value = `value_${name}`;
      if (summary === 'mean') return `avg(${value})`;
      if (summary === 'gmean') {
        const logarithm = `CASE WHEN ${value} > 0 THEN ln(${value}) END`;
        return `CASE WHEN min(${value}) > 0 THEN exp(avg(${logarithm})) END`;
      }
      if (typeof summary === 'string') return `${summary}(${value})`;
      // Between the two values on both sides of the rank, each by how near it is.
      const distance = `abs(rank_${name} - (n_${name} - 1) * ${summary.quantile})`;
      return `sum(CASE WHEN ${distance} < 1 THEN ${value} * (1 - ${distance}) END)`;
    }
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
