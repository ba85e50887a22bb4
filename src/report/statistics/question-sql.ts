import type { Fact } from './facts.js';
import type { Grouped } from './groups.js';
import { measureName, type Measure, type Question } from './question.js';

/**
 * A query that gives the figures of an answer, without their intervals, in SQLite and in DuckDB:
 * from `night`, the results of a run with the columns of their puzzles, as docs/analysis.md makes
 * it.
 */
export function questionSql({ of }: Question, by: readonly Grouped[]): string {
  const names = by.map(({ grouping }) => quoted(grouping.fact.name));
  const numbers = of.flatMap((measure) => (measure.kind === 'number' ? [measure.fact] : []));
  const facts = [...new Set(numbers)];
  const over = names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `;
  const properties = of.flatMap((measure) => (measure.kind === 'share' ? [measure.property] : []));
  const grouped = [
    ...by.map(({ key }, i) => `${key} AS ${names[i]}`),
    ...properties.map(({ name, sql }) => `${sql} AS is_${name}`),
    ...facts.map(({ name, sql }) => `${sql} AS value_${name}`),
  ];
  const isRanked = of.some(({ kind }) => kind === 'number');
  const ranked = facts.flatMap(({ name }) => [
    `row_number() OVER (${over}ORDER BY value_${name} NULLS LAST) - 1 AS rank_${name}`,
    `count(value_${name}) OVER (${over.trimEnd()}) AS n_${name}`,
  ]);
  const asked = [
    ...names,
    ...of.map((measure) => `${figureSql(measure)} AS ${quoted(measureName(measure))}`),
  ];
  const group =
    names.length === 0 ? '' : `\nGROUP BY ${names.join(', ')}\nORDER BY ${names.join(', ')}`;
  return (
    `WITH grouped AS (\n  SELECT ${grouped.join(',\n    ') || '1'}\n  FROM night\n)` +
    (isRanked
      ? `, ranked AS (\n  SELECT *,\n    ${ranked.join(',\n    ')}\n  FROM grouped\n)`
      : '') +
    `\nSELECT ${asked.join(',\n  ')}\nFROM ${isRanked ? 'ranked' : 'grouped'}${group};\n`
  );
}

/**
 * The puzzles with the most of the first of some facts, `count` of each group: the end of a query
 * over `night`, after its `WITH`. Equal ones are in the order of the corpus.
 */
export function topSql(by: readonly Grouped[], facts: readonly Fact[], count: number): string {
  const names = by.map(({ grouping }) => quoted(grouping.fact.name));
  const values = facts.map(({ name }) => `value_${name}`);
  const over = names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `;
  const asked = [
    ...by.map(({ key }, i) => `${key} AS ${names[i]}`),
    ...facts.map(({ sql }, i) => `${sql} AS ${values[i]}`),
  ];
  const shown = facts.map(({ name }, i) => `${values[i]} AS ${quoted(name)}`);
  return (
    `asked AS (\n  SELECT puzzle_id, name,\n    ${asked.join(',\n    ')}\n  FROM night\n), ` +
    `placed AS (\n  SELECT *, row_number() OVER (${over}ORDER BY ${values[0]} DESC, puzzle_id) AS place\n` +
    `  FROM asked\n  WHERE ${values[0]} IS NOT NULL\n)\n` +
    `SELECT ${[...names, 'place', 'puzzle_id', 'name', ...shown].join(', ')}\nFROM placed\nWHERE place <= ${count}\n` +
    `ORDER BY ${[...names, 'place'].join(', ')}`
  );
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
      if (summary === 'gmean') return `exp(avg(ln(${value})))`;
      if (typeof summary === 'string') return `${summary}(${value})`;
      // Between the two values on both sides of the rank, each by how near it is.
      const far = `abs(rank_${name} - (n_${name} - 1) * ${summary.quantile})`;
      return `sum(CASE WHEN ${far} < 1 THEN ${value} * (1 - ${far}) END)`;
    }
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
