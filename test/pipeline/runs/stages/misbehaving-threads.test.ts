// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOCAL, doRun, type RunParts } from '../../../../src/pipeline/runs/stages/do-run.js';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import { ReadingThread } from '../../../../src/pipeline/corpus/reader/reading-thread.js';
import type { ReadingTask } from '../../../../src/pipeline/corpus/reader/serve-reading.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { PlainJson } from '../../../../src/solver/formats/json/json-splitter.js';
import { MARKED_HEIGHT } from '../../../support/packed-batches.js';
import { contentsOf } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { nonomill } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { ReadingHere } from '../../../support/runs/read-here.js';
import { PoolHere } from '../../../support/runs/solve-here.js';
import { ONLY_DEEP } from '../../../support/depth.js';

const MARKED = [0, 1, 2, 40, 299];

type Results = ReturnType<typeof contentsOf>['results'];
/** What a run finds where nothing misbehaves. */
let known: Promise<Results> | null = null;

// What the pool makes of each of them has its tests: one thread that dies and one that lies show
// that runs do the same.
for (const { thread, status, memoryMiB = null, timeoutMs = 60_000, skip = false } of [
  { thread: 'stuck-thread', status: 'timeout', timeoutMs: 300, skip: ONLY_DEEP },
  { thread: 'heap-eating-thread', status: 'memory', memoryMiB: 48, skip: ONLY_DEEP },
  { thread: 'exiting-thread', status: 'crash' },
  { thread: 'wrong-picture-thread', status: 'crash' },
  { thread: 'unpackable-thread', status: 'crash' },
]) {
  test(
    `a run with the ${thread} loses the marked puzzles to "${status}", and nothing else`,
    { skip },
    async (t) => {
      const folder = temporaryFolder(t);
      const corpus = corpusWithMarks(folder);
      const threadFile = new URL(`../../../fixtures/threads/${thread}.js`, import.meta.url);
      const found = async (name: string, makePool: RunParts['makePool']): Promise<Results> => {
        const db = join(folder, name);
        const parts = { openStore: () => openStore(db, { readonly: false }), makePool };
        const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
        const outcome = await doRun(requestFor([corpus], db, { limits }), controls(), parts);
        assert.equal(outcome.state, 'complete');
        assert.equal(outcome.proof.holds, true);
        return contentsOf(db).results;
      };
      known ??= found('good.sqlite', () => new PoolHere());
      const good = await known;
      const bad = await found(
        'bad.sqlite',
        ({ threads }) => new LocalPool({ threads, memoryMiB, graceMs: 200, threadFile }),
      );
      assert.equal(bad.length, 300);
      for (const { ordinal, status: found } of bad) {
        if (MARKED.includes(ordinal)) assert.equal(found, status);
      }
      const others = (all: typeof good): typeof good =>
        all.filter(({ ordinal }) => !MARKED.includes(ordinal));
      assert.deepEqual(others(bad), others(good));
    },
  );
}

test('entries that the program fails on are named, the others are done, and the exit code says so', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'some.ndjson');
  const lines = [5, 5, MARKED_HEIGHT].map((height) => {
    const rows = Array.from({ length: height }, () => [1]);
    return JSON.stringify({ rows, columns: [[height]] });
  });
  writeFileSync(corpus, `${lines.join('\n')}\n`);
  const threadFile = new URL('../../../fixtures/threads/throwing-thread.js', import.meta.url);
  t.mock.method(
    LOCAL,
    'makePool',
    () => new LocalPool({ threads: 1, memoryMiB: null, threadFile }),
  );
  t.mock.method(ReadingThread, 'start', (task: ReadingTask) => new ReadingHere(task));
  const sound = new PlainJson();
  const fields = sound.fields.bind(sound);
  let read = 0;
  t.mock.method(PlainJson.prototype, 'fields', (text: string) => {
    if (read++ === 1) throw new TypeError('a fault on purpose');
    return fields(text);
  });
  const words = ['run', corpus, '--db', join(folder, 'a.sqlite'), '--no-report'];
  const { code, stdout, stderr } = await nonomill([...words, '--require', 'line']);
  assert.equal(code, 1);
  assert.match(stdout, /3 entries = 2 results \+ 1 reject\n/);
  assert.match(
    stderr,
    /the program failed on 1 puzzle; "--retry crash" tries again\. .*\(NM_UNEXPECTED\):\n {2}\S+some\.ndjson#2, 1x7: crash; .*the solver failed: TypeError: a bug on purpose/,
  );
  assert.match(stderr, /the program failed on 1 entry of the rejects\. .*\(NM_UNEXPECTED\)\n/);
  assert.equal(
    (await nonomill([...words, '--resume', '--quiet'])).code,
    1,
    'as long as they are there',
  );
});

/** 300 puzzles of 5x5, but those with a mark, which are higher. */
function corpusWithMarks(folder: string): string {
  const lines = (height: number): string[] =>
    readFileSync(writeCsv(folder, 'lines', { count: 300, width: 5, height }), 'utf8').split('\n');
  const marked = lines(MARKED_HEIGHT);
  const plain = lines(5);
  const path = join(folder, 'marked.csv');
  // Line 0 is the header.
  writeFileSync(
    path,
    plain.map((line, i) => (MARKED.includes(i - 1) ? marked[i] : line)).join('\n'),
  );
  return path;
}
