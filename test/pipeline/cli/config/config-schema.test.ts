import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCommands } from '../../../../src/commands.js';
import { configSchema } from '../../../../src/pipeline/cli/config/config-schema.js';
import { assertGolden } from '../../../support/golden.js';

interface Table {
  readonly properties: Readonly<
    Record<string, { readonly type?: unknown; readonly description: string }>
  >;
}

test('docs/nonomill.schema.json describes the config file by the flags of the commands', async () => {
  const schema = configSchema(await allCommands());
  // One space a level: every installation has this file.
  assertGolden('../../docs/nonomill.schema.json', `${JSON.stringify(schema, null, 1)}\n`);
});

test('the schema has a table for each command, and nights with the flags of run and their corpora', async () => {
  const { properties } = configSchema(await allCommands()) as {
    readonly properties: Readonly<Record<string, Table & { readonly additionalProperties: Table }>>;
  };
  assert.equal(properties['run'].properties['quiet'].type, 'boolean');
  assert.ok(properties['serve'].properties['port'].description.length > 0);
  const night = properties['nights'].additionalProperties.properties;
  assert.deepEqual(Object.keys(night), ['corpora', ...Object.keys(properties['run'].properties)]);
});
