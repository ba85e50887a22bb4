import type { Format } from '../../../solver/formats/contract/format.js';
import { FORMAT_DESCRIPTIONS } from '../../../solver/formats/descriptions.js';
import { FORMATS, canRead } from '../../../solver/formats/registry.js';
import { NO_OPERANDS, command, type CommandContext } from '../command.js';
import type { FlagValues } from '../flag.js';
import * as flag from '../flags.js';
import { type CommandOutcome, tableText } from '../terminal.js';

const flags = { json: flag.jsonFlag };

export const formats = command({
  name: 'formats',
  summary: 'What can be read and written.',
  operands: NO_OPERANDS,
  description:
    'Lists the formats by the names that --format and --to take, and what each can hold. A ' +
    'file is recognised by its extension first, then by its content.',
  flags,
  examples: {
    'nonomill formats': 'A table.',
    'nonomill formats --json': 'One JSON array, for a program.',
  },
  check: (_operands, values) => values,
  execute,
});

interface ListedFormat {
  readonly name: string;
  readonly description: string;
  readonly extensions: readonly string[];
  readonly read: boolean;
  readonly write: boolean;
  readonly holds: Format['holds'];
}

async function execute(
  { json }: FlagValues<typeof flags>,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const listed = FORMATS.map(listedFormat);
  const columns = terminal.output.isTty ? terminal.output.columns : Infinity;
  await terminal.print(
    json ? JSON.stringify(listed, null, 2) + '\n' : formatsText(listed, columns),
  );
  return 'done';
}

function listedFormat(format: Format): ListedFormat {
  const { name, extensions, holds, write } = format;
  const description = FORMAT_DESCRIPTIONS[name];
  return { name, description, extensions, read: canRead(format), write: write !== null, holds };
}

function formatsText(listed: readonly ListedFormat[], columns: number): string {
  const head = [
    { title: 'name' },
    { title: 'read' },
    { title: 'write' },
    { title: 'many' },
    { title: 'colour' },
    { title: 'title' },
    { title: 'start' },
    { title: 'goal' },
    { title: 'extensions' },
    { title: 'what' },
  ];
  const mark = (held: boolean): string => (held ? 'yes' : '-');
  const rows = listed.map(({ name, read, write, holds, extensions, description }) => [
    name,
    mark(read),
    mark(write),
    mark(holds.many),
    mark(holds.colour),
    mark(holds.title),
    mark(holds.start),
    mark(holds.goal),
    extensions.join(' '),
    description,
  ]);
  return tableText(head, rows, columns);
}
