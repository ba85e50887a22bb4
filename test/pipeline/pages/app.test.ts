import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { makeIndexes, openStore } from '../../../src/pipeline/store/open/open.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { puzzleIdOf } from '../../../src/pipeline/record/puzzle-id.js';
import { keepLeftOut, RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import type { ErrorCode } from '../../../src/solver/core/text/error-codes.js';
import type {
  GatesAnswer,
  CountAnswer,
  HistoryAnswer,
  PuzzleAnswer,
  RejectsAnswer,
  RunsAnswer,
  StandingsAnswer,
  StatisticsAnswer,
  RunAnswer,
} from '../../../src/pipeline/pages/answers.js';
import type { ErrorAnswer, CompareAnswer } from '../../../src/pipeline/pages/served-database.js';
import type { StoredWorker } from '../../../src/pipeline/store/stored-runs.js';
import type { RejectRow } from '../../../src/pipeline/store/queries/rejects.js';
import { createApp } from '../../../src/pipeline/pages/app.js';
import type { Progress } from '../../../src/pipeline/record/progress.js';
import { ServedDatabase } from '../../../src/pipeline/pages/served-database.js';
import {
  begunRun,
  NEW_RUN,
  columnsOf,
  rejectOf,
  resultOf,
  temporaryStore,
  startedRun,
} from '../../support/store-samples.js';
import { Book, SEVERAL, UNIQUE } from '../../support/runs/book.js';
import { assertEach, until, eachOf } from '../../support/tests.js';
import { finishSource, writeEntries } from '../../support/write-entries.js';

const PAGE = { body: new TextEncoder().encode('<p>page</p>'), type: 'text/html', lasting: false };

/** An application over a database of one run with two puzzles and a reject. */
function site(t: TestContext, host = '127.0.0.1') {
  const { store, writer, sourceId } = startedRun(t);
  const columns = columnsOf(0, 2);
  columns.names[0] = '=HYPERLINK("http://elsewhere","x")';
  columns.titles[1] = 'say "hi", twice';
  writeEntries(
    writer,
    sourceId,
    columns,
    [resultOf(), resultOf({ status: 'multiple' })],
    [rejectOf(1)],
  );
  finishSource(writer, sourceId, { entries: 3 });
  writer.finishRun('complete');
  return asker(t, store.path, host);
}

/** What asks an application over a database. */
function asker(t: TestContext, path: string, host = '127.0.0.1') {
  const database = new ServedDatabase(openStore(path, { readonly: true }));
  t.after(() => database.close());
  const app = createApp({ database, assets: new Map([['/index.html', PAGE]]), host });
  return (address: string, init: { host?: string; method?: string } = {}) =>
    app.request(`http://x${address}`, {
      method: init.method ?? 'GET',
      headers: { host: init.host ?? '127.0.0.1:4321' },
    });
}

const errorOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: string }).error;

test('a request under another host name is refused, as DNS rebinding would make it', async (t) => {
  const ask = site(t);
  assert.equal((await ask('/api/runs', { host: 'evil.example:4321' })).status, 421);
  assert.equal((await ask('/', { host: 'evil.example' })).status, 421);
  assert.equal((await ask('/api/runs', { host: 'localhost:1' })).status, 200);
  assert.equal((await ask('/api/runs', { host: '[::1]:4321' })).status, 200);
});

