import { type Format, HELD } from '../../../solver/formats/contract/format.js';
import { FORMAT_DESCRIPTIONS } from '../../../solver/formats/descriptions.js';
import { FORMATS, canRead } from '../../../solver/formats/registry.js';
import { command } from '../command.js';
import { textFlag } from '../flag.js';
import { flag } from '../flags.js';
import { Failure, tableText } from '../terminal.js';
import { checkFormat } from '../../corpus/format-check.js';
import { formatNamed, nameFormatModule } from '../../corpus/format-module.js';
import { CorpusError } from '../../corpus/bytes.js';
import { Random } from '../../../solver/craft/random-puzzles.js';

const check = textFlag('--check <module> (try, test)', 'run', {
  help: 'Try a format of your own as ours are tried: it reads what it writes, in pieces of any size, and damaged text does no harm.',
});
const flags = { json: flag.json, check };

/** How many damaged texts a module is tried with. */
const ROUNDS = 2000;

export const formats = command({
  name: 'formats',
  summary: 'What can be read and written.',
  description:
    'Lists the formats by the names that --format and --to take, and what each can hold. A ' +
    'file is recognised by its extension first, then by its content.',
  sections: { Options: flags },
  examples: {
    'nonomill formats': 'A table.',
    'nonomill formats --json': 'One JSON array, for a program.',
    'nonomill formats --check ./mine.mjs':
      'Tries a format of your own (docs/solver/own-formats.md).',
  },
  async execute({ json, check: path }, { terminal }) {
    if (path !== null) {
      const random = new Random(1);
      try {
        checkFormat(formatNamed(nameFormatModule(path))!, () => random.fraction(), ROUNDS);
      } catch (error) {
        if (error instanceof CorpusError) throw error;
        throw new Failure('NM_FORMAT_MODULE', `${path}: ${(error as Error).message}`);
      }
      await terminal.print(
        `${path}: it reads what it writes, and ${ROUNDS} damaged texts did no harm.\n`,
      );
      return 'done';
    }
    const listed = FORMATS.map(listedFormat);
    if (json) await terminal.printJson(listed);
    else await terminal.print(formatsText(listed, terminal.output.room));
    return 'done';
  },
});

function listedFormat(format: Format) {
  const { name, extensions, write } = format;
  const holds = Object.fromEntries(HELD.map((what) => [what, format.holds.has(what)]));
  const description = FORMAT_DESCRIPTIONS[name];
  return { name, description, extensions, read: canRead(format), write: write !== null, holds };
}

function formatsText(listed: readonly ReturnType<typeof listedFormat>[], columns: number): string {
  const held = ['many', 'colour', 'title', 'label', 'start', 'goal'] as const;
  const rows = listed.map(({ name, read, write, holds, extensions, description }) => [
    name,
    ...[read, write, ...held.map((what) => holds[what])].map((is) => (is ? 'yes' : '-')),
    ...[extensions.join(' '), description],
  ]);
  return tableText(['name', 'read', 'write', ...held, 'extensions', 'what'], rows, columns);
}
