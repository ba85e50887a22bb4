import {
  RULES_BY_KIND,
  SCORE_ERROR,
  type ListedRule,
  type RulesOfKind,
} from '../../../core/result/broken-rule.js';
import { PROBE_WEIGHT } from '../../../core/result/difficulty.js';
import type { ResultColumnName } from '../../../core/result/result-columns.js';
import type { Ask } from '../../../core/result/result-rules.js';

/**
 * Whether a row of one status and technique breaks one of the rules that tie these columns of
 * `results` together, in SQL: 1 or 0. Columns are those of `table`.
 */
export function brokenRuleSql(
  table: string,
  { status, technique }: Pick<RulesOfKind, 'status' | 'technique'>,
  columns: readonly ResultColumnName[],
): string {
  const isAbout = (name: ResultColumnName): boolean => columns.includes(name);
  const { rules } = RULES_BY_KIND.find(
    (kind) => kind.status === status && kind.technique === technique,
  )!;
  const broken = rules.flatMap((rule) => {
    const then = rule.then.filter(([name]) => isAbout(name));
    const isAsked = then.length > 0 && rule.if.every(([name]) => isAbout(name));
    return isAsked ? [`(${brokenSql({ ...rule, then }, table)})`] : [];
  });
  return broken.length === 0 ? '0' : `(${broken.join(' OR ')})`;
}

function brokenSql(rule: ListedRule, table: string): string {
  const then = `NOT (${allSql(rule.then, table)})`;
  return rule.if.length === 0 ? then : `${allSql(rule.if, table)} AND ${then}`;
}

function allSql(asks: ListedRule['if'], table: string): string {
  return asks.map(([column, ask]) => askSql(ask, `${table}.${column}`, table)).join(' AND ');
}

/** Never null, whatever the values are: a rule that cannot be answered would not be broken. */
function askSql(ask: Ask, value: string, table: string): string {
  switch (ask.is) {
    case 'null':
      return `${value} IS NULL`;
    case 'known':
      return `${value} IS NOT NULL`;
    case 'among':
      return orNull(
        ask,
        value,
        ask.values.map((one) => `${value} IS ${literal(one)}`).join(' OR '),
      );
    case 'not':
      return `(${value} IS NOT NULL AND ${value} NOT IN (${ask.values.map(literal).join(', ')}))`;
    case 'range': {
      const least = `${value} >= ${ask.least}`;
      const below = ask.below === Infinity ? '' : ` AND ${value} < ${ask.below}`;
      return orNull(ask, value, `ifnull(${least}${below}, 0)`);
    }
    case 'same':
      return `${value} IS ${table}.${ask.column}`;
    case 'score': {
      const effort = `${table}.effort_line + ${PROBE_WEIGHT} * ${table}.effort_probe`;
      return `ifnull(abs(${value} - log2(1 + ${effort})) <= ${SCORE_ERROR}, 0)`;
    }
  }
}

function orNull(ask: { readonly orNull?: boolean }, value: string, sql: string): string {
  return ask.orNull === true ? `(${value} IS NULL OR ${sql})` : `(${sql})`;
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
