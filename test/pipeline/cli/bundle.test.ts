import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { unzipSync } from 'fflate';
import { readParquet } from '../../support/read-parquet.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { change, rowsOf } from '../../support/runs/solve-parts.js';
import { assertEach, deepTest, temporaryFolder } from '../../support/tests.js';

const CROSS = '{"id":"cross","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
const SEVERAL = '{"id":"several","rows":[[1],[1]],"columns":[[1],[1]]}\n';

interface Place {
  readonly folder: string;
  readonly db: string;
  readonly zip: string;
}

/** A run over two files of one name, one of them with a space in its path. */
async function withRun(t: TestContext): Promise<Place> {
  const folder = temporaryFolder(t);
  for (const part of ['a', 'b 2']) mkdirSync(join(folder, 'book', part), { recursive: true });
  writeFileSync(join(folder, 'book', 'a', 'my puzzles.ndjson'), CROSS);
  writeFileSync(join(folder, 'book', 'b 2', 'my puzzles.ndjson'), SEVERAL);
  const db = join(folder, 'a.sqlite');
  const run = ['run', 'book', '--db', db, '--no-report', '--quiet', '--name', 'book'];
  await succeeds([...run, '--count', '3'], { cwd: folder });
  return { folder, db, zip: join(folder, 'paper.zip') };
}

