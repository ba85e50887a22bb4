import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import {
  showProgress,
  liveLines,
  plainLine,
  carryOut,
  progressEvent,
} from '../../../../src/pipeline/cli/running/carry-out.js';
import { Terminal, jsonLine } from '../../../../src/pipeline/cli/terminal.js';
import { stripVTControlCharacters } from 'node:util';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EventEmitter } from 'node:events';
import { StoppedEarly, type RunProgress } from '../../../../src/pipeline/runs/request.js';
import { type Ended, ends, nonomill, ROOT, start, succeeds } from '../../../support/nonomill.js';
import { linesIn, ONLY_DEEP, deepTest, folderWith, until } from '../../../support/tests.js';
import { platform } from 'node:os';
import { execFile } from 'node:child_process';
import { withCorpus } from '../../../support/csv-corpora.js';

test('a log has progress once a minute, also if a run starts after long preparations', (t) => {
  let ms = 0;
  t.mock.method(performance, 'now', () => ms);
  const stderr = new PassThrough({ encoding: 'utf8' });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const view = showProgress(new Terminal(streams, {}), { quiet: false });
  const times: number[] = [];
  for (ms = 0; ms <= 300_000; ms += 1000) {
    if (ms < 70_000) view.beforehand?.reached(ms, 70_000);
    else if (ms === 70_000) {
      const sources = [{ path: 'a.csv', bytes: 9 }];
      view.started({ runId: 1, kind: 'started', sources, doneBefore: 0, threads: 1 });
      assert.equal(stderr.read(), 'Run 1 started: 1 source, 9 bytes, 1 thread.\n');
    } else view.progress(RUN_PROGRESS);
    if (/ done/.test((stderr.read() as string | null) ?? '')) times.push(ms / 1000);
  }
  assert.deepEqual(times, [60, 130, 190, 250]);
});

test('the live lines show what is done, the rate, the time left and the counts', () => {
  assert.deepEqual(liveLines(RUN_PROGRESS, 80, false), [
    '####........   33 %  45,210 of about 133,000 done  12,346/s  2m 10s left',
    'unique 40,100  multiple 5,000  contradiction 3  timeout 107  rejects 2',
  ]);
});

test('once everything is read, the number of puzzles is exact; those that ran out of time are done, too', () => {
  const few = { ...RUN_PROGRESS, done: 7, total: 60, isEstimate: false };
  assert.match(liveLines(few, 80, false)[0], / {2}7 of 60 done {2}/);
});

test('what was taken over from other runs is told', () => {
  const [line] = liveLines({ ...RUN_PROGRESS, reused: 45_000 }, 140, false);
  assert.match(line, /45,000 taken over/);
  assert.match(plainLine({ ...RUN_PROGRESS, reused: 45_000 }), /, 45,000 taken over; /);
});

