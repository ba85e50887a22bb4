import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { flagsOf } from '../../../src/cli/frame/command.js';
import { allCommands } from '../../../src/cli/commands.js';
import { temporaryFolder } from '../../support/temporary.js';
import { missing, scriptFor } from './shell.js';

const COMMANDS = await allCommands();

const skip = missing('bash');

let script = '';
before(async () => {
  script = await scriptFor('bash');
});

/** What bash offers for the last of the words. */
function offered(...words: string[]): string[] {
  const asked = `
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _nonomill
    [ "\${#COMPREPLY[@]}" -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-eu', '-c', `${script}\n${asked}`, 'bash', 'nonomill', ...words],
    { encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands', { skip }, () => {
  assert.deepEqual(offered('gen'), ['generate']);
  const names = COMMANDS.map(({ name }) => name);
  assert.deepEqual(offered(''), [...names, 'help', '--help', '--version']);
  assert.deepEqual(offered('help', 'comp'), ['compare', 'completion']);
});

test('bash completes the flags of each command', { skip }, () => {
  for (const command of COMMANDS) {
    const flags = flagsOf(command).map(({ name }) => `--${name}`);
    assert.deepEqual(offered(command.name, '--'), [...flags, '--help'], command.name);
  }
  assert.deepEqual(offered('run', 'some.csv', '--time'), ['--timeout']);
});

test(
  'bash completes values that are one of a few words, and leaves files to itself',
  { skip },
  () => {
    assert.deepEqual(offered('generate', '--only', 'p'), ['probe']);
    assert.deepEqual(offered('convert', 'a.non', 'b', '--to', 'nd'), ['ndjson']);
    assert.deepEqual(offered('export', '--status', 'm'), ['multiple', 'memory']);
    assert.deepEqual(offered('completion', ''), ['bash', 'zsh', 'fish']);
    assert.deepEqual(offered('run', '--db', ''), []);
    assert.deepEqual(offered('run', '--timeout', ''), []);
    assert.deepEqual(offered('solve', 'hea'), []);
  },
);

test(
  'Tab in an interactive bash completes a command, a file, a flag and a value',
  { skip },
  (t) => {
    if (spawnSync('script', ['--version']).status !== 0) {
      t.skip('there is no script command');
      return;
    }
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, 'puzzles'));
    writeFileSync(join(folder, 'puzzles', 'heart.non'), '');
    // The line that is typed and completed is run: this function says what it got.
    writeFileSync(join(folder, 'rc'), `${script}\nnonomill() { printf 'got: %s\\n' "$*"; }\n`);
    const { stdout } = spawnSync(
      'script',
      ['-qec', 'bash --noprofile --rcfile rc -i', '/dev/null'],
      {
        cwd: folder,
        input: 'nonomill gen\t--out puz\the\t--on\tpro\t\nexit\n',
        encoding: 'utf8',
        timeout: 20_000,
        env: { ...process.env, TERM: 'dumb', HISTFILE: '' },
      },
    );
    assert.match(stdout, /^got: generate --out puzzles\/heart\.non --only probe\r?$/m);
  },
);