async function bundleOf(
  { db, zip }: Place,
  ...more: string[]
): Promise<Record<string, Uint8Array>> {
  await succeeds(['report', '--bundle', zip, '--db', db, ...more]);
  return unzipSync(readFileSync(zip));
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Entity {
  readonly '@id': string;
  readonly '@type': string;
  readonly [property: string]: unknown;
}

function graphOf(files: Record<string, Uint8Array>): Map<string, Entity> {
  const crate = JSON.parse(textOf(files['ro-crate-metadata.json'])) as {
    '@context': string;
    '@graph': Entity[];
  };
  assert.equal(crate['@context'], 'https://w3id.org/ro/crate/1.2/context');
  const graph = new Map(crate['@graph'].map((entity) => [entity['@id'], entity]));
  assert.equal(graph.size, crate['@graph'].length, 'an @id is there twice');
  return graph;
}

/** All references of an entity to others of the graph. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { '@id': id, ...rest } = value as Record<string, unknown>;
  const isReference = typeof id === 'string' && Object.keys(rest).length === 0;
  return isReference ? [id] : Object.values(rest).flatMap(referencesIn);
}

test('a bundle has report, results, their columns and the hashes of what was read', async (t) => {
  const place = await withRun(t);
  const files = await bundleOf(place);
  assert.match(textOf(files['index.html']), /^<!doctype html>/i);
  const summary = JSON.parse(textOf(files['summary.json'])) as { byStatus: { unique: number } };
  assert.equal(summary.byStatus.unique, 1);
  const [head, ...rows] = textOf(files['results.csv']).trim().split('\n');
  assert.equal(rows.length, 2);
  const [dictionaryHead, ...columns] = textOf(files['columns.csv']).trim().split('\n');
  assert.equal(dictionaryHead, 'column,meaning,values,empty_if');
  assertEach(columns, (line) => line.split(',')[0], head.split(','));
  const parquet = await readParquet(files['results.parquet']);
  assert.equal(parquet.length, 2);
  const hash = createHash('sha256').update(CROSS).digest('hex');
  assert.ok(textOf(files['corpora.csv']).includes(`my puzzles.ndjson,ndjson,${hash},`));
  assert.ok(!Object.keys(files).some((name) => name.startsWith('corpora/')));
});

test('its metadata are an RO-Crate of a process run: all that is named is there', async (t) => {
  const place = await withRun(t);
  for (const more of [[], ['--with-corpora', '--force']]) {
    const files = await bundleOf(place, ...more);
    const graph = graphOf(files);
    const [descriptor, root, run] = ['ro-crate-metadata.json', './', '#run'].map((id) =>
      graph.get(id)!,
    );
    assert.deepEqual(descriptor.about, { '@id': './' });
    assert.deepEqual(descriptor.conformsTo, { '@id': 'https://w3id.org/ro/crate/1.2' });
    assert.equal(root['@type'], 'Dataset');
    for (const property of ['name', 'description', 'datePublished', 'license']) {
      assert.equal(typeof root[property], 'string', property);
    }
    assert.match(String(root.datePublished), /^\d{4}-\d\d-\d\d$/);
    assert.equal(run['@type'], 'CreateAction');
    const elsewhere = /^https?:\/\//;
    for (const entity of graph.values()) {
      const { '@id': own, ...rest } = entity;
      for (const id of referencesIn(rest)) {
        assert.ok(graph.has(id) || elsewhere.test(id), `${own} refers to ${id}`);
      }
    }
    const parts = referencesIn(root.hasPart).map(decodeURIComponent);
    const members = Object.keys(files).filter((name) => name !== 'ro-crate-metadata.json');
    assert.deepEqual(parts.sort(), members.sort());
    for (const { '@id': id, sha256 } of graph.values()) {
      if (sha256 === undefined || id.startsWith('#')) continue;
      const hash = createHash('sha256').update(files[decodeURIComponent(id)]).digest('hex');
      assert.equal(sha256, hash, id);
    }
    const settings = [...graph.values()].filter((entity) => entity['@type'] === 'PropertyValue');
    assert.ok(settings.some(({ name, value }) => name === 'count' && value === '3'));
  }
});

deepTest('a bundle with its corpora is solved again from anywhere', async (t) => {
  const place = await withRun(t);
  const files = await bundleOf(place, '--with-corpora');
  const elsewhere = temporaryFolder(t);
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(elsewhere, name)), { recursive: true });
    writeFileSync(join(elsewhere, name), bytes);
  }
  // What lies there now is not what the run has read.
  writeFileSync(join(place.folder, 'book', 'a', 'my puzzles.ndjson'), SEVERAL);
  const words = ['rerun', join(elsewhere, 'summary.json'), '--db', join(elsewhere, 'b.sqlite')];
  const { stdout } = await succeeds(words);
  assert.match(stdout, /All figures are equal/);
});

test('corpora that are not what the run has read are in no bundle', async (t) => {
  const { folder, db, zip } = await withRun(t);
  writeFileSync(join(folder, 'book', 'b 2', 'my puzzles.ndjson'), CROSS);
  const words = ['report', '--bundle', zip, '--db', db];
  const { stderr } = await ends(1, [...words, '--with-corpora']);
  assert.match(stderr, /b 2.my puzzles\.ndjson is changed.*NM_CORPUS_CHANGED/s);
  assert.ok(!existsSync(zip));
  await succeeds(words);
});

test('a bundle replaces no file unasked, and is one of a complete run', async (t) => {
  const { db, zip } = await withRun(t);
  const words = ['report', '--bundle', zip, '--db', db];
  writeFileSync(zip, 'mine');
  assert.match((await nonomill(words)).stderr, /exists|--force/);
  assert.equal(readFileSync(zip, 'utf8'), 'mine');
  change(db, `UPDATE runs SET state = 'interrupted'`);
  assert.match((await nonomill([...words, '--force'])).stderr, /is not complete/);
});

test('flags that do not go with a bundle are mistakes', async () => {
  const mistakes: Readonly<Record<string, RegExp>> = {
    '--with-corpora': /is for --bundle/,
    '--bundle a.zip --gates': /leave out --gates/,
    '--bundle a.tar': /needs the name of a zip file/,
  };
  for (const [words, message] of Object.entries(mistakes)) {
    await ends(2, ['report', ...words.split(' ')], { says: message });
  }
});

deepTest('the bundle of a study names the command that draws its puzzles again', async (t) => {
  const folder = temporaryFolder(t);
  const [db, zip] = [join(folder, 'a.sqlite'), join(folder, 'study.zip')];
  const asked = ['--sizes', '3x3,4x5', '--densities', '0.4,0.6', '--until-error', '0.1'];
  const study = ['study', 'phase', ...asked, '--seed', '7', '--guess-depth', '1'];
  await nonomill([...study, '--db', db, '--quiet']);
  const readme = textOf((await bundleOf({ folder, db, zip }))['README.md']);
  assert.doesNotMatch(readme, /rerun summary\.json/);
  const [, command] = /"nonomill ([^"]+)" draws the same/.exec(readme)!;
  assert.equal(command, [...study, '--max-steps', '1000000'].join(' '));
  await nonomill([...command.split(' '), '--db', db, '--quiet']);
  const puzzles = (run: number): unknown =>
    rowsOf(db, `SELECT clues FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ${run}`);
  assert.deepEqual(puzzles(2), puzzles(1));
  assert.match((await nonomill(['rerun', '1', '--db', db])).stderr, /"nonomill study phase/);
});