test('the bar is longer where there is room; on 60 columns the counts and the rate stay', () => {
  assert.match(liveLines(RUN_PROGRESS, 100, false)[0], /^#{8}\.{16} {3}33 %/);
  const expected = '####........   33 %  45,210 of about 133,000 done  12,346/s';
  assert.equal(liveLines(RUN_PROGRESS, 60, false)[0], expected);
});

test('without a known size there is no bar and no share', () => {
  const [first] = liveLines({ ...RUN_PROGRESS, total: null, timeLeft: null }, 80, false);
  assert.equal(first, '45,210 done  12,346/s');
});

test('on a narrow terminal whole pieces are left out, and nothing runs over the edge', () => {
  for (let columns = 0; columns < 100; columns++) {
    for (const line of liveLines(RUN_PROGRESS, columns, false)) {
      assert.ok(line.length <= Math.max(0, columns - 1), `${columns}: ${line}`);
    }
  }
});

test('colours change nothing but the colours', () => {
  const painted = liveLines(RUN_PROGRESS, 80, true).map(stripVTControlCharacters);
  assert.equal(painted[1], liveLines(RUN_PROGRESS, 80, false)[1]);
});

test('a log gets everything on one line', () => {
  assert.equal(
    plainLine({ ...RUN_PROGRESS, skipped: 7 }),
    '45,210 of about 133,000 done (33 %), 12,346/s, 2m 10s left, 7 of them before; ' +
      'unique 40,100, multiple 5,000, contradiction 3, timeout 107, rejects 2',
  );
});

test('the round of a run has a line of its own, and a part of the line of a log', () => {
  const round = { round: 2, of: 3, open: 12, puzzles: 60, decided: 4, mostMs: 90_000 };
  const text = 'round 2 of 3: 12 of 60 open, 4 decided in this round, 1m 30s more at most';
  assert.equal(liveLines({ ...RUN_PROGRESS, round }, 100, false).at(-1), text);
  assert.ok(plainLine({ ...RUN_PROGRESS, round }).endsWith(`; ${text}`));
});

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
const EITHER = '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}\n';

type Event = Readonly<Record<string, unknown>>;

/** What docs/pipeline/monitoring.md says of each event: its fields, with the types of values. */
const DOCUMENTED = new Map<string, Map<string, readonly string[]>>();
const PAGE = readFileSync(join(ROOT, 'docs', 'pipeline', 'monitoring.md'), 'utf8');
for (const [, event, field, value] of PAGE.matchAll(/^\| `(\w+)` \| `(\w+)` \| ([a-z ]+) \|/gm)) {
  const fields = DOCUMENTED.get(event) ?? new Map<string, readonly string[]>();
  DOCUMENTED.set(event, fields.set(field, value.split(' or ')));
}
assert.deepEqual([...DOCUMENTED.keys()], ['start', 'progress', 'end']);

/** The fields of an end that is no more than that. */
const SHORT_ENDS = [
  ['state', 'code', 'exit'],
  ['state', 'exit'],
];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Fails unless an event has the fields that are documented, and no others. */
function requireDocumented({ time, event, message, ...fields }: Event): void {
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  assert.equal(typeof message, 'string');
  const known = DOCUMENTED.get(String(event)) ?? new Map<string, readonly string[]>();
  assert.ok(event === 'notice' || known.size > 0, String(event));
  for (const [field, value] of Object.entries(fields)) {
    assert.ok(
      known.get(field)?.includes(typeOf(value)),
      `${String(event)}.${field}: ${String(value)}`,
    );
  }
  const missing = [...known.keys()].filter((field) => field !== 'code' && !(field in fields));
  const isShort = SHORT_ENDS.some((short) => short.join() === Object.keys(fields).join());
  if (event !== 'end' || !isShort) assert.deepEqual(missing, []);
}

/** The events of a log, all of them as documented. */
function eventsOf({ log }: Ended): Event[] {
  const events = linesIn(log).map((line) => JSON.parse(line) as Event);
  events.forEach(requireDocumented);
  return events;
}

const kinds = (events: readonly Event[]): unknown[] => events.map(({ event }) => event);

test('--log-format json tells start, notices and end as documented, and prints what it prints', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const words = ['run', 'two.ndjson', '--threads', '1', '--require', 'unique'];
  const json = ['--log-format', 'json'];
  const ended = await ends(3, [...words, ...json, '--json'], { cwd, watched: true });
  assert.equal((JSON.parse(ended.stdout) as { puzzles: number }).puzzles, 2);
  const events = eventsOf(ended);
  assert.equal(events[0].event, 'start');
  assert.ok(
    events.some(({ event, message }) => event === 'notice' && /^gates: /.test(String(message))),
  );
  const { time, message, ms, report, ...end } = events.at(-1)!;
  assert.deepEqual(end, {
    event: 'end',
    run: 1,
    name: null,
    state: 'complete',
    stoppedBy: null,
    puzzles: 2,
    rejects: 0,
    new: null,
    gone: null,
    worse: null,
    newRejects: null,
    solvedWhy: null,
    gates: 'FAIL',
    failedGates: ['unique'],
    exit: 3,
  });
  assert.match(String(message), /^Run 1 is complete: 2 puzzles, 0 rejects, gates FAIL unique, /);
  assert.deepEqual([typeof time, typeof ms, typeof report], ['string', 'number', 'string']);
});

test('a quiet log has its end alone, and one of a run that cannot be done why', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS });
  const words = ['--log-format=json', '--quiet', '--no-report', '--threads', '1'];
  assert.deepEqual(kinds(eventsOf(await nonomill(['run', 'two.ndjson', ...words], { cwd }))), [
    'end',
  ]);
  const failed = await nonomill(['run', 'missing.csv', ...words], { cwd });
  const [end] = eventsOf(failed);
  assert.deepEqual([end.state, end.code, end.exit], ['failed', 'NM_FILE_ABSENT', 1]);
  const refused = await nonomill(['run', 'two.ndjson', ...words, '--metrics', '.'], { cwd });
  assert.deepEqual([eventsOf(refused).length, refused.code], [1, 1]);
});

