import type { Store } from '../../store/open/open.js';
import { runSources, type RunSource } from '../../store/runs/runs.js';
import { runWorkers } from '../../store/runs/run-workers.js';
import type { CopiedSource, PartToCopy } from '../../store/write/part-copier.js';
import type { PoolMember } from '../../result/run/run-worker.js';
import { partName, type Part } from './part.js';

/** A part as its rows are copied; `added` are the sources of all parts, as the merged database has them. */
export function partToCopy(
  from: Store,
  part: Part,
  sources: readonly RunSource[],
  added: readonly { readonly sourceId: number }[],
): PartToCopy {
  const { run } = part;
  const own = runSources(from, run.runId);
  const places = new Map<number, CopiedSource>();
  for (const [i, { sourceId, path }] of own.entries()) {
    // Content that comes twice is read, and its puzzles are called, by its first path.
    if (places.has(sourceId)) continue;
    places.set(sourceId, {
      sourceId: added[i].sourceId,
      partLabel: path,
      label: sources[i].path,
    });
  }
  return {
    worker: machineOf(part),
    workers: new Map(otherMachines(from, part).map((worker) => [worker.id, worker])),
    startedAt: run.startedAt,
    wallMs: run.wallMs,
    sources: places,
  };
}

/** The machine that the part ran on, named after the part. */
function machineOf(part: Part): PoolMember {
  const { host, cpu, toolVersion, nodeVersion, options, finishedAt } = part.run;
  const threads = typeof options.threads === 'number' ? options.threads : 0;
  return {
    ...{ id: partName(part), host, cpu, threads, version: toolVersion, node: nodeVersion },
    ...{ puzzles: 0, seenMsAgo: msSince(finishedAt) },
  };
}

function otherMachines(from: Store, { run }: Part): PoolMember[] {
  return runWorkers(from, run.runId).map((worker) => ({
    ...{ id: worker.name, host: worker.host, cpu: worker.cpu, threads: worker.threads },
    ...{ version: worker.toolVersion, node: worker.nodeVersion },
    ...{ puzzles: 0, seenMsAgo: msSince(worker.seenAt) },
  }));
}

function msSince(time: string | null): number {
  return time === null ? 0 : Date.now() - Date.parse(time);
}
