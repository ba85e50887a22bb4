import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, readdirSync, statfsSync, writeFileSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { allCommands } from '../../../src/commands.js';
import type { Summary } from '../../../src/pipeline/report/summary/numbers.js';
import { flagsOf } from '../../../src/pipeline/cli/command.js';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { listening, type Listening } from '../../support/listening.js';
import { begin, ends, nonomill, ROOT, start, succeeds } from '../../support/nonomill.js';
import { smallDisk } from '../../support/small-disk.js';
import {
  assertNone,
  deepTest,
  folderWith,
  temporaryFolder,
  until,
  eachOf,
} from '../../support/tests.js';
import { createServer, type AddressInfo } from 'node:net';
import {
  MetricsFile,
  Notices,
  movedTo,
  type NoticeTimings,
} from '../../../src/pipeline/cli/night-watch.js';
import { noticeTarget } from '../../../src/pipeline/cli/night.js';
import { spawnSync } from 'node:child_process';
import { lastSuccessIn, runMetrics } from '../../../src/pipeline/record/metrics.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
const EITHER = '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}\n';

/** Writes the four variables to a file, as a shell of this system does. */
const ON_END =
  platform() === 'win32'
    ? 'echo %NONOMILL_RUN%,%NONOMILL_STATE%,%NONOMILL_EXIT%,%NONOMILL_SUMMARY%> end.txt'
    : 'echo $NONOMILL_RUN,$NONOMILL_STATE,$NONOMILL_EXIT,$NONOMILL_SUMMARY > end.txt';

interface Told {
  readonly run?: { readonly runId: number; readonly state: string };
  readonly gates?: readonly { readonly holds: boolean }[];
  readonly puzzles?: number;
  readonly state: string;
  readonly exit: number;
  readonly message: string;
}

test('run tells of its end, a failed gate too, and keeps and prints no secret', async (t) => {
  const server = await listening(t);
  const folder = folderWith({ 'two.ndjson': PLUS + EITHER });
  const notify = ['json', 'ntfy', 'ping'].flatMap((kind) => [
    '--notify',
    `${kind}:${server.address}/${kind}-SECRET`,
  ]);
  const words = ['run', 'two.ndjson', '--require', 'unique', '--threads', '1', ...notify];
  const { stdout, stderr } = await ends(3, [...words, '--on-end', ON_END], { cwd: folder });
  const heard = (path: string): string =>
    server.heard.find((one) => one.path === `/${path}`)?.body ?? `nothing at ${path}`;
  const told = JSON.parse(heard('json-SECRET')) as Told;
  assert.deepEqual([told.run?.runId, told.run?.state, told.puzzles], [1, 'complete', 2]);
  assert.deepEqual([told.state, told.exit, told.gates?.[0].holds], ['complete', 3, false]);
  assert.match(
    heard('ntfy-SECRET'),
    /^run 1 is done, but not all is as asked\. 2 results, 0 rejects; it took .* on \S+\. Gates FAIL unique: /,
  );
  assert.match(heard('ping-SECRET/fail'), /run 1 is done/);
  const [run, state, exit, summary] = readFileSync(join(folder, 'end.txt'), 'utf8')
    .trim()
    .split(',');
  assert.deepEqual([run, state, exit], ['1', 'complete', '3']);
  assert.equal((JSON.parse(readFileSync(summary, 'utf8')) as Told).puzzles, 2);
  assert.doesNotMatch(stdout + stderr, /SECRET/);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.[a-z]+$/.test(name)) continue;
    assert.ok(!readFileSync(join(folder, name)).includes('SECRET'), name);
  }
});

