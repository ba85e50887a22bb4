import {
  expectedEntries,
  type Run,
  type RunSource,
} from '../../../src/pipeline/store/stored-runs.js';
import assert from 'node:assert/strict';
import { resolve, join } from 'node:path';
import { test } from 'node:test';
import {
  type RunMode,
  type RunRequest,
  storedOptions,
  StopRequest,
} from '../../../src/pipeline/runs/request.js';
import { planRun, runToRead, knowSources } from '../../../src/pipeline/runs/plan.js';
import type { RunState } from '../../../src/pipeline/record/outcome.js';
import { requestFor } from '../../support/runs/requests.js';
import { folderWith, eachOf } from '../../support/tests.js';
import { accountOf, isRunWhole, requireAccounted } from '../../../src/pipeline/runs/stored-run.js';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { succeeds } from '../../support/nonomill.js';
import { change } from '../../support/runs/solve-parts.js';

type PlannedSource = Parameters<typeof planRun>[2][number];

type StoredRuns = Parameters<typeof planRun>[1];

/** A run that a database holds: its state, over which content, and what was asked. */
interface Stored {
  readonly state: RunState;
  readonly of?: readonly string[];
  readonly asked?: Partial<RunRequest>;
  /** Its results that are `steps`; not whole without. */
  readonly undecided?: number;
  /** Whether one of its rounds is not done. */
  readonly hasRoundLeft?: boolean;
}

/**
 * What comes of a request: `resumed 2`, with what was asked in the end; or words of the refusal.
 */
interface Case {
  readonly says: string;
  /** In the order in which they were begun: the first is run 1. */
  readonly runs?: readonly Stored[];
  /** Without, it goes on. */
  readonly mode?: RunMode;
  readonly asked?: Partial<RunRequest>;
  /** The content of the corpora now; `pipe` can be read only once. */
  readonly of?: readonly string[];
  readonly comes: string | RegExp;
  readonly asks?: object;
  readonly warns?: RegExp;
}

const NEW: RunMode = { kind: 'new' };
/** A folder as it is stored: whole, as the system writes it. */
const PROOFS = resolve('proofs');
const RESUME: RunMode = { kind: 'resume', given: [] };
const RETRY: RunMode = { kind: 'retry', statuses: ['steps'], given: [] };
const LATEST = { corpora: [] };
const A = ['a'];
const QUEUE = { url: 'redis://localhost', timeoutMs: 1000 };
const PART = { shard: '2/8' };
const ROUNDS: Partial<RunRequest> = { timeoutMs: [1000, 30_000] };
const race = (command: string, verdict: string | null = null): Partial<RunRequest> => {
  const kept = { kind: 'race', command, format: null, verdict, runs: 1 };
  return { solver: { kept, flags: ['format', 'verdict', 'runs'] } };
};

/** Runs over that content. */
const STOPPED: Stored = { state: 'interrupted', of: A };
const WHOLE: Stored = { state: 'complete', of: A };