test('a run that is stopped tells its end after what to type', async () => {
  const cwd = folderWith({ 'many.ndjson': PLUS.repeat(2000) });
  const words = ['run', 'many.ndjson', '--threads', '1', '--no-report', '--log-format', 'json'];
  const events = eventsOf(await nonomill([...words, '--stop-after', '1ms'], { cwd }));
  const { state, stoppedBy, exit } = events.at(-1)!;
  assert.deepEqual([state, stoppedBy, exit], ['interrupted', 'stop-after', 130]);
  assert.match(String(events.at(-2)?.message), /--resume/);
});

test('what is stopped before its first puzzle tells its end, too', async () => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const terminal = new Terminal(streams, {});
  terminal.keepLog('json');
  const endNow = (): never => {
    throw new Error('nobody asked for it');
  };
  const context = { typed: ['run'], terminal, signals: new EventEmitter(), endNow };
  const outcome = await carryOut({ quiet: true }, context, () => {
    throw new StoppedEarly();
  });
  assert.equal(outcome, null);
  const end = JSON.parse(stderr.read() as string) as Event;
  requireDocumented(end);
  assert.deepEqual([end.event, end.state, end.exit], ['end', 'interrupted', 130]);
});

test('progress is told as documented, with its round', () => {
  for (const round of [
    undefined,
    { round: 2, of: 3, decided: 1, open: 4, puzzles: 5, mostMs: null },
  ]) {
    const progress = { ...RUN_PROGRESS, ...(round && { round }) };
    const event = JSON.parse(jsonLine(progressEvent(1, progress), 'half way')) as Event;
    requireDocumented(event);
    assert.equal(event.round, round?.round ?? null);
  }
});

test('the example of the page is an end', () => {
  const [, example] = /```json\n(\{"time".*)\n```/.exec(PAGE)!;
  requireDocumented(JSON.parse(example) as Event);
});

const CLOCK = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d /;

/** The lines of a text that ends with a line break. */
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

test('where no person looks, each line that a run says begins with its time', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const run = ['run', 'two.ndjson', '--threads', '1', '--no-report'];
  const failing = platform() === 'win32' ? 'exit /b 7' : 'exit 7';
  for (const words of [
    [...run, '--require', 'unique'],
    [...run, '--on-end', failing],
    ['run', 'missing.csv'],
    ['run', '--timeuot', '1s'],
    ['merge', 'missing.sqlite'],
  ]) {
    const { log } = await nonomill(words, { cwd });
    const lines = linesOf(log);
    assert.ok(lines.length > 0, log);
    for (const line of lines) assert.match(line, CLOCK, words.join(' '));
  }
});

test('what a run prints for scripts has no times, and a terminal shows none', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const run = ['run', 'two.ndjson', '--threads', '1', '--no-report'];
  const { stdout } = await nonomill([...run, '--json'], { cwd });
  assert.equal((JSON.parse(stdout) as { puzzles: number }).puzzles, 2);
  const text = await nonomill(run, { cwd });
  assert.doesNotMatch(text.stdout, /T\d\d:\d\d:\d\d/);
  const watched = await nonomill([...run, '--require', 'unique'], { cwd, watched: true });
  assert.equal(watched.log, watched.stderr);
  assert.match(watched.log, /^Run 3 started: /m);
});

test('commands that answer at once say nothing of the time', async () => {
  const { log } = await nonomill(['solve', 'missing.csv'], { cwd: folderWith({}) });
  assert.match(log, /^nonomill: missing\.csv/);
});

const PUZZLES = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n{"rows":[[1]],"columns":[[1]]}\n';

/** Runs a line of bash, in which $nonomill is the program, and returns the summary it prints. */
function summaryOf(line: string, folder: string): Promise<{ puzzles: number; code: number }> {
  const nonomill = `${process.execPath} ${join(ROOT, 'bin', 'nonomill.js')}`;
  const options = { cwd: folder, env: { ...process.env, nonomill }, timeout: 60_000 };
  return new Promise((resolve, reject) => {
    execFile('bash', ['--norc', '-c', line], options, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else
        resolve({ ...(JSON.parse(stdout) as { puzzles: number }), code: Number(error?.code ?? 0) });
    });
  });
}

const FLAGS = '--db r.sqlite --no-report --json --threads 1 --format ndjson --strict';

for (const [what, line] of [
  ['a pipe into /dev/stdin', `cat p.ndjson | $nonomill run /dev/stdin ${FLAGS}`],
  ['a file on /dev/stdin', `$nonomill run /dev/stdin ${FLAGS} < p.ndjson`],
  ['the output of another process', `$nonomill run <(cat p.ndjson) ${FLAGS}`],
  ['a named pipe', `mkfifo f; (cat p.ndjson > f &); $nonomill run f ${FLAGS}`],
] as const) {
  const skip = what !== 'a named pipe' && ONLY_DEEP;
  test(`${what} is read to its end, once`, { skip }, async (t) => {
    if (process.platform === 'win32') {
      t.skip('needs bash');
      return;
    }
    const summary = await summaryOf(line, folderWith({ 'p.ndjson': PUZZLES }));
    assert.deepEqual([summary.puzzles, summary.code], [2, 0]);
  });
}

