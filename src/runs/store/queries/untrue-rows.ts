import { TECHNIQUES } from '../../../core/result/outcome.js';
import { brokenRuleSql } from './broken-rule-sql.js';

/** The columns that verdicts hang on: what ties them together is asked of each row. */
const LOOKED_AT = [
  ...(['status', 'technique', 'guess_depth', 'guess_depth_min', 'sweeps', 'solutions'] as const),
  ...(['solutions_exact', 'second_solution', 'stars', 'needs'] as const),
];

const VERDICTS = ['unique', 'multiple', 'contradiction'] as const;

/** Whether a row of `results` claims a verdict, but cannot be true, in SQL: 1 or 0. */
export function isUntrueSql(table: string): string {
  const verdicts = VERDICTS.map((status) => {
    const techniques = TECHNIQUES.map(
      (technique) =>
        `WHEN '${technique}' THEN ${brokenRuleSql(table, { status, technique }, LOOKED_AT)}`,
    );
    const others = brokenRuleSql(table, { status, technique: null }, LOOKED_AT);
    return `WHEN '${status}' THEN CASE ${table}.technique ${techniques.join(' ')} ELSE ${others} END`;
  });
  return `CASE ${table}.status ${verdicts.join(' ')} ELSE 0 END`;
}
