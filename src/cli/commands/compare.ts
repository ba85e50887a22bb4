import { comparisonText } from './compare-text.js';
import { compareRuns } from '../../store/compare/comparison.js';
import { findRun } from '../../store/queries/runs.js';
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
    'Compares two runs of a database: which puzzles have another status, are gone or new, and ' +
    'how the times changed. Puzzles of the same files are matched by their place, with or without ' +
    'start positions, of changed files by name and content.\n\n' +
    'Ends with exit code 1 where the status of a puzzle has changed, else with 0.',
  flags,
  examples: [
    { line: 'nonomill compare 3 4', what: 'What run 4 found otherwise than run 3.' },
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
    await terminal.print(
      json
        ? `${JSON.stringify({ left: before.runId, right: after.runId, ...comparison }, null, 2)}\n`
        : comparisonText(before, after, comparison),
    );
    return comparison.changedCount > 0 ? 'failed' : 'done';
  });
}
