import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { carryOut } from '../../../../src/pipeline/cli/running/carry-out.js';
import { progressEvent } from '../../../../src/pipeline/cli/running/run-events.js';
import { jsonLine } from '../../../../src/pipeline/cli/terminal/log-form.js';
import { Terminal } from '../../../../src/pipeline/cli/terminal/terminal.js';
import { StoppedEarly } from '../../../../src/pipeline/runs/request/run-error.js';
import { nonomill, ROOT, type Ended } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';
import { RUN_PROGRESS } from './run-progress.js';

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
  const events = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  events.forEach(requireDocumented);
  return events;
}

const kinds = (events: readonly Event[]): unknown[] => events.map(({ event }) => event);

test('--log-format json tells start, notices and end as documented, and prints what it prints', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const words = ['run', 'two.ndjson', '--threads', '1', '--require', 'unique'];
  const json = ['--log-format', 'json'];
  const ended = await nonomill([...words, ...json, '--json'], { cwd, watched: true });
  assert.equal(ended.code, 3);
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