const CASES: readonly Case[] = [
  // A new run is new, whatever the database holds.
  { says: 'new', mode: NEW, of: A, comes: 'started' },
  { says: 'new beside others', runs: [STOPPED], mode: NEW, of: A, comes: 'started' },
  { says: 'new, over a pipe', mode: NEW, of: ['pipe'], comes: 'started' },

  // Resume, with corpora.
  { says: 'the unfinished run of the same content', runs: [STOPPED], of: A, comes: 'resumed 1' },
  { says: 'one that was killed', runs: [{ state: 'running', of: A }], of: A, comes: 'resumed 1' },
  {
    says: 'an unfinished one before a later complete one',
    runs: [STOPPED, WHOLE],
    of: A,
    comes: 'resumed 1',
  },
  {
    says: 'the run of its name, not a later one of another',
    runs: [
      { state: 'interrupted', of: A, asked: { name: 'Book' } },
      { state: 'interrupted', of: A, asked: { name: 'other' } },
    ],
    asked: { name: 'book' },
    of: A,
    comes: 'resumed 1',
  },
  {
    says: 'no run of another name',
    runs: [{ state: 'interrupted', of: A, asked: { name: 'other' } }],
    asked: { name: 'book' },
    of: A,
    comes: 'started',
    warns: /the nearest, run 1 \(other\), differs: it has another name/,
  },
  {
    says: 'a run of whatever name, if none is asked for',
    runs: [{ state: 'interrupted', of: A, asked: { name: 'other' } }],
    of: A,
    comes: 'resumed 1',
  },
  { says: 'the latest of two', runs: [STOPPED, STOPPED], of: A, comes: 'resumed 2' },
  {
    says: 'nothing of other content',
    runs: [{ state: 'interrupted', of: ['b', 'c'] }],
    of: A,
    comes: 'started',
    warns:
      /run 1, differs: it read b and c too; it did not read a\. A new one starts, with 10\.0 s/,
  },
  {
    says: 'a complete one that has a round left',
    runs: [{ state: 'complete', of: A, asked: ROUNDS, hasRoundLeft: true }],
    of: A,
    comes: 'resumed 1',
    asks: ROUNDS,
  },
  {
    says: 'not one that has a round left under other limits',
    runs: [{ state: 'complete', of: A, asked: ROUNDS, hasRoundLeft: true }],
    mode: { kind: 'resume', given: ['timeoutMs'] },
    of: A,
    comes: /--timeout was 1000ms,30000ms, now 10000ms/,
  },
  {
    says: 'the latest, complete, without its corpora, as it has a round left',
    runs: [{ state: 'complete', of: A, asked: ROUNDS, hasRoundLeft: true }],
    asked: LATEST,
    comes: 'resumed 1',
  },
  { says: 'a complete one stays', runs: [WHOLE], of: A, comes: 'untouched 1' },
  {
    says: 'its own options',
    runs: [{ state: 'interrupted', of: A, asked: { guessDepth: 3, timeoutMs: 5 } }],
    of: A,
    comes: 'resumed 1',
    asks: { guessDepth: 3, timeoutMs: 5 },
  },
  {
    says: 'another option that is given',
    runs: [STOPPED],
    mode: { kind: 'resume', given: ['guessDepth'] },
    asked: { guessDepth: 2 },
    of: A,
    comes: /other options: --guess-depth was 1, now 2\. .*without --resume/,
  },
  {
    says: 'another option of a complete run',
    runs: [WHOLE],
    mode: { kind: 'resume', given: ['timeoutMs'] },
    asked: { timeoutMs: 7 },
    of: A,
    comes: /other options: --timeout was 10000ms, now 7ms\. .*without --resume/,
  },
  {
    says: 'content that has changed',
    runs: [STOPPED],
    of: ['A'],
    comes: /a: changed since run 1 began, or read in another way/,
  },
  { says: 'a pipe', of: ['pipe'], comes: /cannot be read a second time.*cannot be resumed/ },

  // Resume, without corpora.
  {
    says: 'the latest unfinished run of a name',
    runs: [
      { state: 'interrupted', of: A, asked: { name: 'book' } },
      { state: 'interrupted', of: A, asked: { name: 'other' } },
    ],
    asked: { ...LATEST, name: 'book' },
    of: A,
    comes: 'resumed 1',
  },
  {
    says: 'no run has that name',
    runs: [{ state: 'interrupted', of: A, asked: { name: 'other' } }],
    asked: { ...LATEST, name: 'book' },
    of: A,
    comes: /There is no run called "book"/,
  },
  {
    says: 'the latest unfinished run',
    runs: [STOPPED, { state: 'complete', of: ['b'] }],
    asked: LATEST,
    of: A,
    comes: 'resumed 1',
    asks: { corpora: A },
  },
  {
    says: 'the latest is complete',
    runs: [WHOLE],
    asked: LATEST,
    comes: 'untouched 1',
    warns: /Run 1 is complete: there is no run to go on with/,
  },
  {
    says: 'no corpora were noted',
    runs: [{ state: 'interrupted', of: [] }],
    asked: LATEST,
    comes: /stopped before its corpora were stored/,
  },
  {
    says: 'the latest read a pipe',
    runs: [{ state: 'interrupted', of: ['pipe'] }],
    asked: LATEST,
    comes: /cannot be read a second time/,
  },
  {
    says: 'the content has changed',
    runs: [STOPPED],
    asked: LATEST,
    of: ['A'],
    comes: /a: changed since run 1 began/,
  },
  { says: 'there is no run', asked: LATEST, comes: /no run yet/ },
  {
    says: 'it was read in another way',
    runs: [STOPPED],
    mode: { kind: 'resume', given: ['columnsFirst'] },
    asked: { ...LATEST, columnsFirst: true },
    of: A,
    comes: /begun with other options: --columns-first was not set, now set/,
  },
  {
    says: 'it was read in another format',
    runs: [STOPPED],
    asked: { ...LATEST, format: 'ndjson' },
    of: A,
    comes: /begun with other options: --format is ndjson, but a was read as csv/,
  },

  // Retry.
  {
    says: 'what is undecided',
    runs: [{ state: 'complete', undecided: 4 }],
    mode: RETRY,
    asked: LATEST,
    comes: 'retried 1 (4)',
  },
  {
    says: 'none is undecided',
    runs: [{ state: 'complete', undecided: 0 }],
    mode: RETRY,
    asked: LATEST,
    comes: 'untouched 1',
    warns: /no result that is steps/,
  },
  {
    says: 'a retry that was killed',
    runs: [{ state: 'running', undecided: 0 }],
    mode: RETRY,
    asked: LATEST,
    comes: 'retried 1 (0)',
  },
  {
    says: 'a run that is not finished',
    runs: [{ state: 'interrupted' }],
    mode: RETRY,
    asked: LATEST,
    comes: /Run 1 is not finished/,
  },
  {
    says: 'more time, and what the run looked for',
    runs: [
      {
        state: 'complete',
        undecided: 1,
        asked: { timeoutMs: 5, count: 'exact', prove: true, noDifficulty: true },
      },
    ],
    mode: RETRY,
    asked: LATEST,
    comes: 'retried 1 (1)',
    asks: { timeoutMs: 10_000, count: 'exact', prove: true, noDifficulty: true },
  },
  {
    says: 'something else',
    runs: [{ state: 'complete', undecided: 1 }],
    mode: { ...RETRY, given: ['count'] },
    asked: { ...LATEST, count: 'exact' },
    comes: /--count was 2, now exact.*leave these options out/,
  },

  // Parts.
  { says: 'a part of a pipe', mode: NEW, asked: PART, of: ['pipe'], comes: /has no parts/ },
  {
    says: 'the part that is asked for',
    runs: [{ state: 'interrupted', of: A, asked: PART }, STOPPED],
    mode: { kind: 'resume', given: ['shard'] },
    asked: PART,
    of: A,
    comes: 'resumed 1',
  },
  {
    says: 'another part',
    runs: [{ state: 'interrupted', of: A, asked: { shard: '1/8' } }],
    mode: { kind: 'resume', given: ['shard'] },
    asked: PART,
    of: A,
    comes: 'started',
  },
  {
    says: 'any part, if none is asked for',
    runs: [{ state: 'interrupted', of: A, asked: PART }],
    of: A,
    comes: 'resumed 1',
    asks: PART,
  },
  // A merged run is of all parts: it has no shard, and the version of its solver in addition.
  {
    says: 'a merged run without its last part',
    runs: [STOPPED],
    asked: LATEST,
    of: A,
    comes: 'resumed 1',
    asks: { shard: null },
  },

  // Other programs.
  {
    says: 'a race of the same command',
    runs: [{ state: 'interrupted', of: A, asked: race('x') }],
    asked: race('x'),
    of: A,
    comes: 'resumed 1',
  },
  {
    says: 'a race that was read otherwise',
    runs: [{ state: 'interrupted', of: A, asked: race('x', 'y') }],
    asked: race('x'),
    of: A,
    comes: /--verdict was y, now not set/,
  },
  {
    says: 'not the race of another',
    runs: [{ state: 'interrupted', of: A, asked: race('x') }],
    asked: race('z'),
    of: A,
    comes: 'started',
  },
  {
    says: 'the nearest, which read other files in addition, in another order, under other limits',
    runs: [
      { state: 'complete', of: ['a', 'b', 'c'], asked: { timeoutMs: 3000 } },
      { state: 'complete', of: ['d'] },
    ],
    of: ['b', 'a', 'd', 'e'],
    comes: 'started',
    warns:
      /^There is no run to go on with: the nearest, run 1, differs: it read c too; it did not read d and e; --timeout was 3000ms, now 10000ms\. /,
  },
  {
    says: 'the same files in another order',
    runs: [{ state: 'complete', of: ['a', 'b'] }],
    of: ['b', 'a'],
    comes: 'started',
    warns: /run 1, differs: it read the same files in another order\. /,
  },
  {
    says: 'a file that has changed since a complete run',
    runs: [{ state: 'complete', of: ['A'] }],
    of: ['a'],
    comes: 'started',
    warns: /run 1, differs: since then a has changed\. /,
  },
  {
    says: 'a first run, with limits',
    asked: { timeoutMs: Infinity, maxSteps: 5000, memoryMiB: 100 },
    of: A,
    comes: 'started',
    warns: /^There is no run to go on with\. A new one starts, with 5,000 steps, 100 MiB\./,
  },
  {
    says: 'not a race',
    runs: [{ state: 'interrupted', of: A, asked: race('x') }],
    of: A,
    comes: 'started',
  },

  // Proofs stay where they are found.
  {
    says: 'proofs of other machines',
    mode: NEW,
    asked: { queue: QUEUE, proveTo: PROOFS },
    of: A,
    comes: /go on without a queue/,
  },
  {
    says: 'proofs of a run that goes on elsewhere',
    runs: [{ state: 'interrupted', of: A, asked: { prove: true, proveTo: PROOFS } }],
    asked: { queue: QUEUE },
    of: A,
    comes: /go on without a queue/,
  },
];

