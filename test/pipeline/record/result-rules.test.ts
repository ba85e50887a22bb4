import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenRule, ROW_RULES, type RowValue } from '../../../src/pipeline/record/result-rules.js';
import { STATUSES, TECHNIQUES } from '../../../src/solver/core/result/outcome.js';
import type { ResultColumnName } from '../../../src/solver/core/result/result-columns.js';

type Row = Readonly<Partial<Record<ResultColumnName, RowValue>>>;

/** A puzzle that lines solve, as this solver stores it. */
const LINE: Row = {
  status: 'unique',
  stopped_by: null,
  technique: 'line',
  guess_depth: 0,
  guess_depth_min: 0,
  search_depth: 0,
  solutions: '1',
  solutions_exact: 1,
  sweeps: 2,
  line_solves: 8,
  probes: 0,
  decisions: 0,
  conflicts: 0,
  difficulty: Math.log2(101),
  difficulty_bound: 0,
  effort_line: 100,
  effort_probe: 0,
  tries: 0,
  stars: 1,
  needs: 'overlap',
  solution: '#',
};
const PROBE: Row = {
  ...LINE,
  technique: 'probe',
  guess_depth: 1,
  guess_depth_min: 1,
  sweeps: null,
  probes: 7,
  difficulty: Math.log2(151),
  effort_probe: 5,
  tries: 2.5,
  stars: 4,
  needs: 'assumption',
};
const NESTED: Row = {
  ...PROBE,
  technique: 'search',
  guess_depth: 2,
  guess_depth_min: 2,
  difficulty_bound: 1,
  stars: 5,
  needs: 'nested',
};
const UNRATED: Row = {
  difficulty: null,
  difficulty_bound: null,
  effort_line: null,
  effort_probe: null,
  tries: null,
  stars: null,
  needs: null,
  sweeps: null,
};
const MULTIPLE: Row = {
  ...LINE,
  ...UNRATED,
  status: 'multiple',
  stopped_by: 'count',
  technique: 'search',
  guess_depth: null,
  guess_depth_min: null,
  solutions: '2',
  solutions_exact: 0,
  second_solution: '.',
};
const CONTRADICTION: Row = {
  ...LINE,
  ...UNRATED,
  status: 'contradiction',
  solutions: '0',
  solution: null,
};
const TIMEOUT: Row = {
  ...LINE,
  ...UNRATED,
  status: 'timeout',
  stopped_by: 'timeout',
  technique: null,
  guess_depth: null,
  guess_depth_min: 1,
  solutions: '0',
  solutions_exact: 0,
  solution: null,
};
/** An answer of another solver. */
const SOLVED: Row = {
  status: 'solved',
  stopped_by: 'count',
  solutions: '1',
  solutions_exact: 0,
  solution: '#',
};

const SOUND = { LINE, PROBE, NESTED, MULTIPLE, CONTRADICTION, TIMEOUT, SOLVED };

function reasonOf(row: Row): string | null {
  return brokenRule((column) => row[column] ?? null);
}

test('rows as a run writes them break no rule', () => {
  for (const [name, row] of Object.entries(SOUND)) assert.equal(reasonOf(row), null, name);
});

test('a row that cannot be true is refused, with the columns that do not fit', () => {
  const cases: readonly (readonly [string, Row, RegExp])[] = [
    ['lines that guess', { ...PROBE, technique: 'line' }, /guess_depth is 1 .*technique is "line"/],
    [
      'two least depths',
      { ...LINE, guess_depth_min: 1 },
      /guess_depth_min is 1 .*guess_depth is 0/,
    ],
    ['sweeps of a search', { ...NESTED, sweeps: 3 }, /technique is "search" where sweeps is 3/],
    ['easy, but hard', { ...LINE, difficulty: 12 }, /difficulty is 12 .*: expected log2/],
    [
      'easy, but with efforts of a hard one',
      { ...LINE, difficulty: 12, effort_line: 4095 },
      /effort_line is 4095 where stars is 1 .*: expected less than 250/,
    ],
    ['four stars for lines', { ...LINE, stars: 4 }, /stars is 4 where needs is "overlap"/],
    ['several, but one', { ...MULTIPLE, solutions: '1', solutions_exact: 1 }, /solutions is "1"/],
    ['unique with none', { ...LINE, solutions: '0' }, /solutions is "0" where status is "unique"/],
    ['unique, counted to 2', { ...LINE, solutions_exact: 0 }, /solutions_exact is 0/],
    ['a solved contradiction', { ...CONTRADICTION, solution: '#' }, /solution is "#"/],
    ['a rated timeout', { ...TIMEOUT, stars: 3 }, /stars is 3 where difficulty is null/],
    ['half a rating', { ...LINE, needs: null }, /needs is null where difficulty is/],
    ['a timeout by memory', { ...TIMEOUT, stopped_by: 'memory' }, /expected what status is/],
    ['a proof of a timeout', { ...TIMEOUT, proof: 3 }, /status is "timeout" where proof is 3/],
    ['a path without a run', { ...LINE, reused_from: 'a.sqlite' }, /reused_run is null/],
    ['an unshown solution', { ...LINE, solution: null }, /solution is null/],
    ['several with one picture', { ...MULTIPLE, second_solution: null }, /second_solution is null/],
  ];
  for (const [name, row, reason] of cases) assert.match(String(reasonOf(row)), reason, name);
});

type Ask = (typeof ROW_RULES)[number]['if'][number][1];

/** A value that a condition holds for, or, with `not`, one that it does not hold for. */
function valueFor(ask: Ask, row: Row, not = false): RowValue {
  switch (ask.is) {
    case 'null':
      return not ? 1 : null;
    case 'known':
      return not ? null : 1;
    case 'among':
      return not ? 'none of them' : ask.values[0];
    case 'not':
      return not ? ask.values[0] : 'another';
    case 'range':
      return not ? ask.least - 1 : ask.least;
    case 'same':
      return not ? 'another' : (row[ask.column] ?? null);
    case 'score':
      return not ? -1 : 0;
  }
}

/** What a column holds that is one of a list. */
const WORDS = { status: STATUSES, technique: TECHNIQUES } as Partial<
  Record<ResultColumnName, readonly string[]>
>;

function* brokenRows(rule: (typeof ROW_RULES)[number]): Generator<readonly [string, Row]> {
  const when: Partial<Record<ResultColumnName, RowValue>> = Object.fromEntries(
    rule.if.map(([column, ask]) => [column, valueFor(ask, {})]),
  );
  // Rules without a status are about all of them.
  const row: Row = {
    status: 'unique',
    ...when,
    ...(when.technique === 1 && { technique: 'search' }),
  };
  for (const [column, ask] of rule.then) {
    const others = WORDS[column]?.find((word) => ask.is === 'among' && !ask.values.includes(word));
    yield [
      `${column}: ${JSON.stringify(ask)}`,
      { ...row, [column]: others ?? valueFor(ask, row, true) },
    ];
  }
}

test('each rule refuses a row that breaks it', () => {
  for (const rule of ROW_RULES) {
    for (const [what, row] of brokenRows(rule)) {
      assert.notEqual(reasonOf(row), null, `${JSON.stringify(rule)}: ${what}`);
    }
  }
});
