import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeCommand } from '../../../../src/pipeline/cli/running/run-options.js';

test('the command is what was typed, with --resume', () => {
  assert.equal(
    resumeCommand(
      ['run', 'a.csv', 'my puzzles/b.json', '--timeout=5s', '--require', 'line'],
      'linux',
    ),
    "nonomill run a.csv 'my puzzles/b.json' --timeout=5s --require line --resume",
  );
});

test('a run that was resumed, and a retry, are resumed with the same words', () => {
  assert.equal(resumeCommand(['run', 'a.csv', '--resume']), 'nonomill run a.csv --resume');
  assert.equal(resumeCommand(['run', '--retry', 'timeout']), 'nonomill run --retry timeout');
  assert.equal(resumeCommand(['run', '--retry=timeout']), 'nonomill run --retry=timeout');
});

test('addresses that may be secret are left out, however they are given', () => {
  const typed = [
    ...[
      'run',
      'a.csv',
      '--notify',
      'json:https://host/secret',
      '--notify=ping:http://me:pass@host/',
    ],
    ...['--on-end', 'curl -d @x https://host/secret'],
  ];
  assert.equal(
    resumeCommand(typed, 'linux'),
    "nonomill run a.csv --notify 'json:https://***' '--notify=ping:http://***' --on-end 'curl -d @x https://***' --resume",
  );
});

test('quotes survive a shell', () => {
  assert.equal(
    resumeCommand(['run', "it's.csv", '--resume'], 'linux'),
    "nonomill run 'it'\\''s.csv' --resume",
  );
});

test('on Windows words are quoted as cmd.exe and PowerShell both read them', () => {
  const typed = ['run', 'C:\\puzzles\\a.csv', 'C:\\my puzzles\\', '--name', 'the "best", so far'];
  assert.equal(
    resumeCommand(typed, 'win32'),
    'nonomill run C:\\puzzles\\a.csv "C:\\my puzzles\\\\" --name "the ""best"", so far" --resume',
  );
  assert.equal(
    resumeCommand(['run', 'a.csv', '--retry', 'timeout,memory'], 'win32'),
    'nonomill run a.csv --retry "timeout,memory"',
  );
});
