import type { RunGates } from '../../result/run/gates.js';
import type { Store } from '../../store/open/open.js';
import { workerNames } from '../../store/runs/run-workers.js';
import { listRuns, runSources, sameSources, type NewRun, type Run } from '../../store/runs/runs.js';
import { differencesOfRuns } from '../contract/stored-options.js';
import { withoutShard, type OneRun } from './one-run.js';
import { partName } from './part.js';

/** How many different hosts, or processors, are named. */
const NAMED = 3;

/** What the merged run begins with: what the parts share, and where they ran. */
export function mergedRun({ parts }: OneRun, gates: RunGates): NewRun {
  const { run } = parts[0];
  return {
    name: run.name,
    options: { ...withoutShard(run), ...gates },
    toolVersion: run.toolVersion,
    nodeVersion: together(parts.map((part) => part.run.nodeVersion)),
    host: together(parts.map((part) => part.run.host)),
    cpu: together(parts.map((part) => part.run.cpu)),
  };
}

/**
 * The run of a database that parts go into: an unfinished one over the same corpora with the same
 * options and version, or a complete one that holds one of these parts; null if there is neither.
 */
export function findTarget(store: Store, one: OneRun): { readonly run: Run } | null {
  const same = listRuns(store).filter((run) => isOfSame(store, run, one));
  const unfinished = same.find(({ state }) => state !== 'complete');
  const names = one.parts.map(partName);
  const holding = same.find(
    (run) =>
      run.state === 'complete' && names.some((name) => workerNames(store, run.runId).has(name)),
  );
  const run = unfinished ?? holding;
  return run === undefined ? null : { run };
}

function isOfSame(store: Store, run: Run, { parts, sources }: OneRun): boolean {
  const part = parts[0].run;
  return (
    run.toolVersion === part.toolVersion &&
    differencesOfRuns(run.options, withoutShard(part)).length === 0 &&
    sameSources(runSources(store, run.runId), sources)
  );
}

function together(words: readonly string[]): string {
  const different = [...new Set(words)];
  const named = different.slice(0, NAMED).join(', ');
  return different.length > NAMED ? `${named} and ${different.length - NAMED} more` : named;
}
