import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openStore } from '../../src/store/open/open.js';
import { RunWriter } from '../../src/store/write/run-writer.js';
import { createApp } from '../../src/web/app.js';
import { isOwnHost } from '../../src/web/security.js';
import { NEW_RUN, columnsOf, rejectOf, resultOf, temporaryStore } from '../store/samples.js';

const PAGE = { body: new TextEncoder().encode('<p>page</p>'), type: 'text/html', lasting: false };

/** An application over a database of one run with two puzzles and a reject. */
function site(t: TestContext, host = '127.0.0.1') {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1, label: 'a' };
  const { sourceId } = writer.addSource(source);
  const columns = columnsOf(0, 2);
  columns.names[0] = '=HYPERLINK("http://elsewhere","x")';
  columns.titles[1] = 'say "hi", twice';
  writer.write(sourceId, columns, [resultOf(), resultOf({ status: 'multiple' })], [rejectOf(1)]);
  writer.finishSource(sourceId, { entries: 3 });
  writer.finishRun('complete');
  const reading = openStore(store.path, { readonly: true });
  t.after(() => reading.close());
  const app = createApp({ store: reading, assets: new Map([['/index.html', PAGE]]), host });
  return (path: string, init: { host?: string; method?: string } = {}) =>
    app.request(`http://x${path}`, {
      method: init.method ?? 'GET',
      headers: { host: init.host ?? '127.0.0.1:4321' },
    });
}

const errorOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: string }).error;

test('a request under a foreign name is refused, as a rebound name would be', async (t) => {
  const ask = site(t);
  assert.equal((await ask('/api/runs', { host: 'evil.example:4321' })).status, 421);
  assert.equal((await ask('/', { host: 'evil.example' })).status, 421);
  assert.equal((await ask('/api/runs', { host: 'localhost:1' })).status, 200);
  assert.equal((await ask('/api/runs', { host: '[::1]:4321' })).status, 200);
});

test('an address of the network is an own name only where the server listens there', () => {
  assert.equal(isOwnHost('192.168.0.7:80', '127.0.0.1'), false);
  assert.equal(isOwnHost('192.168.0.7:80', '0.0.0.0'), true);
  assert.equal(isOwnHost('mill.example', '0.0.0.0'), false);
  assert.equal(isOwnHost('mill.example', 'mill.example'), true);
  assert.equal(isOwnHost(undefined, '127.0.0.1'), false);
});

test('every answer carries the content security policy, errors too', async (t) => {
  const ask = site(t);
  for (const [path, init] of [
    ['/', {}],
    ['/api/nothing', {}],
    ['/', { host: 'evil' }],
  ] as const) {
    const { headers } = await ask(path, init);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('nothing but reading is answered', async (t) => {
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

test('an address of the pages that is no file is the page itself', async (t) => {
  const ask = site(t);
  assert.equal(await (await ask('/runs/1/puzzles/5')).text(), '<p>page</p>');
});

test('bad input is answered with what was expected and what came', async (t) => {
  const ask = site(t);
  const cases: [string, number, RegExp][] = [
    ['/api/runs/x', 400, /run: expected a whole number, got "x"/],
    ['/api/runs/7', 404, /There is no run 7/],
    ['/api/runs/1/results?status=good', 400, /status: expected one of unique, multiple/],
    ['/api/runs/1/results?sort=colour', 400, /sort: expected one of order, name, size, time/],
    ['/api/runs/1/results?size=big', 400, /size: expected 25x25, 10-20/],
    ['/api/runs/1/results?min=-1', 400, /min: expected milliseconds/],
    ['/api/runs/1/results?depth=deep', 400, /depth: expected a whole number/],
    ['/api/runs/1/results?after=!!', 400, /after: "!!" is no place/],
    ['/api/runs/1/puzzles/99', 404, /no result for puzzle 99/],
    ['/api/compare?left=1', 400, /run: expected a whole number, got ""/],
    ['/api/nothing', 404, /There is no \/api\/nothing/],
  ];
  for (const [path, status, message] of cases) {
    const response = await ask(path);
    assert.equal(response.status, status, path);
    assert.match(await errorOf(response), message);
  }
});

test('rows as CSV keep quotes, and no field is a formula', async (t) => {
  const ask = site(t);
  const response = await ask('/api/runs/1/results.csv');
  assert.match(response.headers.get('content-disposition')!, /attachment/);
  const lines = (await response.text()).trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1], /"'=HYPERLINK\(""http/);
  assert.match(lines[2], /"say ""hi"", twice"/);
});

test('live progress is told as server-sent events', async (t) => {
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
