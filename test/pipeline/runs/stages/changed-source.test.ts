import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { countRun, findRun } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { contentsOf, type Contents } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { depth } from '../../../support/depth.js';

const CHANGES: Readonly<Record<string, (path: string) => void>> = {
  grows: (path) => appendFileSync(path, 'another,1,1,"1","1"\n'),
  'is cut': (path) => truncateSync(path, Math.floor(readFileSync(path).length * 0.9)),
  'is written over': (path) => {
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 100), bytes.subarray(0, -100)]));
  },
};

/** What a run over the same corpora leaves if nothing changes. */
let undisturbed: Contents | null = null;

for (const [what, change] of Object.entries(CHANGES)) {
  test(`a run over a corpus that ${what} meanwhile stays interrupted, and says so`, async (t) => {
    const folder = temporaryFolder(t);
    const first = writeCsv(folder, 'first', { count: 40, width: 5, height: 5 });
    const corpus = writeCsv(folder, 'big', {
      count: depth(2500, 8000),
      width: 8,
      height: 8,
      seed: 3,
    });
    const content = readFileSync(corpus);
    const db = join(folder, 'a.sqlite');
    const observer = new Recorder();
    observer.onStart = () => change(corpus);
    const limits = { ...DEFAULT_SOLVE_LIMITS, difficulty: false };
    const request = requestFor([first, corpus], db, { limits });
    await assert.rejects(
      doRun(request, controls(observer)),
      /big\.csv changed while the run read it.*stays interrupted/,
    );
    const store = openStore(db, { readonly: true });
    const { runId, state } = findRun(store);
    assert.equal(state, 'interrupted');
    assert.ok(countRun(store, runId).results <= 40);
    store.close();

    writeFileSync(corpus, content);
    const mode = { kind: 'resume' } as const;
    assert.equal((await doRun({ ...request, mode }, controls())).state, 'complete');
    if (undisturbed === null) {
      const other = join(folder, 'b.sqlite');
      await doRun({ ...request, db: other }, controls());
      undisturbed = contentsOf(other);
    }
    assert.deepEqual(contentsOf(db), undisturbed);
  });
}