test('/metrics has the latest run in OpenMetrics', async (t) => {
  const answer = await site(t)('/metrics');
  const expected = /^application\/openmetrics-text; version=1/;
  assert.match(answer.headers.get('content-type') ?? '', expected);
  const metrics = await answer.text();
  assert.match(metrics, /^nonomill_run_active\{run="1"\} 0$/m);
  assert.match(metrics, /^nonomill_entries_total\{run="1"\} 3$/m);
  assert.match(metrics, /^nonomill_results_total\{run="1",status="unique"\} 1$/m);
  assert.match(metrics, /^nonomill_last_run_exit_code\{name="[^"]+"\} 0$/m);
  const [, success] = /^nonomill_last_success_timestamp_seconds\{name="[^"]+"\} (.*)$/m.exec(
    metrics,
  )!;
  assert.ok(Math.abs(Date.now() / 1000 - Number(success)) < 3600);
  assert.match(metrics, /\n# EOF\n$/);
});

test('a question to a run is answered with the rows, as CSV and as a query, and kept as a file', async (t) => {
  const ask = site(t);
  const answer = await ask('/api/runs/1/stats?by=size&of=unique,open');
  assert.equal(answer.status, 200);
  const { rows, puzzles, csv, sql } = (await answer.json()) as StatisticsAnswer;
  assert.deepEqual([puzzles, rows.length], [2, 1]);
  assertEach(rows[0].figures, (figure) => figure?.value, [0.5, 0]);
  assert.match(csv, /^size,unique,unique_low,unique_high,unique_n,open/);
  assert.match(sql, /avg\(1\.0 \* is_unique\)/);
  const filtered = await ask('/api/runs/1/stats?by=&of=puzzles&status=multiple');
  assert.equal(((await filtered.json()) as StatisticsAnswer).puzzles, 1);
  for (const [form, type, start] of [
    ['csv', 'text/csv; charset=utf-8', 'size,unique'],
    ['svg', 'image/svg+xml', '<svg '],
  ] as const) {
    const file = await ask(`/api/runs/1/stats.${form}?by=size&of=unique`);
    assert.equal(file.headers.get('content-type'), type);
    assert.match(file.headers.get('content-disposition')!, /nonomill-run-1-stats\./);
    const bytes = Buffer.from(await file.arrayBuffer()).toString('latin1');
    assert.ok(bytes.startsWith(start), form);
  }
});

test('a question that makes no sense is refused with a sentence', async (t) => {
  const ask = site(t);
  for (const [address, message] of [
    ['/api/runs/1/stats?by=densty&of=unique', /"densty" is not known; did you mean density\?/],
    ['/api/runs/1/stats?by=size&of=unique&stars=9', /stars: expected a whole number from 1 to 5/],
    ['/api/runs/1/stats.svg?by=&of=unique', /a chart is drawn by one fact or two/],
  ] as const) {
    const answer = await ask(address);
    assert.equal(answer.status, 400, address);
    assert.match(await errorOf(answer), message);
  }
  assert.equal((await ask('/api/runs/7/stats?by=size&of=unique')).status, 404);
});

test('an address of the network is accepted as a name only if the server listens there', async (t) => {
  for (const [listening, called, status] of [
    ['127.0.0.1', '192.168.0.7:80', 421],
    ['0.0.0.0', '192.168.0.7:80', 200],
    ['0.0.0.0', 'mill.example', 421],
    ['mill.example', 'mill.example', 200],
    ['127.0.0.1', '', 421],
  ] as const) {
    const { status: got } = await site(t, listening)('/api/runs', { host: called });
    assert.equal(got, status, `${called} of ${listening}`);
  }
});

test('every answer carries the content security policy, even errors', async (t) => {
  const ask = site(t);
  for (const [path, init] of [
    ['/', {}],
    ['/api/nothing', {}],
    ['/', { host: 'evil' }],
  ] as const) {
    const { headers } = await ask(path, init);
    const policy = headers.get('content-security-policy')!;
    const expected = /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/;
    assert.match(policy, expected);
    assert.doesNotMatch(policy, /(?<!wasm-)unsafe/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

/** As a run notes it. */
const PROGRESS: Progress = {
  done: 1,
  total: 60,
  isEstimate: true,
  perSecond: 2.5,
  timeLeft: { fromMs: 20_000, toMs: 50_000 },
};

test('a run under way is as far as its process says; one that was killed, as the database says', async (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const ask = asker(t, store.path);
  const shown = async (): Promise<readonly (Progress | null)[]> => {
    const { runs } = (await (await ask('/api/runs')).json()) as RunsAnswer;
    const { run } = (await (await ask(`/api/runs/${runId}`)).json()) as RunAnswer;
    return [runs[0].progress, run.progress];
  };
  assert.deepEqual(await shown(), [null, null]);
  writer.show(PROGRESS, []);
  assert.deepEqual(await shown(), [PROGRESS, PROGRESS]);
  const round = { round: 2, of: null, open: 3, puzzles: 5, decided: 1, mostMs: 8000 };
  const next = { ...PROGRESS, done: 2, timeLeft: null, round };
  writer.show(next, []);
  assert.deepEqual(await shown(), [next, next]);
  const expected = /^nonomill_puzzles_per_second\{run="1"\} 2.5$[^]*^nonomill_round\{run="1"\} 2$/m;
  assert.match(await (await ask('/metrics')).text(), expected);

  writeEntries(
    writer,
    sourceId,
    columnsOf(0, 1, 2),
    [resultOf(), resultOf(), resultOf()],
    [rejectOf(3)],
  );
  store.close();
  const killed = {
    ...PROGRESS,
    done: 4,
    perSecond: 0,
    timeLeft: null,
    round: { ...round, mostMs: null },
  };
  assert.deepEqual(await shown(), [killed, killed]);
});

test('a run that was stopped keeps how far it is, a complete one has nothing to say', async (t) => {
  const { store, writer, runId } = begunRun(t);
  const ask = asker(t, store.path);
  const shown = async (): Promise<Progress | null> =>
    ((await (await ask(`/api/runs/${runId}`)).json()) as RunAnswer).run.progress;
  writer.show(PROGRESS, []);
  writer.finishRun('interrupted');
  assert.deepEqual(await shown(), { ...PROGRESS, done: 0, perSecond: 0, timeLeft: null });
  writer.resumeRun(runId);
  writer.show(PROGRESS, []);
  writer.finishRun('complete');
  assert.equal(await shown(), null);
  assert.equal(store.db.prepare('SELECT progress FROM runs').pluck().get(), null);
});

test('a run shows which machines solve for it, even while no result comes in', async (t) => {
  const { store, writer, runId } = begunRun(t);
  const ask = asker(t, store.path);
  const workersOf = async (): Promise<readonly StoredWorker[]> =>
    ((await (await ask(`/api/runs/${runId}`)).json()) as RunAnswer).workers;
  assert.deepEqual(await workersOf(), []);
  const worker = { host: 'mill-2', cpu: 'Some CPU', threads: 8, version: '0.1.0', node: '24.0.0' };
  writer.show(PROGRESS, [{ ...worker, id: 'f'.repeat(16), puzzles: 0, seenMsAgo: 0 }]);
  writer.show(PROGRESS, [{ ...worker, id: 'e'.repeat(16), puzzles: 31, seenMsAgo: 60_000 }]);
  const workers = await workersOf();
  assert.deepEqual(eachOf(workers, 'host', 'threads', 'puzzles'), [
    ['mill-2', 8, 31],
    ['mill-2', 8, 0],
  ]);
  const [early, late] = workers.map(({ seenAt }) => Date.parse(seenAt!));
  assert.ok(late - early > 50_000, `${early} ${late}`);
});

test('a run shows what was tried again, and how far a retry is', async (t) => {
  const { store, writer, runId, sourceId } = startedRun(t, { options: { timeoutMs: 50 } });
  const late = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });
  writeEntries(writer, sourceId, columnsOf(0, 1), [late, late], []);
  writer.finishRun('complete');
  const ask = asker(t, store.path);
  const answer = async (): Promise<RunAnswer> =>
    (await (await ask(`/api/runs/${runId}`)).json()) as RunAnswer;
  assert.deepEqual((await answer()).retries, []);

  const limits = { timeoutMs: 2000, maxSteps: null, memoryMiB: null };
  writer.resumeRun(runId, { statuses: ['timeout'], ...limits, puzzles: 2 });
  const counts = async (): Promise<unknown> => {
    const { retries, figures } = await answer();
    const [{ timeoutMs, tried, decided }] = retries;
    const verdicts = figures.byStatusAndTechnique.map(([status]) => status);
    return { timeoutMs, tried, decided, verdicts };
  };
  const begun = { timeoutMs: 2000, tried: 0, decided: 0, verdicts: ['timeout'] };
  assert.deepEqual(await counts(), begun);
  writer.updateResults([{ puzzleId: puzzleIdOf(1, 0), result: resultOf() }]);
  const then = { ...begun, tried: 1, decided: 1, verdicts: ['unique', 'timeout'] };
  // A busy machine, on which counting took long, shows it a little later.
  await until(async () => isDeepStrictEqual(await counts(), then));
});

test('only reading requests are answered', async (t) => {
  const ask = site(t);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    assert.equal((await ask('/api/runs', { method })).status, 405);
  }
});

test('no path leads to a file', async (t) => {
  const ask = site(t);
  for (const path of ['/..%2f..%2fetc/passwd', '/assets/..%2f..%2fpackage.json', '/api/../x']) {
    assert.doesNotMatch(await (await ask(path)).text(), /root:|"name": "nonomill"/);
  }
  assert.equal((await ask('/assets/none.js')).status, 404);
});

test('an address that is not a file is answered with the page itself', async (t) => {
  const ask = site(t);
  assert.equal(await (await ask('/runs/1/puzzles/5')).text(), '<p>page</p>');
});

test('the page is told where links to share lead, which cannot break out of its attribute', async (t) => {
  const own = '<meta name="share-base" content="/try" /><p>page</p>';
  const page = { ...PAGE, body: new TextEncoder().encode(own) };
  const database = new ServedDatabase(openStore(temporaryStore(t).path, { readonly: true }));
  t.after(() => database.close());
  const textWith = async (shareBase: string | null): Promise<string> => {
    const assets = new Map([['/index.html', page]]);
    const app = createApp({ database, assets, host: '127.0.0.1', shareBase });
    return (await app.request('/try', { headers: { host: '127.0.0.1:1' } })).text();
  };
  assert.equal(await textWith(null), own);
  const told = await textWith('https://example.org/$&/');
  const found = told;
  const expected = own.replace('/try', () => 'https://example.org/$&/');
  assert.equal(found, expected);
  const shown = (await textWith('https://example.org/"><b>')).split('"').length;
  assert.equal(shown, own.split('"').length);
});

test('bad input is answered with its code, what was expected and what came', async (t) => {
  const ask = site(t);
  const cases: [string, number, RegExp, ErrorCode][] = [
    ['/api/runs/x', 400, /run: expected a whole number, got "x"/, 'NM_REQUEST_INVALID'],
    ['/api/runs/7', 404, /There is no run 7/, 'NM_RUN_UNKNOWN'],
    [
      '/api/runs/1/results?status=good',
      400,
      /status: expected one of unique, multiple/,
      'NM_FILTER_INVALID',
    ],
    [
      '/api/runs/1/results?sort=colour',
      400,
      /sort: expected one of order, name, size, time/,
      'NM_FILTER_INVALID',
    ],
    ['/api/runs/1/results?size=big', 400, /size: expected 25x25, 10-20/, 'NM_FILTER_INVALID'],
    ['/api/runs/1/results?min=-1', 400, /min: expected milliseconds/, 'NM_FILTER_INVALID'],
    ['/api/runs/1/results?depth=deep', 400, /depth: expected a whole number/, 'NM_FILTER_INVALID'],
    [
      '/api/runs/1/results?after=!!',
      400,
      /after: "!!" is not a row of this table/,
      'NM_REQUEST_INVALID',
    ],
    ['/api/runs/1/puzzles/99', 404, /no result for puzzle 99/, 'NM_PUZZLE_UNKNOWN'],
    ['/api/compare?left=1', 400, /run: expected a whole number, got ""/, 'NM_REQUEST_INVALID'],
    [
      '/api/compare/puzzles?left=1&right=1&x=1',
      400,
      /y: expected a whole number, got ""/,
      'NM_REQUEST_INVALID',
    ],
    ['/api/nothing', 404, /There is no \/api\/nothing/, 'NM_REQUEST_NOT_FOUND'],
  ];
  for (const [path, status, message, code] of cases) {
    const response = await ask(path);
    assert.equal(response.status, status, path);
    const answer = (await response.json()) as ErrorAnswer;
    assert.match(answer.error, message);
    assert.equal(answer.code, code, path);
  }
});

test('rows in CSV keep their quotes, and no field is a formula', async (t) => {
  const ask = site(t);
  const response = await ask('/api/runs/1/results.csv');
  assert.match(response.headers.get('content-disposition')!, /attachment/);
  const lines = (await response.text()).trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1], /"'=HYPERLINK\(""http/);
  assert.match(lines[2], /"say ""hi"", twice"/);
});

test('live progress comes as server-sent events', async (t) => {
  const ask = site(t);
  const response = await ask('/api/live');
  assert.match(response.headers.get('content-type')!, /text\/event-stream/);
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  const text = new TextDecoder().decode(value);
  assert.match(text, /^event: runs\ndata: /);
  assert.match(text, /"results":2,"rejects":1/);
});

const bodyOf = async <T>(response: Response | Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;

test('a cursor of the rejects is refused for the results', async (t) => {
  const ask = site(t);
  const reject = Buffer.from(JSON.stringify([1, 0])).toString('base64url');
  assert.equal((await ask(`/api/runs/1/rejects?after=${reject}`)).status, 200);
  const result = Buffer.from(JSON.stringify(['name', 1])).toString('base64url');
  assert.equal((await ask(`/api/runs/1/rejects?after=${result}`)).status, 400);
  assert.equal((await ask(`/api/runs/1/results?sort=name&after=${result}`)).status, 200);
});

test('rejects come by the kind of their reason, and of one kind page by page', async (t) => {
  const ask = site(t);
  const { kinds, total } = await bodyOf<RejectsAnswer>(ask('/api/runs/1/rejects'));
  assert.equal(total, 1);
  assert.equal(kinds.length, 1);
  const rowsOf = async (kind: string): Promise<{ readonly rows: readonly RejectRow[] }> =>
    bodyOf(ask(`/api/runs/1/rejects?${new URLSearchParams({ kind }).toString()}`));
  assert.equal((await rowsOf(kinds[0].kind)).rows.length, 1);
  assert.deepEqual(await rowsOf('another'), { rows: [], next: null });
});

test('every list is counted, whatever it is filtered and sorted by', async (t) => {
  const { store } = manyResults(t, 12);
  const ask = asker(t, store.path);
  const count = async (words: string): Promise<number | null> =>
    (await bodyOf<CountAnswer>(ask(`/api/runs/1/results/count?${words}`))).count;
  assert.equal(await count(''), 12);
  assert.equal(await count('file=nowhere'), 0);
  assert.equal(await count('size=1-&stars=1,2,3,4,5'), await count('stars=1,2,3,4,5'));
  assert.equal((await ask('/api/runs/1/results/count?status=nonsense')).status, 400);
});

test('the neighbours of a puzzle are those of the list that the address filters and sorts', async (t) => {
  const { store } = manyResults(t, 12);
  const ask = asker(t, store.path);
  const id = (ordinal: number): number => puzzleIdOf(1, ordinal);
  const neighbours = async (ordinal: number, query: string): Promise<(number | null)[]> => {
    const address = `/api/runs/1/puzzles/${id(ordinal)}${query}`;
    const { previous, next } = await bodyOf<{ previous: number | null; next: number | null }>(
      ask(address),
    );
    return [previous, next].map((found) => found && found - puzzleIdOf(1, 0));
  };
  assert.deepEqual(await neighbours(0, ''), [null, 1]);
  assert.deepEqual(await neighbours(3, '?status=multiple'), [0, 6]);
  assert.deepEqual(await neighbours(9, '?status=multiple'), [6, null]);
  // Times fall with the ordinal.
  assert.deepEqual(await neighbours(6, '?status=multiple&sort=time'), [9, 3]);
  assert.deepEqual(await neighbours(6, '?sort=-time'), [5, 7]);
  assert.equal((await ask(`/api/runs/1/puzzles/${id(0)}?status=odd`)).status, 400);
});

test('a run over thousands of files is a few bytes, and its files come in pages', async (t) => {
  const { store, writer } = begunRun(t, { corpora: ['folder'] });
  for (let i = 0; i < 450; i++) {
    const sha256 = i.toString(16).padStart(64, '0');
    const [{ sourceId }] = writer.addSources([
      {
        path: `folder/${i}.csv`,
        sha256,
        format: 'csv',
        bytes: 10,
      },
    ]);
    finishSource(writer, sourceId, { entries: 0 });
  }
  writer.finishRun('complete');
  const ask = asker(t, store.path);
  const text = await (await ask('/api/runs')).text();
  assert.ok(text.length < 1000, `${text.length} characters`);
  assert.match(text, /"typed":\["folder"\],"more":0,"files":450,"bytes":4500/);
  assert.ok((await (await ask('/api/runs/1')).text()).length < 2500);
  const paths: string[] = [];
  let after = '';
  do {
    const page = await bodyOf<{ rows: { path: string }[]; next: number | null }>(
      ask(`/api/runs/1/files${after}`),
    );
    assert.ok(page.rows.length <= 200);
    paths.push(...page.rows.map(({ path }) => path));
    after = page.next === null ? '' : `?after=${page.next}`;
  } while (after !== '');
  const found = paths;
  const expected = Array.from({ length: 450 }, (_, i) => `folder/${i}.csv`);
  assert.deepEqual(found, expected);
});

test('a run without its lock has stopped without notice, and one with its lock is running', async (t) => {
  const store = temporaryStore(t);
  new RunWriter(store).startRun(NEW_RUN);
  const stateOf = async (ask: ReturnType<typeof asker>): Promise<string> =>
    (await bodyOf<{ runs: { state: string }[] }>(ask('/api/runs'))).runs[0].state;
  assert.equal(await stateOf(asker(t, store.path)), 'running');
  store.close();
  assert.equal(await stateOf(asker(t, store.path)), 'stopped');
});

const HELD = platform() === 'win32' && 'Windows keeps what the server has open';

test('a database that is deleted or replaced is noticed', { skip: HELD }, async (t) => {
  const { store } = manyResults(t, 3);
  const other = manyResults(t, 5);
  store.close();
  other.store.close();
  const ask = asker(t, store.path);
  const resultsOf = async (): Promise<number> =>
    (await bodyOf<{ runs: { results: number }[] }>(ask('/api/runs'))).runs[0].results;
  assert.equal(await resultsOf(), 3);
  renameSync(store.path, `${store.path}.aside`);
  const gone = await ask('/api/runs/1');
  assert.equal(gone.status, 503);
  assert.match(await errorOf(gone), /is not there any more/);
  const live = (await ask('/api/live')).body!.getReader();
  assert.match(new TextDecoder().decode((await live.read()).value), /^event: problem\ndata: /);
  await live.cancel();
  renameSync(`${store.path}.aside`, store.path);
  assert.equal(await resultsOf(), 3);
  renameSync(other.store.path, store.path);
  assert.equal(await resultsOf(), 5);
  writeFileSync(`${store.path}.text`, 'not a database');
  renameSync(`${store.path}.text`, store.path);
  assert.match(await errorOf(await ask('/api/runs')), /was replaced, and cannot be opened: /);
});

test('a download is made piece by piece, as it is read', async (t) => {
  const { store } = manyResults(t, 4000);
  let pages = 0;
  const verbose = (sql: unknown): void => {
    if (/LIMIT \d\d/.test(String(sql))) pages++;
  };
  const db = new SqliteDatabase(store.path, { readonly: true, verbose });
  t.after(() => db.close());
  const database = new ServedDatabase({ ...store, db });
  const app = createApp({ database, assets: new Map(), host: '127.0.0.1' });
  const response = await app.request('http://x/api/runs/1/results.csv', {
    headers: { host: '127.0.0.1' },
  });
  const reader = response.body!.getReader();
  await reader.read();
  for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
  assert.ok(pages <= 2, `${pages} pages were made for a client that has read one`);
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
  }
  assert.ok(pages >= 8 && length > 100_000);
});

test('other requests are answered while a download goes on', async (t) => {
  const { store } = manyResults(t, 4000);
  const ask = asker(t, store.path);
  let ended = false;
  const response = await ask('/api/runs/1/results.ndjson');
  const download = response.text().finally(() => (ended = true));
  let turns = 0;
  while (!ended) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  assert.equal((await download).trim().split('\n').length, 4000);
  assert.ok(turns >= 8, `${turns} turns`);
});

/** A complete run of `count` puzzles, every third ambiguous, each faster than the one before. */
function manyResults(t: TestContext, count: number) {
  const { store, writer, sourceId } = startedRun(t);
  const ordinals = Array.from({ length: count }, (_, i) => i);
  const results = ordinals.map((i) =>
    resultOf({ status: i % 3 === 0 ? 'multiple' : 'unique', solveMs: count - i }),
  );
  writeEntries(writer, sourceId, columnsOf(...ordinals), results, []);
  finishSource(writer, sourceId, { entries: count });
  makeIndexes(store);
  writer.finishRun('complete');
  return { store };
}

test('what is damaged is shown as damaged, and the rest as ever', async (t) => {
  const { store } = manyResults(t, 4);
  const ask = asker(t, store.path);
  const id = puzzleIdOf(1, 0);
  store.db.pragma('ignore_check_constraints = ON');
  for (const options of ['', '[', 'null', '[1]', '7']) {
    store.db.prepare('UPDATE runs SET options = ?').run(options);
    assert.equal((await ask('/api/runs')).status, 200);
    const { conditions } = await bodyOf<{ conditions: unknown }>(ask('/api/runs/1'));
    const { options: shown } = conditions as { options: unknown };
    assert.deepEqual(shown, { damaged: 'they cannot be read' });
  }
  store.db.prepare('UPDATE result_rows SET status = 99 WHERE puzzle_id = ?').run(id);
  store.db.prepare('UPDATE puzzle_rows SET width = 9e15 WHERE puzzle_id = ?').run(id + 1);
  for (const puzzle of [id, id + 1]) {
    const answer = await ask(`/api/runs/1/puzzles/${puzzle}`);
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), /is damaged: the result of .* cannot be one/);
  }
  assert.equal((await ask(`/api/runs/1/puzzles/${id + 2}`)).status, 200);
});

