import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFlags, readDuration, readInteger } from '../../../../src/pipeline/cli/frame/flag.js';
import { checkRun, runFlags } from '../../../../src/pipeline/cli/running/run-options.js';

test('durations are read in every unit', () => {
  assert.equal(readDuration('500ms'), 500);
  assert.equal(readDuration('10s'), 10_000);
  assert.equal(readDuration('1.5m'), 90_000);
  assert.equal(readDuration('8h'), 28_800_000);
});

test('nothing but a duration is read as a duration', () => {
  const unit = /^\d+(\.\d+)?(ms|s|m|h)$/;
  fc.assert(
    fc.property(
      fc.string().filter((word) => !unit.test(word)),
      (word) => assert.throws(() => readDuration(word), /expected a duration/),
    ),
  );
});

test('a whole number within its range is read, and nothing beyond it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 150 }), (value) => {
      if (value >= 0 && value <= 100) assert.equal(readInteger(String(value), 0, 100), value);
      else assert.throws(() => readInteger(String(value), 0, 100), /from 0 to 100/);
    }),
  );
});

test('flags that are not given have their defaults, and options are frozen', () => {
  const values = readFlags(runFlags, new Map());
  assert.ok(Object.isFrozen(values));
  const { request, gateFormat, report } = checkRun(['data'], values, new Set());
  assert.deepEqual(request.limits, {
    timeoutMs: 10_000,
    maxSteps: Infinity,
    memoryBytes: Infinity,
    count: 2,
    crossCheck: 0,
    prove: false,
    proveTo: undefined,
    proofFormat: undefined,
    guessDepth: 1,
    difficulty: true,
  });
  assert.equal(request.db, 'reports/nonomill.sqlite');
  assert.deepEqual(request.mode, { kind: 'new' });
  assert.equal(request.gates, undefined, 'a run that goes on keeps its own');
  assert.equal(gateFormat, 'text');
  assert.deepEqual(report, { wanted: true, dir: null });
});

test('words become their checked meaning', () => {
  const words = new Map<string, string | true>([
    ['timeout', '2m'],
    ['memory', '512'],
    ['count', 'exact'],
    ['retry', 'timeout,memory,timeout'],
    ['no-report', true],
    ['require', 'line'],
  ]);
  const given = new Set(['count', 'require'] as const);
  const { request, report } = checkRun([], readFlags(runFlags, words), given);
  assert.equal(request.limits.timeoutMs, 120_000);
  assert.equal(request.limits.memoryBytes, 512 * 2 ** 20);
  assert.equal(request.limits.count, 'exact');
  assert.deepEqual(request.mode, {
    kind: 'retry',
    statuses: ['timeout', 'memory'],
    given: ['count'],
  });
  assert.deepEqual(request.gates, { strict: false, require: ['line'] });
  assert.deepEqual(report, { wanted: false });
});
