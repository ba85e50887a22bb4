import assert from 'node:assert/strict';
import {
  writeFileSync,
  readFileSync,
  rmSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mergeParts } from '../../../src/pipeline/runs/merge.js';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import { StopRequest } from '../../../src/pipeline/runs/request.js';
import { GATE_REQUIREMENTS, gatesOf, type RunGates } from '../../../src/pipeline/record/outcome.js';
import { evaluateGates } from '../../../src/pipeline/store/gates.js';
import { findRun } from '../../../src/pipeline/store/stored-runs.js';
import { writeCsv, withCorpus } from '../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../support/runs/requests.js';
import {
  assertEach,
  assertNone,
  deepTest,
  depth,
  folderWith,
  temporaryFolder,
  eachOf,
} from '../../support/tests.js';
import { execFileSync } from 'node:child_process';
import { ends, nonomill, ROOT, start } from '../../support/nonomill.js';
import { gunzipSync } from 'node:zlib';
import { checkProof } from '../../support/check-proof.js';
import { wantedPuzzles } from '../../../src/pipeline/store/queries/stored-results.js';
import { killedAt } from '../../support/killed.js';
import { change, lookIn, valueOf } from '../../support/runs/solve-parts.js';

const SHAPE = { count: 40, width: 5, height: 5, brokenEvery: 9 };
const STRICT_LINE: RunGates = { strict: true, require: ['line'] };
const UNIQUE: RunGates = { strict: false, require: ['unique'] };
const RESUME = { mode: { kind: 'resume', given: [] } } as const;

function gatesIn(db: string): RunGates {
  return lookIn(db, (store) => gatesOf(findRun(store).options));
}

test('gates are kept with the run: they hold when it goes on, is done, and is tried again', async (t) => {
  const { corpus, db } = withCorpus(t, SHAPE);
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onStart = () => stop.request('signal');
  await doRun(requestFor([corpus], db, { gates: STRICT_LINE }), controls(observer, stop));
  assert.deepEqual(gatesIn(db), STRICT_LINE);
  assert.equal((await doRun(requestFor([], db, RESUME), controls())).kind, 'resumed');
  assert.equal((await doRun(requestFor([corpus], db, RESUME), controls())).kind, 'untouched');
  const retry = { mode: { kind: 'retry', statuses: ['unique'], given: [] } } as const;
  assert.equal((await doRun(requestFor([], db, retry), controls())).kind, 'retried');
  assert.deepEqual(gatesIn(db), STRICT_LINE);
});

test('gates that are given take the place of those of the run, which is said', async (t) => {
  const { corpus, db } = withCorpus(t, SHAPE);
  await doRun(requestFor([corpus], db, { gates: STRICT_LINE }), controls());
  const observer = new Recorder();
  await doRun(requestFor([corpus], db, { ...RESUME, gates: UNIQUE }), controls(observer));
  assert.deepEqual(gatesIn(db), UNIQUE);
  assert.deepEqual(observer.warnings, [
    'Run 1 had other gates: --strict --require line, now --require unique.',
  ]);
});

test('a run that a resume starts, as its file has changed, has the gates of the one before', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'book.ndjson');
  const db = join(folder, 'a.sqlite');
  writeFileSync(corpus, '{"rows":[[2],[1]],"columns":[[2],[1]]}\n');
  await doRun(requestFor([corpus], db, { gates: UNIQUE }), controls());
  writeFileSync(corpus, '{"rows":[[2],[2]],"columns":[[2],[1]]}\n');
  const observer = new Recorder();
  const outcome = await doRun(requestFor([corpus], db, RESUME), controls(observer));
  assert.equal(outcome.kind, 'started');
  assert.deepEqual(gatesIn(db), UNIQUE);
  assert.match(observer.warnings[0], /The gates of run 1 hold for it: --require unique\.$/);
  const others = { ...RESUME, newGates: { strict: true, require: [] } };
  writeFileSync(corpus, '{"rows":[[2],[2]],"columns":[[2],[2]]}\n');
  await doRun(requestFor([corpus], db, others), controls());
  assert.deepEqual(gatesIn(db), others.newGates);
  const other = writeCsv(folder, 'other', SHAPE);
  await doRun(requestFor([other], db, RESUME), controls());
  assert.deepEqual(gatesIn(db), { strict: false, require: [] }, 'another corpus');
});

