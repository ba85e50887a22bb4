import { PROBE_WEIGHT } from './difficulty.js';
import { STATUSES, TECHNIQUES, type Status, type Technique } from './outcome.js';
import type { ResultColumnName } from './result-columns.js';
import { ROW_RULES, type Ask, type Asks } from './result-rules.js';

/** A value of a column, as a row of the database has it; of a picture only whether it is one. */
export type RowValue = string | number | Uint8Array | null;

/** How much a score may differ from that of its efforts: logarithms are not the same everywhere. */
export const SCORE_ERROR = 1e-6;

/** A rule as lists, which are faster to go through. */
export interface ListedRule {
  readonly if: readonly AskOf[];
  readonly then: readonly AskOf[];
  /** The columns that it is about besides those of `then`. */
  readonly where: readonly ResultColumnName[];
}

type AskOf = readonly [column: ResultColumnName, ask: Ask];

/** The rules about the rows of one status and technique, without what holds of these anyway. */
export interface RulesOfKind {
  readonly status: Status;
  readonly technique: Technique | null;
  readonly rules: readonly ListedRule[];
}

/**
 * The rules by the status and the technique of a row, so that it is looked at with those alone that
 * can be about it.
 */
export const RULES_BY_KIND: readonly RulesOfKind[] = STATUSES.flatMap((status) =>
  [...TECHNIQUES, null].map((technique) => ({
    status,
    technique,
    rules: rulesOf({ status, technique }),
  })),
);

/** The rules that rows with some values may break. */
function rulesOf(
  known: Readonly<Partial<Record<ResultColumnName, RowValue>>>,
): readonly ListedRule[] {
  const isMet = ([column, ask]: AskOf): boolean | null => {
    const value = known[column];
    return value === undefined ? null : holds(ask, value, () => null);
  };
  return ROW_RULES.flatMap((rule): ListedRule[] => {
    const when = asksOf(rule.if);
    const then = asksOf(rule.then).filter((ask) => isMet(ask) !== true);
    if (then.length === 0 || when.some((ask) => isMet(ask) === false)) return [];
    const where = [...new Set([...when.map(([column]) => column), 'status' as const])];
    return [{ if: when.filter((ask) => isMet(ask) === null), then, where }];
  });
}

const LISTED: ReadonlyMap<string, readonly ListedRule[]> = new Map(
  RULES_BY_KIND.map(({ status, technique, rules }) => [`${status} ${technique}`, rules]),
);

/** What is asked, a column each. */
export function asksOf(asks: Asks): readonly AskOf[] {
  return Object.entries(asks) as [ResultColumnName, Ask][];
}

/**
 * Why no run can have written a row of `results` with these values, or null: `guess_depth is 1
 * where technique is "line" and status is "unique": expected 0`. Each value by itself is one of its
 * column.
 */
export function brokenRule(valueOf: (column: ResultColumnName) => RowValue): string | null {
  const kind = `${String(valueOf('status'))} ${String(valueOf('technique'))}`;
  for (const rule of LISTED.get(kind) ?? []) {
    if (!rule.if.every(([column, ask]) => holds(ask, valueOf(column), valueOf))) continue;
    const broken = rule.then.find(([column, ask]) => !holds(ask, valueOf(column), valueOf));
    if (broken === undefined) continue;
    const [column, ask] = broken;
    const where = rule.where
      .filter((name) => name !== column)
      .map((name) => `${name} is ${shown(valueOf(name))}`)
      .join(' and ');
    return `${column} is ${shown(valueOf(column))} where ${where}: expected ${askText(ask)}`;
  }
  return null;
}

function holds(
  ask: Ask,
  value: RowValue,
  valueOf: (column: ResultColumnName) => RowValue,
): boolean {
  switch (ask.is) {
    case 'null':
      return value === null;
    case 'known':
      return value !== null;
    case 'among':
      return value === null ? ask.orNull === true : ask.values.includes(value as string | number);
    case 'not':
      return value !== null && !ask.values.includes(value as string | number);
    case 'range':
      if (value === null) return ask.orNull === true;
      return typeof value === 'number' && value >= ask.least && value < ask.below;
    case 'same':
      return value === valueOf(ask.column);
    case 'score': {
      const effort =
        Number(valueOf('effort_line')) + PROBE_WEIGHT * Number(valueOf('effort_probe'));
      return Math.abs(Number(value) - Math.log2(1 + effort)) <= SCORE_ERROR;
    }
  }
}

/** What is asked, in words: `0`, `one of "unique", "contradiction"`, `2 or more`. */
export function askText(ask: Ask): string {
  switch (ask.is) {
    case 'null':
      return 'null';
    case 'known':
      return 'a value';
    case 'among': {
      const words = ask.values.map(shown);
      const text = words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
      return ask.orNull === true ? `${text}, or null` : text;
    }
    case 'not':
      return `a value other than ${ask.values.map(shown).join(' and ')}`;
    case 'range': {
      const most = `less than ${ask.below}`;
      const least = `${ask.least} or more`;
      const text = ask.below === Infinity ? least : ask.least === 0 ? most : `${least}, ${most}`;
      return ask.orNull === true ? `${text}, or null` : text;
    }
    case 'same':
      return `what ${ask.column} is`;
    case 'score':
      return `log2(1 + effort_line + ${PROBE_WEIGHT} effort_probe)`;
  }
}

function shown(value: RowValue): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  }
  return value instanceof Uint8Array ? 'a picture' : String(value);
}
