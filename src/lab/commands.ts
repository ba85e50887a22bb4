import type { CommandGroup } from '../pipeline/cli/command.js';

/** The commands for researchers, in the order of the help. */
export const LAB_COMMANDS: CommandGroup = {
  title: 'Study and compare',
  load: {
    study: async () => (await import('./commands/study.js')).study,
    dataset: async () => (await import('./commands/dataset.js')).dataset,
    prove: async () => (await import('./commands/prove.js')).proveCommand,
    verify: async () => (await import('./commands/prove.js')).verify,
    race: async () => (await import('./commands/race.js')).raceCommand,
    referee: async () => (await import('./commands/race.js')).refereeCommand,
  },
};
