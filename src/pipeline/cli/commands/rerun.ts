import { resolve } from 'node:path';
import { commandText } from '../../../solver/core/text/command-text.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { conditionDifferences } from '../../store/compare/conditions.js';
import { compareAgain } from '../../store/compare/same-results.js';
import { folderOf } from '../../store/stored-runs/file-places.js';
import type { Store } from '../../store/open/open.js';
import { findRun, runById, type Run } from '../../store/stored-runs/read-runs.js';
import type { FormerRun } from '../../runs/plan/run-again.js';
import { againText, figuresText, isSame, type RunAgain } from '../comparing/again-text.js';
import {
  differingFigures,
  isSummaryName,
  readSummary,
  type FormerSummary,
} from '../comparing/former-summary.js';
import * as limitFlag from '../flags/limit-flags.js';
import * as outputFlag from '../flags/output-flags.js';
import * as runFlag from '../flags/run-flags.js';
import { command, type CommandContext } from '../frame/command.js';
import type { FlagValues } from '../frame/flag.js';
import { withStore } from '../frame/with-store.js';
import type { CommandOutcome } from '../terminal/outcome.js';

const flags = {
  db: outputFlag.db,
  name: runFlag.name,
  threads: limitFlag.threads,
  json: outputFlag.jsonFlag,
  quiet: outputFlag.quiet,
};

interface RerunOptions extends FlagValues<typeof flags> {
  readonly run: string;
}

/** Differing puzzles that programs are told of. */
const MOST = 10_000;

/** Of what differs: versions, machines, and limits of puzzles that were tried again. */
const TOLD = new Set([
  ...['nonomill', 'solver', 'Node.js', 'host', 'processor'],
  ...['timeoutMs', 'maxSteps', 'memoryMiB'],
]);

export const rerun = command({
  name: 'rerun',
  summary: 'Do a run again, and compare each verdict.',
  operands: {
    usage: '<run|summary.json>',
    min: 1,
    max: 1,
    missing: 'a run: its number, its name, or its summary.json',
  },
  description:
    'Solves all puzzles of a run again, as a new run of the same database: with the same options, for as long ' +
    '(--stop-after) and in as many rounds, with the same files (by their hashes; which are missing or changed is said), and nothing taken over. Then it ' +
    'compares verdicts, numbers of solutions, guess depths, scores and rejects, puzzle by puzzle. Of a run ' +
    'whose summary.json alone is at hand it compares the figures there.\n\n' +
    'Ends with exit code 0 if all are equal, and with 3 if some differ.',
  flags,
  examples: {
    'nonomill rerun 12': 'Whether run 12 comes out the same on this machine.',
    'nonomill rerun paper/summary.json --db again.sqlite':
      'Whether the figures of a report come out the same.',
    'nonomill rerun book --threads 2 --json': 'The latest run called book; for a program.',
  },
  check: ([run], values): RerunOptions => ({ ...values, run }),
  execute,
});

async function execute(
  { db, run: wanted, name, threads, json, quiet }: RerunOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  // Threads and what makes runs take a while to load, so other commands do without them.
  const [{ RUN_PARTS }, { carryOut }, { doRun }, again, stopped] = await Promise.all([
    import('../running/execute-run.js'),
    import('../running/carry-out.js'),
    import('../../runs/stages/do-run.js'),
    import('../../runs/plan/run-again.js'),
    import('../running/stopped-run.js'),
  ]);
  const summary = isSummaryName(wanted) ? readSummary(wanted) : null;
  const stored = summary === null ? await storedRun(db, wanted, again.formerRun) : null;
  const former = (summary ?? stored)!;
  const request = again.requestAgain(former, { db, threads, name });
  const outcome = await carryOut(
    { quiet },
    context,
    async (controls) => {
      await again.requireSameFiles(former, request.corpora, controls.stop);
      return doRun(request, controls, RUN_PARTS);
    },
    (signal) => {
      if (!quiet) terminal.say(stopped.stoppingText(signal));
    },
  );
  if (outcome === null) return 'interrupted';
  const after = outcome.runId;
  if (outcome.state !== 'complete') {
    const folder = folderOf(former.options);
    const there = folder === process.cwd() ? '' : `, in ${plainText(folder)}`;
    const words = ['run', '--resume', '--db', there === '' ? db : resolve(db)];
    const goOn = `To go on: ${commandText(words, process.platform)}${there}`;
    const trouble = stopped.troubleOf(outcome, goOn);
    if (trouble !== null) throw trouble;
    terminal.say(`Stopped: run ${after} is not complete, and not compared. ${goOn}`);
    return 'interrupted';
  }
  if (summary !== null) return compareSummary(summary, after, { db, json, quiet }, context);
  const before = stored!.runId;
  return withStore(db, async (store) => {
    const found: RunAgain = {
      before,
      after,
      conditions: conditionDifferences(runById(store, before)!, runById(store, after)!).filter(
        ({ name: what }) => TOLD.has(what),
      ),
      ...compareAgain(store, before, after, MOST),
    };
    const equal = isSame(found);
    if (json) await terminal.print(`${JSON.stringify({ equal, ...found }, null, 2)}\n`);
    else if (!quiet) await terminal.print(againText(found));
    return equal ? 'done' : 'unmet';
  });
}

interface StoredFormer extends FormerRun {
  readonly runId: number;
}

function storedRun(
  db: string,
  wanted: string,
  formerRun: (store: Store, run: Run) => FormerRun,
): Promise<StoredFormer> {
  return withStore(db, (store) => {
    const run = findRun(store, wanted);
    return Promise.resolve({ ...formerRun(store, run), runId: run.runId });
  });
}

async function compareSummary(
  before: FormerSummary,
  after: number,
  { db, json, quiet }: Pick<RerunOptions, 'db' | 'json' | 'quiet'>,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const [{ gatherNumbers }, { summaryOf }] = await Promise.all([
    import('../../report/numbers/report-numbers.js'),
    import('../../report/summary/summary-json.js'),
  ]);
  return withStore(db, async (store) => {
    const differing = differingFigures(before, summaryOf(gatherNumbers(store, after)));
    const equal = differing.length === 0;
    if (json) await terminal.print(`${JSON.stringify({ equal, after, differing }, null, 2)}\n`);
    else if (!quiet) await terminal.print(figuresText(before.label, after, differing));
    return equal ? 'done' : 'unmet';
  });
}
