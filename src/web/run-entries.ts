import { countRejects } from '../store/pages/reject-page.js';
import { corporaOf } from '../store/runs/corpora.js';
import { shownState } from '../store/runs/run-state.js';
import { EMPTY_TALLY, tallyRun, type RunTally } from '../store/runs/run-tally.js';
import { listRuns, type Run } from '../store/runs/runs.js';
import type { Store } from '../store/open/open.js';
import type { RunEntry } from './api.js';

interface Known {
  readonly version: string;
  readonly tally: RunTally;
  readonly at: number;
  readonly results: number;
  readonly entry: RunEntry;
}

/**
 * The runs with their counts, which are kept: a run that has ended is not counted again, and of an
 * active one only new results are.
 */
export class RunEntries {
  private readonly known = new Map<number, Known>();

  constructor(private readonly store: Store) {}

  /** All runs, the latest first. */
  all(): RunEntry[] {
    return listRuns(this.store).map((run) => this.entryOf(run));
  }

  /** One run, or null if there is none with this id. */
  one(runId: number): RunEntry | null {
    const run = listRuns(this.store).find((candidate) => candidate.runId === runId);
    return run === undefined ? null : this.entryOf(run);
  }

  private entryOf(run: Run): RunEntry {
    const known = this.known.get(run.runId);
    const state = shownState(this.store, run);
    const version = `${state} ${run.finishedAt ?? ''} ${run.startedAt}`;
    if (known?.version === version && state !== 'running') return known.entry;
    const goOn = known?.version === version ? known.tally : EMPTY_TALLY;
    const tally = tallyRun(this.store, run.runId, goOn);
    const results = Object.values(tally.byStatus).reduce((total, count) => total + count, 0);
    const at = performance.now();
    const entry: RunEntry = {
      runId: run.runId,
      name: run.name,
      state,
      command: commandOf(run),
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      wallMs: run.wallMs,
      corpora: corporaOf(this.store, run),
      results,
      rejects: countRejects(this.store, run.runId),
      byStatus: tally.byStatus,
      perSecond: state === 'running' ? perSecond(known, results, at) : null,
    };
    this.known.set(run.runId, { version, tally, at, results, entry });
    return entry;
  }
}

function commandOf({ options: { rival } }: Run): RunEntry['command'] {
  const kind = typeof rival === 'object' && rival !== null && 'kind' in rival ? rival.kind : null;
  return kind === 'race' || kind === 'referee' ? kind : 'run';
}

function perSecond(known: Known | undefined, results: number, at: number): number | null {
  if (known === undefined || at - known.at < 100) return known?.entry.perSecond ?? null;
  return Math.max(0, ((results - known.results) * 1000) / (at - known.at));
}
