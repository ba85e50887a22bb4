import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allCommands, commandsFor } from '../src/commands.js';
import { ROOT } from './support/nonomill.js';

test('the table of commands says of each what its help says', async () => {
  const tables = [
    'pipeline/cli/commands/commands.ts',
    'studio/commands.ts',
    'lab/commands.ts',
    'commands.ts',
  ];
  const said = tables.flatMap((name) => {
    const table = readFileSync(join(ROOT, 'src', name), 'utf8');
    return Array.from(table.matchAll(/^ +\/\/ (.+)\n +(\w+): /gm), ([, what, named]) => [
      named,
      what,
    ]);
  });
  assert.deepEqual(
    said,
    (await allCommands()).map(({ name, summary }) => [name, summary]),
  );
});

test('a command line loads the command that it names, and no other', async () => {
  for (const { name } of await allCommands()) {
    const loaded = await commandsFor([name, '--help']);
    assert.deepEqual(
      loaded.map((command) => command.name),
      [name],
    );
  }
});

test('a command line that names no command loads all, to list them or to suggest one', async () => {
  const all = (await allCommands()).length;
  for (const words of [[], ['--help'], ['help', 'run'], ['rnu'], ['constructor']]) {
    assert.equal((await commandsFor(words)).length, all);
  }
});

test('the version needs no command', async () => {
  for (const word of ['--version', '-V', '-v']) assert.deepEqual(await commandsFor([word]), []);
});
