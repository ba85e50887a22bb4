import { hash } from 'node:crypto';
import { type KeptStudy, pointsOf, studyOf } from '../pipeline/record/options.js';
import { type FedBatch, type FedPiece, PieceFeed } from '../pipeline/runs/feed.js';
import { PieceBuilder } from '../pipeline/corpus/reader/piece-builder.js';
import { whenUnlocked, leaveUntouched } from '../pipeline/runs/stored-run.js';
import {
  asBegun,
  type RunOutcome,
  type RunStart,
  type RunControls,
  type RunRequest,
  RunError,
  differences,
  watchTime,
} from '../pipeline/runs/request.js';
import { RunMeter } from '../pipeline/runs/run-meter.js';
import { ActiveRun, type RunContext, type RunTask } from '../pipeline/runs/active-run.js';
import { newRun, LOCAL, type RunParts } from '../pipeline/runs/do-run.js';
import { countRun, listRuns, type Run, countPoint } from '../pipeline/store/stored-runs.js';
import { RunWriter } from '../pipeline/store/write/run-writer.js';
import type { GridPoint } from '../solver/core/puzzle/types.js';
import { drawnFor, pointName } from '../solver/craft/random-puzzles.js';

/** A run whose puzzles are drawn for the points of a study, as many as it takes. */
interface StudyRequest extends RunRequest {
  readonly study: KeptStudy;
  /** To go on with a study: which of its options the user gives; the others are as it has them. */
  readonly given: readonly (keyof KeptStudy)[];
  /**
   * How many puzzles each point is to have by what was found of the puzzles that it has, in the
   * order of `pointsOf`: more than these, or as many if that is enough.
   */
  readonly wanted: (
    counts: readonly ReturnType<typeof countPoint>[],
    study: KeptStudy,
  ) => readonly number[];
}

/**
 * Draws and solves step by step. A step is so many puzzles for each point, decided from the results
 * of all steps before it and from nothing else: no matter how many threads solve, and where the
 * study was stopped or killed, it comes to the same puzzles. Nothing is kept of the steps, since
 * they follow from the results. The study is complete once no point wants more.
 * @throws as `doRun`.
 */
export async function runStudy(
  request: StudyRequest,
  controls: RunControls,
  parts: RunParts = LOCAL,
): Promise<RunOutcome> {
  const began = performance.now();
  const { study, ...latest } = request;
  const isLatest = request.mode.kind === 'resume' && request.given.length === 0;
  // Without any options the latest study is meant, and a database without one is not made.
  const opened = isLatest ? latest : { ...latest, study };
  const store = parts.openStore(opened);
  try {
    const warn = (message: string): void => controls.observer.warn(message);
    const lockWait = { warn, lockWaitMs: parts.lockWaitMs };
    const run = request.mode.kind === 'resume' ? studyToResume(listRuns(store), request) : null;
    if (run?.state === 'complete') return await leaveUntouched(store, run, null, lockWait);
    if (run === null && isLatest) {
      throw new RunError(
        'NM_RUN_NOT_RESUMABLE',
        'There is no study to go on with: name what to draw (with --sizes, for example), or leave --resume out, to begin one.',
      );
    }
    if (run === null && request.mode.kind === 'resume') {
      warn('No unfinished study has these options: a new one starts.');
    }
    const asked = run === null ? request : asResumed(request, run);
    const unwatch = watchTime(asked, controls.stop);
    try {
      return await new Steps(
        { ...parts, store, request: asked, controls, lockWait, began },
        run,
      ).carryOut();
    } finally {
      unwatch();
    }
  } finally {
    store.close();
  }
}

/** The latest unfinished study of the given options, else the latest complete one; or null. */
function studyToResume(runs: readonly Run[], request: StudyRequest): Run | null {
  const fits = (run: Run): boolean => {
    const stored = studyOf(run.options);
    if (stored === null) return false;
    const isSame = (key: keyof KeptStudy): boolean =>
      JSON.stringify(stored[key]) === JSON.stringify(request.study[key]);
    return (
      request.given.every(isSame) && differences(run.options, asResumed(request, run)).length === 0
    );
  };
  const fitting = runs.filter(fits);
  return fitting.find(({ state }) => state !== 'complete') ?? fitting.at(0) ?? null;
}

/** The request with the run's own options where none is given. */
function asResumed(request: StudyRequest, { options }: Run): StudyRequest {
  const given = request.mode.kind === 'resume' ? (request.mode.given ?? []) : [];
  return { ...asBegun(request, options, given), study: studyOf(options)! };
}

/** How many puzzles the points have, and are to have, in the order of the points. */
interface Step {
  /** From 1 on. */
  readonly number: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** How many of these are not solved yet. */
  readonly left: number;
}

class Steps {
  private readonly writer: RunWriter;
  private readonly points: readonly GridPoint[];
  private sourceIds: readonly number[] = [];

