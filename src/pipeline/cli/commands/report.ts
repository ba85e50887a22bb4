import { summaryText } from '../../report/summary/summary-text.js';
import { summaryJson, type StoppedRun } from '../../report/summary/numbers.js';
import { writeReport } from '../../report/write-report.js';
import { sinceLastNight } from '../../store/changes/since.js';
import { evaluateGates } from '../../store/gates.js';
import { countRun, type Run, runProgress } from '../../store/stored-runs.js';
import { command } from '../command.js';
import { checkGates, writtenLines, reportFolder } from '../running/report-run.js';
import { shared } from '../flags.js';
import { UsageError, refuseIf } from '../terminal.js';
import { withProgress } from '../progress.js';
import { wantedRun, withStore } from '../with-store.js';
import type { Store } from '../../store/open/open.js';
import { copiedEntries, copiedFiles } from '../../store/pieces.js';

/** More than anybody reads of a list. */
const LISTED = 1_000_000;

export const report = command({
  name: 'report',
  summary: 'Write the report of a run again.',
  operands: '[run]',
  description:
    'Writes the report of a run (by its number or name; the latest by default) from the ' +
    'database: index.html, summary.md and summary.json. It also works while a run writes.\n\n' +
    'With --gates it writes nothing, and lists all that does not meet the gates of the run (--strict, ' +
    '--require); the exit code is 3 if there is anything.',
  sections: {
    Options: {
      ...shared('db', 'report', 'bundle', 'withCorpora', 'force', 'gates', 'gateFormat', 'json'),
      ...shared('quiet'),
    },
  },
  examples: {
    'nonomill report': 'The report of the latest run, to reports/<run>.',
    'nonomill report sample --report public/sample --quiet':
      'The report of the run called sample, into another folder.',
    'nonomill report 7 --bundle paper.zip --with-corpora':
      'Everything that a reader needs to look at run 7, and to do it again.',
    'nonomill report 7 --gates':
      'Everything that does not meet the gates of run 7, with file and line.',
  },
  check([run], values) {
    const { bundle, withCorpora, gates, report: dir, json } = values;
    refuseIf({
      '--with-corpora is for --bundle: it packs the files that were read, too':
        withCorpora && bundle === null,
      '--bundle writes one file: leave out --gates, --json and --report':
        bundle !== null && (gates || json || dir !== null),
    });
    if (bundle !== null && !/\.zip$/i.test(bundle)) {
      const message = `--bundle needs the name of a zip file (${bundle}.zip)`;
      throw new UsageError('NM_OPTION_VALUE', message);
    }
    return { ...values, run };
  },
  async execute(options, context) {
    const { db, run, report: dir, bundle, gates, gateFormat, json, quiet } = options;
    const { terminal } = context;
    return withStore(db, async (store) => {
      const found = wantedRun(store, run, terminal);
      const { runId } = found;
      if (gates) {
        const all = evaluateGates(store, found, { limit: LISTED });
        if (all.verdicts.length === 0)
          terminal.say(`Run ${runId} has no gates: --strict, --require.`);
        const since = gateFormat === 'junit' ? sinceLastNight(store, found) : null;
        const how = { run: found, since, format: gateFormat, listCommand: null, quiet };
        return checkGates(store, { ...all, ...how }, terminal);
      }
      if (bundle !== null) {
        const { writeBundle } = await import('../bundle.js');
        return writeBundle(store, found, { ...options, bundle }, context);
      }
      const stopped = howFar(store, found);
      const folder = dir ?? reportFolder(db, runId);
      const { numbers, paths } = await withProgress(
        terminal,
        (watch) => writeReport(store, runId, folder, stopped, watch),
        quiet,
      );
      if (json) await terminal.print(summaryJson(numbers));
      else if (!quiet) {
        await terminal.print(
          `${summaryText(numbers, terminal.output.columns)}\n${writtenLines(paths, db).join('\n')}\n`,
        );
      }
      return 'done';
    });
  },
});

/** How far a run is that did not end, as far as it has noted it; null for a complete one. */
export function howFar(store: Store, run: Run): StoppedRun | null {
  if (run.state === 'complete') return null;
  const counts = countRun(store, run.runId);
  const { total = null, isEstimate = false } = runProgress(store, run, 'interrupted', counts) ?? {};
  const done = counts.results + counts.rejects + copiedEntries(copiedFiles(store, run.runId));
  const of = total === null ? null : Math.max(done, total);
  return { kind: 'run', done, of, isEstimate: isEstimate && of !== done };
}
