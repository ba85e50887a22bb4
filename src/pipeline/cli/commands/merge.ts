import { numberOf } from '../../../solver/core/text/numbers.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { command } from '../command.js';
import { untilStopped } from '../progress.js';
import { nightly } from '../night.js';
import { shared } from '../flags.js';
import { givenGates, reportOptions, runSections } from './run.js';

export const merge = nightly(
  false,
  command({
    name: 'merge',
    summary: 'Join the parts of a run (run --shard) to one.',
    operands: '<part...>',
    missing: 'the databases of the parts',
    description:
      'Joins databases with parts of one run, each made by "nonomill run <corpus> --shard <part>/<parts>" ' +
      'on any machine, to one run, as if one machine had done it, and reports it.\n\n' +
      'Parts of other corpora, options or versions are refused, and so are missing ones unless ' +
      '--partial is given. A merge that was ended can be asked for again, and a part may come twice. ' +
      'Shards of "nonomill study census" are joined, too.',
    sections: {
      Parts: shared('db', 'partial'),
      Output: shared('report', 'noReport', 'json', 'quiet'),
      'Exit code': runSections['Exit code'],
    },
    examples: {
      'nonomill merge part*.sqlite --db all.sqlite': 'All parts, as one run.',
      'nonomill merge part*.sqlite --db all.sqlite --partial':
        'What there is; "nonomill run --resume --db all.sqlite" does the rest.',
    },
    check: (parts, values, given) => ({
      parts,
      db: values.db,
      partial: values.partial,
      ...givenGates(values, given),
      ...reportOptions(values),
    }),
    async execute(options, context) {
      // Runs take a while to load, so other commands do without them.
      const { prepareReportFolder, reportRun, reportStopped } =
        await import('../running/report-run.js');
      const { mergeCensus } = await import('../../store/census.js');
      const { mergeParts } = await import('../../runs/merge.js');
      const { terminal, typed } = context;
      const { parts, db, partial, gates, quiet } = options;
      const census = mergeCensus(parts, db);
      if (census !== null) {
        terminal.say(`${db}: ${numberOf(census.added, 'group')} of a census added.`);
        if (!census.hasRuns) return 'done';
      }
      prepareReportFolder(options.report);
      const warn = (message: string): void => terminal.say(`nonomill: ${message}`);
      const outcome = await untilStopped(context, quiet, (stop, watch) =>
        mergeParts({ parts, db, partial, ...(gates && { gates }) }, { stop, warn, watch }),
      );
      context.night?.ended(outcome);
      const { runId, state, stoppedBy, proof, kind, missing } = outcome;
      if (state === 'complete') {
        if (kind === 'untouched' && !quiet) {
          terminal.say(`Run ${runId} of ${db} has these parts, and is complete.`);
        }
        return (await reportRun(outcome, options, terminal, { night: context.night })).outcome;
      }
      const stored = `${numberOf(proof.results, 'result')} and ${numberOf(proof.rejects, 'reject')}`;
      if (stoppedBy !== null) {
        await reportStopped(outcome, options, terminal);
        terminal.say(
          `Stopped: ${stored} merged. To go on: ${commandText(typed, process.platform)}`,
        );
        return 'interrupted';
      }
      terminal.say(`Run ${runId} is unfinished, with ${stored}: ${missing.join('; ')}.`);
      const words = ['run', '--resume', '--db', db];
      terminal.say(
        `Merge the other parts into it, or solve the rest here: ${commandText(words, process.platform)}`,
      );
      return (await reportRun(outcome, options, terminal, { missing, night: context.night }))
        .outcome;
    },
  }),
);
