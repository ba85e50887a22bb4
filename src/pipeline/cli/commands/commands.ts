import type { CommandGroup } from '../command.js';

/** The commands of the pipeline, in the order of the help. */
export const PIPELINE_COMMANDS: readonly CommandGroup[] = [
  {
    title: 'Solve corpora',
    load: {
      run: async () => (await import('./run.js')).runCommand,
      worker: async () => (await import('./worker.js')).worker,
      merge: async () => (await import('./merge.js')).merge,
      solve: async () => (await import('./solve.js')).solveCommand,
      convert: async () => (await import('./convert.js')).convert,
      formats: async () => (await import('./formats.js')).formats,
    },
  },
  {
    title: 'Look at runs',
    load: {
      runs: async () => (await import('./runs.js')).runs,
      report: async () => (await import('./report.js')).report,
      serve: async () => (await import('./serve.js')).serve,
      show: async () => (await import('./show.js')).show,
      stats: async () => (await import('./stats.js')).stats,
      compare: async () => (await import('./compare.js')).compare,
      rerun: async () => (await import('./rerun.js')).rerun,
      history: async () => (await import('./history.js')).history,
      export: async () => (await import('./export.js')).exportResults,
      prune: async () => (await import('./prune.js')).prune,
    },
  },
];