test('messages of a second night say what is new since the first, and what to look at', async (t) => {
  const server = await listening(t);
  const cwd = folderWith({ 'book.ndjson': PLUS });
  const night = ['--name', 'book', '--require', 'no-worse', '--metrics', 'book.prom'];
  const how = ['--threads', '1', '--no-report', '--quiet', '--notify'];
  const told = async (text: string): Promise<{ readonly json: string; readonly ntfy: string }> => {
    writeFileSync(join(cwd, 'book.ndjson'), text);
    const both = ['json', 'ntfy'].map((kind) => `${kind}:${server.address}/${kind}`).join(' ');
    await succeeds(['run', 'book.ndjson', ...night, ...how, both], { cwd });
    const [json, ntfy] = ['/json', '/ntfy'].map(
      (path) => server.heard.findLast((one) => one.path === path)!.body,
    );
    return { json, ntfy };
  };
  assert.doesNotMatch((await told(PLUS)).ntfy, /Since/);
  const { json, ntfy } = await told(`${PLUS}${EITHER}nonsense\n`);
  const news =
    /^book \(run 2\) is done\. 2 results, 1 reject; .* Gates PASS\. Since run 1: 1 new \(1 ambiguous\), 0 gone, 0 worse, 1 new reject\. Next: \S*book\.ndjson:3 is not a puzzle\.$/;
  assert.match(ntfy, news);
  const last = server.heard.findLast(({ path }) => path === '/ntfy');
  assert.equal(last?.headers.title, 'book (run 2) is done');
  const metrics = readFileSync(join(cwd, 'book.prom'), 'utf8');
  for (const [change, count] of Object.entries({ new: 1, gone: 0, worse: 0, rejects: 1 })) {
    const line = `nonomill_last_run_changes{name="book",change="${change}"} ${count}\n`;
    assert.ok(metrics.includes(line), metrics);
  }
  const { message, since } = JSON.parse(json) as Told & Pick<Summary, 'since'>;
  assert.match(message, news);
  assert.equal(since?.run, 1);
});

test('a message names the gates that do not hold, and the first three that do not meet them', async (t) => {
  const server = await listening(t);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const several = names.map((id) => `{"id":"${id}","rows":[[1],[1]],"columns":[[1],[1]]}\n`);
  const cwd = folderWith({ 'several.ndjson': several.join('') });
  const run = ['run', 'several.ndjson', '--no-report', '--quiet', '--require', 'unique,line'];
  await ends(3, [...run, '--notify', `ntfy:${server.address}/ntfy`], { cwd });
  const { body } = server.heard.findLast(({ path }) => path === '/ntfy')!;
  assert.match(
    body,
    / Gates FAIL unique, line: (?:[abc], several\.ndjson:[123], [^;]+; ){3}and 7 more\./,
  );
});

test('run says in a file of metrics how far it is, and then that it is over', async () => {
  const cwd = folderWith({ 'two.ndjson': `${PLUS}${EITHER}nonsense\n` });
  const words = ['run', 'two.ndjson', '--threads', '1', '--no-report', '--metrics', 'run.prom'];
  await succeeds([...words, '--quiet'], { cwd });
  const metrics = readFileSync(join(cwd, 'run.prom'), 'utf8');
  assert.match(metrics, /^nonomill_run_active\{run="1"\} 0$/m);
  assert.match(metrics, /^nonomill_entries_total\{run="1"\} 3$/m);
  assert.match(metrics, /^nonomill_results_total\{run="1",status="multiple"\} 1$/m);
  assert.match(metrics, /^nonomill_thread_restarts_total\{run="1"\} 0$/m);
  assert.match(metrics, /^nonomill_database_bytes\{run="1"\} [1-9]\d+$/m);
});

/** The value of a metric of the nights called book. */
function ofBook(cwd: string, metric: string, more = ''): number {
  const start = `nonomill_${metric}{name="book"${more}} `;
  const text = readFileSync(join(cwd, 'book.prom'), 'utf8');
  const line = text.split('\n').find((one) => one.startsWith(start));
  return Number(line?.slice(start.length));
}

deepTest('the metrics say of a name how gates and runs went, and when well', async () => {
  // Two puzzles are solved before any clock is looked at.
  const many = (PLUS + EITHER).repeat(500);
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER, 'one.ndjson': PLUS, 'many.ndjson': many });
  const night = async (corpus: string, code: number, ...more: string[]): Promise<void> => {
    const words = ['run', corpus, '--name', 'book', '--require', 'unique', '--threads', '1'];
    const quiet = ['--no-report', '--quiet', '--metrics', 'book.prom'];
    const ended = await nonomill([...words, ...quiet, ...more], { cwd });
    assert.equal(ended.code, code, ended.stderr);
    assert.equal(ofBook(cwd, 'last_run_exit_code'), code);
  };
  const success = (): number => ofBook(cwd, 'last_success_timestamp_seconds');
  const gate = (): number => ofBook(cwd, 'gate_holds', ',gate="unique"');
  const before = Date.now() / 1000;
  await night('one.ndjson', 0);
  const first = success();
  assert.ok(first >= before && first <= Date.now() / 1000);
  assert.deepEqual([gate(), ofBook(cwd, 'last_run_timestamp_seconds')], [1, first]);
  await night('two.ndjson', 3);
  assert.equal(gate(), 0);
  // The database has the time of the last row, the file that of the report.
  assert.equal(success(), first);
  assert.ok(ofBook(cwd, 'last_run_timestamp_seconds') > first);
  await night('missing.ndjson', 1);
  assert.deepEqual([success(), gate()], [first, 0], 'a night that failed before it began');
  await night('many.ndjson', 130, '--stop-after', '0.001ms');
  const stopped = success();
  assert.ok(stopped > first, 'it was stopped as it was asked to');
  await night('two.ndjson', 3);
  assert.equal(success(), stopped, 'only the file knows that');
});

