import { statSync } from 'node:fs';
import { bytesText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { gatherNumbers, withLines } from '../../report/numbers/report-numbers.js';
import { formerRun, pathsNow, requireSameFiles } from '../../runs/plan/run-again.js';
import { StopRequest } from '../../runs/request/stop-request.js';
import { zipPieces } from '../../corpus/tables/zip-writer.js';
import type { Store } from '../../store/open/open.js';
import { runSources, type Run } from '../../store/stored-runs/read-runs.js';
import type { CommandContext } from '../frame/command.js';
import { onSignals } from '../frame/signals.js';
import { Failure, type CommandOutcome } from '../terminal/outcome.js';
import { openSink, writePieces } from '../terminal/text-sink.js';
import { WorkProgress } from '../terminal/work-progress.js';
import { BUNDLE_FILES } from './bundle-files.js';
import { bundleMembers } from './bundle-members.js';

/** What is asked of a bundle. */
export interface BundleOptions {
  /** The zip file. */
  readonly bundle: string;
  readonly withCorpora: boolean;
  /** Whether a file of this name is replaced. */
  readonly force: boolean;
  readonly quiet: boolean;
}

/**
 * Writes the bundle of a complete run.
 * @throws Failure or RunError if the run is not complete, or its files are not what it has read
 */
export async function writeBundle(
  store: Store,
  run: Run,
  { bundle, withCorpora, force, quiet }: BundleOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  const { runId, state } = run;
  if (state !== 'complete') {
    throw new Failure('NM_RUN_UNFINISHED', `Run ${runId} is not complete: finish it first.`);
  }
  const sources = runSources(store, runId);
  const former = formerRun(store, run);
  const progress = new WorkProgress(terminal, quiet);
  const stop = new StopRequest();
  const off = onSignals(context, {
    stop: () => stop.request('signal'),
    beforeEnd: () => progress.close(),
  });
  const isStopped = (): boolean => stop.reason !== null;
  try {
    const corpora = withCorpora ? pathsNow(former) : null;
    if (corpora !== null) await requireSameFiles(former, corpora, stop);
    const numbers = await withLines(store, gatherNumbers(store, runId, { watch: progress }));
    const members = bundleMembers({ store, numbers, former, sources, corpora, watch: progress });
    const sink = await openSink({ out: bundle, force, isStopped }, terminal);
    await writePieces(
      zipPieces(members, (name) => name !== BUNDLE_FILES.parquet.name),
      sink,
      isStopped,
    );
  } finally {
    off();
    progress.close();
  }
  if (isStopped()) return 'interrupted';
  if (!quiet) terminal.say(`${plainText(bundle)}: ${bytesText(statSync(bundle).size)}`);
  return 'done';
}
