import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  Notices,
  movedTo,
  noticeTarget,
  type NoticeTimings,
} from '../../../../src/pipeline/cli/night/notices.js';
import { listening, type Listening } from '../../../support/listening.js';
import { until } from '../../../support/until.js';

const QUICK: NoticeTimings = { answerMs: 60_000, tryMs: 600, waitMs: 20, lifeMs: 60_000 };

/** For who is told in the end, however slow the machine is. */
const PATIENT: NoticeTimings = { ...QUICK, tryMs: 60_000 };

const END = {
  title: 'run 1 is done – ✓',
  sentence: 'Run 1 is done: 3 results.',
  exit: 0,
  isGood: true,
  summary: '{"run":1}',
};

/** Notices to these addresses, and what they warn of. */
function notices(
  words: readonly string[],
  timings: NoticeTimings = QUICK,
): { readonly notices: Notices; readonly warnings: string[] } {
  const warnings: string[] = [];
  const targets = words.map((word) => noticeTarget(word)!);
  return { notices: new Notices(targets, (message) => warnings.push(message), timings), warnings };
}

function paths({ heard }: Listening): string[] {
  return heard.map(({ method, path }) => `${method} ${path}`);
}

test('an end is told to programs, to people and to whoever watches, each in its way', async (t) => {
  const server = await listening(t);
  const { notices: all, warnings } = notices([
    `json:${server.address}/hook?key=1`,
    `ntfy:${server.address}/topic`,
    `ping:${server.address}/uuid?a=b`,
  ]);
  await all.end(END);
  assert.deepEqual(warnings, []);
  assert.deepEqual(paths(server).sort(), ['POST /hook?key=1', 'POST /topic', 'POST /uuid?a=b']);
  const of = (start: string): Listening['heard'][number] =>
    server.heard.find(({ path }) => path.startsWith(start))!;
  assert.equal(of('/hook').body, '{"run":1}');
  assert.equal(of('/hook').headers['content-type'], 'application/json');
  assert.equal(of('/topic').body, END.sentence);
  assert.equal(of('/topic').headers.title, 'run 1 is done ? ?');
  assert.equal(of('/topic').headers.priority, 'default');
  assert.equal(of('/uuid').body, END.sentence);
});

test('a failure is told as one', async (t) => {
  const server = await listening(t);
  const words = [`ntfy:${server.address}/topic`, `ping:${server.address}/uuid/`];
  await notices(words).notices.end({ ...END, exit: 1, isGood: false });
  await notices(words).notices.end({ ...END, exit: 3, isGood: false });
  const priorities = server.heard.map(({ headers }) => headers.priority ?? '').filter(Boolean);
  assert.deepEqual(priorities, ['urgent', 'high']);
  assert.equal(paths(server).filter((path) => path === 'POST /uuid/fail').length, 2);
});

test('whoever watches hears of the beginning, and that the work goes on', async (t) => {
  const server = await listening(t);
  const words = [`ping:${server.address}/uuid`, `json:${server.address}/hook`];
  const { notices: all } = notices(words, { ...QUICK, lifeMs: 10 });
  all.start();
  await until(() => server.heard.length >= 3, 5);
  await all.end(END);
  const told = paths(server);
  assert.ok(told.slice(0, 3).every((path) => path === 'POST /uuid/start'));
  assert.equal(told.filter((path) => path === 'POST /uuid').length, 1);
  assert.equal(told.filter((path) => path === 'POST /hook').length, 1);
});

test('a server that fails at first, or goes away during a notice, is told again', async (t) => {
  let asked = 0;
  const server = await listening(t, (request, response) => {
    asked++;
    if (asked === 1) request.socket.destroy();
    else response.writeHead(asked === 2 ? 500 : 204).end();
  });
  const { notices: all, warnings } = notices([`json:${server.address}/hook`], PATIENT);
  await all.end(END);
  assert.equal(server.heard.length, 3);
  assert.deepEqual(warnings, []);
});

test('what cannot be delivered is a warning, which says why and shows no secret', async (t) => {
  const failing = await listening(t, (_, response) => response.writeHead(500).end());
  const unknown = await listening(t, (_, response) => response.writeHead(404).end());
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const addresses = [failing, unknown].map(({ address }) => `${address}/SECRET?SECRET`);
  const refusing = `http://SECRET:SECRET@127.0.0.1:${port}/SECRET`;
  const { notices: all, warnings } = notices([...addresses, refusing].map((one) => `json:${one}`));
  await all.end(END);
  assert.equal(warnings.length, 3);
  const text = warnings.join('\n');
  assert.doesNotMatch(text, /SECRET/);
  assert.match(text, /json:http:\/\/127\.0\.0\.1:\d+\/\*\*\*: it answers 500/);
  assert.match(text, /: it answers 404/);
  assert.match(text, /: connect ECONNREFUSED/);
  // What will not change is not tried again.
  assert.equal(unknown.heard.length, 1);
});

