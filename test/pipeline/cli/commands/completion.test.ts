import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { flagsOf } from '../../../../src/pipeline/cli/command.js';
import { allCommands } from '../../../../src/commands.js';
import { ONLY_DEEP, temporaryFolder } from '../../../support/tests.js';
import { ends, nonomill, PROGRAM } from '../../../support/nonomill.js';

const COMMANDS = await allCommands();

/** What can be typed in place of the last of the words. */
async function offered(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await nonomill(['completion', 'bash', '--', ...words]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
}

test('the first word is a command, or asks for help or the version', async () => {
  const names = COMMANDS.map(({ name }) => name);
  assert.deepEqual(await offered(''), [...names, 'help']);
  assert.deepEqual(await offered('--'), ['--help', '--version']);
  assert.deepEqual(await offered('help', 'comp'), [...names, 'help']);
  assert.deepEqual(await offered('rnu', ''), []);
});

test('a dash begins the flags of the command that are not given yet', async () => {
  for (const command of COMMANDS) {
    const flags = flagsOf(command).map(({ name }) => `--${name}`);
    const all = [...flags, '--help', '--config'];
    assert.deepEqual(await offered(command.name, '--'), all, command.name);
  }
  assert.ok(!(await offered('run', '--quiet', '--')).includes('--quiet'));
});

test('values that are one of a few words are offered, and nothing where files stand', async () => {
  assert.deepEqual(await offered('generate', '--only', 'p'), ['probe']);
  assert.deepEqual(await offered('convert', 'a.non', 'b', '--to', 'nd'), ['ndjson']);
  assert.deepEqual(await offered('run', '--retry', 'm'), ['multiple', 'memory']);
  assert.deepEqual(await offered('completion', ''), ['bash', 'zsh', 'fish', 'powershell']);
  assert.deepEqual(await offered('completion', 'bash', ''), []);
  assert.deepEqual(await offered('run', '--db', ''), []);
  assert.deepEqual(await offered('run', '--timeout', ''), []);
  assert.deepEqual(await offered('solve', 'hea'), []);
});

/** A folder with the script of a shell, and a program `nonomill` that only completes. */
async function prepared(t: TestContext, shell: string): Promise<string> {
  const folder = temporaryFolder(t);
  const { code, stdout, stderr } = await nonomill(['completion', shell]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  mkdirSync(join(folder, 'puzzles'));
  writeFileSync(join(folder, 'puzzles', 'heart.non'), '');
  const itself = `'${process.execPath}' '${PROGRAM}' "$@"`;
  const program = `#!/bin/sh\nif [ "$1" = completion ]; then ${itself}; else echo "got: $*"; fi\n`;
  writeFileSync(join(folder, 'nonomill'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'script'), stdout);
  return folder;
}

/** Why tests of a shell are skipped: false if it is there. */
function missing(shell: string): string | false {
  return spawnSync(shell, ['--version']).status === 0 ? false : `there is no ${shell}`;
}

const inFolder = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  TERM: 'dumb',
  HISTFILE: '',
});

test(
  'Tab in an interactive bash completes a command, a file, a flag and a value',
  { skip: missing('bash') || missing('script') || ONLY_DEEP },
  async (t) => {
    const folder = await prepared(t, 'bash');
    const { stdout } = spawnSync(
      'script',
      ['-qec', 'bash --noprofile --rcfile script -i', '/dev/null'],
      {
        cwd: folder,
        input: 'nonomill gen\t--out puz\the\t--on\tpro\t\nexit\n',
        encoding: 'utf8',
        timeout: 20_000,
        env: inFolder(folder),
      },
    );
    assert.match(stdout, /^got: generate --out puzzles\/heart\.non --only probe\r?$/m);
  },
);

test('zsh can read its script', { skip: missing('zsh') }, async (t) => {
  const folder = await prepared(t, 'zsh');
  const { status, stderr } = spawnSync('zsh', ['-n', 'script'], { cwd: folder, encoding: 'utf8' });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});

test('fish completes commands, flags, values and files', { skip: missing('fish') }, async (t) => {
  const folder = await prepared(t, 'fish');
  const inFish = (line: string): string[] => {
    const { stdout, stderr } = spawnSync(
      'fish',
      ['--no-config', '-c', 'source script; complete -C "$argv[1]"', line],
      { cwd: folder, encoding: 'utf8', env: inFolder(folder) },
    );
    assert.equal(stderr, '');
    return stdout.trim().split('\n');
  };
  assert.match(inFish('nonomill gen').join('\n'), /^generate\tMake /);
  assert.match(inFish('nonomill run x.csv --time').join('\n'), /^--timeout\t/);
  assert.deepEqual(inFish('nonomill generate --only pr'), ['probe']);
  assert.deepEqual(inFish('nonomill completion z'), ['zsh']);
  assert.deepEqual(inFish('nonomill solve puzzles/hea'), ['puzzles/heart.non']);
  assert.deepEqual(inFish('nonomill run --db puzzles/hea'), ['puzzles/heart.non']);
});

test('PowerShell gives two quotes for an empty word, and completes commands and values', async (t) => {
  const { stdout } = await nonomill(['completion', 'powershell', '--', 'generate', '--only', '""']);
  const { stdout: all } = await nonomill(['completion', 'bash', '--', 'generate', '--only', '']);
  assert.equal(stdout, all);
  if (missing('pwsh') !== false) {
    t.diagnostic('there is no pwsh');
    return;
  }
  const folder = await prepared(t, 'powershell');
  const inPowerShell = (line: string): string[] => {
    const script = `Invoke-Expression (Get-Content -Raw script)
      (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
    const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', script], {
      cwd: folder,
      encoding: 'utf8',
      env: inFolder(folder),
    });
    return stdout.trim().split(/\r?\n/);
  };
  assert.deepEqual(inPowerShell('nonomill gen'), ['generate']);
  assert.deepEqual(inPowerShell('nonomill generate --only pr'), ['probe']);
});

test('an unknown shell is wrong usage, and the message lists the shells', async () => {
  const { stderr } = await ends(2, ['completion', 'tcsh']);
  assert.match(stderr, /expected bash, zsh, fish or powershell, got "tcsh"/);
});
