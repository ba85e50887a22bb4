import { Solver } from '../../../solver/engine/solver/solve.js';
import { TaskProgress, type Pool, type SolvedBatch } from './pool.js';
import { createBatchSolver } from './solve-batch.js';

type Asked = Parameters<Pool['solve']>;

/** How long a batch may keep the main thread, by the clock: no signal is taken meanwhile. */
const TRIAL_MS = 100;

/** A batch of more bytes, which a small compressed file may hold, is not tried. */
const MOST_BYTES = 1 << 16;

/**
 * A pool for a corpus so small that a thread takes longer to start than its puzzles to solve: a
 * third of the processor time of a run of one. The main thread tries them first. What is not done
 * within the trial, and all that comes after it, goes to threads, which start then and not before.
 *
 * A trial changes no verdict: each puzzle may take as long as the whole batch, so that in a batch
 * that was done in time only the limits that were asked for can have ended any. Nothing is solved
 * twice to be warm: a run times its slowest puzzles again anyway.
 */
export class OwnThread implements Pool {
  readonly patience = 1;
  private solver: ReturnType<typeof createBatchSolver> | null = null;
  private threads: Promise<Pool> | null = null;
  private opened: Pool | null = null;
  private closed = false;
  private onOpened = (): void => undefined;

  /** @param open Opens the pool of threads. */
  constructor(
    private readonly open: () => Promise<Pool>,
    private readonly trialMs = TRIAL_MS,
  ) {}

  /** One batch: more would have to wait for this thread. */
  get capacity(): number {
    return this.opened?.capacity ?? 1;
  }

  onCapacity(listener: () => void): void {
    this.onOpened = listener;
  }

  get health(): NonNullable<Pool['health']> {
    return this.opened?.health ?? { oldestMs: null, threadDeaths: 0 };
  }

  async solve(...asked: Asked): Promise<SolvedBatch> {
    const solved = this.threads === null ? this.tried(...asked) : null;
    if (solved !== null) return solved;
    this.threads ??= this.openThreads();
    return (await this.threads).solve(...asked);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.opened?.close();
  }

  private async openThreads(): Promise<Pool> {
    this.opened = await this.open();
    if (this.closed) await this.opened.close();
    else this.onOpened();
    return this.opened;
  }

  /** What is found out about a batch within the trial; null if that is not enough for it. */
  private tried(...[batch, limits, form]: Asked): SolvedBatch | null {
    if (batch.byteLength > MOST_BYTES || needsMore(limits, form)) return null;
    this.solver ??= createBatchSolver(() => new Solver());
    const { trialMs } = this;
    const timeoutMs = Math.min(limits.timeoutMs, trialMs);
    const asked = { ...limits, timeoutMs, sliceMs: trialMs };
    const { buffer: progress } = new TaskProgress();
    const found = this.solver({ batch, limits: asked, form: form ?? null, progress })!;
    return found.heldMs >= trialMs ? null : found;
  }
}

/** Whether a batch needs what threads load, and take their time for. */
function needsMore({ crossCheck = 0, prove }: Asked[1], form: Asked[2]): boolean {
  const reuses = typeof form === 'object' && form.reuse !== undefined;
  return crossCheck > 0 || prove === true || reuses;
}
