import type { CommandGroup } from '../pipeline/cli/command.js';

/** The commands for researchers, in the order of the help. */
export const LAB_COMMANDS: CommandGroup = {
  title: 'Study and compare',
  load: {
    // Draw and solve random puzzles until a question is answered, or count all of a size.
    study: async () => (await import('./commands/study.js')).study,
    // A data set by a recipe, or of a corpus or a run.
    dataset: async () => (await import('./commands/dataset.js')).dataset,
    // Write down why a puzzle has exactly one solution, none, or so many.
    prove: async () => (await import('./commands/prove.js')).proveCommand,
    // Check a proof of a verdict, step by step.
    verify: async () => (await import('./commands/prove.js')).verify,
    // Measure and judge another solver on a corpus.
    race: async () => (await import('./commands/race.js')).raceCommand,
    // Judge what another solver claims about a corpus.
    referee: async () => (await import('./commands/race.js')).refereeCommand,
  },
};
