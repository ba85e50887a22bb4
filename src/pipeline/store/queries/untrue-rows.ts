import { RULES_BY_KIND, type RulesOfKind } from '../../../solver/core/result/result-rules.js';
import { TECHNIQUES, type Status, type Technique } from '../../../solver/core/result/outcome.js';
import type { ResultColumnName } from '../../../solver/core/result/result-columns.js';
import { ruleSql } from '../layout/row-checks.js';

/** The columns that verdicts hang on: what ties them together is asked of each row. */
const LOOKED_AT: ReadonlySet<ResultColumnName> = new Set([
  ...(['status', 'technique', 'guess_depth', 'guess_depth_min', 'sweeps', 'solutions'] as const),
  ...(['solutions_exact', 'second_solution', 'stars', 'needs'] as const),
]);

const VERDICTS = ['unique', 'multiple', 'contradiction'] as const;

/**
 * Whether a row of `results` claims a verdict, but cannot be true, in SQL: 1 or 0. The tables take
 * no such row; whatever decides a gate does not rely on that, as a stranger can switch off checks.
 */
export function isUntrueSql(table: string): string {
  const verdicts = VERDICTS.map((status) => {
    const techniques = TECHNIQUES.map(
      (technique) => `WHEN '${technique}' THEN ${brokenSql(table, status, technique)}`,
    );
    const others = brokenSql(table, status, null);
    return `WHEN '${status}' THEN CASE ${table}.technique ${techniques.join(' ')} ELSE ${others} END`;
  });
  return `CASE ${table}.status ${verdicts.join(' ')} ELSE 0 END`;
}

function brokenSql(table: string, status: Status, technique: Technique | null): string {
  const isOfKind = (kind: RulesOfKind): boolean =>
    kind.status === status && kind.technique === technique;
  const kept = RULES_BY_KIND.find(isOfKind)!.rules.flatMap((rule) => {
    const then = rule.then.filter(([name]) => LOOKED_AT.has(name));
    const isAsked = then.length > 0 && rule.if.every(([name]) => LOOKED_AT.has(name));
    return isAsked ? [`(${ruleSql({ if: rule.if, then }, `${table}.`)})`] : [];
  });
  return kept.length === 0 ? '0' : `NOT (${kept.join(' AND ')})`;
}