test('the metrics of a run in rounds count each entry once, and each result', async () => {
  const cwd = folderWith({ 'two.ndjson': `${PLUS}${EITHER}nonsense\n` });
  const words = ['run', 'two.ndjson', '--max-steps', '1,1000', '--no-report', '--quiet'];
  await succeeds([...words, '--metrics', 'run.prom'], { cwd });
  const metrics = readFileSync(join(cwd, 'run.prom'), 'utf8');
  for (const line of [
    'entries_total{run="1"} 3',
    'results_total{run="1",status="steps"} 2',
    'results_total{run="1",status="unique"} 1',
    'rejects_total{run="1"} 1',
    'round{run="1"} 2',
    'open_puzzles{run="1"} 0',
    'round_decided{run="1"} 2',
    'round_most_seconds{run="1"} 0',
  ]) {
    assert.ok(metrics.includes(`nonomill_${line}\n`), `${line} in:\n${metrics}`);
  }
});

test('metrics are refused before the run where something else would be lost', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER, 'run.prom.part': 'mine' });
  const run = ['run', 'two.ndjson', '--threads', '1', '--no-report', '--quiet', '--db', 'n.sqlite'];
  const places = ['two.ndjson', 'run.prom', 'n.sqlite', 'n.sqlite-wal', './n.sqlite.lock', '.'];
  for (const path of places) {
    await ends(1, [...run, '--metrics', path], {
      cwd,
      says: /the metrics cannot be written to .*: .*(something else|database|plain file)/,
    });
  }
  assert.deepEqual(readdirSync(cwd).sort(), ['run.prom.part', 'two.ndjson']);
  await succeeds(run, { cwd });
  const night = readFileSync(join(cwd, 'n.sqlite'));
  await ends(1, [...run.slice(0, -1), 'o.sqlite', '--metrics', 'n.sqlite'], { cwd });
  assert.deepEqual(readFileSync(join(cwd, 'n.sqlite')), night);
});

test('a report takes the place of a report, and of nothing else', async () => {
  const cwd = folderWith({
    'two.ndjson': PLUS,
    'site/index.html': '<!doctype html>\n<html lang="en">',
  });
  const words = ['run', 'two.ndjson', '--threads', '1', '--quiet', '--report'];
  await succeeds([...words, 'mine'], { cwd });
  await succeeds([...words, 'mine'], { cwd });
  const site = await nonomill([...words, 'site'], { cwd });
  assert.equal(site.code, 0, 'a page that is cut off in its first lines may be an own one');
  writeFileSync(join(cwd, 'site', 'index.html'), '<!doctype html>\n<title>My site</title>');
  await ends(1, [...words, 'site'], {
    cwd,
    says: /the report cannot be written to site \(site.index\.html holds something else\)/,
  });
});

test('a signal while a notice is tried again ends the trying, and the command for the end runs all the same', async (t) => {
  const server = await listening(t, (_, response) => {
    response.statusCode = 503;
    response.end();
  });
  const folder = folderWith({ 'two.ndjson': PLUS });
  const words = ['run', join(folder, 'two.ndjson'), '--threads', '1', '--no-report', '--quiet'];
  const end = platform() === 'win32' ? 'echo %NONOMILL_EXIT%>' : 'echo $NONOMILL_EXIT >';
  const told = join(folder, 'end.txt');
  const run = begin([
    ...[...words, '--db', join(folder, 'n.sqlite')],
    ...['--notify', `json:${server.address}/a`, '--on-end', `${end} ${told}`],
  ]);
  await until(() => server.heard.length > 0, 20);
  run.signal('SIGTERM');
  const { code, stderr } = await run.ended;
  assert.equal(code, 130);
  assert.match(stderr, /a notice did not reach json:.*: it was stopped by a signal/);
  assert.equal(readFileSync(told, 'utf8').trim(), '130');
});

