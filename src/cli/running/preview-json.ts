import type { RunPreview } from '../../runs/stages/preview-run.js';
import { certainMisfits } from './certain-misfits.js';

/**
 * What a run would do, for programs: counts and bytes as numbers, times in milliseconds.
 * docs/nights.md describes it.
 */
export function previewJson(preview: RunPreview): object {
  const { kind, run, round, refusals, notes, leftOut, survey, forecast, basis, room } = preview;
  const { files, entries, done, puzzles, takenOver, rejects, equal, sizes } = survey;
  const share = (open: number): number => (open + takenOver.open) / (puzzles + takenOver.count);
  return {
    plan: kind,
    run: run?.runId ?? null,
    round,
    db: preview.request.db,
    threads: preview.request.threads,
    refused: refusals.map(({ message }) => message),
    notes,
    files: files.map((file) => ({ ...file })),
    leftOut,
    ...{ entries, done, puzzles, takenOver },
    sizes,
    rejects: { count: rejects.count, first: rejects.first },
    equal,
    gates: certainMisfits(preview),
    estimate:
      forecast === null
        ? null
        : {
            ms: forecast.ms,
            open: forecast.open,
            openShare: {
              middle: share(forecast.open.middle),
              from: share(forecast.open.from),
              to: share(forecast.open.to),
            },
            rounds: forecast.rounds,
            ends: forecast.ends,
            untried: forecast.untried,
            basis,
          },
    room,
  };
}
