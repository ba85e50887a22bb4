import type { CommandGroup } from '../command.js';

/** The commands of the pipeline, in the order of the help. */
export const PIPELINE_COMMANDS: readonly CommandGroup[] = [
  {
    title: 'Solve corpora',
    load: {
      // Solve everything, write results and the report.
      run: async () => (await import('./run.js')).runCommand,
      // Solve for runs of other machines.
      worker: async () => (await import('./worker.js')).worker,
      // Join the parts of a run (run --shard) to one.
      merge: async () => (await import('./merge.js')).merge,
      // Solve and draw a puzzle, or a few.
      solve: async () => (await import('./solve.js')).solveCommand,
      // From any format to any other.
      convert: async () => (await import('./convert.js')).convert,
      // What can be read and written.
      formats: async () => (await import('./formats.js')).formats,
    },
  },
  {
    title: 'Look at runs',
    load: {
      // List the runs in a database.
      runs: async () => (await import('./runs.js')).runs,
      // Write the report of a run again.
      report: async () => (await import('./report.js')).report,
      // Show the pages of a database in a browser.
      serve: async () => (await import('./serve.js')).serve,
      // Show one stored puzzle: clues, picture, how it was solved.
      show: async () => (await import('./show.js')).show,
      // Answer any question about a run, each figure with its error.
      stats: async () => (await import('./stats.js')).stats,
      // Say what changed between two runs, or how several stand.
      compare: async () => (await import('./compare.js')).compare,
      // Do a run again, and compare each verdict.
      rerun: async () => (await import('./rerun.js')).rerun,
      // Say what changed night after night.
      history: async () => (await import('./history.js')).history,
      // Write results as CSV, NDJSON or Parquet.
      export: async () => (await import('./export.js')).exportResults,
      // Remove old runs, and make the database small.
      prune: async () => (await import('./prune.js')).prune,
    },
  },
];