for (const { says, runs = [], mode = RESUME, asked, of = [], comes, asks, warns } of CASES) {
  test(`${mode.kind}: ${says}: ${String(comes)}`, () => {
    const stored = storedAs(runs);
    const request = requestFor(of, 'a.sqlite', { mode, ...asked });
    const planned = (): ReturnType<typeof planRun> => planRun(request, stored, of.map(sourceOf));
    if (comes instanceof RegExp) {
      assert.throws(planned, comes);
      return;
    }
    const plan = planned();
    const about = plan.kind === 'started' ? [] : [plan.run.runId];
    const count = plan.kind === 'retried' ? [`(${plan.total})`] : [];
    assert.equal([plan.kind, ...about, ...count].join(' '), comes);
    if (plan.kind === 'untouched' || plan.kind === 'started') {
      const isTold = plan.kind === 'started' && mode.kind === 'resume';
      assert.match(plan.warnings.join('\n'), warns ?? (isTold ? /A new one starts, / : /^$/));
    }
    if (plan.kind !== 'untouched') {
      const now: Record<string, unknown> = { ...plan.request };
      for (const [key, value] of Object.entries(asks ?? {})) assert.deepEqual(now[key], value, key);
    }
  });
}

test('a run that can go on by itself is read again before, and no other', () => {
  const latest = requestFor([], 'a.sqlite', { mode: RESUME });
  const read = (runs: readonly Stored[], request = latest): number | undefined =>
    runToRead(request, storedAs(runs))?.runId;
  assert.equal(read([STOPPED, WHOLE]), 1);
  assert.equal(read([WHOLE]), undefined);
  assert.equal(read([{ state: 'interrupted', of: ['pipe'] }]), undefined);
  const retry = requestFor([], 'a.sqlite', { mode: RETRY });
  assert.equal(read([{ state: 'complete' }], retry), undefined);
});

