import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedOptions } from '../../../src/pipeline/record/options-in-force.js';

test('stored options are told as the flags that one types, and what else is stored by its path', () => {
  const stored = {
    timeoutMs: [1000, 90_000, 'x4'],
    maxSteps: 100_000,
    stopAfterMs: 28_800_000,
    again: 'run 1',
    memoryMiB: null,
    noDifficulty: true,
    ignoreStart: false,
    reuseFrom: 'old.sqlite',
    require: ['line', 'goal'],
    corpora: ['a.csv', 'b.csv'],
    machine: { cores: 8, memoryMiB: 16_000 },
    inForce: { count: { value: '3', from: 'nonomill.toml' } },
  };
  assert.deepEqual(typedOptions(stored), [
    ['--timeout', '1s,90s..'],
    ['--max-steps', '100000'],
    ['--stop-after', '8h'],
    ['again', 'run 1'],
    ['--no-difficulty', ''],
    ['--reuse-from', 'old.sqlite'],
    ['--require', 'line,goal'],
    ['corpora', 'a.csv,b.csv'],
    ['machine.cores', '8'],
    ['machine.memoryMiB', '16000'],
  ]);
  assert.deepEqual(typedOptions({ timeoutMs: 7_200_000, memoryMiB: 64 }), [
    ['--timeout', '2h'],
    ['--memory', '64'],
  ]);
});

test('options of a race, of claims and of a study are told as those of their commands', () => {
  const race = { kind: 'race', command: './solve {file}', format: 'non', verdict: null, runs: 3 };
  assert.deepEqual(typedOptions({ rival: race }), [
    ['--cmd', './solve {file}'],
    ['--format', 'non'],
    ['--runs', '3'],
  ]);
  assert.deepEqual(typedOptions({ rival: { kind: 'referee', claims: 'fast.csv' } }), [
    ['claims', 'fast.csv'],
  ]);
  const study = { kind: 'phase', sizes: ['5x5'], densities: [0.2, 0.5], error: 0.01, seed: 7 };
  assert.deepEqual(typedOptions({ timeoutMs: 1500, study }), [
    ['--timeout', '1500ms'],
    ['--sizes', '5x5'],
    ['--densities', '0.2,0.5'],
    ['--until-error', '0.01'],
    ['--seed', '7'],
  ]);
});