test('a merged run has all gates of its parts, unless others are given', async (t) => {
  const { folder, corpus } = withCorpus(t, SHAPE);
  const parts = [STRICT_LINE, UNIQUE].map((gates, i) => ({
    gates,
    db: join(folder, `p${i}.sqlite`),
  }));
  for (const [i, { gates, db }] of parts.entries()) {
    await doRun(requestFor([corpus], db, { gates, shard: `${i + 1}/2` }), controls());
  }
  const merge = async (db: string, gates?: RunGates): Promise<RunGates> => {
    const request = {
      parts: parts.map((part) => part.db),
      db,
      partial: false,
      ...(gates && { gates }),
    };
    await mergeParts(request, { stop: new StopRequest(), warn: () => undefined });
    return gatesIn(db);
  };
  const all = join(folder, 'all.sqlite');
  assert.deepEqual(await merge(all), { strict: true, require: ['unique', 'line'] });
  assert.deepEqual(await merge(all, UNIQUE), UNIQUE, 'given again, for a run that is complete');
  assert.deepEqual(await merge(join(folder, 'other.sqlite'), UNIQUE), UNIQUE);
});

const CROSS = '"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]';
const CORPUS = [
  `{"id":"cross",${CROSS}}`,
  '{"id":"wrong","rows":[[2],[1]],"columns":[[2],[1]],"goal":["##",".#"]}',
  '',
  `{"id":"again",${CROSS}}`,
  '{"id":"broken"}',
  '{"rows":[[2],[1]],"columns":[[2],[1]]}',
].join('\n');

interface PlacedSummary {
  readonly duplicates: { readonly first: readonly { readonly first: readonly Placed[] }[] };
  readonly misfits: readonly Placed[];
  readonly gates: readonly { readonly name: string; readonly first: readonly Placed[] }[];
}

interface Placed {
  readonly name: string;
  readonly line: number | null;
}

test('duplicates, rejects and misfits say file and line in the terminal, the report and its summaries', async () => {
  const folder = folderWith({ 'kinds.ndjson': CORPUS });
  const place = { cwd: folder };
  const gates = ['--strict', '--require', 'goal,distinct'];
  const words = ['run', 'kinds.ndjson', '--db', 'x.sqlite', '--report', 'report', ...gates];
  const { stdout } = await ends(3, words, place);
  assert.match(stdout, /cross \(kinds\.ndjson:1\) = again \(kinds\.ndjson:4\)$/m);
  assert.match(stdout, /^misfits .*\n +kinds\.ndjson:2 wrong: /m);
  assert.match(stdout, /^rejects .*\n +1 {2}kinds\.ndjson:5 {2}/m);
  const read = (name: string): string => readFileSync(join(folder, 'report', name), 'utf8');
  for (const name of ['index.html', 'summary.md']) {
    const text = read(name);
    for (const line of [1, 2, 4, 5])
      assert.match(text, new RegExp(`kinds\\.ndjson:${line}\\b`), name);
    assert.match(text, /What does not meet the gates/);
  }
  const summary = JSON.parse(read('summary.json')) as PlacedSummary;
  const placed = (some: readonly Placed[]): string =>
    some.map(({ name, line }) => `${name}:${line}`).join(', ');
  // The last one is the puzzle with the wrong picture once more, without a name.
  assertEach(summary.duplicates.first, ({ first }) => placed(first), [
    'cross:1, again:4',
    'wrong:2, kinds.ndjson#4:6',
  ]);
  assert.equal(placed(summary.misfits), 'wrong:2');
  assertEach(summary.gates, ({ name, first }) => `${name}: ${placed(first)}`, [
    'strict: broken:5',
    'goal: wrong:2',
    'distinct: cross:1, wrong:2',
  ]);

  // A file that is gone, or another by now, or no file any more: an entry is all that is known.
  const again = async (): Promise<string> =>
    (await nonomill(['report', '--db', 'x.sqlite', '--report', 'report'], place)).stderr +
    read('summary.json');
  writeFileSync(join(folder, 'kinds.ndjson'), CORPUS.split('\n').reverse().join('\n'));
  assert.doesNotMatch(await again(), /"name": "again",[^}]*"line": 4/);
  rmSync(join(folder, 'kinds.ndjson'));
  assert.match(await again(), /"name": "again",[^}]*"line": null/);
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'kinds.ndjson')]);
  assert.match(await again(), /"name": "again",[^}]*"line": null/);
});

