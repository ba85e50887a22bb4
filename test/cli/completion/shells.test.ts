import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { flagsOf } from '../../../src/cli/frame/command.js';
import { allCommands } from '../../../src/cli/commands.js';
import { temporaryFolder } from '../../support/temporary.js';
import { nonomill } from '../../support/nonomill.js';
import { missing, scriptFor } from './shell.js';

const COMMANDS = await allCommands();

test('the script for zsh names every command and flag', async () => {
  const script = await scriptFor('zsh');
  for (const command of COMMANDS) {
    assert.ok(script.includes(`    ${command.name})\n`), command.name);
    for (const { name } of flagsOf(command)) assert.match(script, new RegExp(`'--${name}=?\\[`));
  }
});

test('zsh can read its script', { skip: missing('zsh') }, async (t) => {
  const file = join(temporaryFolder(t), 'script');
  writeFileSync(file, await scriptFor('zsh'));
  const { status, stderr } = spawnSync('zsh', ['-n', file], { encoding: 'utf8' });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});

test('the script for fish names every command and flag', async () => {
  const script = await scriptFor('fish');
  for (const command of COMMANDS) {
    assert.ok(script.includes(`-f -a ${command.name} -d`), command.name);
    for (const { name } of flagsOf(command)) assert.ok(script.includes(` -l ${name} `), name);
  }
});

test('fish completes commands, flags, values and files', { skip: missing('fish') }, async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'heart.non'), '');
  writeFileSync(join(folder, 'script'), await scriptFor('fish'));
  const offered = (line: string): string[] => {
    const { stdout, stderr } = spawnSync(
      'fish',
      ['--no-config', '-c', 'source script; complete -C "$argv[1]"', line],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: folder } },
    );
    assert.equal(stderr, '');
    return stdout
      .trim()
      .split('\n')
      .map((word) => word.split('\t')[0]);
  };
  assert.deepEqual(offered('nonomill gen'), ['generate']);
  assert.deepEqual(offered('nonomill run x.csv --time'), ['--timeout']);
  assert.deepEqual(offered('nonomill generate --only pr'), ['probe']);
  assert.deepEqual(offered('nonomill completion z'), ['zsh']);
  assert.deepEqual(offered('nonomill solve hea'), ['heart.non']);
  assert.deepEqual(offered('nonomill run --db hea'), ['heart.non']);
});

test('an unknown shell is wrong usage, and the message lists the shells', async () => {
  const { code, stderr } = await nonomill(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /expected bash, zsh or fish, got "tcsh"/);
});
