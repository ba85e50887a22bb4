import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeCommand } from '../../../src/cli/run/resume-command.js';

test('the command is what was typed, with --resume', () => {
  assert.equal(
    resumeCommand(['run', 'a.csv', 'my puzzles/b.json', '--timeout=5s', '--require', 'line']),
    "nonomill run a.csv 'my puzzles/b.json' --timeout=5s --require line --resume",
  );
});

test('a run that was resumed, and a retry, are resumed with the same words', () => {
  assert.equal(resumeCommand(['run', 'a.csv', '--resume']), 'nonomill run a.csv --resume');
  assert.equal(resumeCommand(['run', '--retry', 'timeout']), 'nonomill run --retry timeout');
  assert.equal(resumeCommand(['run', '--retry=timeout']), 'nonomill run --retry=timeout');
});

test('quotes survive a shell', () => {
  assert.equal(
    resumeCommand(['run', "it's.csv", '--resume']),
    "nonomill run 'it'\\''s.csv' --resume",
  );
});
