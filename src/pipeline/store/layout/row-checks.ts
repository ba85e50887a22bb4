import {
  type Ask,
  asksOf,
  type ListedRule,
  ROW_RULES,
  SCORE_ERROR,
} from '../../../solver/core/result/result-rules.js';
import { LAST_MS, mostOf, type NamedColumn } from '../../../solver/core/result/result-columns.js';
import { PROBE_WEIGHT } from '../../../solver/core/result/difficulty.js';
import { MAX_BLOCK_LENGTH } from '../../../solver/core/puzzle/types.js';

/** The cells of the largest puzzle: a table does not know how many each has. */
const MOST_CELLS = MAX_BLOCK_LENGTH ** 2;

/**
 * What a value of a column is, in SQL; null passes. Words are compared one by one: for an IN of
 * three or more SQLite makes an index in each statement, which takes five times as long. Texts and
 * blobs are above all numbers.
 */
export function valueCheck({ name, kind }: NamedColumn): string {
  switch (kind.is) {
    case 'count':
    case 'real':
      return `${name} BETWEEN ${kind.least} AND ${mostOf(kind, MOST_CELLS)}`;
    case 'time':
      return `${name} BETWEEN 0 AND ${LAST_MS}`;
    case 'flag':
      return anyOf(name, [0, 1]);
    case 'choice':
      return anyOf(name, kind.choices);
    case 'decimal':
      return (
        `${anyOf(name, ['1', '2', '0'])} OR ` +
        `(${name} GLOB '[1-9]*' AND ${name} NOT GLOB '*[^0-9]*' AND length(${name}) <= ${kind.digits})`
      );
    case 'text':
      return `length(CAST(${name} AS BLOB)) <= ${kind.bytes}`;
    case 'cells':
      return `${name} > ''`;
  }
}

function anyOf(name: string, values: readonly (string | number)[]): string {
  return values.map((value) => `${name} = ${literal(value)}`).join(' OR ');
}

/** What ties the columns of a row together, in SQL, a condition for each rule. */
export function ruleChecks(): string[] {
  return ROW_RULES.map(({ if: when, then }) => ruleSql({ if: asksOf(when), then: asksOf(then) }));
}

/**
 * The condition that a row keeps a rule, in SQL: never null, whatever its values are. `table` is
 * the prefix of the names of columns.
 */
export function ruleSql(rule: Pick<ListedRule, 'if' | 'then'>, table = ''): string {
  const all = (asks: ListedRule['if']): string =>
    asks.map(([column, ask]) => askSql(ask, `${table}${column}`, table)).join(' AND ');
  return rule.if.length === 0 ? all(rule.then) : `NOT (${all(rule.if)}) OR (${all(rule.then)})`;
}

function askSql(ask: Ask, value: string, table: string): string {
  switch (ask.is) {
    case 'null':
      return `${value} IS NULL`;
    case 'known':
      return `${value} IS NOT NULL`;
    case 'among': {
      const among = ask.values.map((one) => `${value} IS ${literal(one)}`).join(' OR ');
      return orNull(ask, value, ask.values.length === 1 ? among : `(${among})`);
    }
    case 'not':
      return `${value} IS NOT NULL AND ${value} NOT IN (${ask.values.map(literal).join(', ')})`;
    case 'range': {
      const below = ask.below === Infinity ? '' : ` AND ${value} < ${ask.below}`;
      return orNull(ask, value, `ifnull(${value} >= ${ask.least}${below}, 0)`);
    }
    case 'same':
      return `${value} IS ${table}${ask.column}`;
    case 'score': {
      const effort = `${table}effort_line + ${PROBE_WEIGHT} * ${table}effort_probe`;
      return `ifnull(abs(${value} - log2(1 + ${effort})) <= ${SCORE_ERROR}, 0)`;
    }
  }
}

function orNull(ask: { readonly orNull?: boolean }, value: string, sql: string): string {
  return ask.orNull === true ? `(${value} IS NULL OR ${sql})` : sql;
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