test('what the end leaves behind is not waited for', { skip: platform() === 'win32' }, async () => {
  const folder = folderWith({});
  const words = ['run', 'missing.csv', '--on-end', 'sleep 600 & echo $! > pid; echo told'];
  const { child } = start(words, folder);
  let said = '';
  child.stderr.on('data', (text) => (said += String(text)));
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 1);
  process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')));
  await until(() => said.includes('told\n'), 20);
});

test('run tells that it could not be done, and a command that fails is a warning', async (t) => {
  const server = await listening(t);
  const folder = folderWith({});
  const words = ['run', 'missing.csv', '--on-end', 'exit 7'];
  const { stderr } = await ends(1, words, {
    cwd: folder,
    env: { NONOMILL_NOTIFY: `json:${server.address}/a ping:${server.address}/b` },
  });
  const { path, body } = server.heard.find((one) => one.path === '/a')!;
  assert.equal(path, '/a');
  const { state, exit, message } = JSON.parse(body) as Told;
  assert.deepEqual([state, exit], ['failed', 1]);
  assert.match(message, /^run missing\.csv failed: missing\.csv/);
  assert.ok(server.heard.some((one) => one.path === '/b/fail'));
  assert.match(stderr, /the command of --on-end ended with exit code 7/);
});

test('merge tells of its end, a run of which parts are missing too', async (t) => {
  const server = await listening(t);
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const part = ['run', 'two.ndjson', '--shard', '1/2', '--db', 'part.sqlite', '--no-report'];
  await succeeds([...part, '--threads', '1', '--quiet'], { cwd });
  const merge = ['merge', 'part.sqlite', '--db', 'all.sqlite', '--partial', '--no-report'];
  await succeeds([...merge, `--notify=json:${server.address}/`], { cwd });
  const { state, exit, puzzles } = JSON.parse(server.heard[0].body) as Told;
  assert.deepEqual([state, exit, puzzles], ['interrupted', 0, 1]);
});

deepTest('without its report a night names no summary, and its last line says why', async (t) => {
  const disk = smallDisk(t, '1m');
  if (disk === null) return;
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const report = join(disk, 'report');
  const words = ['run', 'two.ndjson', '--db', 'r.sqlite', '--quiet', '--on-end', ON_END];
  const night = async (): Promise<[told: string, last: string]> => {
    const { stderr } = await nonomill([...words, '--report', report], { cwd });
    const told = readFileSync(join(cwd, 'end.txt'), 'utf8').trim();
    return [told, stderr.trimEnd().split('\n').at(-1)!];
  };
  assert.equal((await night())[0], `1,complete,0,${join(report, 'summary.json')}`);
  const other = openStore(join(cwd, 'r.sqlite'), { readonly: false });
  const [overlap, why] = await night();
  other.close();
  assert.equal(overlap, ',failed,1,');
  assert.match(why, /is in use by another run .*\(NM_DATABASE_LOCKED\)/);
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
  const [full, cause] = await night();
  assert.match(full, /^2,\w+,1,$/);
  assert.match(cause, /the disk is full.*\(NM_REPORT_NOT_WRITTEN\)/);
});

test('an address that is not understood is refused, and not shown', async () => {
  const { stderr } = await ends(2, ['run', 'x.csv', '--notify', 'https://host/SECRET']);
  assert.match(stderr, /--notify: expected json:, ntfy: or ping: and an address/);
  assert.doesNotMatch(stderr, /SECRET/);
});

test('what works through a night tells of its end', async () => {
  const told = (await allCommands()).filter((command) =>
    flagsOf(command).some(({ name }) => name === 'notify'),
  );
  assert.deepEqual(eachOf(told, 'name'), ['run', 'worker', 'merge', 'study', 'race']);
});

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

test('the file is written at once, again and again, and at the end, after a killed run too', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'run.prom');
  // A run that was killed between two writes leaves half of one.
  writeFileSync(`${path}.part`, '# HELP nonomill_run_act');
  let count = 0;
  const file = new MetricsFile(
    path,
    () => `# HELP nonomill_ ${++count}\n`,
    () => assert.fail(),
    5,
  );
  file.start();
  assert.equal(readFileSync(path, 'utf8'), '# HELP nonomill_ 1\n');
  await until(() => count >= 3, 5);
  file.end();
  assert.equal(readFileSync(path, 'utf8'), `# HELP nonomill_ ${count}\n`);
  assert.deepEqual(readdirSync(folder), ['run.prom']);
});

