import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { showProgress } from '../../../../src/pipeline/cli/running/progress.js';
import { Terminal } from '../../../../src/pipeline/cli/terminal/terminal.js';
import { RUN_PROGRESS } from './run-progress.js';

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
