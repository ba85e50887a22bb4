import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import type { PuzzleLimits } from '../../../../src/pipeline/runs/pool/pool.js';
import { checkProof } from '../../../support/check-proof.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { wantedPuzzles } from '../../../../src/pipeline/store/queries/stored-puzzles.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { ONLY_DEEP } from '../../../support/depth.js';
import { killedAt } from '../../../support/killed.js';
import { ROOT, start } from '../../../support/nonomill.js';

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
  const store = openStore(db, { readonly: true });
  try {
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
    const stored = [...wantedPuzzles(store, 1, { statuses: ALL }, 1000)].flat();
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
  } finally {
    store.close();
  }
}

test('a run proves every unique and contradictory puzzle, and keeps the proofs', async (t) => {
  const folder = temporaryFolder(t);
  const proveTo = join(folder, 'new', 'proofs');
  const db = join(folder, 'a.sqlite');
  const limits: PuzzleLimits = { ...DEFAULT_SOLVE_LIMITS, prove: true, proveTo };
  await doRun(requestFor([corpusOf(folder, 300, 7)], db, { limits }), controls());
  const { proven, unproven } = checkedProofs(db, proveTo);
  assert.ok(proven > 100);
  assert.ok(countOf(db, 'contradiction') > 20);
  assert.deepEqual(new Set(unproven), new Set(['multiple']));
});

test('a run that was stopped and resumed has all proofs, and is resumed with the same options only', async (t) => {
  const folder = temporaryFolder(t);
  const proveTo = join(folder, 'proofs');
  const corpus = corpusOf(folder, 1500, 7);
  const db = join(folder, 'a.sqlite');
  const limits: PuzzleLimits = { ...DEFAULT_SOLVE_LIMITS, difficulty: false, prove: true, proveTo };
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onProgress = ({ solved }) => solved > 0 && stop.request('signal');
  const stopped = await doRun(requestFor([corpus], db, { limits }), controls(observer, stop));
  assert.equal(stopped.state, 'interrupted');
  assert.deepEqual(
    readdirSync(proveTo).filter((name) => name.endsWith('.part')),
    [],
  );

  const mode = { kind: 'resume' } as const;
  const other = { ...limits, prove: false, proveTo: undefined };
  await assert.rejects(
    doRun(requestFor([corpus], db, { limits: other, mode }), controls()),
    /--prove was set, now not set; --prove-to was .*proofs, now not set/,
  );
  // What is not given is as the run has it, unless its folder is not one of proofs: a stranger may
  // have made the database.
  const request = requestFor([corpus], db, { mode: { ...mode, given: [] } });
  renameSync(proveTo, `${proveTo}-away`);
  await assert.rejects(
    doRun(request, controls()),
    /keeps its proofs in .*say --prove-to with this/,
  );
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
  const limits: PuzzleLimits = { ...DEFAULT_SOLVE_LIMITS, maxSteps: 40, prove: true, proveTo };
  const corpora = [corpusOf(folder, 300, 10), join(ROOT, 'data', 'colours.json')];
  await doRun(requestFor(corpora, db, { limits }), controls());
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

test(
  'after kill -9 there is no half proof under its final name, and --resume proves the rest',
  { skip: ONLY_DEEP },
  async (t) => {
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
  },
);

test('a folder that cannot be made stops the run before it begins', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const db = join(folder, 'a.sqlite');
  const proveTo = join(folder, 'file', 'proofs');
  const limits: PuzzleLimits = { ...DEFAULT_SOLVE_LIMITS, prove: true, proveTo };
  const request = requestFor([corpusOf(folder, 30, 5)], db, { limits });
  await assert.rejects(
    doRun(request, controls()),
    /folder for the proofs cannot be used: .*: a part of its path is a file/,
  );
});

function countOf(db: string, status: string): number {
  const store = openStore(db, { readonly: true });
  const count = store.db.prepare(`SELECT count(*) FROM results WHERE status = ?`).pluck();
  try {
    return count.get(status) as number;
  } finally {
    store.close();
  }
}