test('a file that cannot be written is a warning, once', (t) => {
  const folder = temporaryFolder(t);
  const warnings: string[] = [];
  const path = join(folder, 'missing', 'run.prom');
  const file = new MetricsFile(
    path,
    () => '',
    (message) => warnings.push(message),
  );
  file.start();
  file.end();
  rmSync(folder, { recursive: true });
  assert.deepEqual(warnings, [`the metrics cannot be written: ${path}: there is no such folder`]);
});

test('counters are headed as each reader of metrics wants it', () => {
  const run = { runId: 7, active: true, entries: 5, rejects: 2, byStatus: { timeout: 3 } };
  const figures = { ...run, perSecond: 1.5, workers: 0, oldestMs: 2500 };
  const file = runMetrics([figures], 'file');
  const expected = /^# TYPE nonomill_entries_total counter\nnonomill_entries_total\{run="7"\} 5$/m;
  assert.match(file, expected);
  assert.match(file, /^nonomill_results_total\{run="7",status="timeout"\} 3$/m);
  assert.match(file, /^nonomill_oldest_puzzle_seconds\{run="7"\} 2\.5$/m);
  assert.doesNotMatch(file, /threads/);
  const open = runMetrics([figures], 'openmetrics');
  assert.match(open, /^# TYPE nonomill_entries counter\nnonomill_entries_total\{run="7"\} 5$/m);
  assert.match(open, /\n# EOF\n$/);
  assert.equal(runMetrics([], 'openmetrics'), '# EOF\n');
});

test('a name from a stranger stays one label, and is found again', () => {
  const name = 'the "book" \\ of\ntoday';
  const night = { name, gates: [{ gate: 'unique', holds: false }], exit: 3, lastSuccessAt: 1500 };
  const text = runMetrics([], 'file', [night]);
  assert.match(
    text,
    /^nonomill_gate_holds\{name="the \\"book\\" \\\\ of\\ntoday",gate="unique"\} 0$/m,
  );
  assert.doesNotMatch(text, /last_run_timestamp/, 'what is not known is left out');
  assert.equal(lastSuccessIn(text, name), 1500);
  assert.equal(lastSuccessIn(text, 'the'), undefined);
});

test('docs/pipeline/monitoring.md names every metric', () => {
  const page = readFileSync(join(ROOT, 'docs', 'pipeline', 'monitoring.md'), 'utf8');
  const counts = { entries: 5, rejects: 2, reused: 1, byStatus: { timeout: 3 }, perSecond: 1.5 };
  const work = { workers: 0, threads: 2, oldestMs: 2500, threadDeaths: 0, databaseBytes: 4096 };
  const round = { round: 1, of: null, open: 3, puzzles: 5, decided: 0, mostMs: 1000 };
  const night = { name: 'book', gates: [{ gate: 'strict', holds: true }], exit: 0 };
  const text = runMetrics([{ runId: 7, active: true, ...counts, ...work, round }], 'file', [
    Object.assign(night, { lastRunAt: 2000, lastSuccessAt: 2000 }),
  ]);
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  assert.ok(names.includes('nonomill_reused_total'), text);
  assertNone(names, (name) => !page.includes(`\`${name}`));
});

/** Whether this machine has promtool, which checks what Prometheus reads. */
const PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

test(
  'promtool takes the rules of docs/pipeline/monitoring.md, and the metrics of nights',
  { skip: PROMTOOL ? false : 'there is no promtool' },
  (t) => {
    const page = readFileSync(join(ROOT, 'docs', 'pipeline', 'monitoring.md'), 'utf8');
    const rules = join(temporaryFolder(t), 'rules.yml');
    writeFileSync(rules, /```yaml\n(groups:[^`]*)```/.exec(page)![1]);
    const checked = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    const night = {
      name: 'book',
      gates: [{ gate: 'strict', holds: true }],
      exit: 0,
      lastRunAt: 2000,
      lastSuccessAt: 2000,
    };
    const input = runMetrics([], 'file', [night]);
    const metrics = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    assert.equal(metrics.status, 0, metrics.stdout + metrics.stderr);
  },
);

test('every text of metrics begins so that the file is known again', (t) => {
  const path = join(temporaryFolder(t), 'run.prom');
  const run = {
    runId: 1,
    active: true,
    entries: 0,
    rejects: 0,
    byStatus: {},
    perSecond: 0,
    workers: 0,
  };
  writeFileSync(path, runMetrics([run], 'file'));
  const file = new MetricsFile(
    path,
    () => '',
    () => undefined,
  );
  assert.equal(file.refusal, null);
  writeFileSync(path, 'a night of work');
  assert.equal(file.refusal, `${path} holds something else`);
});
