import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, before, describe, test } from 'node:test';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { NO_DUCKDB, duckdb } from '../../support/duckdb.js';
import { nonomill, ROOT, succeeds } from '../../support/nonomill.js';
import {
  linesIn,
  assertEach,
  ONLY_DEEP,
  deepTest,
  folderWith,
  temporaryFolder,
} from '../../support/tests.js';
import { answering } from '../../../src/pipeline/cli/stream/answers.js';
import { NO_NUMPY, numpy } from '../../support/numpy.js';
import { lookIn } from '../../support/runs/solve-parts.js';

const ANALYSIS_PAGE = readFileSync(join(ROOT, 'docs', 'pipeline', 'analysis.md'), 'utf8');

/** A query of the page under its question. */
interface Query {
  readonly question: string;
  /** `sql` for all programs, else the name of one. */
  readonly language: string;
  readonly sql: string;
}

const [, WITHOUT_SQL, ...SECTIONS] = ANALYSIS_PAGE.split(/^## /m);

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
  const { stdout } = await succeeds([...words, '--db', 'a.sqlite'], { cwd });
  return stdout;
}

/** What SQLite finds after the views of the page were made. */
function asked(
  cwd: string,
  query: string,
): { readonly names: string[]; readonly rows: unknown[][] } {
  return lookIn(join(cwd, 'a.sqlite'), (store) => {
    for (const { language, sql } of VIEWS) if (language === 'sqlite') store.db.exec(sql);
    const statement = store.db.prepare(query).raw();
    const names = statement.columns().map(({ name }) => name);
    return { names, rows: statement.all() as unknown[][] };
  });
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

deepTest('the commands of docs/pipeline/analysis.md answer their questions', async (t) => {
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

deepTest('the commands above the queries say what these find', async (t) => {
  const folder = temporaryFolder(t);
  const random = ['--size', '4x4,6x5', '--count', '80', '--density', '0.2..0.8', '--seed', '5'];
  const drawn = await nonomill(['generate', ...random, '--to', 'csv'], { cwd: folder });
  const [head, ...lines] = linesIn(drawn.stdout);
  assert.match(head, /^id,width,height,rows,columns/);
  const more = lines.map((line) => line.split(',').slice(0, 5).join(',')).join('\n');
  const cwd = await twoRuns(t, `${CORPUS}${more}\nfull,2,2,2;2,2;2\n`);
  for (const [start, columns, rowOf] of AS_IN_SQL) {
    const section = ANSWERED.find((one) => one.startsWith(start))!;
    const [, words] = /^ {4}nonomill (.*)$/m.exec(section)!;
    const csv = await carryOut(cwd, ...words.split(' '), '--csv');
    const [names, ...rows] = linesIn(csv).map((line) => line.split(','));
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

test('DuckDB finds in Parquet what SQLite finds', { skip: NO_DUCKDB || ONLY_DEEP }, async (t) => {
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
  const found = readFileSync(path, 'utf8');
  assert.equal(found, metadata(), 'npm test -- documented-examples --update-goldens');
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

const STREAMS_PAGE = readFileSync(join(ROOT, 'docs', 'lab', 'streams.md'), 'utf8');
const JUDGING_PAGE = readFileSync(join(ROOT, 'docs', 'lab', 'judging.md'), 'utf8');

const SCORED =
  '{"kind":"solution","unknown":0,"rightCells":1,"fittingLines":1}\n' +
  '{"kind":"reject","reason":"expected a JSON object, found \\"what?\\""}\n';

/** What the examples read: an easy puzzle, a harder one, and one with two solutions. */
const BOOK = [
  { rows: [[1], [3], [1]], columns: [[1], [3], [1]] },
  {
    rows: [[1, 1], [3], [1, 2], [2, 3], [3, 1], [4, 1], [1, 1]],
    columns: [[1], [1, 3], [6], [1, 2], [1, 2], [2, 1], [1, 3]],
  },
  { rows: [[1], [1]], columns: [[1], [1]] },
];

/** What runs the examples of each language, and what these print, in their order. */
const LANGUAGES: Readonly<
  Record<string, readonly [file: string, command: string[], prints: string[]]>
> = {
  python: [
    'example.py',
    ['python3'],
    [
      '40 0 40\n',
      'solution 1 1\nwrong 0.67 0.83\n.#./###/.#. 1\n',
      '1 stars: 1 of 1\n4 stars: 0 of 1\n',
      '1000 1000 unique\n',
    ],
  ],
  sh: ['example.sh', ['sh'], ['16\n' + SCORED + 'not all was understood\n']],
  js: ['example.mjs', [process.execPath], ["count { side: 'row', number: 2 }\ndone\n"]],
};

for (const [language, [file, [program], prints]] of Object.entries(LANGUAGES)) {
  const examples = [
    ...STREAMS_PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')),
  ];
  const isThere = spawnSync(program, ['--version']).error === undefined;
  const skip =
    platform() === 'win32' ? 'written for Unix' : !isThere ? `there is no ${program}` : ONLY_DEEP;
  test(`the ${language} of docs/lab/streams.md does what it says`, { skip }, async (t) => {
    const folder = temporaryFolder(t);
    const env = withCommand(folder);
    const book = BOOK.map((puzzle) => `${JSON.stringify(puzzle)}\n`).join('');
    writeFileSync(join(folder, 'book.ndjson'), book);
    assert.equal(examples.length, prints.length);
    for (const [i, [, code]] of examples.entries()) {
      writeFileSync(join(folder, file), code);
      const child = spawn(program, [file], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [printed, [status]] = await Promise.all([
        text(child.stdout),
        once(child, 'close') as Promise<[number | null]>,
      ]);
      assert.deepEqual({ status, printed }, { status: 0, printed: prints[i] });
    }
  });
}

/** What the examples run in, with a command `nonomill` in `folder`, and the client for Python. */
function withCommand(folder: string): NodeJS.ProcessEnv {
  const command = join(folder, 'nonomill');
  const bin = join(ROOT, 'bin', 'nonomill.js');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(command, 0o755);
  const PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
  return { ...process.env, PYTHONPATH: join(ROOT, 'docs', 'lab'), PATH };
}

/** Answers in the shape of those of docs/lab/judging.md; none of them is one of its own. */
const PUBLISHED = ['1001', 'Either way:\n01\n10', '11 11', ''].map((rawOutput, i) => ({
  model: i < 2 ? 'first' : 'second',
  puzzleId: 'ambiguous',
  rawInput:
    'Solve it.\n\nRow clues:\n  Row 1: 1\n  Row 2: 1\n\nColumn clues:\n  Column 1: 1\n  Column 2: 1\n',
  rawOutput,
}));

test(
  'the recipe of docs/lab/judging.md finds puzzles with several solutions, and counts each of them as right',
  { skip: (platform() === 'win32' && 'written for Unix') || ONLY_DEEP },
  (t) => {
    const [, python, judge, draw] = [...JUDGING_PAGE.matchAll(/^```\w+\n(.*?)^```$/gms)].map(
      ([, code]) => code,
    );
    const cwd = folderWith({
      'results-raw.json': JSON.stringify({ runs: PUBLISHED }),
      'prepare.py': python,
    });
    if (spawnSync('python3', ['--version']).error !== undefined) {
      t.skip('there is no python3');
      return;
    }
    const shell = (code: string): string => {
      const env = withCommand(cwd);
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', code], {
        cwd,
        env,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    const said = shell(judge);
    assert.match(said, /cross-check +1 agreed/);
    assert.match(said, /^right +2 +50\.0 %$/m);
    assert.match(said, /^ *2 "id":"first"\n$/m);
    shell(draw);
    const lines = readFileSync(join(cwd, 'fair', 'train.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const stars = lines.map(
      (line) => (JSON.parse(line) as { grade: { stars: number } }).grade.stars,
    );
    assertEach([1, 2, 4], (wanted) => stars.filter((one) => one === wanted).length, [10, 10, 10]);
  },
);

test('the answer in words of docs/lab/streams.md is scored as it says', () => {
  const [, line, answer] = /^ {4}(.*"extract": true.*)\n {4}(.*)$/m.exec(STREAMS_PAGE)!;
  const check = { command: 'check', timeoutMs: 10_000, format: null, ignoreStart: false } as const;
  assert.equal(answering(check)(line).text, answer);
});

const DATASETS_PAGE = readFileSync(join(ROOT, 'docs', 'lab', 'datasets.md'), 'utf8');

function example(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(DATASETS_PAGE)![1];
}

/** The words of the page's first command, which makes a data set. */
const WORDS = /^ {4}nonomill (dataset .*?[^\\])$/ms.exec(DATASETS_PAGE)![1].split(/\s+(?:\\\s+)?/);

describe('The examples of docs/lab/datasets.md do what they say', () => {
  const folder = folderWith({});
  before(async () => {
    const words = WORDS.map((word) => (word === '100000' ? '500' : word));
    await succeeds(words, { cwd: folder });
  });

  test('in Python', { skip: NO_NUMPY }, () => {
    const printed = numpy(`${example('python')}print(x.shape[1], y.shape[1], x.max())`, folder);
    assert.match(printed, /^100 100 (10|[5-9])\n$/);
  });

  test('in SQL, which sees no shape on both sides of a split', { skip: NO_DUCKDB }, async () => {
    const path = (sql: string): string => sql.replaceAll("'ten/", `'${join(folder, 'ten')}/`);
    const stars = await duckdb([path(example('sql'))]);
    assert.deepEqual(stars.map(([number]) => number).sort(), [1, 2]);
    const counted = path(`SELECT count(*), count(DISTINCT shape), count(DISTINCT filename)
      FROM read_parquet('ten/*.parquet', filename = true)`);
    assert.deepEqual(await duckdb([counted]), [['500', '500', '3']]);
    const differ = path(`SELECT count(*) FROM 'ten/train.parquet' AS p JOIN 'ten/train.jsonl' AS j
      ON p.id = j.id AND p.shape = j.shape AND p.stars = j.grade.stars
        AND p.solution = replace(j.answer, chr(10), '/')`);
    const all = await duckdb([path("SELECT count(*) FROM 'ten/train.parquet'")]);
    assert.deepEqual(await duckdb([differ]), all);
  });
});

const NIGHTS_PAGE = readFileSync(join(ROOT, 'docs', 'pipeline', 'nights.md'), 'utf8');

/** The one part of the page that fits. */
function onPage(pattern: RegExp): string {
  const found = NIGHTS_PAGE.match(pattern);
  assert.ok(found !== null, String(pattern));
  return found[1];
}

/** A page of a book: its third puzzle, 20x20, has a first row of these blocks. */
function pageOfBook(firstRow: string): string {
  const side = (clues: readonly string[]): string =>
    [...clues, ...Array<string>(20 - clues.length).fill('0')].join(';');
  const puzzles = [
    '"2;1","2;1"',
    '"1;3;1","1;3;1"',
    `"${side([firstRow, '1'])}","${side(['1', '1', '1'])}"`,
  ];
  const lines = puzzles.map((clues, i) => `page-03-00${i + 1},${clues}`);
  return ['id,rows,columns', ...lines, ''].join('\n');
}

deepTest('the thirty nights of docs/pipeline/nights.md go as the page tells them', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'book'));
  const content = onPage(/```toml\n([^`]*\[nights\.book\][^`]*)```/);
  writeFileSync(join(folder, 'nonomill.toml'), content);
  const nightly = onPage(/&& nonomill (run @book [^\n]*) 2>> night\.log/).split(' ');
  const night = (firstRow: string): ReturnType<typeof nonomill> => {
    writeFileSync(join(folder, 'book', 'page-03.csv'), pageOfBook(firstRow));
    return nonomill(nightly, { cwd: folder });
  };
  for (let i = 0; i < 2; i++) {
    const { code, stderr } = await night('1 1');
    assert.equal(code, 0, stderr);
  }
  const worse = await night('2');
  assert.equal(worse.code, 3, worse.stderr);
  // The page has more puzzles, and more nights.
  const log = onPage(/( {4}2026\S+ nonomill: 1 puzzle is worse[^]*?)\n\n/)
    .replaceAll(/^ {4}2026\S+ /gm, '')
    .replaceAll('run 23', 'run 2')
    .replaceAll('un 24', 'un 3')
    .replace('5,199 of 5,300 puzzles', '2 of 3 puzzles')
    .replace('5,300 puzzles, 100 new', '3 puzzles, 0 new')
    .replace(/report .*$/, (path) => path.replace('run-24', 'run-3').replaceAll('/', sep));
  const untimed = (text: string): string => text.replace(/[\d.]+ m?s, report/, 'TIME, report');
  assert.ok(untimed(worse.stderr).endsWith(`${untimed(log)}\n`), `${worse.stderr}\n---\n${log}`);
  const typo = await night('1 2');
  assert.equal(typo.code, 3);
  const expected = /page-03-003, no puzzle now: the rows hold .*; book.page-03\.csv:4\n/;
  assert.match(typo.stderr, expected);
  assert.equal((await night('2')).code, 3, 'still worse than in run 2');
  const accept = onPage(/^ {4}nonomill (history --accept \d+)$/m).replace('24', '5');
  await succeeds(accept.split(' '), { cwd: folder });
  assert.equal((await night('2')).code, 0);
  const history = await nonomill(onPage(/`nonomill (history book)`/).split(' '), { cwd: folder });
  assert.match(history.stdout, /^ *3 +FAIL no-worse /m);
  assert.match(history.stdout, /^ *6 +PASS /m);
});

deepTest('the command of docs/pipeline/exit-codes.md fails for a mistyped clue', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'book'));
  const page = readFileSync(join(ROOT, 'docs', 'pipeline', 'exit-codes.md'), 'utf8');
  const words = page.match(/^ {4}nonomill (run book\/ --strict --require line [^>\n]*) > /m)![1];
  for (const [firstRow, code] of [
    ['1 1', 0],
    ['1 2', 3],
  ] as const) {
    writeFileSync(join(folder, 'book', 'page-03.csv'), pageOfBook(firstRow));
    for (const asked of [words, words.replace('--strict ', '')]) {
      const ended = await nonomill(asked.split(' '), { cwd: folder });
      assert.equal(ended.code, code, ended.stdout);
    }
  }
});
