import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as Open from '../../../src/pipeline/store/open/open.js';
import type * as Values from '../../../src/solver/core/result/result-values.js';
import type * as Entries from '../../../src/pipeline/store/packed/entry-rows.js';
import type * as Rows from '../../../src/pipeline/store/listing/export-rows.js';
import type * as Parquet from '../../../src/pipeline/cli/converting/exported-parquet.js';
import type * as Results from '../../../src/pipeline/store/queries/stored-results.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { labelledBatch } from '../../support/batch-entries.js';
import { puzzleOf } from '../../support/packed-batches.js';
import { NEW_RUN, columnsOf, resultOf } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';
import { ROOT } from '../../support/nonomill.js';
import { readParquet } from '../../support/read-parquet.js';
import { temporaryFolder } from '../../support/temporary.js';

/** Two entries, whose puzzles do not matter. */
const BATCH = labelledBatch(
  [0, 1].map((ordinal) => [
    puzzleOf(5, 2, 2),
    { ordinal, name: null, title: null, palette: null, goal: null },
  ]),
);

const SOURCE = { sha256: 'aa', format: 'csv', path: 'a.csv', bytes: 1, label: 'a.csv' };

/** What CONTRIBUTING says that a new column takes, besides its value. */
const COLUMN = `open_cells: {
  field: 'openCells', kind: count({ perCell: 1 }), from: 'outcome', meaning: 'Cells.', values: '0 or more', isNull: 'new',
},`;
const VERSION = 'export const SCHEMA_VERSION';
const STEP = `STEPS.push((db) => addColumn(db, 'open_cells'));\n${VERSION}`;

/** Replaces one text in a file of the copy. */
function edit(file: string, before: string, after: string): void {
  const text = readFileSync(file, 'utf8');
  assert.equal(text.split(before).length, 2, `${before} is not once in ${file}`);
  writeFileSync(
    file,
    text.replace(before, () => after),
  );
}

test('a column that is added to the table arrives in SQLite, CSV, Parquet and JSON, also in an older database', async (t) => {
  const folder = temporaryFolder(t);
  const src = join(folder, 'src');
  cpSync(join(ROOT, 'dist', 'src'), src, { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  edit(
    join(src, 'solver/core/result/result-columns.js'),
    'export const RESULT_COLUMNS = {',
    `export const RESULT_COLUMNS = {${COLUMN}`,
  );
  edit(join(src, 'pipeline/store/open/migrations.js'), VERSION, STEP);
  // The modules of the copy have the types of those here.
  const from = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(join(src, path)).href)) as Module;

  const older = (await import('../../../src/pipeline/store/open/open.js')).openStore(
    join(folder, 'a.sqlite'),
    {
      readonly: false,
    },
  );
  const olderWriter = new RunWriter(older);
  olderWriter.startRun(NEW_RUN);
  const { sourceId } = olderWriter.addSource({ ...SOURCE, sha256: 'bb' });
  writeEntries(olderWriter, sourceId, columnsOf(0), [resultOf()], []);
  olderWriter.finishRun('complete');
  older.close();
  const { openStore } = await from<typeof Open>('pipeline/store/open/open.js');
  const { valuesOf, resultFromValues } = await from<typeof Values>(
    'solver/core/result/result-values.js',
  );
  const { rowsOf } = await from<typeof Entries>('pipeline/store/packed/entry-rows.js');
  const { RunWriter: NewWriter } = await from<{ RunWriter: typeof RunWriter }>(
    'pipeline/store/write/run-writer.js',
  );
  const exporting = await from<typeof Rows>('pipeline/store/listing/export-rows.js');
  const { exportedParquet } = await from<typeof Parquet>(
    'pipeline/cli/converting/exported-parquet.js',
  );
  const { solvedPuzzles } = await from<typeof Results>('pipeline/store/queries/stored-results.js');

  const withCells = (openCells: number | null): PuzzleResult =>
    Object.assign(resultOf(), { openCells });
  const results = [3, null].map((openCells) => {
    const read = resultFromValues(valuesOf(withCells(openCells)));
    assert.deepEqual(read, withCells(openCells));
    return withCells(openCells);
  });
  assert.match(resultFromValues(valuesOf(withCells(-2))) as string, /openCells/);

  for (const name of ['a', 'new']) {
    const store = openStore(join(folder, `${name}.sqlite`), { readonly: false });
    const writer = new NewWriter(store);
    const runId = writer.startRun(NEW_RUN);
    const { sourceId } = writer.addSource(SOURCE);
    const rows = [rowsOf(BATCH, results, writer.placeOf(sourceId))];
    writer.writeAll([{ sourceId, rows, rejects: [] }]);
    const cells = store.db.prepare('SELECT open_cells FROM results WHERE run_id = ?').pluck();
    assert.deepEqual(cells.all(runId), [3, null]);

    const request = {
      runId,
      filter: {},
      sort: 'order',
      descending: false,
      withClues: false,
    } as const;
    const columns = exporting.exportColumns(request);
    const at = (columns as readonly string[]).indexOf('open_cells');
    assert.deepEqual(
      [...exporting.exportRows(store, request)].map((row) => row[at]),
      [3, null],
    );
    const bytes = Buffer.concat([
      ...exportedParquet(columns, exporting.exportRows(store, request), 'test'),
    ]);
    const [first] = await readParquet(bytes);
    assert.equal(first.open_cells, 3);
    const [stored] = [...solvedPuzzles(store, runId)];
    assert.equal((JSON.parse(JSON.stringify(stored.result)) as { openCells: number }).openCells, 3);
    store.close();
  }
});