/** The priorities of the threads of a process, as Linux has them. */
function prioritiesOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // Its name, in brackets, may hold blanks; the 17th field after it is the nice value.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

const skip = process.platform !== 'linux' || ONLY_DEEP;
test('with --nice all threads of a run have the lower priority', { skip }, async (t) => {
  const { folder, corpus } = withCorpus(t, { count: 400_000, width: 5, height: 5 });
  const words = ['run', corpus, '--db', join(folder, 'a.sqlite'), '--no-report', '--nice', '7'];
  const { child, ended } = start([...words, '--threads', '2']);
  try {
    await until(() => prioritiesOf(child.pid!).length > 8 && prioritiesOf(child.pid!).every((nice) => nice === 7)); // prettier-ignore
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

deepTest('commands that take long say how far they are, on the terminal alone', async (t) => {
  const { folder, corpus } = withCorpus(t, { count: 12, width: 5, height: 5 }, 'few');
  const file = (name: string): string => join(folder, name);
  const db = ['--db', file('r.sqlite')];
  const noReport = ['--no-report', '--quiet'];
  for (const count of ['2', '3']) {
    await succeeds(['run', corpus, ...db, '--count', count, ...noReport]);
  }
  for (const part of ['1', '2']) {
    const words = ['--shard', `${part}/2`, '--db', file(`${part}.sqlite`), ...noReport];
    await succeeds(['run', corpus, ...words]);
  }
  const parts = [file('1.sqlite'), file('2.sqlite')];
  const commands: readonly (readonly [words: string[], said: RegExp])[] = [
    [['export', '1', ...db, '--out', file('x.parquet'), '--force'], /12 of 12 done/],
    [['export', '1', ...db, '--where', 'size=5x5'], /12( of 12)? done/],
    [['convert', corpus, file('x.ndjson'), '--force'], /12 of 12 done/],
    [['report', '1', ...db, '--report', file('report')], /writing the report/],
    [['compare', '1', '2', ...db], /12 of 12 done/],
    [['compare', '1', '2', `${file('r.sqlite')}:1`, ...db], /reading run 3 of 3\n.*12 of 12 done/],
    [['sheets', corpus, '--out', file('x.pdf'), '--force'], /12 of 12 done[^]*drawing the pages/],
  ];
  for (const [words, said] of commands) {
    const { stdout } = await nonomill(words);
    const watched = await slowly(t, words);
    assert.match(watched.stderr, said, words.join(' '));
    assert.equal(watched.stdout, stdout);
    assert.ok(watched.stderr.includes(GONE), 'nothing of it stays');
  }
  const merge = ['merge', ...parts, '--db', file('all.sqlite'), '--no-report'];
  assert.match((await slowly(t, merge)).stderr, /12 of 12 done/);
  const quietly = ['merge', ...parts, '--db', file('other.sqlite'), '--no-report', '--quiet'];
  assert.equal((await slowly(t, quietly)).stderr, '');
});

/** What ends a live line. */
const GONE = '\r\u001b[1A\u001b[J';

/** Carries out a command on a terminal, with a clock on which everything takes seconds. */
async function slowly(t: TestContext, words: readonly string[]): Promise<Ended> {
  let ms = 0;
  const clock = t.mock.method(performance, 'now', () => (ms += 1200));
  const ended = await nonomill(words, { watched: true });
  clock.mock.restore();
  return ended;
}

/** How far a run is in its middle. */
export const RUN_PROGRESS: RunProgress = {
  done: 45_210,
  total: 132_912,
  isEstimate: true,
  timeLeft: { fromMs: 130_000, toMs: 130_000 },
  solved: 45_210,
  reused: 0,
  skipped: 0,
  rejects: 2,
  byStatus: {
    unique: 40_100,
    multiple: 5000,
    contradiction: 3,
    solved: 0,
    timeout: 107,
    steps: 0,
    memory: 0,
    crash: 0,
  },
  perSecond: 12_345.6,
  bytesRead: 340,
  bytesTotal: 1000,
  left: 87_700,
  leftMs: 130_000,
  elapsedMs: 4000,
  workers: [],
  oldestMs: null,
  threadDeaths: 0,
};
