import {
  busiestThreadSecondsOf,
  cpuSecondsOf,
  mainThreadSecondsOf,
  residentMiBOf,
} from './redis.js';
import { storedIn } from './count-stored.js';

const LOOK_MS = 250;

/** What was used up to some moment: processor seconds, but for `stored`. */
interface Look {
  readonly atMs: number;
  /** Results in the database. */
  readonly stored: number;
  readonly main: number;
  readonly other: number;
  readonly all: number;
  readonly redis: number;
  readonly workers: number;
}

/** What solving took between two looks, and what was held at most. */
export interface Watched {
  readonly puzzles: number;
  readonly wallMs: number;
  /** Microseconds of processor time for each puzzle: of the main thread, of the busiest other one, of all. */
  readonly main: number;
  readonly other: number;
  readonly all: number;
  readonly redis: number;
  readonly workers: number;
  readonly coordinatorMiB: number;
  readonly redisMiB: number;
}

/** The processes of a run. */
export interface Processes {
  readonly coordinator: number;
  readonly redis: number;
  readonly workers: readonly number[];
  readonly db: string;
}

/**
 * Watches a run from when a tenth of its puzzles is done until nearly all are: how it starts, and what it does
 * after its last puzzle, would weigh more in a short run than they do in a night.
 */
export class RunWatch {
  private readonly timer: NodeJS.Timeout;
  private first: Look | null = null;
  private last: Look | null = null;
  private coordinatorMiB = 0;
  private redisMiB = 0;

  constructor(
    private readonly processes: Processes,
    private readonly puzzles: number,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  /** Stops watching. @throws Error if the run was too short. */
  end(): Watched {
    clearInterval(this.timer);
    const { first, last } = this;
    if (first === null || last === null || last.stored === first.stored) {
      throw new Error('the run was too short to be watched: let it have more puzzles');
    }
    const puzzles = last.stored - first.stored;
    const each = (of: 'main' | 'other' | 'all' | 'redis' | 'workers'): number =>
      ((last[of] - first[of]) / puzzles) * 1e6;
    return {
      puzzles,
      wallMs: last.atMs - first.atMs,
      main: each('main'),
      other: each('other'),
      all: each('all'),
      redis: each('redis'),
      workers: each('workers'),
      coordinatorMiB: this.coordinatorMiB,
      redisMiB: this.redisMiB,
    };
  }

  private look(): void {
    const { coordinator, redis, workers, db } = this.processes;
    try {
      this.coordinatorMiB = Math.max(this.coordinatorMiB, residentMiBOf(coordinator));
      this.redisMiB = Math.max(this.redisMiB, residentMiBOf(redis));
      const stored = storedIn(db);
      if (stored < this.puzzles / 10 || stored > 0.98 * this.puzzles) return;
      const look: Look = {
        atMs: performance.now(),
        stored,
        main: mainThreadSecondsOf(coordinator),
        other: busiestThreadSecondsOf(coordinator),
        all: cpuSecondsOf(coordinator),
        redis: cpuSecondsOf(redis),
        workers: workers.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
      };
      this.first ??= look;
      this.last = look;
    } catch {
      // It has just ended.
    }
  }
}
