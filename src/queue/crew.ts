import type { PoolMember } from '../result/run/run-worker.js';
import { solverVersion } from '../pool/solver-version.js';
import type { WorkerCard } from './messages/cards.js';
import type { Seen } from './presence/card-registry.js';

/** A worker of a run. */
export interface CrewMember extends WorkerCard, PoolMember {}

/** For how many workers their work is counted, those that are gone included. */
const MOST_REMEMBERED = 10_000;

export interface CrewOptions {
  /** A worker that was not seen for this long counts as gone. */
  readonly absentMs: number;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
}

/** The workers of a queue as one run sees them: who is there, and who has solved how much. */
export class Crew {
  private readonly known = new Map<string, CrewMember>();
  private readonly strangers = new Set<string>();
  private listener: () => void = () => undefined;
  private threadsThere = 0;

  constructor(private readonly options: CrewOptions) {}

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

  /** Notes who is there, and reports workers that it cannot use. */
  see(workers: readonly Seen<WorkerCard>[]): void {
    let threads = 0;
    for (const worker of workers) {
      if (worker.seenMsAgo > this.options.absentMs) continue;
      if (worker.solver !== solverVersion()) {
        this.refuse(worker);
        continue;
      }
      threads += worker.threads;
      this.remember({ ...worker, puzzles: this.known.get(worker.id)?.puzzles ?? 0 });
    }
    if (threads === this.threadsThere) return;
    this.threadsThere = threads;
    this.listener();
  }

  /** Counts `puzzles` for a worker, which may be gone by now; null if there are too many workers to count. */
  credit(worker: WorkerCard, puzzles: number): WorkerCard | null {
    const before = this.known.get(worker.id)?.puzzles ?? 0;
    return this.remember({ ...worker, puzzles: before + puzzles, seenMsAgo: 0 });
  }

  private remember(member: CrewMember): CrewMember | null {
    if (this.known.size >= MOST_REMEMBERED && !this.known.has(member.id)) return null;
    this.known.set(member.id, member);
    return member;
  }

  private refuse({ id, host, version, solver }: WorkerCard): void {
    if (this.strangers.size >= MOST_REMEMBERED || this.strangers.has(id)) return;
    this.strangers.add(id);
    this.options.onNote(
      `A worker on ${host} is of nonomill ${version} (solver ${solver}), this run of ` +
        `${this.options.toolVersion} (solver ${solverVersion()}): it gets no puzzles. Use the same build on both.`,
    );
  }
}
