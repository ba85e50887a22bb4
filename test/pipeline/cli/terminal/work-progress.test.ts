import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { Terminal } from '../../../../src/pipeline/cli/terminal/terminal.js';
import { WorkProgress } from '../../../../src/pipeline/cli/terminal/work-progress.js';

/** What is shown of some work, with a clock that stands still until it is set. */
function shown(t: TestContext, { isTTY, quiet = false }: { isTTY: boolean; quiet?: boolean }) {
  const clock = { ms: 0 };
  t.mock.method(performance, 'now', () => clock.ms);
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 120 });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const progress = new WorkProgress(new Terminal(streams, { NO_COLOR: '1' }), quiet);
  const said = (): string => (stderr.read() as string | null) ?? '';
  return { clock, progress, said };
}

test('on a terminal a live line begins after a second, and is gone at the end', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: true });
  clock.ms = 999;
  progress.reached(10, 100);
  assert.equal(said(), '');
  clock.ms = 1000;
  progress.reached(20, 100);
  assert.match(said(), /^#{5}\.{19} {3}20 % {2}20 of 100 done {2}20\/s\n$/);
  progress.reached(21, 100);
  assert.equal(said(), '', 'a tenth of a second has not passed');
  clock.ms = 4000;
  progress.reached(50, 100);
  assert.match(said(), /50 % {2}50 of 100 done .* left\n$/);
  progress.close();
  assert.equal(said(), '\r\u001b[1A\u001b[J');
  progress.close();
  assert.equal(said(), '');
});

test('what takes less than a second leaves no trace', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: true });
  progress.stage('counting');
  clock.ms = 200;
  progress.stage('writing');
  clock.ms = 900;
  progress.reached(9, 9);
  progress.close();
  assert.equal(said(), '');
});

test('what begins after a while is said at once, since nothing may follow for long; its count begins anew', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: true });
  progress.reached(7, 9);
  clock.ms = 400;
  progress.stage('writing the report');
  assert.equal(said(), 'writing the report\n');
  clock.ms = 1500;
  progress.reached(11, null);
  assert.match(said(), /writing the report\n11 done {2}10\/s\n$/);
});

test('elsewhere a plain line comes once a minute', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: false });
  const times: number[] = [];
  for (clock.ms = 0; clock.ms < 400_000; clock.ms += 7000) {
    progress.reached(clock.ms / 1000, 400);
    const line = said();
    if (line === '') continue;
    times.push(clock.ms / 1000);
    assert.match(line, /^\d+ of 400 done \(\d+ %\), 1.00\/s, .* left\n$/);
  }
  assert.deepEqual(times, [63, 126, 189, 252, 315, 378]);
  progress.close();
  assert.equal(said(), '');
});

test('nothing is said if quiet', (t) => {
  for (const isTTY of [false, true]) {
    const { clock, progress, said } = shown(t, { isTTY, quiet: true });
    clock.ms = 200_000;
    progress.stage('writing');
    progress.reached(1, 2);
    progress.close();
    assert.equal(said(), '');
    t.mock.restoreAll();
  }
});
