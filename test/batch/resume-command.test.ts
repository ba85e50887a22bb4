import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeCommand } from '../../src/batch/resume-command.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/limits.js';
import { requestFor } from './requests.js';

test('the command names what decides verdicts, and leaves out defaults', () => {
  const request = requestFor(['a.csv', 'my puzzles/b.json'], 'x.sqlite', {
    limits: { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 500, count: 'exact' },
    limit: 10,
    ignoreStart: true,
    threads: 7,
  });
  assert.equal(
    resumeCommand(request),
    "nonomill run a.csv 'my puzzles/b.json' --db x.sqlite --timeout 500ms --count exact --limit 10 --ignore-start --resume",
  );
});

test('a retry goes on as a retry', () => {
  const mode = { kind: 'retry', statuses: ['timeout', 'memory'] } as const;
  assert.equal(
    resumeCommand(requestFor([], 'x.sqlite', { mode })),
    'nonomill run --db x.sqlite --retry timeout,memory',
  );
});

test('standard input cannot be read again', () => {
  assert.equal(resumeCommand(requestFor(['-'], 'x.sqlite')), null);
});
