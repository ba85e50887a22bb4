import SqliteDatabase from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertEach, deepTest, temporaryFolder, eachOf } from '../../support/tests.js';
import { ROOT } from '../../support/nonomill.js';
import { readParquet } from '../../support/read-parquet.js';

/** What CONTRIBUTING says that a new column takes: its lines, which need not be the last. */
const KIND = `
  goal_cells: ['entry', count({ perCell: 1 }), null],`;
const TEXT = `
  'goal_cells | The filled cells of the picture that came with the puzzle. | 0 or more | no picture came with it',`;
const TABLE = 'src/solver/core/result/result-columns.ts';
/** Where the type check says that its value is missing, and how it goes into a row. */
const PLACE = 'src/pipeline/store/packed/entry-rows.ts';
const VALUE = `
    goalCells: goal === null ? null : goal.filter((cell) => cell === 1).length,`;
const WRITTEN = `
  goal_cells: (to, { entry }) => addNumber(to, entry.goalCells),`;

/** A puzzle that lines solve, one that takes more, and one without a picture. */
const CORPUS = [
  '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"goal":".#./###/.#."}',
  '{"id":"more","rows":[[2],[1,2],[1,1],[2],[1],[3],[3],[2,2],[2,1],[2,2,1],[2,3],[2,2]],' +
    '"columns":[[2,1],[1,3],[2,4],[3,4],[4],[3],[3],[3],[2],[2]],"goal":".##......./#.##....../' +
    '#..#....../...##...../....#...../...###..../...###..../..##.##.../..##..#.../.##...##.#/' +
    '.##....###/##.....##."}',
  '{"id":"bare","rows":[[2],[1]],"columns":[[2],[1]]}',
].join('\n');
const CELLS = [5, 37, null];

/** A copy of the sources, in which the recipe is followed. */
class Copy {
  constructor(readonly folder: string) {
    const whole = ['src', 'workers', 'tsconfig.json', 'package.json', 'package-lock.json'];
    const scripts = readdirSync(join(ROOT, 'scripts')).filter((name) => /\.(mjs|json)$/.test(name));
    for (const name of [...whole, ...scripts.map((script) => join('scripts', script))]) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const { exclude } = JSON.parse(this.read('tsconfig.json')) as { readonly exclude: string[] };
    writeFileSync(
      join(folder, 'tsconfig.copy.json'),
      JSON.stringify({ extends: './tsconfig.json', include: ['src', 'workers'], exclude }),
    );
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Adds text between two others that follow each other once. */
  add(file: string, before: string, added: string, after: string): void {
    const parts = this.read(file).split(before + after);
    assert.equal(parts.length, 2, `"${before}${after}" is not once in ${file}`);
    writeFileSync(join(this.folder, file), parts.join(before + added + after));
  }

  /** Builds it; the files of which the type check complains. */
  build(): string[] {
    const compiler = join('node_modules', 'typescript-native', 'bin', 'tsc');
    const flags = ['--noEmitOnError', '--pretty', 'false'];
    const { stdout } = this.node([compiler, '-p', 'tsconfig.copy.json', ...flags]);
    const lines = stdout.split('\n');
    const files = lines.flatMap((line) => /^(\S+)\(\d+,\d+\): error/.exec(line)?.[1] ?? []);
    if (files.length === 0) {
      for (const name of ['solver-version', 'reader-version']) {
        cpSync(join(ROOT, 'dist', name), join(this.folder, 'dist', name));
      }
      assert.equal(this.node([join('scripts', 'build-threads.mjs')]).status, 0);
    }
    return [...new Set(files)];
  }

  /** What a command of the copy prints, which must end well. */
  nonomill(words: readonly string[]): string {
    const { status, stdout, stderr } = this.node([join('dist', 'src', 'main.js'), ...words]);
    assert.equal(status, 0, stderr);
    return stdout;
  }

  private node(words: readonly string[]): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, words, { cwd: this.folder, encoding: 'utf8' });
  }
}

deepTest('the recipe for a column is whole: it has its value wherever rows are', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'copy'));
  const corpus = join(folder, 'a.ndjson');
  writeFileSync(corpus, CORPUS);
  const dbOf = (name: string): string => join(folder, `${name}.sqlite`);

  const copy = new Copy(join(folder, 'copy'));
  copy.add(TABLE, 'const KINDS = {', KIND, '\n');
  copy.add(TABLE, 'const TEXTS = columnsIn([', TEXT, '\n');
  assert.deepEqual(copy.build(), [PLACE]);
  copy.add(PLACE, 'EntryPart {\n  return {', VALUE, ' goalMatches');
  copy.add(PLACE, 'AddValue>> = {', WRITTEN, '\n');
  assert.deepEqual(copy.build(), []);

  const run = (db: string, ...words: string[]): string =>
    copy.nonomill([
      'run',
      ...words,
      ...['--db', dbOf(db), '--no-report', '--threads', '1', '--quiet'],
    ]);
  const valuesIn = (db: string, sql: string): unknown[] => {
    const opened = new SqliteDatabase(dbOf(db), { readonly: true });
    const values = opened.prepare(sql).pluck().all();
    opened.close();
    return values;
  };
  const cellsOf = (db: string, runId: number): unknown[] =>
    valuesIn(
      db,
      `SELECT goal_cells FROM results JOIN places USING (run_id, puzzle_id) WHERE run_id = ${runId} ORDER BY entry`,
    );

  run('plain', corpus, '--max-steps', '30');
  assert.deepEqual(cellsOf('plain', 1), CELLS);
  run('plain', '--retry', 'steps', '--max-steps', '100000');
  assert.deepEqual(valuesIn('plain', 'SELECT sum(attempts) FROM results'), [4]);
  assert.deepEqual(cellsOf('plain', 1), CELLS, 'after a retry');
  run('plain', corpus, '--reuse');
  assert.deepEqual(cellsOf('plain', 2), CELLS, 'of a piece that was taken over');
  writeFileSync(join(folder, 'b.ndjson'), `\n${CORPUS}`);
  run('plain', join(folder, 'b.ndjson'), '--reuse');
  assert.deepEqual(cellsOf('plain', 3), CELLS, 'of puzzles that were taken over');

  run('rounds', corpus, '--max-steps', '30,100000');
  assert.deepEqual(cellsOf('rounds', 1), CELLS, 'after rounds');

  const parts = ['1/2', '2/2'].map((shard, part) => {
    run(`part${part}`, corpus, '--shard', shard);
    return dbOf(`part${part}`);
  });
  copy.nonomill(['merge', ...parts, '--db', dbOf('whole'), '--no-report']);
  assert.deepEqual(cellsOf('whole', 1), CELLS, 'after a merge');

  const csv = parse(copy.nonomill(['export', '--db', dbOf('whole')]), { columns: true });
  assertEach(csv, (row) => (row as { readonly goal_cells: string }).goal_cells, ['5', '37', '']);
  const parquet = join(folder, 'whole.parquet');
  copy.nonomill(['export', '--db', dbOf('whole'), '--out', parquet]);
  const read = await readParquet(readFileSync(parquet));
  assert.deepEqual(eachOf(read, 'goal_cells'), CELLS);
  const shown = copy.nonomill(['show', 'more', '--db', dbOf('whole'), '--json']);
  assert.equal((JSON.parse(shown) as { readonly goalCells: number }).goalCells, 37);
});
