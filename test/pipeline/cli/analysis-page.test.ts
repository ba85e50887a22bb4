import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { NO_DUCKDB, duckdb } from '../../support/duckdb.js';
import { ROOT, nonomill } from '../../support/nonomill.js';
import { temporaryFolder } from '../../support/temporary.js';

const PAGE = readFileSync(join(ROOT, 'docs', 'pipeline', 'analysis.md'), 'utf8');

/** A query of the page under its question. */
interface Query {
  readonly question: string;
  /** `sql` for all programs, else the name of one. */
  readonly language: string;
  readonly sql: string;
}

const [, WITHOUT_SQL, ...SECTIONS] = PAGE.split(/^## /m);

const [VIEWS, ...ANSWERS] = SECTIONS.map((section): Query[] =>
  [...section.matchAll(/^```(\w+)\n(.*?);\n```$/gms)].map(([, language, sql]) => ({
    question: section.slice(0, section.indexOf('\n')),
    language,
    sql,
  })),
);
const QUERIES = ANSWERS.flat();
const [, ...ANSWERED] = SECTIONS;

const CORPUS = `id,width,height,rows,columns
one,3,2,2;1,1;2;
turned,2,3,1;2;,1;2
lone,2,2,1;,1;
blank,2,2,;,;
two ways,2,2,1;1,1;1
torn,2,2,1;1;1,2;1
none,2,2,2;2,2;1
`;

/**
 * A folder with a database of two runs over the same corpus, the second of which gets few steps.
 */
async function twoRuns(t: TestContext, corpus = CORPUS): Promise<string> {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'book.csv'), corpus);
  for (const flags of [[], ['--max-steps', '1']]) {
    await carryOut(cwd, 'run', 'book.csv', '--no-report', '--quiet', ...flags);
  }
  return cwd;
}