test('a database without runs comes with the commands of a first run', async (t) => {
  const store = temporaryStore(t);
  const { runs, commands } = (await (await asker(t, store.path)('/api/runs')).json()) as RunsAnswer;
  assert.deepEqual(runs, []);
  assert.match(commands.own, /^nonomill run puzzles\.csv --db /);
  assert.ok(commands.own.includes(store.path));
  assert.equal(commands.samples, null, 'the test names none');
});

test('a run says how many files of its folders are not read, with the first and why', async (t) => {
  const { store, writer, runId } = begunRun(t);
  writer.finishRun('complete');
  const leftOutOf = async (ask: ReturnType<typeof asker>): Promise<RunAnswer['leftOut']> =>
    (await bodyOf<RunAnswer>(ask('/api/runs/1'))).leftOut;
  const ask = asker(t, store.path);
  assert.deepEqual(await leftOutOf(ask), { total: 0, first: [] });
  const files = Array.from({ length: 60 }, (_, i) => ({ path: `${i}.png`, reason: 'a picture' }));
  keepLeftOut(store, runId, files);
  const { total, first } = await leftOutOf(ask);
  assert.equal(total, 60);
  assert.equal(first.length, 50);
  assert.deepEqual(first[0], { path: '0.png', reason: 'a picture' });
});

