import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MetricsFile } from '../../../../src/pipeline/cli/night/metrics-file.js';
import { lastSuccessIn, runMetrics } from '../../../../src/pipeline/record/run-metrics.js';
import { ROOT } from '../../../support/nonomill.js';
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
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}`)),
    [],
  );
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
