import type { PoolMember } from '../../result/run/run-worker.js';
import type { Registry, WorkerCard } from './registry.js';
import { solverVersion } from './link/solver-version.js';

/** A worker of a run. */
export interface CrewMember extends WorkerCard, PoolMember {}

/** For how long workers that are gone are remembered. */
const MOST_REMEMBERED = 10_000;

/** The workers of a queue as one run sees them: who is there, and who has solved how much. */
export class Crew {
  private readonly known = new Map<string, CrewMember>();
  private readonly strangers = new Set<string>();
  private listener: () => void = () => undefined;
  private threadsThere = 0;

  constructor(
    private readonly workers: Registry<WorkerCard>,
    private readonly absentMs: number,
    private readonly toolVersion: string,
    private readonly onNote: (message: string) => void,
  ) {}

  /** The threads of all workers that are there and have the same solver. */
  get threads(): number {
    return this.threadsThere;
  }

  get members(): readonly CrewMember[] {
    return [...this.known.values()];
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  /** Asks who is there, and reports workers that it cannot use. */
  async look(): Promise<void> {
    let threads = 0;
    for (const worker of await this.workers.all()) {
      if (worker.seenMsAgo > this.absentMs) continue;
      if (worker.solver !== solverVersion()) {
        this.refuse(worker);
        continue;
      }
      threads += worker.threads;
      const puzzles = this.known.get(worker.id)?.puzzles ?? 0;
      if (this.known.size < MOST_REMEMBERED) this.known.set(worker.id, { ...worker, puzzles });
    }
    if (threads === this.threadsThere) return;
    this.threadsThere = threads;
    this.listener();
  }

  /** Counts `puzzles` for a worker; null if it never said who it is. */
  credit(id: string, puzzles: number): WorkerCard | null {
    const member = this.known.get(id);
    if (member === undefined) return null;
    this.known.set(id, { ...member, puzzles: member.puzzles + puzzles, seenMsAgo: 0 });
    return member;
  }

  private refuse({ id, host, version, solver }: WorkerCard): void {
    if (this.strangers.has(id)) return;
    this.strangers.add(id);
    this.onNote(
      `A worker on ${host} is of nonomill ${version} (solver ${solver}), this run of ` +
        `${this.toolVersion} (solver ${solverVersion()}): it gets no puzzles. Use the same build on both.`,
    );
  }
}
