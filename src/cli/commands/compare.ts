import { comparisonText } from './compare-text.js';
import { compareRuns } from '../../store/compare/comparison.js';
import { conditionDifferences } from '../../store/compare/conditions.js';
import { findRun } from '../../store/runs/runs.js';
import { command, type CommandContext } from '../frame/command.js';
import type { FlagValues } from '../frame/flag.js';
import * as known from '../flags/flags.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { withStore } from '../stored/with-store.js';

const flags = { db: known.db, json: known.json };

interface CompareOptions extends FlagValues<typeof flags> {
  readonly left: string;
  readonly right: string;
}

export const compare = command({
  name: 'compare',
  summary: 'Say what changed between two runs.',
  operands: { usage: '<run> <run>', min: 2, max: 2, missing: 'two runs: their numbers or names' },
  description:
    'Compares two runs of a database: which puzzles have another status, are gone or new; how the ' +
    'times changed; and in which options, versions and machines the runs differ. Puzzles of the same ' +
    'file are matched by their place in it, with or without start positions; puzzles of changed files ' +
    'by name and content.\n\n' +
    'Ends with exit code 1 if the status of a puzzle has changed, or if the runs have no puzzle in ' +
    'common; otherwise with 0.',
  flags,
  examples: [
    { line: 'nonomill compare 3 4', what: 'What changed from run 3 to run 4.' },
    { line: 'nonomill compare before after --json', what: 'The same for a program.' },
  ],
  check: ([left, right], values): CompareOptions => ({ left, right, ...values }),
  execute,
});

async function execute(
  { db, left, right, json }: CompareOptions,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  return withStore(db, async (store) => {
    const before = findRun(store, left);
    const after = findRun(store, right);
    const comparison = await compareRuns(store, before.runId, after.runId);
    const conditions = conditionDifferences(before, after);
    const found = { left: before.runId, right: after.runId, conditions, ...comparison };
    await terminal.print(
      json
        ? `${JSON.stringify(found, null, 2)}\n`
        : comparisonText(before, after, { conditions, ...comparison }),
    );
    return comparison.changedCount > 0 || comparison.both === 0 ? 'failed' : 'done';
  });
}
