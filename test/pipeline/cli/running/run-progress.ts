import type { RunProgress } from '../../../../src/pipeline/runs/request/run-observer.js';

/** How far a run is in its middle. */
export const RUN_PROGRESS: RunProgress = {
  done: 45_210,
  total: 132_912,
  isEstimate: true,
  timeLeft: { fromMs: 130_000, toMs: 130_000 },
  solved: 45_210,
  reused: 0,
  skipped: 0,
  rejects: 2,
  byStatus: {
    unique: 40_100,
    multiple: 5000,
    contradiction: 3,
    solved: 0,
    timeout: 107,
    steps: 0,
    memory: 0,
    crash: 0,
  },
  perSecond: 12_345.6,
  bytesRead: 340,
  bytesTotal: 1000,
  left: 87_700,
  leftIsEstimate: true,
  leftMs: 130_000,
  elapsedMs: 4000,
  workers: [],
  oldestMs: null,
  threadDeaths: 0,
};