async function carryOut(cwd: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await nonomill([...words, '--db', 'a.sqlite'], { cwd });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** What SQLite finds after the views of the page were made. */
function asked(
  cwd: string,
  query: string,
): { readonly names: string[]; readonly rows: unknown[][] } {
  const store = openStore(join(cwd, 'a.sqlite'), { readonly: true });
  try {
    for (const { language, sql } of VIEWS) if (language === 'sqlite') store.db.exec(sql);
    const statement = store.db.prepare(query).raw();
    const names = statement.columns().map(({ name }) => name);
    return { names, rows: statement.all() as unknown[][] };
  } finally {
    store.close();
  }
}

function sqlite(cwd: string, query: string): unknown[][] {
  return asked(cwd, query).rows;
}

/** The same without fractions and times, which no two runs have in common. */
function withoutTimes(cwd: string, query: string): unknown[][] {
  const { names, rows } = asked(cwd, query);
  const isSame = (value: unknown, i: number): boolean =>
    !names[i].endsWith('_ms') && (typeof value !== 'number' || value % 1 === 0);
  return rows.map((row) => row.filter(isSame));
}

test('the commands of docs/pipeline/analysis.md answer their questions', async (t) => {
  const cwd = await twoRuns(t);
  const commands = [...WITHOUT_SQL.matchAll(/^ {4}nonomill (.*)$/gm)];
  assert.equal(commands.length, 7);
  for (const [, words] of commands) await carryOut(cwd, ...words.split(' '));
  assert.match(readFileSync(join(cwd, 'lines.svg'), 'utf8'), /^<svg /);
});

type Fields = Readonly<Record<string, string>>;

const number = (text: string): number => Number(Number(text).toPrecision(9));
const percent = (text: string): number => Math.round(1000 * Number(text)) / 10;

/** What the rows of a command's CSV are in the query below it, by the beginning of the question. */
const AS_IN_SQL: readonly (readonly [
  question: string,
  columns: readonly string[],
  rowOf: (row: Fields) => unknown[] | null,
])[] = [
  [
    'What share',
    ['width', 'height', 'percent_filled', 'puzzles', 'percent_unique', 'percent_line'],
    (row) => [
      ...[number(row.width), number(row.height), Math.round(100 * Number(row.density_from))],
      ...[number(row.puzzles), percent(row.unique), percent(row.line)],
    ],
  ],
  [
    'Which are the three hardest',
    ['width', 'height', 'name', 'difficulty', 'stars'],
    (row) => [
      ...[number(row.width), number(row.height), row.name],
      ...[number(row.difficulty), number(row.stars)],
    ],
  ],
  [
    'How do stars',
    ['stars', 'needs', 'puzzles', 'easiest', 'hardest'],
    (row) =>
      row.stars === 'none'
        ? null
        : [
            ...[number(row.stars), row.needs, number(row.puzzles)],
            ...[number(row.difficulty_min), number(row.difficulty_max)],
          ],
  ],
  [
    'What took',
    ['name', 'width', 'height', 'solve_ms'],
    (row) => [row.name, number(row.width), number(row.height), number(row.solve_ms)],
  ],
  [
    'How long',
    ['width', 'height', 'puzzles', 'median_ms', 'p95_ms', 'p99_ms', 'max_ms'],
    (row) => [
      ...[number(row.width), number(row.height), number(row.puzzles), number(row.solve_ms_median)],
      ...[number(row.solve_ms_p95), number(row.solve_ms_p99), number(row.solve_ms_max)],
    ],
  ],
  [
    'Which puzzles are the same',
    ['shape', 'puzzles'],
    (row) => (Number(row.puzzles) > 1 ? [row.shape, number(row.puzzles)] : null),
  ],
  [
    'How ambiguous',
    ['found', 'puzzles'],
    (row) => [
      `${row.solutions_exact === '1' ? '' : 'at least '}${row.solutions_from}`,
      number(row.puzzles),
    ],
  ],
];

test('the commands above the queries say what these find', async (t) => {
  const folder = temporaryFolder(t);
  const random = ['--size', '4x4,6x5', '--count', '80', '--density', '0.2..0.8', '--seed', '5'];
  const drawn = await nonomill(['generate', ...random, '--to', 'csv'], { cwd: folder });
  const [head, ...lines] = drawn.stdout.trimEnd().split('\n');
  assert.match(head, /^id,width,height,rows,columns/);
  const more = lines.map((line) => line.split(',').slice(0, 5).join(',')).join('\n');
  const cwd = await twoRuns(t, `${CORPUS}${more}\nfull,2,2,2;2,2;2\n`);
  for (const [start, columns, rowOf] of AS_IN_SQL) {
    const section = ANSWERED.find((one) => one.startsWith(start))!;
    const [, words] = /^ {4}nonomill (.*)$/m.exec(section)!;
    const csv = await carryOut(cwd, ...words.split(' '), '--csv');
    const [names, ...rows] = csv
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    const said = rows.flatMap((row) => {
      const found = rowOf(Object.fromEntries(names.map((name, i) => [name, row[i]])));
      return found === null ? [] : [found];
    });
    const { sql } = QUERIES.find(({ question }) => question.startsWith(start))!;
    const asking = asked(cwd, sql);
    const wanted = asking.rows.map((row) =>
      columns.map((name) => {
        const value = row[asking.names.indexOf(name)];
        return typeof value === 'number' ? number(String(value)) : value;
      }),
    );
    const sorted = (all: unknown[][]): string[] => all.map((row) => JSON.stringify(row)).sort();
    assert.ok(said.length > 0, start);
    assert.deepEqual(sorted(said), sorted(wanted), start);
  }
  const compared = await nonomill(['compare', '2', '1', '--json', '--db', 'a.sqlite'], { cwd });
  const { transitions } = JSON.parse(compared.stdout) as {
    transitions: { left: string; right: string; count: number }[];
  };
  const { sql } = QUERIES.find(({ question }) => question.startsWith('What changed'))!;
  assert.deepEqual(
    transitions.map(({ left, right, count }) => [left, right, count]).sort(),
    sqlite(cwd, sql)
      .filter(([before, after]) => before !== after)
      .map((row) => row.slice(0, 3))
      .sort(),
  );
});

test('the queries of docs/pipeline/analysis.md answer their questions in SQLite', async (t) => {
  const cwd = await twoRuns(t);
  const found = Object.fromEntries(
    QUERIES.map(({ question, sql }) => [question, withoutTimes(cwd, sql)]),
  );
  assert.deepEqual(found, {
    'What share is solved by lines alone, by size and density?': [
      [2, 2, 0, 1, 100, 100],
      [2, 2, 20, 1, 100, 100],
      [2, 2, 50, 1, 0, 0],
      [2, 3, 50, 1, 100, 100],
      [3, 2, 50, 1, 100, 100],
    ],
    'Which are the three hardest of each size?': [
      [2, 2, 'lone', 1, 'count'],
      [2, 2, 'blank', 1, 'count'],
      [2, 3, 'turned', 1, 'count'],
      [3, 2, 'one', 1, 'count'],
    ],
    'How do stars and techniques spread?': [[1, 'count', 4]],
    'What took the night?': found['What took the night?'],
    'How long do puzzles of one size take?': [
      [2, 2, 3],
      [2, 3, 1],
      [3, 2, 1],
    ],
    'What changed between two runs?': [
      ['steps', 'unique', 4],
      ['steps', 'multiple', 1],
    ],
    'Which puzzles are the same, turned or mirrored?': [
      [found['Which puzzles are the same, turned or mirrored?'][0][0], 2, 'one', 'turned'],
    ],
    'How ambiguous are the ambiguous ones?': [['at least 2', 1]],
    'How are puzzles split for training, so that none is on both sides?': [
      ['test', 1, 1],
      ['train', 4, 3],
    ],
    'Why were entries rejected?': [
      ['book.csv', 7, 'the height is 2, but there are 3 row clues'],
      [
        'book.csv',
        8,
        'the rows hold 4 filled cells, the columns 3; a clue may be mistyped: row 1 (1 would fit), row 2 (1 would fit), column 2 (2 would fit)',
      ],
    ],
  });
  const slowest = sqlite(cwd, QUERIES.find(({ question }) => question.includes('took'))!.sql);
  assert.equal(slowest.length, 5);
  assert.equal(slowest[4].at(-1), 100);
});

test('DuckDB finds in exported Parquet files what SQLite finds', { skip: NO_DUCKDB }, async (t) => {
  const cwd = await twoRuns(t);
  await carryOut(cwd, 'export', '1', '--out', 'night.parquet');
  await carryOut(cwd, 'export', '2', '--out', 'day.parquet');
  const views = VIEWS.flatMap(({ language, sql }) =>
    language === 'duckdb' ? [sql.replaceAll(/'(\w+\.parquet)'/g, `'${cwd}/$1'`)] : [],
  );
  // The two add fractions up in different orders.
  const plain = (value: unknown): unknown =>
    value === null || Number.isNaN(Number(value)) ? value : number(`${Number(value)}`);
  for (const { question, sql } of QUERIES.filter(({ language }) => language === 'sql')) {
    const rows = (all: unknown[][]): unknown[][] => all.map((row) => row.map(plain));
    assert.deepEqual(rows(await duckdb([...views, sql])), rows(sqlite(cwd, sql)), question);
  }
});

test('docs/pipeline/metadata.json has each query for Datasette, which carries it out', async (t) => {
  const path = join(ROOT, 'docs', 'pipeline', 'metadata.json');
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(path, metadata());
  assert.equal(
    readFileSync(path, 'utf8'),
    metadata(),
    'npm test -- analysis-page --update-goldens',
  );
  const cwd = await twoRuns(t);
  const store = openStore(join(cwd, 'a.sqlite'), { readonly: true });
  t.after(() => store.close());
  const { databases } = JSON.parse(metadata()) as Metadata;
  for (const [name, { sql }] of Object.entries(databases.nonomill.queries)) {
    const rows = store.db.prepare(sql).all({ night: 1, day: 2 });
    assert.ok(rows.length > 0, name);
  }
});

interface Metadata {
  readonly databases: {
    readonly nonomill: { readonly queries: Record<string, { title: string; sql: string }> };
  };
}

function metadata(): string {
  const queries = Object.fromEntries(
    QUERIES.map(({ question, sql }) => {
      const used = ['night', 'day'].filter((view) =>
        new RegExp(`(FROM|JOIN) ${view}\\b`).test(sql),
      );
      const views = used.map(
        (view) =>
          `${view} AS (SELECT *, 1.0 * filled / (width * height) AS density\n    FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = :${view})`,
      );
      const whole =
        views.length === 0
          ? sql.replace('run_id = 1', 'run_id = :night')
          : `WITH ${views.join(',\n  ')}${sql.startsWith('WITH ') ? sql.replace('WITH ', ',\n  ') : `\n${sql}`}`;
      const name = question
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, '-')
        .replace(/-$/, '');
      return [name, { title: question, sql: whole }];
    }),
  );
  return `${JSON.stringify({ databases: { nonomill: { queries } } }, null, 2)}\n`;
}