test('in a long CSV, lines are those of the file, whatever lies between', async () => {
  const wrong = (id: string): string => `${id},2;1,2;1,##/.#`;
  const lines = ['id,rows,columns,goal'];
  for (let i = 0; i < 4500; i++) {
    if (i % 500 === 0)
      lines.push('# a comment', '', `"two`, `lines",1,1,#`, '"broken,1,1', wrong(`w${i}`));
    lines.push(`p${i},1,1,#`);
  }
  const folder = folderWith({ 'long.csv': lines.join('\n') });
  const { stdout } = await nonomill(
    ['run', 'long.csv', '--db', 'x.sqlite', '--json', '--no-report'],
    { cwd: folder },
  );
  const { misfits } = JSON.parse(stdout) as PlacedSummary;
  assert.ok(misfits.length > 2);
  for (const { name, line } of misfits) assert.equal(line, lines.indexOf(wrong(name)) + 1);
});

const ALL = ['unique', 'multiple', 'contradiction', 'timeout', 'steps', 'memory', 'crash'] as const;

/** Puzzles; every third has its first and last row swapped, and so most likely no solution. */
function corpusOf(folder: string, count: number, side: number): string {
  const path = writeCsv(folder, 'corpus', { count, width: side, height: side });
  const swapped = (line: string): string =>
    line.replace(/,"([^;]*);(.*?);([^;]*)","/, ',"$3;$2;$1","');
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.map((line, i) => (i % 3 === 1 ? swapped(line) : line)).join('\n'));
  return path;
}

/** The proofs in a folder, each checked against its puzzle of the database, and what has none. */
function checkedProofs(db: string, folder: string): { proven: number; unproven: string[] } {
  return lookIn(db, (store) => {
    const rows = store.db.prepare<[], [number, string, number | null, string]>(
      `SELECT puzzle_id, status, proof, fingerprint FROM results JOIN puzzles USING (puzzle_id)`,
    );
    const results = new Map(
      rows
        .raw()
        .all()
        .map(([id, ...rest]) => [id, rest] as const),
    );
    const unproven: string[] = [];
    const names = new Set<string>();
    const stored = [...wantedPuzzles(store, 1, { statuses: ALL })];
    for (const { puzzleId, puzzle } of stored) {
      const [status, steps, fingerprint] = results.get(puzzleId)!;
      if (steps === null) {
        unproven.push(status);
        continue;
      }
      const name = `${fingerprint}.proof.gz`;
      names.add(name);
      const text = gunzipSync(readFileSync(join(folder, name))).toString('latin1');
      const report = checkProof(puzzle, text);
      assert.ok(report.valid, report.valid ? '' : report.reason);
      assert.equal(report.claim, status);
      assert.equal(report.steps, steps);
    }
    for (const name of readdirSync(folder)) assert.ok(names.has(name), `${name} is nobody's`);
    return { proven: results.size - unproven.length, unproven };
  });
}

test('a run proves every unique and contradictory puzzle, and keeps the proofs', async (t) => {
  const folder = temporaryFolder(t);
  const proveTo = join(folder, 'new', 'proofs');
  const db = join(folder, 'a.sqlite');
  const asked = { prove: true, proveTo };
  await doRun(requestFor([corpusOf(folder, depth(200, 300), 7)], db, asked), controls());
  const { proven, unproven } = checkedProofs(db, proveTo);
  assert.ok(proven > 100);
  const contradictory = "SELECT count(*) FROM results WHERE status = 'contradiction'";
  assert.ok(Number(valueOf(db, contradictory)) > 20);
  assert.deepEqual(new Set(unproven), new Set(['multiple']));
});

deepTest('a stopped run is resumed with all proofs, and the same options only', async (t) => {
  const folder = temporaryFolder(t);
  const proveTo = join(folder, 'proofs');
  const corpus = corpusOf(folder, 1500, 7);
  const db = join(folder, 'a.sqlite');
  const asked = { noDifficulty: true, prove: true, proveTo };
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onProgress = ({ solved }) => solved > 0 && stop.request('signal');
  const stopped = await doRun(requestFor([corpus], db, asked), controls(observer, stop));
  assert.equal(stopped.state, 'interrupted');
  assertNone(readdirSync(proveTo), (name) => name.endsWith('.part'));

  const mode = { kind: 'resume' } as const;
  const other = { ...asked, prove: false, proveTo: null };
  const expected = /--prove was set, now not set; --prove-to was .*proofs, now not set/;
  await assert.rejects(doRun(requestFor([corpus], db, { ...other, mode }), controls()), expected);
  // What is not given is as the run has it, unless its folder is not one of proofs: a stranger
  // may have made the database.
  const request = requestFor([corpus], db, { mode: { ...mode, given: [] } });
  renameSync(proveTo, `${proveTo}-away`);
  const wanted = /keeps its proofs in .*say --prove-to with this/;
  await assert.rejects(doRun(request, controls()), wanted);
  assert.ok(!existsSync(proveTo));
  mkdirSync(proveTo);
  writeFileSync(join(proveTo, 'letter.txt'), 'Dear Anna');
  await assert.rejects(doRun(request, controls()), /no run has kept any there/);
  rmSync(proveTo, { recursive: true });
  renameSync(`${proveTo}-away`, proveTo);
  await doRun(request, controls());
  const { proven, unproven } = checkedProofs(db, proveTo);
  assert.equal(proven + unproven.length, 1500);
  assert.deepEqual(new Set(unproven), new Set(['multiple']));
});

