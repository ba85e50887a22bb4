import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MetricsFile } from '../../../../src/pipeline/cli/night/metrics-file.js';
import { runMetrics } from '../../../../src/pipeline/record/run-metrics.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { until } from '../../../support/until.js';

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
  assert.match(
    file,
    /^# TYPE nonomill_entries_total counter\nnonomill_entries_total\{run="7"\} 5$/m,
  );
  assert.match(file, /^nonomill_results_total\{run="7",status="timeout"\} 3$/m);
  assert.match(file, /^nonomill_oldest_puzzle_seconds\{run="7"\} 2\.5$/m);
  assert.doesNotMatch(file, /threads/);
  const open = runMetrics([figures], 'openmetrics');
  assert.match(open, /^# TYPE nonomill_entries counter\nnonomill_entries_total\{run="7"\} 5$/m);
  assert.match(open, /\n# EOF\n$/);
  assert.equal(runMetrics([], 'openmetrics'), '# EOF\n');
});

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