test('the history of a name has a line for each run, and what changed is asked for by both', async (t) => {
  const store = temporaryStore(t);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
  for (const second of ['unique', 'timeout'] as const) {
    const writer = new RunWriter(store);
    writer.startRun({ ...NEW_RUN, name: 'book' });
    const [{ sourceId }] = writer.addSources([source]);
    const results = [resultOf(), resultOf({ status: second })];
    writeEntries(writer, sourceId, columnsOf(0, 1), results, []);
    finishSource(writer, sourceId, { entries: 2 });
    writer.finishRun('complete');
  }
  const ask = asker(t, store.path);
  const history = (await (await ask('/api/history?of=book')).json()) as HistoryAnswer;
  assert.deepEqual(history.series, [{ words: ['book'], runs: 2 }]);
  assertEach(history.lines, ({ open, changes }) => [open, changes?.counts.lost], [
    [0, undefined],
    [1, 1],
  ]);
  const unknown = await ask('/api/history?of=nothing');
  const found = [unknown.status, /no run is named nothing/.test(await errorOf(unknown))];
  assert.deepEqual(found, [404, true]);
});

test('no answer about a run under way is kept longer than its results stay as they are', async (t) => {
  const store = temporaryStore(t);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
  const late = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });
  const columns = columnsOf(0, 2, 3);
  /** Goes on with the first entries of the file, or all. */
  const goOn = (to: RunWriter, results: readonly PuzzleResult[]): void => {
    const [{ sourceId }] = to.addSources([source]);
    writeEntries(to, sourceId, columns, results, [rejectOf(1)]);
    if (results.length === 3) finishSource(to, sourceId, { entries: 4 });
  };
  const first = resultOf({ difficulty: 2 });
  const before = new RunWriter(store);
  before.startRun({ ...NEW_RUN, name: 'book', options: { timeoutMs: 50 } });
  goOn(before, [first, late, resultOf({ difficulty: 1 })]);
  before.finishRun('complete');
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, name: 'book', options: { timeoutMs: 50 } });
  goOn(writer, [first]);
  const resumed = (): RunWriter => {
    const next = new RunWriter(store);
    next.resumeRun(runId);
    return next;
  };

  const ask = asker(t, store.path);
  const json = async <T>(address: string): Promise<T> => (await (await ask(address)).json()) as T;
  const puzzle = `/api/runs/2/puzzles/${puzzleIdOf(1, 0)}`;
  /**
   * What each answer says of the results of the run under way: the history, the run, a comparison,
   * the standings and the page of a puzzle.
   */
  const answers = async (): Promise<unknown> => {
    const history = await json<HistoryAnswer>('/api/history?of=book');
    const run = await json<RunAnswer>('/api/runs/2');
    const { comparison } = await json<CompareAnswer>('/api/compare?left=1&right=2');
    const { standings } = await json<StandingsAnswer>('/api/standings?run=1&run=2');
    const { rank } = await json<PuzzleAnswer>(puzzle);
    const line = history.lines[1];
    return [
      [line.puzzles, line.open, line.rejects, history.lines.length],
      [run.run.results, run.run.rejects, ...run.figures.byStatusAndTechnique.map(([word]) => word)],
      [comparison.both, comparison.rightUndecided],
      [standings.common, standings.runs[1].solved],
      rank?.rated,
    ];
  };
  /** Counts of a run under way are kept for some milliseconds. */
  const become = async (expected: unknown): Promise<void> => {
    await until(async () => isDeepStrictEqual(await answers(), expected)).catch(() => undefined);
    assert.deepEqual(await answers(), expected);
  };
  await become([[1, 0, 1, 2], [1, 1, 'unique'], [1, 0], [1, 1], 1]);
  goOn(resumed(), [first, late]);
  await become([[2, 1, 1, 2], [2, 1, 'unique', 'timeout'], [2, 1], [2, 1], 1]);
  const last = resumed();
  goOn(last, [first, late, late]);
  last.finishRun('complete');
  await become([[3, 2, 1, 2], [3, 1, 'unique', 'timeout'], [3, 2], [3, 1], 1]);
  // A retry finds no more results, but others.
  const limits = { timeoutMs: 2000, maxSteps: null, memoryMiB: null, puzzles: 2 };
  writer.resumeRun(2, { statuses: ['timeout'], ...limits });
  const found = resultOf({ difficulty: 3 });
  writer.updateResults([{ puzzleId: puzzleIdOf(1, 2), result: found }]);
  await become([[3, 1, 1, 2], [3, 1, 'unique', 'timeout'], [3, 1], [3, 2], 2]);
  writer.updateResults([{ puzzleId: puzzleIdOf(1, 3), result: found }]);
  await become([[3, 0, 1, 2], [3, 1, 'unique'], [3, 0], [3, 3], 3]);
});

