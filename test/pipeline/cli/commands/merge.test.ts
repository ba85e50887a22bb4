import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/do-run.js';
import { contentsOf } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { rowsOf, solveParts } from '../../../support/runs/solve-parts.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { deepTest, folderWith, temporaryFolder } from '../../../support/tests.js';
import { killedAt } from '../../../support/killed.js';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';

const UNIQUE = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const GUESSING = '{"rows":[[1],[1]],"columns":[[1],[1]]}';

deepTest('after every kill -9 a repeated merge does what is missing', async (t) => {
  const folder = temporaryFolder(t);
  const shape = { count: 12_000, width: 5, height: 5, brokenEvery: 9 };
  const corpus = writeCsv(folder, 'small', shape);
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await doRun(requestFor([corpus], undisturbed), controls());
  const expected = contentsOf(undisturbed);
  const parts = await solveParts([corpus], folder, 3);
  const db = join(folder, 'all.sqlite');
  const words = ['merge', ...parts, '--db', db, '--no-report', '--quiet'];
  let kept = 0;
  for (const moment of [
    ...(['transaction:1:end', 'transaction:2:after', 'results:1:end', 'results:1:after'] as const),
    ...(['transaction:1:begin', 'results:2:end', 'results:1:after'] as const),
  ]) {
    assert.ok(await killedAt(moment, words), `it ended before ${moment}`);
    const now = resultsIn(db);
    assert.ok(now >= kept, 'a result was lost');
    if (moment.endsWith(':1:after')) assert.ok(now > kept, 'a commit was lost');
    kept = now;
  }
  assert.ok(kept < expected.results.length);
  await succeeds(words);
  assert.deepEqual(contentsOf(db), expected);
});

/** How many results there are; 0 as long as there are no tables. */
function resultsIn(db: string): number {
  try {
    return (rowsOf(db, 'SELECT count(*) AS n FROM results')[0] as { n: number }).n;
  } catch {
    return 0;
  }
}

test('parts are run, put to their gates, and merged from the command line', async () => {
  const files = { 'a.json': UNIQUE, 'c.json': GUESSING };
  const folder = folderWith(files);
  const codes: (number | null)[] = [];
  for (const part of [1, 2, 3]) {
    const words = ['run', 'a.json', 'c.json', '--shard', `${part}/3`, '--db', `part${part}.sqlite`];
    const gates = ['--strict', '--require', 'line', '--no-report', '--quiet'];
    codes.push((await nonomill([...words, ...gates], { cwd: folder })).code);
  }
  // Nothing is left for one of the parts, but that is not a fault of the corpora.
  assert.deepEqual(codes.sort(), [0, 0, 3]);
  const merged = ['merge', 'part1.sqlite', 'part2.sqlite', 'part3.sqlite', '--db', 'all.sqlite'];
  const report = ['--report', 'report', '--json'];
  const { code, stdout, stderr } = await nonomill([...merged, ...report], { cwd: folder });
  // The gates of the parts are those of the whole.
  assert.equal(code, 3, stderr);
  assert.match(stderr, /1 of 2 puzzles does not have one solution without guessing/);
  assert.equal((JSON.parse(stdout) as { puzzles: number }).puzzles, 2);
  assert.ok(existsSync(join(folder, 'report', 'index.html')));
});

test('a partial merge says what is missing and how to go on', async () => {
  const folder = folderWith({ 'a.json': UNIQUE, 'c.json': GUESSING });
  const words = ['run', 'a.json', 'c.json', '--shard', '2/2', '--db', 'p.sqlite', '--no-report'];
  await succeeds([...words, '--quiet'], { cwd: folder });
  const merged = ['merge', 'p.sqlite', '--db', 'all.sqlite', '--no-report'];
  await ends(1, merged, { cwd: folder, says: /^nonomill: part 1\/2 is missing\. / });
  const { stderr } = await succeeds([...merged, '--partial'], { cwd: folder });
  const expected = /^Run 1 is unfinished, with 1 result and 0 rejects: part 1\/2 is missing\.\n/;
  assert.match(stderr, expected);
  assert.match(stderr, /nonomill run --resume --db all\.sqlite\n$/);
  const resume = ['run', '--resume', '--db', 'all.sqlite', '--no-report', '--quiet'];
  await succeeds(resume, { cwd: folder });
  assert.equal(contentsOf(join(folder, 'all.sqlite')).results.length, 2);
});

test('a partial merge is judged over what is there, by the gates of its parts or those that are given', async () => {
  const folder = folderWith({ 'a.json': UNIQUE, 'c.json': GUESSING });
  const words = ['run', 'a.json', 'c.json', '--shard', '2/2', '--db', 'p.sqlite', '--no-report'];
  await ends(3, [...words, '--quiet', '--require', 'line'], { cwd: folder });
  const merged = ['merge', 'p.sqlite', '--partial', '--db'];
  const stored = await ends(3, [...merged, 'all.sqlite', '--report', 'report'], {
    cwd: folder,
    says: /gates: FAIL --require line \(1\) \(without .*: part 1\/2 is missing\)\n/,
  });
  assert.match(stored.stdout, /interrupted, 1 entries? done; part 1\/2 is missing/);
  const summary = readFileSync(join(folder, 'report', 'summary.json'), 'utf8');
  const { run, gates } = JSON.parse(summary) as {
    run: { missingParts: string[] };
    gates: { holds: boolean }[];
  };
  assert.deepEqual(run.missingParts, ['part 1/2 is missing']);
  assert.equal(gates[0].holds, false);
  const given = [...merged, 'other.sqlite', '--no-report', '--require', 'goal'];
  const junit = await succeeds([...given, '--gate-format', 'junit'], { cwd: folder });
  assert.match(junit.stdout, /tests="2" failures="0" skipped="1"/);
  assert.match(junit.stdout, /name="part 1\/2 is missing"><skipped\/>/);
});

test('what cannot be cut into parts is refused', async () => {
  for (const wrong of ['0/2', '3/2', '2']) {
    const { stderr } = await ends(2, ['run', 'a.csv', '--shard', wrong]);
    assert.match(stderr, /--shard: expected a part and how many there are, such as 2\/8, got/);
  }
  const { stderr } = await ends(2, ['run', '-', '--shard', '1/2']);
  assert.match(stderr, /--shard needs corpora that every machine can read/);
});
