import { csvLine, markdownTable } from '../../../solver/core/text/escape.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { TopPuzzle } from '../../report/answers/top-puzzles.js';
import { measureText } from '../../report/statistics/answer-text.js';
import type { Fact } from '../../report/statistics/facts.js';
import type { Grouping } from '../../report/statistics/question.js';
import { tableText } from '../terminal/table-text.js';

/** What was asked for, and the puzzles that were found. */
export interface Top {
  readonly by: readonly Grouping[];
  readonly facts: readonly Fact[];
  readonly puzzles: readonly TopPuzzle[];
}

/** The puzzles as a table, for a terminal or in Markdown. */
export function topTable({ by, facts, puzzles }: Top, form: 'text' | 'md'): string {
  const left = [...by.map(({ fact }) => fact.label), 'place', 'puzzle'];
  const rows = puzzles.map(({ groups, place, name, values }) => [
    ...groups.map(({ label }) => plainText(label)),
    String(place),
    plainText(name),
    ...values.map((value, i) => wordsOf(facts[i], value)),
  ]);
  if (form === 'text') {
    const head = [
      ...left.map((title) => ({ title, right: title === 'place' })),
      ...facts.map(({ label }) => ({ title: label, right: true })),
    ];
    return tableText(head, rows, Infinity);
  }
  return markdownTable(
    [
      ...left.map((title) => (title === 'place' ? { number: title } : title)),
      ...facts.map(({ label }) => ({ number: label })),
    ],
    rows,
  );
}

function wordsOf(fact: Fact, value: number | null): string {
  if (value === null) return '-';
  return measureText({ kind: 'number', fact, summary: 'max' }, value);
}

/** The same as CSV: groups of bins with their bounds, the number of the puzzle besides its name. */
export function topCsv({ by, facts, puzzles }: Top): string {
  const head = [
    ...by.flatMap(({ fact, bins }) =>
      bins.by === 'value' ? [fact.name] : [`${fact.name}_from`, `${fact.name}_to`],
    ),
    ...['place', 'puzzle_id', 'name'],
    ...facts.map(({ name }) => name),
  ];
  const rows = puzzles.map(
    ({ groups, place, puzzleId, name, values }): (string | number | null)[] => [
      ...groups.flatMap(({ label, from, to }, i): (string | number | null)[] =>
        by[i].bins.by === 'value' ? [from ?? label] : [from, to],
      ),
      ...[place, puzzleId, name],
      ...values,
    ],
  );
  return [head, ...rows].map(csvLine).join('');
}

/** The same for a program. */
export function topJson({ by, facts, puzzles }: Top): object[] {
  return puzzles.map(({ groups, place, puzzleId, name, values }) => ({
    groups: Object.fromEntries(
      groups.map(({ label, from, to }, i) => [
        by[i].fact.name,
        by[i].bins.by === 'value' ? (from ?? label) : { label, from, to },
      ]),
    ),
    place,
    puzzleId,
    name,
    values: Object.fromEntries(values.map((value, i) => [facts[i].name, value])),
  }));
}