test('a run that failed its gates says so in the list of runs, until it goes on', async (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
  const options = { strict: true, require: ['unique'] };
  writer.startRun({ ...NEW_RUN, options });
  const [{ sourceId }] = writer.addSources([source]);
  writeEntries(writer, sourceId, columnsOf(0), [resultOf()], []);
  writer.finishRun('complete');
  const ask = asker(t, store.path);
  const gates = async (): Promise<unknown> => {
    const { runs } = (await (await ask('/api/runs')).json()) as RunsAnswer;
    return runs[0].gates;
  };
  assert.deepEqual(await gates(), { failed: null });
  store.db.exec("UPDATE runs SET failed_gates = 'unique'");
  assert.deepEqual(await gates(), { failed: ['unique'] });
  store.db.exec("UPDATE runs SET failed_gates = ''");
  assert.deepEqual(await gates(), { failed: [] });
  writer.resumeRun(1);
  assert.equal(await gates(), null);
  writer.finishRun('complete');
  assert.deepEqual(await gates(), { failed: null }, 'they were not judged since');
});

test('a run says what is new in it since the one before, with the puzzles that changed', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: UNIQUE });
  await book.night({ a: SEVERAL, b: UNIQUE });
  const ask = asker(t, book.db);
  const since = async (run: number): Promise<GatesAnswer['since']> =>
    ((await (await ask(`/api/runs/${run}/gates`)).json()) as GatesAnswer).since;
  assert.match((await since(1))!.facts[0][1], /^the first complete run of this name/);
  const second = (await since(2))!;
  assert.match(second.heading, /^Since run 1 \(the same day, /);
  const [worse] = second.lists;
  assert.deepEqual([worse.about, worse.rows[0].cells[0]], ['worse', 'a']);
  const puzzle = await ask(`/api/runs/2/puzzles/${worse.rows[0].puzzleId}`);
  assert.equal(puzzle.status, 200);
});