function storedAs(begun: readonly Stored[]): StoredRuns {
  const all = begun.map((one, i) => ({ one, run: runOf(one, i + 1) })).reverse();
  const find = (run: Run): Stored => begun[run.runId - 1];
  return {
    runs: all.map(({ run }) => run),
    latest() {
      if (all.length === 0) throw new Error('no run yet');
      return all[0].run;
    },
    sourcesOf: (run) =>
      (find(run).of ?? []).map((content, position): RunSource => {
        const known = { position, sourceId: position + 1, entries: null, allEntries: null };
        return { ...known, ...sourceOf(content), reading: '', bytes: 1 };
      }),
    isWhole: (run) => find(run).undecided !== undefined,
    countOf: (run) => find(run).undecided ?? 0,
    hasRoundLeft: (run, { timeoutMs }) =>
      find(run).hasRoundLeft === true && Array.isArray(timeoutMs),
  };
}

function runOf({ state, of = [], asked }: Stored, runId: number): Run {
  const options = { ...storedOptions(requestFor(of, 'a.sqlite', asked)) };
  const versions = { toolVersion: '1', nodeVersion: '1', host: 'h', cpu: 'c' };
  return {
    runId,
    name: asked?.name ?? null,
    state,
    startedAt: '',
    finishedAt: null,
    acceptedAt: null,
    acceptedBy: null,
    wallMs: 0,
    options,
    retries: [],
    failedGates: null,
    damage: null,
    ...versions,
  };
}

