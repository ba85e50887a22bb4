import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openStore } from '../../src/runs/store/open/open.js';
import { NO_DUCKDB, duckdb } from '../support/duckdb.js';
import { ROOT, nonomill } from '../support/nonomill.js';
import { temporaryFolder } from '../support/temporary.js';

const PAGE = readFileSync(join(ROOT, 'docs', 'analysis.md'), 'utf8');

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

const CORPUS = `id,width,height,rows,columns
one,3,2,2;1,1;2;
turned,2,3,1;2;,1;2
lone,2,2,1;,1;
blank,2,2,;,;
two ways,2,2,1;1,1;1
torn,2,2,1;1;1,2;1
none,2,2,2;2,2;1
`;

/** A folder with a database of two runs over the same corpus, the second of which gets few steps. */
async function twoRuns(t: TestContext): Promise<string> {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'book.csv'), CORPUS);
  for (const flags of [[], ['--max-steps', '1']]) {
    await carryOut(cwd, 'run', 'book.csv', '--no-report', '--quiet', ...flags);
  }
  return cwd;
}

async function carryOut(cwd: string, ...words: string[]): Promise<void> {
  const { code, stderr } = await nonomill([...words, '--db', 'a.sqlite'], { cwd });
  assert.equal(code, 0, stderr);
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

test('the commands of docs/analysis.md answer their questions', async (t) => {
  const cwd = await twoRuns(t);
  const commands = [...WITHOUT_SQL.matchAll(/^ {4}nonomill (.*)$/gm)];
  assert.equal(commands.length, 6);
  for (const [, words] of commands) await carryOut(cwd, ...words.split(' '));
  assert.match(readFileSync(join(cwd, 'lines.svg'), 'utf8'), /^<svg /);
});

test('the queries of docs/analysis.md answer their questions in SQLite', async (t) => {
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
  const plain = (value: unknown): unknown =>
    value === null || Number.isNaN(Number(value)) ? value : Number(value);
  for (const { question, sql } of QUERIES.filter(({ language }) => language === 'sql')) {
    const rows = (all: unknown[][]): unknown[][] => all.map((row) => row.map(plain));
    assert.deepEqual(rows(await duckdb([...views, sql])), rows(sqlite(cwd, sql)), question);
  }
});

test('docs/metadata.json has each query for Datasette, which carries it out', async (t) => {
  const path = join(ROOT, 'docs', 'metadata.json');
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
