import { command } from '../command.js';
import { nightly } from '../night/night.js';
import { flagsIn, type FlagValues } from '../flag.js';
import { flag } from '../flags.js';
import type { MergeOptions } from '../running/execute-merge.js';
import { givenGates, reportOptions, runSections } from '../running/run-options.js';

const sections = {
  Parts: { db: flag.db, partial: flag.partial },
  Output: {
    report: flag.reportDir,
    noReport: flag.noReport,
    json: flag.json,
    quiet: flag.quiet,
  },
  'Exit code': runSections['Exit code'],
};

const flags = flagsIn(sections);

export const merge = nightly(
  false,
  command({
    name: 'merge',
    summary: 'Join the parts of a run (run --shard) to one.',
    operands: { usage: '<part...>', min: 1, max: Infinity, missing: 'the databases of the parts' },
    description:
      'Joins databases with parts of one run, each made by "nonomill run <corpus> --shard <part>/<parts>" ' +
      'on any machine, to one run, as if one machine had done it, and reports it.\n\n' +
      'Parts of other corpora, options or versions are refused, and so are missing ones unless ' +
      '--partial is given. A merge that was ended can be asked for again, and a part may come twice.',
    flags,
    sections,
    examples: {
      'nonomill merge part*.sqlite --db all.sqlite': 'All parts, as one run.',
      'nonomill merge part*.sqlite --db all.sqlite --partial':
        'What there is; "nonomill run --resume --db all.sqlite" does the rest.',
    },
    check: checkMerge,
    async execute(options, context) {
      const { executeMerge } = await import('../running/execute-merge.js');
      return executeMerge(options, context);
    },
  }),
);

function checkMerge(
  parts: readonly string[],
  values: FlagValues<typeof flags>,
  given: ReadonlySet<keyof typeof flags>,
): MergeOptions {
  const { db, partial } = values;
  return { parts, partial, db, ...givenGates(values, given), ...reportOptions(values) };
}