  /** `run` is the one to go on with; null if it begins. */
  constructor(
    private readonly context: RunContext & { readonly request: StudyRequest },
    private readonly run: Run | null,
  ) {
    this.writer = new RunWriter(context.store, context.began);
    this.points = pointsOf(context.request.study);
  }

  async carryOut(): Promise<RunOutcome> {
    const { store, request, controls, lockWait } = this.context;
    await whenUnlocked(() => {
      if (this.run === null) this.writer.startRun(newRun(this.context));
      else this.writer.resumeRun(this.run.runId);
    }, lockWait);
    // Of one study alone: its steps decide where pieces end.
    const sources = this.points.map((point) => {
      const path = pointName(point);
      const named = `nonomill, drawn by lot for run ${this.writer.runId}: ${path}`;
      return { path, sha256: hash('sha256', named), format: 'drawn', bytes: null };
    });
    const added = await whenUnlocked(() => this.writer.addSources(sources), lockWait);
    this.sourceIds = added.map(({ sourceId }) => sourceId);
    const start: RunStart = {
      runId: this.writer.runId,
      kind: this.run === null ? 'started' : 'resumed',
      sources,
      doneBefore: this.run === null ? 0 : countRun(store, this.run.runId).results,
      threads: request.threads,
    };
    controls.observer.started(start);
    let solved = 0;
    let wallMs = 0;
    // If a kill came after the last step, nothing is left but to end the run.
    let step: Step = this.stepAfter(null) ?? this.nothing();
    for (;;) {
      const { number, from, to, left } = step;
      const points = to.filter((most, i) => most > from[i]).length;
      if (left > 0) {
        controls.observer.step?.({ step: number, puzzles: left, points, of: to.length });
      }
      const { outcome, next } = await new ActiveRun(
        this.context,
        this.task(step, start),
      ).carryOut();
      solved += outcome.solved;
      wallMs += outcome.wallMs;
      if (next === null) {
        return { ...outcome, solved, wallMs, resumable: outcome.state !== 'complete' };
      }
      step = next;
    }
  }

  private task(step: Step, start: RunStart): RunTask<FedBatch, Step> {
    const { writer } = this;
    const { to, left } = step;
    const meter = new RunMeter({ files: null, total: left });
    const pieces = this.drawnPieces(step);
    const from = {
      next: () => Promise.resolve(pieces.next().value ?? null),
      close: () => Promise.resolve(),
    };
    return {
      start,
      writer,
      meter,
      atOnce: Math.max(1, left),
      openFeed: (committer) => new PieceFeed({ writer, meter, committer, from }),
      entries: (allDone) => (allDone ? sum(to) : null),
      stateIfStopped: 'interrupted',
      next: () => this.stepAfter(step),
      mustGoOn: true,
      discardIfEmpty: this.run === null,
    };
  }

  /** Puzzles that are drawn by lot as they are needed; each point begins with a new piece. */
  private *drawnPieces({ from, to }: Step): Generator<FedPiece, undefined> {
    const builder = new PieceBuilder();
    for (const [i, point] of this.points.entries()) {
      const sourceId = this.sourceIds[i];
      const path = pointName(point);
      const drawn = drawnFor(point, from[i]);
      builder.restart(from[i]);
      for (let number = from[i]; number < to[i];) {
        for (; number < to[i] && !builder.isFull; number++) {
          const { puzzle } = drawn.next().value;
          builder.addPuzzle({ name: `${path}-${number}`, title: null, puzzle, goal: null }, null);
        }
        const fed = { piece: builder.take(), sourceId, path, file: 0, bytesRead: 0 };
        const finished = { sourceId, entries: to[i], isWhole: null };
        yield number < to[i] ? fed : { ...fed, finished };
      }
    }
    return undefined;
  }

  /** The first step after `done` (null: the very first) with puzzles without a result; or null. */
  private stepAfter(done: Step | null): Step | null {
    let from = done?.to ?? this.points.map(() => 0);
    for (let number = (done?.number ?? 0) + 1; ; number++) {
      const counts = this.countsOf(from);
      const to = this.context.request.wanted(counts, this.context.request.study);
      if (to.every((most, i) => most <= from[i])) return null;
      const left = sum(to) - sum(this.countsOf(to).map(({ puzzles }) => puzzles));
      if (left > 0) return { number, from, to, left };
      from = to;
    }
  }

  private nothing(): Step {
    const { store } = this.context;
    const all = this.sourceIds.map((id) => countPoint(store, this.writer.runId, id, MOST).puzzles);
    return { number: 0, from: all, to: all, left: 0 };
  }

  private countsOf(puzzles: readonly number[]) {
    const { store } = this.context;
    return this.sourceIds.map((id, i) => countPoint(store, this.writer.runId, id, puzzles[i]));
  }
}

/** No point has as many puzzles. */
const MOST = 2 ** 32 - 1;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