/** A file whose name is its content in small letters. */
function sourceOf(content: string): PlannedSource {
  const sha256 = content === 'pipe' ? null : content;
  return { path: content.toLowerCase(), format: 'csv', sha256, reading: '' };
}

const READING = '';

test('a file of a folder that vanished since it was found is left out; the others are known', async () => {
  const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n' });
  const there = { path: join(folder, 'a.csv'), format: 'csv', found: true };
  const gone = { path: join(folder, 'b.csv'), format: 'csv', found: true };
  for (const sources of [
    [there, gone],
    [gone, there],
  ]) {
    const { sources: known, leftOut } = await knowSources(sources, READING, new StopRequest());
    assert.deepEqual(eachOf(known, 'path'), [there.path]);
    assert.deepEqual(leftOut, [{ path: gone.path, reason: 'there is no such file or folder' }]);
  }
});

test('a file that was named itself must be there, and one of a folder at least', async () => {
  const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n' });
  const there = { path: join(folder, 'a.csv'), format: 'csv', found: true };
  const gone = { path: join(folder, 'b.csv'), format: 'csv' };
  const reason = { message: `${gone.path}: there is no such file or folder` };
  const stop = new StopRequest();
  await assert.rejects(knowSources([gone, there], READING, stop), reason);
  await assert.rejects(knowSources([{ ...gone, found: true }], READING, stop), reason);
});

const LINES = ['{"rows":[[1]],"columns":[[1]]}', '{"rows":[[9]],"columns":[[1]]}'].join('\n');

/**
 * The database of a run over a file of a puzzle and a reject, and a copy of it, after changes that
 * nobody should make.
 */
async function runWith(t: { after: (work: () => void) => void }, ...changes: string[]) {
  const folder = folderWith({ 'a.ndjson': LINES, 'b.ndjson': LINES });
  const db = join(folder, 'run.sqlite');
  await succeeds(['run', folder, '--db', db, '--no-report', '--quiet']);
  for (const sql of changes) change(db, sql);
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  return store;
}

test('every entry of a whole run has its result or its reject, once for each copy', async (t) => {
  const store = await runWith(t);
  assert.equal(expectedEntries(store, 1), 2);
  const account = accountOf(store, 1, 2);
  assert.deepEqual(account, { entries: 4, results: 1, rejects: 1, copied: 2, holds: true });
  assert.ok(isRunWhole(store, 1));
  requireAccounted(1, account);
});

test('a run whose readers saw only a part is neither whole nor wrong', async (t) => {
  const store = await runWith(t, 'UPDATE run_sources SET entries = NULL');
  assert.equal(expectedEntries(store, 1), null);
  const account = accountOf(store, 1, null);
  assert.deepEqual(account, { entries: null, results: 1, rejects: 1, copied: 2, holds: null });
  assert.equal(isRunWhole(store, 1), false);
  requireAccounted(1, account);
});

test('a copy that was not read to its end adds no entries, and so the account does not hold', async (t) => {
  const store = await runWith(t, 'UPDATE run_sources SET entries = NULL WHERE position = 1');
  assert.deepEqual(accountOf(store, 1, 2).entries, 2);
});

test('a result that is lost makes an error that counts what is there', async (t) => {
  const store = await runWith(t, 'DELETE FROM result_rows');
  const account = accountOf(store, 1, 2);
  assert.equal(isRunWhole(store, 1), false);
  assert.throws(
    () => requireAccounted(1, account),
    /Run 1 does not add up: 4 entries were read, but the database holds 0 results and 1 rejects, of which 1 are in copies, too\. It stays interrupted/,
  );
  const expected = /4 entries were read, but the database holds 0 results and 1 rejects\. It stays/;
  assert.throws(() => requireAccounted(1, { ...account, copied: 0 }), expected);
});