test('a server that hangs is given up after a time', async (t) => {
  const server = await listening(t, () => undefined);
  const { notices: all, warnings } = notices([`json:${server.address}/hook`], {
    ...QUICK,
    answerMs: 100,
  });
  await all.end(END);
  assert.match(warnings.join(), /\/\*\*\*: it does not answer within 0\.1 s$/);
});

test('a server that hangs is asked again', async (t) => {
  let asked = 0;
  const server = await listening(t, (_, response) => {
    if (++asked > 1) response.writeHead(204).end();
  });
  const { notices: all, warnings } = notices([`json:${server.address}/hook`], {
    ...PATIENT,
    answerMs: 500,
  });
  await all.end(END);
  assert.ok(server.heard.length > 1);
  assert.deepEqual(warnings, []);
});

test('a beginning that was not delivered does not come after the end', async (t) => {
  const answers = [500];
  const server = await listening(t, (_, response) =>
    response.writeHead(answers.shift() ?? 200).end(),
  );
  const { notices: all, warnings } = notices([`ping:${server.address}/uuid`], {
    ...QUICK,
    waitMs: 100_000,
  });
  all.start();
  await until(() => server.heard.length >= 1, 5);
  await all.end({ ...END });
  assert.deepEqual(paths(server).slice(0, 2), ['POST /uuid/start', 'POST /uuid']);
  assert.equal(paths(server).filter((path) => path.endsWith('/start')).length, 1);
  assert.deepEqual(warnings, []);
});

test('a user and a password in an address become a header', async (t) => {
  const server = await listening(t);
  const { address } = server;
  const { notices: all } = notices([`ntfy:${address.replace('//', '//me:p%40ss@')}/topic`]);
  await all.end(END);
  const basic = Buffer.from('me:p@ss').toString('base64');
  assert.equal(server.heard[0].headers.authorization, `Basic ${basic}`);
});

test('only addresses of a known kind are targets', () => {
  for (const word of [
    'https://host/',
    'mail:https://host/',
    'json:ftp://host/',
    'json:http://',
    '',
  ])
    assert.equal(noticeTarget(word), null, word);
});

for (const status of [301, 302, 307, 308]) {
  test(`a notice is posted again, whole, to where its address has moved (${status})`, async (t) => {
    const target = await listening(t);
    const server = await listening(t, (_, response) => {
      response.writeHead(status, { location: `${target.address}/new` });
      response.end();
    });
    const at = server.address.replace('//', '//user:secret@');
    const { notices: all, warnings } = notices([`json:${at}/old`]);
    await all.end(END);
    assert.deepEqual(warnings, []);
    const [{ method, path, body, headers }] = target.heard;
    assert.deepEqual([method, path, body], ['POST', '/new', END.summary]);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers.authorization, undefined, 'another host does not learn the password');
    assert.match(server.heard[0].headers.authorization ?? '', /^Basic /);
  });
}

for (const [what, status, location, says] of [
  ['in a circle', 302, '/again', /it moves more than 5 times/],
  ['nobody knows where', 301, '', /it answers 301, but not where it has moved to/],
  ['to something else', 302, 'file:///etc/passwd', /it answers 302, but not where/],
  ['to a page that is only to be looked at', 303, '/page', /it answers 303/],
] as const) {
  test(`a notice whose address has moved ${what} is a warning`, async (t) => {
    const server = await listening(t, (_, response) => {
      response.writeHead(status, { location });
      response.end();
    });
    const { notices: all, warnings } = notices([`ntfy:${server.address}/a`]);
    await all.end(END);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], says);
    assert.ok(server.heard.every(({ method }) => method === 'POST'));
  });
}

test('an address that is encrypted moves only to one that is, too', () => {
  const from = new URL('https://host/a');
  assert.equal(String(movedTo(from, '/b?c')), 'https://host/b?c');
  assert.equal(String(movedTo(from, 'https://user:word@other/')), 'https://other/');
  assert.match(movedTo(from, 'http://host/a') as string, /http:\/\/host, which is not encrypted/);
  assert.equal(String(movedTo(new URL('http://host/a'), 'https://host/a')), 'https://host/a');
});