test('a puzzle that the budget ends has no proof, and a retry proves as the run did, coloured puzzles too', async (t) => {
  const folder = temporaryFolder(t);
  const proveTo = join(folder, 'proofs');
  const db = join(folder, 'a.sqlite');
  const asked = { maxSteps: 40, prove: true, proveTo };
  const corpora = [corpusOf(folder, depth(80, 300), 10), join(ROOT, 'data', 'colours.json')];
  await doRun(requestFor(corpora, db, asked), controls());
  const { unproven } = checkedProofs(db, proveTo);
  assert.ok(unproven.includes('steps'));

  const mode = {
    kind: 'retry',
    statuses: ['steps', 'unique', 'contradiction'],
    given: [],
  } as const;
  await doRun(requestFor([], db, { mode }), controls());
  assert.deepEqual(new Set(checkedProofs(db, proveTo).unproven), new Set(['multiple']));
});

deepTest('after kill -9 no half proof has its final name, and --resume proves on', async (t) => {
  const folder = temporaryFolder(t);
  const proveTo = join(folder, 'proofs');
  const db = join(folder, 'a.sqlite');
  const corpus = corpusOf(folder, 3000, 6);
  const words = ['run', corpus, '--db', db, '--prove-to', proveTo, '--resume', '--no-report'];
  for (const moment of ['results:1:end', 'results:1:after', 'results:1:end'] as const) {
    assert.ok(await killedAt(moment, [...words, '--quiet']), `it ended before ${moment}`);
    const written = readdirSync(proveTo).filter((each) => each.endsWith('.gz'));
    assert.ok(written.length > 0, 'no proof was written');
    for (const name of written) {
      const text = gunzipSync(readFileSync(join(proveTo, name))).toString('latin1');
      assert.match(text, /\nend \d+ [0-9a-f]{8}\n$/);
    }
  }
  const { code, stderr } = await start([...words, '--quiet']).ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(new Set(checkedProofs(db, proveTo).unproven), new Set(['multiple']));
});

test('a folder that cannot be made stops the run before it begins', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const db = join(folder, 'a.sqlite');
  const proveTo = join(folder, 'file', 'proofs');
  const asked = { prove: true, proveTo };
  const request = requestFor([corpusOf(folder, 30, 5)], db, asked);
  const expected = /folder for the proofs cannot be used: .*: a part of its path is a file/;
  await assert.rejects(doRun(request, controls()), expected);
});

const REQUIRE = GATE_REQUIREMENTS.filter((gate) => gate !== 'distinct' && gate !== 'goal');

test('a typo stays one, whatever somebody makes of the kind of its reject', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'book.ndjson');
  const right = '{"rows":[[2],[1]],"columns":[[2],[1]]}\n';
  for (const [i, typo] of [
    '{"rows":[[2],[2]],"columns":[[2],[1]]}\n',
    '{"rows":[[3],[1]],"columns":[[2],[1]]}\n',
    '{"rows":[[2],[1]],"columns":[[2],[3]]}\n',
  ]
    .slice(depth(2, 0))
    .entries()) {
    writeFileSync(corpus, right + typo);
    const db = join(folder, `${i}.sqlite`);
    await doRun(
      requestFor([corpus], db, { gates: { strict: false, require: REQUIRE } }),
      controls(),
    );
    for (const kind of [`'text'`, `''`, '7']) {
      change(db, `UPDATE piece_rejects SET kind = ${kind}`);
      const { verdicts } = lookIn(db, (store) => evaluateGates(store, findRun(store)));
      const found = eachOf(verdicts, 'holds');
      const expected = REQUIRE.map((gate) => gate === 'no-worse');
      assert.deepEqual(found, expected, `${typo}${kind}`);
    }
  }
});
