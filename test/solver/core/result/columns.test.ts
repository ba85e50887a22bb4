import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allCommands } from '../../../../src/commands.js';
import { tableOf } from '../../../../src/pipeline/cli/exporting.js';
import { commandHelp } from '../../../../src/pipeline/cli/command.js';
import { exportColumns } from '../../../../src/pipeline/store/listing/result-page.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { STATUS_MEANINGS } from '../../../../src/solver/core/result/outcome.js';
import {
  type Kind,
  kindReason,
  LAST_MS,
} from '../../../../src/solver/core/result/result-columns.js';
import { columnOf, TABLES } from '../../../../src/pipeline/record/tables.js';
import { assertGolden, temporaryFolder } from '../../../support/tests.js';
import { ROOT } from '../../../support/nonomill.js';
import { resultsPage } from './results-page.js';

const COMMANDS = await allCommands();

interface SchemaColumn {
  readonly name: string;
  readonly notnull: number;
  readonly pk: number;
}

const VIEWS: ReadonlySet<string> = new Set(['puzzles', 'results', 'places', 'rejects']);

test('every column of every table is described, in the order of the schema, and no other', (t) => {
  const store = openStore(join(temporaryFolder(t), 'empty.sqlite'), { readonly: false });
  t.after(() => store.close());
  const tables = store.db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_rows' AND name <> 'piece_rejects'`,
    )
    .pluck()
    .all() as string[];
  assert.deepEqual(Object.keys(TABLES).sort(), tables.sort());
  for (const table of tables) {
    const schema = store.db.pragma(`table_xinfo(${table})`) as SchemaColumn[];
    const { columns } = TABLES[table];
    const names = schema.map(({ name }) => name);
    assert.deepEqual(Object.keys(columns), names, table);
    const isView = VIEWS.has(table);
    for (const { name, notnull, pk } of schema) {
      const isNullable = notnull === 0 && pk === 0;
      const column = columns[name];
      // A view does not say which of its columns can be null.
      if (!isView)
        assert.equal(column.isNull !== undefined, isNullable, `${table}.${name}: when it is null`);
      for (const text of [column.meaning, column.values]) assert.ok(text.length > 0, name);
    }
  }
});

test('docs/pipeline/results.md says what the columns say', () => {
  const page = resultsPage();
  const file = join(ROOT, 'docs', 'pipeline', 'results.md');
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(file, page);
  assert.equal(readFileSync(file, 'utf8'), page, 'npm test -- columns --update-goldens');
});

test('a new database has the schema of the golden', (t) => {
  const store = openStore(join(temporaryFolder(t), 'empty.sqlite'), { readonly: false });
  const statements = store.db
    .prepare<[], string>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .pluck()
    .all();
  store.close();
  assertGolden('schema.sql', statements.map((sql) => `${sql};\n`).join(''));
});

test('the help of run and export and the pages use the same words', () => {
  const helpOf = (name: string): string =>
    commandHelp(COMMANDS.find((command) => command.name === name)!).replaceAll(/\s+/g, ' ');
  const [run, exported] = [helpOf('run'), helpOf('export')];
  for (const [status, meaning] of Object.entries(STATUS_MEANINGS)) {
    assert.ok(run.includes(`${status} ${meaning}`), status);
  }
  for (const name of exportColumns({ withClues: false })) {
    const { meaning } = columnOf(tableOf(name), name);
    assert.ok(exported.includes(`${name} ${meaning}`), name);
  }
  const figures = readFileSync(join(ROOT, 'src/pipeline/pages/client/pages/puzzle.tsx'), 'utf8');
  const shown = [...figures.matchAll(/\[\s*'[^']+',\s*'(\w\w+)',/g)].map(([, column]) => column);
  assert.ok(shown.length > 15);
  for (const column of shown) assert.ok(columnOf('results', column).meaning.length > 0, column);
});

/** Of each kind: what it takes, what it does not, and what it says that it expected. */
const KINDS: readonly (readonly [
  kind: Kind,
  right: readonly unknown[],
  wrong: readonly unknown[],
  what: string,
])[] = [
  [
    { is: 'count', least: 0, most: 1000, perCell: 2 },
    [0, 8],
    [-1, 9, 1.5, '1', null],
    'a whole number from 0 to 8',
  ],
  [
    { is: 'real', least: 1, most: 5, perCell: Infinity },
    [1, 2.5],
    [0.9, 5.1, NaN, '2'],
    'a number from 1 to 5',
  ],
  [{ is: 'flag' }, [true, false], [0, 1, 'true'], 'true or false'],
  [{ is: 'time' }, [0, LAST_MS], [-1, LAST_MS * 2, '0'], 'milliseconds since 1970'],
  [{ is: 'choice', choices: ['a', 'b'] }, ['a'], ['c', 0], 'one of a, b'],
  [
    { is: 'decimal', digits: 2 },
    ['0', '42'],
    ['042', '420', 42, '-1'],
    'a whole number of at most',
  ],
  [{ is: 'text', bytes: 3 }, ['', 'aé'], ['éé', 1], 'text of at most 3 bytes'],
  [{ is: 'cells' }, ['#.'], [0, null], 'a picture as text'],
];

for (const [kind, right, wrong, what] of KINDS) {
  test(`a column of the kind ${kind.is} takes its values alone, and says what it expected`, () => {
    for (const value of right) assert.equal(kindReason(kind, value, 4), null, String(value));
    for (const value of wrong) {
      assert.ok(kindReason(kind, value, 4)?.startsWith(what), String(value));
    }
  });
}

test('a column that is not there is an error that names it', () => {
  for (const [table, name] of [
    ['results', 'nothing'],
    ['nothing', 'status'],
    ['export', 'nothing'],
  ]) {
    assert.throws(
      () => columnOf(table, name),
      new RangeError(`there is no column ${table}.${name}`),
    );
  }
});
