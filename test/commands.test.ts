import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCommands, commandsFor } from '../src/commands.js';
import { assertEach } from './support/tests.js';

test('a command line loads the command that it names, and no other', async () => {
  for (const { name } of await allCommands()) {
    const loaded = await commandsFor([name, '--help']);
    assertEach(loaded, (command) => command.name, [name]);
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
