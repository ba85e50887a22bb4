import { haveSameEntries } from '../../store/changes/match-runs.js';
import { compareRuns } from '../../store/compare/comparison.js';
import { conditionDifferences, differingConditions } from '../../store/compare/conditions.js';
import { standingsOf, type Standings } from '../../store/compare/standings.js';
import { comparisonText } from '../comparing/comparison-text.js';
import { withRuns, type NamedRun } from '../comparing/open-runs.js';
import { otherSolverOf } from '../../record/who-solves.js';
import { standingsText } from '../comparing/standings-text.js';
import * as outputFlag from '../flags/output-flags.js';
import { command, type CommandContext } from '../frame/command.js';
import type { FlagValues } from '../frame/flag.js';
import type { CommandOutcome } from '../terminal/outcome.js';
import type { Terminal } from '../terminal/terminal.js';
import { withProgress } from '../terminal/work-progress.js';

const flags = { db: outputFlag.db, json: outputFlag.jsonFlag };

interface CompareOptions extends FlagValues<typeof flags> {
  readonly runs: readonly string[];
}

export const compare = command({
  name: 'compare',
  summary: 'Say what changed between two runs, or how several stand.',
  operands: {
    usage: '<run> <run...>',
    min: 2,
    max: Infinity,
    missing: 'two runs or more: their numbers or names',
  },
  description:
    'Compares two runs of a database: which puzzles have another status or other clues, are worse (as ' +
    '--require no-worse has it), gone or new. It also says how the times changed, and in which options, ' +
    'versions and machines the runs differ. Puzzles of the same file are matched by their place in it, with or ' +
    'without start positions; puzzles of changed files by content, else by name: then their clues ' +
    'were changed.\n\n' +
    'Any number of runs, also of other databases (other.sqlite:3), and runs of other solvers stand side ' +
    'by side in a table: solved, wrong, and PAR-2 (the mean time; twice the limit for what is not solved). ' +
    'The virtual best takes the time of the fastest on each puzzle. The table is about the puzzles ' +
    'that all of them have, matched by content.\n\n' +
    'Ends with exit code 1 if the status of a puzzle has changed (two runs) or if verdicts contradict ' +
    'each other (several), or if the runs have no puzzle in common; otherwise with 0.',
  flags,
  examples: {
    'nonomill compare 3 4': 'What changed from run 3 to run 4.',
    'nonomill compare before after --json': 'The same for a program.',
    'nonomill compare mine clasp theirs.sqlite:7':
      'Three solvers; the last in the database of somebody else.',
  },
  check: (runs, values): CompareOptions => ({ runs, ...values }),
  execute,
});

async function execute(
  { db, runs: words, json }: CompareOptions,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  return withRuns(words, db, (runs) => {
    const [left, right] = runs;
    const two = runs.length === 2 && left.store === right.store;
    return two ? compareTwo(left, right, json, terminal) : compareSeveral(runs, json, terminal);
  });
}

async function compareTwo(
  left: NamedRun,
  right: NamedRun,
  json: boolean,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const [before, after] = [left.run, right.run];
  // For another solver the standings matter, not only what changed; of other files they alone.
  const ofExternal = [before, after].some(({ options }) => otherSolverOf(options) !== null);
  if (ofExternal && !haveSameEntries(left.store, before.runId, after.runId)) {
    return compareSeveral([left, right], json, terminal);
  }
  const comparison = await withProgress(terminal, (watch) =>
    compareRuns(left.store, before.runId, after.runId, { watch }),
  );
  const conditions = conditionDifferences(before, after);
  const standings = ofExternal ? await watchedStandings([left, right], terminal) : null;
  const compared = { conditions, ...comparison };
  const found = { left: before.runId, right: after.runId, ...compared };
  if (json) await terminal.print(jsonText(standings === null ? found : { ...found, standings }));
  else {
    await terminal.print(comparisonText(before, after, compared));
    if (standings !== null) {
      await terminal.print(`\n${standingsText([left, right], standings, columnsOf(terminal))}`);
    }
  }
  return comparison.changedCount > 0 || comparison.both === 0 ? 'negative' : 'done';
}

async function compareSeveral(
  runs: readonly NamedRun[],
  json: boolean,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const standings = await watchedStandings(runs, terminal);
  await terminal.print(
    json
      ? jsonText(standingsJson(runs, standings))
      : standingsText(runs, standings, columnsOf(terminal)),
  );
  return standings.common === 0 || standings.disagreements > 0 ? 'negative' : 'done';
}

function watchedStandings(runs: readonly NamedRun[], terminal: Terminal): Promise<Standings> {
  return withProgress(terminal, (watch) => standingsOf(runs, undefined, watch));
}

/** Leaves out the times of pairs: a program that wants them can compare two runs. */
function standingsJson(runs: readonly NamedRun[], standings: Standings): object {
  const { common, virtualBest, disagreements, disagreeing, apart } = standings;
  return {
    common,
    conditions: differingConditions(runs.map(({ run }) => run)),
    runs: standings.runs.map((figures, i) => {
      const { label, store, run } = runs[i];
      return { label, db: store.path, run: run.runId, name: run.name, ...figures };
    }),
    virtualBest,
    disagreements,
    disagreeing,
    apart,
  };
}

function jsonText(found: object): string {
  return `${JSON.stringify(found, null, 2)}\n`;
}

function columnsOf({ output }: Terminal): number {
  return output.isTty ? output.columns : Infinity;
}
