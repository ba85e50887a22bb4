import { type Command, flagsOf } from '../../src/pipeline/cli/command.js';
import { AT_TOP } from '../../src/pipeline/cli/config.js';
import type { Flag } from '../../src/pipeline/cli/flag.js';

/** A JSON schema of the config files: a table for each command, and what the top may set. */
export function configSchema(commands: readonly Command[]): object {
  const tables = Object.fromEntries(
    commands
      .filter((command) => flagsOf(command).length > 0)
      .map((command) => [command.name, table(command.summary, flagsOf(command))]),
  );
  const flags = commands.flatMap(flagsOf);
  const atTop = AT_TOP.map((name) => [
    name,
    valueSchema(flags.find((flag) => flag.name === name)!),
  ]);
  const run = commands.find(({ name }) => name === 'run')!;
  const namedRun = table('What "nonomill run @<name>" does.', flagsOf(run), {
    corpora: { ...ONE_OR_MORE, description: 'Its corpora, from the folder of this file.' },
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'nonomill.toml',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...(Object.fromEntries(atTop) as object),
      ...tables,
      nights: {
        type: 'object',
        description: 'Named nights.',
        additionalProperties: { ...namedRun, required: ['corpora'] },
      },
    },
  };
}

const ONE_OR_MORE = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
};

function table(
  description: string,
  flags: readonly Flag<unknown>[],
  more: Readonly<Record<string, object>> = {},
): object {
  const own = Object.fromEntries(flags.map((flag) => [flag.name, valueSchema(flag)]));
  return {
    type: 'object',
    description,
    additionalProperties: false,
    properties: { ...more, ...own },
  };
}

function valueSchema({ value, help, choices, joinedBy }: Flag<unknown>): object {
  if (value === null) return { description: help, type: 'boolean' };
  const single = choices === undefined ? { type: ['string', 'number'] } : { enum: choices };
  if (joinedBy === undefined && !value.includes(',')) return { description: help, ...single };
  const text = { type: ['string', 'number'] };
  return { description: help, anyOf: [text, { type: 'array', items: single, minItems: 1 }] };
}
